import { redConfirm, redStatus } from '@assoc/contract/invoice/credit-note'
import { yuan } from '@assoc/http'
import { session } from '@assoc/session'
import { Alert, Button, DetailFields, PlusOutlined, resourcePage, type RowOf } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'
import { searchOf } from '../../fee/search'

const ofCreditNote = ({ redId, confirmNo, ticketType, title, redAmount, blueNo }: RowOf<typeof redConfirm.list>) => ({ kind: 'redId' as const, id: redId, no: confirmNo, ticketType, title, amount: redAmount, taxAmount: null, blueNo })
const CreditNoteForm = lazy(() => import('../InvoiceLedger/RedForm'))
const RegisterForm = lazy(() => import('../InvoiceLedger/RegisterForm'))

/** Confirmations by which invoices are set right. */
export default resourcePage({
  name: 'member/RedFlush',
  title: '红冲管理',
  resource: redConfirm,
  create: false,
  nameOf: ({ confirmNo, redAmount }) => `${confirmNo}，${yuan(redAmount)} 元`,
  search: searchOf(redConfirm, '确认单编号、票号、抬头或公司'),
  columns: [
    { field: 'confirmNo', width: 150 },
    { field: 'blueNo', width: 190 },
    { field: 'ticketType', width: 190, hidden: true },
    { field: 'title', width: 220 },
    { field: 'redAmount', width: 130 },
    { field: 'redStatus', width: 125, tag: redStatus },
    { field: 'redReason', width: 95, hidden: true },
    { field: 'confirmDeadline', width: 150, sortable: true, hidden: true },
    { field: 'redNo', width: 190, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  // Drawn by the form of the page's own.
  fields: { invoiceId: { kind: 'text' } },
  toolbar: ({ reload }) => (session().has('invoice:red:insert') ? <Begin onDone={() => void reload()} /> : null),
  actions: (row, { show }) => (row.redStatus === 'confirmed' && row.byHand && session().has('invoice:ticket:issue') && session().has('invoice:red:handle') ? [{ key: 'register', label: '登记红票', onClick: () => show('register', row) }] : []),
  detail: ['confirmNo', 'blueNo', 'ticketType', 'memberName', 'title', 'blueAmount', 'redReason', 'redAmount', 'redStatus', 'redNo', 'remark', 'updateTime'],
  inDetail: (row) => (
    <>
      {row.problem ? <Alert type="warning" showIcon title="红票开具失败" description={row.problem} /> : null}
      {/* The other side's confirmation is a matter of the tax authority's invoices alone. */}
      {row.ticketType === 'dues' ? null : <DetailFields schema={redConfirm.row} row={row} fields={['usedFlag', 'initiator', 'confirmDeadline']} />}
    </>
  ),
  texts: {
    approve: '会费票据：确认后在财政票据系统按上面的金额开具红字票据，不能撤销。全额红冲后，对应金额可以重新申请开票。',
    agree: '会费票据：复核后请在财政票据系统按上面的金额开具红字票据，再用「登记红票」登记。',
    decline: '请写明不同意的原因，票据恢复原状态。',
    confirm: '登记对方已在税务平台确认，之后可以开具红票。',
    refuse: '请写明对方拒绝的原因，票据恢复原状态。',
    withdraw: '请写明原因，票据恢复原状态。',
    issueRed: '确认后按上面的金额开具红票，不能撤销。全额红冲后，对应金额可以重新申请开票。',
  },
  dialogs: { register: ({ row, ...on }) => <RegisterForm of={ofCreditNote(row)} {...on} /> },
  visibleActions: 1,
})

/** A credit note may also be begun without an invoice at hand: the form asks for it. */
function Begin({ onDone }: { onDone: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        发起红冲
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <CreditNoteForm
            invoice={null}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              onDone()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
