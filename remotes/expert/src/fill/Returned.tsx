import type { ResponseOf } from '@assoc/contract'
import type { openFormTask } from '@assoc/contract/form/fill'
import { placeLabel } from '@assoc/contract/form/engine/difference'
import { openedBy } from '@assoc/contract/form/engine/opened'
import { queryStatus, replyFormQuery, returnSentence, UNANSWERED } from '@assoc/contract/form/query'
import { api, ApiError, dateFormat } from '@assoc/http'
import { Alert, Button, Checkbox, Flex, Input, StatusTag, Typography, type FormSheetProps, type SheetStore } from '@assoc/ui'
import { useMemo, useRef, useState } from 'react'

type Opened = ResponseOf<typeof openFormTask>
type Query = Opened['returned']['queries'][number]

/** Pause after the last key until an explanation is kept, ms. */
const REPLY_PAUSE = 1000

export interface Returned {
  marks: NonNullable<FormSheetProps['marks']> | undefined
  /** The questions that were sent back; nothing where there are none. */
  list: React.ReactNode
  /** Sends the explanations that are typed and not kept yet; whether all of them are. */
  flush: () => Promise<boolean>
}

/** Questions that a reviewer has sent back: which they are, what is said to them, and that nothing else is changed. */
export function useReturned(opened: Opened, sheet: SheetStore, editable: boolean): Returned {
  const { listed, queries, until } = opened.returned
  const waiting = useMemo(() => (editable ? queries.filter((one) => UNANSWERED.has(one.queryStatus)) : []), [queries, editable])
  const [alone, setAlone] = useState(true)
  /** What is typed, outside the state: a key in one explanation does not draw the form anew. */
  const replies = useRef<Record<string, string>>(Object.fromEntries(queries.map((one) => [one.queryId, one.reply ?? ''])))
  const [problem, setProblem] = useState<string | null>(null)
  const kept = useRef<Record<string, string>>({ ...replies.current })

  const keep = async (queryId: string): Promise<boolean> => {
    const reply = (replies.current[queryId] ?? '').trim()
    if (kept.current[queryId] === reply) return true
    try {
      await api(replyFormQuery, { taskId: opened.taskId, queryId, reply })
      kept.current[queryId] = reply
      setProblem(null)
      return true
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '网络连接失败，说明没有保存，请重试')
      return false
    }
  }
  /** Kept a moment after the last key as well: whoever closes the page has not left the field. */
  const timers = useRef<Record<string, ReturnType<typeof setTimeout>>>({})
  const typed = (queryId: string, text: string) => {
    replies.current[queryId] = text
    clearTimeout(timers.current[queryId])
    timers.current[queryId] = setTimeout(() => void keep(queryId), REPLY_PAUSE)
  }
  const flush = async () => (await Promise.all(waiting.map((one) => keep(one.queryId)))).every(Boolean)

  const marks = useMemo((): NonNullable<FormSheetProps['marks']> | undefined => {
    if (waiting.length === 0) return undefined
    const byPath = new Map(waiting.map((one) => [one.path, one]))
    const isOpen = listed ? openedBy(sheet.run.doc, waiting.map(({ path }) => path)) : null
    const keys = new Set(waiting.map(({ path }) => path.split('/')[0]))
    return {
      at: (path) => {
        const query = byPath.get(path)
        return query ? (
          <Mark query={query} label={sheet.run.label(path)} first={replies.current[query.queryId] ?? ''} onReply={(text) => typed(query.queryId, text)} onLeave={() => void keep(query.queryId)} />
        ) : null
      },
      ...(isOpen ? { locked: (path: string) => !isOpen(path) } : {}),
      // What depends on them is shown as well: it may have to follow.
      ...(isOpen && alone ? { only: (key: string) => keys.has(key) || isOpen(key) } : {}),
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `keep` reads what is typed where it stands
  }, [waiting, listed, sheet, alone])

  const list =
    waiting.length === 0 ? null : (
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 12 }}
        title={`有 ${waiting.length} 道题被退回，请逐题修改或说明${until && opened.correcting ? `，请在 ${dateFormat(until)} 前重新提交` : ''}`}
        description={
          <>
            {problem ? <Typography.Text type="danger">{problem}</Typography.Text> : null}
            {opened.returnReason && opened.returnReason !== returnSentence(waiting.length) ? <div>{opened.returnReason}</div> : null}
            <ul aria-label="退回的题目" style={{ paddingInlineStart: 20, margin: 0 }}>
              {waiting.map((one) => (
                <li key={one.queryId}>
                  <Button type="link" size="small" style={{ paddingInline: 0, whiteSpace: 'normal', textAlign: 'start', height: 'auto' }} onClick={() => sheet.jump(one.path)}>
                    {placeLabel(sheet.run.doc, one.path, sheet.run.answers())}
                  </Button>
                  ：{one.reason}
                </li>
              ))}
            </ul>
            {listed ? (
              <Flex gap={16} align="center" wrap style={{ marginTop: 4 }}>
                <span>其他题目本次不能修改</span>
                <Checkbox checked={alone} onChange={(e) => setAlone(e.target.checked)}>
                  只看退回的题目
                </Checkbox>
              </Flex>
            ) : null}
          </>
        }
      />
    )
  return { marks, list, flush }
}

/** Why a question was sent back, and what is said to it. */
function Mark({ query, label, first, onReply, onLeave }: { query: Query; label: string; first: string; onReply: (text: string) => void; onLeave: () => void }) {
  return (
    <div className="fs-mark">
      <div>
        <StatusTag of={queryStatus} value={query.queryStatus} /> {query.reason}
      </div>
      {query.events.length > 1 ? <Events query={query} /> : null}
      <Input.TextArea
        aria-label={`${label}：说明`}
        placeholder="修改上面的答案，或在此说明不修改的原因"
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={500}
        defaultValue={first}
        onChange={(e) => onReply(e.target.value)}
        onBlur={onLeave}
      />
    </div>
  )
}

const SAID = { ask: '提出', reply: '答复', takeBack: '撤回答复', close: '关闭', reopen: '重新提出' } as const

/** All that was done about a question, by whom and when. */
export function Events({ query }: { query: Pick<Query, 'events'> }) {
  return (
    <ol className="fs-events" aria-label="处理记录">
      {query.events.map((one, i) => (
        <li key={`${i} ${one.time}`}>
          {dateFormat(one.time)} {one.userName} {SAID[one.verb]}
          {one.changed ? '（已修改答案）' : ''}
          {one.words ? `：${one.words}` : ''}
        </li>
      ))}
    </ol>
  )
}
