import type { ResponseOf } from '@assoc/contract'
import type { formAnswer } from '@assoc/contract/form/answer'
import { placeLabel } from '@assoc/contract/form/engine/difference'
import { queryStatus, stepFormQuery, type selectFormQueries } from '@assoc/contract/form/query'
import { api, ApiError, newKey } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { AppModal, Button, Flex, Input, StatusTag, Table, Typography, type RowOfResource, type SheetStore } from '@assoc/ui'
import { useRef, useState } from 'react'
import { Events } from '../../fill/Returned'

export type Query = ResponseOf<typeof selectFormQueries>['queries'][number]

interface QueriesProps {
  row: RowOfResource<typeof formAnswer>
  sheet: SheetStore
  queries: readonly Query[]
  onStepped: () => void
}

/** Questions that were sent back: what was said to them, and closing them or raising them again. */
export function Queries({ row, sheet, queries, onStepped }: QueriesProps) {
  const [again, setAgain] = useState<Query | null>(null)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef(newKey())
  if (queries.length === 0) return null
  const mayStep = session().has('form:answer:audit') && row.answerStatus === 'submitted'
  const step = async (query: Query, verb: 'close' | 'reopen', words: string | null) => {
    setBusy(true)
    setProblem(null)
    try {
      await api(stepFormQuery, { answerId: row.answerId, queryId: query.queryId, verb, reason: words }, { idempotencyKey: key.current })
      key.current = newKey()
      toasts.success(verb === 'close' ? '已关闭' : '已重新提出，退回后填报人可以看到')
      setAgain(null)
      setReason('')
      onStepped()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  const label = (query: Query) => placeLabel(sheet.run.doc, query.path, sheet.run.answers())
  return (
    <section aria-label="退回的题目" style={{ marginBottom: 16 }}>
      <Typography.Title level={2} style={{ fontSize: 16, margin: '0 0 8px' }}>
        退回的题目
      </Typography.Title>
      {problem && !again ? <Typography.Text type="danger">{problem}</Typography.Text> : null}
      <Table<Query>
        size="small"
        rowKey="queryId"
        pagination={queries.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        dataSource={[...queries]}
        scroll={{ x: 720 }}
        columns={[
          { title: '题目', width: 220, render: (_, query) => <Button type="link" size="small" style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }} onClick={() => sheet.jump(query.path)}>{label(query)}</Button> },
          { title: '退回原因与处理记录', render: (_, query) => <Events query={query} /> },
          { title: '状态', width: 100, render: (_, query) => <StatusTag of={queryStatus} value={query.queryStatus} /> },
          ...(mayStep
            ? [
                {
                  title: '操作',
                  width: 150,
                  render: (_: unknown, query: Query) => (
                    <Flex gap={8}>
                      {queryStatus.find('close', query.queryStatus) ? <Button type="link" size="small" style={{ padding: 0 }} loading={busy} onClick={() => void step(query, 'close', null)}>关闭</Button> : null}
                      {queryStatus.find('reopen', query.queryStatus) ? <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setAgain(query)}>重新提出</Button> : null}
                    </Flex>
                  ),
                },
              ]
            : []),
        ]}
      />
      <AppModal open={again !== null} title={again ? `重新提出：${label(again)}` : ''} okText="重新提出" cancelText="取消" confirmLoading={busy} okButtonProps={{ disabled: reason.trim() === '' }} onOk={() => again && void step(again, 'reopen', reason.trim())} onCancel={() => setAgain(null)}>
        {problem ? <Typography.Text type="danger">{problem}</Typography.Text> : null}
        <Input.TextArea aria-label="重新提出的原因" placeholder="还需要填报人怎么做" autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} value={reason} onChange={(e) => setReason(e.target.value)} />
      </AppModal>
    </section>
  )
}
