import type { ResponseOf } from '@assoc/contract'
import { stepDeclarationQuery, type selectDeclarationContent } from '@assoc/contract/expert/declaration-review'
import { placeLabel } from '@assoc/contract/form/engine/difference'
import { queryStatus } from '@assoc/contract/form/query'
import { api, ApiError, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Button, StatusTag, Table, Typography, type SheetStore } from '@assoc/ui'
import { useRef, useState } from 'react'
import { Events } from '../fill/Returned'
import { Part } from './Part'

type Query = ResponseOf<typeof selectDeclarationContent>['queries'][number]

interface QueriesProps {
  declareId: string
  sheet: SheetStore
  queries: readonly Query[]
  /** Whether this person may send the declaration back now: they also say that an answer will do. */
  mayStep: boolean
  onStepped: () => void
}

/** Questions that were sent back, what was said to them, and closing those whose answer will do. */
export function Queries({ declareId, sheet, queries, mayStep, onStepped }: QueriesProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef(newKey())
  if (queries.length === 0) return null
  const close = async (query: Query) => {
    setBusy(true)
    setProblem(null)
    try {
      await api(stepDeclarationQuery, { declareId, queryId: query.queryId, verb: 'close' }, { idempotencyKey: key.current })
      key.current = newKey()
      toasts.success('已关闭')
      onStepped()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Part title="退回的题目">
      {problem ? <Typography.Text type="danger">{problem}</Typography.Text> : null}
      <Table<Query>
        size="small"
        rowKey="queryId"
        dataSource={[...queries]}
        pagination={queries.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        scroll={{ x: 720 }}
        columns={[
          { title: '题目', width: 220, render: (_, query) => <Button type="link" size="small" style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }} onClick={() => sheet.jump(query.path)}>{placeLabel(sheet.run.doc, query.path, sheet.run.answers())}</Button> },
          { title: '退回原因与处理记录', render: (_, query) => <Events query={query} /> },
          { title: '状态', width: 100, render: (_, query) => <StatusTag of={queryStatus} value={query.queryStatus} /> },
          ...(mayStep ? [{ title: '操作', width: 80, render: (_: unknown, query: Query) => (queryStatus.find('close', query.queryStatus) ? <Button type="link" size="small" style={{ padding: 0 }} loading={busy} onClick={() => void close(query)}>关闭</Button> : null) }] : []),
        ]}
      />
    </Part>
  )
}
