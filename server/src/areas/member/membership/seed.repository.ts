import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { clerksWith } from '../../../platform/identity/people'

export interface DemoBase {
  company_id: string
  dept_id: string | null
  create_by: string | null
  first_contact: string | null
  second_contact: string | null
}

/** The demo's companies that have contacts, with those who serve, in the order of their ids. */
export async function demoBases(db: Db): Promise<DemoBase[]> {
  const { rows } = await sql<DemoBase>`
    select c.company_id, c.dept_id, c.create_by, s.ids[1] as first_contact, s.ids[2] as second_contact
    from company c join lateral (
      select array_agg(p.contact_id order by p.contact_id) filter (where p.contact_status = 'serving') as ids, count(*) as n from contact p where p.company_id = c.company_id
    ) s on s.n > 0
    where not c.deleted order by c.company_id`.execute(db)
  return rows
}

/** Ids of categories by name. */
export async function categoryIds(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ category_id: string; category_name: string }>`select category_id, category_name from member_category`.execute(db)
  return new Map(rows.map((r) => [r.category_name, r.category_id]))
}

export interface DemoMember {
  member_no: string
  company_id: string
  category_id: string
  founder_flag: boolean
  join_date: string
  cert_no: string | null
  representative_id: string | null
  liaison_id: string | null
  member_status: string
  dept_id: string | null
  create_by: string | null
  deleted: boolean
}

/** Inserts members of the demo association in one statement. */
export async function insertMany(db: Db, members: readonly DemoMember[]): Promise<void> {
  const leads = (await clerksWith(db, 'MEMBER_LEAD')).map((lead) => ({ user_id: lead.userId, dept_id: lead.deptId }))
  await sql`insert into member (member_no, company_id, category_id, founder_flag, join_date, cert_no, representative_id, liaison_id, member_status, dept_id, create_by,
      deleted, delete_time, delete_by)
    select x.*, case when deleted then now() - company_id % 20 * interval '1 day' end, case when deleted then
      (select max(l.user_id) from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as l(user_id bigint, dept_id bigint) where l.dept_id = x.dept_id) end
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as x(member_no text, company_id bigint, category_id bigint, founder_flag boolean, join_date date,
      cert_no text, representative_id bigint, liaison_id bigint, member_status text, dept_id bigint, create_by bigint, deleted boolean)`.execute(db)
}

export interface DemoPerson {
  person_id: string
  dept_id: string | null
  create_by: string | null
}

/** The first people of the demo's pool who have been taken into it. */
export async function demoPeople(db: Db, limit: number): Promise<DemoPerson[]> {
  const { rows } = await sql<DemoPerson>`select director_id as person_id, dept_id, create_by from director_user where pool_status = 'listed' order by director_id limit ${limit}`.execute(db)
  return rows
}

/** Inserts individual members of the demo association in one statement. */
export const insertIndividuals = (db: Db, members: readonly (DemoPerson & { member_no: string; category_id: string; join_date: string; member_status: string })[]) =>
  sql`insert into member (member_kind, member_no, person_id, category_id, join_date, member_status, dept_id, create_by)
    select 'person', x.* from jsonb_to_recordset(${JSON.stringify(members)}::jsonb)
      as x(member_no text, person_id bigint, category_id bigint, join_date date, member_status text, dept_id bigint, create_by bigint)`.execute(db)
