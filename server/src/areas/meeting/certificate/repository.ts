import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Issued } from './issue'
import '../course/tables'

export const computed = {
  learnerName: sql<string>`t.holder_name`,
  companyName: sql<string | null>`t.holder_unit`,
  hours: sql<number>`t.hours::float8`,
}
export const filters = { companyId: (companyId: string) => sql<SqlBool>`t.learner_id = any(array(select l.learner_id from learner l where l.company_id = ${companyId}::bigint))` }

/** Name and company of a learner, as they are written on a certificate. */
export const holderOf = async (db: Db, learnerId: string): Promise<{ holderName: string; holderUnit: string | null } | undefined> =>
  (
    await sql<{ holderName: string; holderUnit: string | null }>`select l.name as "holderName", coalesce((select c.company_name from company_public c where c.company_id = l.company_id), l.unit_name) as "holderUnit" from learner l where l.learner_id = ${learnerId}::bigint`.execute(db)
  ).rows[0]

export async function insert(db: Db, c: Issued & { holderName: string; holderUnit: string | null; certNo: string; checkCode: string }, by: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into certificate (cert_no, check_code, learner_id, cert_year, certificate_source, source_id, holder_name, holder_unit, title, hours, create_by)
    values (${c.certNo}, ${c.checkCode}, ${c.learnerId}::bigint, ${c.certYear}, ${c.certificateSource}, ${c.sourceId}, ${c.holderName}, ${c.holderUnit}, ${c.title}, ${c.hours}::numeric, ${by}::bigint)
    on conflict (learner_id, certificate_source, source_id) where certificate_status = 'issued' do nothing returning certificate_id as id`.execute(db)
  return rows[0]?.id
}

/** Approved hours of a learner in a calendar year. */
export const hoursOfYear = async (db: Db, learnerId: string, year: number): Promise<number> =>
  (
    await sql<{ hours: number }>`select coalesce(sum(hours), 0)::float8 as hours from hours_entry where learner_id = ${learnerId}::bigint and entry_status = 'approved'
      and learned_on >= make_date(${year}::int, 1, 1) and learned_on < make_date(${year}::int + 1, 1, 1)`.execute(db)
  ).rows[0]?.hours ?? 0

export const noteReason = (db: Db, certificateId: string, reason: string | null) => db.updateTable('certificate').set({ revoke_reason: reason }).where('certificate_id', '=', certificateId).execute()

export interface Printed {
  certificateId: string
  certNo: string
  checkCode: string
  certYear: number
  source: 'course' | 'year'
  learnerId: string
  holderName: string
  holderUnit: string | null
  title: string
  hours: number
  status: 'issued' | 'revoked'
  createTime: Date
}
const PRINTED = sql`t.certificate_id as "certificateId", t.cert_no as "certNo", t.check_code as "checkCode", t.cert_year as "certYear", t.certificate_source as source, t.learner_id as "learnerId", t.holder_name as "holderName", t.holder_unit as "holderUnit",
  t.title, t.hours::float8 as hours, t.certificate_status as status, t.create_time as "createTime"`

export const byIds = async (db: Db, ids: readonly string[]): Promise<Printed[]> =>
  (await sql<Printed>`select ${PRINTED} from certificate t where t.certificate_id = any(${[...ids]}::bigint[]) order by t.cert_no`.execute(db)).rows
export const ofCompany = async (db: Db, companyId: string, limit: number): Promise<Printed[]> =>
  (await sql<Printed>`select ${PRINTED} from certificate t join learner l on l.learner_id = t.learner_id where l.company_id = ${companyId}::bigint and t.certificate_status = 'issued' order by t.cert_no limit ${limit}`.execute(db)).rows
export const byNumber = async (db: Db, certNo: string): Promise<Printed | undefined> => (await sql<Printed>`select ${PRINTED} from certificate t where t.cert_no = ${certNo}`.execute(db)).rows[0]

/** What a year's certificate sums up, for its page: as it stands now. */
export const entriesOfYear = async (db: Db, learnerId: string, year: number): Promise<{ title: string; learnedOn: string; hours: number }[]> =>
  (
    await sql<{ title: string; learnedOn: string; hours: number }>`select title, learned_on::text as "learnedOn", hours::float8 as hours from hours_entry where learner_id = ${learnerId}::bigint and entry_status = 'approved'
      and learned_on >= make_date(${year}::int, 1, 1) and learned_on < make_date(${year}::int + 1, 1, 1) order by learned_on, entry_id limit 200`.execute(db)
  ).rows

/** What a certificate was issued for: an enrolment, or a year. */
export const sourceOf = async (db: Db, certificateId: string): Promise<string | undefined> => (await db.selectFrom('certificate').select('source_id as sourceId').where('certificate_id', '=', certificateId).executeTakeFirst())?.sourceId
