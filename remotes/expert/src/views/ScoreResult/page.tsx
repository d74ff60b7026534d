import { resultStatus } from '@assoc/contract/expert/review/kinds'
import { reviewResult } from '@assoc/contract/expert/review/result'
import { resourcePage, Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'
import { BatchBar } from './BatchBar'

const SheetsBehind = lazy(() => import('./SheetsBehind'))

const points = (value: number | null): string => (value === null ? '' : value.toFixed(2))

/** Results of reviews: a batch is counted, frozen and published above, the sheets behind a figure stand on the page of its work. */
export default resourcePage({
  name: 'expert/ScoreResult',
  title: '评审结果',
  resource: reviewResult,
  keywordHint: '评审对象名称',
  nameOf: ({ title }) => title,
  columns: [
    { field: 'title', width: 250 },
    { field: 'rankNo', width: 80, sortable: true },
    { field: 'finalScore', width: 105, sortable: true, render: (row) => <strong>{points(row.finalScore)}</strong>, text: (row) => points(row.finalScore) },
    { field: 'resultStatus', width: 95, tag: resultStatus },
    { field: 'inCut', width: 75 },
    { field: 'rawMean', width: 100, render: (row) => points(row.rawMean), text: (row) => points(row.rawMean) },
    { field: 'spread', width: 85, render: (row) => points(row.spread), text: (row) => points(row.spread) },
    { field: 'dropHigh', width: 110, render: (row) => points(row.dropHigh), text: (row) => points(row.dropHigh) },
    { field: 'dropLow', width: 110, render: (row) => points(row.dropLow), text: (row) => points(row.dropLow) },
    { field: 'validCount', width: 105 },
    { field: 'itemNo', width: 80 },
    { field: 'batchName', width: 200, hidden: true },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  above: ({ list }) => <BatchBar batchOf={() => list.store.filterInput()} onChanged={() => void list.reload()} />,
  inDetail: (row, { reload }) => (
    <Suspense fallback={<Skeleton active />}>
      <SheetsBehind resultId={row.resultId} onChanged={() => void reload()} />
    </Suspense>
  ),
  texts: { reconsider: '此件进入复议，复议完成前结果不能冻结或公布。', uphold: '确认分歧已核实、得分维持不变。如需改分，请先退回评分表。' },
  detailWidth: 860,
})
