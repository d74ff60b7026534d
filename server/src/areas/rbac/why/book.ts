import { localTime } from '@assoc/contract/core/day'
import { accountStatus } from '@assoc/contract/rbac/user'
import { loadRoleFacts, loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import { isoOrNull, type Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import * as accounts from '../account/repository'
import * as repository from './repository'

/** What somebody has by one role alone; without a session, so that nothing can be done with it. */
type RoleFacts = Omit<Principal, 'sessionId'>

/** What is known of somebody's rights: as they are decided, in whole and by each role alone. */
export interface Book {
  /** As the platform reads them for each request. */
  principal: Omit<Principal, 'sessionId'>
  /** Whether their account may be used at all. */
  usable: boolean
  person: { userId: string; realName: string; loginName: string; deptName: string | null; accountStatus: accounts.AccountStatus }
  notes: string[]
  roles: repository.HeldRole[]
  /** Only the roles that give their something now: enabled, and not ended for them. */
  byRole: Map<string, RoleFacts>
}

/** Reads all rights of a person; refuses an account that is not there. `db` is the pool. */
export async function bookOf(db: Db, userId: string): Promise<Book> {
  const [facts, account, roles] = await Promise.all([loadUserFacts(db, userId), accounts.findUser(db, userId), repository.heldRoles(db, userId)])
  if (!facts || !account) throw refuse.notFound()
  const { principal } = facts
  const usable = facts.accountStatus === 'normal'
  return {
    principal,
    usable,
    person: {
      userId,
      realName: principal.realName,
      loginName: principal.loginName,
      deptName: principal.deptId ? ((await accounts.deptNames(db, [principal.deptId])).get(principal.deptId) ?? null) : null,
      accountStatus: account.account_status,
    },
    notes: [
      ...(usable ? [] : [`账号状态为“${accountStatus.labels[account.account_status]}”，不能登录，任何权限都用不了`]),
      ...(usable && principal.mustChangePassword ? ['尚未修改初始密码，修改之前不能使用任何功能'] : []),
      ...(roles.length === 0 ? ['没有分配任何角色'] : []),
    ],
    roles,
    byRole: await factsByRole(db, principal, roles),
  }
}

// What the role itself gives is read for anybody; whether this person still holds it is checked here.
async function factsByRole(db: Db, principal: RoleFacts, roles: readonly repository.HeldRole[]): Promise<Map<string, RoleFacts>> {
  const found = new Map<string, RoleFacts>()
  for (const { roleId, expired } of roles) {
    const facts = expired ? undefined : await loadRoleFacts(db, roleId, principal.deptId)
    if (facts) found.set(roleId, { ...principal, ...facts, roleIds: [roleId] })
  }
  return found
}

/** What one role has to do with what was asked. `sentences` say why not, or how far. */
export interface RoleAnswer {
  roleId: string
  roleCode: string
  roleName: string
  gives: boolean
  since: string | null
  until: string | null
  sentences: string[]
}

export const minute = (time: Date): string => localTime(time).slice(0, 16)

/** Why a role gives nothing at all; empty when it is in use. */
export const roleFaults = (role: repository.HeldRole): string[] => [
  ...(role.roleStatus === 'disabled' ? ['角色已停用'] : []),
  ...(role.expired && role.expireTime ? [`此人的该角色已于 ${minute(role.expireTime)} 到期`] : []),
]

const known = (times: readonly (Date | null | undefined)[]): Date[] => times.flatMap((t) => t ?? [])

/** A role's answer: since the latest of the grants that it needs, until the first of them ends. */
export function answerOf(role: repository.HeldRole, gives: boolean, sentences: string[], grant?: { grantTime: Date | null; expireTime: Date | null }): RoleAnswer {
  const since = known([role.grantTime, grant?.grantTime]).sort((a, b) => b.getTime() - a.getTime())[0]
  const until = known([role.expireTime, grant?.expireTime]).sort((a, b) => a.getTime() - b.getTime())[0]
  const { roleId, roleCode, roleName } = role
  return { roleId, roleCode, roleName, gives, since: gives ? isoOrNull(since ?? null) : null, until: gives ? isoOrNull(until ?? null) : null, sentences }
}
