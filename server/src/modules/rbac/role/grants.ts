import { CODE } from '@assoc/contract'
import { allPermits } from '@assoc/contract/all'
import { dataScope } from '@assoc/contract/rbac/role'
import { deptsBelow } from '../../../platform/access/load-who'
import { has, scopeOf, type Who } from '../../../platform/access/who'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import * as repository from './grants.repository'

/** Data scope of a role in one module, as it is stored. */
export interface RoleScope {
  module: string
  scope: keyof typeof dataScope.labels
  deptIds: string[]
  jurisdictions: string[]
}

const NAMED = 5

const cannotGrant = (sentence: string) => new Refusal(CODE.cannotGrant, sentence)

/** At most five names, and how many there are in all. */
const listed = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join('、')}等 ${names.length} 项` : names.join('、')

// A permit that staff made stands in nobody's role at first; whoever makes permits may hand such a one out.
export const lacks = (who: Who, permit: repository.GrantedPermit): boolean =>
  !has(who, permit.code) && (permit.builtIn || !has(who, 'rbac:permit:update'))

function refuseLacking(who: Who, permits: readonly repository.GrantedPermit[], deed: string): void {
  const lacking = permits.filter((p) => lacks(who, p))
  if (lacking.length > 0) throw cannotGrant(`您自己没有以下权限，不能${deed}：${listed(lacking.map((p) => p.name))}`)
}

const moduleName = (module: string): string => allPermits.find((p) => p.module === module)?.moduleName ?? module

/** Departments that a scope reaches for people of the given departments. */
async function reach(db: Db, row: RoleScope, depts: readonly string[]): Promise<string[]> {
  if (row.scope === 'depts') return row.deptIds
  if (row.scope === 'dept') return [...depts]
  if (row.scope === 'deptTree') return (await Promise.all(depts.map((d) => deptsBelow(db, d)))).flat()
  return []
}

/** Refuses scopes that reach further than the caller's own in the same module, for people of these departments. */
async function refuseWider(db: Db, who: Who, rows: readonly RoleScope[], depts: readonly string[]): Promise<void> {
  for (const row of rows) {
    const mine = scopeOf(who, row.module)
    if (mine.all) continue
    const nothing = mine.deptIds.length === 0 && mine.jurisdictions.length === 0 && !mine.self
    const own = new Set(mine.deptIds)
    const wider =
      nothing ||
      row.scope === 'all' ||
      !(await reach(db, row, depts)).every((d) => own.has(d)) ||
      (row.scope === 'jurisdiction' && !row.jurisdictions.every((j) => mine.jurisdictions.includes(j)))
    if (wider) throw cannotGrant(`「${moduleName(row.module)}」的数据范围“${dataScope.labels[row.scope]}”超出您自己的数据范围，不能授予`)
  }
}

/** Refuses roles that give a person of this department a permit or a data scope which the caller lacks. */
export async function mayGiveRoles(db: Db, who: Who, roleIds: readonly string[], deptId: string | null): Promise<void> {
  if (roleIds.length === 0) return
  refuseLacking(who, await repository.permitsOfRoles(db, roleIds), '分配含有它们的角色')
  await refuseWider(db, who, await repository.scopesOfRoles(db, roleIds), deptId ? [deptId] : [])
}

/** Refuses to give back to its holders what a role holds and the caller lacks. */
export async function mayEnableRole(db: Db, who: Who, roleId: string): Promise<void> {
  refuseLacking(who, await repository.permitsOfRoles(db, [roleId]), '启用含有它们的角色')
  await refuseWider(db, who, await repository.scopesOfRoles(db, [roleId]), await repository.deptsOfHolders(db, roleId))
}

/** Refuses permits that the caller does not hold. */
export async function mayGivePermits(db: Db, who: Who, permitIds: readonly string[]): Promise<void> {
  refuseLacking(who, await repository.permitsByIds(db, permitIds), '授予角色')
}

/** Refuses scopes of a role that reach further than the caller's, also for the people who have the role now. */
export async function mayGiveScopes(db: Db, who: Who, roleId: string, scopes: readonly RoleScope[]): Promise<void> {
  if (scopes.length > 0) await refuseWider(db, who, scopes, await repository.deptsOfHolders(db, roleId))
}

/** Refuses menu entries that are not in the caller's own menu, unless she is a system administrator. */
export async function mayGiveMenus(db: Db, who: Who, menuIds: readonly string[]): Promise<void> {
  if (menuIds.length === 0 || (await repository.holdsRoleCode(db, who.roleIds, 'SYS_ADMIN'))) return
  const beyond = await repository.menusBeyond(db, menuIds, who.roleIds)
  if (beyond.length > 0) throw cannotGrant(`以下菜单不在您自己的菜单中，不能授予角色：${listed(beyond)}`)
}

/**
 * Refuses what would let the caller into the account of somebody who administers more than she does.
 * Permits of other areas do not count: resetting the passwords of their people is an administrator's work.
 */
export async function mayTakeOver(db: Db, who: Who, userId: string, deed: string): Promise<void> {
  const lacking = (await repository.permitsOfUser(db, userId, 'rbac')).filter((p) => !has(who, p.code))
  if (lacking.length > 0) throw cannotGrant(`该用户的系统管理权限多于您，不能${deed}。您没有的权限：${listed(lacking.map((p) => p.name))}`)
}
