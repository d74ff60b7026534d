import type { reviewBatch } from '@assoc/contract/expert/review/batch'
import { scoredBatchLookup } from '@assoc/contract/expert/review/lookups'
import { tryReviewRules } from '@assoc/contract/expert/review/trial'
import { Alert, AppModal, Button, Flex, RefSelect, Skeleton, Table, Typography, useAnswer, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useState } from 'react'

const score = (value: number | null) => (value === null ? '待补评' : value.toFixed(2))
const cut = (value: boolean | null) => (value ? '入围' : '')

/** The rules of a batch, tried on the sheets of an earlier one before they are fixed. */
export function Trial({ row, onClose }: PageDialog<RowOfResource<typeof reviewBatch>>) {
  const [onBatchId, setOnBatchId] = useState<string | null>(null)
  const { data, error, loading } = useAnswer(tryReviewRules, onBatchId ? { batchId: row.batchId, onBatchId } : null)
  return (
    <AppModal open title={`试算 · ${row.batchName}`} width={900} footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">按本批次的规则重新计算一个往期批次的评分，与该批次自己的规则对照；不保存，也不影响任何结果。</Typography.Text>
        <RefSelect lookup={scoredBatchLookup} value={onBatchId} onChange={(value) => setOnBatchId(typeof value === 'string' ? value : null)} aria-label="往期批次" />
        {error ? <Alert type="error" showIcon title={error} /> : null}
        {onBatchId && loading && !data ? <Skeleton active /> : null}
        {onBatchId && data && !error ? (
          <>
            <Typography.Text>
              共 {data.items.length} 件：名次变化 {data.moved} 件，入围变化 {data.crossed} 件
            </Typography.Text>
            <Table
              size="small"
              rowKey="itemId"
              dataSource={data.items}
              pagination={data.items.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
              scroll={{ y: 380 }}
              columns={[
                { title: '序号', dataIndex: 'itemNo', width: 64 },
                { title: '评审对象', dataIndex: 'title' },
                { title: '有效评分', dataIndex: 'validCount', width: 84, align: 'right' },
                { title: '原得分', render: (_v, { before }) => score(before.finalScore), width: 84, align: 'right' },
                { title: '原名次', render: (_v, { before }) => before.rankNo ?? '', width: 76, align: 'right' },
                { title: '', render: (_v, { before }) => cut(before.inCut), width: 60 },
                { title: '试算得分', render: (_v, { after }) => score(after.finalScore), width: 92, align: 'right' },
                { title: '试算名次', render: (_v, { after }) => after.rankNo ?? '', width: 92, align: 'right' },
                { title: '', render: (_v, { after }) => cut(after.inCut), width: 60 },
              ]}
            />
          </>
        ) : null}
      </Flex>
    </AppModal>
  )
}
