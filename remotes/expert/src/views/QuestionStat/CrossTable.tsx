import type { ResponseOf } from '@assoc/contract'
import { selectFormCrossTable, type selectFormStatistics } from '@assoc/contract/form/statistics'
import { FailedToLoad, Flex, Select, Skeleton, Table, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'
import { AnswersLink } from './answers-link'

type Counted = ResponseOf<typeof selectFormStatistics>['questions'][number]

/** How the answers to one question go together with those to another. */
export function CrossTable({ roundId, opens, questions }: { roundId: string; opens: boolean; questions: readonly Counted[] }) {
  const [rowKey, setRow] = useState(questions[0]?.key ?? '')
  const [columnKey, setColumn] = useState(questions[1]?.key ?? '')
  const { data, error, reload } = useAnswer(selectFormCrossTable, { roundId, rowKey, columnKey })
  const options = questions.map(({ key, label, table }) => ({ value: key, label: table ? `${table}：${label}` : label }))
  const cell = (row: string, column: string) => data?.cells.find((one) => one.row === row && one.column === column)
  return (
    <>
      <Flex gap={12} align="center" wrap style={{ marginBottom: 12 }}>
        <Typography.Title level={2} style={{ fontSize: 16, margin: 0 }}>
          交叉统计
        </Typography.Title>
        <Select aria-label="行" style={{ width: 260 }} value={rowKey} options={options} onChange={setRow} />
        <Select aria-label="列" style={{ width: 260 }} value={columnKey} options={options} onChange={setColumn} />
      </Flex>
      {error && !data ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
      {!data && !error ? <Skeleton active /> : null}
      {data ? (
        <Table
          size="small"
          rowKey="value"
          pagination={false}
          scroll={{ x: 160 + data.columns.length * 110 }}
          dataSource={data.rows}
          columns={[
            { title: '', dataIndex: 'label', width: 160 },
            ...data.columns.map((column) => ({
              title: column.label,
              key: column.value,
              align: 'right' as const,
              width: 110,
              render: (_: unknown, row: { value: string; label: string }) => (
                <AnswersLink
                  roundId={opens ? roundId : null}
                  conditions={[
                    { key: rowKey, kind: 'choice', values: [row.value] },
                    { key: columnKey, kind: 'choice', values: [column.value] },
                  ]}
                  figure={cell(row.value, column.value)}
                  label={`${row.label}，${column.label}`}
                />
              ),
            })),
          ]}
        />
      ) : null}
    </>
  )
}
