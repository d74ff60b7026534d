import { COMMENT_MOST, lengthOfComment, wantsComment } from '@assoc/contract/expert/review/sheet-rules'
import { dateFormat } from '@assoc/http'
import { Alert, Button, Flex, Input, InputNumber, theme, Typography, useShortcuts } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { Collision } from './Collision'
import type { SheetSaver } from './sheet-saver'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
/** Tenths of full marks that a key stands for. */
const TENTHS = 10

/** What a key gives of a dimension: so many tenths of full marks. */
const byKey = (key: string, dimMax: number): number => Math.round((Number(key) * dimMax * 10) / TENTHS) / 10

export interface SheetPanelProps {
  saver: SheetSaver
  onSubmit: () => void
  busy: boolean
  problem: string | null
}

/** A sheet: its dimensions, total and comment. Keys 1 to 9 score the dimension that is marked and go on to the next. */
export const SheetPanel = observer(function SheetPanel({ saver, onSubmit, busy, problem }: SheetPanelProps) {
  const { token } = theme.useToken()
  const { sheet } = saver
  const { dimensions, commentBelow, commentFrom } = sheet.batch
  const [at, setAt] = useState(() => Math.max(0, dimensions.findIndex(({ dimName }) => saver.scores[dimName] === undefined)))
  const editable = sheet.closed === null
  const go = (to: number) => setAt(Math.max(0, Math.min(dimensions.length - 1, to)))
  const press = (key: string) => {
    const dimension = dimensions[at]
    if (!editable || !dimension) return
    saver.score(dimension.dimName, byKey(key, dimension.dimMax))
    go(at + 1)
  }
  useShortcuts({ ...Object.fromEntries(KEYS.map((key) => [key, () => press(key)])), ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1) })
  const sheetRef = useRef<HTMLElement>(null)
  useEffect(() => {
    // Whoever comes from the menu, or from the sheet before, goes on with the keys of this one.
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || activeElement.closest('[role="menu"]')) sheetRef.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    // From within a field as well: the hand is at the keys when the last word is written.
    const handIn = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || event.defaultPrevented) return
      if (document.querySelector('.ant-modal-wrap:not([style*="display: none"]) [role="dialog"]')) return
      event.preventDefault()
      onSubmit()
    }
    window.addEventListener('keydown', handIn)
    return () => window.removeEventListener('keydown', handIn)
  }, [onSubmit])
  const { total } = saver
  const commentFault = saver.faultAt('comment')
  return (
    <section ref={sheetRef} tabIndex={-1} aria-label="评分表" style={{ outline: 'none', display: 'flex', flexDirection: 'column', gap: 10 }}>
      {sheet.closed ? <Alert type="info" showIcon title={sheet.closed} /> : null}
      {sheet.returnReason ? <Alert type="warning" showIcon title="已退回，请修改后重新提交" description={sheet.returnReason} /> : null}
      {problem ? <Alert type="error" showIcon title={problem} /> : null}
      <Collision saver={saver} />
      {dimensions.map((dimension, i) => {
        const { dimName, dimWeight, dimMax, dimDesc, levels } = dimension
        const fault = saver.faultAt(`dimScores.${dimName}`)
        const id = `score-${sheet.sheetId}-${i}`
        return (
          <div key={dimName} data-marked={i === at ? '' : undefined} style={{ padding: '8px 10px', borderRadius: token.borderRadius, border: `1px solid ${editable && i === at ? token.colorPrimary : token.colorBorderSecondary}` }}>
            <Flex align="center" justify="space-between" gap={8}>
              <label htmlFor={id} style={{ fontWeight: 500 }}>
                {dimName}
                <Typography.Text type="secondary" style={{ fontWeight: 400 }}>
                  {' '}
                  权重 {dimWeight}%，满分 {dimMax}
                </Typography.Text>
              </label>
              <InputNumber
                id={id}
                aria-label={dimName}
                value={saver.scores[dimName] ?? null}
                readOnly={!editable}
                controls={false}
                {...(fault ? { status: 'error' as const } : {})}
                style={{ width: 84 }}
                onFocus={() => setAt(i)}
                onChange={(value) => saver.score(dimName, typeof value === 'number' ? value : null)}
              />
            </Flex>
            {dimDesc ? <Note text={dimDesc} /> : null}
            {levels ? <Note text={levels} /> : null}
            {fault ? (
              <div role="alert" style={{ color: token.colorError }}>
                {fault}
              </div>
            ) : null}
          </div>
        )
      })}
      <Flex align="baseline" justify="space-between">
        <span>总分</span>
        <strong aria-label="总分" style={{ fontSize: 24 }}>
          {total === null ? '—' : total.toFixed(2)}
        </strong>
      </Flex>
      <label htmlFor={`comment-${sheet.sheetId}`}>
        评审意见
        {total !== null && wantsComment(total, sheet.batch) ? <Typography.Text type="warning"> 总分低于 {commentBelow} 或达到 {commentFrom}，须写 20 字以上</Typography.Text> : null}
      </label>
      <Input.TextArea
        id={`comment-${sheet.sheetId}`}
        value={saver.comment}
        readOnly={!editable}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={COMMENT_MOST}
        {...(commentFault ? { status: 'error' as const } : {})}
        onChange={(event) => saver.write(event.target.value)}
      />
      <Flex justify="space-between" gap={8}>
        <span role={commentFault ? 'alert' : undefined} style={{ color: token.colorError }}>
          {commentFault}
        </span>
        <Typography.Text type="secondary">{lengthOfComment(saver.comment)} 字</Typography.Text>
      </Flex>
      {editable ? <Typography.Text type="secondary">数字键 1–9 按满分的十分之几给当前维度打分，↑ ↓ 换维度，J / K 换作品，Ctrl+Enter 提交</Typography.Text> : null}
      {editable ? (
        <Flex align="center" justify="space-between" gap={8} style={{ position: 'sticky', bottom: 0, paddingBlock: 10, background: token.colorBgContainer, borderTop: `1px solid ${token.colorBorderSecondary}` }}>
          <Kept saver={saver} />
          <Button type="primary" loading={busy} onClick={onSubmit}>
            提交评分
          </Button>
        </Flex>
      ) : null}
    </section>
  )
})

const Note = ({ text }: { text: string }) => (
  <Typography.Text type="secondary" style={{ display: 'block', whiteSpace: 'pre-line', fontSize: 13 }}>
    {text}
  </Typography.Text>
)

/** Whether what was typed is with the server. */
const Kept = observer(function Kept({ saver }: { saver: SheetSaver }) {
  const { token } = theme.useToken()
  const bad = saver.state === 'lost' || saver.state === 'refused'
  const said = saver.collision ? '有未解决的修改冲突' : saver.state === 'saving' ? '正在保存' : saver.state === 'waiting' ? '有未保存的内容' : bad ? saver.reason : saver.savedAt ? `已保存 ${dateFormat(saver.savedAt.toISOString()).slice(11)}` : '内容会自动保存'
  return (
    <span role="status" style={{ color: bad ? token.colorError : token.colorTextSecondary }}>
      {said}
    </span>
  )
})
