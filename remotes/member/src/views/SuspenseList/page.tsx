import { businessType, suspense, suspenseStatus } from '@assoc/contract/fee/bank'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'
import { searchOf } from '../../fee/search'
import { Claim } from './Claim'

const Match = lazy(() => import('./Match'))
const Split = lazy(() => import('./Split'))
const Other = lazy(() => import('./Other'))

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
  actions: (row, { show }) => {
    if (row.suspenseStatus !== 'open') return []
    const [handles, matches] = [session().has('fee:suspense:handle'), session().has('fee:bank:match')]
    return [
      ...(handles ? [{ key: 'claim', label: '认领', onClick: () => show('claim', row) }, { key: 'split', label: '拆分认领', last: true, onClick: () => show('split', row) }] : []),
      ...(matches ? [{ key: 'match', label: '匹配已有缴费', onClick: () => show('match', row) }] : []),
      ...(handles ? [{ key: 'other', label: '转其他业务', onClick: () => show('other', row) }] : []),
    ]
  },
  texts: {
    giveBack: '款项退回付款人，不再认领。',
    undoOther: '款项回到待认领，业务类型和说明清空。',
  },
  dialogs: {
    claim: ({ row, show, ...on }) => <Claim item={row} onSplit={() => show('split')} {...on} />,
    split: ({ row, ...on }) => <Split item={row} {...on} />,
    match: ({ row, ...on }) => <Match line={row} {...on} />,
    other: ({ row, ...on }) => <Other item={row} {...on} />,
  },
})
