import { JURISDICTIONS } from '@assoc/contract/member/jurisdiction'
import { Form, Select, Switch, type FormField } from '@assoc/ui/data'
import dayjs from 'dayjs'
import { useEffect, type ReactElement } from 'react'
import { OnlyWhen } from '../../company/OnlyWhen'
import { useCategories } from '../../lib/categories'
import { companyField, memberField } from '../../lib/pickers'

interface Given {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

const PLACES = JURISDICTIONS.map((place) => ({ value: place, label: place }))

const Choice = ({ options, loading = false, onChange, value, ...given }: Given & { options: readonly { value: string; label: string }[]; loading?: boolean }) => (
  <Select {...given} allowClear showSearch={{ optionFilterProp: 'label' }} style={{ width: '100%' }} placeholder="请选择" loading={loading} value={value ?? null} options={[...options]} onChange={(next: string | undefined) => onChange?.(next ?? null)} />
)

/** The category after the change. A day that nobody has chosen becomes the first one of the next fee year. */
function Category(given: Given) {
  const categories = useCategories()
  const form = Form.useFormInstance()
  const kind = Form.useWatch<string>('transferType', form)
  useEffect(() => {
    if (kind === 'category' && !form.getFieldValue('effectiveDate')) form.setFieldValue('effectiveDate', dayjs().add(1, 'year').startOf('year'))
  }, [kind, form])
  return <Choice {...given} options={categories ?? []} loading={categories === null} />
}

function Carry({ value, onChange, id }: { id?: string; value?: boolean; onChange?: (on: boolean) => void }) {
  return <Switch {...(id ? { id } : {})} checked={value ?? false} onChange={(on) => onChange?.(on)} />
}

const only = (kind: string, control: ReactElement): Partial<FormField> => ({ kind: 'own', render: <OnlyWhen field="transferType" is={[kind]}>{control}</OnlyWhen> })

/** The form: of the three targets only that of the chosen kind is shown. */
export const transferFields: Record<string, Partial<FormField>> = {
  memberId: memberField,
  transferType: { span: 2 },
  toCompanyId: { ...only('succession', (companyField as { render: ReactElement }).render), span: 2, show: (companyField as { show: (value: unknown) => string }).show, help: '承继公司不能已有在籍的会员' },
  toJurisdiction: { ...only('jurisdiction', <Choice options={PLACES} />), show: (value) => String(value ?? '—'), help: '生效后写入公司资料' },
  toCategoryId: { ...only('category', <Category />), help: '默认自下一会费年度首日起生效' },
  carryBalance: { ...only('succession', <Carry />), show: (value) => (value ? '是' : '否'), help: '不结转的，须先退还会费余额' },
  effectiveDate: { help: '批准时已到生效日期的立即生效，其余在当日自动生效' },
}
