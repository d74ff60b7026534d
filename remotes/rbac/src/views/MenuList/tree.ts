import type { MenuEntry } from '@assoc/contract/rbac/menu'
import type { TreeShape } from '@assoc/ui'

/** What the calls name the top of the menu. */
export const TOP = '0'

/** How the menu is read; groups hold others, entries with a view do not. It is searched by name, path and view. */
export const shape: TreeShape<MenuEntry> = {
  idOf: (e) => e.menuId,
  nameOf: (e) => e.menuName,
  childrenOf: (e) => e.children,
  withChildren: (e, children) => ({ ...e, children: [...children] }),
  matches: (e, word) => e.menuName.includes(word) || e.menuPath.includes(word) || e.menuLink.includes(word),
  holds: (e) => e.menuLink === '',
}
