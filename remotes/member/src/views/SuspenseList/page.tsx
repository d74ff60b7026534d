import { businessType, suspense, suspenseStatus } from '@assoc/contract/member/bank'
import { session } from '@assoc/session'
import { resourcePage, type RowAction, type RowOf } from '@assoc/ui/data'
import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { searchOf } from '../../fee/search'
import { Claim } from './Claim'

const Match = lazy(() => import('./Match'))
const Other = lazy(() => import('./Other'))

type Item = RowOf<typeof suspense.list>
type Deed = 'claim' | 'match' | 'other'

class Doing {
  now: { deed: Deed; item: Item } | null = null
  constructor() {
    makeAutoObservable(this)
  }
  begin(deed: Deed, item: Item): void {
    this.now = { deed, item }
  }
  end(): void {
    this.now = null
  }
}
const doing = new Doing()

function actionsOf(row: Item): RowAction[] {
  if (row.suspenseStatus !== 'open') return []
  const [handles, matches] = [session().has('fee:suspense:handle'), session().has('fee:bank:match')]
  return [
    ...(handles ? [{ key: 'claim', label: '认领', onClick: () => doing.begin('claim', row) }] : []),
    ...(matches ? [{ key: 'match', label: '匹配已有缴费', onClick: () => doing.begin('match', row) }] : []),
    ...(handles ? [{ key: 'other', label: '转其他业务', onClick: () => doing.begin('other', row) }] : []),
  ]
}

/** Money that nobody could be found for by itself. */
export default resourcePage({
  name: 'member/SuspenseList',
  title: '待认领款项',
  resource: suspense,
  search: searchOf(suspense, '流水号或付款户名'),
  columns: [
    { field: 'serialNo', width: 145 },
    { field: 'tradeTime', width: 155, sortable: true },
    { field: 'payerName', width: 190 },
    { field: 'amount', width: 125, sortable: true },
    { field: 'purpose', width: 140 },
    { field: 'suspenseStatus', width: 100, tag: suspenseStatus },
    { field: 'memberName', width: 220, hidden: true },
    { field: 'payNo', width: 160, hidden: true },
    { field: 'businessType', width: 100, hidden: true, tag: businessType },
    { field: 'businessRemark', width: 200, hidden: true },
  ],
  actions: actionsOf,
  texts: {
    giveBack: '款项退回付款人，不再认领。',
    undoOther: '款项回到待认领，业务类型和说明清空。',
  },
  actionsWidth: 205,
  beside: ({ reload }) => <Dialogs onDone={() => void reload()} />,
})

const Dialogs = observer(function Dialogs({ onDone }: { onDone: () => void }) {
  const { now } = doing
  if (!now) return null
  const props = {
    onClose: () => doing.end(),
    onDone: () => {
      doing.end()
      onDone()
    },
  }
  if (now.deed === 'claim') return <Claim item={now.item} {...props} />
  return <Suspense fallback={null}>{now.deed === 'match' ? <Match line={now.item} {...props} /> : <Other item={now.item} {...props} />}</Suspense>
})
