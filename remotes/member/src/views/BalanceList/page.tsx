import type { ResponseOf } from '@assoc/contract'
import { balance, checkLedger, refundBalance, useBalance as payFromBalance } from '@assoc/contract/member/payment'
import { api, yuan } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, Button, Flex } from '@assoc/ui'
import { FormDrawer, ReasonDialog, resourcePage, type RowOf } from '@assoc/ui/data'
import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Entries } from './Entries'
import { searchOf } from '../../fee/search'
import { askedStatement, statementAction, StatementHost } from '../../fee/statement'

type Member = RowOf<typeof balance.list>

/** The dialog that is open: one page stands at a time. */
class Asked {
  asked: { kind: 'use' | 'refund'; member: Member } | null = null
  constructor() {
    makeAutoObservable(this)
  }
  ask(kind: 'use' | 'refund', member: Member): void {
    this.asked = { kind, member }
  }
  close(): void {
    this.asked = null
  }
}
const dialog = new Asked()
const statement = askedStatement()

/** What members have with the house, and what moved it. */
export default resourcePage({
  name: 'member/BalanceList',
  title: '会费余额',
  resource: balance,
  search: searchOf(balance, '编号、公司或代码'),
  columns: [
    { field: 'memberName', width: 240 },
    { field: 'memberNo', width: 140, sortable: true },
    { field: 'stockCode', width: 110 },
    { field: 'balance', width: 160, sortable: true },
    { field: 'unpaidAmount', width: 160 },
  ],
  actions: (row) => [
    ...(row.balance > 0 && row.unpaidAmount > 0 && session().has('fee:payment:verify') ? [{ key: 'use', label: '抵扣会费', onClick: () => dialog.ask('use', row) }] : []),
    ...statementAction(statement, row),
    ...(row.balance > 0 && session().has('fee:balance:refund') ? [{ key: 'refund', label: '退款', danger: true, onClick: () => dialog.ask('refund', row) }] : []),
  ],
  actionsWidth: 210,
  detail: ['memberNo', 'memberName', 'stockCode', 'balance', 'unpaidAmount'],
  detailWidth: 860,
  inDetail: (row) => <Entries key={`${row.memberId} ${row.balance}`} memberId={row.memberId} />,
  toolbar: () => <CheckButton />,
  beside: ({ reload }) => (
    <>
      <Dialogs onDone={() => void reload()} />
      <StatementHost asked={statement} />
    </>
  ),
})

const Dialogs = observer(function Dialogs({ onDone }: { onDone: () => void }) {
  const { asked } = dialog
  if (!asked) return null
  const { kind, member } = asked
  const close = () => dialog.close()
  if (kind === 'use') {
    return (
      <ReasonDialog
        title={`余额抵扣会费：${member.memberName}`}
        text={`余额 ${yuan(member.balance)} 元，欠缴 ${yuan(member.unpaidAmount)} 元。将从余额中抵扣 ${yuan(Math.min(member.balance, member.unpaidAmount))} 元，先付年度最早的账单。`}
        confirmText="抵扣"
        reason="none"
        onConfirm={async () => {
          const { used } = await api(payFromBalance, { memberId: member.memberId })
          toasts.success(`已抵扣 ${yuan(used)} 元`)
          onDone()
        }}
        onClose={close}
      />
    )
  }
  return (
    <FormDrawer
      open
      title={`退还余额：${member.memberName}`}
      call={refundBalance}
      fields={[
        { name: 'amount', kind: 'money', help: `现余额 ${yuan(member.balance)} 元` },
        { name: 'reason', kind: 'longText' },
      ]}
      initial={{ amount: member.balance }}
      hidden={{ memberId: member.memberId }}
      submitText="退款"
      danger
      onClose={close}
      onDone={({ balance: left }) => {
        close()
        toasts.success(`已退款，余额 ${yuan(left)} 元`)
        onDone()
      }}
    />
  )
})

function CheckButton() {
  const [found, setFound] = useState<ResponseOf<typeof checkLedger> | null>(null)
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      setFound(await api(checkLedger, {}))
    } catch {
      // The refusal has been shown as a toast.
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
