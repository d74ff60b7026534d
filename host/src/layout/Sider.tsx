import type { MenuNode } from '@assoc/contract/rbac/user'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { HomeOutlined, Menu, StarOutlined, type MenuProps } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useKernel } from '../console/kernel'
import { useDesk } from '../desk/desk-context'
import { MenuIcon } from './MenuIcon'

type Items = NonNullable<MenuProps['items']>

/** The menu that the person's roles give her; hovering an entry starts loading its remote. */
export const Sider = observer(function Sider({ activePath, collapsed, onNavigate }: { activePath: string; collapsed: boolean; onNavigate?: () => void }) {
  const navigate = useNavigate()
  const kernel = useKernel()
  const desk = useDesk()
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
  const favourites: Items = desk.favourites.length > 0 ? [{ key: 'group:favourites', label: '收藏', icon: <StarOutlined />, children: desk.favourites.map((f) => ({ key: `star:${f.path}`, label: f.title })) }] : []
  return (
    <nav aria-label="主菜单" style={{ overflow: 'auto', flex: 1, minHeight: 0 }}>
      <Menu
        mode="inline"
        inlineCollapsed={collapsed}
        selectedKeys={[activePath]}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: (keys: string[]) => setOpen(keys) })}
        items={[{ key: '/', label: '首页', icon: <HomeOutlined /> }, ...favourites, ...items(menuList, true)]}
        onClick={({ key }) => {
          navigate(key.replace(/^star:/, ''))
          onNavigate?.()
        }}
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
