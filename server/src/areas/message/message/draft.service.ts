import type * as calls from '@assoc/contract/message/message'
import type { FileItem } from '@assoc/contract'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action, Row } from '../../../platform/resource/definition'
import { settleFiles } from '../../../platform/resource/files'
import { quotaOf } from '../quota/repository'
import type { Channel } from '../tables'
import { validateTemplate } from './compose.service'
import { filesOf } from './files'
import { PREFIX } from './outcome'
import { withoutErased } from '../audience/erased'
import * as repository from './repository'
import * as rules from './rules'
import { runtimeOf } from './submit'
import { wishOf, type Given } from './wish'

const OPEN = ['draft', 'refused']

/** Everything of a message that is written down, checked. */
async function validated(channel: Channel, action: Action, given: Given, messageId: string | null): Promise<repository.Written> {
  const { db, principal } = action
  await validateTemplate(db, channel, given.templateId)
  const sign = channel === 'sms' ? ((await quotaOf(db, principal.deptId))?.sign_name ?? null) : null
  const wish = wishOf(given)
  const wrong = rules.validate(channel, wish, sign, new Date())
  if (wrong.length > 0) throw refuse.input(wrong)
  const { msgKind, subject, content, rich } = wish
  return { msgKind, subject, content, rich, templateId: given.templateId ?? null, audience: given.audience, scheduleTime: given.scheduleTime ?? null, attachments: await filesOf(channel, action, given, messageId) }
}

const SUBMIT = 'message:send:submit'

/** Refuses to hand a message in for who may only write it. */
function requireSubmit({ principal }: Pick<Action, 'principal'>, given: { send: boolean }): void {
  if (given.send && !has(principal, SUBMIT)) throw refuse.forbidden('您没有“提交群发”权限，可以存为草稿，由有权限的人提交')
}

// What was typed are numbers of people: the log tells how many there were.
const noted = (written: repository.Written): Row => ({
  msgKind: written.msgKind,
  content: written.content.slice(0, 500),
  typed: written.audience.extra.length,
  ...(written.attachments.length > 0 ? { attachments: written.attachments.map((file) => file.fileName) } : {}),
})

/** Keeps a message as a draft, and hands it in where that is wished; answers its id. `automatic` is said by a reminder rule. */
export async function writeMessage(channel: Channel, action: Action, given: Given & { send: boolean }, automatic = false): Promise<string> {
  const { db, principal, audit } = action
  requireSubmit(action, given)
  const written = await validated(channel, action, given, null)
  const msgNo = await nextNumber(db, PREFIX[channel], todayDigits())
  const messageId = await repository.insertMessage(db, { ...written, channel, msgNo, deptId: principal.deptId, userId: principal.userId, automatic })
  await settleFiles(runtimeOf(channel), action, messageId, { attachments: written.attachments })
  audit({ recordType: `${channel}Message`, recordId: messageId, verb: 'insert', after: { msgNo, ...noted(written) } })
  if (given.send) await derivedStep(runtimeOf(channel), action, messageId, 'submit')
  return messageId
}

export const create =
  (channel: Channel) =>
  async (context: Context<typeof calls.createSms>) => {
    const messageId = await writeMessage(channel, context as unknown as Action, context.input)
    return { messageId, msgStatus: (await repository.findMessage(context.db, messageId))?.msg_status ?? 'draft' }
  }

/** Reads a message that is not handed in, to go on with it. The data scope was checked with the id. */
export const open =
  (channel: Channel) =>
  async ({ db, input }: Context<typeof calls.selectSmsDraft>) => {
    const row = await repository.findMessage(db, input.messageId)
    if (row?.channel !== channel || !OPEN.includes(row.msg_status)) throw refuse.notFound()
    return {
      messageId: row.message_id,
      version: row.version,
      msgNo: row.msg_no,
      msgStatus: row.msg_status,
      msgKind: row.msg_kind,
      subject: row.subject,
      content: row.content,
      rich: row.rich as never,
      templateId: row.template_id,
      audience: withoutErased(row.audience),
      scheduleTime: row.schedule_time?.toISOString() ?? null,
      attachments: row.attachments as FileItem[],
    }
  }

/**
 * Writes a draft or a refused message anew, and hands it in where that is wished. A refused one that is only kept is a draft
 * again. Refuses one that somebody has changed or handed in since it was read.
 */
export const update =
  (channel: Channel) =>
  async (context: Context<typeof calls.updateSms>) => {
    const { db, input, audit } = context
    const action = context as unknown as Action
    const given = input as unknown as Given & { send: boolean }
    const { messageId, version } = input
    requireSubmit(action, given)
    const before = await repository.findMessage(db, messageId)
    if (before?.channel !== channel) throw refuse.notFound()
    if (!OPEN.includes(before.msg_status)) throw refuse.badTransition()
    const written = await validated(channel, action, given, messageId)
    if (!(await repository.rewriteMessage(db, messageId, version, written, action.principal.userId))) throw refuse.conflict({ version: before.version })
    await settleFiles(runtimeOf(channel), action, messageId, { attachments: written.attachments }, { attachments: before.attachments })
    audit({ recordType: `${channel}Message`, recordId: messageId, verb: 'update', after: noted(written) })
    if (given.send) await derivedStep(runtimeOf(channel), action, messageId, 'submit')
    else if (before.msg_status === 'refused') await derivedStep(runtimeOf(channel), action, messageId, 'reopen')
    return { messageId, msgStatus: (await repository.findMessage(db, messageId))?.msg_status ?? 'draft' }
  }

/** Statuses in which a message has gone its way, so that it can be written again. */
const GONE = ['done', 'partly', 'kept', 'cancelled']

/** Makes a draft with the words and the audience of a message that has gone out or was taken back. Files stay with the message that they belong to. */
export const copy =
  (channel: Channel) =>
  async (context: Context<typeof calls.copySms>) => {
    const { db, principal, input, audit } = context
    const row = await repository.findMessage(db, input.messageId)
    if (row?.channel !== channel) throw refuse.notFound()
    if (!GONE.includes(row.msg_status)) throw refuse.badTransition()
    const msgNo = await nextNumber(db, PREFIX[channel], todayDigits())
    const { msg_kind: msgKind, subject, content } = row
    const written = { msgKind, subject, content, rich: row.rich as never, templateId: row.template_id, audience: withoutErased(row.audience), scheduleTime: null, attachments: [] }
    const messageId = await repository.insertMessage(db, { ...written, channel, msgNo, deptId: principal.deptId, userId: principal.userId, automatic: false })
    audit({ recordType: `${channel}Message`, recordId: messageId, verb: 'insert', after: { msgNo, copyOf: row.msg_no } })
    return { messageId, msgNo, filesLeft: (row.attachments as unknown[]).length }
  }
