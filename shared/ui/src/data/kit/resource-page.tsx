import type { AnyResource, Call, RequestOf, ResponseOf, Transition } from '@assoc/contract'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { observer } from 'mobx-react-lite'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Button, Dropdown, ExportOutlined, ImportOutlined, PlusOutlined } from '../../shell'
import { BatchDialog, ImportDialog } from '../lazy'
import type { Target } from './batch-run'
import { textOf, type Column } from './columns'
import { deriveFields, deriveSearch } from './derive'
import { DetailDrawer } from './DetailDrawer'
import { FormDrawer } from './FormDrawer'
import type { FormField } from './FormFields'
import { ListPage } from './ListPage'
import { ReasonDialog } from './ReasonDialog'
import { RowActions, type RowAction } from './RowActions'
import type { SearchField } from './SearchForm'
import { useExport } from './use-export'
import { useResourceList, type ResourceList } from './use-resource-list'

/** Row of a resource's list. */
export type RowOfResource<R extends AnyResource> = ResponseOf<R['list']> extends { items: (infer T)[] } ? T : never

/** What a page's own parts may do. */
export interface PageTools<Row> {
  reload: () => Promise<void>
  list: ResourceList<Call>
  edit: (row: Row) => void
  create: () => void
  open: (row: Row | null) => void
}

export interface ResourcePageOptions<R extends AnyResource> {
  /** menuLink of the view; the key of its column settings, views and drafts. */
  name: string
  title: string
  resource: R
  columns: readonly Column<RowOfResource<R>>[]
  /** The search form; from the contract's filters when left out. */
  search?: readonly SearchField[]
  keywordHint?: string
  /** Adds to the form that the contract gives: options, help, width; by field. May use hooks. */
  useFields?: () => Record<string, Partial<FormField>>
  fields?: Record<string, Partial<FormField>>
  /** Fields that a form shows for a change only, or not at all. */
  initial?: Record<string, unknown>
  /** What a row is called in questions and titles; the first column when left out. */
  nameOf?: (row: RowOfResource<R>) => string
  /** Sentences of the questions before deeds, by verb: what follows from it. */
  texts?: Record<string, string>
  /** Deeds of the page's own on a row, before those of the resource. */
  actions?: (row: RowOfResource<R>, tools: PageTools<RowOfResource<R>>) => RowAction[]
  visibleActions?: number
  actionsWidth?: number
  toolbar?: (tools: PageTools<RowOfResource<R>>) => ReactNode
  /** Fields of the detail; all of the contract when left out. */
  detail?: readonly string[]
  /** A part of the page's own in the detail. */
  inDetail?: (row: RowOfResource<R>, tools: PageTools<RowOfResource<R>>) => ReactNode
  /** Width of the detail in px. */
  detailWidth?: number
  /** Beside the list: dialogs of the page's own. */
  beside?: (tools: PageTools<RowOfResource<R>>) => ReactNode
  /** Between search and table. */
  above?: (tools: PageTools<RowOfResource<R>>) => ReactNode
  defaultSort?: { field: string; order: 'asc' | 'desc' }
  /** Always sent with the list, never shown in the address. */
  fixed?: Record<string, unknown>
}

type Any = Record<string, unknown> & { abilities: string[]; version: number }
type Asking = { row: Any; verb: string }

/**
 * A plain screen whole: list, search, form, detail with history, deeds of the status machine, batch and export, all
 * from the resource of the contract. Who may press what is said by the rows' abilities, never by the page.
 */
export function resourcePage<R extends AnyResource>(options: ResourcePageOptions<R>): ComponentType {
  // The page works with any resource; its types have been checked where it was declared.
  const given = options as unknown as ResourcePageOptions<AnyResource>
  return observer(function Page() {
    return <View options={given as never} />
  })
}

