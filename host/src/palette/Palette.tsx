import { session } from '@assoc/session'
import { AppModal, Flex, Input, SearchOutlined, Typography, theme } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { focusOpened } from '../layout/focus-keeper'
import { useWorkspace } from '../workspace/workspace-context'
import { PaletteStore } from './palette-store'

/** Ctrl+K: menus by Chinese, pinyin or initials, favourites and recent pages first, and records. */
export const Palette = observer(function Palette({ open, onClose, onOpen }: { open: boolean; onClose: () => void; onOpen: (path: string) => void }) {
  return open ? <OpenPalette onClose={onClose} onOpen={onOpen} /> : null
})

const OpenPalette = observer(function OpenPalette({ onClose, onOpen }: { onClose: () => void; onOpen: (path: string) => void }) {
  const { token } = theme.useToken()
  const workspace = useWorkspace()
  const [store] = useState(() => new PaletteStore(session(), () => workspace))
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => void store.learnPinyin(), [store])
  const chosen = useRef(false)
  useEffect(() => {
    // The palette is unmounted with its dialog, so the dialog cannot give the focus back itself.
    const before = document.activeElement
    return () => {
      // What was chosen gets it, and no longer the place where the palette was called.
      if (chosen.current) setTimeout(focusOpened, 0)
      else if (before instanceof HTMLElement && before.isConnected) setTimeout(() => before.focus(), 0)
    }
  }, [])
  useEffect(() => {
    const item = list.current?.querySelector('[aria-selected=true]')
    if (item && typeof item.scrollIntoView === 'function') item.scrollIntoView({ block: 'nearest' })
  }, [store.active])
  const go = (path: string) => {
    chosen.current = true
    onClose()
    onOpen(path)
  }
  const keyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter and arrows belong to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      store.move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const hit = store.hits[store.active]
      if (hit) go(hit.path)
    }
  }
  const { hits } = store
  return (
    <AppModal open footer={null} closable={false} width={640} onCancel={onClose} title={<span className="visually-hidden">搜索</span>} styles={{ header: { margin: 0 }, body: { padding: 0 } }} style={{ top: 80 }}>
      <Input
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        placeholder="菜单名称、拼音或首字母，公司、会员、人员、账单、缴费、票据"
        value={store.keyword}
        maxLength={50}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={hits[store.active] ? `palette-${store.active}` : undefined}
        onChange={(e) => store.type(e.target.value)}
        onKeyDown={keyDown}
      />
      <div id="palette-list" role="listbox" aria-label="搜索结果" ref={list} style={{ maxHeight: 420, overflow: 'auto', borderTop: `1px solid ${token.colorBorderSecondary}`, paddingBlock: 4 }}>
        {hits.map((hit, i) => (
          <Flex
            key={`${hit.group}${hit.path}`}
            id={`palette-${i}`}
            role="option"
            aria-selected={i === store.active}
            justify="space-between"
            gap={12}
            onMouseMove={() => store.point(i)}
            onClick={() => go(hit.path)}
            style={{ padding: '8px 16px', cursor: 'pointer', background: i === store.active ? token.controlItemBgActive : 'transparent' }}
          >
            <span>{hit.label}</span>
            <Typography.Text type="secondary">
              {hit.hint ? `${hit.hint} · ` : ''}
              {hit.group}
            </Typography.Text>
          </Flex>
        ))}
        {hits.length === 0 ? <Typography.Text type="secondary" style={{ display: 'block', padding: 16 }}>没有符合的菜单或记录</Typography.Text> : null}
      </div>
    </AppModal>
  )
})
