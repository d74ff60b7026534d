import { invoiceSend, sendResult } from '@assoc/contract/invoice/send'
import { Alert, resourcePage } from '@assoc/ui'
import { searchOf } from '../../fee/search'

/** What went out by mail, and what became of it. */
export default resourcePage({
  name: 'member/InvoiceSend',
  title: '发票发送',
  resource: invoiceSend,
  nameOf: ({ invoiceNo, sendTo }) => `${invoiceNo} → ${sendTo}`,
  search: searchOf(invoiceSend, '票据号码、抬头、完整邮箱或公司'),
  columns: [
    { field: 'invoiceNo', width: 205 },
    { field: 'title', width: 160 },
    { field: 'sendTo', width: 150 },
    { field: 'sendResult', width: 112, tag: sendResult },
    { field: 'sendTime', width: 150, sortable: true },
    { field: 'readTime', width: 150 },
    { field: 'tries', width: 90, hidden: true },
    { field: 'operator', width: 90, hidden: true },
    { field: 'problem', width: 240, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  fields: { sendTo: { span: 2, help: '留空则发送到抬头的收票邮箱' }, remark: { kind: 'longText' } },
  detail: ['invoiceNo', 'memberName', 'title', 'sendTo', 'sendResult', 'tries', 'sendTime', 'readTime', 'operator', 'remark', 'updateTime'],
  inDetail: (row) => (row.problem ? <Alert type={row.sendResult === 'sent' ? 'info' : 'warning'} showIcon title={row.problem} /> : null),
  texts: { retry: '再次发送到同一个邮箱。结果未知的邮件可能已经送达，对方可能收到两封。' },
})
