import type { ResponseOf } from '@assoc/contract'
import { balance, checkLedger, refundBalance, useBalance as payFromBalance } from '@assoc/contract/fee/payment'
import { api, yuan } from '@assoc/http'
import { session, tellLost, toasts } from '@assoc/session'
import { Alert, Button, Flex, FormDrawer, ReasonDialog, resourcePage, type PageDialog, type RowOf } from '@assoc/ui'
import { lazy, useState } from 'react'
import { Entries } from './Entries'
import { Parts, Shown } from './Parts'
import { searchOf } from '../../fee/search'
import { Statement, statementAction } from '../../fee/statement'

type Member = RowOf<typeof balance.list>

// What is asked to be done with balances comes when it is looked at.
const Requests = lazy(() => import('./Requests'))

/** Balances of the members, each with its ledger entries. */
const Balances = resourcePage({
  name: 'member/BalanceList',
  title: '会费余额',
  resource: balance,
  search: searchOf(balance, '编号、公司或代码'),
  columns: [
    { field: 'memberName', width: 205 },
    { field: 'memberNo', width: 125, sortable: true },
    { field: 'stockCode', width: 95 },
    { field: 'balance', width: 145, sortable: true },
    { field: 'heldAmount', width: 125 },
    { field: 'unpaidAmount', width: 125 },
  ],
  actions: (row, { show }) => [
    ...(row.balance > 0 && row.unpaidAmount > 0 && session().has('fee:payment:verify') ? [{ key: 'use', label: '抵扣会费', onClick: () => show('use', row) }] : []),
    ...statementAction(() => show('statement', row)),
    ...(row.balance > 0 && session().has('fee:balance:request') ? [{ key: 'refund', label: '退款', danger: true, onClick: () => show('refund', row) }] : []),
  ],
  detail: ['memberNo', 'memberName', 'stockCode', 'balance', 'heldAmount', 'unpaidAmount'],
  detailWidth: 960,
  inDetail: (row) => <Entries key={`${row.memberId} ${row.balance} ${row.heldAmount}`} memberId={row.memberId} />,
  toolbar: () => (
    <>
      <Parts part="balances" />
      <CheckButton />
    </>
  ),
  dialogs: { use: PayFromBalance, refund: Refund, statement: Statement },
})

function PayFromBalance({ row: { memberId, memberName, balance: left, unpaidAmount }, onClose, onDone }: PageDialog<Member>) {
  return (
    <ReasonDialog
      title={`余额抵扣会费：${memberName}`}
      text={`余额 ${yuan(left)} 元，欠缴 ${yuan(unpaidAmount)} 元。将从余额中抵扣 ${yuan(Math.min(left, unpaidAmount))} 元，先付年度最早的账单。`}
      confirmText="抵扣"
      reason="none"
      onConfirm={async () => {
        const { used } = await api(payFromBalance, { memberId })
        toasts.success(`已抵扣 ${yuan(used)} 元`)
        onDone()
      }}
      onClose={onClose}
    />
  )
}

function Refund({ row: member, onClose, onDone }: PageDialog<Member>) {
  return (
    <FormDrawer
      open
      title={`退还余额：${member.memberName}`}
      call={refundBalance}
      fields={[
        { name: 'amount', kind: 'money', help: `可用余额 ${yuan(member.balance)} 元` },
        { name: 'payeeName', kind: 'text' },
        { name: 'payeeBank', kind: 'text' },
        { name: 'payeeAccount', kind: 'text', help: '加密保存，列表中只显示后四位' },
        { name: 'reason', kind: 'longText' },
      ]}
      initial={{ amount: member.balance, payeeName: member.memberName }}
      hidden={{ memberId: member.memberId }}
      submitText="提交申请"
      onClose={onClose}
      onDone={({ balance: left }) => {
        toasts.success(`已提交退款申请，可用余额 ${yuan(left)} 元`)
        onDone()
      }}
    >
      <Alert type="info" showIcon title="提交后金额即冻结，由另一人放款；在“余额办理”中查看进度" />
    </FormDrawer>
  )
}

function CheckButton() {
  const [found, setFound] = useState<ResponseOf<typeof checkLedger> | null>(null)
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      setFound(await api(checkLedger, {}))
    } catch (error) {
      tellLost(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex vertical={false} gap={8} align="center">
      {found ? <Found found={found} onClose={() => setFound(null)} /> : null}
      <Button loading={busy} onClick={() => void check()}>
        核对账目
      </Button>
    </Flex>
  )
}

function Found({ found, onClose }: { found: ResponseOf<typeof checkLedger>; onClose: () => void }) {
  const { members, bills, payments, differences } = found
  const looked = `${members.toLocaleString('zh-CN')} 个会员、${bills.toLocaleString('zh-CN')} 张账单、${payments.toLocaleString('zh-CN')} 笔缴费`
  if (differences.length === 0) return <Alert type="success" showIcon closable={{ onClose }} title={`账目相符：核对了 ${looked}`} />
  return (
    <Alert
      type="error"
      showIcon
      closable={{ onClose }}
      title={`核对了 ${looked}，发现 ${differences.length} 处差异`}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 18, maxHeight: 240, overflow: 'auto' }}>
          {differences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      }
    />
  )
}

/** Balances, or what is asked to be done with them, as the address says. */
export default function BalanceList() {
  return <Shown parts={{ balances: Balances, requests: Requests }} />
}
