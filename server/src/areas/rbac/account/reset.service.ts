import { masked } from '@assoc/contract'
import * as calls from '@assoc/contract/rbac/user'
import { has, type Principal } from '../../../platform/access/principal'
import type { AuditEntry } from '../../../platform/audit/audit'
import { hashPassword } from '../../../platform/auth/passwords'
import { newPassword } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { queueMail, queueSms } from '../../../platform/mail/outbox'
import { requireCovers } from '../role/guard'
import { letterPdf, type Letter } from './letter'
import { presentUsers } from './present'
import * as repository from './repository'

/** Where a code could be sent to this account now. */
const waysOf = (platform: Platform, account: Pick<repository.UserRecord, 'mobile' | 'email'>) => ({
  sms: platform.sms.live && platform.sms.sends('reset') ? account.mobile : null,
  mail: platform.mail ? account.email : null,
})

export async function resetWays({ db, platform, input }: Context<typeof calls.selectResetWays>) {
  const found = await repository.findUser(db, input.userId)
  if (!found) throw refuse.notFound()
  const { sms, mail } = waysOf(platform, found)
  return { sms: masked('mobile', sms), mail: masked('email', mail) }
}

/** Takes an account's password away, or sets its first one, and ends its sessions. False when the version has moved. */
async function replacePassword({ db, principal, platform }: { db: Db; principal: Principal; platform: Platform }, userId: string, version: number, passwordHash: string | null) {
  const done = await repository.setFirstPassword(db, userId, version, passwordHash, calls.FIRST_PASSWORD_HOURS, principal.userId)
  if (!done) return undefined
  await platform.sessions.endAllOf(db, userId, 'passwordChanged')
  await platform.revocations.announce(db, { kind: 'user', id: userId })
  return done
}

/** Tells a person whose password was taken away where to set a new one. The code for it they ask for themselves, so that it is bound to their own browser. */
async function tellReset(db: Db, publicUrl: string, way: 'sms' | 'mail', address: string): Promise<void> {
  const where = publicUrl ? `${publicUrl.replace(/\/$/, '')}/login` : '登录页'
  const text = `系统管理员已重置您的登录密码，原密码不能再使用。请打开${where}，选择“找回密码”，用此${way === 'sms' ? '手机号码' : '邮箱'}接收验证码并设置新密码。`
  await (way === 'sms' ? queueSms(db, address, text, { template: { use: 'reset' } }) : queueMail(db, address, '登录密码已重置', text))
}

/** The person is told and sets a password of their own; until then nobody signs in with one. */
export async function adminResetPassword({ db, principal, input, audit, platform }: Context<typeof calls.adminResetPassword>) {
  const { userId, version, way } = input
  if (userId === principal.userId) throw refuse.forbidden('请在个人中心修改本人的密码')
  const before = await repository.findUser(db, userId)
  if (!before) throw refuse.notFound()
  if (before.account_status !== 'normal') throw refuse.badTransition()
  await requireCovers(db, principal, userId, '重置其密码')
  const target = waysOf(platform, before)[way]
  if (!target) throw refuse.field('way', way === 'sms' ? '没有可用的短信通道，或该用户没有手机号码，请打印密码函' : '没有接入邮件服务，或该用户没有邮箱，请打印密码函')
  const done = await replacePassword({ db, principal, platform }, userId, version, null)
  if (!done) throw refuse.conflict((await presentUsers(db, principal, [before]))[0])
  await tellReset(db, platform.config.publicUrl, way, target)
  audit({ recordType: 'user', recordId: userId, verb: 'resetPassword', after: { way } })
  return done
}

/** First passwords of accounts, as letters. The caller has checked who may have them made. */
export async function lettersFor({ db, principal, platform }: { db: Db; principal: Principal; platform: Platform }, accounts: readonly { user_id: string; login_name: string; real_name: string; version: number }[]): Promise<{ pdf: Buffer; noted: AuditEntry[] }> {
  const until = new Date(Date.now() + calls.FIRST_PASSWORD_HOURS * 3_600_000)
  const letters: Letter[] = []
  for (const { user_id, login_name, real_name, version } of accounts) {
    const password = newPassword()
    if (!(await replacePassword({ db, principal, platform }, user_id, version, await hashPassword(password)))) throw refuse.conflict(null)
    letters.push({ loginName: login_name, realName: real_name, password, until, address: platform.config.publicUrl })
  }
  return { pdf: await letterPdf(letters), noted: accounts.map(({ user_id }) => ({ recordType: 'user', recordId: user_id, verb: 'printPassword', after: { expiresAt: until.toISOString() } })) }
}

/** One account whose first password may be printed; other changes of it wait. */
export async function accountForLetter({ db, principal }: { db: Db; principal: Principal }, userId: string) {
  const account = await repository.lockForPassword(db, userId)
  if (!account) throw refuse.notFound()
  if (account.account_status !== 'normal' && account.account_status !== 'locked') throw refuse.badTransition()
  await requireCovers(db, principal, userId, '打印其密码函')
  return account
}

export async function printLetters(context: Context<typeof calls.printPasswordLetter>) {
  const { principal, input, audit } = context
  const accounts: Awaited<ReturnType<typeof accountForLetter>>[] = []
  // In the order of their ids, so that two who print the same people wait for each other and not in a ring.
  for (const userId of [...new Set(input.userIds)].sort((a, b) => Number(a) - Number(b))) {
    if (userId === principal.userId) throw refuse.forbidden('请在个人中心修改本人的密码')
    const account = await accountForLetter(context, userId)
    const first = has(principal, 'rbac:user:insert') && account.never && account.create_by === principal.userId
    if (!first && !has(principal, 'rbac:user:resetPassword')) throw refuse.forbidden('您没有重置密码的权限，只能为本人新增且尚未打印过的用户打印密码函')
    accounts.push(account)
  }
  const { pdf, noted } = await lettersFor(context, accounts)
  noted.forEach(audit)
  return { fileName: '密码函.pdf', contentType: 'application/pdf', body: pdf }
}
