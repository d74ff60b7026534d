import type { TreeOption } from './tree-options'

/** How a tree's nodes are read. */
export interface TreeShape<T> {
  idOf: (node: T) => string
  nameOf: (node: T) => string
  childrenOf: (node: T) => readonly T[]
  withChildren: (node: T, children: readonly T[]) => T
  /** Whether a node itself holds the word. */
  matches: (node: T, word: string) => boolean
  /** Whether others may be hung below it; all when left out. */
  holds?: (node: T) => boolean
}

/** Where a node stands: below which one (null: at the top) and at which place among its siblings. */
export interface TreePlace {
  parentId: string | null
  index: number
}

export interface Located<T> {
  node: T
  siblings: readonly T[]
  place: TreePlace
}

/** A node with its siblings and place; undefined when it is not in the tree. */
export function locate<T>(tree: readonly T[], shape: TreeShape<T>, id: string, parentId: string | null = null): Located<T> | undefined {
  const index = tree.findIndex((node) => shape.idOf(node) === id)
  const node = tree[index]
  if (node) return { node, siblings: tree, place: { parentId, index } }
  for (const one of tree) {
    const found = locate(shape.childrenOf(one), shape, id, shape.idOf(one))
    if (found) return found
  }
  return undefined
}

/**
 * Where a dragged node comes to stand. `gap` −1 is above the target, 1 below it, 0 inside it, as its first. Places count
 * without the dragged one. Undefined on itself and below itself.
 */
export function placeOfDrop<T>(tree: readonly T[], shape: TreeShape<T>, dragged: string, target: string, gap: -1 | 0 | 1): TreePlace | undefined {
  const found = locate(tree, shape, target)
  const moved = locate(tree, shape, dragged)
  if (!found || dragged === target || (moved && locate(shape.childrenOf(moved.node), shape, target))) return undefined
  if (gap === 0) return { parentId: target, index: 0 }
  const others = found.siblings.filter((node) => shape.idOf(node) !== dragged)
  const at = others.findIndex((node) => shape.idOf(node) === target)
  return { parentId: found.place.parentId, index: gap < 0 ? at : at + 1 }
}

/** Nodes that one may be hung below: neither itself nor what is below it. */
export const parentOptions = <T,>(tree: readonly T[], shape: TreeShape<T>, without?: string): TreeOption[] =>
  tree
    .filter((node) => (shape.holds?.(node) ?? true) && shape.idOf(node) !== without)
    .map((node) => {
      const children = parentOptions(shape.childrenOf(node), shape, without)
      return { value: shape.idOf(node), title: shape.nameOf(node), ...(children.length > 0 ? { children } : {}) }
    })

/** Nodes that hold the word, whole with what is below them, and those above them. */
export function narrow<T>(tree: readonly T[], shape: TreeShape<T>, word: string): T[] {
  if (!word) return [...tree]
  return tree.flatMap((node) => {
    if (shape.matches(node, word)) return [node]
    const children = narrow(shape.childrenOf(node), shape, word)
    return children.length > 0 ? [shape.withChildren(node, children)] : []
  })
}

/** Ids of all nodes. */
export const idsOf = <T,>(tree: readonly T[], shape: TreeShape<T>): string[] => tree.flatMap((node) => [shape.idOf(node), ...idsOf(shape.childrenOf(node), shape)])
