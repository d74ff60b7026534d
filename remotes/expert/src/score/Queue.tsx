import type { ResponseOf } from '@assoc/contract'
import { sheetStatus } from '@assoc/contract/expert/review/kinds'
import type { selectScoreQueue } from '@assoc/contract/expert/review/score'
import { StatusTag, theme, Typography } from '@assoc/ui'
import { useEffect, useRef } from 'react'

type Item = ResponseOf<typeof selectScoreQueue>['items'][number]

/** Works of the person's own in the batch; the open one is marked. */
export function Queue({ items, current, onOpen }: { items: readonly Item[]; current: string | null; onOpen: (sheetId: string) => void }) {
  const { token } = theme.useToken()
  const marked = useRef<HTMLButtonElement>(null)
  // Newer browsers answer a promise, which is no clean-up.
  useEffect(() => void marked.current?.scrollIntoView?.({ block: 'nearest' }), [current])
  return (
    <nav aria-label="评审列表" style={{ flex: 1, minWidth: 0, overflowY: 'auto' }}>
      {items.map(({ sheetId, itemNo, title, sheetStatus: status, totalScore, returned }) => (
        <button
          key={sheetId}
          type="button"
          ref={sheetId === current ? marked : null}
          aria-current={sheetId === current || undefined}
          onClick={() => onOpen(sheetId)}
          style={{ display: 'block', width: '100%', padding: '8px 10px', border: 0, borderInlineStart: `3px solid ${sheetId === current ? token.colorPrimary : 'transparent'}`, background: sheetId === current ? token.controlItemBgActive : 'transparent', color: token.colorText, font: 'inherit', textAlign: 'start', cursor: 'pointer' }}
        >
          <span style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
            <span>第 {itemNo} 号</span>
            <span>{totalScore === null ? '' : totalScore.toFixed(2)}</span>
          </span>
          {title ? (
            <Typography.Text type="secondary" ellipsis style={{ display: 'block' }}>
              {title}
            </Typography.Text>
          ) : null}
          <span style={{ display: 'block', marginTop: 2 }}>
            <StatusTag of={sheetStatus} value={status} />
            {returned ? <Typography.Text type="warning"> 被退回</Typography.Text> : null}
          </span>
        </button>
      ))}
    </nav>
  )
}
