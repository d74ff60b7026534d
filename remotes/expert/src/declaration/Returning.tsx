import type { declaration } from '@assoc/contract/expert/declaration'
import { CORRECTION_DAYS } from '@assoc/contract/expert/declaration-status'
import { returnDeclaration, type selectDeclarationContent } from '@assoc/contract/expert/declaration-review'
import { QUERIES_MOST } from '@assoc/contract/form/query'
import type { ResponseOf } from '@assoc/contract'
import { api, ApiError, dateFormat, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Button, Flex, Input, Typography, type FormSheetProps, type RowOfResource, type SheetStore } from '@assoc/ui'
import { observable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useRef, useState, type ReactNode } from 'react'
import { useReasons, type Collected } from '../answers/reasons'

type Row = RowOfResource<typeof declaration>
type Queries = ResponseOf<typeof selectDeclarationContent>['queries']

export interface Returning {
  marks: NonNullable<FormSheetProps['marks']> | undefined
  /** The button that begins it; nothing for who may not send it back now. */
  begin: ReactNode
  bar: ReactNode
}

/** Reasons are put at questions of a declaration; together they send it back for correction. */
export function useReturning(row: Row, sheet: SheetStore | null, queries: Queries | undefined, onDone: () => void): Returning {
  const { items, setItems, marks } = useReasons(sheet, queries)
  if (!row.abilities.some((verb) => verb === 'returnFirst' || verb === 'returnSecond')) return { marks: undefined, begin: null, bar: null }
  return {
    marks,
    begin: items ? null : <Button onClick={() => setItems(observable.map<string, string>())}>逐题退回</Button>,
    bar: items ? <Bar row={row} items={items} onCancel={() => setItems(null)} onDone={onDone} /> : null,
  }
}

const Bar = observer(function Bar({ row, items, onCancel, onDone }: { row: Row; items: Collected; onCancel: () => void; onDone: () => void }) {
  const [sending, setSending] = useState(false)
  const chosen = [...items].map(([path, reason]) => ({ path, reason: reason.trim() }))
  const unsaid = chosen.filter(({ reason }) => reason === '').length
  const told = [`已选 ${chosen.length} 处`, unsaid > 0 ? `${unsaid} 处未填写原因` : '', chosen.length > QUERIES_MOST ? `一次最多退回 ${QUERIES_MOST} 处` : '']
  return (
    <>
      {sending ? <Send row={row} items={chosen} onCancel={() => setSending(false)} onDone={onDone} /> : null}
      <Alert
        type="info"
        style={{ marginTop: 12, position: 'sticky', bottom: 0, zIndex: 2 }}
        title={told.filter(Boolean).join('，')}
        action={
          <Flex gap={8}>
            <Button size="small" onClick={onCancel}>
              取消
            </Button>
            <Button size="small" type="primary" disabled={chosen.length === 0 || unsaid > 0 || chosen.length > QUERIES_MOST} onClick={() => setSending(true)}>
              退回补正
            </Button>
          </Flex>
        }
      />
    </>
  )
})

function Send({ row, items, onCancel, onDone }: { row: Row; items: { path: string; reason: string }[]; onCancel: () => void; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef(newKey())
  const send = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { correctionDue } = await api(returnDeclaration, { declareId: row.declareId, version: row.version, reason, items }, { idempotencyKey: key.current })
      toasts.success(`已退回补正，补正期限 ${dateFormat(correctionDue)}`)
      onDone()
    } catch (error) {
      setProblem(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，没有退回，请重试')
      setBusy(false)
    }
  }
  return (
    <AppModal open title={`退回补正：${row.declareNo} ${row.declarantName}`} okText="退回" cancelText="再看看" okButtonProps={{ danger: true }} confirmLoading={busy} onOk={() => void send()} onCancel={onCancel}>
      <Flex vertical gap={12}>
        <span>
          共退回 {items.length} 道题。申报人在 {CORRECTION_DAYS} 个工作日内逐题修改或说明，重新提交后再审。
        </span>
        {problem ? <Typography.Text type="danger">{problem}</Typography.Text> : null}
        <Input.TextArea aria-label="总的说明" placeholder="总的说明（选填）" autoSize={{ minRows: 2, maxRows: 6 }} maxLength={200} value={reason} onChange={(e) => setReason(e.target.value)} />
      </Flex>
    </AppModal>
  )
}
