import { yearNow } from '@assoc/contract/core/day'
import { openCategoryLookup } from '@assoc/contract/member/lookups'
import { Form, labelSeen, RefSelect, type FormField, type RefSelectProps } from '@assoc/ui'
import dayjs from 'dayjs'
import { useEffect } from 'react'

/** The category after the change. A day that nobody has chosen becomes the first one of the next fee year. */
function Category(given: Omit<RefSelectProps, 'lookup'>) {
  const form = Form.useFormInstance()
  const kind = Form.useWatch<string>('transferType', form)
  useEffect(() => {
    if (kind === 'category' && !form.getFieldValue('effectiveDate')) form.setFieldValue('effectiveDate', dayjs(`${yearNow() + 1}-01-01`))
  }, [kind, form])
  return <RefSelect {...given} lookup={openCategoryLookup} />
}

/** The form; which of the targets is shown follows from the kind. */
export const transferFields: Record<string, Partial<FormField>> = {
  transferType: { span: 2 },
  toCompanyId: { help: '承继公司不能已有在籍的会员' },
  toJurisdiction: { help: '生效后写入公司资料' },
  toCategoryId: { kind: 'own', render: <Category />, show: (value) => labelSeen(openCategoryLookup, value) ?? '—', help: '默认自下一会费年度首日起生效' },
  carryBalance: { help: '不结转的，须先退还会费余额' },
  effectiveDate: { help: '批准时已到生效日期的立即生效，其余在当日自动生效' },
}
