import { CODE, viewLink } from '@assoc/contract'
import type { SecurityPolicy } from '@assoc/contract/rbac/security'
import { Refusal } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import { notify } from '../../../platform/notifications/notify'
import type { Platform } from '../../../platform/platform'
import { inJob } from '../../../platform/resource/in-job'
import { keepAdministrator } from '../role/administrators'
import * as repository from './lock-out.repository'

/**
 * Locks an account whose password was typed wrong so often, from all addresses together, as the policy says. It then takes no password
 * until its time is over, somebody unlocks it, or its person comes in by another proof. The last administrator is slowed down alone:
 * otherwise anybody could shut the console to those who run it.
 */
export async function lockOut(platform: Platform, userId: string, { accountLockTries, lockMinutes }: SecurityPolicy): Promise<void> {
  try {
    await inJob(platform, '账号锁定', ({ db, audit }) =>
      keepAdministrator(db, async () => {
        if (!(await repository.lock(db, userId, lockMinutes))) return
        audit({ recordType: 'user', recordId: userId, verb: 'lock', reason: `15 分钟内输错密码 ${accountLockTries} 次`, before: { accountStatus: 'normal' }, after: { accountStatus: 'locked' } })
        await notify(db, userId, {
          title: '账号已锁定',
          content: `您的账号在 15 分钟内输错密码 ${accountLockTries} 次，${lockMinutes} 分钟内不能用密码登录；用验证码登录即可解除。如非本人操作，请修改密码并联系系统管理员。`,
          link: viewLink('rbac/PersonalCenter', { part: 'password' }),
        })
      }),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== CODE.lastAdministrator) throw error
  }
}

/** Ends locks whose time is over, so that lists tell what holds. Signing in does not wait for it. */
export const releaseLocked = (platform: Platform): Promise<void> =>
  inJob(platform, '账号锁定到期', async ({ db, audit }) => {
    for (const { user_id } of await repository.releaseDue(db)) audit({ recordType: 'user', recordId: user_id, verb: 'unlock', reason: '锁定时间已到', before: { accountStatus: 'locked' }, after: { accountStatus: 'normal' } })
  })

defineJob('rbac:lock-clock', (_payload, platform) => releaseLocked(platform), '* * * * *')
