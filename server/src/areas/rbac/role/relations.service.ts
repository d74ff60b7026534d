import type { FieldError } from '@assoc/contract'
import { allPermits } from '@assoc/contract/all'
import type * as calls from '@assoc/contract/rbac/role'
import { difference } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { lockAdministration } from './administrators'
import { mayGiveMenus, type RoleScope } from './grants'
import { changeRights } from './guard'
import * as repository from './repository'

/** Gives a role its menus: the whole set. */
export async function saveMenus({ db, principal, input, audit, platform }: Context<typeof calls.updateMenuAndRole>) {
  await lockAdministration(db)
  const before = await repository.menusOfRole(db, input.roleId)
  const had = new Set(before.map((m) => m.menuId))
  const wanted = new Set(input.menuIds)
  const add = [...wanted].filter((id) => !had.has(id))
  const remove = [...had].filter((id) => !wanted.has(id))
  // Menus open no data, yet whose menu it is loses it: taking some away is an action on all who have the role.
  const change = { principal, touched: { roles: [input.roleId] }, giving: '授予角色', taking: '取消其菜单', always: remove.length > 0 }
  return changeRights(db, change, async () => {
    if (!(await repository.lockRole(db, input.roleId))) throw refuse.notFound()
    await mayGiveMenus(db, principal, add)
    await repository.replaceMenus(db, input.roleId, add, remove)
    await repository.noteChange(db, input.roleId)
    const after = await repository.menusOfRole(db, input.roleId)
    audit({
      recordType: 'role',
      recordId: input.roleId,
      verb: 'grantMenu',
      before: { menus: before.filter((m) => !wanted.has(m.menuId)).map((m) => m.menuName) },
      after: { menus: after.filter((m) => !had.has(m.menuId)).map((m) => m.menuName) },
    })
    await platform.revocations.announce(db, { kind: 'all' })
    return {}
  })
}

const MODULES: ReadonlySet<string> = new Set(allPermits.map((p) => p.module))

/** What is wrong with the scopes as they were sent, at its place. */
export function scopeErrors(scopes: readonly RoleScope[]): FieldError[] {
  const seen = new Set<string>()
  return scopes.flatMap(({ module, scope, deptIds, jurisdictions }, i) => {
    const errors: FieldError[] = []
    if (!MODULES.has(module)) errors.push({ path: `scopes.${i}.module`, message: '没有这个模块' })
    else if (seen.has(module)) errors.push({ path: `scopes.${i}.module`, message: '同一模块只能设置一次' })
    seen.add(module)
    if (scope === 'depts' && deptIds.length === 0) errors.push({ path: `scopes.${i}.deptIds`, message: '请选择部门' })
    if (scope === 'jurisdiction' && jurisdictions.length === 0) errors.push({ path: `scopes.${i}.jurisdictions`, message: '请选择辖区' })
    return errors
  })
}

/** Only what the scope itself uses is kept: departments for chosen ones, jurisdictions for jurisdictions. */
export const tidy = (s: RoleScope): RoleScope => ({
  module: s.module,
  scope: s.scope,
  deptIds: s.scope === 'depts' ? [...new Set(s.deptIds)].sort() : [],
  jurisdictions: s.scope === 'jurisdiction' ? [...new Set(s.jurisdictions)].sort() : [],
})

/** Sets a role's data scope module by module: the whole set. */
export async function saveScopes({ db, principal, input, audit, platform }: Context<typeof calls.updateRoleScopes>) {
  const errors = scopeErrors(input.scopes)
  if (errors.length > 0) throw refuse.input(errors)
  return changeRights(db, { principal, touched: { roles: [input.roleId] }, giving: '授予', taking: '缩小其数据范围' }, async () => {
    if (!(await repository.lockRole(db, input.roleId))) throw refuse.notFound()
    const before = (await repository.scopesOfRole(db, input.roleId)).map(tidy)
    const scopes = input.scopes.map(tidy)
    await repository.replaceScopes(db, input.roleId, scopes)
    await repository.noteChange(db, input.roleId)
    const byModule = (list: readonly RoleScope[]) => Object.fromEntries(list.map((s) => [s.module, s]))
    audit({ recordType: 'role', recordId: input.roleId, verb: 'grantScope', ...difference({ scopes: byModule(before) }, { scopes: byModule(scopes) }) })
    await platform.revocations.announce(db, { kind: 'all' })
    return {}
  })
}
