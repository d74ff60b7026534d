import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../platform/database/database'
import { membersHolding } from '../../membership/service'

/** What is still owed on the bills of a member, in 分; `memberId` is a column. */
const owedBy = (memberId: string) => sql<number>`coalesce((select sum(b.unpaid_amount) from dues_bill b where b.member_id = ${sql.ref(memberId)} and b.bill_status in ('due', 'part')), 0)::float8`

export const caseFields = {
  creditCode: sql<string | null>`(select c.credit_code from member m join company c using (company_id) where m.member_id = t.member_id)`,
  unpaidYears: sql<string>`coalesce((select string_agg(b.bill_year::text, ',' order by b.bill_year) from dues_bill b where b.member_id = t.member_id and b.bill_status = 'due'
    and b.bill_year < extract(year from now() at time zone 'Asia/Shanghai')), '')`,
  unpaidTotal: owedBy('t.member_id'),
  lastPayDate: sql<string | null>`(select max(p.pay_date) from payment p where p.member_id = t.member_id and p.pay_status = 'settled')`,
  dunningCount: sql<number>`(select count(*)::int from dunning d where d.member_id = t.member_id and d.dunning_time >= t.create_time)`,
}
export const operator = sql<string>`coalesce((select u.real_name from sys_user u where u.user_id = t.create_by), '系统')`

/** The same keyword as of members, by the index of the case's or the reminder's member. */
export const casesFound = (keyword: string) => sql<SqlBool>`t.member_id = any(array(${membersHolding(keyword)}))`

/** Opens cases for standing members that owe for at least so many closed years; answers their ids. The unique index decides between two at once. */
export async function openCases(db: Db, years: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into unpaid_case (member_id, dept_id, create_by)
    select m.member_id, m.dept_id, m.create_by from member m
    where not m.deleted and m.arrears_years > 0 and m.arrears_years >= ${years} and m.member_status in ('normal', 'suspended')
      and not exists (select 1 from unpaid_case u where u.member_id = m.member_id and u.handle_status in ('pending', 'dunning', 'review'))
    order by m.member_id on conflict do nothing returning case_id as id`.execute(db)
  return rows.map((r) => r.id)
}

export interface PaidCase {
  id: string
  before: string
}

/** Ends the open cases of members that no longer owe for so many years, because money came or a bill was waived. */
export async function endPaid(db: Db, years: number): Promise<PaidCase[]> {
  const { rows } = await sql<PaidCase>`
    with due as (
      select u.case_id, u.handle_status from unpaid_case u join member m using (member_id)
      where u.handle_status in ('pending', 'dunning', 'review') and m.arrears_years < ${years} order by u.case_id for update of u
    )
    update unpaid_case u set handle_status = 'paid', version = u.version + 1, update_time = now() from due
    where u.case_id = due.case_id returning u.case_id as id, due.handle_status as before`.execute(db)
  return rows
}

/** The case of a member that waits for its first reminder. */
export async function pendingCase(db: Db, memberId: string): Promise<string | undefined> {
  return (await db.selectFrom('unpaid_case').select('case_id').where('member_id', '=', memberId).where('handle_status', '=', 'pending').forUpdate().executeTakeFirst())?.case_id
}

/** What a member owes, and the department that looks after it. */
export async function owes(db: Db, memberId: string): Promise<{ owed: number; deptId: string | null }> {
  const { rows } = await sql<{ owed: number; deptId: string | null }>`select ${owedBy('m.member_id')} as owed, m.dept_id as "deptId" from member m where m.member_id = ${memberId}::bigint`.execute(db)
  return rows[0] ?? { owed: 0, deptId: null }
}

/** Reminders of the demo association: one to three for the cases that are being worked on. */
export async function layDemo(db: Db): Promise<void> {
  await sql`
    insert into dunning (member_id, dunning_way, dunning_note, unpaid_total, dept_id, create_by, dunning_time)
    select u.member_id, (array['phone', 'mail', 'letter'])[1 + n % 3], (array['电话联系财务联系人，答复月底前缴纳', '已发邮件附缴费通知书', '寄送催缴函，挂号信'])[1 + n % 3],
      (select coalesce(sum(b.unpaid_amount), 0) from dues_bill b where b.member_id = u.member_id and b.bill_status in ('due', 'part')), u.dept_id, u.create_by, now() - make_interval(days => 20 * n)
    from unpaid_case u cross join generate_series(1, 3) n where u.case_id % 4 >= n`.execute(db)
  await sql`update unpaid_case u set handle_status = case when u.case_id % 11 = 3 then 'review' else 'dunning' end, create_time = now() - interval '90 days'
    where exists (select 1 from dunning d where d.member_id = u.member_id)`.execute(db)
}
