import type { DeptNode } from '@assoc/contract/rbac/org'
import type { TreeOption } from '@assoc/ui/data'

export interface Place {
  parentId: string | null
  index: number
}

export interface Located {
  dept: DeptNode
  siblings: readonly DeptNode[]
  place: Place
}

/** A department with its siblings and place; undefined when it is not in the tree. */
export function locate(tree: readonly DeptNode[], deptId: string, parentId: string | null = null): Located | undefined {
  const index = tree.findIndex((d) => d.deptId === deptId)
  const dept = tree[index]
  if (dept) return { dept, siblings: tree, place: { parentId, index } }
  for (const d of tree) {
    const found = locate(d.children, deptId, d.deptId)
    if (found) return found
  }
  return undefined
}

/**
 * Where a dragged department comes to stand. `gap` −1 is above the target, 1 below it, 0 inside it, as its first.
 * Places count without the dragged one, as the call does. Undefined below itself.
 */
export function placeOfDrop(tree: readonly DeptNode[], dragged: string, target: string, gap: -1 | 0 | 1): Place | undefined {
  const found = locate(tree, target)
  if (!found || dragged === target || locate(locate(tree, dragged)?.dept.children ?? [], target)) return undefined
  if (gap === 0) return { parentId: target, index: 0 }
  const others = found.siblings.filter((d) => d.deptId !== dragged)
  const at = others.findIndex((d) => d.deptId === target)
  return { parentId: found.place.parentId, index: gap < 0 ? at : at + 1 }
}

/** Departments that one may be hung below: not itself nor what is below it. */
export const parentOptions = (tree: readonly DeptNode[], without?: string): TreeOption[] =>
  tree
    .filter((d) => d.deptId !== without)
    .map((d) => {
      const children = parentOptions(d.children, without)
      return { value: d.deptId, title: d.deptName, ...(children.length > 0 ? { children } : {}) }
    })

/** Departments whose name or leader holds the word, with those above them. */
export function narrow(tree: readonly DeptNode[], word: string): DeptNode[] {
  if (!word) return [...tree]
  return tree.flatMap((d) => {
    const children = narrow(d.children, word)
    const hit = d.deptName.includes(word) || (d.leaderName?.includes(word) ?? false)
    return hit || children.length > 0 ? [{ ...d, children: hit ? d.children : children }] : []
  })
}
