/** Levels of the menu, the top one included. */
export const MAX_DEPTH = 4
export const ROOT = '0'

interface Entry {
  menuId: string
  parentId: string
}

/** Entries nested below their parents, in the given order; an entry whose parent is missing is left out. */
export function nest<E extends Entry>(entries: readonly E[]): (E & { children: (E & { children: never[] })[] })[] {
  type Node = E & { children: Node[] }
  const nodes = new Map<string, Node>(entries.map((e) => [e.menuId, { ...e, children: [] }]))
  const roots: Node[] = []
  for (const node of nodes.values()) (node.parentId === ROOT ? roots : nodes.get(node.parentId)?.children)?.push(node)
  return roots as never
}

/** The entry's ancestors, nearest first. */
export function ancestors<E extends Entry>(entries: readonly E[], menuId: string): E[] {
  const byId = new Map(entries.map((e) => [e.menuId, e]))
  const found: E[] = []
  let parent = byId.get(byId.get(menuId)?.parentId ?? ROOT)
  while (parent && found.length <= entries.length) {
    found.push(parent)
    parent = byId.get(parent.parentId)
  }
  return found
}

/** Levels that an entry and everything below it take up. */
export function height(entries: readonly Entry[], menuId: string): number {
  const below = entries.filter((e) => e.parentId === menuId).map((e) => height(entries, e.menuId))
  return 1 + Math.max(0, ...below)
}
