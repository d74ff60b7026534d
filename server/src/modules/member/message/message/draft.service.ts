import type * as calls from '@assoc/contract/member/message'
import { MAIL_FILES_MAX } from '@assoc/contract/member/message-kinds'
import type { FileItem } from '@assoc/contract'
import { refuse } from '../../../../platform/errors'
import type { Context } from '../../../../platform/http/context'
import { nextNumber, todayDigits } from '../../../../platform/numbers/numbers'
import { followingStep } from '../../../../platform/resource/deeds'
import type { Deed, Row } from '../../../../platform/resource/definition'
import { settleFiles, withStoredFiles } from '../../../../platform/resource/files'
import { quotaOf } from '../quota/repository'
import type { Channel } from '../tables'
import { judgeTemplate } from './compose.service'
import * as repository from './repository'
import * as rules from './rules'
import { mountedOf } from './submit'
import { wishOf, type Given } from './wish'

const PREFIX = { sms: 'DX', mail: 'YJ' }
const OPEN = ['draft', 'refused']
const MB = 1024 * 1024

/** The files of a mail as they are stored; refuses more than may go with one. Text messages have none. */
async function filesOf(channel: Channel, deed: Deed, given: Given, messageId: string | null): Promise<FileItem[]> {
  if (channel === 'sms') return []
  const { attachments } = (await withStoredFiles(mountedOf(channel), deed, { attachments: given.attachments ?? [] }, messageId)) as { attachments: FileItem[] }
  const size = attachments.reduce((sum, file) => sum + file.fileSize, 0)
  if (size > MAIL_FILES_MAX) throw refuse.field('attachments', `附件合计不能超过 ${MAIL_FILES_MAX / MB} MB，现在是 ${(size / MB).toFixed(1)} MB`)
  return attachments
}

/** Everything of a message that is written down, judged. */
async function judged(channel: Channel, deed: Deed, given: Given, messageId: string | null): Promise<repository.Written> {
  const { db, who } = deed
  await judgeTemplate(db, channel, given.templateId)
  const sign = channel === 'sms' ? ((await quotaOf(db, who.deptId))?.sign_name ?? null) : null
  const wish = wishOf(given)
  const wrong = rules.judge(channel, wish, sign, new Date())
  if (wrong.length > 0) throw refuse.input(wrong)
  const { msgKind, subject, content, rich } = wish
  return { msgKind, subject, content, rich, templateId: given.templateId ?? null, audience: given.audience, scheduleTime: given.scheduleTime ?? null, attachments: await filesOf(channel, deed, given, messageId) }
}

// What was typed are numbers of people: the log tells how many there were.
const noted = (written: repository.Written): Row => ({
  msgKind: written.msgKind,
  content: written.content.slice(0, 500),
  typed: written.audience.extra.length,
  ...(written.attachments.length > 0 ? { attachments: written.attachments.map((file) => file.fileName) } : {}),
})

/** Keeps a message as a draft, and hands it in where that is wished. */
export const create =
  (channel: Channel) =>
  async (context: Context<typeof calls.createSms>) => {
    const { db, who, audit } = context
    const deed = context as unknown as Deed
    const given = context.input as unknown as Given & { send: boolean }
    const written = await judged(channel, deed, given, null)
    const msgNo = await nextNumber(db, PREFIX[channel], todayDigits())
    const messageId = await repository.insertMessage(db, { ...written, channel, msgNo, deptId: who.deptId, userId: who.userId })
    await settleFiles(mountedOf(channel), deed, messageId, { attachments: written.attachments })
    audit({ recordType: `${channel}Message`, recordId: messageId, verb: 'insert', after: { msgNo, ...noted(written) } })
    if (given.send) await followingStep(mountedOf(channel), deed, messageId, 'submit')
    return { messageId, msgStatus: (await repository.findMessage(db, messageId))?.msg_status ?? 'draft' }
  }

/** Reads a message that is not handed in, to go on with it. The data scope was judged with the id. */
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
      audience: row.audience as never,
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
    const deed = context as unknown as Deed
    const given = input as unknown as Given & { send: boolean }
    const { messageId, version } = input
    const before = await repository.findMessage(db, messageId)
    if (before?.channel !== channel) throw refuse.notFound()
    if (!OPEN.includes(before.msg_status)) throw refuse.badTransition()
    const written = await judged(channel, deed, given, messageId)
    if (!(await repository.rewriteMessage(db, messageId, version, written))) throw refuse.conflict({ version: before.version })
    await settleFiles(mountedOf(channel), deed, messageId, { attachments: written.attachments }, { attachments: before.attachments })
    audit({ recordType: `${channel}Message`, recordId: messageId, verb: 'update', after: noted(written) })
    if (given.send) await followingStep(mountedOf(channel), deed, messageId, 'submit')
    else if (before.msg_status === 'refused') await followingStep(mountedOf(channel), deed, messageId, 'reopen')
    return { messageId, msgStatus: (await repository.findMessage(db, messageId))?.msg_status ?? 'draft' }
  }
