import { CODE, viewLink } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { holdersOf } from '../../../platform/access/load-principal'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import { mailHint } from '../../../platform/mail/console-address'
import { queueMail } from '../../../platform/mail/outbox'
import { notify, type Notice } from '../../../platform/notifications/notify'
import type { Platform } from '../../../platform/platform'
import { inJob } from '../../../platform/resource/in-job'
import { keepAdministrator } from '../role/administrators'
import { setStatus } from './repository'
import * as repository from './warnings.repository'

/** Days between the warning and the disabling of an account at least, also where it was unused for years before. */
export const GRACE_DAYS = 7

async function tell(db: Db, { config }: Platform, { userId, email }: repository.Warned, notice: Notice): Promise<void> {
  await notify(db, userId, notice)
  if (email) await queueMail(db, email, notice.title, notice.link ? `${notice.content}\n${mailHint(config, notice.link)}` : notice.content)
}

/** Disables one account that was warned and not used since; false where it was, or where it is the last administrator's. */
async function disable(platform: Platform, userId: string, day: string, disableDays: number): Promise<boolean> {
  try {
    return await inJob(platform, '停用长期未使用账号', ({ db, audit }) =>
      keepAdministrator(db, async () => {
        const found = await repository.lockUnused(db, userId, day, disableDays)
        if (!found || !(await setStatus(db, userId, found.version, 'normal', 'disabled', null))) return false
        await platform.sessions.endAllOf(db, userId, 'disabled')
        await platform.revocations.announce(db, { kind: 'user', id: userId })
        audit({ recordType: 'user', recordId: userId, verb: 'disable', reason: `连续 ${found.unusedDays} 天未登录`, before: { accountStatus: 'normal' }, after: { accountStatus: 'disabled' } })
        return true
      }),
    )
  } catch (error) {
    if (error instanceof Refusal && error.code === CODE.lastAdministrator) return false
    throw error
  }
}

/**
 * Warns of accounts that nobody uses, disables those that stayed unused, and warns of passwords that end. `day` is the day in
 * Asia/Shanghai, which a test moves. Run twice a day, or by two processes at once, it warns once.
 */
export async function seeToAccounts(platform: Platform, day = today()): Promise<void> {
  const { settings } = platform
  const [warnDays, disableDays, passwordWarnDays, { policy }] = await Promise.all([settings.parameter('rbac.unusedWarnDays'), settings.parameter('rbac.unusedDisableDays'), settings.parameter('rbac.passwordWarnDays'), settings.security()])
  await inJob(platform, '账号使用提醒', async ({ db }) => {
    for (const person of await repository.warnUnused(db, { day, warnDays, disableDays, graceDays: GRACE_DAYS })) {
      const then = person.dueDay ? `请在 ${person.dueDay} 前登录一次，否则账号将自动停用。` : '不再使用的，请联系系统管理员停用。'
      await tell(db, platform, person, { title: '账号长期未使用', content: `您的账号 ${person.loginName} 自 ${person.sinceDay} 起没有登录过。${then}`, link: viewLink('rbac/PersonalCenter') })
    }
    if (policy.expireDays === 0 || passwordWarnDays === 0) return
    for (const person of await repository.warnOfPassword(db, { day, expireDays: policy.expireDays, warnDays: passwordWarnDays })) {
      await tell(db, platform, person, { title: '密码即将到期', content: `您的账号 ${person.loginName} 的密码将于 ${person.dueDay} 到期，到期后登录须先设置新密码。请在个人中心修改密码。`, link: viewLink('rbac/PersonalCenter') })
    }
  })
  if (disableDays === 0) return
  const due = await repository.unusedDue(platform.db, day, disableDays)
  let done = 0
  for (const userId of due) if (await disable(platform, userId, day, disableDays)) done += 1
  if (done === 0) return
  await inJob(platform, '账号使用提醒', async ({ db }) => {
    for (const userId of await holdersOf(db, 'rbac:user:disable')) {
      await notify(db, userId, { title: '长期未使用的账号已停用', content: `有 ${done} 个账号超过 ${disableDays} 天没有登录，提醒后仍未使用，已自动停用。需要的可以在用户管理中恢复。`, link: viewLink('rbac/UserList', { accountStatus: 'disabled' }) })
    }
  })
}

// Ten to nine in the morning in Asia/Shanghai.
defineJob('rbac:accounts', (_payload, platform) => seeToAccounts(platform), '50 0 * * *')
