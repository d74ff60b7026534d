import { useNavigate } from '@assoc/router'
import { Button, CloseOutlined, DownOutlined, Dropdown, PushpinOutlined, injectStyle, theme, undos, type MenuProps } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useWorkspace } from '../workspace/workspace-context'
import { HOME_KEY, isPinnable, placeOf, type Tab, type TabStore } from '../tabs/tab-store'
import { onceLaidOut } from './once-laid-out'
import { whenOpened } from './when-opened'

const ConfirmClose = whenOpened(async () => (await import(/* webpackChunkName: "shell-later" */ './ConfirmClose')).ConfirmClose)

const css = `
.tabs{display:flex;align-items:flex-end;height:36px;gap:4px;padding:0 12px;overflow:hidden}
.tabs-list{display:flex;gap:4px;overflow-x:auto;scrollbar-width:none;flex:1;min-width:0;align-items:flex-end;height:100%}
.tabs-list::-webkit-scrollbar{display:none}
.tabs-tab{display:flex;align-items:center;gap:6px;height:30px;padding:0 8px;border:1px solid var(--t-line);border-bottom:0;border-radius:4px 4px 0 0;background:var(--t-paper);color:var(--t-ink);cursor:pointer;white-space:nowrap;max-width:220px;flex:none}
.tabs-tab[aria-selected=true]{background:var(--t-sheet);color:var(--t-seal)}
.tabs-name{overflow:hidden;text-overflow:ellipsis}
.tabs-close{display:grid;place-items:center;width:18px;height:18px;border-radius:3px;flex:none}
.tabs-close:hover{background:var(--t-line)}
.tabs-dirty{width:6px;height:6px;border-radius:3px;background:var(--t-seal);flex:none}
@media print{.tabs{display:none}}
`

type Choice = 'self' | 'others' | 'left' | 'right' | 'all'

