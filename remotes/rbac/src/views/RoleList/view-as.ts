import { startRoleView } from '@assoc/contract/rbac/rights'
import { api } from '@assoc/http'
import { session } from '@assoc/session'

/** Begins to look at the whole console as a role, somebody's of the given department or of the own one. */
export async function viewAs({ roleId }: { roleId: string }, deptId: string | null): Promise<void> {
  await session().covered(() => api(startRoleView, { roleId, ...(deptId ? { deptId } : {}) }))
  session().startAnew(true)
}

/** What a role gives, as three lists; from here the whole console can be looked at as the role. */
