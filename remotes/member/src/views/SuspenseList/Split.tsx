import { splitSuspense, suggestMembers, type suspense } from '@assoc/contract/fee/bank'
import { yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, FormDrawer, useAnswer, type RowOf } from '@assoc/ui'
import { useState } from 'react'
import { linesField } from '../../fee/lines'

/** Gives one transfer to several members, or to bills that are chosen; what is left waits on. */
export default function Split({ item, onClose, onDone }: { item: RowOf<typeof suspense.list>; onClose: () => void; onDone: () => void }) {
  const { suspenseId, version, payerName, amount, purpose } = item
  const { data } = useAnswer(suggestMembers, { suspenseId })
  const [given, setGiven] = useState(0)
  const suggested = (data ?? []).map((m) => ({ value: m.memberId, label: `${m.memberName} · ${m.memberNo}` }))
  const rest = amount - given
  return (
    <FormDrawer
      open
      title={`拆分认领：${payerName}`}
      call={splitSuspense}
      width={880}
      fields={[
        linesField(splitSuspense, 'parts', { memberId: { suggested }, billId: { placeholder: '不选时先付最早的账单' } }),
        { name: 'reason', kind: 'longText', placeholder: '例如 集团来函说明各公司金额' },
      ]}
      initial={{ parts: [{}] }}
      hidden={{ suspenseId, version }}
      submitText="认领"
      onValues={(values) => setGiven(((values['parts'] as { amount?: number | null }[] | undefined) ?? []).reduce((sum, p) => sum + Math.round((p?.amount ?? 0) * 100), 0))}
      onClose={onClose}
      onDone={({ paymentIds, rest: left }) => {
        toasts.success(`已认领 ${paymentIds.length} 笔${left > 0 ? `，余下 ${yuan(left)} 元仍在待认领款项中` : ''}`)
        onDone()
      }}
    >
      <Alert
        type={rest < 0 ? 'error' : 'info'}
        showIcon
        title={`到账 ${yuan(amount)} 元，已分配 ${yuan(given)} 元，${rest < 0 ? `超出 ${yuan(-rest)} 元` : `余下 ${yuan(rest)} 元`}${purpose ? `；附言：${purpose}` : ''}`}
        description="每行一笔：选了账单的只付该账单；没有选的先付该会员最早的账单，多出部分转入其会费余额。没有分配完的金额继续待认领。"
      />
    </FormDrawer>
  )
}
