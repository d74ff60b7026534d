import type { DeptNode } from '@assoc/contract/rbac/org'
import type { TreeShape } from '@assoc/ui'

/** How the tree of departments is read; it is searched by name and leader. */
export const shape: TreeShape<DeptNode> = {
  idOf: (d) => d.deptId,
  nameOf: (d) => d.deptName,
  childrenOf: (d) => d.children,
  withChildren: (d, children) => ({ ...d, children: [...children] }),
  matches: (d, word) => d.deptName.includes(word) || (d.leaderName?.includes(word) ?? false),
}
