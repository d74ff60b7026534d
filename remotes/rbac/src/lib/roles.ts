import { role } from '@assoc/contract/rbac/role'
import { session } from '@assoc/session'
import { useAnswer } from '@assoc/ui'
import { useMemo } from 'react'

/** Roles for pickers; empty for those who may not read roles. */
export function useRoleOptions() {
  const { data } = useAnswer(role.list, session().has('rbac:role:read') ? { pageSize: 200 } : null)
  return useMemo(() => (data?.items ?? []).map((r) => ({ value: r.roleId, label: r.roleStatus === 'enabled' ? r.roleName : `${r.roleName}（停用）`, sensitive: r.sensitive })), [data])
}
