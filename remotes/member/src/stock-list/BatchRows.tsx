import { matchResult, rowStatus, selectStockListRowByPage, stockListRow } from '@assoc/contract/member/stock-list'
import { Segmented } from '@assoc/ui'
import { ListPage, ListStore, type Column, type ListQuery, type ResourceList, type RowOf } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { sharesText } from '../lib/shares'
import type { Batch, MatchResult } from './store'

type Row = RowOf<typeof selectStockListRowByPage>

const COLUMNS: Column<Row>[] = [
  { field: 'rowNo', width: 80, align: 'left' },
  { field: 'stockCode', width: 110 },
  { field: 'shortName', width: 130 },
  { field: 'matchResult', width: 110, tag: matchResult },
  { field: 'errorMessage', title: '说明', width: 260 },
  { field: 'boardText', width: 90 },
  { field: 'listDate', width: 120 },
  { field: 'totalShares', width: 150, align: 'right', render: (row) => sharesText(row.totalShares) },
  { field: 'industryText', width: 160 },
]
const SETTLED: Column<Row>[] = [...COLUMNS.slice(0, 4), { field: 'rowStatus', width: 100, tag: { ...rowStatus, tones: { pending: 'amber', written: 'green', ignored: 'grey' } } }, ...COLUMNS.slice(4)]

const PAGE: ListQuery = { page: 1, pageSize: 20, sort: null, filters: {} }

/** A list that stands in a wizard keeps its query to itself: the address belongs to the page around it. */
function useRows(batchId: string): ResourceList<typeof selectStockListRowByPage> {
  const [store] = useState(() => new ListStore(selectStockListRowByPage, (row: Row) => row.rowId, PAGE, { batchId }))
  useEffect(() => void store.load(), [store])
  const change = (part: Partial<ListQuery>) => {
    store.setQuery({ ...store.query, ...(part.filters ? { page: 1 } : {}), ...part })
    void store.load()
  }
  return { store, change, reload: () => store.load(), reset: () => change(PAGE) }
}

/** The rows of a file with what each would do; the counts at the head filter them. */
export const BatchRows = observer(function BatchRows({ batch }: { batch: Batch }) {
  const list = useRows(batch.batchId)
  const present = matchResult.options.filter(({ value }) => batch.counts[value])
  return (
    <ListPage
      name="member/StockListRows"
      title="文件中的行"
      list={list}
      row={stockListRow}
      columns={batch.batchStatus === 'checked' ? COLUMNS : SETTLED}
      search={[]}
      toolbar={
        <Segmented<MatchResult | ''>
          aria-label="按匹配结果筛选"
          value={(list.store.query.filters['matchResult'] ?? '') as MatchResult | ''}
          options={[
            { value: '', label: `全部 ${batch.totalRows}` },
            ...present.map(({ value, label }) => ({ value, label: `${label} ${batch.counts[value] ?? 0}` })),
          ]}
          onChange={(value) => list.change({ filters: value ? { matchResult: value } : {} })}
        />
      }
    />
  )
})
