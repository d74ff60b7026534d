import { assignStockListRow, ignoreStockListRow, matchResult, rowStatus, selectStockListRowByPage, stockListRow } from '@assoc/contract/member/stock-list'
import { api } from '@assoc/http'
import { tellLost } from '@assoc/session'
import { ListPage, RowActions, Segmented, useResourceList, type Column, type RowAction, type RowOf } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useState } from 'react'
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
  { field: 'swText', width: 120 },
]
const ALL: Column<Row>[] = [...COLUMNS.slice(0, 4), { field: 'rowStatus', width: 100, tag: rowStatus }, ...COLUMNS.slice(4)]

// Seldom needed: a conflict that a person settles.
const AssignForm = lazy(() => import('./AssignForm'))

/** The rows of a file with what each would do; the counts at the head filter them. A row can be left out, and a conflict given its company. */
export const BatchRows = observer(function BatchRows({ batch, onChanged }: { batch: Batch; onChanged?: (batch: Batch) => void }) {
  const [assigning, setAssigning] = useState<Row | null>(null)
  const list = useResourceList({
    call: selectStockListRowByPage,
    idOf: (row: Row) => row.rowId,
    filters: ['matchResult'],
    sortable: [],
    fixed: { batchId: batch.batchId },
    part: true,
  })
  const taken = (next: Batch) => {
    onChanged?.(next)
    void list.reload()
  }
  const run = (action: Promise<Batch>) => void action.then(taken, tellLost)
  const { batchId } = batch
  const actionsOf = (row: Row): RowAction[] => [
    ...(row.abilities.includes('assign') ? [{ key: 'assign', label: '指定公司', onClick: () => setAssigning(row) }] : []),
    ...(row.abilities.includes('release') ? [{ key: 'release', label: '取消指定', onClick: () => run(api(assignStockListRow, { batchId, rowNo: row.rowNo, companyId: null })) }] : []),
    ...(row.abilities.includes('ignore') ? [{ key: 'ignore', label: '忽略', onClick: () => run(api(ignoreStockListRow, { batchId, rowNo: row.rowNo, ignored: true })) }] : []),
    ...(row.abilities.includes('restore') ? [{ key: 'restore', label: '恢复', onClick: () => run(api(ignoreStockListRow, { batchId, rowNo: row.rowNo, ignored: false })) }] : []),
  ]
  const present = matchResult.options.filter(({ value }) => batch.counts[value])
  return (
    <>
      <ListPage
        name="member/StockListRows"
        title="文件中的行"
        list={list}
        row={stockListRow}
        columns={ALL}
        {...(batch.batchStatus === 'checked' && onChanged ? { rowActions: (row: Row) => <RowActions actions={actionsOf(row)} visible={2} /> } : {})}
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
      {assigning ? (
        <Suspense>
          <AssignForm
            batchId={batchId}
            row={assigning}
            onClose={() => setAssigning(null)}
            onDone={(next) => {
              setAssigning(null)
              taken(next)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
})
