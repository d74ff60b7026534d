import { type RowOf, type StatusIn, type Transition, type VerbIn, viewLink } from '@assoc/contract'
import type { smsMessage, smsStatus } from '@assoc/contract/message/list'
import type { RichDoc } from '@assoc/contract/core/rich-text'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action, ResourceRuntime } from '../../../platform/resource/definition'
import { notify } from '../../../platform/notifications/notify'
import { lockQuota, monthOf, quotaOf, takeParts, usedParts } from '../quota/repository'
import type { Channel } from '../tables'
import { withoutErased } from '../audience/erased'
import { lockSentAlone } from './alone.repository'
import { findRecipients } from './find'
import { needsApproval, type Planned } from './plan'
import { NO_WAY_OUT, wrongTemplate } from './rules'
import { unsubscribeBase } from '../unsubscribe/token'
import * as repository from './repository'
import { NAMES, queueSending, RESULT_VIEW } from './sending'
import { cancelWaiting, releaseMessage } from './sending.repository'

type Row = Pick<RowOf<typeof smsMessage>, 'messageId' | 'scheduleTime' | 'createBy' | 'msgNo'>

const runtime = new Map<Channel, ResourceRuntime>()
/** The resource of a channel, for steps that follow from others. */
export const runtimeOf = (channel: Channel): ResourceRuntime => runtime.get(channel) as ResourceRuntime
export const remember = (channel: Channel, m: ResourceRuntime): void => void runtime.set(channel, m)

/** What follows a step of a message. */
export const afterStep =
  (channel: Channel) =>
  async (action: Action, row: Row, step: Transition<StatusIn<typeof smsStatus>, VerbIn<typeof smsStatus>>): Promise<void> => {
    const id = row.messageId
    if (step.verb === 'submit') return handIn(channel, action, id)
    if (step.verb === 'approve' || step.verb === 'refuse') await tellWriter(channel, action, row, step.verb)
    if (step.verb === 'queue' || step.verb === 'approve') {
      const schedule = row.scheduleTime
      return queueSending(action.db, id, schedule ? new Date(schedule) : undefined)
    }
    if (step.verb === 'cancel' || step.verb === 'cancelRest') return cancelWaiting(action.db, id)
    if (step.verb === 'resume') {
      await releaseMessage(action.db, id)
      return queueSending(action.db, id)
    }
    if (step.verb !== 'retry') return
    if ((await repository.requeueFailed(action.db, id)) === 0) throw refuse.inUse('没有失败的收件人，结果不明的不会自动重发')
    await queueSending(action.db, id)
  }

/** The writer hears what was decided, and why. */
async function tellWriter(channel: Channel, { db, input }: Action, row: Row, verb: 'approve' | 'refuse'): Promise<void> {
  if (!row.createBy) return
  const reason = (input as { reason?: string | null }).reason ?? ''
  await notify(db, row.createBy, { title: `${NAMES[channel]}${verb === 'approve' ? '已批准' : '被驳回'}：${row.msgNo}`, content: reason, link: viewLink(RESULT_VIEW[channel], { record: row.messageId }) })
}

/** Finds the recipients as they are now, takes the parts from the quota, and sends it off where nobody has to agree. */
async function handIn(channel: Channel, action: Action, id: string): Promise<void> {
  const { db, principal } = action
  const message = await repository.findMessage(db, id)
  if (!message) throw refuse.notFound()
  if (channel === 'mail' && message.msg_kind === 'promotion' && !unsubscribeBase(action.platform.config)) throw refuse.field('msgKind', NO_WAY_OUT)
  const quota = channel === 'sms' ? await lockQuota(db, message.dept_id) : undefined
  if (channel === 'sms' && !quota) throw refuse.field('content', NO_QUOTA)
  const code = channel === 'sms' ? await templateCode(db, message.template_id, message.content) : null
  const wish = { msgKind: message.msg_kind, subject: message.subject, content: message.content, rich: message.rich as RichDoc | null, scheduleTime: message.schedule_time }
  const planned = await findRecipients(action, channel, wish, withoutErased(message.audience), quota?.sign_name ?? null)
  const going = planned.filter((p) => p.reason === null)
  if (going.length === 0) throw refuse.field('audience', '没有可以发送的收件人，请查看预览中的跳过原因')
  await repository.replaceRecipients(db, id, planned)
  await repository.noteSubmitter(db, id, principal.userId)
  if (quota && code) await take(action, id, message.dept_id ?? '0', { ...quota, code }, going, monthOf(message.schedule_time ?? new Date()))
  const sentToday = message.automatic ? 0 : await lockSentAlone(db, channel, principal.userId)
  if (needsApproval(message.msg_kind === 'promotion', going.length, sentToday)) return
  await repository.noteAlone(db, id)
  await derivedStep(runtimeOf(channel), action, id, 'queue')
}

const NO_QUOTA = '您所在的部门没有启用的短信签名与额度，请先在“签名与额度”中登记'

/** Why a department cannot send text messages by a template as both stand; null when it can. */
export async function smsFault(db: Db, deptId: string | null, templateId: string): Promise<string | null> {
  if (!(await quotaOf(db, deptId))) return NO_QUOTA
  const template = await repository.findTemplate(db, templateId)
  return wrongTemplate(template, template?.template_content ?? '')
}

/** The provider's number of the template by which a text message goes out; refuses one that cannot go by it. */
async function templateCode(db: Db, templateId: string | null, content: string): Promise<string> {
  const template = templateId ? await repository.findTemplate(db, templateId) : undefined
  const wrong = wrongTemplate(template, content)
  if (wrong) throw refuse.field('templateId', wrong)
  return template?.provider_code ?? ''
}

async function take({ db, platform }: Action, id: string, deptId: string, quota: { sign_name: string; monthly_parts: number; code: string }, going: readonly Planned[], month: string): Promise<void> {
  const parts = going.reduce((sum, p) => sum + p.parts, 0)
  const left = quota.monthly_parts - (await usedParts(db, deptId, month))
  if (parts > left) throw refuse.field('audience', `本次需要 ${parts} 条，${month} 的额度只剩 ${Math.max(0, left)} 条`)
  await repository.signMessage(db, id, quota.sign_name, quota.code, await platform.settings.parameter('message.smsPartPrice'))
  await takeParts(db, id, month, parts)
}
