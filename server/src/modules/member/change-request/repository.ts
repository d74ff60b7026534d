import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'

const dayBegins = (day: string, plus: number) => sql`((${day}::date + ${plus}::int)::timestamp at time zone 'Asia/Shanghai')`
export const filters = {
  updateTimeFrom: (day: string) => sql<SqlBool>`t.update_time >= ${dayBegins(day, 0)}`,
  updateTimeTo: (day: string) => sql<SqlBool>`t.update_time < ${dayBegins(day, 1)}`,
}
export const computed = { submitter: sql`coalesce((select u.real_name from sys_user u where u.user_id = t.create_by), '系统')` }

/** Keeps what stood in the field and what is to stand there, in plain, apart from what people read. */
export const keepValues = (db: Db, changeId: string, before: string | null, after: string) =>
  sql`update change_request set kept_old = ${before}, kept_new = ${after} where change_id = ${changeId}::bigint`.execute(db)

export async function keptValues(db: Db, changeId: string): Promise<{ before: string | null; after: string }> {
  const { rows } = await sql<{ before: string | null; after: string }>`select kept_old as before, kept_new as after from change_request where change_id = ${changeId}::bigint`.execute(db)
  return rows[0] as { before: string | null; after: string }
}

export async function contactName(db: Db, contactId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from contact where contact_id = ${contactId}::bigint`.execute(db)
  return rows[0]?.name ?? null
}

/** Requests of the demo: office addresses and phones of companies with members. */
export const insertDemo = (db: Db, firstNo: string) => sql`
  insert into change_request (change_no, target_type, target_id, target_name, field_name, field_label, old_text, new_value, new_text, kept_old, kept_new, remark, change_status, dept_id, create_by, create_time, update_time)
  select ${firstNo}::text || lpad(n::text, 4, '0'), 'company', company_id, short_name, field, label, before, after, after, before, after, why, status, dept_id, create_by, now() - n * interval '6 hours', now() - n * interval '6 hours'
  from (select c.*, row_number() over (order by c.company_id)::int as n from company c join member m using (company_id) where not c.deleted and not m.deleted order by c.company_id limit 12) c
  cross join lateral (select case n % 3 when 0 then 'companyPhone' when 1 then 'officeAddress' else 'legalRep' end as field) f
  cross join lateral (select case field when 'companyPhone' then '公司电话' when 'officeAddress' then '办公地址' else '法定代表人' end as label,
    case field when 'companyPhone' then c.company_phone when 'officeAddress' then c.office_address else c.legal_rep end as before,
    case field when 'companyPhone' then '010-5550' || lpad((n * 37)::text, 4, '0') when 'officeAddress' then coalesce(c.jurisdiction, '') || '虚构大道 ' || n * 8 || ' 号 B 座' else '贾更替' end as after,
    case n % 4 when 0 then 'rejected' when 3 then 'withdrawn' else 'pending' end as status, '公司来函' as why) v`.execute(db)
