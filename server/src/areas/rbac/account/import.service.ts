import type { userImport } from '@assoc/contract/rbac/user-import'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import { queueMail } from '../../../platform/mail/outbox'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { changeRights } from '../role/guard'
import { sensitiveNames } from '../role/repository'
import { maskPerson } from './present'
import * as repository from './repository'
import { ASSIGNING, fieldsOf, gramsOfPerson, mayPlaceIn } from './service'

type Row = Inserted<typeof userImport>

/**
 * Makes the accounts of a file by the rules of those that are made by hand: departments within the data scope, roles only by who may assign
 * them and holds all that they give. Nobody has a password yet: it is printed as a letter, or the person is told by mail to set one.
 */
export async function importUsers({ db, principal, platform, audit }: Action, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    mayPlaceIn(principal, row.deptId ?? null)
    if (row.roleIds?.length && !has(principal, 'rbac:user:assignRole')) throw refuse.forbidden('您没有分配角色的权限，请将角色一列留空')
    if (row.firstAccess === 'mail' && !row.email) throw refuse.field('email', '首次登录方式为邮件时，请填写电子邮箱')
    if (row.firstAccess === 'mail' && !platform.mail) throw refuse.field('firstAccess', '没有接入邮件服务，首次登录方式请选择密码函')
  }
  const ids = await repository.insertUsers(db, rows.map((row) => ({ fields: fieldsOf(row), loginName: row.loginName, passwordHash: null, grams: gramsOfPerson(row.loginName, row.realName, row.mobile ?? null), by: principal.userId })))
  const made = rows.map((row) => ({ row, userId: ids.get(row.loginName) as string }))
  const holdings = made.flatMap(({ userId, row }) => [...new Set(row.roleIds ?? [])].map((roleId) => ({ userId, roleId })))
  const holders = [...new Set(holdings.map((h) => h.userId))]
  if (holders.length > 0) await changeRights(db, { principal, touched: { users: holders }, ...ASSIGNING }, () => repository.insertRoles(db, holdings))
  const roles = await repository.rolesOf(db, holders)
  for (const { userId, row } of made) {
    if (row.firstAccess === 'mail' && row.email) await invite(db, platform.config.publicUrl, row.loginName, row.email)
    const roleNames = (roles.get(userId) ?? []).map((r) => r.roleName)
    audit({ recordType: 'user', recordId: userId, verb: 'insert', after: { loginName: row.loginName, ...maskPerson(fieldsOf(row)), roles: roleNames } })
  }
}

/** Asks before a file gives sensitive roles, as the form does; null where none of them is. */
export async function askForSensitive(db: Action['db'], roleIds: readonly string[]): Promise<string | null> {
  const names = await sensitiveNames(db, roleIds)
  return names.length > 0 ? `${names.map((name) => `「${name}」`).join('、')}可以管理用户、角色或权限，或能看到模块的全部数据。确认授予吗？` : null
}

/** Tells somebody of their account. The code for a password they ask for themselves, so that it is bound to their own browser. */
async function invite(db: Action['db'], publicUrl: string, loginName: string, address: string): Promise<void> {
  const where = publicUrl ? `${publicUrl.replace(/\/$/, '')}/login` : '登录页'
  await queueMail(db, address, '账号已开通', `已为您开通账号 ${loginName}。请打开${where}，选择“找回密码”，用此邮箱接收验证码并设置登录密码。`)
}
