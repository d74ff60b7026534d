import type * as calls from '@assoc/contract/rbac/user'
import { moduleScopeOf, has, type Principal } from '../../../platform/access/principal'
import { difference } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { gramsOf, initials } from '../../../platform/search/grams'
import { changeRights, requireCovers } from '../role/guard'
import { maskPerson, presentUsers } from './present'
import * as repository from './repository'

/** What the search column of a person holds: pairs of characters of their names and their mobile. */
export const gramsOfPerson = (loginName: string, realName: string, mobile: string | null): string[] =>
  gramsOf([loginName, realName, mobile, initials(realName)])

/**
 * Refuses a department outside the caller's data scope: people whom they put there would vanish from
 * their own list, and moving themselves would widen what they see.
 */
export function mayPlaceIn(principal: Principal, deptId: string | null): void {
  const scope = moduleScopeOf(principal, 'rbac')
  if (scope.all || (deptId !== null && scope.deptIds.includes(deptId))) return
  throw refuse.field('deptId', deptId === null ? '请选择您数据范围内的部门' : '该部门不在您的数据范围内')
}

/** What roles mean to a person's rights, in a refusal. */
export const ASSIGNING = { giving: '分配含有它们的角色', taking: '取消其角色' }
/** What another department means to a person's data scopes, in a refusal. */
export const MOVING = { giving: '调到该部门', taking: '调到该部门' }

export async function selectUser({ db, principal, input }: Context<typeof calls.selectUser>) {
  const found = await repository.findUser(db, input.userId)
  if (!found) throw refuse.notFound()
  const [row] = await presentUsers(db, principal, [found])
  if (!row) throw refuse.notFound()
  return row
}

/** Mobile and mail in plain text for who may see both the account and personal data; who looked at what is noted. */
export async function selectUserPlain({ db, principal, input, audit }: Context<typeof calls.selectUserPlain>) {
  if (!has(principal, 'rbac:user:read')) throw refuse.forbidden()
  const found = await repository.findUser(db, input.userId)
  if (!found) throw refuse.notFound()
  audit({ recordType: 'user', recordId: input.userId, verb: 'viewPlain', after: { fields: input.fields } })
  return { values: Object.fromEntries(input.fields.map((field) => [field, found[field]])) }
}

/** What the form says of a person. */
export const fieldsOf = (input: {
  realName: string
  mobile?: string | null | undefined
  email?: string | null | undefined
  typeId: string
  deptId?: string | null | undefined
  remark?: string | null | undefined
}): repository.PersonFields => ({
  realName: input.realName,
  mobile: input.mobile ?? null,
  email: input.email ?? null,
  typeId: input.typeId,
  deptId: input.deptId ?? null,
  remark: input.remark ?? null,
})

export async function insertUser({ db, principal, input, audit }: Context<typeof calls.insertUser>) {
  const fields = fieldsOf(input)
  const roleIds = [...new Set(input.roleIds ?? [])]
  mayPlaceIn(principal, fields.deptId)
  if (roleIds.length > 0) {
    if (!has(principal, 'rbac:user:assignRole')) throw refuse.forbidden('您没有分配角色的权限，请不选角色后再保存')
  }
  const { userId } = await repository.insertUser(db, {
    fields,
    loginName: input.loginName,
    passwordHash: null,
    grams: gramsOfPerson(input.loginName, fields.realName, fields.mobile),
    by: principal.userId,
  })
  if (roleIds.length > 0) await changeRights(db, { principal, touched: { users: [userId] }, ...ASSIGNING }, () => repository.replaceRoles(db, userId, roleIds, []))
  const roleNames = roleIds.length > 0 ? (await rolesNow(db, userId)).map((r) => r.roleName) : []
  audit({ recordType: 'user', recordId: userId, verb: 'insert', after: { loginName: input.loginName, ...maskPerson(fields), roles: roleNames } })
  return { userId }
}

export async function updateUser({ db, principal, input, audit, platform }: Context<typeof calls.updateUser>) {
  const { userId, version } = input
  const before = await repository.findUser(db, userId)
  if (!before) throw refuse.notFound()
  if (before.account_status === 'cancelled') throw refuse.badTransition()
  const { mobile = before.mobile, email = before.email, ...given } = input
  const fields = fieldsOf({ ...given, mobile, email })
  if (fields.deptId !== before.dept_id) mayPlaceIn(principal, fields.deptId)
  // Codes for a new password go to mobile and mail, and what a role shows goes by the department: each is a way to more.
  await requireCovers(db, principal, userId, '修改其资料')
  const write = () => repository.updateUser(db, userId, version, fields, gramsOfPerson(before.login_name, fields.realName, fields.mobile), principal.userId)
  const done = fields.deptId === before.dept_id ? await write() : await changeRights(db, { principal, touched: { users: [userId] }, ...MOVING }, write)
  if (!done) throw refuse.conflict((await presentUsers(db, principal, [before]))[0])
  const old = {
    realName: before.real_name,
    mobile: before.mobile,
    email: before.email,
    typeId: before.type_id,
    deptId: before.dept_id,
    remark: before.remark,
  }
  const changed = difference(old, { ...fields })
  audit({ recordType: 'user', recordId: userId, verb: 'update', before: maskPerson(changed.before ?? {}), after: maskPerson(changed.after ?? {}) })
  await platform.revocations.announce(db, { kind: 'user', id: userId })
  return done
}

export const rolesNow = async (db: Db, userId: string) => (await repository.rolesOf(db, [userId])).get(userId) ?? []

export async function assignRoles({ db, principal, input, audit, platform }: Context<typeof calls.updateRoleAndMenuRelation>) {
  const { userId } = input
  const person = await repository.findUser(db, userId)
  if (!person) throw refuse.notFound()
  if (person.account_status === 'cancelled') throw refuse.badTransition()
  await changeRights(db, { principal, touched: { users: [userId] }, ...ASSIGNING }, async () => {
    const before = await rolesNow(db, userId)
    const wanted = new Set(input.roleIds)
    const had = new Set(before.map((r) => r.roleId))
    const add = [...wanted].filter((id) => !had.has(id))
    const remove = [...had].filter((id) => !wanted.has(id))
    await repository.replaceRoles(db, userId, add, remove)
    const after = await rolesNow(db, userId)
    audit({
      recordType: 'user',
      recordId: userId,
      verb: 'assignRole',
      ...difference({ roles: before.map((r) => r.roleName) }, { roles: after.map((r) => r.roleName) }),
    })
    await platform.revocations.announce(db, { kind: 'user', id: userId })
  })
  return {}
}
