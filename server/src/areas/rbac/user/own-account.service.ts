import { masked } from '@assoc/contract'
import type { queryUserCenterByUserId } from '@assoc/contract/rbac/own'
import type { registUser, resetPassWord, updatePassWordByUserId, updateUserInfoOnCenter } from '@assoc/contract/rbac/sign-in'
import { difference } from '../../../platform/audit/audit'
import { checkNewPassword, hashPassword, KEPT_HASHES, verifyPassword } from '../../../platform/auth/passwords'
import { clearTries, countTry } from '../../../platform/auth/throttle'
import { isoOrNull, type Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context, VisitorContext } from '../../../platform/http/context'
import { gramsOf, initials } from '../../../platform/search/grams'
import * as repository from './account.repository'
import { normalTarget, requireRightCode, useCode } from './codes.service'
import { letsIn } from './lets-in'
import { loginPair } from './login.service'
import { subjectOf } from './subject'

type Account = NonNullable<Awaited<ReturnType<typeof repository.findById>>>

const gramsOfPerson = (loginName: string, realName: string, mobile: string | null) => gramsOf([loginName, realName, initials(realName), mobile])

/** Checks a registration; answers the password's hash. */
export async function admitRegistration({ platform, input, request, intent }: VisitorContext<typeof registUser>): Promise<string> {
  await checkNewPassword('passWord', input.passWord, [input.loginName, input.mobile], [], (await platform.settings.security()).policy)
  await useCode(platform, request.ip, { purpose: 'register', target: input.mobile, userId: undefined, challenge: input.challenge }, input.code, { intent })
  return hashPassword(input.passWord)
}

export async function register({ db, input, audit }: Context<typeof registUser, null>, passwordHash: string) {
  const { user_id } = await repository.insertRegistration(db, {
    loginName: input.loginName,
    realName: input.realName,
    typeId: input.typeId,
    companyName: input.companyName,
    mobile: input.mobile,
    email: input.email ?? null,
    passwordHash,
    grams: gramsOfPerson(input.loginName, input.realName, input.mobile),
  })
  audit({ recordType: 'user', recordId: user_id, verb: 'register', after: { loginName: input.loginName, typeId: input.typeId }, actor: { userId: user_id, userName: input.realName } })
  return {}
}

/** Checks a code and a new password; answers whose it is and the password's hash. */
export async function admitReset({ platform, input, request, intent }: VisitorContext<typeof resetPassWord>) {
  const target = normalTarget(input.target)
  const found = await repository.findByTarget(platform.db, target)
  const { policy } = await platform.settings.security()
  // Rules that hold for everybody come first, so that a weak password does not cost a try. What the password has to do with
  // the person is told only to who has the code: the rule that is named would tell everybody else whether there is an account.
  await checkNewPassword('newPassWord', input.newPassWord, [], [], policy)
  const use = { purpose: 'reset' as const, target, userId: found?.user_id, challenge: input.challenge }
  await requireRightCode(platform, request.ip, use, input.code, { intent })
  if (!found || !letsIn(found)) throw refuse.field('code', '验证码不正确或已失效')
  await checkNewPassword('newPassWord', input.newPassWord, [found.login_name, found.mobile], oldHashes(found), policy)
  await useCode(platform, request.ip, use, input.code, { intent })
  return { found, target, passwordHash: await hashPassword(input.newPassWord) }
}

export async function reset({ db, platform, request, audit }: Context<typeof resetPassWord, null>, { found, target, passwordHash }: Awaited<ReturnType<typeof admitReset>>) {
  await change(db, platform, found, passwordHash)
  // Who forgot their password has tried some before: with the new one they are not kept waiting for them.
  await clearTries(db, loginPair(subjectOf(platform, found.user_id, target), request))
  audit({ recordType: 'user', recordId: found.user_id, verb: 'resetPassword', actor: { userId: found.user_id, userName: found.real_name } })
  return {}
}

const oldHashes = (account: Account) => [account.password_hash, ...account.old_password_hashes].filter((h): h is string => h !== null).slice(0, KEPT_HASHES)

/** Sets the password and ends every session but the given one; who waits for the change is let in again. */
async function change(tx: Db, platform: Context<typeof resetPassWord, null>['platform'], account: Account, passwordHash: string, exceptSession?: string) {
  await repository.setPassword(tx, account.user_id, passwordHash, oldHashes(account))
  await platform.sessions.endAllOf(tx, account.user_id, 'passwordChanged', exceptSession)
  await platform.revocations.announce(tx, { kind: 'user', id: account.user_id })
}

