import type { ResponseOf } from '@assoc/contract'
import type { selectStatementResult } from '@assoc/contract/fee/bank'
import { Alert, Table } from '@assoc/ui'

type Result = ResponseOf<typeof selectStatementResult>

/** Rows of a statement that cannot be read, with what is wrong with each. */
export function Problems({ problems }: Pick<Result, 'problems'>) {
  return (
    <Table
      size="small"
      rowKey="row"
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      dataSource={problems}
      columns={[
        { title: '行号', dataIndex: 'row', width: 80 },
        { title: '错误说明', dataIndex: 'message' },
      ]}
    />
  )
}

/** What came of a statement: how many lines, where their money went, and which rows could not be read. */
export function Outcome({ result: { total, added, known, matched, suspense, unreadable, problems } }: { result: Result }) {
  return (
    <>
      <Alert type={unreadable > 0 ? 'warning' : 'success'} showIcon title={`共 ${total.toLocaleString('zh-CN')} 行，新增 ${added.toLocaleString('zh-CN')} 笔流水`} description={`自动核销 ${matched.toLocaleString('zh-CN')} 笔，转入待认领 ${suspense.toLocaleString('zh-CN')} 笔；已读过 ${known.toLocaleString('zh-CN')} 行，未重复入账${unreadable > 0 ? `；${unreadable.toLocaleString('zh-CN')} 行无法读取` : ''}。`} />
      {problems.length > 0 ? <Problems problems={problems} /> : null}
    </>
  )
}
