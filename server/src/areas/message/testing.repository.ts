import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import type { Claimed } from './message/sending.repository'
import type { TestServer } from '../../../test/harness'

export interface Association {
  deptId: string
  categoryId: string
}

/** A department with a quota, and members with contacts: all that messages need. */
export async function buildAssociation(server: TestServer, quota = 10_000): Promise<Association> {
  const { db } = server.platform
  const one = async <K extends string>(query: { execute(d: typeof db): Promise<{ rows: Record<K, string>[] }> }, key: K) => (await query.execute(db)).rows[0]?.[key] ?? ''
  const deptId = await one(sql<{ id: string }>`insert into dept (dept_name, parent_id) values ('测试部' || floor(random() * 1e9), null) returning dept_id as id`, 'id')
  await sql`insert into sms_quota (dept_id, sign_name, monthly_parts) values (${deptId}, '示例协会', ${quota})`.execute(db)
  const categoryId = await one(sql<{ id: string }>`insert into member_category (category_name, category_level) select '测试类别' || floor(random() * 1e9), coalesce(max(category_level), 0) + 1 from member_category returning category_id as id`, 'id')
  return { deptId, categoryId }
}

export interface ContactInput {
  mobile?: string
  email?: string | null
  smsOptOut?: boolean
  /** To both channels, or to one of them. */
  consent?: boolean | 'sms' | 'mail'
  contactStatus?: string
  memberStatus?: string
  postType?: string
  owed?: number
}

let counter = 0

/** A member with one contact; answers the contact's number and address. */
export async function addContact(server: TestServer, { deptId, categoryId }: Association, given: ContactInput = {}) {
  const { db } = server.platform
  const n = ++counter
  const mobile = given.mobile ?? `199${String(n).padStart(8, '0')}`
  const email = given.email === undefined ? `jia${n}@example.com` : given.email
  const name = `甄测${n}`
  const agreed = (channel: 'sms' | 'mail') => given.consent === true || given.consent === channel
  const { rows } = await sql<{ id: string }>`
    with co as (insert into company (company_name, short_name, company_type, dept_id) values (${`子虚测试${n}股份有限公司`}, ${`子虚${n}`}, 'other', ${deptId}) returning company_id),
    m as (insert into member (member_no, company_id, category_id, join_date, member_status, dept_id)
      select ${`HY${String(n).padStart(5, '0')}`}, company_id, ${categoryId}, '2020-01-01', ${given.memberStatus ?? 'normal'}, ${deptId} from co returning member_id),
    s as (insert into fee_standard (standard_name, category_id, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes)
      values ('测试标准', ${categoryId}, 100000, 2026, '决议', '2026-01-01', 3, 3, 3) returning standard_id),
    b as (insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, due_date)
      select ${`ZD${n}`}, member_id, 2026, standard_id, ${given.owed ?? 1}, '2026-06-30' from m, s where ${given.owed ?? 0} > 0 returning bill_id)
    insert into contact (company_id, name, post_type, mobile, email, sms_opt_out, email_opt_out, sms_consent_date, sms_consent_source, email_consent_date, email_consent_source, contact_status, dept_id)
      select company_id, ${name}, ${given.postType ?? 'liaison'}, ${mobile}, ${email}, ${given.smsOptOut ?? false}, false, ${agreed('sms') ? '2026-01-01' : null}::date, ${agreed('sms') ? 'paper' : null}, ${agreed('mail') ? '2026-01-01' : null}::date, ${agreed('mail') ? 'paper' : null}, ${given.contactStatus ?? 'serving'}, ${deptId} from co
      returning contact_id as id`.execute(db)
  return { contactId: rows[0]?.id ?? '', mobile, email: email ?? '', name, company: `子虚${n}` }
}

/** Waits until the message has come to one of the statuses. */
export async function settled(server: TestServer, messageId: string, ...wanted: string[]): Promise<string> {
  for (let i = 0; i < 300; i++) {
    const row = await server.platform.db.selectFrom('message').select('msg_status').where('message_id', '=', messageId).executeTakeFirstOrThrow()
    if (wanted.includes(row.msg_status)) return row.msg_status
    await new Promise((r) => setTimeout(r, 50))
  }
  throw new Error(`message ${messageId} did not come to ${wanted.join(' or ')}`)
}

/** Everybody: a filter that leaves nobody out. */
export const EVERYBODY = { categoryIds: [], jurisdictions: [], postTypes: [], inArrears: false }
export const WRITER = ['message:sms:read', 'message:sms:write', 'message:mail:read', 'message:mail:write', 'message:quota:read', 'message:send:submit']

/** Takes the next recipient without marking them; who was taken is remembered by this process alone. */
export async function nextUnmarked(db: Db, messageId: string, taken: Set<string>): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`select recipient_id as "recipientId", target, facts from message_recipient
    where message_id = ${messageId}::bigint and recipient_status = 'queued' order by recipient_id`.execute(db)
  const next = rows.find((row) => !taken.has(row.recipientId))
  if (next) taken.add(next.recipientId)
  return next
}

/** Marks a recipient after their mail has gone. */
export const markLate = (db: Db, messageId: string, target: string) =>
  sql`update message_recipient set recipient_status = 'sending', submit_time = now() where message_id = ${messageId}::bigint and target = ${target}`.execute(db)

/** A registered template with that text, for text messages; answers its id. */
export async function templateFor(server: TestServer, content: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into message_template (channel, template_name, template_content, provider_code) values ('sms', '测试模板 ' || md5(${content}), ${content}, 'SMS_' || left(md5(${content}), 8))
    on conflict on constraint message_template_name_unique do update set template_status = 'enabled' returning template_id as id`.execute(server.platform.db)
  return rows[0]?.id ?? ''
}
