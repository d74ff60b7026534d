import type { MenuNode } from '@assoc/contract/rbac/own'
import { session } from '@assoc/session'
import { HistoryOutlined, HomeOutlined, Menu, StarOutlined, type MenuProps } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useKernel } from '../console/kernel'
import { useWorkspace } from '../workspace/workspace-context'
import { MenuIcon } from './MenuIcon'
import { onceLaidOut } from './once-laid-out'
import { SideMenu, type SideEntry } from './SideMenu'
import { mayOpen } from '../views/may-open'

// An icon that stays the same element is not drawn again with the entries.
const HOME = <HomeOutlined />
const STAR = <StarOutlined />
const LAST = <HistoryOutlined />

/** The menu that the person's roles give them; pointing at an entry starts loading its remote. */
export const Sider = observer(function Sider({ activePath, collapsed, onOpen }: { activePath: string; collapsed: boolean; onOpen: (path: string) => void }) {
  const kernel = useKernel()
  const workspace = useWorkspace()
  const { menuList } = session()
  const [open, setOpen] = useState<string[]>([])
  // While rendering, not in an effect: the group of the page stands open from the first paint, and nothing moves below a pointer that is down.
  const [seen, setSeen] = useState<{ menuList: readonly MenuNode[]; activePath: string } | null>(null)
  if (seen?.menuList !== menuList || seen.activePath !== activePath) {
    setSeen({ menuList, activePath })
    setOpen([...new Set([...open, ...groupsAbove(menuList, activePath)])])
  }
  const { favourites } = workspace
  const recent = useMemo(() => workspace.recent.filter((r) => !favourites.some((f) => f.path === r.path)), [workspace.recent, favourites])

  // Apart from what was opened last, which changes at every navigation and would draw each entry of the menu again.
  const own = useMemo<SideEntry[]>(() => {
    const of = (nodes: readonly MenuNode[], top: boolean): SideEntry[] =>
      nodes.map((node) => ({
        key: node.children.length > 0 ? `group:${node.menuId}` : node.menuPath,
        label: node.menuName,
        ...(top ? { icon: <MenuIcon name={node.icon} /> } : {}),
        ...(node.children.length > 0 ? { children: of(node.children, false) } : { path: node.menuPath }),
      }))
    return of(menuList, true)
  }, [menuList])
  const entries = useMemo<SideEntry[]>(() => {
    const bookmarks: SideEntry[] = [
      ...favourites.map((f) => ({ key: `star:${f.path}`, label: f.title, icon: STAR, path: f.path })),
      ...recent.map((r) => ({ key: `last:${r.path}`, label: r.title, icon: LAST, path: r.path })),
    ]
    // It stands also while it is empty: the entries below it must not move when the first page is opened.
    const none: SideEntry[] = [{ key: 'none', label: '页签右键可收藏页面', disabled: true }]
    const kept: SideEntry[] = own.length > 0 ? [{ key: 'group:bookmarks', label: '收藏与最近', icon: STAR, children: bookmarks.length > 0 ? bookmarks : none }] : []
    return [{ key: '/', label: '首页', icon: HOME, path: '/' }, ...kept, ...own]
  }, [own, favourites, recent])
  const nav = useRef<HTMLElement>(null)
  // The entry of the page that was opened is in sight, also far down a long menu, before anything is painted.
  useLayoutEffect(() => onceLaidOut(nav.current, () => void nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })), [activePath, menuList])
  const toggle = useCallback((key: string) => setOpen((now) => (now.includes(key) ? now.filter((k) => k !== key) : [...now, key])), [])
  const near = useCallback((path: string) => {
    const link = linkOf(menuList, path)
    const found = link ? kernel.lookUp(link) : null
    // What may not be opened is not fetched either, wherever the pointer happens to stand.
    if (link && found?.kind === 'found' && mayOpen(found.view.access)) kernel.preload(link)
  }, [kernel, menuList])
  return (
    <nav ref={nav} aria-label="主菜单" style={{ overflow: 'auto', flex: 1, minHeight: 0 }}>
      {collapsed ? (
        <Menu mode="inline" inlineCollapsed selectedKeys={[activePath]} items={itemsOf(entries)} onClick={({ key }) => onOpen(key.replace(/^(star|last):/, ''))} style={{ borderInlineEnd: 0 }} />
      ) : (
        <SideMenu entries={entries} here={activePath} open={open} onToggle={toggle} onOpen={onOpen} onNear={near} />
      )}
    </nav>
  )
})

/** The same for antd's menu, whose groups open beside the narrow strip. */
const itemsOf = (entries: readonly SideEntry[]): NonNullable<MenuProps['items']> =>
  entries.map(({ key, label, icon, children, disabled }) => ({ key, label, title: label, icon, ...(disabled ? { disabled } : {}), ...(children ? { children: itemsOf(children) } : {}) }))

function linkOf(nodes: readonly MenuNode[], path: string): string | undefined {
  for (const node of nodes) {
    const link = node.children.length > 0 ? linkOf(node.children, path) : node.menuPath === path ? node.menuLink : undefined
    if (link) return link
  }
  return undefined
}

// Keys of the groups that stand above an entry; undefined when the entry is not below these nodes.
function trail(nodes: readonly MenuNode[], path: string): string[] | undefined {
  for (const node of nodes) {
    if (node.children.length === 0 && node.menuPath === path) return []
    const below = trail(node.children, path)
    if (below) return [`group:${node.menuId}`, ...below]
  }
  return undefined
}

const groupsAbove = (nodes: readonly MenuNode[], path: string): string[] => trail(nodes, path) ?? []
