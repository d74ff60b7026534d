import { CODE, metaOf, type AnyResource, type Call, type RequestOf } from '@assoc/contract'
import { ApiError, api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { useState, type ReactNode } from 'react'
import { titleOf, type Column } from './columns'
import { revealOf } from './reveal'
import { EditableCell } from './EditableCell'
import { checkForm } from './form-errors'
import { FormDrawer } from '../forms'
import type { FormField } from './FormFields'
import type { ListStore } from './list-store'
import type { AnyRow } from './page-options'
import { mayCall } from './resource-steps'

export interface RowFormsOptions {
  resource: AnyResource
  /** Key of drafts. */
  name: string
  fields: readonly FormField[]
  initial: Record<string, unknown> | undefined
  fixed: Record<string, unknown> | undefined
  nameOf: (row: AnyRow) => string
  store: ListStore<Call>
  /** Called when something was written. */
  onDone: (made?: string) => void
  reload: () => Promise<void>
}

/** Making and changing rows of a resource: in a form, or in a cell of the list. */
export function useRowForms({ resource, name, fields, initial, fixed, nameOf, store, onDone, reload }: RowFormsOptions) {
  const [editing, setEditing] = useState<AnyRow | 'new' | null>(null)
  const { definition, insert, update } = resource
  const idOf = (row: AnyRow) => String(row[definition.id])
  // Fields that are fixed for the whole page go with the form without being shown; a fixed filter that is no field does not.
  const unseen = Object.fromEntries(Object.entries(fixed ?? {}).filter(([key]) => key in resource.definition.fields && !fields.some((f) => f.name === key)))
  const isPersonal = (field: FormField) => metaOf(definition.fields[field.name] as never).personal !== undefined
  const close = () => setEditing(null)
  const done = (text: string) => (answer: unknown) => {
    close()
    toasts.success(text)
    onDone(editing === 'new' ? (answer as Record<string, string>)[definition.id] : undefined)
  }

  const masked = (field: FormField, row: AnyRow): FormField => {
    if (!isPersonal(field)) return field.once ? { ...field, disabled: true } : field
    const reveal = revealOf(resource, idOf(row))
    return { ...field, kind: 'personal', masked: (row[field.name] as string | null) ?? null, ...(reveal ? { reveal: () => reveal(field.name) } : {}) } as FormField
  }

  const saveCell = async (row: AnyRow, field: FormField, value: unknown): Promise<string | undefined> => {
    if (!update) return undefined
    // What the form would send, with this one field changed; personal data is left out and stays.
    const others = fields.filter((f) => !isPersonal(f)).map((f) => [f.name, row[f.name] ?? null])
    const input = { ...Object.fromEntries(others), ...unseen, [field.name]: value, [definition.id]: idOf(row), version: row.version }
    const wrong = checkForm(update.request, input)[0]
    if (wrong) return wrong.message
    try {
      const { version } = (await api(update, input as RequestOf<Call>, { quiet: [CODE.input] })) as { version: number }
      store.patch(idOf(row), { [field.name]: value, version } as never)
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) return '网络连接失败，请重试'
      // Somebody else was faster: their value is shown, and ours can be typed again.
      if (error.code === CODE.conflict) await reload()
      return error.fields[0]?.message ?? error.message
    }
  }

  const editCell = (row: AnyRow, column: Column<never>, content: ReactNode): ReactNode => {
    const field = fields.find((f) => f.name === column.field)
    if (!field || !row.abilities.includes('update')) return content
    return (
      <EditableCell field={field} label={titleOf(resource.row, column)} value={row[field.name] ?? null} save={(value) => saveCell(row, field, value)}>
        {content}
      </EditableCell>
    )
  }

  return {
    create: insert && mayCall(insert) ? () => setEditing('new') : undefined,
    edit: (row: AnyRow) => setEditing(row),
    editCell: update ? editCell : undefined,
    forms: (
      <>
        {insert && editing === 'new' ? (
          <FormDrawer open title={`新增${definition.label}`} call={insert} fields={fields} initial={{ ...initial }} hidden={unseen} draft={`${name}/new`} onClose={close} onDone={done(`${definition.label}已新增`)} />
        ) : null}
        {update && editing && editing !== 'new' ? (
          <FormDrawer
            open
            title={`修改${definition.label} · ${nameOf(editing)}`}
            call={update}
            fields={fields.map((field) => masked(field, editing))}
            initial={editing}
            hidden={{ ...unseen, [definition.id]: idOf(editing), version: editing.version }}
            draft={`${name}/${idOf(editing)}`}
            onClose={close}
            onDone={done(`${definition.label}已保存`)}
          />
        ) : null}
      </>
    ),
  }
}
