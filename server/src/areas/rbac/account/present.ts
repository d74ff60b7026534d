import { masked, type PermitCode, type ResponseOf } from '@assoc/contract'
import { accountStatus, type selectUser } from '@assoc/contract/rbac/user'
import { has, type Principal } from '../../../platform/access/principal'
import { iso, isoOrNull, type Db } from '../../../platform/database/database'
import { conflictsOf } from '../role/exclusive'
import { whomCovers } from '../role/guard'
import * as repository from './repository'

export type UserRow = ResponseOf<typeof selectUser>

const ABILITIES: [verb: string, permit: PermitCode][] = [
  ['update', 'rbac:user:update'],
  ['resetPassword', 'rbac:user:resetPassword'],
  ['assignRole', 'rbac:user:assignRole'],
]

function abilities(principal: Principal, record: repository.UserRecord, covered: ReadonlySet<string>): string[] {
  // Who holds more than the caller is theirs to look at alone.
  if (!covered.has(record.user_id)) return []
  const own = record.user_id === principal.userId
  const verbs = accountStatus.verbs(record.account_status, (permit) => has(principal, permit)).filter((verb) => !(own && verb === 'disable'))
  if (record.account_status === 'cancelled') return verbs
  const plain = ABILITIES.filter(([verb, permit]) => has(principal, permit) && !(verb === 'resetPassword' && own))
  return [...plain.map(([verb]) => verb), ...verbs]
}

/** Fields of a person for the audit log, which many may read: mobile and mail masked. */
export const maskPerson = <T extends { mobile?: string | null; email?: string | null }>(fields: T): T => ({
  ...fields,
  ...(fields.mobile === undefined ? {} : { mobile: masked('mobile', fields.mobile) }),
  ...(fields.email === undefined ? {} : { email: masked('email', fields.email) }),
})

/** Rows of people as the caller may see them: names of departments and roles filled in, abilities listed, mobile and mail masked. */
export async function presentUsers(db: Db, principal: Principal, records: readonly repository.UserRecord[]): Promise<UserRow[]> {
  const [names, roles, covered, conflicts] = await Promise.all([
    repository.deptNames(db, [...new Set(records.flatMap((r) => r.dept_id ?? []))]),
    repository.rolesOf(db, records.map((r) => r.user_id)),
    whomCovers(db, principal, records.map((r) => r.user_id)),
    conflictsOf(db, records.map((r) => r.user_id)),
  ])
  return records.map((r) => ({
    userId: r.user_id,
    loginName: r.login_name,
    realName: r.real_name,
    mobile: masked('mobile', r.mobile),
    email: masked('email', r.email),
    typeId: r.type_id as UserRow['typeId'],
    deptId: r.dept_id,
    deptName: r.dept_id ? (names.get(r.dept_id) ?? null) : null,
    roles: roles.get(r.user_id) ?? [],
    conflictingRoles: conflicts.get(r.user_id) ?? [],
    accountStatus: r.account_status,
    lockUntil: isoOrNull(r.lock_until),
    lastLoginTime: isoOrNull(r.last_login_time),
    createTime: iso(r.create_time),
    remark: r.remark,
    version: r.version,
    abilities: abilities(principal, r, covered),
  }))
}
