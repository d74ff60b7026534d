import type { ResponseOf } from '@assoc/contract'
import { ANONYMOUS_LEAST } from '@assoc/contract/form/anonymity'
import { selectEvaluationResults } from '@assoc/contract/form/evaluation'
import { Alert, FailedToLoad, Input, StateScreen, Table, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'

type Row = ResponseOf<typeof selectEvaluationResults>['items'][number]
const PAGE = 50

/** The mean of a question, with how many have answered it. */
function Mean({ cell }: { cell: Row['cells'][number] | undefined }) {
  if (cell?.hidden) return <Typography.Text type="secondary">不显示</Typography.Text>
  if (!cell || cell.mean === null) return <>—</>
  return (
    <>
      {cell.mean} <Typography.Text type="secondary">（{cell.count} 份）</Typography.Text>
    </>
  )
}

/** Means of each subject by question. */
export function Results({ roundId, companyId }: { roundId: string; companyId: string | null }) {
  const [page, setPage] = useState(1)
  const [keyword, setKeyword] = useState('')
  const { data, error, loading, reload } = useAnswer(selectEvaluationResults, { roundId, ...(companyId ? { companyId } : {}), keyword: keyword || null, page, pageSize: PAGE })
  if (error && !data) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (data?.withheld) return <StateScreen title="暂无结果">{data.withheld}</StateScreen>
  const questions = data?.questions ?? []
  return (
    <>
      <Alert type="info" showIcon title={`少于 ${ANONYMOUS_LEAST} 份的结果，以及能推算出它的结果不显示`} style={{ marginBottom: 12 }} />
      <Input.Search aria-label="查找评价对象" allowClear placeholder="评价对象" style={{ width: 240, marginBottom: 12 }} onSearch={(text) => (setKeyword(text.trim().slice(0, 50)), setPage(1))} />
      <Table<Row>
        rowKey="key"
        size="small"
        loading={loading && !data}
        dataSource={data?.items ?? []}
        scroll={{ x: 340 + questions.length * 150 }}
        locale={{ emptyText: '没有评价对象' }}
        pagination={{ current: page, pageSize: PAGE, total: data?.total ?? 0, hideOnSinglePage: true, showSizeChanger: false, onChange: setPage }}
        columns={[
          { title: '评价对象', dataIndex: 'name', width: 180, fixed: 'left' },
          { title: '应评', dataIndex: 'asked', width: 80, align: 'right' },
          { title: '已评', dataIndex: 'handedIn', width: 80, align: 'right' },
          ...questions.map(({ key, label, unit }) => ({ title: unit ? `${label}（${unit}）` : label, key, width: 150, align: 'right' as const, render: (_: unknown, row: Row) => <Mean cell={row.cells.find((one) => one.key === key)} /> })),
        ]}
      />
    </>
  )
}
