import { allPermits } from '@assoc/contract/all'
import type { Principal } from '../../../platform/access/principal'
import type { AuditEntry } from '../../../platform/audit/audit'
import type { EndReason } from '../../../platform/auth/sessions'
import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import { replacePermits } from '../permit/role-permits.repository'
import { setUserRole } from '../rights/holders.repository'
import type { RoleScope } from '../role/grants'
import { changeRights } from '../role/guard'
import { insertRole, replaceMenus, replaceScopes } from '../role/repository'
import * as repository from './guest.repository'
import { maskPerson } from './present'
import { insertUser } from './repository'
import { gramsOfPerson } from './service'

/** An account from outside with a role of its own. */
export interface Guest {
  loginName: string
  realName: string
  mobile: string | null
  typeId: string
  deptId: string | null
  remark: string | null
  role: { code: string; name: string }
  menuIds: readonly string[]
  /** Codes of the permits. */
  permits: readonly string[]
  scopes: readonly Pick<RoleScope, 'module' | 'scope'>[]
  /** ISO instant at which the role ends; null for never. */
  until: string | null
}

const GUEST = { giving: '开放含有它们的账号', taking: '缩短其期限' }

export const loginNameTaken = repository.loginNameTaken

/** Makes the account, its role and the grant. Nobody is let in until a first password is printed. The caller has checked who may have it. */
export async function makeGuest(db: Db, guest: Guest, by: string | null): Promise<{ userId: string; roleId: string; noted: AuditEntry[] }> {
  const { loginName, role, menuIds, permits, scopes } = guest
  const fields = { realName: guest.realName, mobile: guest.mobile, email: null, typeId: guest.typeId, deptId: guest.deptId, remark: guest.remark }
  const { userId } = await insertUser(db, { fields, loginName, passwordHash: null, grams: gramsOfPerson(loginName, guest.realName, guest.mobile), by })
  const { roleId } = await insertRole(db, { roleCode: role.code, roleName: role.name, roleStatus: 'enabled', remark: guest.remark })
  await replaceMenus(db, roleId, menuIds, [])
  await replacePermits(db, roleId, await repository.permitIds(db, permits), [])
  await replaceScopes(db, roleId, scopes.map((scope) => ({ ...scope, deptIds: [], jurisdictions: [] })))
  await setUserRole(db, userId, roleId, guest.until)
  return {
    userId,
    roleId,
    noted: [
      { recordType: 'role', recordId: roleId, verb: 'insert', after: { roleCode: role.code, roleName: role.name, permits: permits.map((code) => allPermits.find((p) => p.code === code)?.name ?? code) } },
      { recordType: 'user', recordId: userId, verb: 'insert', after: { loginName, ...maskPerson(fields), roles: [role.name], expiresAt: guest.until } },
    ],
  }
}

/** Opens such an account for who holds all that it gets themselves. */
export async function openGuest({ db, principal }: { db: Db; principal: Principal }, guest: Guest): Promise<{ userId: string; roleId: string; noted: AuditEntry[] }> {
  const touched = { users: [] as string[] }
  return changeRights(db, { principal, touched, ...GUEST }, async () => {
    const opened = await makeGuest(db, guest, principal.userId)
    touched.users.push(opened.userId)
    return opened
  })
}

/** Sets when the guest's role ends; null takes the end away. */
export async function setGuestEnd({ db, principal, platform }: { db: Db; principal: Principal; platform: Pick<Platform, 'revocations'> }, userId: string, roleId: string, until: string | null): Promise<AuditEntry> {
  await changeRights(db, { principal, touched: { users: [userId] }, ...GUEST }, () => setUserRole(db, userId, roleId, until))
  await platform.revocations.announce(db, { kind: 'user', id: userId })
  return { recordType: 'user', recordId: userId, verb: 'assignRole', after: { expiresAt: until } }
}

/** Lets the guest in again, or keeps them out, which ends their sessions at once. Nothing is noted when it stood so already. */
export async function allowGuest({ db, platform }: { db: Db; platform: Pick<Platform, 'revocations' | 'sessions'> }, userId: string, allowed: boolean, reason: EndReason = 'disabled'): Promise<AuditEntry[]> {
  const changed = await repository.setAllowed(db, userId, allowed)
  if (!allowed) await platform.sessions.endAllOf(db, userId, reason)
  await platform.revocations.announce(db, { kind: 'user', id: userId })
  if (!changed) return []
  return [{ recordType: 'user', recordId: userId, verb: allowed ? 'enable' : 'disable', before: { accountStatus: allowed ? 'disabled' : 'normal' }, after: { accountStatus: changed.account_status } }]
}
