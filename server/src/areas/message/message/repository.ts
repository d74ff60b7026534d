import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RichDoc } from '@assoc/contract/core/rich-text'
import type { FileItem } from '@assoc/contract'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import { firstWriter, withWriter } from '../../../platform/resource/acted-by'
import type { Db } from '../../../platform/database/database'
import { personName } from '../../../platform/identity/people'
import type { Channel, RecipientStatus } from '../tables'
import type { Audience } from './audience.repository'
import type { Planned } from './plan'

const counted = (statuses: readonly RecipientStatus[] | null) =>
  sql<number>`(select count(*) from message_recipient r where r.message_id = t.message_id ${statuses ? sql`and r.recipient_status = any(${[...statuses]}::text[])` : sql``})::int`

/** What of a message is not as it should be, in words; null when there is nothing to say. */
const situation = sql<string | null>`case
  when t.held_reason is not null and t.msg_status in ('queued', 'sending', 'paused') then '暂时发不出去：' || t.held_reason
    || case when t.msg_status = 'paused' then '' else '；将于 ' || to_char(t.held_until at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') || ' 自动重试' end
  else (select nullif(concat_ws('；',
      case when s.kept > 0 then '尚未接入' || case t.channel when 'sms' then '短信' else '邮件' end || '服务，' || s.kept || case t.channel when 'sms' then ' 条' else ' 封' end || '已留存，没有发出' end,
      case when s.failed > 0 then s.failed || ' 个失败，可以重发' end,
      case when s.unknown > 0 then s.unknown || ' 个结果不明，不会自动重发' end), '')
    from (select count(*) filter (where r.recipient_status = 'kept') as kept, count(*) filter (where r.recipient_status = 'failed') as failed,
      count(*) filter (where r.recipient_status = 'unknown') as unknown
      from message_recipient r where r.message_id = t.message_id and r.recipient_status in ('kept', 'failed', 'unknown')) s)
  end`

/** What a text message is likely to cost, in 分. */
export const cost = sql<number>`t.part_count * t.part_price`

/** Fields of a message that are no columns of it. */
export const computed = {
  totalCount: counted(null),
  waitingCount: counted(['queued', 'sending']),
  submittedCount: counted(['submitted']),
  deliveredCount: counted(['delivered']),
  keptCount: counted(['kept']),
  failedCount: counted(['failed']),
  skippedCount: counted(['skipped']),
  unknownCount: counted(['unknown']),
  situation,
  writtenBy: sql<string>`coalesce(${personName('t.create_by')}, '')`,
}

/** Messages of the other channel count as not there. */
export const ofOtherChannel = (channel: Channel) => sql<SqlBool>`channel <> ${channel}`

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
  /** Written by a reminder rule. */
  automatic: boolean
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
      automatic: given.automatic,
      acted_by: firstWriter(given.userId),
    })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  return message_id
}

/** Writes a draft anew while its version is the one that was read and nobody has handed it in; false otherwise. */
export async function rewriteMessage(db: Db, messageId: string, version: number, given: Written, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ ...columnsOf(given), acted_by: withWriter(userId), automatic: false, version: sql<number>`version + 1`, update_time: sql<Date>`now()` })
    .where('message_id', '=', messageId)
    .where('version', '=', version)
    .where('msg_status', 'in', ['draft', 'refused'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes who has handed a message in. */
export const noteSubmitter = (db: Db, messageId: string, userId: string) => db.updateTable('message').set({ submit_by: userId }).where('message_id', '=', messageId).execute()

/** Notes that a message goes without a second person, from now on; it counts for its sender's day. */
export const noteAlone = (db: Db, messageId: string) => db.updateTable('message').set({ alone_time: sql<Date>`now()` }).where('message_id', '=', messageId).execute()

export const findMessage = (db: Db, messageId: string) => db.selectFrom('message').selectAll().where('message_id', '=', messageId).executeTakeFirst()

export const findTemplate = (db: Db, templateId: string) => db.selectFrom('message_template').select(['channel', 'template_status', 'subject', 'template_content', 'rich_content', 'provider_code']).where('template_id', '=', templateId).executeTakeFirst()

/** Templates of a channel that are in use, by name. */
export async function usableTemplates(db: Db, channel: Channel) {
  const rows = await db
    .selectFrom('message_template')
    .select(['template_id', 'template_name', 'provider_code', 'subject', 'template_content', 'rich_content'])
    .where('channel', '=', channel)
    .where('template_status', '=', 'enabled')
    .orderBy('template_name')
    .limit(200)
    .execute()
  return rows.map((r) => ({ templateId: r.template_id, templateName: r.template_name, providerCode: r.provider_code, subject: r.subject, content: r.template_content, rich: r.rich_content as RichDoc | null }))
}

/** Categories of members, from the highest level down. */
export async function categoryChoices(db: Db): Promise<{ categoryId: string; categoryName: string }[]> {
  const { rows } = await sql<{ categoryId: string; categoryName: string }>`select category_id as "categoryId", category_name as "categoryName" from member_category_public order by category_level, category_id`.execute(db)
  return rows
}

/** Writes down who gets a message and who does not, instead of whoever stood there before. */
export async function replaceRecipients(db: Db, messageId: string, planned: readonly Planned[]): Promise<void> {
  await db.deleteFrom('message_recipient').where('message_id', '=', messageId).execute()
  const rows = planned.map((p) => ({ t: p.target, n: p.name, c: p.companyName, i: p.contactId, f: p.facts, p: p.parts, s: p.reason === null ? 'queued' : 'skipped', r: p.reason }))
  await sql`insert into message_recipient (message_id, target, name, company_name, contact_id, facts, parts, recipient_status, reason)
    select ${messageId}::bigint, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(t text, n text, c text, i bigint, f jsonb, p int, s text, r text)`.execute(db)
}

/** Notes under which signature and which template of the provider a text message goes out, and what a part of it costs (分). */
export const signMessage = (db: Db, messageId: string, sign: string, templateCode: string, price: number) =>
  db.updateTable('message').set({ sign_name: sign, template_code: templateCode, part_price: price }).where('message_id', '=', messageId).execute()

/** Puts the failed recipients of a message back into the queue; answers how many. */
export async function requeueFailed(db: Db, messageId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('message_recipient')
    .set({ recipient_status: 'queued', reason: null, fail_code: null, submit_time: null, update_time: sql<Date>`now()` })
    .where('message_id', '=', messageId)
    .where('recipient_status', '=', 'failed')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Recipients are seen by who sees their message. */
export const ofSeenMessages = (channel: Channel, message: Entity) => (principal: Principal, alias: string) =>
  sql<SqlBool>`exists (select 1 from message m where m.message_id = ${sql.ref(`${alias}.message_id`)} and m.channel = ${channel} and ${withinScope(principal, message, 'm')})`

/** Counts people as writers of a message besides those who have written to it; `writers` is a query of entries as `acted_by` holds them. */
export const addWriters = (db: Db, messageId: string, writers: RawBuilder<unknown>) =>
  sql`update message set acted_by = acted_by || array(select w.a from (${writers}) w(a) where w.a <> all(message.acted_by)) where message_id = ${messageId}::bigint`.execute(db)
