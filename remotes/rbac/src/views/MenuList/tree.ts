import type { MenuEntry } from '@assoc/contract/rbac/menu'
import type { TreeOption } from '@assoc/ui/data'

export interface Place {
  parentId: string
  index: number
}

/** The entry with its siblings and place; undefined when it is not in the tree. */
export function locate(tree: readonly MenuEntry[], menuId: string, parentId = '0'): { entry: MenuEntry; siblings: readonly MenuEntry[]; place: Place } | undefined {
  const index = tree.findIndex((e) => e.menuId === menuId)
  const entry = tree[index]
  if (entry) return { entry, siblings: tree, place: { parentId, index } }
  for (const e of tree) {
    const found = locate(e.children, menuId, e.menuId)
    if (found) return found
  }
  return undefined
}

/**
 * Where a dragged entry comes to stand. `gap` −1 is above the target, 1 below it, 0 inside it. Places
 * count without the dragged entry itself, as the call does.
 */
export function placeOfDrop(tree: readonly MenuEntry[], dragged: string, target: string, gap: -1 | 0 | 1): Place | undefined {
  const found = locate(tree, target)
  if (!found || dragged === target || locate(locate(tree, dragged)?.entry.children ?? [], target)) return undefined
  if (gap === 0) return { parentId: target, index: 0 }
  const others = found.siblings.filter((e) => e.menuId !== dragged)
  const at = others.findIndex((e) => e.menuId === target)
  return { parentId: found.place.parentId, index: gap < 0 ? at : at + 1 }
}

/** Groups that an entry may be hung below: no entry with a view, not itself nor what is below it. */
export function parentOptions(tree: readonly MenuEntry[], without?: string): TreeOption[] {
  return tree
    .filter((e) => e.menuLink === '' && e.menuId !== without)
    .map((e) => {
      const children = parentOptions(e.children, without)
      return { value: e.menuId, title: e.menuName, ...(children.length > 0 ? { children } : {}) }
    })
}

/** Entries whose name, path or view holds the word, with the groups above them. */
export function narrow(tree: readonly MenuEntry[], word: string): MenuEntry[] {
  if (!word) return [...tree]
  return tree.flatMap((e) => {
    const children = narrow(e.children, word)
    const hit = e.menuName.includes(word) || e.menuPath.includes(word) || e.menuLink.includes(word)
    return hit || children.length > 0 ? [{ ...e, children: hit ? e.children : children }] : []
  })
}
