import { viewLink } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { holdersOf } from '../../../platform/access/load-principal'
import { has } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { defineTodos } from '../../../platform/workspace/todos'
import { defineJob } from '../../../platform/jobs/worker'
import { mailHint } from '../../../platform/mail/console-address'
import { queueMail } from '../../../platform/mail/outbox'
import type { Platform } from '../../../platform/platform'
import { inJob } from '../../../platform/resource/in-job'
import { notify } from '../../../platform/notifications/notify'
import * as repository from './repository'

const DECIDE = 'rbac:accessReview:decide'
const SIGN = 'rbac:accessReview:signOff'

/** Tells everybody who decides or signs, by notice and by mail. */
async function tell(db: Db, { config }: Pick<Platform, 'config'>, reviewId: string, title: string, content: string): Promise<void> {
  const people = [...new Set([...(await holdersOf(db, DECIDE)), ...(await holdersOf(db, SIGN))])]
  const link = viewLink('rbac/AccessReview', { record: reviewId })
  for (const userId of people) await notify(db, userId, { title, content, link })
  for (const address of await repository.mailsOf(db, people)) await queueMail(db, address, title, `${content}\n${mailHint(config, link)}`)
}

/**
 * Opens the review that is due, and reminds of those that are overdue once a week. `day` is the day in Asia/Shanghai, which a test
 * moves. Run twice a day, or by two processes at once, it opens one review and sends one reminder.
 */
export async function seeToReviews(platform: Platform, day = today()): Promise<void> {
  const months = await platform.settings.parameter('rbac.reviewMonths')
  const days = await platform.settings.parameter('rbac.reviewDays')
  await inJob(platform, '权限复核到期', async ({ db, audit }) => {
    const due = await repository.lockDueDay(db, months)
    if (due !== null && due <= day) {
      const title = `${day.slice(0, 4)} 年 ${Number(day.slice(5, 7))} 月权限复核`
      const opened = await repository.openReview(db, { title, day, remark: `按参数“权限复核周期”${months} 个月自动发起` })
      if (opened) {
        audit({ recordType: 'accessReview', recordId: opened.reviewId, verb: 'insert', after: { title, reviewDate: day } })
        await tell(db, platform, opened.reviewId, `权限复核已到期：${title}`, `距上一次权限复核已满 ${months} 个月，系统已发起“${title}”，共 ${opened.lines} 项，请在 ${days} 天内完成复核并签署。`)
      }
    }
    for (const { reviewId, title, pending } of await repository.takeOverdue(db, day, days)) {
      audit({ recordType: 'accessReview', recordId: reviewId, verb: 'remind' })
      const left = pending > 0 ? `还有 ${pending} 项待复核` : '各项均已有结论，尚未签署'
      await tell(db, platform, reviewId, `权限复核已逾期：${title}`, `“${title}”已超过 ${days} 天的办理期限，${left}。`)
    }
  })
}

// Half past eight in the morning in Asia/Shanghai.
defineJob('rbac:access-review-due', (_payload, platform) => seeToReviews(platform), '30 0 * * *')

defineTodos({
  permits: [DECIDE],
  count: async (db, principal) => {
    if (!has(principal, 'rbac:accessReview:read')) return []
    const { lines, reviews, first } = await repository.pendingFor(db, principal.userId)
    // Lines are decided in the review that they stand in.
    return [{ label: '待复核的敏感权限', value: lines, link: viewLink('rbac/AccessReview', { reviewStatus: 'open', record: reviews === 1 ? first : null }) }]
  },
})