export async function changePassword({ db, platform, principal, input, audit }: Context<typeof updatePassWordByUserId>) {
  await guardPassword(platform, principal.userId)
  const found = await repository.findById(db, principal.userId)
  if (!found) throw refuse.notFound()
  if (!(await verifyPassword(found.password_hash, input.oldPassWord))) throw refuse.field('oldPassWord', '原密码不正确')
  await checkNewPassword('newPassWord', input.newPassWord, [found.login_name, found.mobile], oldHashes(found), (await platform.settings.security()).policy)
  await change(db, platform, found, await hashPassword(input.newPassWord), principal.sessionId)
  await clearTries(platform.db, `password:${principal.userId}`)
  audit({ recordType: 'user', recordId: principal.userId, verb: 'changePassword' })
  return {}
}

// Outside the transaction: a wrong try counts although the call is refused.
const guardPassword = (platform: Context<typeof updatePassWordByUserId>['platform'], userId: string) =>
  countTry(platform.db, `password:${userId}`, { max: 10, windowSeconds: 900, lockSeconds: 900 })

export async function center({ db, principal }: Context<typeof queryUserCenterByUserId>) {
  const found = await repository.findById(db, principal.userId)
  if (!found) throw refuse.notFound()
  const names = await repository.ownNames(db, principal.userId)
  return {
    userId: found.user_id,
    loginName: found.login_name,
    realName: found.real_name,
    mobile: found.mobile,
    email: found.email,
    typeId: found.type_id as never,
    ...names,
    lastLoginTime: isoOrNull(found.last_login_time),
    mustChangePassword: found.must_change_password,
    watermark: `${found.real_name} ${found.mobile ? found.mobile.slice(-4) : found.login_name}`,
    roleView: principal.roleView ? { roleName: principal.roleView.roleName, until: principal.roleView.until } : null,
    version: found.version,
  }
}

/** A new mobile or mail address needs the current password and a code that was sent to the new one. */
export async function updateCenter(context: Context<typeof updateUserInfoOnCenter>) {
  const { db, platform, principal, input, audit } = context
  const found = await repository.findById(db, principal.userId)
  if (!found) throw refuse.notFound()
  const mobile = input.mobile ?? null
  const email = input.email ?? null
  const changes = [mobile !== found.mobile && 'mobile', email !== found.email && 'email'].filter(Boolean)
  if (changes.length > 0) {
    if (!input.passWord) throw refuse.field('passWord', '更换手机或邮箱须输入当前密码')
    await guardPassword(platform, principal.userId)
    if (!(await verifyPassword(found.password_hash, input.passWord))) throw refuse.field('passWord', '当前密码不正确')
    if (mobile && mobile !== found.mobile) await needCode(context, mobile, 'changeMobile')
    if (email && email !== found.email) await needCode(context, email, 'changeEmail')
  }
  const done = await repository.updateOwn(db, principal.userId, input.version, {
    realName: input.realName,
    mobile,
    email,
    grams: gramsOfPerson(found.login_name, input.realName, mobile),
  })
  if (!done) throw refuse.conflict({ realName: found.real_name, mobile: found.mobile, email: found.email, version: found.version })
  await platform.revocations.announce(db, { kind: 'user', id: principal.userId })
  audit({
    recordType: 'user',
    recordId: principal.userId,
    verb: 'updateOwn',
    ...difference(
      { realName: found.real_name, mobile: masked('mobile', found.mobile), email: masked('email', found.email) },
      { realName: input.realName, mobile: masked('mobile', mobile), email: masked('email', email) },
    ),
  })
  return done
}

async function needCode({ platform, principal, input, request }: Context<typeof updateUserInfoOnCenter>, target: string, purpose: 'changeMobile' | 'changeEmail') {
  const [code, challenge, field] = purpose === 'changeMobile' ? ([input.mobileCode, input.mobileChallenge, 'mobileCode'] as const) : ([input.emailCode, input.emailChallenge, 'emailCode'] as const)
  if (!code || !challenge) throw refuse.field(field, '请填写发送到新号码或新邮箱的验证码')
  await useCode(platform, request.ip, { purpose, target, userId: principal.userId, challenge }, code, { field })
}
