import { batchStatus, selectStockListBatchByPage, stockListBatch } from '@assoc/contract/member/stock-list'
import { ListPage, useResourceList, type Column, type RowOf } from '@assoc/ui'
import { observer } from 'mobx-react-lite'

type Row = RowOf<typeof selectStockListBatchByPage>

const COLUMNS: Column<Row>[] = [
  { field: 'fileName', width: 240 },
  { field: 'batchStatus', width: 110, tag: batchStatus },
  { field: 'totalRows', width: 100 },
  { field: 'writtenRows', width: 100 },
  { field: 'refusedRows', width: 100 },
  { field: 'createTime', width: 160, sortable: true },
  { field: 'confirmTime', width: 160 },
]

/** What one has uploaded before: a batch that was not written yet is taken up again, one that was shows what became of its rows. */
export const BatchList = observer(function BatchList({ onOpen }: { onOpen: (batchId: string) => void }) {
  const list = useResourceList({ call: selectStockListBatchByPage, idOf: (row: Row) => row.batchId, filters: ['batchStatus'], sortable: ['createTime'], part: true })
  return (
    <ListPage
      name="member/StockListBatches"
      title="我的批次"
      list={list}
      row={stockListBatch}
      columns={COLUMNS}
      search={[{ kind: 'select', name: 'batchStatus', label: '批次状态', options: batchStatus.options.filter(({ value }) => ['checked', 'done', 'partly'].includes(value)) }]}
      onOpen={(row) => onOpen(row.batchId)}
    />
  )
})
