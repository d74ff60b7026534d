import type { PaperSlot } from '@assoc/contract/member/data-item'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { clerksWith } from '../../../platform/identity/people'

/** People of the demo who handle members: those who write down and review, and those who lead. */
export async function handlers(db: Db): Promise<{ clerks: string[]; leads: string[] }> {
  const of = async (role: string) => (await clerksWith(db, role)).map((clerk) => clerk.userId)
  return { clerks: await of('MEMBER_OP'), leads: await of('MEMBER_LEAD') }
}

export interface NewestMember {
  member_id: string
  company_name: string
  credit_code: string
  category_id: string
  join_date: string
}

/** The members of the demo that joined last. */
export async function newestMembers(db: Db, count: number): Promise<NewestMember[]> {
  const { rows } = await sql<NewestMember>`
    select m.member_id, c.company_name, c.credit_code, m.category_id, m.join_date
    from member m join company c on c.company_id = m.company_id
    where m.member_status = 'normal' and not m.deleted and c.credit_code is not null order by m.join_date desc, m.member_id desc limit ${count}`.execute(db)
  return rows
}

export interface DemoApply {
  apply_no: string
  company_name: string
  credit_code: string
  apply_category_id: string
  applicant_name: string
  applicant_mobile: string
  approve_meeting: string | null
  approve_date: string | null
  apply_status: string
  first_reviewer_id: string | null
  second_reviewer_id: string | null
  verify_way: 'sms' | 'call' | null
  first_opinion: string | null
  second_opinion: string | null
  reject_reason: string | null
  member_id: string | null
  dept_id: string | null
  create_by: string | null
  update_time: string
}

/** Inserts applications of the demo association in one statement. */
export const insertMany = (db: Db, applies: readonly DemoApply[]) =>
  sql`insert into join_apply (apply_no, company_name, credit_code, apply_category_id, applicant_name, applicant_mobile, approve_meeting, approve_date, apply_status,
      first_reviewer_id, second_reviewer_id, first_opinion, second_opinion, reject_reason, member_id, dept_id, create_by, create_time, update_time, verify_way, verified_by_id, verified_time, acted_by)
    select apply_no, company_name, credit_code, apply_category_id, applicant_name, applicant_mobile, approve_meeting, approve_date, apply_status,
      first_reviewer_id, second_reviewer_id, first_opinion, second_opinion, reject_reason, member_id, dept_id, create_by, update_time, update_time,
      verify_way, case when verify_way is not null then create_by end, case when verify_way is not null then update_time end,
      array_remove(array['write:' || create_by, 'passFirst:' || first_reviewer_id, 'passSecond:' || second_reviewer_id], null)
    from jsonb_to_recordset(${JSON.stringify(applies)}::jsonb) as x(apply_no text, company_name text, credit_code text, apply_category_id bigint, applicant_name text,
      applicant_mobile text, approve_meeting text, approve_date date, apply_status text, first_reviewer_id bigint, second_reviewer_id bigint,
      verify_way text, first_opinion text, second_opinion text, reject_reason text, member_id bigint,
      dept_id bigint, create_by bigint, update_time timestamptz)`.execute(db)

/** Applications of the demo that were handed in. */
export const handedIn = async (db: Db): Promise<{ applyId: string; status: string }[]> =>
  (await sql<{ applyId: string; status: string }>`select apply_id as "applyId", apply_status as status from join_apply where apply_status <> 'draft' order by apply_id`.execute(db)).rows

export const setDocuments = (db: Db, applyId: string, slots: readonly PaperSlot[]) =>
  sql`update join_apply set material_slots = ${JSON.stringify(slots)}::jsonb, materials = ${JSON.stringify(slots.flatMap((slot) => slot.files))}::jsonb where apply_id = ${applyId}::bigint`.execute(db)
