import { viewLink, type ResponseOf } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import type * as calls from '@assoc/contract/form/progress'
import { holdersOf, loadUserFacts } from '../../../platform/access/load-principal'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { notifyOnce } from '../../../platform/notifications/notify'
import type { Platform } from '../../../platform/platform'
import { inJob } from '../../../platform/resource/in-job'
import * as rounds from '../round/repository'
import { before, lacking, occasionOf, remind, requireWords, requireWriter } from './reminders'
import * as repository from './reminders.repository'

// Reminders that go out by themselves, so many days before the end of a round, in the name of who has set them.

type Plan = ResponseOf<typeof calls.selectFormRemindPlan>

export async function selectPlan({ db, principal, input }: Context<typeof calls.selectFormRemindPlan>): Promise<Plan> {
  const plan = await repository.planOf(db, input.roundId)
  const runs = await repository.runsOf(db, input.roundId)
  return {
    plan: plan ? { days: plan.days, channel: plan.channel, templateId: plan.templateId, templateName: plan.templateName, postTypes: plan.postTypes as NonNullable<Plan['plan']>['postTypes'], sender: plan.sender, isOwn: plan.senderId === principal.userId } : null,
    runs: runs.map(({ moment, problem, createTime, ...run }) => ({ ...run, createTime: createTime.toISOString(), occasion: occasionOf(moment), result: problem ? `未能催报：${problem}` : '已生成消息' })),
  }
}

export async function setPlan({ db, principal, input, audit }: Context<typeof calls.setFormRemindPlan>): Promise<Record<string, never>> {
  const { roundId, days, channel, templateId = null, postTypes } = input
  requireWriter(principal, channel)
  await requireWords(db, principal, channel, templateId)
  const round = await rounds.holdRound(db, roundId)
  if (!round) throw refuse.notFound()
  if (round.roundStatus === 'ended' || round.roundStatus === 'archived') throw refuse.inUse('发放已结束，不能设置自动催报')
  await repository.setPlan(db, roundId, { days, channel, templateId, postTypes }, principal.userId, today())
  audit({ recordType: 'formRound', recordId: roundId, verb: 'setRemindPlan', after: { days: days.join('、'), channel } })
  return {}
}

export async function stopPlan({ db, input, audit }: Context<typeof calls.stopFormRemindPlan>): Promise<Record<string, never>> {
  await rounds.holdRound(db, input.roundId)
  if (!(await repository.dropPlan(db, input.roundId))) throw refuse.inUse('没有启用自动催报')
  audit({ recordType: 'formRound', recordId: input.roundId, verb: 'stopRemindPlan' })
  return {}
}

/** In whose name a plan writes, with their rights as they are now; a sentence when they no longer can. */
async function senderOf(db: Db, { senderId, channel, roundId }: repository.Plan): Promise<Principal | string> {
  const facts = await loadUserFacts(db, senderId)
  if (!facts || facts.accountStatus !== 'normal') return '发送人的账号已停用，请由他人重新设置自动催报'
  const principal: Principal = { ...facts.principal, sessionId: '' }
  const missing = lacking(principal, channel) ?? (has(principal, 'form:round:run') && (await repository.maySee(db, principal, roundId)) ? null : '“下发、暂停与结束发放”')
  return missing ? `发送人${principal.realName}已没有${missing}的权限，请由他人重新设置自动催报` : principal
}

/** The moment of a plan that has come: of several that were held up the last one alone. */
export function dueMoment({ days, endDay, goneTo }: Pick<repository.Plan, 'days' | 'endDay' | 'goneTo'>, day: string): number | undefined {
  const due = days.filter((ahead) => {
    const on = dayAfter(endDay, -ahead)
    return on > goneTo && on <= day
  })
  return due.length > 0 ? Math.min(...due) : undefined
}

/** Goes through the plans; one that cannot write is told to its sender, holds up no other, and makes up for the day as soon as it can. */
export async function runPlans(platform: Platform, day = today()): Promise<void> {
  const { db, log } = platform
  for (const plan of await repository.plansInUse(db)) {
    const ahead = dueMoment(plan, day)
    if (ahead === undefined) continue
    const moment = before(ahead, plan.endDay)
    const sender = await senderOf(db, plan)
    try {
      if (typeof sender === 'string') throw refuse.inUse(sender)
      await inJob(
        platform,
        '截止前自动催报',
        async (action) => {
          await remind(action, plan, {}, moment, day, true)
          await repository.goTo(action.db, plan.roundId, day)
        },
        sender,
      )
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ roundId: plan.roundId, error }, 'a plan could not remind')
      const problem = error instanceof Refusal ? error.message.slice(0, 300) : '系统出错，将自动重试'
      await repository.addRun(db, { roundId: plan.roundId, moment, channel: plan.channel, respondents: 0, messageId: null, problem, senderId: plan.senderId, day })
      // Whoever has left reads no notices: then those hear of it who can set it anew.
      const told = typeof sender === 'string' ? await holdersOf(db, 'form:round:run') : [sender.userId]
      await notifyOnce(db, told, { title: `“${plan.roundName}”的自动催报未能发出`, content: `${problem}。问题解决后系统会补发。`, link: viewLink('expert/FormList', { record: plan.roundId }) })
    }
  }
}
