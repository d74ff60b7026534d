import { sumInvoices } from '@assoc/contract/invoice/invoice'
import type { RequestOf } from '@assoc/contract'
import { SumSwitch, sumText, Typography, useAnswer } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'

interface TotalsProps {
  /** The list's filter as it is sent. */
  filter: () => Record<string, unknown>
  /** The rows that stand there: read again, the sums are too. */
  rows: () => unknown
}

/** What all invoices come to that the filter matches, not those of the page alone. */
export const Totals = observer(function Totals({ filter, rows }: TotalsProps) {
  const { data, error, reload } = useAnswer(sumInvoices, filter() as RequestOf<typeof sumInvoices>)
  const now = rows()
  useEffect(() => void reload(), [now, reload])
  if (error) return <Typography.Text type="secondary">合计没有读到：{error}</Typography.Text>
  return (
    <Typography.Text type="secondary" style={{ display: 'block', fontVariantNumeric: 'tabular-nums' }} role="status" aria-label="合计">
      {data ? `合计 ${data.count.toLocaleString('zh-CN')} 张，票面金额 ${sumText(data.amount)}，其中税额 ${sumText(data.taxAmount)}（红字票据按负数计）` : '正在合计…'}
      <SumSwitch />
    </Typography.Text>
  )
})
