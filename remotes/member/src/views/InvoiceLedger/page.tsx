import { invoiceResource, ticketStatus } from '@assoc/contract/invoice/invoice'
import { yuan } from '@assoc/http'
import { session } from '@assoc/session'
import { Alert, resourcePage, Tag, type RowOf } from '@assoc/ui'
import { lazy } from 'react'
import { searchOf } from '../../fee/search'
import { Totals } from './Totals'

type InvoiceFacts = RowOf<typeof invoiceResource.list>

const SendForm = lazy(() => import('./SendForm'))
const CreditNoteForm = lazy(() => import('./RedForm'))

/** What a number does not tell of its invoice. */
const marks = ({ blueNo, issueWay }: InvoiceFacts) => `${blueNo ? '红字' : ''}${issueWay === 'trial' ? '试用票据' : ''}`

const STANDING: readonly string[] = ['issued', 'sent', 'partRed']

/** All invoices, blue and red: read, sent, set right. */
export default resourcePage({
  name: 'member/InvoiceLedger',
  title: '票据台账',
  resource: invoiceResource,
  // Invoices are registered from what they are for: 开票申请 and 红冲管理.
  create: false,
  fields: { applyId: { kind: 'text' }, redId: { kind: 'text' } },
  nameOf: ({ invoiceNo, amount }) => `${invoiceNo}，${yuan(amount)} 元`,
  search: searchOf(invoiceResource, '票据号码、抬头、编号或公司'),
  columns: [
    { field: 'invoiceNo', width: 300, sortable: true, render: (row) => <>{row.invoiceNo} {marks(row) ? <Tag>{marks(row)}</Tag> : null}</>, text: (row) => row.invoiceNo },
    { field: 'title', width: 190 },
    { field: 'amount', width: 138, sortable: true },
    { field: 'issueDate', width: 112, sortable: true },
    { field: 'ticketStatus', width: 98, tag: ticketStatus },
    { field: 'issueWay', width: 95, hidden: true },
    { field: 'ticketType', width: 230, hidden: true },
    { field: 'bizType', width: 90, hidden: true },
    { field: 'taxAmount', width: 120, hidden: true },
    { field: 'redAmount', width: 120, hidden: true },
    { field: 'itemName', width: 160, hidden: true },
    { field: 'memberNo', width: 120, hidden: true },
    { field: 'applyNo', width: 150, hidden: true },
    { field: 'papers', width: 220, hidden: true },
  ],
  actions: (row, { show }) => {
    const standing = STANDING.includes(row.ticketStatus)
    return [
      ...(standing && session().has('invoice:send:send') ? [{ key: 'sendTo', label: '发送', onClick: () => show('send', row) }] : []),
      ...(standing && !row.blueNo && session().has('invoice:red:insert') ? [{ key: 'red', label: '红冲', danger: true, onClick: () => show('red', row) }] : []),
    ]
  },
  detail: ['invoiceNo', 'blueNo', 'applyNo', 'memberNo', 'memberName', 'bizType', 'ticketType', 'title', 'taxNo', 'itemName', 'amount', 'taxAmount', 'redAmount', 'issueDate', 'issueWay', 'ticketStatus', 'papers'],
  inDetail: (row) => (row.issueWay === 'trial' ? <Alert type="warning" showIcon title="试用票据" description="没有接入正式开票平台时生成，不作为报销、入账或抵扣凭证，不能当作收据交给会员。" /> : null),
  above: ({ list: { store } }) => <Totals filter={() => store.filterInput()} rows={() => store.rows} />,
  texts: { post: '票据文件作为附件，发送到抬头的收票邮箱。结果在「发票发送」中查看。试用票据的邮件会写明不作凭证。' },
  dialogs: {
    send: ({ row, ...on }) => <SendForm invoice={row} {...on} />,
    red: ({ row, ...on }) => <CreditNoteForm invoice={row} {...on} />,
  },
  visibleActions: 2,
})
