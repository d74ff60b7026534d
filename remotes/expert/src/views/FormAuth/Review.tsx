import type { formAnswer } from '@assoc/contract/form/answer'
import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { placeLabel } from '@assoc/contract/form/engine/difference'
import { QUERIES_MOST, RETURN_DAYS, RETURN_DAYS_MOST, returnFormAnswer } from '@assoc/contract/form/query'
import { api, ApiError, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import {
  Alert,
  AppModal,
  Button,
  DatePicker,
  Flex,
  Input,
  Typography,
  type FormSheetProps,
  type RowOfResource,
  type SheetStore,
} from '@assoc/ui'
import dayjs from 'dayjs'
import { useMemo, useRef, useState } from 'react'
import type { Query } from './Queries'

export interface Review {
  marks: NonNullable<FormSheetProps['marks']> | undefined
  /** The button that begins it; nothing where the answer is not to be sent back. */
  begin: React.ReactNode
  /** What was collected, and sending it back. */
  bar: React.ReactNode
}

/** Reasons are put at questions, rows and cells of an answer; together they are sent back. */
export function useReview(
  row: RowOfResource<typeof formAnswer>,
  sheet: SheetStore | null,
  queries: readonly Query[] | undefined,
  onDone: () => void,
): Review {
  const [items, setItems] = useState<Readonly<Record<string, string>> | null>(null)
  const [sending, setSending] = useState(false)
  const live = useMemo(() => new Set((queries ?? []).flatMap((one) => (one.queryStatus === 'closed' ? [] : [one.path]))), [queries])
  const again = (queries ?? []).filter((one) => one.queryStatus === 'reopened').length

  const marks = useMemo((): NonNullable<FormSheetProps['marks']> | undefined => {
    if (!items || !sheet) return undefined
    const { doc } = sheet.run
    const put = (path: string, reason: string | undefined) =>
      setItems((all) => {
        const { [path]: _, ...others } = all ?? {}
        return reason === undefined ? others : { ...others, [path]: reason }
      })
    return {
      at: (path) => {
        const question = doc.questions[path.split('/').at(-1) ?? '']
        const isRow = path.split('/').length === 2
        // What follows by itself is nobody's to mend.
        if (!isRow && (!question || ['calc', 'lookup', 'note'].includes(question.type))) return null
        const label = placeLabel(doc, path, sheet.run.answers())
        if (live.has(path)) return <span className="fs-help">已退回</span>
        const reason = items[path]
        if (reason === undefined)
          return (
            <button
              type="button"
              className="fs-link"
              style={{ fontSize: 13, fontWeight: 400, marginInlineStart: 8 }}
              aria-label={`退回：${label}`}
              onClick={() => put(path, '')}
            >
              {isRow ? '退回此行' : '退回'}
            </button>
          )
        return (
          <div className="fs-mark">
            <Input.TextArea
              autoFocus
              aria-label={`${label}：退回原因`}
              placeholder="退回原因"
              autoSize={{ minRows: 1, maxRows: 4 }}
              maxLength={500}
              value={reason}
              onChange={(e) => put(path, e.target.value)}
            />
            <button
              type="button"
              className="fs-link"
              style={{ justifySelf: 'start' }}
              aria-label={`不退回：${label}`}
              onClick={() => put(path, undefined)}
            >
              不退回
            </button>
          </div>
        )
      },
    }
  }, [items, sheet, live])

  if (!row.abilities.includes('refuse')) return { marks: undefined, begin: null, bar: null }
  const chosen = Object.entries(items ?? {})
  const unsaid = chosen.filter(([, reason]) => reason.trim() === '')
  return {
    marks,
    begin: items ? null : <Button onClick={() => setItems({})}>{again > 0 ? `逐题退回（${again} 题重新提出）` : '逐题退回'}</Button>,
    bar: items ? (
      <>
        {sending ? (
          <Send
            row={row}
            items={chosen.map(([path, reason]) => ({ path, reason: reason.trim() }))}
            again={again}
            onCancel={() => setSending(false)}
            onDone={onDone}
          />
        ) : null}
        <Alert
          type="info"
          style={{ marginTop: 12, position: 'sticky', bottom: 0, zIndex: 2 }}
          title={`已选 ${chosen.length} 处${again > 0 ? `，另有 ${again} 题重新提出` : ''}${unsaid.length > 0 ? `，${unsaid.length} 处未填写原因` : ''}`}
          action={
            <Flex gap={8}>
              <Button size="small" onClick={() => setItems(null)}>
                取消
              </Button>
              <Button
                size="small"
                type="primary"
                disabled={chosen.length + again === 0 || unsaid.length > 0 || chosen.length > QUERIES_MOST}
                onClick={() => setSending(true)}
              >
                退回填报人
              </Button>
            </Flex>
          }
        />
      </>
    ) : null,
  }
}

interface SendProps {
  row: RowOfResource<typeof formAnswer>
  items: { path: string; reason: string }[]
  again: number
  onCancel: () => void
  onDone: () => void
}

function Send({ row, items, again, onCancel, onDone }: SendProps) {
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState(() => dayAfter(today(), RETURN_DAYS))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef(newKey())
  const send = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await api(
        returnFormAnswer,
        { answerId: row.answerId, version: row.version, reason, until: instantOf(`${until} 23:59:59`), items },
        { idempotencyKey: key.current },
      )
      toasts.success('已退回，填报人打开填报时逐题看到原因')
      onDone()
    } catch (error) {
      setProblem(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，没有退回，请重试')
      setBusy(false)
    }
  }
  return (
    <AppModal
      open
      title={`退回填报人：${row.respondentName}`}
      okText="退回"
      cancelText="再看看"
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onCancel}
    >
      <Flex vertical gap={12}>
        <span>共退回 {items.length + again} 道题。填报人逐题修改或说明后重新提交。</span>
        {problem ? <Typography.Text type="danger">{problem}</Typography.Text> : null}
        <Input.TextArea
          aria-label="总的说明"
          placeholder="总的说明（选填）"
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={200}
          value={reason}
          onChange={(e) => setReason(e.target.value)}
        />
        <Flex gap={8} align="center" wrap>
          <span>重新提交期限</span>
          <DatePicker
            allowClear={false}
            aria-label="重新提交期限"
            value={dayjs(until)}
            minDate={dayjs(today())}
            maxDate={dayjs(dayAfter(today(), RETURN_DAYS_MOST - 1))}
            onChange={(value) => value && !Array.isArray(value) && setUntil(value.format('YYYY-MM-DD'))}
          />
          <Typography.Text type="secondary">发放未结束时不影响截止时间</Typography.Text>
        </Flex>
      </Flex>
    </AppModal>
  )
}
