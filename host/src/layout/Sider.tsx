import type { MenuNode } from '@assoc/contract/rbac/own'
import { session } from '@assoc/session'
import { HistoryOutlined, HomeOutlined, Menu, StarOutlined, type MenuProps } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useKernel } from '../console/kernel'
import { useWorkspace } from '../workspace/workspace-context'
import { MenuIcon } from './MenuIcon'

type Items = NonNullable<MenuProps['items']>

/** The menu that the person's roles give them; hovering an entry starts loading its remote. */
export const Sider = observer(function Sider({ activePath, collapsed, onOpen }: { activePath: string; collapsed: boolean; onOpen: (path: string) => void }) {
  const kernel = useKernel()
  const workspace = useWorkspace()
  const { menuList } = session()
  const above = groupsAbove(menuList, activePath)
  const [open, setOpen] = useState<string[]>(above)
  useEffect(() => setOpen((now) => [...new Set([...now, ...groupsAbove(menuList, activePath)])]), [menuList, activePath])

  const items = (nodes: readonly MenuNode[], top: boolean): Items =>
    nodes.map((node) => ({
      key: node.children.length > 0 ? `group:${node.menuId}` : node.menuPath,
      label: node.menuName,
      title: node.menuName,
      ...(top ? { icon: <MenuIcon name={node.icon} /> } : {}),
      ...(node.children.length > 0 ? { children: items(node.children, false) } : { onMouseEnter: () => kernel.preload(node.menuLink) }),
    }))
  const bookmarks: Items = [
    ...workspace.favourites.map((f) => ({ key: `star:${f.path}`, label: f.title, icon: <StarOutlined /> })),
    ...workspace.recent.filter((r) => !workspace.isFavourite(r.path)).map((r) => ({ key: `last:${r.path}`, label: r.title, icon: <HistoryOutlined /> })),
  ]
  // It stands also while it is empty: the entries below it must not move when the first page is opened.
  const none: Items = [{ key: 'none', label: '页签右键可收藏页面', disabled: true }]
  const own: Items = menuList.length > 0 ? [{ key: 'group:bookmarks', label: '收藏与最近', icon: <StarOutlined />, children: bookmarks.length > 0 ? bookmarks : none }] : []
  const nav = useRef<HTMLElement>(null)
  // The entry of the page that was opened is in sight, also far down a long menu.
  useEffect(() => {
    const timer = setTimeout(() => nav.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' }), 300)
    return () => clearTimeout(timer)
  }, [activePath, menuList])
  return (
    <nav ref={nav} aria-label="主菜单" style={{ overflow: 'auto', flex: 1, minHeight: 0 }}>
      <Menu
        mode="inline"
        inlineCollapsed={collapsed}
        selectedKeys={[activePath]}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: (keys: string[]) => setOpen(keys) })}
        items={[{ key: '/', label: '首页', icon: <HomeOutlined /> }, ...own, ...items(menuList, true)]}
        onClick={({ key }) => onOpen(key.replace(/^(star|last):/, ''))}
        style={{ borderInlineEnd: 0 }}
      />
    </nav>
  )
})

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
