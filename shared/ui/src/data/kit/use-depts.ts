import { queryDeptList } from '@assoc/contract/rbac/org'
import { useMemo } from 'react'
import { treeOptions } from './tree-options'
import { useAnswer } from './use-answer'

/** All departments: as a tree for forms and as plain options for filters. */
export function useDepts() {
  const { data } = useAnswer(queryDeptList, {})
  return useMemo(() => {
    const depts = data ?? []
    return { tree: treeOptions(depts, (d) => d.deptId, (d) => d.parentId, (d) => d.deptName), options: depts.map((d) => ({ value: d.deptId, label: d.deptName })) }
  }, [data])
}
