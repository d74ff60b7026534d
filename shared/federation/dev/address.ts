export interface MenuEntry {
  menuPath: string
  menuLink: string
  children?: MenuEntry[] | undefined
}

export type Target =
  | { kind: 'view'; name: string }
  /** The console knows the address, but the view is another remote's. */
  | { kind: 'elsewhere'; menuLink: string }
  | { kind: 'unknown' }

const flat = (menu: readonly MenuEntry[]): MenuEntry[] => menu.flatMap((m) => [m, ...flat(m.children ?? [])])

/**
 * What an address of the stand-alone shell shows: `/` the first view, `/UserList` the view of that name, and
 * an address of the console's menu the view behind it, so that links from view to view work.
 */
export function targetOf(path: string, remote: string, names: readonly string[], menu: readonly MenuEntry[]): Target {
  const clean = path.replace(/^\/+|\/+$/g, '')
  const first = names[0]
  if (clean === '') return first ? { kind: 'view', name: first } : { kind: 'unknown' }
  if (names.includes(clean)) return { kind: 'view', name: clean }
  const menuLink = flat(menu).find((m) => m.menuPath.replace(/^\/+|\/+$/g, '') === clean)?.menuLink
  if (!menuLink) return { kind: 'unknown' }
  const [owner, name = ''] = menuLink.split('/')
  return owner === remote && names.includes(name) ? { kind: 'view', name } : { kind: 'elsewhere', menuLink }
}
