import type { ResponseOf } from '@assoc/contract'
import { answerStatus } from '@assoc/contract/form/answer'
import { selectEvaluationMatrix } from '@assoc/contract/form/evaluation'
import { FailedToLoad, StatusTag, Table, Tag, useAnswer } from '@assoc/ui'
import { useState } from 'react'

type Row = ResponseOf<typeof selectEvaluationMatrix>['items'][number]
type Cell = Row['cells'][number]
const PAGE = 50

/** Of an anonymous evaluation it is known that somebody has taken part, and nothing else. */
function Mark({ cell, anonymous }: { cell: Cell | undefined; anonymous: boolean }) {
  if (!cell) return <>—</>
  if (cell.status === null) return <Tag>将评价</Tag>
  if (anonymous) return <Tag color={cell.status === 'submitted' ? 'green' : 'default'}>{cell.status === 'submitted' ? '已参与' : '未参与'}</Tag>
  return <StatusTag of={answerStatus} value={cell.status} />
}

/** Evaluators down, those whom they evaluate across. */
export function Matrix({ roundId, companyId, anonymous }: { roundId: string; companyId: string | null; anonymous: boolean }) {
  const [page, setPage] = useState(1)
  const { data, error, loading, reload } = useAnswer(selectEvaluationMatrix, { roundId, ...(companyId ? { companyId } : {}), page, pageSize: PAGE })
  if (error && !data) return <FailedToLoad message={error} onRetry={() => void reload()} />
  const subjects = data?.subjects ?? []
  return (
    <Table<Row>
      rowKey="key"
      size="small"
      loading={loading && !data}
      dataSource={data?.items ?? []}
      scroll={{ x: 180 + subjects.length * 140 }}
      locale={{ emptyText: '没有评价人：所选公司的董事没有可登录的账号，或没有符合条件的公司' }}
      pagination={{ current: page, pageSize: PAGE, total: data?.total ?? 0, hideOnSinglePage: true, showSizeChanger: false, onChange: setPage }}
      columns={[
        { title: '评价人', dataIndex: 'name', width: 180, fixed: 'left' },
        ...subjects.map(({ key, name }) => ({ title: name, key, width: 140, render: (_: unknown, row: Row) => <Mark cell={row.cells.find(({ subject }) => subject === key)} anonymous={anonymous} /> })),
      ]}
    />
  )
}
