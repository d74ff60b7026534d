import { matchResult, rowStatus, selectStockListRowByPage, stockListRow } from '@assoc/contract/member/stock-list'
import { Segmented } from '@assoc/ui'
import { type Column, ListPage, type RowOf, useResourceList } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
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

/** The rows of a file with what each would do; the counts at the head filter them. */
export const BatchRows = observer(function BatchRows({ batch }: { batch: Batch }) {
  const list = useResourceList({
    call: selectStockListRowByPage,
    idOf: (row: Row) => row.rowId,
    filters: ['matchResult'],
    sortable: [],
    fixed: { batchId: batch.batchId },
    part: true,
  })
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
