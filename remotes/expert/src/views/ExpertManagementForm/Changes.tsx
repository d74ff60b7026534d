import type { ResponseOf } from '@assoc/contract'
import { selectStatementChanges, type expertStatement } from '@assoc/contract/expert/statement'
import { Alert, AppModal, Button, FailedToLoad, Skeleton, Table, Tag, useAnswer, type PageDialog, type RowOfResource } from '@assoc/ui'

type Change = ResponseOf<typeof selectStatementChanges>['changes'][number]

/** What a statement would change in the pool. */
export function Changes({ row, onClose }: PageDialog<RowOfResource<typeof expertStatement>>) {
  const { data, error, reload } = useAnswer(selectStatementChanges, { statementId: row.statementId })
  return (
    <AppModal open width={860} title={`与专家库比较：${row.name} ${row.statementYear} 年`} footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      {error ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton active />
      ) : (
        <>
          {data.problem ? <Alert type="warning" showIcon title={data.problem} style={{ marginBottom: 12 }} /> : null}
          <Table<Change>
            rowKey="label"
            size="small"
            pagination={false}
            dataSource={data.changes}
            scroll={{ x: 700 }}
            columns={[
              { title: '项目', dataIndex: 'label', width: 130 },
              { title: '专家库', dataIndex: 'now', width: 260 },
              { title: '申报', dataIndex: 'stated', width: 260 },
              { title: '', width: 70, render: (_: unknown, one: Change) => (one.changed ? <Tag color="blue">有变化</Tag> : null) },
            ]}
          />
        </>
      )}
    </AppModal>
  )
}
