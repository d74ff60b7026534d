import { withdrawStatus, withdrawType } from '@assoc/contract/member/withdraw'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { actorName } from '../../../platform/identity/people'
import { isOwed, membersHolding } from '../../member/api'
import { nextStepOf } from './next-step.repository'

/** What is still owed on the bills of a member, in 分; `memberId` is a column. */
const owedBy = (memberId: string) => sql<number>`coalesce((select sum(b.unpaid_amount) from dues_bill b where b.member_id = ${sql.ref(memberId)} and ${isOwed('b')}), 0)::float8`

const named = (column: RawBuilder<unknown>, labels: Record<string, string>) => sql`case ${column} ${sql.join(Object.entries(labels).map(([key, label]) => sql`when ${sql.lit(key)} then ${sql.lit(label)}`), sql` `)} end`

// What of the listed years is still owed; `t` is the case.
const left = (what: RawBuilder<unknown>) => sql`(select ${what} from dues_bill b where b.member_id = t.member_id and b.bill_year = any(t.unpaid_years) and ${isOwed('b')})`

export const caseFields = {
  nextStep: nextStepOf,
  creditCode: sql<string | null>`(select c.credit_code from member_public m join company_public c on c.company_id = m.company_id where m.member_id = t.member_id)`,
  unpaidYears: sql<string>`array_to_string(t.unpaid_years, ',')`,
  leftYears: sql<string>`coalesce(${left(sql`string_agg(b.bill_year::text, ',' order by b.bill_year)`)}, '')`,
  leftTotal: sql<number>`coalesce(${left(sql`sum(b.unpaid_amount)`)}, 0)::float8`,
  lastPayDate: sql<string | null>`(select max(p.pay_date) from payment p where p.member_id = t.member_id and p.pay_status = 'settled')`,
  withdrawText: sql<string | null>`(select ${named(sql`w.withdraw_type`, withdrawType.labels)} || '（' || ${named(sql`w.withdraw_status`, withdrawStatus.labels)} || '）' from member_withdraw_public w where w.withdraw_id = t.withdraw_id)`,
  dunningCount: sql<number>`(select count(*)::int from dunning d where d.member_id = t.member_id and d.dunning_time >= t.create_time)`,
}
export const operator = actorName('t.create_by')

/** The same keyword as of members, by the index of the case's or the reminder's member. */
export const casesFound = (keyword: string) => sql<SqlBool>`t.member_id = any(array(${membersHolding(keyword)}))`

// The last closed years one after another in which nothing was paid, as counted on the member.
const run = (thisYear: number) => sql`array(select generate_series(${thisYear}::int - m.arrears_years, ${thisYear}::int - 1))`
const owedFor = (years: RawBuilder<unknown>) =>
  sql`coalesce((select sum(b.unpaid_amount) from dues_bill b where b.member_id = m.member_id and b.bill_year = any(${years}) and ${isOwed('b')}), 0)::bigint`

/**
 * Opens cases for standing members that owe for at least so many closed years, with those years; answers their ids. Years that were
 * dealt with already open no second case, a further one does, and so does a membership that was to end for them and goes on, because
 * the case in which it was to end was taken back. The unique index decides between two at once. Of one member alone, if one is named.
 */
