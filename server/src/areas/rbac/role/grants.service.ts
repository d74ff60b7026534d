import type * as calls from '@assoc/contract/rbac/role-grants'
import { difference } from '../../../platform/audit/audit'
import { has, type Principal } from '../../../platform/access/principal'
import { isoOrNull, type Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { allMenus } from '../menu/repository'
import { permitsOfRole, replacePermits } from '../permit/role-permits.repository'
import { matrixPermits } from '../rights/matrix.repository'
import { lockAdministration } from './administrators'
import { giveTo, namesToGive } from './assigned.repository'
import { lacks, mayGiveMenus, type RoleScope } from './grants'
import { changeRights } from './guard'
import { scopeErrors, tidy } from './relations.service'
import * as repository from './repository'

type Saving = Context<typeof calls.saveRmPermitBatch>

/** What a role gives now; as much of it as the conflict dialog compares. */
async function grantsOf(db: Db, roleId: string) {
  const role = await repository.findRole(db, roleId)
  if (!role) throw refuse.notFound()
  const [menus, permits, scopes] = [await repository.menusOfRole(db, roleId), await permitsOfRole(db, roleId), (await repository.scopesOfRole(db, roleId)).map(tidy)]
  return { role, menus, permits, scopes }
}
type Grants = Awaited<ReturnType<typeof grantsOf>>

const present = ({ role, menus, permits, scopes }: Grants) => ({
  role: { ...role, permitCount: undefined },
  menuIds: menus.map((m) => m.menuId),
  permits: permits.map((p) => ({ permitId: p.permitId, expiresAt: isoOrNull(p.expireTime) })),
  scopes,
})

/** What a role gives, and all that the caller could give beside it. */
export async function readGrants({ db, principal, input }: Context<typeof calls.selectRoleGrants>) {
  const given = input.roleId === undefined ? { role: null, menuIds: [], permits: [], scopes: [] } : present(await grantsOf(db, input.roleId))
  const [menus, offered] = [await allMenus(db), await matrixPermits(db)]
  return { ...given, menus, offered: offered.map((p) => ({ ...p, grantable: !lacks(principal, p) })) }
}

function requirePermits(principal: Principal, { role, menuIds, userIds }: Saving['input']): void {
  if (role && !has(principal, 'rbac:role:update')) throw refuse.forbidden('您没有新增、修改角色的权限')
  if (menuIds && !has(principal, 'rbac:role:grantMenu')) throw refuse.forbidden('您没有分配角色菜单的权限')
  if (userIds && userIds.length > 0 && !has(principal, 'rbac:user:assignRole')) throw refuse.forbidden('您没有分配用户角色的权限')
}

async function makeRole(db: Db, role: Saving['input']['role']): Promise<string> {
  if (!role) throw refuse.field('role', '请填写角色')
  return (await repository.insertRole(db, { ...role, remark: role.remark ?? null })).roleId
}

/** The whole of what a role gives in one transaction: the role, its permits, menus, scopes, and people who get it. */
export async function saveGrants({ db, principal, input, audit, platform }: Saving) {
  requirePermits(principal, input)
  const errors = scopeErrors(input.scopes ?? [])
  if (errors.length > 0) throw refuse.input(errors)
  await lockAdministration(db)
  const made = input.roleId === undefined
  const roleId = input.roleId ?? (await makeRole(db, input.role))
  if (!(await repository.lockRole(db, roleId))) throw refuse.notFound()
  const before = await grantsOf(db, roleId)
  if (input.version !== undefined && before.role.version !== input.version) throw refuse.conflict(present(before))
  const menus = changeOf(before.menus.map((m) => m.menuId), input.menuIds)
  const permits = changeOf(before.permits.map((p) => p.permitId), input.permitIds)
  const userIds = [...new Set(input.userIds ?? [])]
  // Menus open no data, yet whose menu it is loses it: taking some away is an action on all who have the role.
  return changeRights(db, { principal, touched: { roles: [roleId], users: userIds }, giving: '授予角色', taking: '取消其菜单、权限或数据范围', always: menus.remove.length > 0, field: 'userIds' }, async () => {
    if (!made && input.role) await changeRole(db, before, input.role)
    await mayGiveMenus(db, principal, menus.add)
    await repository.replaceMenus(db, roleId, menus.add, menus.remove)
    await replacePermits(db, roleId, permits.add, permits.remove)
    if (input.scopes) await repository.replaceScopes(db, roleId, input.scopes.map(tidy))
    const people = await namesToGive(db, roleId, userIds)
    await giveTo(db, roleId, people.map((p) => p.userId))
    const { version } = await repository.noteChange(db, roleId)
    const after = await grantsOf(db, roleId)
    const told = changesOf(made ? null : before, after, people.map((p) => p.realName))
    audit({ recordType: 'role', recordId: roleId, verb: made ? 'insert' : 'grant', ...told })
    for (const { userId, roleNames } of people) {
      audit({ recordType: 'user', recordId: userId, verb: 'assignRole', ...difference({ roles: roleNames }, { roles: [...roleNames, after.role.roleName] }) })
    }
    await platform.revocations.announce(db, { kind: 'all' })
    return { roleId, version }
  })
}

async function changeRole(db: Db, { role }: Grants, fields: NonNullable<Saving['input']['role']>): Promise<void> {
  if (role.builtIn && role.roleCode !== fields.roleCode) throw refuse.field('role.roleCode', '内置角色的编码不能修改')
  await repository.updateRole(db, role.roleId, role.version, { ...fields, remark: fields.remark ?? null })
}

/** What is added and taken by a new set; nothing where none was sent. */
function changeOf(had: readonly string[], wanted: readonly string[] | undefined): { add: string[]; remove: string[] } {
  if (!wanted) return { add: [], remove: [] }
  const [before, after] = [new Set(had), new Set(wanted)]
  return { add: [...after].filter((id) => !before.has(id)), remove: [...before].filter((id) => !after.has(id)) }
}

/** Only what differs, for the one row of the log: names of what went and of what came. */
function changesOf(before: Grants | null, after: Grants, people: readonly string[]) {
  const byModule = (list: readonly RoleScope[]) => Object.fromEntries(list.map((s) => [s.module, s]))
  const fields = ({ role: { roleCode, roleName, roleStatus, remark } }: Grants) => ({ roleCode, roleName, roleStatus, remark })
  const [old, now] = [before?.menus ?? [], after.menus]
  const gone = <T>(from: readonly T[], to: readonly T[], id: (row: T) => string) => from.filter((row) => !to.some((other) => id(other) === id(row)))
  const menus = [gone(old, now, (m) => m.menuId), gone(now, old, (m) => m.menuId)].map((list) => list.map((m) => m.menuName))
  const permits = [gone(before?.permits ?? [], after.permits, (p) => p.permitId), gone(after.permits, before?.permits ?? [], (p) => p.permitId)].map((list) => list.map((p) => p.permitCode))
  return difference(
    { ...(before ? fields(before) : {}), menus: menus[0], permits: permits[0], scopes: byModule(before?.scopes ?? []), people: [] },
    { ...fields(after), menus: menus[1], permits: permits[1], scopes: byModule(after.scopes), people: [...people] },
  )
}
