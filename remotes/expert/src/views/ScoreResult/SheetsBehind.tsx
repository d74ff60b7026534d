import type { ResponseOf } from '@assoc/contract'
import { sheetStatus } from '@assoc/contract/expert/review/kinds'
import { selectResultSheets } from '@assoc/contract/expert/review/result'
import { returnScoreSheet } from '@assoc/contract/expert/review/score'
import { api, dateFormat, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Button, FailedToLoad, ReasonDialog, Skeleton, StatusTag, Table, Tag, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'

type Sheet = ResponseOf<typeof selectResultSheets>['sheets'][number]
const DROPPED = { high: '去掉最高', low: '去掉最低' } as const

/** Every sheet behind the figures of a work: as it was given, as it counts, and what became of it. */
export default function SheetsBehind({ resultId, onChanged }: { resultId: string; onChanged: () => void }) {
  const { data, error, reload } = useAnswer(selectResultSheets, { resultId })
  const [returning, setReturning] = useState<Sheet | null>(null)
  if (error && !data) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active />
  const columns = [
    { key: 'expert', title: '专家', width: 150, render: (row: Sheet) => `${row.expertName} ${row.expertNo}` },
    { key: 'raw', title: '总分', width: 80, align: 'right' as const, render: (row: Sheet) => row.raw?.toFixed(2) ?? '' },
    ...(data.normalised ? [{ key: 'counted', title: '归一后', width: 100, align: 'right' as const, render: (row: Sheet) => (row.counted === null ? '' : row.unadjusted ? `${row.counted.toFixed(2)}（未归一）` : row.counted.toFixed(4)) }] : []),
    { key: 'dropped', title: '计入', width: 100, render: (row: Sheet) => (row.dropped ? <Tag color="orange">{DROPPED[row.dropped]}</Tag> : row.counted === null ? '未计入' : '计入') },
    { key: 'status', title: '状态', width: 100, render: (row: Sheet) => <StatusTag of={sheetStatus} value={row.sheetStatus} /> },
    { key: 'act', title: '', width: 80, render: (row: Sheet) => (row.mayReturn ? <Button type="link" size="small" onClick={() => setReturning(row)}>退回</Button> : null) },
    ...data.dimensions.map(({ dimName, dimWeight }) => ({ key: dimName, title: `${dimName}（${dimWeight}%）`, width: 110, align: 'right' as const, render: (row: Sheet) => row.dimScores[dimName] ?? '' })),
    { key: 'time', title: '提交时间', width: 160, render: (row: Sheet) => (row.submitTime ? dateFormat(row.submitTime) : '') },
    { key: 'comment', title: '评审意见', width: 240, render: (row: Sheet) => row.comment ?? '' },
    { key: 'reason', title: '原因', width: 160, render: (row: Sheet) => row.reason ?? '' },
  ]
  return (
    <section aria-label="得分构成">
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        得分构成
      </Typography.Title>
      <Typography.Paragraph type="secondary">
        各维度均分：
        {data.dimensions.map(({ dimName, mean }) => `${dimName} ${mean?.toFixed(2) ?? '—'}`).join('，')}
        {data.normalised ? '。归一后的分数保留四位小数；评分不足五份或给分全部相同的专家不归一' : ''}
      </Typography.Paragraph>
      <Table<Sheet> rowKey="sheetId" size="small" pagination={false} scroll={{ x: 'max-content' }} dataSource={data.sheets} columns={columns} />
      {returning ? (
        <ReasonDialog
          title="退回评分"
          text={`退回后，${returning.expertName}须重新提交；批次已截止的，须先重新开放。已计算的结果须重新计算。`}
          confirmText="退回"
          reason="required"
          reasonLabel="退回原因"
          onConfirm={async (reason) => {
            await api(returnScoreSheet, { sheetId: returning.sheetId, version: returning.version, reason }, { idempotencyKey: newKey() })
            toasts.success('评分表已退回')
            await reload()
            onChanged()
          }}
          onClose={() => setReturning(null)}
        />
      ) : null}
    </section>
  )
}
