import { erasure, erasureCause, selectErasureLines } from '@assoc/contract/rbac/personal'
import { FailedToLoad, resourcePage, Skeleton, useAnswer } from '@assoc/ui'
import { FateTable } from '../../lib/FateTable'

/** What was erased of people, by a request or because their months had gone by. */
export default resourcePage({
  name: 'rbac/ErasureRecord',
  title: '删除记录',
  resource: erasure,
  columns: [
    { field: 'erasureNo', width: 150 },
    { field: 'cause', width: 150, tag: erasureCause },
    { field: 'records', width: 180 },
    { field: 'erasedRows', width: 130 },
    { field: 'keptRows', width: 120 },
    { field: 'fileCount', width: 110 },
    { field: 'requestNo', width: 150 },
    { field: 'byName', width: 100, render: (row) => row.byName ?? '系统' },
    { field: 'eraseTime', width: 155, sortable: true },
  ],
  detail: ['erasureNo', 'cause', 'records', 'requestNo', 'erasedRows', 'keptRows', 'fileCount', 'byName', 'eraseTime'],
  detailWidth: 860,
  inDetail: (row) => <Lines erasureId={row.erasureId} />,
})

function Lines({ erasureId }: { erasureId: string }) {
  const { data, error, reload } = useAnswer(selectErasureLines, { erasureId })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  return data ? <FateTable lines={data.lines} /> : <Skeleton active />
}
