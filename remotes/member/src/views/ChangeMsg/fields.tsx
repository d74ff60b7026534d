import type { ResponseOf } from '@assoc/contract'
import { CHANGE_ITEMS, changeTarget, selectChangeFields, selectChangeTarget } from '@assoc/contract/member/change-request'
import { session } from '@assoc/session'
import { Button, CloseOutlined, Flex, Input, PlusOutlined, Select, Typography, useAnswer, type FormField } from '@assoc/ui'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useChosen } from './chosen'
import { Industry, isIndustry } from './Industry'

type Offered = ResponseOf<typeof selectChangeFields>
type Kind = keyof typeof changeTarget.labels

// Its lookup reads members, whose contract is large; one change of many needs it.
const Person = lazy(() => import('./Person').then((m) => ({ default: m.Person })))
const RepresentativePart = (given: { value: string | null; onChange: (value: string | null) => void }) => (
  <Suspense fallback={<Input disabled />}>
    <Person {...given} />
  </Suspense>
)

interface Item {
  fieldName: string | null
  newValue: string | null
}

interface ItemsProps {
  offered: Offered
  id?: string
  value?: readonly Item[] | null
  onChange?: (value: readonly Item[]) => void
}

const NOTHING: Item = { fieldName: null, newValue: null }
const NO_ITEMS = [NOTHING]

/** The fields that are to change, each with what stands there now and what is to stand there. */
function Items({ offered, id, value, onChange }: ItemsProps) {
  const kind = useChosen('targetType') as Kind | undefined
  const targetId = useChosen('targetId')
  const { data: target } = useAnswer(selectChangeTarget, kind && targetId ? { targetType: kind, targetId } : null)
  const items = value && value.length > 0 ? value : NO_ITEMS
  const before = useRef(kind)
  useEffect(() => {
    if (before.current !== undefined && before.current !== kind) onChange?.(NO_ITEMS)
    before.current = kind
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the kind counts
  }, [kind])
  const fields = offered.find((t) => t.targetType === kind)?.fields ?? []
  // A kind with one field leaves nothing to choose.
  const [only] = fields.length === 1 ? fields : []
  useEffect(() => {
    if (only && items[0]?.fieldName !== only.fieldName) onChange?.([{ fieldName: only.fieldName, newValue: null }])
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each kind
  }, [only?.fieldName, items[0]?.fieldName])
  const put = (n: number, item: Item) => onChange?.(items.map((one, k) => (k === n ? item : one)))
  return (
    <Flex vertical gap={12} id={id ?? ''} tabIndex={-1}>
      {items.map((item, n) => {
        const field = fields.find((f) => f.fieldName === item.fieldName)
        const free = fields.filter((f) => f.fieldName === item.fieldName || !items.some((other) => other.fieldName === f.fieldName))
        return (
          <Flex key={item.fieldName ?? `new${n}`} gap={8} align="flex-start">
            <div style={{ width: 190, flex: 'none' }}>
              <Select aria-label={`第 ${n + 1} 项`} style={{ width: '100%' }} placeholder="选择变更项" showSearch disabled={!kind || Boolean(only)} value={item.fieldName} options={free.map((f) => ({ value: f.fieldName, label: f.label }))} onChange={(next: string) => put(n, { fieldName: next, newValue: null })} />
              {field?.proof ? <Typography.Text type="secondary">须上传证明材料</Typography.Text> : null}
            </div>
            <div style={{ flex: 1, minWidth: 0 }}>
              <NewValue kind={kind} field={field} value={item.newValue} onChange={(newValue) => put(n, { ...item, newValue })} />
              {field && target ? <Typography.Text type="secondary">现为：{target.fields.find((f) => f.fieldName === field.fieldName)?.text ?? '（空）'}</Typography.Text> : null}
            </div>
            {items.length > 1 ? <Button type="text" icon={<CloseOutlined />} aria-label={`移除${field?.label ?? '这一项'}`} onClick={() => onChange?.(items.filter((_one, k) => k !== n))} /> : null}
          </Flex>
        )
      })}
      {fields.length > items.length && items.length < CHANGE_ITEMS ? (
        <Button type="dashed" icon={<PlusOutlined />} onClick={() => onChange?.([...items, NOTHING])}>
          再加一项
        </Button>
      ) : null}
    </Flex>
  )
}

type Field = Offered[number]['fields'][number]

/** The new value: a text, one of the field's choices, an industry, or a person of the member's company. */
function NewValue({ kind, field, value, onChange }: { kind: Kind | undefined; field: Field | undefined; value: string | null; onChange: (value: string | null) => void }) {
  if (kind === 'representative') return <RepresentativePart value={value} onChange={onChange} />
  const label = `${field?.label ?? ''}变更为`
  const name = field?.fieldName
  if (isIndustry(name)) return <Industry key={name} field={name} label={label} value={value} onChange={onChange} />
  if (field?.options) return <Select allowClear showSearch aria-label={label} style={{ width: '100%' }} placeholder="变更为；不选即清空" value={value} options={Object.entries(field.options).map(([key, text]) => ({ value: key, label: text }))} onChange={(next: string | undefined) => onChange(next ?? null)} />
  return <Input aria-label={label} disabled={!field} placeholder={field ? '变更为；留空即清空' : '请先选择变更项'} value={value ?? ''} onChange={(e) => onChange(e.target.value || null)} />
}

const formatValue = (offered: Offered, value: unknown): string =>
  ((value ?? []) as readonly Item[]).map((item) => `${offered.flatMap((t) => t.fields).find((f) => f.fieldName === item.fieldName)?.label ?? '—'}：${item.newValue ?? '（空）'}`).join('；') || '—'

/** The form: what may be chosen follows from the kind of record. */
export function useChangeFields(): Record<string, Partial<FormField>> {
  const { data } = useAnswer(selectChangeFields, session().has('director:change:insert') ? {} : null)
  const offered = data ?? []
  return {
    targetType: { kind: 'select', options: offered.map(({ targetType }) => ({ value: targetType, label: changeTarget.labels[targetType] })) },
    targetId: { label: '对象', span: 1 },
    changeItems: { kind: 'own', span: 2, render: <Items offered={offered} />, show: (value) => formatValue(offered, value), help: '各项一并审核：通过后同时写入，其中一项不能写入的都不写入' },
    proofFiles: { help: '变更公司全称、证券代码、统一社会信用代码、会员代表、发票抬头和独董姓名须上传' },
  }
}
