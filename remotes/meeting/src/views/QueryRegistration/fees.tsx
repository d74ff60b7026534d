import { viewLink } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { noteFeePaid, noteFeeRefunded, selectFeeInvoice, selectFeeLines } from '@assoc/contract/meeting/fee'
import type { registration } from '@assoc/contract/meeting/registration'
import { api, yuan } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { Alert, FormDrawer, ReasonDialog, Select, useAnswer, type FormField, type PageDialog, type RowOf } from '@assoc/ui'

type Row = RowOf<typeof registration.list>

/** Notes a fee as paid, by money of the bank's that was put down for meetings, or by a receipt. */
export function PaidDialog({ row, onClose, onDone }: PageDialog<Row>) {
  const { data } = useAnswer(selectFeeLines, { registerId: row.registerId })
  const due = data?.due ?? row.dueAmount
  const options = (data?.lines ?? []).map(({ suspenseId, serialNo, payerName, tradeDate, left }) => ({ value: suspenseId, label: `${tradeDate} ${payerName} ${serialNo}，未用 ${yuan(left)} 元`, disabled: left < due }))
  const fields: FormField[] = [
    { name: 'suspenseId', kind: 'own', span: 2, help: '银行流水中记为会议或培训业务、金额足够的到账', render: <Select allowClear showSearch placeholder="请选择" notFoundContent="没有未用的会议到账" options={options} /> },
    { name: 'receiptNo', kind: 'text', help: '没有银行流水的填写收据号' },
    { name: 'paidDate', kind: 'date' },
    { name: 'remark', kind: 'longText', span: 2 },
  ]
  return (
    <FormDrawer open title={`登记会务费 · ${row.name}`} call={noteFeePaid} fields={fields} initial={{ paidDate: today() }} hidden={{ registerId: row.registerId, version: row.version }} onClose={onClose} onDone={() => onDone('会务费已登记')}>
      <Alert type="info" showIcon title={`应缴 ${yuan(due)} 元。`} />
    </FormDrawer>
  )
}

const REFUND: FormField[] = [
  { name: 'receiptNo', kind: 'text' },
  { name: 'refundDate', kind: 'date' },
  { name: 'remark', kind: 'longText', span: 2 },
]

/** Notes that a fee was given back. */
export function RefundDialog({ row, onClose, onDone }: PageDialog<Row>) {
  return <FormDrawer open title={`登记退款 · ${row.name}`} call={noteFeeRefunded} fields={REFUND} initial={{ refundDate: today() }} hidden={{ registerId: row.registerId, version: row.version }} onClose={onClose} onDone={() => onDone('退款已登记')} />
}

/** Opens an application for the invoice, filled in with what was paid. */
export function InvoiceDialog({ row, onClose }: PageDialog<Row>) {
  const navigate = useNavigate()
  const go = async () => {
    const { memberId, receivedSerial, receivedDate, amount, itemName } = await api(selectFeeInvoice, { registerId: row.registerId })
    onClose()
    void navigate(viewLink('member/InvoiceApply', { ask: 'meeting', of: memberId, serial: receivedSerial, day: receivedDate, money: amount, item: itemName }))
  }
  return <ReasonDialog title={`申请开票：${row.name}`} text={`会务费 ${yuan(row.dueAmount)} 元。将打开开票申请，会员、到账和金额已填好，请核对抬头后提交。`} confirmText="去填写" reason="none" onConfirm={go} onClose={onClose} />
}
