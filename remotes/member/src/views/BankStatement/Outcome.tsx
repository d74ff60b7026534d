import type { ResponseOf } from '@assoc/contract'
import type { selectStatementResult } from '@assoc/contract/member/bank'
import { Alert } from '@assoc/ui'
import { Table } from '@assoc/ui/data'

/** What came of a statement: how many lines, where their money went, and which rows could not be read. */
export function Outcome({ result: { total, added, known, matched, suspense, problems } }: { result: ResponseOf<typeof selectStatementResult> }) {
  return (
    <>
      <Alert type={problems.length > 0 ? 'warning' : 'success'} showIcon title={`共 ${total.toLocaleString('zh-CN')} 行，新增 ${added.toLocaleString('zh-CN')} 笔流水`} description={`自动核销 ${matched.toLocaleString('zh-CN')} 笔，转入待认领 ${suspense.toLocaleString('zh-CN')} 笔；已读过 ${known.toLocaleString('zh-CN')} 行，未重复入账${problems.length > 0 ? `；${problems.length} 行无法读取` : ''}。`} />
      {problems.length > 0 ? (
        <Table
          size="small"
          rowKey="row"
          pagination={false}
          dataSource={problems}
          columns={[
            { title: '行号', dataIndex: 'row', width: 80 },
            { title: '原因', dataIndex: 'message' },
          ]}
        />
      ) : null}
    </>
  )
}
