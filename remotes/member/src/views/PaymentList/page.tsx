import { payChannel, payment, payStatus } from '@assoc/contract/fee/payment'
import { session } from '@assoc/session'
import { resourcePage, Tag } from '@assoc/ui'
import { lazy } from 'react'
import { Allocations } from '../../fee/Allocations'
import { searchOf } from '../../fee/search'

const SettleBills = lazy(() => import('./SettleBills'))
const ApplyForm = lazy(() => import('../InvoiceApply/ApplyForm'))

const BY_HAND = payChannel.options.filter((o) => o.value !== 'balance')

/** Money that came: written down by one person, settled by another. */
export default resourcePage({
  name: 'member/PaymentList',
  title: '缴费记录',
  resource: payment,
  search: searchOf(payment, '编号、公司、户名或流水号'),
  columns: [
    { field: 'payNo', width: 150, sortable: true },
    { field: 'memberName', width: 195 },
    { field: 'payStatus', width: 100, tag: payStatus },
    { field: 'payDate', width: 115, sortable: true },
    { field: 'amount', width: 125, sortable: true },
    { field: 'payerName', width: 195, render: (row) => <>{row.byOther ? <Tag>代付</Tag> : null} {row.payerName}</> },
    { field: 'channel', width: 100, hidden: true },
    { field: 'bankSerial', width: 160, hidden: true },
    { field: 'allocatedAmount', width: 130, hidden: true },
    { field: 'balanceAmount', width: 130, hidden: true },
  ],
  fields: {
    payDate: { help: '款项到账的日期，不晚于今天' },
    channel: { kind: 'select', options: BY_HAND },
    payerName: { span: 2, help: '按回单填写；与会员公司全称不一致时标为代付' },
    bankSerial: { help: '同一流水号只能登记一次' },
    voucher: { help: '银行回单等，PDF 或图片' },
  },
  initial: { channel: 'bank' },
  detail: ['payNo', 'memberNo', 'memberName', 'payDate', 'amount', 'channel', 'payerName', 'byOther', 'bankSerial', 'voucher', 'allocatedAmount', 'balanceAmount', 'payStatus', 'remark', 'updateTime'],
  detailWidth: 640,
  inDetail: (row) => (row.payStatus === 'pending' ? null : <Allocations paymentId={row.paymentId} balanceAmount={row.balanceAmount} />),
  texts: {
    settle: '核销后先付年度最早的未缴账单，余下转入会费余额。登记或修改过的人不能核销。',
    giveBack: '此笔登记不再核销，流水号可以重新登记。来自银行流水的款项回到「待认领款项」，确需退款时在那里退回付款人。',
    reverse: '已核销的账单恢复欠缴，转入余额的款项收回。余额已被使用时不能冲正。来自银行流水的款项回到「待认领款项」，在那里重新认领；其他缴费可用同一流水号重新登记。',
  },
  actions: (row, { show }) => [
    ...(row.abilities.includes('settle') ? [{ key: 'settleBills', label: '按指定账单核销', last: true, onClick: () => show('settleBills', row) }] : []),
    ...(row.payStatus === 'settled' && row.channel !== 'balance' && row.openAmount > 0 && session().has('invoice:apply:insert') ? [{ key: 'invoice', label: '开票', onClick: () => show('invoice', row) }] : []),
  ],
  dialogs: {
    settleBills: (given) => <SettleBills {...given} />,
    invoice: ({ row, ...on }) => <ApplyForm row={null} of={row} {...on} />,
  },
})
