import { memberTransfer } from '@assoc/contract/member/transfer'
import { api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Button, theme } from '@assoc/ui'
import type { PageTools, RowOfResource } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'

type Transfer = RowOfResource<typeof memberTransfer>

/** How long the notice stands; it stays while pointer or focus rests on it. */
const SHOWN_MS = 5_000

/** What waited in the list when this person did a deed: the one of them that has been approved since is what she approved. */
export class Approved {
  rows: readonly Transfer[] = []
  private before: readonly string[] | null = null

  deedDone(): void {
    this.before = this.rows.filter((r) => r.transferStatus === 'pending').map((r) => r.transferId)
  }

  /** Those that waited and wait no more, once after each deed; a filtered list may not show them any longer. */
  take(rows: readonly Transfer[]): string[] {
    const before = this.before
    this.before = null
    return (before ?? []).filter((id) => rows.find((r) => r.transferId === id)?.transferStatus !== 'pending')
  }
}

/** For five seconds after an approval: the way to take it back. */
export const Undo = observer(function Undo({ approved, tools }: { approved: Approved; tools: PageTools<Transfer> }) {
  const rows = tools.list.store.rows as unknown as readonly Transfer[]
  const [done, setDone] = useState<Transfer | null>(null)
  useEffect(() => {
    approved.rows = rows
    const [id, ...others] = approved.take(rows)
    if (!id || others.length > 0) return
    api(memberTransfer.read, { transferId: id }).then((row) => (row.abilities.includes('undo') ? setDone(row) : undefined), () => undefined)
  }, [approved, rows])
  const undo = async ({ transferId, version, memberName }: Transfer) => {
    setDone(null)
    try {
      await api(memberTransfer.change, { transferId, version, verb: 'undo' })
      toasts.success(`${memberName}：转移已撤销`)
    } finally {
      void tools.reload()
    }
  }
  return done ? <Notice key={`${done.transferId} ${done.version}`} transfer={done} onUndo={() => void undo(done)} onGone={() => setDone(null)} /> : null
})

function Notice({ transfer, onUndo, onGone }: { transfer: Transfer; onUndo: () => void; onGone: () => void }) {
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
  const text = transfer.transferStatus === 'effective' ? '转移已生效' : `将于 ${transfer.effectiveDate} 生效`
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
          {transfer.memberName}：{text}
        </span>
        <Button type="link" size="small" aria-keyshortcuts="u" onClick={onUndo}>
          撤销（U）
        </Button>
      </div>
    </div>
  )
}
