import { useEffect, useRef } from 'react'
import { Button, theme } from '../shell'

/** Milliseconds that the notice stands. */
const SHOWN_MS = 5_000

export interface UndoNoticeProps {
  text: string
  onUndo: () => void
  onGone: () => void
}

/** Says what was done and, for five seconds, offers to take it back by a press or the key U; longer while pointer or focus rests on it. */
export function UndoNotice({ text, onUndo, onGone }: UndoNoticeProps) {
  const { token } = theme.useToken()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hold = () => clearTimeout(timer.current)
  const count = () => {
    hold()
    timer.current = setTimeout(onGone, SHOWN_MS)
  }
  useEffect(() => {
    count()
    return hold
    // eslint-disable-next-line react-hooks/exhaustive-deps -- counted once from when it is shown
  }, [])
  useEffect(() => {
    // One key, like those of the list: within five seconds nobody gets here by tabbing through the rows.
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== 'u' || e.ctrlKey || e.metaKey || e.altKey || (e.target as HTMLElement).closest('input, textarea, select, [contenteditable], [role="dialog"]')) return
      e.preventDefault()
      onUndo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  return (
    <div style={{ position: 'fixed', bottom: 32, left: 0, right: 0, zIndex: 1050, display: 'flex', justifyContent: 'center', pointerEvents: 'none' }}>
      <div
        onMouseEnter={hold}
        onMouseLeave={count}
        onFocus={hold}
        onBlur={count}
        style={{ pointerEvents: 'auto', display: 'flex', gap: 12, alignItems: 'center', padding: '8px 8px 8px 16px', borderRadius: token.borderRadiusLG, background: token.colorBgElevated, color: token.colorText, border: `1px solid ${token.colorBorderSecondary}`, boxShadow: token.boxShadowSecondary }}
      >
        <span role="status">
          {text}
        </span>
        <Button type="link" size="small" aria-keyshortcuts="u" onClick={onUndo}>
          撤销（U）
        </Button>
      </div>
    </div>
  )
}
