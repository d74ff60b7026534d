import type { MenuEntry } from '@assoc/contract/rbac/menu'

/** Ids of the entries that have nothing below them. */
export const leavesOf = (entries: readonly MenuEntry[]): string[] => entries.flatMap((e) => (e.children.length > 0 ? leavesOf(e.children) : [e.menuId]))

/** Ids of the checked leaves and of every group above one of them: what the role is given. */
export function withGroups(entries: readonly MenuEntry[], checked: ReadonlySet<string>): string[] {
  return entries.flatMap((e) => {
    if (e.children.length === 0) return checked.has(e.menuId) ? [e.menuId] : []
    const below = withGroups(e.children, checked)
    return below.length > 0 ? [e.menuId, ...below] : []
  })
}
