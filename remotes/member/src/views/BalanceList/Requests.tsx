import { balanceRequest, payOutRefund, requestStatus } from '@assoc/contract/fee/balance'
import { yuan } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, FormDrawer, resourcePage, type FormField, type PageDialog, type RowOf } from '@assoc/ui'
import { searchOf } from '../../fee/search'
import { Parts } from './Parts'

type Request = RowOf<typeof balanceRequest.list>

/** To whom it goes: the other member, or the account of a refund. */
const goalText = ({ toMemberName, payeeName, payeeAccount }: Pick<Request, 'toMemberName' | 'payeeName' | 'payeeAccount'>): string =>
  toMemberName ?? (payeeName ? `${payeeName} ${payeeAccount ?? ''}` : '—')

/** Requests to set a balance right, to move it to another member, or to give it back. */
export default resourcePage({
  name: 'member/BalanceList/requests',
  title: '余额办理',
  resource: balanceRequest,
  search: searchOf(balanceRequest, '编号、公司或代码'),
  columns: [
    { field: 'requestNo', width: 150, sortable: true },
    { field: 'requestType', width: 90 },
    { field: 'memberName', width: 195 },
    { field: 'change', width: 125 },
    { field: 'toMemberName', title: '转入会员或收款账户', width: 205, render: goalText, text: goalText },
    { field: 'requestStatus', width: 100, tag: requestStatus },
    { field: 'applicant', width: 90, hidden: true },
    { field: 'decider', width: 90, hidden: true },
    { field: 'bankSerial', width: 150, hidden: true },
    { field: 'reason', width: 200, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  fields: {
    memberId: { help: '调整、转出或退还其余额的会员' },
    amount: { help: '转出、退还和减少的金额自提交起冻结，不能另作他用' },
    payeeAccount: { help: '加密保存，列表中只显示后四位' },
    reason: { span: 2 },
    basis: { help: '余额调整和转移须上传依据文件' },
  },
  initial: { requestType: 'transfer' },
  nameOf: ({ requestNo, memberName, amount }) => `${requestNo}，${memberName}，${yuan(amount)} 元`,
  actions: (row, { show }) => (row.requestStatus === 'released' && session().has('fee:balance:refund') ? [{ key: 'payOut', label: '登记付款', onClick: () => show('payOut', row) }] : []),
  texts: {
    approve: '批准后立即记入余额流水。登记过的人不能批准。',
    release: '放款后金额从会员余额中扣除，由财务付款，付款后登记流水号。申请人不能放款。',
    reject: '驳回后冻结的金额恢复可用。',
    withdraw: '撤回后冻结的金额恢复可用。',
    undo: '撤销后按相反方向记入余额流水；余额已被使用的不能撤销。',
    bounce: '银行退回款项后，金额恢复为会员余额。',
  },
  detail: ['requestNo', 'requestType', 'requestStatus', 'memberNo', 'memberName', 'direction', 'amount', 'toMemberNo', 'toMemberName', 'payeeName', 'payeeBank', 'payeeAccount', 'bankSerial', 'paidDate', 'reason', 'basis', 'applicant', 'decider', 'createTime', 'updateTime'],
  toolbar: () => <Parts part="requests" />,
  dialogs: { payOut: PayOut },
})

const FIELDS: FormField[] = [
  { name: 'bankSerial', kind: 'text' },
  { name: 'paidDate', kind: 'date' },
]

function PayOut({ row, onClose, onDone }: PageDialog<Request>) {
  return (
    <FormDrawer
      open
      title={`登记付款：${row.requestNo}`}
      call={payOutRefund}
      fields={FIELDS}
      initial={{}}
      hidden={{ requestId: row.requestId, version: row.version }}
      submitText="登记"
      onClose={onClose}
      onDone={() => {
        toasts.success('已登记付款，退款办结')
        onDone()
      }}
    >
      <Alert type="info" showIcon title={`退还 ${row.memberName} ${yuan(row.amount)} 元`} description={`${row.payeeName ?? ''}，${row.payeeBank ?? ''}，${row.payeeAccount ?? ''}。完整账号在详情中查看`} />
    </FormDrawer>
  )
}
