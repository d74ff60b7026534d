import type { formAnswer } from '@assoc/contract/form/answer'
import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
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
import { observable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useReasons, type Collected } from '../../answers/reasons'
import type { Query } from './Queries'

export interface Review {
  marks: NonNullable<FormSheetProps['marks']> | undefined
  /** The button that begins it; nothing where the answer is not to be sent back. */
  begin: React.ReactNode
  /** What was collected, and sending it back. */
  bar: React.ReactNode
}

type Answer = RowOfResource<typeof formAnswer>

/** Reasons are put at questions, rows and cells of an answer; together they are sent back. */
export function useReview(row: Answer, sheet: SheetStore | null, queries: readonly Query[] | undefined, onDone: () => void): Review {
  const { items, setItems, again, marks } = useReasons(sheet, queries)
  if (!row.abilities.includes('refuse')) return { marks: undefined, begin: null, bar: null }
  const begin = () => setItems(observable.map<string, string>())
  return {
    marks,
    begin: items ? null : <Button onClick={begin}>{again > 0 ? `逐题退回（${again} 题重新提出）` : '逐题退回'}</Button>,
    bar: items ? <Bar row={row} items={items} again={again} onCancel={() => setItems(null)} onDone={onDone} /> : null,
  }
}

/** How much was collected, and sending it back. */
const Bar = observer(function Bar({ row, items, again, onCancel, onDone }: { row: Answer; items: Collected; again: number; onCancel: () => void; onDone: () => void }) {
  const [sending, setSending] = useState(false)
  const chosen = [...items].map(([path, reason]) => ({ path, reason: reason.trim() }))
  const unsaid = chosen.filter(({ reason }) => reason === '').length
  const told = [`已选 ${chosen.length} 处`, again > 0 ? `另有 ${again} 题重新提出` : '', unsaid > 0 ? `${unsaid} 处未填写原因` : '', chosen.length > QUERIES_MOST ? `一次最多退回 ${QUERIES_MOST} 处` : '']
  return (
    <>
      {sending ? <Send row={row} items={chosen} again={again} onCancel={() => setSending(false)} onDone={onDone} /> : null}
      <Alert
        type="info"
        style={{ marginTop: 12, position: 'sticky', bottom: 0, zIndex: 2 }}
        title={told.filter(Boolean).join('，')}
        action={
          <Flex gap={8}>
            <Button size="small" onClick={onCancel}>
              取消
            </Button>
            <Button size="small" type="primary" disabled={chosen.length + again === 0 || unsaid > 0 || chosen.length > QUERIES_MOST} onClick={() => setSending(true)}>
              退回填报人
            </Button>
          </Flex>
        }
      />
    </>
  )
})

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
