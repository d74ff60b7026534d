import { useEffect, useRef } from 'react'
import { Button, Flex, Typography } from '../shell'
import { useTab } from '../shell/tab-context'
import { injectStyle } from '../shell/styles'
import type { RowAction } from '../data/kit/RowActions'

export interface ReviewBarProps {
  /** Rows of this page of the list on which the person may decide, in its order, and where among them the open one stands; -1 when it is none. */
  waiting: readonly string[]
  at: number
  /** The row that waits before and after the open one; null where there is none. */
  previous: string | null
  next: string | null
  /** Rows that wait for somebody else, because this person has entered, changed or submitted them. */
  left: number
  /** The open row is one of those. */
  own: boolean
  decisions: readonly RowAction[]
  onOpen: (id: string) => void
}

const css = `.kit-review kbd{font:inherit;font-size:12px;margin-inline-end:6px;padding:0 5px;border:1px solid currentColor;border-radius:4px;opacity:.75}`

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"]'
const OTHERS = '由您登记、修改或提交，须由其他人办理'

/** Going through what waits for a decision: the way to the next and the one before, the decisions, and a key for each. */
export function ReviewBar({ waiting, at, previous, next, left, own, decisions, onOpen }: ReviewBarProps) {
  injectStyle('kit-review', css)
  const { visible } = useTab()
  const acts: Record<string, (() => void) | undefined> = {
    j: next ? () => onOpen(next) : undefined,
    k: previous ? () => onOpen(previous) : undefined,
    ...Object.fromEntries(decisions.slice(0, 9).map((one, i) => [String(i + 1), one.onClick])),
  }
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    if (!visible) return
    const press = (e: KeyboardEvent) => {
      if (e.isComposing || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || e.repeat) return
      // A question that is open has its own keys.
      if ((e.target as HTMLElement | null)?.closest(TYPING) || document.querySelector('.ant-modal-wrap:not([style*="display: none"]) [role="dialog"]')) return
      const act = latest.current[e.key]
      if (!act) return
      e.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [visible])
  return (
    <section aria-label="审核" className="kit-review">
      <Flex vertical gap={8}>
        <Flex gap={8} align="center" wrap>
          {decisions.slice(0, 9).map((one, i) => (
            <Button key={one.key} type={i === 0 && !one.danger ? 'primary' : 'default'} danger={Boolean(one.danger)} onClick={one.onClick}>
              <kbd aria-hidden>{i + 1}</kbd>
              {one.label}
            </Button>
          ))}
          <Flex gap={8} align="center" style={{ marginInlineStart: 'auto' }}>
            <Typography.Text type="secondary">{at >= 0 ? `待办 ${at + 1} / ${waiting.length}` : `本页还有 ${waiting.length} 条待办`}</Typography.Text>
            <Button disabled={!previous} onClick={() => previous && onOpen(previous)}>
              <kbd aria-hidden>K</kbd>上一件待办
            </Button>
            <Button disabled={!next} onClick={() => next && onOpen(next)}>
              <kbd aria-hidden>J</kbd>下一件待办
            </Button>
          </Flex>
        </Flex>
        {own || left > 0 ? <Typography.Text type="secondary">{own ? `本条${OTHERS}。` : `已跳过本页 ${left} 条：${OTHERS}。`}</Typography.Text> : null}
      </Flex>
    </section>
  )
}
