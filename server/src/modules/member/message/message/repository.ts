import { sql, type SqlBool } from 'kysely'
import type { RichDoc } from '@assoc/contract/core/rich-text'
import type { FileItem } from '@assoc/contract'
import type { Db } from '../../../../platform/database/database'
import { orderBy, page, type PageInput } from '../../../../platform/database/list'
import type { Channel, RecipientStatus } from '../tables'
import type { Audience } from './audience.repository'
import type { Planned } from './plan'

const counted = (statuses: readonly RecipientStatus[] | null) =>
  sql<number>`(select count(*) from message_recipient r where r.message_id = t.message_id ${statuses ? sql`and r.recipient_status = any(${[...statuses]}::text[])` : sql``})::int`

/** Fields of a message that are no columns of it. */
export const computed = {
  totalCount: counted(null),
  deliveredCount: counted(['delivered']),
  failedCount: counted(['failed']),
  skippedCount: counted(['skipped']),
  unknownCount: counted(['unknown']),
  writtenBy: sql<string>`coalesce((select u.real_name from sys_user u where u.user_id = t.create_by), '')`,
}

/** Messages of the other channel count as not there. */
export const ofOtherChannel = (channel: Channel) => sql<SqlBool>`channel <> ${channel}`

/** A day is meant in Asia/Shanghai. */
export const createdFrom = (day: string) => sql<SqlBool>`t.create_time >= (${day}::date)::timestamp at time zone 'Asia/Shanghai'`
export const createdTo = (day: string) => sql<SqlBool>`t.create_time < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`

/** What a writer gives of a message. */
export interface Written {
  msgKind: 'notice' | 'promotion'
  subject: string
  content: string
  rich: RichDoc | null
  templateId: string | null
  audience: Audience
  scheduleTime: string | null
  attachments: FileItem[]
}

export interface NewMessage extends Written {
  channel: Channel
  msgNo: string
  deptId: string | null
  userId: string
}

const columnsOf = (given: Written) => ({
  msg_kind: given.msgKind,
  subject: given.subject,
  content: given.content,
  rich: given.rich && JSON.stringify(given.rich),
  attachments: JSON.stringify(given.attachments),
  template_id: given.templateId,
  audience: JSON.stringify(given.audience),
  schedule_time: given.scheduleTime,
})

/** Keeps a message as a draft; answers its id. */
export async function insertMessage(db: Db, given: NewMessage): Promise<string> {
  const { message_id } = await db
    .insertInto('message')
    .values({
      channel: given.channel,
      msg_no: given.msgNo,
      ...columnsOf(given),
      sign_name: null,
      quota_month: null,
      dept_id: given.deptId,
      create_by: given.userId,
    })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  return message_id
}

/** Writes a draft anew while its version is the one that was read and nobody has handed it in; false otherwise. */
export async function rewriteMessage(db: Db, messageId: string, version: number, given: Written): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ ...columnsOf(given), version: sql<number>`version + 1`, update_time: sql<Date>`now()` })
    .where('message_id', '=', messageId)
    .where('version', '=', version)
    .where('msg_status', 'in', ['draft', 'refused'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes who has handed a message in, so that she does not agree to it herself. */
export const noteSubmitter = (db: Db, messageId: string, userId: string) => db.updateTable('message').set({ submit_by: userId }).where('message_id', '=', messageId).execute()

export const findMessage = (db: Db, messageId: string) => db.selectFrom('message').selectAll().where('message_id', '=', messageId).executeTakeFirst()

export const findTemplate = (db: Db, templateId: string) => db.selectFrom('message_template').select(['channel', 'template_status']).where('template_id', '=', templateId).executeTakeFirst()

/** Templates of a channel that are in use, by name. */
export async function usableTemplates(db: Db, channel: Channel) {
  const rows = await db
    .selectFrom('message_template')
    .select(['template_id', 'template_name', 'subject', 'template_content', 'rich_content'])
    .where('channel', '=', channel)
    .where('template_status', '=', 'enabled')
    .orderBy('template_name')
    .limit(200)
    .execute()
  return rows.map((r) => ({ templateId: r.template_id, templateName: r.template_name, subject: r.subject, content: r.template_content, rich: r.rich_content as RichDoc | null }))
}

/** Categories of members, from the highest level down. */
export async function categoryChoices(db: Db): Promise<{ categoryId: string; categoryName: string }[]> {
  const { rows } = await sql<{ categoryId: string; categoryName: string }>`select category_id as "categoryId", category_name as "categoryName" from member_category order by category_level, category_id`.execute(db)
  return rows
}

/** Writes down who gets a message and who does not, instead of whoever stood there before. */
export async function replaceRecipients(db: Db, messageId: string, planned: readonly Planned[]): Promise<void> {
  await db.deleteFrom('message_recipient').where('message_id', '=', messageId).execute()
  const rows = planned.map((p) => ({ t: p.target, n: p.name, c: p.companyName, i: p.contactId, f: p.facts, p: p.parts, s: p.reason === null ? 'queued' : 'skipped', r: p.reason }))
  await sql`insert into message_recipient (message_id, target, name, company_name, contact_id, facts, parts, recipient_status, reason)
    select ${messageId}::bigint, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(t text, n text, c text, i bigint, f jsonb, p int, s text, r text)`.execute(db)
}

/** Notes the signature under which a text message goes out. */
export const signMessage = (db: Db, messageId: string, sign: string) => db.updateTable('message').set({ sign_name: sign }).where('message_id', '=', messageId).execute()

/** Puts the failed recipients of a message back into the queue; answers how many. */
export async function requeueFailed(db: Db, messageId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('message_recipient')
    .set({ recipient_status: 'queued', reason: null, submit_time: null, update_time: sql<Date>`now()` })
    .where('message_id', '=', messageId)
    .where('recipient_status', '=', 'failed')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Recipients of a message, by when something last happened to them. */
export const listRecipients = (db: Db, input: PageInput<'updateTime'> & { messageId: string; recipientStatus?: string | undefined }) => {
  const all = db
    .selectFrom('message_recipient')
    .select(['recipient_id', 'target', 'name', 'company_name', 'recipient_status', 'reason', 'update_time'])
    .where('message_id', '=', input.messageId)
  const some = input.recipientStatus ? all.where('recipient_status', '=', input.recipientStatus as RecipientStatus) : all
  return page(some, input, orderBy(input.sort, { updateTime: 'update_time' }, 'recipient_id', 'recipient_id'))
}