const View = observer(function View({ options, part = false }: { options: Options; part?: boolean }) {
  const { resource, name, title } = options
  const { definition } = resource
  const [editing, setEditing] = useState<Any | 'new' | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [importing, setImporting] = useState(false)
  const [batch, setBatch] = useState<{ step: Step; target: Target } | null>(null)
  const fields = deriveFields(resource, { ...options.fields, ...options.useFields?.() }, Object.keys(options.fixed ?? {}))
  const search = options.search ?? deriveSearch(resource, options.keywordHint)
  const idOf = (row: Any) => String(row[definition.id])
  const list = useResourceList<Call>({
    call: resource.list,
    idOf: idOf as never,
    filters: search.flatMap((f) => (f.kind === 'dates' ? [f.name, f.to] : [f.name])),
    sortable: definition.sortable,
    ...(options.defaultSort ? { defaultSort: options.defaultSort } : {}),
    ...(options.fixed ? { fixed: options.fixed } : {}),
    part,
  })
  const { store } = list
  const rows = store.rows as unknown as Any[]
  const open = rows.find((row) => idOf(row) === openId) ?? null
  const nameOf = (row: Any) => options.nameOf?.(row as never) ?? textOf(resource.row, options.columns[0]?.field ?? definition.id, row[options.columns[0]?.field ?? definition.id])
  const { insert, update } = resource
  const create = insert && mayCall(insert) ? () => setEditing('new') : undefined
  const tools: PageTools<never> = { reload: list.reload, list, edit: setEditing as never, create: create ?? (() => undefined), open: (row: Any | null) => setOpenId(row ? idOf(row) : null) }
  const steps = stepsOf(resource)
  const { busy, progress, run } = useExport((resource.exportRows ?? resource.list) as Call)

  /** Deeds of a row; in its own detail without those that only open it. */
  const actionsOf = (row: Any, inDetail = false): RowAction[] => [
    ...(options.actions?.(row as never, tools) ?? []).filter((a) => !(inDetail && a.opens)),
    ...(row.abilities.includes('update') ? [{ key: 'update', label: '修改', onClick: () => setEditing(row) }] : []),
    ...steps
      .filter((step) => row.abilities.includes(step.verb) && (step.verb === 'delete' || resource.definition.status?.machine.find(step.verb, String(row[resource.definition.status.field]))))
      .map((step) => ({ key: step.verb, label: step.label, danger: step.danger, onClick: () => setAsking({ row, verb: step.verb }) })),
  ]
  // A column without a single deed for anybody is not drawn.
  const hasDeeds = options.actions !== undefined || update !== null || steps.length > 0
  const step = asking ? steps.find((s) => s.verb === asking.verb) : undefined
  const carryOut = async ({ row, verb }: Asking, reason: string) => {
    const input = { [definition.id]: idOf(row), version: row.version, ...(verb === 'delete' ? {} : { verb, ...(reason ? { reason } : {}) }) }
    const call = verb === 'delete' ? resource.remove : resource.change
    if (!call) return
    try {
      await api(call, input as RequestOf<Call>)
      toasts.success(`${nameOf(row)}：已${step?.label ?? ''}`)
      if (verb === 'delete') {
        setOpenId(null)
        list.store.select([row as never], false)
      }
    } finally {
      void list.reload()
    }
  }
  const target = (): Target => (store.allMatching ? { filter: store.filterInput, total: store.total } : { ids: [...store.selected.keys()] })
  const exportInput = (chosen: boolean, columns?: string[]) => {
    const { sort } = store.query
    const ids = chosen && !store.allMatching ? { ids: [...store.selected.keys()] } : store.filterInput
    return { ...ids, ...(sort ? { sort } : {}), ...(columns ? { columns } : {}) } as RequestOf<Call>
  }
  const mayExport = resource.exportRows !== null && mayCall(resource.exportRows)
  const mayImport = resource.importCheck !== null && mayCall(resource.importCheck) && !part
  const batchSteps = resource.batch ? steps.filter((s) => s.permitted) : []
  const at = open ? rows.indexOf(open) : -1
  const neighbour = (by: number) => {
    const row = rows[at + by]
    return row ? () => setOpenId(idOf(row)) : null
  }
  const saved = (text: string) => () => {
    setEditing(null)
    toasts.success(text)
    void list.reload()
  }
  return (
    <>
      <ListPage
        name={name}
        title={title}
        list={list}
        row={resource.row}
        columns={options.columns as never}
        search={search}
        onNew={create}
        toolbar={
          <>
            {options.toolbar?.(tools)}
            {mayImport ? (
              <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
                导入
              </Button>
            ) : null}
            {mayExport ? (
              <Dropdown
                trigger={['click']}
                disabled={store.total === 0 || busy}
                menu={{
                  items: [
                    { key: 'shown', label: '导出常用列' },
                    { key: 'all', label: '导出全部列' },
                  ],
                  onClick: ({ key }) => void run(exportInput(false, key === 'shown' ? options.columns.filter((c) => !c.hidden).map((c) => c.field as string) : undefined)),
                }}
              >
                <Button icon={<ExportOutlined />} loading={busy}>
                  {progress === null ? '导出' : `导出中 ${progress}%`}
                </Button>
              </Dropdown>
            ) : null}
            {create ? (
              <Button type="primary" icon={<PlusOutlined />} onClick={create}>
                新增{definition.label}
              </Button>
            ) : null}
          </>
        }
        {...(hasDeeds ? { rowActions: (row: never) => <RowActions actions={actionsOf(row as unknown as Any)} {...(options.visibleActions ? { visible: options.visibleActions } : {})} /> } : {})}
        actionsWidth={options.actionsWidth ?? 165}
        selectable={mayExport || batchSteps.length > 0}
        selectionActions={() => (
          <>
            {mayExport ? (
              <Button size="small" loading={busy} onClick={() => void run(exportInput(true))}>
                导出选中
              </Button>
            ) : null}
            {batchSteps.map((s) => (
              <Button key={s.verb} size="small" danger={s.danger} onClick={() => setBatch({ step: s, target: target() })}>
                {s.label}
              </Button>
            ))}
          </>
        )}
        onOpen={(row) => setOpenId(idOf(row as unknown as Any))}
        emptyAction={
          create ? (
            <Button type="primary" onClick={create}>
              新增{definition.label}
            </Button>
          ) : null
        }
      >
        {options.above?.(tools)}
      </ListPage>
      {open ? (
        <DetailDrawer
          resource={resource}
          row={open}
          key={`${openId} ${open.version}`}
          title={nameOf(open)}
          fields={options.detail}
          width={options.detailWidth}
          actions={<RowActions visible={1} actions={actionsOf(open, true)} />}
          onPrevious={neighbour(-1)}
          onNext={neighbour(1)}
          onClose={() => setOpenId(null)}
        >
          {options.inDetail?.(open as never, tools)}
        </DetailDrawer>
      ) : null}
      {insert && editing === 'new' ? (
        <FormDrawer open title={`新增${definition.label}`} call={insert} fields={fields} initial={{ ...options.initial }} hidden={hiddenOf(fields, options.fixed)} draft={`${name}/new`} onClose={() => setEditing(null)} onDone={saved(`${definition.label}已新增`)} />
      ) : null}
      {update && editing && editing !== 'new' ? (
        <FormDrawer
          open
          title={`修改${definition.label} · ${nameOf(editing)}`}
          call={update}
          fields={fields}
          initial={editing}
          hidden={{ ...hiddenOf(fields, options.fixed), [definition.id]: idOf(editing), version: editing.version }}
          draft={`${name}/${idOf(editing)}`}
          onClose={() => setEditing(null)}
          onDone={saved(`${definition.label}已保存`)}
        />
      ) : null}
      {asking && step ? (
        <ReasonDialog
          title={`${step.label}${definition.label}：${nameOf(asking.row)}`}
          text={options.texts?.[asking.verb] ?? (asking.verb === 'delete' ? '删除后不能恢复，此操作会记入日志。' : `确定要${step.label}吗？此操作会记入日志。`)}
          confirmText={step.label}
          reason={step.reason}
          danger={step.danger}
          onConfirm={(reason) => carryOut(asking, reason)}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {batch ? (
        <BatchDialog
          resource={resource}
          verb={batch.step.verb}
          label={batch.step.label}
          {...(options.texts?.[batch.step.verb] ? { text: options.texts[batch.step.verb] as string } : {})}
          reason={batch.step.reason}
          danger={batch.step.danger}
          target={batch.target}
          onClose={(changed) => {
            setBatch(null)
            if (!changed) return
            store.clearSelection()
            void list.reload()
          }}
        />
      ) : null}
      {importing ? (
        <ImportDialog
          resource={resource}
          onClose={(changed) => {
            setImporting(false)
            if (changed) void list.reload()
          }}
        />
      ) : null}
      {options.beside?.(tools)}
    </>
  )
}) as (props: { options: Options; part?: boolean }) => ReactNode

/** The same list as a part of another page, such as the items of what a drawer shows; its query stays out of the address. */
export const ResourcePart = <R extends AnyResource>(options: ResourcePageOptions<R>): ReactNode => <View options={options as never} part />

type Options = Omit<ResourcePageOptions<AnyResource>, 'columns'> & { columns: readonly Column<never>[] }

interface Step {
  verb: string
  label: string
  reason: 'required' | 'optional' | 'none'
  danger: boolean
  permitted: boolean
}

const mayCall = ({ access }: Call): boolean => access.kind !== 'permit' || session().has(access.code)

/** Deeds of a resource that are asked about before: the steps of its status machine and deleting. One verb stands once. */
function stepsOf({ definition, remove }: AnyResource): Step[] {
  const transitions: readonly Transition<string>[] = definition.status?.machine.transitions ?? []
  const steps = [...new Map(transitions.map((t) => [t.verb, t])).values()].map((t) => ({
    verb: t.verb,
    label: t.label,
    reason: t.reason ?? ('none' as const),
    danger: Boolean(t.danger),
    permitted: session().has(t.permit),
  }))
  return remove ? [...steps, { verb: 'delete', label: '删除', reason: 'none' as const, danger: true, permitted: mayCall(remove) }] : steps
}

/** Fields that are fixed for the whole page go with the form without being shown. */
const hiddenOf = (fields: readonly FormField[], fixed: Record<string, unknown> | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fixed ?? {}).filter(([name]) => !fields.some((f) => f.name === name)))
