import { yuan } from '@assoc/http'
import { Checkbox, Flex, theme, Typography } from '@assoc/ui'
import { ageOf, isLong } from './age'
import { keyOf, type Item } from './item'

interface ItemsProps {
  items: readonly Item[]
  open: string
  chosen: readonly string[]
  onOpen: (item: Item) => void
  onChoose: (chosen: string[]) => void
}

/** Things that wait, one below the other: what it is, about whom, how much, who asked, how long. */
export function Items({ items, open, chosen, onOpen, onChoose }: ItemsProps) {
  const { token } = theme.useToken()
  return (
    <ul aria-label="待办事项" style={{ listStyle: 'none', margin: 0, padding: 0, maxHeight: 'calc(100vh - 260px)', overflowY: 'auto' }}>
      {items.map((item) => {
        const key = keyOf(item)
        const current = key === open
        return (
          <li key={key} style={{ display: 'flex', alignItems: 'flex-start', gap: 8, padding: '8px 8px 8px 10px', borderBottom: `1px solid ${token.colorBorderSecondary}`, borderLeft: `2px solid ${current ? token.colorPrimary : 'transparent'}`, background: current ? token.colorFillTertiary : undefined }}>
            <Checkbox aria-label={`勾选 ${item.title}`} checked={chosen.includes(key)} onChange={(e) => onChoose(e.target.checked ? [...chosen, key] : chosen.filter((each) => each !== key))} style={{ marginTop: 2 }} />
            <button type="button" aria-current={current ? 'true' : undefined} onClick={() => onOpen(item)} style={{ flex: 1, minWidth: 0, border: 0, padding: 0, background: 'none', color: 'inherit', font: 'inherit', textAlign: 'start', cursor: 'pointer' }}>
              <Flex justify="space-between" gap={8}>
                <Typography.Text strong ellipsis={{ tooltip: item.title }} style={{ minWidth: 0 }}>
                  {item.title}
                </Typography.Text>
                {item.amount === null ? null : <span style={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>{yuan(item.amount)} 元</span>}
              </Flex>
              <Flex justify="space-between" gap={8} style={{ fontSize: 12, color: token.colorTextSecondary }}>
                <span>
                  {item.kindLabel}
                  {item.subject ? ` · ${item.subject}` : ''}
                  {item.askedBy ? ` · ${item.askedBy}` : ''}
                </span>
                {item.since ? <span style={{ flex: 'none', color: isLong(item.since) ? token.colorErrorText : undefined }}>已等 {ageOf(item.since)}</span> : null}
              </Flex>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
