import type { ResponseOf } from '@assoc/contract'
import { changeTarget, findChangeTargets, selectChangeFields } from '@assoc/contract/member/change-request'
import { api } from '@assoc/http'
import { session } from '@assoc/session'
import { Input, Typography } from '@assoc/ui'
import { Form, Select, useAnswer, type FormField, type RemoteOption } from '@assoc/ui/data'
import { useEffect, useRef, useState } from 'react'
import { Picker } from '../../lib/Picker'
import { contactsOf } from '../../lib/find'

type Offered = ResponseOf<typeof selectChangeFields>
type Kind = keyof typeof changeTarget.labels

interface Given {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

const names = new Map<string, string>()
const nameOf = (kind: string, id: unknown) => names.get(`${kind} ${String(id)}`) ?? '已选择的对象'

function useChosen(name: string): string | undefined {
  return Form.useWatch<string | undefined>(name, Form.useFormInstance())
}

/** Empties a control when what it depends on is chosen anew; not when the form begins. */
function useEmptied(on: string | undefined, onChange: Given['onChange']): void {
  const before = useRef(on)
  useEffect(() => {
    if (before.current !== undefined && before.current !== on) onChange?.(null)
    before.current = on
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the choice above counts
  }, [on])
}

/** A record of the chosen kind. */
function Target(given: Given) {
  const kind = useChosen('targetType') as Kind | undefined
  useEmptied(kind, given.onChange)
  if (!kind) return <Select {...(given.id ? { id: given.id } : {})} disabled placeholder="请先选择变更对象的类型" style={{ width: '100%' }} />
  const find = async (keyword: string): Promise<RemoteOption[]> => {
    const found = await api(findChangeTargets, { targetType: kind, keyword })
    for (const { targetId, name } of found) names.set(`${kind} ${targetId}`, name)
    return found.map(({ targetId, name }) => ({ value: targetId, label: name }))
  }
  return <Picker key={kind} {...given} finder={{ find, name: (id) => Promise.resolve(nameOf(kind, id)) }} placeholder={kind === 'contact' ? '输入姓名、公司名称或代码查找' : '输入名称或代码查找'} />
}

/** A field of the chosen kind; whether it needs papers is told when it is chosen. */
function Field({ offered, id, value, onChange }: Given & { offered: Offered }) {
  const kind = useChosen('targetType')
  useEmptied(kind, onChange)
  const fields = offered.find((t) => t.targetType === kind)?.fields ?? []
  // A kind with one field leaves nothing to choose.
  const [only] = fields.length === 1 ? fields : []
  useEffect(() => {
    if (only && value !== only.fieldName) onChange?.(only.fieldName)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each kind
  }, [only?.fieldName, value])
  return (
    <>
      <Select {...(id ? { id } : {})} style={{ width: '100%' }} placeholder="请选择" disabled={!kind} value={value ?? null} options={fields.map((f) => ({ value: f.fieldName, label: f.label }))} onChange={(next: string | null) => onChange?.(next)} />
      {fields.find((f) => f.fieldName === value)?.proof ? <Typography.Text type="secondary">此项须上传证明材料</Typography.Text> : null}
    </>
  )
}

/** The new value: a text, one of the field's choices, or a person of the member's company. */
function NewValue({ offered, id, value, onChange }: Given & { offered: Offered }) {
  const kind = useChosen('targetType')
  const field = useChosen('fieldName')
  useEmptied(field, onChange)
  if (kind === 'representative') return <Person {...(id ? { id } : {})} value={value ?? null} {...(onChange ? { onChange } : {})} />
  const options = offered.find((t) => t.targetType === kind)?.fields.find((f) => f.fieldName === field)?.options
  if (options) return <Select {...(id ? { id } : {})} style={{ width: '100%' }} placeholder="请选择" value={value ?? null} options={Object.entries(options).map(([key, label]) => ({ value: key, label }))} onChange={(next: string | null) => onChange?.(next)} />
  return <Input {...(id ? { id } : {})} value={value ?? ''} onChange={(e) => onChange?.(e.target.value)} />
}

function Person({ id, value, onChange }: Given) {
  const memberId = useChosen('targetId')
  const [people, setPeople] = useState<readonly RemoteOption[]>([])
  useEmptied(memberId, onChange)
  useEffect(() => {
    let wanted = true
    const load = async () => {
      if (!memberId) return []
      const { memberResource } = await import('@assoc/contract/member/member')
      return contactsOf((await api(memberResource.read, { memberId })).companyId).find('')
    }
    load().then((found) => wanted && setPeople(found), () => undefined)
    return () => void (wanted = false)
  }, [memberId])
  return <Select {...(id ? { id } : {})} style={{ width: '100%' }} disabled={!memberId} placeholder="请选择该公司在任的联系人" showSearch={{ optionFilterProp: 'label' }} value={value ?? null} options={[...people]} onChange={(next: string | null) => onChange?.(next)} />
}

/** The form: what may be chosen follows from the kind of record. */
export function useChangeFields(): Record<string, Partial<FormField>> {
  const { data } = useAnswer(selectChangeFields, session().has('director:change:insert') ? {} : null)
  const offered = data ?? []
  return {
    targetType: { kind: 'select', options: offered.map(({ targetType }) => ({ value: targetType, label: changeTarget.labels[targetType] })) },
    targetId: { kind: 'own', label: '对象', render: <Target />, show: (id) => Object.keys(changeTarget.labels).map((kind) => names.get(`${kind} ${String(id)}`)).find(Boolean) ?? '已选择的对象' },
    fieldName: { kind: 'own', render: <Field offered={offered} />, show: (name) => offered.flatMap((t) => t.fields).find((f) => f.fieldName === name)?.label ?? '—' },
    newValue: { kind: 'own', render: <NewValue offered={offered} />, show: (value) => String(value ?? '—') },
    proofFiles: { help: '变更公司全称、统一社会信用代码和会员代表须上传' },
  }
}