export async function openCases(db: Db, years: number, thisYear: number, memberId: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into unpaid_case (member_id, dept_id, create_by, unpaid_years, unpaid_total)
    select m.member_id, m.dept_id, m.create_by, ${run(thisYear)}, ${owedFor(run(thisYear))} from member_public m
    where not m.deleted and m.arrears_years > 0 and m.arrears_years >= ${years} and m.member_status in ('normal', 'suspended')
      and not exists (select 1 from unpaid_case u where u.member_id = m.member_id
        and (u.handle_status in ('pending', 'dunning', 'review') or u.handle_status = 'handled' and ${thisYear}::int - 1 = any(u.unpaid_years)
          and not exists (select 1 from member_withdraw_public w where w.withdraw_id = u.withdraw_id and w.withdraw_status = 'cancelled')))
      ${memberId === null ? sql`` : sql`and m.member_id = ${memberId}::bigint`}
    order by m.member_id on conflict do nothing returning case_id as id`.execute(db)
  return rows.map((r) => r.id)
}

export interface GrownCase {
  id: string
  before: string
  after: string
}

/** Adds to open cases the years that were closed without a payment since they were listed. */
export async function growCases(db: Db, thisYear: number): Promise<GrownCase[]> {
  const { rows } = await sql<GrownCase>`
    with more as (
      select u.case_id, u.unpaid_years as before, array(select distinct y from unnest(u.unpaid_years || ${run(thisYear)}) y order by y) as years
      from unpaid_case u join member_public m using (member_id)
      where u.handle_status in ('pending', 'dunning', 'review') and m.arrears_years > 0
        and not ${thisYear}::int - 1 = any(u.unpaid_years) and ${thisYear}::int - m.arrears_years - 1 <= (select coalesce(max(y), ${thisYear}) from unnest(u.unpaid_years) y)
      order by u.case_id for update of u
    )
    update unpaid_case u set unpaid_years = more.years, version = u.version + 1, update_time = now(),
      unpaid_total = u.unpaid_total + (select coalesce(sum(b.unpaid_amount), 0) from dues_bill b
        where b.member_id = u.member_id and b.bill_year = any(more.years) and not b.bill_year = any(more.before) and ${isOwed('b')})
    from more where u.case_id = more.case_id returning u.case_id as id, array_to_string(more.before, ',') as before, array_to_string(u.unpaid_years, ',') as after`.execute(db)
  return rows
}

export interface PaidCase {
  id: string
  before: string
}

/** Ends the open cases of which no listed year is owed any more, because money came or a bill was waived or cancelled. */
export async function endPaid(db: Db): Promise<PaidCase[]> {
  const { rows } = await sql<PaidCase>`
    with due as (
      select u.case_id, u.handle_status from unpaid_case u
      where u.handle_status in ('pending', 'dunning', 'review') and not exists (select 1 from dues_bill b
        where b.member_id = u.member_id and b.bill_year = any(u.unpaid_years) and ${isOwed('b')})
      order by u.case_id for update of u
    )
    update unpaid_case u set handle_status = 'paid', version = u.version + 1, update_time = now() from due
    where u.case_id = due.case_id returning u.case_id as id, due.handle_status as before`.execute(db)
  return rows
}

export interface LockedCase {
  deptId: string | null
  status: string
  version: number
}

/** The member of a case. */
export async function memberOf(db: Db, caseId: string): Promise<string | undefined> {
  return (await db.selectFrom('unpaid_case').select('member_id').where('case_id', '=', caseId).executeTakeFirst())?.member_id
}

/** A case that nobody else moves until the transaction ends, with the department that looks after its member. */
export async function lockCase(db: Db, caseId: string): Promise<LockedCase | undefined> {
  const { rows } = await sql<LockedCase>`select m.dept_id as "deptId", u.handle_status as status, u.version
    from unpaid_case u join member_public m using (member_id) where u.case_id = ${caseId}::bigint for update of u`.execute(db)
  return rows[0]
}

/** Notes what was decided; the version moves with the step of the status. */
export async function conclude(db: Db, caseId: string, { conclusion, decisionNo, reason, withdrawId }: { conclusion: string; decisionNo: string | null; reason: string; withdrawId: string | null }): Promise<void> {
  await sql`update unpaid_case set conclusion = ${conclusion}, decision_no = ${decisionNo}::text, conclude_reason = ${reason}, withdraw_id = ${withdrawId}::bigint where case_id = ${caseId}::bigint`.execute(db)
}

/** The case of a member that waits for its first reminder. */
export async function pendingCase(db: Db, memberId: string): Promise<string | undefined> {
  return (await db.selectFrom('unpaid_case').select('case_id').where('member_id', '=', memberId).where('handle_status', '=', 'pending').forUpdate().executeTakeFirst())?.case_id
}

/** What a member owes, and the department that looks after it. */
export async function owes(db: Db, memberId: string): Promise<{ owed: number; deptId: string | null }> {
  const { rows } = await sql<{ owed: number; deptId: string | null }>`select ${owedBy('m.member_id')} as owed, m.dept_id as "deptId" from member_public m where m.member_id = ${memberId}::bigint`.execute(db)
  return rows[0] ?? { owed: 0, deptId: null }
}

/** Reminders of the demo association: one to three for the cases that are being worked on. */
export async function seedDemo(db: Db): Promise<void> {
  await sql`
    insert into dunning (member_id, dunning_way, dunning_note, unpaid_total, dept_id, create_by, dunning_time)
    select u.member_id, (array['phone', 'mail', 'letter'])[1 + n % 3], (array['电话联系财务联系人，答复月底前缴纳', '已发邮件附缴费通知书', '寄送催缴函，挂号信'])[1 + n % 3],
      (select coalesce(sum(b.unpaid_amount), 0) from dues_bill b where b.member_id = u.member_id and ${isOwed('b')}), u.dept_id, u.create_by, now() - make_interval(days => 20 * n)
    from unpaid_case u cross join generate_series(1, 3) n where u.case_id % 4 >= n`.execute(db)
  await sql`update unpaid_case u set handle_status = case when u.case_id % 11 = 3 then 'review' else 'dunning' end, create_time = now() - interval '90 days'
    where exists (select 1 from dunning d where d.member_id = u.member_id)`.execute(db)
}

/** A message that told its recipients what is owed. */
export interface ReminderSent {
  messageId: string
  way: 'sms' | 'mail'
  note: string
  createBy: string | null
}

/**
 * Notes a reminder for each member that a message reached and that owes, once a message; answers the members that were not noted
 * before. Whom a recipient belongs to stands in what the message told them.
 */
export async function noteReminders(db: Db, { messageId, way, note, createBy }: ReminderSent): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into dunning (member_id, dunning_way, dunning_note, unpaid_total, dept_id, create_by, message_id)
    select m.member_id, ${way}, ${note}, ${owedBy('m.member_id')}, m.dept_id, ${createBy}::bigint, ${messageId}::bigint from member_public m
    where m.member_no in (select r.facts->>'会员编号' from message_recipient_public r where r.message_id = ${messageId}::bigint and r.recipient_status in ('submitted', 'delivered'))
      and ${owedBy('m.member_id')} > 0
    order by m.member_id on conflict do nothing returning member_id as id`.execute(db)
  return rows.map((r) => r.id)
}

/** Moves the cases of members on that wait in a status; answers their ids. */
export async function moveCases(db: Db, memberIds: readonly string[], from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update unpaid_case set handle_status = ${to}, update_time = now(), version = version + 1
    where member_id = any(${[...memberIds]}::bigint[]) and handle_status = ${from} returning case_id as id`.execute(db)
  return rows.map((r) => r.id)
}
