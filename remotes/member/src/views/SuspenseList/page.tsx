import { claimSuspense, suggestMembers, suspense, suspenseStatus } from '@assoc/contract/member/bank'
import { yuan } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, Flex, Typography } from '@assoc/ui'
import { FormDrawer, type FormField, resourcePage, type RowOf, useAnswer } from '@assoc/ui/data'
import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { memberField } from '../../fee/find'
import { searchOf } from '../../fee/search'

type Item = RowOf<typeof suspense.list>

class Claiming {
  item: Item | null = null
  constructor() {
    makeAutoObservable(this)
  }
  set(item: Item | null): void {
    this.item = item
  }
}
const claiming = new Claiming()

/** Money that nobody could be found for by itself. */
export default resourcePage({
  name: 'member/SuspenseList',
  title: '待认领款项',
  resource: suspense,
  search: searchOf(suspense, '流水号或付款户名'),
  columns: [
    { field: 'serialNo', width: 145 },
    { field: 'tradeTime', width: 155, sortable: true },
    { field: 'payerName', width: 200 },
    { field: 'amount', width: 125, sortable: true },
    { field: 'purpose', width: 140 },
    { field: 'suspenseStatus', width: 100, tag: suspenseStatus },
    { field: 'memberName', width: 220, hidden: true },
    { field: 'payNo', width: 160, hidden: true },
  ],
  actions: (row) => (row.suspenseStatus === 'open' && session().has('fee:suspense:handle') ? [{ key: 'claim', label: '认领', onClick: () => claiming.set(row) }] : []),
  texts: { giveBack: '款项退回付款人，不再认领。' },
  actionsWidth: 165,
  beside: ({ reload }) => <Claim onDone={() => void reload()} />,
})

const Claim = observer(function Claim({ onDone }: { onDone: () => void }) {
  const { item } = claiming
  return item ? <ClaimForm item={item} onDone={onDone} /> : null
})

function ClaimForm({ item, onDone }: { item: Item; onDone: () => void }) {
  const { suspenseId, version, payerName, amount, purpose } = item
  const { data } = useAnswer(suggestMembers, { suspenseId })
  const suggested = (data ?? []).map((m) => ({ value: m.memberId, label: `${m.memberName}（${m.memberNo}）` }))
  const close = () => claiming.set(null)
  return (
    <FormDrawer
      open
      title={`认领款项：${payerName}`}
      call={claimSuspense}
      fields={[
        { name: 'memberId', ...memberField(suggested) } as FormField,
        { name: 'reason', kind: 'longText', placeholder: '例如 会员来函确认、电话核实' },
      ]}
      initial={{}}
      hidden={{ suspenseId, version }}
      submitText="认领"
      onClose={close}
      onDone={() => {
        close()
        toasts.success('已认领，款项已核销到会员账单')
        onDone()
      }}
    >
      <Alert type="info" showIcon title={`${yuan(amount)} 元${purpose ? `，附言：${purpose}` : ''}`} description="认领后立即核销：先付年度最早的账单，余下转入会费余额。" />
      {data && data.length > 0 ? (
        <section aria-label="推荐会员">
          <Typography.Text type="secondary">可能的付款会员</Typography.Text>
          <Flex vertical gap={4}>
            {data.map((m) => (
              <Typography.Text key={m.memberId}>
                {m.memberName}（{m.memberNo}）：{m.why}
              </Typography.Text>
            ))}
          </Flex>
        </section>
      ) : null}
    </FormDrawer>
  )
}
