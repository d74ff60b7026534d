export interface TreeOption {
  value: string
  title: string
  children?: TreeOption[]
}

/**
 * Rows that name their parent, as the tree of a picker, in their own order. A row whose parent is not
 * among them (left out by data scope) stands at the top instead of being lost.
 */
export function treeOptions<R>(rows: readonly R[], idOf: (row: R) => string, parentOf: (row: R) => string | null, titleOf: (row: R) => string): TreeOption[] {
  const known = new Set(rows.map(idOf))
  const below = new Map<string | null, R[]>()
  for (const row of rows) {
    const parent = parentOf(row)
    const key = parent !== null && known.has(parent) ? parent : null
    below.set(key, [...(below.get(key) ?? []), row])
  }
  const branch = (parent: string | null): TreeOption[] =>
    (below.get(parent) ?? []).map((row) => {
      const children = branch(idOf(row))
      return { value: idOf(row), title: titleOf(row), ...(children.length > 0 ? { children } : {}) }
    })
  return branch(null)
}

const read = new WeakMap<() => Promise<TreeOption[]>, readonly TreeOption[]>()

/** Keeps a tree that was read, so that its names are known where two values are compared, and the next form has it at once. */
export const keepTree = (load: () => Promise<TreeOption[]>, tree: readonly TreeOption[]): void => void read.set(load, tree)
/** The tree as it was last read by this function; undefined when it was not. */
export const knownTree = (load: () => Promise<TreeOption[]>): readonly TreeOption[] | undefined => read.get(load)
