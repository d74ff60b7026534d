import { redConfirm, redStatus } from '@assoc/contract/member/invoice-red'
import { yuan } from '@assoc/http'
import { session } from '@assoc/session'
import { Alert, Button, PlusOutlined } from '@assoc/ui'
import { resourcePage } from '@assoc/ui/data'
import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { searchOf } from '../../fee/search'

class Beginning {
  open = false
  constructor() {
    makeAutoObservable(this)
  }
  set(open: boolean): void {
    this.open = open
  }
}
const beginning = new Beginning()
const RedForm = lazy(() => import('../InvoiceLedger/RedForm'))

/** Confirmations by which tickets are set right. */
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
  toolbar: () =>
    session().has('invoice:red:insert') ? (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => beginning.set(true)}>
        发起红冲
      </Button>
    ) : null,
  detail: ['confirmNo', 'blueNo', 'memberName', 'title', 'blueAmount', 'redReason', 'redAmount', 'usedFlag', 'initiator', 'redStatus', 'confirmDeadline', 'redNo', 'remark', 'updateTime'],
  inDetail: (row) => (row.problem ? <Alert type="warning" showIcon title="红票开具失败" description={row.problem} /> : null),
  texts: {
    confirm: '登记对方已在税务平台确认，之后可以开具红票。',
    refuse: '请写明对方拒绝的原因，票据恢复原状态。',
    withdraw: '请写明原因，票据恢复原状态。',
    issueRed: '确认后按上面的金额开具红票，不能撤销。全额红冲后，对应金额可以重新申请开票。',
  },
  beside: ({ reload }) => <Begin onDone={() => void reload()} />,
  visibleActions: 1,
  actionsWidth: 165,
})

const Begin = observer(function Begin({ onDone }: { onDone: () => void }) {
  if (!beginning.open) return null
  const close = () => beginning.set(false)
  return (
    <Suspense fallback={null}>
      <RedForm
        ticket={null}
        onClose={close}
        onDone={() => {
          close()
          onDone()
        }}
      />
    </Suspense>
  )
})
