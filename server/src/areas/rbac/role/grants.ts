import { CODE } from '@assoc/contract'
import type { dataScope } from '@assoc/contract/rbac/role'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import * as repository from './grants.repository'
import { listed } from './guard'

/** Data scope of a role in one module, as it is stored. */
export interface RoleScope {
  module: string
  scope: keyof typeof dataScope.labels
  deptIds: string[]
  jurisdictions: string[]
}

// A permit that staff made stands in nobody's role at first; whoever makes permits may hand such a one out.
export const lacks = (principal: Principal, permit: { code: string; builtIn: boolean }): boolean =>
  !principal.permits.has(permit.code) && (permit.builtIn || !has(principal, 'rbac:permit:update'))

/** Refuses menu entries that are not in the caller's own menu, unless they are a system administrator. */
export async function mayGiveMenus(db: Db, principal: Principal, menuIds: readonly string[]): Promise<void> {
  if (menuIds.length === 0 || (await repository.holdsRoleCode(db, principal.roleIds, 'SYS_ADMIN'))) return
  const beyond = await repository.menusBeyond(db, menuIds, principal.roleIds)
  if (beyond.length > 0) throw new Refusal(CODE.cannotGrant, `以下菜单不在您自己的菜单中，不能授予角色：${listed(beyond)}`)
}
