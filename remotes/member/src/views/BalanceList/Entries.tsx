import { balanceEntry, entryType, selectBalanceEntries } from '@assoc/contract/fee/payment'
import { ListPage, useResourceList, type Column, type RowOf } from '@assoc/ui'
import { observer } from 'mobx-react-lite'

type Entry = RowOf<typeof selectBalanceEntries>

const COLUMNS: Column<Entry>[] = [
  { field: 'createTime', width: 155 },
  { field: 'entryType', width: 95, tag: { ...entryType, tones: { deposit: 'green', use: 'blue', refund: 'amber', reversal: 'red', adjustment: 'grey', transfer: 'violet', hold: 'teal' } } },
  { field: 'entryAmount', width: 135 },
  { field: 'balanceAfter', width: 150 },
  { field: 'operator', width: 85 },
  { field: 'reason', width: 240 },
]

/** What moved a member's balance, newest first. */
export const Entries = observer(function Entries({ memberId }: { memberId: string }) {
  const list = useResourceList({ call: selectBalanceEntries, idOf: (row: Entry) => row.entryId, filters: [], sortable: ['createTime'], fixed: { memberId }, part: true })
  return <ListPage name="member/BalanceList/entries" title="余额流水" list={list} row={balanceEntry} columns={COLUMNS} search={[]} />
})
