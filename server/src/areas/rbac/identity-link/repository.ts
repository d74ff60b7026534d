import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { OutsiderRole, Subject } from './tables'
import './tables'

export interface NewLink {
  userId: string
  subject: Subject
  subjectId: string
  capacity: string
  role: OutsiderRole
  source: string
  sourceId: string
  accountMade: boolean
  by: string
}

/** The account of a mobile, held until the transaction ends; cancelled ones are nobody's. */
export const accountOf = (db: Db, mobile: string) =>
  db.selectFrom('sys_user').select(['user_id', 'login_name', 'type_id', 'account_status']).where('mobile', '=', mobile).where('account_status', '<>', 'cancelled').forUpdate().executeTakeFirst()

export const asksNoPassword = (db: Db, userId: string) => db.updateTable('sys_user').set({ must_change_password: false }).where('user_id', '=', userId).execute()

export const insertLink = (db: Db, link: NewLink) =>
  db
    .insertInto('identity_link')
    .values({
      user_id: link.userId,
      subject: link.subject,
      subject_id: link.subjectId,
      capacity: link.capacity,
      role_code: link.role,
      source: link.source,
      source_id: link.sourceId,
      account_made: link.accountMade,
      begin_by: link.by,
    })
    .returning('link_id')
    .executeTakeFirstOrThrow()

/** Those of certified people whose record has never had a link, whether it stands or has ended. */
export async function neverLinked<C extends { source: string; sourceId: string }>(db: Db, people: readonly C[]): Promise<C[]> {
  const { rows } = await sql<{ record: string }>`select source || ' ' || source_id as record from identity_link where source = any(${[...new Set(people.map((p) => p.source))]}::text[])`.execute(db)
  const linked = new Set(rows.map((r) => r.record))
  return people.filter((p) => !linked.has(`${p.source} ${p.sourceId}`))
}

/** Which links end: those of a record, of a company or person, or of an account. */
export type Ending = { source: string; sourceId: string } | { subject: Subject; subjectId: string } | { userId: string }

/** Ends links that stand; answers them. */
export async function endLinks(db: Db, which: Ending, by: string | null, reason: string) {
  const condition =
    'userId' in which ? sql`user_id = ${which.userId}` : 'source' in which ? sql`source = ${which.source} and source_id = ${which.sourceId}` : sql`subject = ${which.subject} and subject_id = ${which.subjectId}`
  const { rows } = await sql<{ linkId: string; userId: string; role: OutsiderRole; subject: Subject; subjectId: string }>`
    update identity_link set end_time = now(), end_by = ${by}, end_reason = ${reason} where end_time is null and ${condition}
    returning link_id as "linkId", user_id as "userId", role_code as role, subject, subject_id as "subjectId"`.execute(db)
  return rows
}

/** Takes the role of ended links away from an account that no standing link gives it to. */
export const dropUnfoundedRole = (db: Db, userId: string, role: OutsiderRole) =>
  sql`delete from user_role where user_id = ${userId} and role_id = (select role_id from role where role_code = ${role})
    and not exists (select 1 from identity_link where user_id = ${userId} and role_code = ${role} and end_time is null)`.execute(db)

/** Whether an account holds another role than this one. */
export const rolesBeside = async (db: Db, userId: string, role: OutsiderRole): Promise<boolean> =>
  (await sql`select 1 from user_role where user_id = ${userId} and role_id <> (select role_id from role where role_code = ${role}) limit 1`.execute(db)).rows.length > 0

export const roleIdOf = async (db: Db, role: OutsiderRole) => (await db.selectFrom('role').select('role_id').where('role_code', '=', role).executeTakeFirstOrThrow()).role_id

/** Whether the account that a column names has never had a password. */
export const awaitsPassword = (userId: string) => sql<boolean | null>`(select u.password_hash is null and u.old_password_hashes = '{}' from sys_user u where u.user_id = ${sql.ref(userId)})`

/** Columns of the latest link of a record, for the row that shows it; `id` is the record's id in the query. */
export function linkColumns(source: string, id: string) {
  const latest = (what: ReturnType<typeof sql>) => sql<string | null>`(select ${what} from identity_link l join sys_user u on u.user_id = l.user_id where l.source = ${sql.lit(source)} and l.source_id = ${sql.ref(id)} order by l.link_id desc limit 1)`
  return {
    accountName: latest(sql`u.login_name`),
    linkStatus: latest(sql`case when l.end_time is null then 'active' else 'ended' end`),
    linkTime: latest(sql`l.begin_time`),
    linkEndTime: latest(sql`l.end_time`),
    linkEndReason: latest(sql`l.end_reason`),
  }
}
