import { invoiceTicket, ticketStatus } from '@assoc/contract/member/invoice'
import { yuan } from '@assoc/http'
import { session } from '@assoc/session'
import { Tag } from '@assoc/ui'
import { resourcePage, type RowOf } from '@assoc/ui/data'
import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { searchOf } from '../../fee/search'

type Ticket = RowOf<typeof invoiceTicket.list>

/** The dialog that is open: one page stands at a time. */
class Asked {
  asked: { kind: 'send' | 'red'; ticket: Ticket } | null = null
  constructor() {
    makeAutoObservable(this)
  }
  ask(kind: 'send' | 'red', ticket: Ticket): void {
    this.asked = { kind, ticket }
  }
  close(): void {
    this.asked = null
  }
}
const dialog = new Asked()
const SendForm = lazy(() => import('./SendForm'))
const RedForm = lazy(() => import('./RedForm'))

const STANDING: readonly string[] = ['issued', 'sent', 'partRed']

/** All tickets, blue and red: read, sent, set right. */
export default resourcePage({
  name: 'member/InvoiceLedger',
  title: '票据台账',
  resource: invoiceTicket,
  nameOf: ({ invoiceNo, amount }) => `${invoiceNo}，${yuan(amount)} 元`,
  search: searchOf(invoiceTicket, '票据号码、抬头、编号或公司'),
  columns: [
    { field: 'invoiceNo', width: 215, sortable: true, render: (row) => <>{row.invoiceNo} {row.blueNo ? <Tag>红字</Tag> : null}</>, text: (row) => row.invoiceNo },
    { field: 'title', width: 215 },
    { field: 'amount', width: 130, sortable: true },
    { field: 'issueDate', width: 115, sortable: true },
    { field: 'ticketStatus', width: 100, tag: ticketStatus },
    { field: 'ticketType', width: 230, hidden: true },
    { field: 'bizType', width: 90, hidden: true },
    { field: 'taxAmount', width: 120, hidden: true },
    { field: 'redAmount', width: 120, hidden: true },
    { field: 'itemName', width: 160, hidden: true },
    { field: 'memberNo', width: 120, hidden: true },
    { field: 'applyNo', width: 150, hidden: true },
    { field: 'papers', width: 220, hidden: true },
  ],
  actions: (row) => {
    const standing = STANDING.includes(row.ticketStatus)
    return [
      ...(standing && session().has('invoice:send:send') ? [{ key: 'sendTo', label: '发送', onClick: () => dialog.ask('send', row) }] : []),
      ...(standing && !row.blueNo && session().has('invoice:red:insert') ? [{ key: 'red', label: '红冲', danger: true, onClick: () => dialog.ask('red', row) }] : []),
    ]
  },
  detail: ['invoiceNo', 'blueNo', 'applyNo', 'memberNo', 'memberName', 'bizType', 'ticketType', 'title', 'taxNo', 'itemName', 'amount', 'taxAmount', 'redAmount', 'issueDate', 'ticketStatus', 'papers'],
  texts: { post: '票据文件作为附件，发送到抬头的收票邮箱。结果在「发票发送」中查看。' },
  beside: ({ reload }) => <Dialogs onDone={() => void reload()} />,
  visibleActions: 2,
  actionsWidth: 200,
})

const Dialogs = observer(function Dialogs({ onDone }: { onDone: () => void }) {
  const { asked } = dialog
  if (!asked) return null
  const close = () => dialog.close()
  const done = () => {
    close()
    onDone()
  }
  return <Suspense fallback={null}>{asked.kind === 'send' ? <SendForm ticket={asked.ticket} onClose={close} onDone={done} /> : <RedForm ticket={asked.ticket} onClose={close} onDone={done} />}</Suspense>
})
