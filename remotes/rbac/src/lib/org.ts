import { queryDeptList } from '@assoc/contract/rbac/org'
import { queryAllRoleMessage } from '@assoc/contract/rbac/role'
import { session } from '@assoc/session'
import type { TreeOption } from '@assoc/ui/data'
import { useMemo } from 'react'
import { useAnswer } from './use-answer'

interface Dept {
  deptId: string
  parentId: string | null
  deptName: string
}

function treeOf(depts: readonly Dept[], parentId: string | null): TreeOption[] {
  return depts
    .filter((d) => d.parentId === parentId)
    .map((d) => {
      const children = treeOf(depts, d.deptId)
      return { value: d.deptId, title: d.deptName, ...(children.length > 0 ? { children } : {}) }
    })
}

/** All departments: as a tree for forms and as plain options for filters. */
export function useDepts() {
  const { data } = useAnswer(queryDeptList, {})
  return useMemo(() => {
    const depts = data ?? []
    return { tree: treeOf(depts, null), options: depts.map((d) => ({ value: d.deptId, label: d.deptName })) }
  }, [data])
}

/** Roles for pickers; empty for those who may not read roles. */
export function useRoleOptions() {
  const { data } = useAnswer(queryAllRoleMessage, session().has('rbac:role:read') ? { pageSize: 200 } : null)
  return useMemo(() => (data?.items ?? []).map((r) => ({ value: r.roleId, label: r.roleStatus === 'enabled' ? r.roleName : `${r.roleName}（停用）` })), [data])
}
