import type * as calls from '@assoc/contract/rbac/second-factor'
import { verifyPassword } from '../../../platform/auth/passwords'
import { clearTries, countTry } from '../../../platform/auth/throttle'
import { hashToken, sameBytes } from '../../../platform/auth/tokens'
import { iso, isoOrNull } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import type { Context } from '../../../platform/http/context'
import { type Call, viewLink } from '@assoc/contract'
import { notify } from '../../../platform/notifications/notify'
import { findById } from '../user/account.repository'
import { DEVICE_COOKIE, demandOf } from './gate'
import * as repository from './repository'
import { ENABLED, issuerOf } from './sign-in.service'
import { enrolmentOf, newSecret, stepOf } from './totp'
import { countFactorTry, forgetFactorTries, freshRecoveryCodes, useCode } from './verify'

export type Own = Pick<Context<Call>, 'db' | 'platform' | 'principal'>

export async function select({ db, platform, principal, request }: Context<typeof calls.selectOwnSecondFactor>) {
  const { policy } = await platform.settings.security()
  const token = request.cookies[hostCookie(DEVICE_COOKIE, request.secure)]
  const hash = token ? hashToken(token) : null
  const [factor, recoveryLeft, demand, devices] = await Promise.all([
    repository.factorOf(db, principal.userId),
    repository.recoveryLeft(db, principal.userId),
    demandOf(db, policy, principal.userId),
    repository.devicesOf(db, principal.userId),
  ])
  return {
    since: isoOrNull(factor?.confirm_time ?? null),
    recoveryLeft,
    required: demand !== 'nothing',
    devices: devices.map((d) => ({
      deviceId: d.device_id,
      device: d.device,
      ip: d.ip,
      createTime: iso(d.create_time),
      lastUsedTime: iso(d.last_used_time),
      expireTime: iso(d.expire_time),
      current: hash !== null && sameBytes(d.token_hash, hash),
    })),
  }
}

/** The password once more: a console left open for a minute must not be enough to change how one signs in. */
export async function requirePassword({ db, platform, principal }: Own, passWord: string) {
  const key = `password:${principal.userId}`
  await countTry(platform.db, key, { max: 10, windowSeconds: 900, lockSeconds: 900 })
  const found = await findById(db, principal.userId)
  if (!found) throw refuse.notFound()
  if (!(await verifyPassword(found.password_hash, passWord))) throw refuse.field('passWord', '当前密码不正确')
  await clearTries(platform.db, key)
  return found
}

async function requireCode({ db, platform, principal }: Own, code: string): Promise<void> {
  await countFactorTry(platform, principal.userId)
  if (!(await useCode(platform, db, principal.userId, code))) throw refuse.field('code', '动态码或恢复码不正确，或已使用过')
  await forgetFactorTries(db, principal.userId)
}

export async function begin(context: Context<typeof calls.beginSecondFactor>) {
  const { db, platform, principal, input, audit } = context
  const found = await requirePassword(context, input.passWord)
  const secret = newSecret()
  if (!(await repository.storePending(db, principal.userId, platform.encryption.encrypt(secret)))) throw refuse.forbidden('二次验证已启用；更换验证器请先关闭再重新启用')
  audit({ recordType: 'secondFactor', recordId: principal.userId, verb: 'begin' })
  return enrolmentOf(secret, issuerOf(platform), found.login_name)
}

export async function confirm({ db, platform, principal, input, audit }: Context<typeof calls.confirmSecondFactor>) {
  await countFactorTry(platform, principal.userId)
  const pending = await repository.pendingFactorOf(db, principal.userId)
  if (!pending) throw refuse.forbidden('请重新开始启用二次验证')
  const step = stepOf(platform.encryption.decrypt(pending.secret), input.code)
  if (step === null) throw refuse.field('code', '动态码不正确，请检查手机时间后输入当前显示的动态码')
  if (!(await repository.confirm(db, principal.userId, pending.secret, step))) throw refuse.forbidden('请重新开始启用二次验证')
  await forgetFactorTries(db, principal.userId)
  audit({ recordType: 'secondFactor', recordId: principal.userId, verb: 'enable' })
  await notify(db, principal.userId, ENABLED)
  return { recoveryCodes: await freshRecoveryCodes(platform, db, principal.userId) }
}

export async function remove(context: Context<typeof calls.removeSecondFactor>) {
  const { db, platform, principal, input, audit } = context
  const { policy } = await platform.settings.security()
  if ((await demandOf(db, policy, principal.userId)) !== 'nothing') throw refuse.forbidden('安全策略要求您的账号启用二次验证，不能关闭')
  await requirePassword(context, input.passWord)
  await requireCode(context, input.code)
  await repository.removeFactor(db, principal.userId)
  audit({ recordType: 'secondFactor', recordId: principal.userId, verb: 'remove' })
  await notify(db, principal.userId, { title: '二次验证已关闭', content: '您的账号登录时只需密码。如非本人操作，请立即联系系统管理员。', link: viewLink('rbac/PersonalCenter', { part: 'factor' }) })
  return {}
}

export async function renewCodes(context: Context<typeof calls.renewRecoveryCodes>) {
  const { db, platform, principal, input, audit } = context
  await requirePassword(context, input.passWord)
  await requireCode(context, input.code)
  audit({ recordType: 'secondFactor', recordId: principal.userId, verb: 'renewRecoveryCodes' })
  return { recoveryCodes: await freshRecoveryCodes(platform, db, principal.userId) }
}

export async function revokeDevice({ db, principal, input, audit }: Context<typeof calls.revokeTrustedDevice>) {
  const gone = await repository.deleteDevice(db, principal.userId, input.deviceId)
  if (!gone) throw refuse.notFound()
  audit({ recordType: 'secondFactor', recordId: principal.userId, verb: 'revokeDevice', before: { device: gone.device } })
  return {}
}