/** The strip of open tabs: own roles and keys, middle click closes, context menu, a question before typed text goes. */
export const TabStrip = observer(function TabStrip({ store }: { store: TabStore }) {
  injectStyle('tab-strip', css)
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const workspace = useWorkspace()
  const list = useRef<HTMLDivElement>(null)
  const dragged = useRef<string | null>(null)
  const [asking, setAsking] = useState<string[] | null>(null)
  // One menu for all tabs, that of the one that was pointed at: one each would be made anew for every tab whenever one of them is opened.
  const [menu, setMenu] = useState<{ of: string | null; open: boolean }>({ of: null, open: false })
  const pointed = store.strip.find((tab) => tab.key === menu.of)
  useEffect(
    () =>
      onceLaidOut(list.current, () => {
        const selected = list.current?.querySelector('[aria-selected=true]')
        if (selected && typeof selected.scrollIntoView === 'function') void selected.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }),
    [store.activeKey],
  )

  const show = (tab: Tab) => navigate(placeOf(tab))
  const reopen = () => {
    const next = store.reopen()
    if (next) navigate(next)
  }
  const closeNow = (keys: string[]) => {
    const next = store.close(keys)
    if (next) navigate(next)
    if (keys.length > 1) undos.offer(`已关闭 ${keys.length} 个页签`, reopen)
  }
  const again = useRef(reopen)
  useEffect(() => {
    again.current = reopen
  })
  useEffect(() => {
    // Browsers keep this key to themselves in a window with tabs of their own; as an installed application it comes here.
    const press = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey || event.key.toLowerCase() !== 't') return
      event.preventDefault()
      again.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const close = (keys: string[]) => {
    if (store.tabs.some((t) => keys.includes(t.key) && t.dirty)) setAsking(keys)
    else closeNow(keys)
  }
  const menuOf = (tab: Tab): MenuProps => {
    const closing = (choice: Choice) => close(store.keysFor(tab.key, choice))
    const bookmark = { path: tab.key, title: tab.ownTitle ?? tab.title }
    return {
      items: [
        { key: 'refresh', label: '刷新', onClick: () => store.refresh(tab.key) },
        { key: 'self', label: '关闭', disabled: tab.key === HOME_KEY, onClick: () => closing('self') },
        { key: 'others', label: '关闭其他', onClick: () => closing('others') },
        { key: 'left', label: '关闭左侧', onClick: () => closing('left') },
        { key: 'right', label: '关闭右侧', onClick: () => closing('right') },
        { key: 'all', label: '关闭全部', onClick: () => closing('all') },
        { key: 'reopen', label: '恢复关闭的页签', disabled: store.closed.length === 0, onClick: reopen },
        { type: 'divider' },
        { key: 'pin', label: tab.pinned ? '取消固定' : '固定', disabled: !isPinnable(tab), onClick: () => store.pin(tab.key, !tab.pinned) },
        ...([['before', '左移', -1], ['after', '右移', 1]] as const).map(([key, label, by]) => {
          const beside = store.strip[store.strip.indexOf(tab) + by]
          return { key, label, disabled: !beside || beside.key === HOME_KEY || tab.key === HOME_KEY || beside.pinned !== tab.pinned, onClick: () => beside && store.move(tab.key, beside.key) }
        }),
        { key: 'star', label: workspace.isFavourite(tab.key) ? '取消收藏' : '收藏', disabled: !isPinnable(tab), onClick: () => workspace.toggleFavourite(bookmark) },
        { key: 'window', label: '新窗口打开', onClick: () => void window.open(placeOf(tab), '_blank', 'noopener') },
      ],
    }
  }
  const pointAt = (target: Element) => {
    const key = target.closest('[data-key]')?.getAttribute('data-key') ?? null
    setMenu({ of: key, open: key !== null })
  }
  const keyDown = (event: KeyboardEvent, at: number) => {
    const tabs = store.strip
    const to = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : null
    const tab = tabs[at]
    if (to !== null) {
      event.preventDefault()
      const target = tabs[(to + tabs.length) % tabs.length]
      // With Shift an arrow takes the tab along.
      if (event.shiftKey && tab) return void (target && store.move(tab.key, target.key))
      if (target) {
        show(target)
        ;(list.current?.children[tabs.indexOf(target)] as HTMLElement | undefined)?.focus()
      }
    } else if ((event.key === 'Enter' || event.key === ' ') && tab) {
      event.preventDefault()
      show(tab)
    } else if (event.key === 'Delete' && tab && tab.key !== HOME_KEY) close([tab.key])
    else if (event.key.toLowerCase() === 'p' && !event.ctrlKey && !event.metaKey && !event.altKey && tab && tab.key !== HOME_KEY) store.pin(tab.key, !tab.pinned)
  }
  const colours = { '--t-line': token.colorBorderSecondary, '--t-paper': token.colorFillAlter, '--t-sheet': token.colorBgContainer, '--t-ink': token.colorTextSecondary, '--t-seal': token.colorPrimaryText }
  return (
    <div className="tabs" style={{ ...colours, background: token.colorBgContainer, borderBottom: `var(--hl, 1px) solid ${token.colorBorderSecondary}` } as React.CSSProperties}>
      <Dropdown trigger={['contextMenu']} menu={pointed ? menuOf(pointed) : { items: [] }} open={menu.open && pointed !== undefined} onOpenChange={(open) => open || setMenu((now) => ({ ...now, open }))}>
        <div className="tabs-list" role="tablist" aria-label="已打开的页面" ref={list} onContextMenuCapture={(e) => pointAt(e.target as Element)}>
          {store.strip.map((tab, at) => (
            <div
              key={tab.key}
              role="tab"
              className="tabs-tab"
              tabIndex={tab.key === store.activeKey ? 0 : -1}
              aria-selected={tab.key === store.activeKey}
              data-key={tab.key}
              aria-keyshortcuts={tab.key === HOME_KEY ? undefined : 'Delete P Shift+ArrowLeft Shift+ArrowRight'}
              onClick={() => show(tab)}
              onAuxClick={(e) => e.button === 1 && tab.key !== HOME_KEY && close([tab.key])}
              onKeyDown={(e) => keyDown(e, at)}
              draggable={tab.key !== HOME_KEY}
              onDragStart={(e) => {
                dragged.current = tab.key
                e.dataTransfer.effectAllowed = 'move'
              }}
              onDragOver={(e) => dragged.current && e.preventDefault()}
              onDrop={() => dragged.current && store.move(dragged.current, tab.key)}
              onDragEnd={() => (dragged.current = null)}
            >
              {tab.pinned && tab.key !== HOME_KEY ? <PushpinOutlined style={{ fontSize: 12 }} /> : null}
              {tab.dirty ? <span className="tabs-dirty" title="有未保存的内容" /> : null}
              <span className="tabs-name">{tab.ownTitle ?? tab.title}</span>
              {tab.key === HOME_KEY || tab.pinned ? null : (
                // For the pointer alone: inside a tab nothing else can be reached, keys close it with Delete.
                <span
                  className="tabs-close"
                  aria-hidden="true"
                  title="关闭"
                  onClick={(e) => {
                    e.stopPropagation()
                    close([tab.key])
                  }}
                >
                  <CloseOutlined style={{ fontSize: 10 }} />
                </span>
              )}
            </div>
          ))}
        </div>
      </Dropdown>
      {store.strip.length > 6 ? (
        <Dropdown trigger={['click']} autoFocus menu={{ items: store.strip.map((t) => ({ key: t.key, label: t.ownTitle ?? t.title, onClick: () => show(t) })) }}>
          <Button type="text" size="small" icon={<DownOutlined />} aria-label="全部已打开的页面" />
        </Dropdown>
      ) : null}
      {asking ? <ConfirmClose open names={store.tabs.filter((t) => asking.includes(t.key) && t.dirty).map((t) => t.ownTitle ?? t.title)} onCancel={() => setAsking(null)} onConfirm={() => (setAsking(null), closeNow(asking))} /> : null}
    </div>
  )
})
