import type * as calls from '@assoc/contract/rbac/rights'
import { MATRIX_ROLES, ROLE_VIEW_MINUTES } from '@assoc/contract/rbac/rights'
import type { endRoleView as endCall } from '@assoc/contract/rbac/own'
import { allPermits } from '@assoc/contract/all'
import { withinScope } from '../../../platform/access/entities'
import { loadRoleFacts } from '../../../platform/access/load-principal'
import { has } from '../../../platform/access/principal'
import { isoOrNull } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { lookedUp } from '../../../platform/search/personal'
import { user } from '../account'
import * as accounts from '../account/repository'
import { menuTreeOfUser } from '../menu/service'
import { callsOpened } from '../permit/opens'
import { findPermit } from '../permit/repository'
import { lacks } from '../role/grants'
import { changeRights, requireCouldGive } from '../role/guard'
import { findRole, lockRole } from '../role/repository'
import * as holders from './holders.repository'
import * as matrix from './matrix.repository'
import * as preview from './preview.repository'

/** People that the holders of one permit are listed with at most. */
const PEOPLE = 200

export async function holdersOfPermit({ db, principal, input }: Context<typeof calls.selectPermitHolders>) {
  const [roles, people, userCount] = await Promise.all([
    holders.rolesOfPermit(db, input.permitId),
    holders.peopleOfPermit(db, input.permitId, withinScope(principal, user, 'u'), PEOPLE),
    holders.holderCount(db, input.permitId),
  ])
  const found = await findPermit(db, input.permitId)
  return { people, userCount, opens: [...callsOpened(found?.permitCode ?? '')], roles: roles.map(({ expireTime, ...role }) => ({ ...role, expiresAt: isoOrNull(expireTime) })) }
}

export async function roleMatrix({ db, principal, input }: Context<typeof calls.selectRoleMatrix>) {
  const [choices, roles] = await Promise.all([matrix.roleChoices(db), matrix.matrixRoles(db, MATRIX_ROLES, input.roleIds)])
  const ids = roles.map((r) => r.roleId)
  const [scopes, permits, grants] = await Promise.all([matrix.scopesOf(db, ids), matrix.matrixPermits(db), matrix.grantsOf(db, ids)])
  return {
    choices,
    roles: roles.map((r) => ({ ...r, scopes: scopes.filter((s) => s.roleId === r.roleId) })),
    permits: permits.map((p) => ({ ...p, grantable: !lacks(principal, p) })),
    grants: grants.map(({ expireTime, ...g }) => ({ ...g, expiresAt: isoOrNull(expireTime) })),
  }
}

export async function listRoleHolders({ db, principal, platform, input }: Context<typeof calls.selectRoleHolderByPage>) {
  const { items, total } = await holders.listRoleHolders(db, withinScope(principal, user, 'u'), { ...input, look: await lookedUp(platform, principal, input.keyword, ['mobile']) })
  const abilities = has(principal, 'rbac:user:assignRole') ? ['update', 'delete'] : []
  return { total, items: items.map(({ grantTime, expireTime, ...row }) => ({ ...row, grantedAt: isoOrNull(grantTime), expiresAt: isoOrNull(expireTime), abilities })) }
}

/** Gives one person one role until an instant, takes it away, or changes until when it holds. */
export async function saveUserRole({ db, principal, input, audit, platform }: Context<typeof calls.updateUserRole>) {
  const { userId, roleId, granted } = input
  const expiresAt = input.expiresAt ?? null
  if (granted && expiresAt && Date.parse(expiresAt) <= Date.now()) throw refuse.field('expiresAt', '有效期须晚于现在')
  const person = await accounts.findUser(db, userId)
  if (!person) throw refuse.notFound()
  if (person.account_status === 'cancelled') throw refuse.badTransition()
  await changeRights(db, { principal, touched: { users: [userId], roles: [roleId] }, giving: '分配含有它们的角色', taking: '取消其角色或缩短其期限', field: 'roleId' }, async () => {
    if (!(await lockRole(db, roleId))) throw refuse.notFound()
    const before = await holders.userRole(db, userId, roleId)
    if (granted) {
      await holders.setUserRole(db, userId, roleId, expiresAt)
    } else if (!(await holders.removeUserRole(db, userId, roleId))) throw refuse.notFound()
    const after = await holders.userRole(db, userId, roleId)
    const told = (row: typeof before) => (row ? { roles: [row.roleName], expiresAt: isoOrNull(row.expireTime) } : null)
    audit({ recordType: 'user', recordId: userId, verb: 'assignRole', before: told(before), after: told(after) })
    await platform.revocations.announce(db, { kind: 'user', id: userId })
  })
  return {}
}

/** The console as somebody gets it who has this role alone; reads only, and answers nothing to act with. */
export async function showRole({ db, input }: Context<typeof calls.previewRole>) {
  const { roleId, deptId = null } = input
  const role = await findRole(db, roleId)
  if (!role) throw refuse.notFound()
  // A disabled role gives nothing, and the preview shows just that.
  const facts = await loadRoleFacts(db, roleId, deptId)
  const { permits: codes, scopes } = facts ?? { permits: new Set<string>(), scopes: {} }
  const [menus, permits, names, depts] = await Promise.all([
    menuTreeOfUser(db, facts ? [roleId] : []),
    preview.permitsByCodes(db, [...codes]),
    accounts.deptNames(db, [...new Set(Object.values(scopes).flatMap((s) => s.deptIds))]),
    preview.deptsOfRole(db, roleId),
  ])
  return {
    roleName: role.roleName,
    roleStatus: role.roleStatus,
    menus,
    permits,
    depts,
    scopes: Object.entries(scopes).map(([module, s]) => ({
      module,
      moduleName: allPermits.find((p) => p.module === module)?.moduleName ?? module,
      all: s.all,
      self: s.self,
      deptNames: [...new Set(s.deptIds)].flatMap((d) => names.get(d) ?? []),
      jurisdictions: [...new Set(s.jurisdictions)],
    })),
  }
}

/** Lets the caller's session look at the console as a role; audited as the caller's own action. */
export async function startRoleView({ db, principal, input, audit, platform }: Context<typeof calls.startRoleView>) {
  const { roleId } = input
  const deptId = input.deptId ?? principal.deptId
  const role = await findRole(db, roleId)
  if (!role) throw refuse.notFound()
  if (role.roleStatus !== 'enabled') throw refuse.inUse('角色已停用，它的人员看不到任何内容')
  const seconds = ROLE_VIEW_MINUTES * 60
  await requireCouldGive(db, principal, { roleId, deptId, until: Date.now() + seconds * 1000 }, '以含有它们的角色查看')
  const until = await platform.sessions.setRoleView(db, principal.sessionId, { roleId, deptId, seconds })
  audit({ recordType: 'role', recordId: roleId, verb: 'viewAs', after: { roleName: role.roleName, until } })
  return { until: until ?? '' }
}

/** The caller's session is the caller's own again. */
export async function endRoleView({ db, principal, audit, platform }: Context<typeof endCall>) {
  await platform.sessions.setRoleView(db, principal.sessionId, null)
  if (principal.roleView) audit({ recordType: 'role', recordId: principal.roleView.roleId, verb: 'endViewAs', after: { roleName: principal.roleView.roleName } })
  return {}
}
