import { duesBill } from '@assoc/contract/fee/bill'
import { memberResource } from '@assoc/contract/member/member'
import { reminderTiming } from '@assoc/contract/fee/reminder'
import { sql } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { personName } from '../../../platform/identity/people'
import { addWriters } from '../../message/api'
import { isOverdue, isOwed } from '../../member/api'

export interface Rule {
  ruleId: string
  ruleName: string
  timing: 'before' | 'after'
  days: number
  channel: 'sms' | 'mail'
  templateId: string
  postTypes: string[]
  senderId: string | null
  /** Last day that was gone through, `YYYY-MM-DD`; null while the rule was never in use. */
  goneTo: string | null
}

const RULE = sql`rule_id as "ruleId", rule_name as "ruleName", timing, days, channel, template_id as "templateId", post_types as "postTypes", sender_id as "senderId", gone_to::text as "goneTo"`

export const computed = {
  templateName: sql<string>`(select x.template_name from message_template_public x where x.template_id = t.template_id)`,
  moment: sql<string>`case t.timing when 'before' then ${reminderTiming.labels.before} else ${reminderTiming.labels.after} end || ' ' || t.days || ' 天'`,
  sender: personName('t.sender_id'),
  lastRunDay: sql<string | null>`(select max(r.run_day) from reminder_run r where r.rule_id = t.rule_id)`,
  lastResult: sql<string | null>`(select coalesce('未能提醒：' || r.problem, '提醒 ' || r.member_count || ' 个会员') from reminder_run r where r.rule_id = t.rule_id order by r.run_day desc, r.run_id desc limit 1)`,
}

/** Rules that are in use, in their order. */
export async function rulesInUse(db: Db): Promise<Rule[]> {
  return (await sql<Rule>`select ${RULE} from reminder_rule where rule_status = 'enabled' order by rule_id`.execute(db)).rows
}

export async function findRule(db: Db, ruleId: string): Promise<Rule | undefined> {
  return (await sql<Rule>`select ${RULE} from reminder_rule where rule_id = ${ruleId}::bigint`.execute(db)).rows[0]
}

/** Days within which a rule that was held up is taken over with what it has missed. */
const TAKEN_OVER_WITHIN = 7

/**
 * Puts a rule to use in a person's name; the status moves with its step. It begins with `today`, or, where it could not write within
 * the last days and somebody takes it over, with what it was held up with.
 */
export const setSender = (db: Db, ruleId: string, senderId: string, today: string) =>
  sql`update reminder_rule t set sender_id = ${senderId}::bigint,
    gone_to = case when exists (select 1 from reminder_run r where r.rule_id = t.rule_id and r.message_id is null and r.run_day > t.gone_to and r.run_day >= ${today}::date - ${TAKEN_OVER_WITHIN}::int)
      then t.gone_to else ${today}::date - 1 end
    where rule_id = ${ruleId}::bigint`.execute(db)

export interface DueBill {
  billId: string
  memberId: string
  dueDate: string
  /** Day on which it is to be reminded of. */
  day: string
  /** 分 */
  unpaid: number
}

/** Days of a rule: after `from`, up to `to`, seen on `today`; all `YYYY-MM-DD`. */
export interface Span {
  from: string
  to: string
  today: string
}

const BILL = scopeOf(duesBill)
const MEMBER = scopeOf(memberResource)

/**
 * Bills that a rule reminds of on the days of a span, within the person's data scope: owed, of a member that stands, without a
 * reduction that is being asked for, and not reminded of yet. Before the last day only while it has not passed.
 */
export async function billsDue(db: Db, principal: Principal, { ruleId, timing, days }: Pick<Rule, 'ruleId' | 'timing' | 'days'>, { from, to, today }: Span): Promise<DueBill[]> {
  const shift = timing === 'before' ? days : -days
  const { rows } = await sql<DueBill>`
    select b.bill_id as "billId", b.member_id as "memberId", b.due_date::text as "dueDate", (b.due_date - ${shift}::int)::text as day, b.unpaid_amount::float8 as unpaid
    from dues_bill b join member_public m using (member_id)
    where ${isOwed('b')} and b.due_date > ${from}::date + ${shift}::int and b.due_date <= ${to}::date + ${shift}::int
      and (${timing} = 'after') = ${isOverdue('b', sql`${today}::date`)}
      and not m.deleted and m.member_status in ('normal', 'suspended', 'leaving')
      and not exists (select 1 from reduction x where x.bill_id = b.bill_id and x.reduce_status in ('firstReview', 'returned', 'approval'))
      and not exists (select 1 from reminded_bill r where r.rule_id = ${ruleId}::bigint and r.bill_id = b.bill_id and r.due_date = b.due_date)
      and ${BILL(principal, 'b')} and ${MEMBER(principal, 'm')}
    order by b.bill_id`.execute(db)
  return rows
}

/** Notes that bills are reminded of; answers those that nobody had noted before. Who notes the same at once waits for it here. */
export async function noteBills(db: Db, ruleId: string, bills: readonly DueBill[]): Promise<Set<string>> {
  const given = JSON.stringify(bills.map(({ billId, dueDate }) => ({ b: billId, d: dueDate })))
  const { rows } = await sql<{ id: string }>`insert into reminded_bill (rule_id, bill_id, due_date)
    select ${ruleId}::bigint, x.b, x.d from jsonb_to_recordset(${given}::jsonb) as x(b bigint, d date) order by x.b
    on conflict do nothing returning bill_id as id`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export interface NewRun {
  ruleId: string
  runDay: string
  members: number
  /** 分 */
  unpaid: number
  messageId: string | null
  problem: string | null
}

/** Writes down what a rule did; a problem is kept once a day, as it was last. */
export const addRun = (db: Db, { ruleId, runDay, members, unpaid, messageId, problem }: NewRun) =>
  sql`insert into reminder_run (rule_id, run_day, member_count, unpaid_total, message_id, problem) values (${ruleId}::bigint, ${runDay}::date, ${members}, ${unpaid}::bigint, ${messageId}::bigint, ${problem})
    on conflict (rule_id, run_day) where message_id is null do update set member_count = excluded.member_count, unpaid_total = excluded.unpaid_total, problem = excluded.problem, create_time = now()`.execute(db)

/** The days up to this one have been gone through. */
export const goTo = (db: Db, ruleId: string, day: string) =>
  sql`update reminder_rule set gone_to = ${day}::date where rule_id = ${ruleId}::bigint and gone_to < ${day}::date`.execute(db)

export interface RunRow {
  runId: string
  runDay: string
  memberCount: number
  unpaidTotal: number
  msgNo: string | null
  result: string
}

export async function runsOf(db: Db, ruleId: string, { limit, offset, order }: { limit: number; offset: number; order: 'asc' | 'desc' }): Promise<{ items: RunRow[]; total: number }> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<RunRow>`
    select r.run_id as "runId", r.run_day::text as "runDay", r.member_count as "memberCount", r.unpaid_total::float8 as "unpaidTotal", g.msg_no as "msgNo",
      coalesce('未能提醒：' || r.problem, '已生成' || case g.channel when 'sms' then '短信' else '邮件' end) as result
    from reminder_run r left join message_public g using (message_id) where r.rule_id = ${ruleId}::bigint
    order by r.run_day ${direction}, r.run_id ${direction} limit ${limit} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from reminder_run where rule_id = ${ruleId}::bigint`.execute(db)
  return { items: rows, total: counted[0]?.n ?? 0 }
}

/** Rules of the demo association, none of them in use: nobody has put their name to them yet. */
export async function seedDemo(db: Db): Promise<void> {
  await sql`
    insert into reminder_rule (rule_name, timing, days, channel, template_id, post_types, create_by)
    select x.name, x.timing, x.days, t.channel, t.template_id, array['feeContact', 'secretary'], t.create_by
    from (values ('到期前邮件通知', 'before', 30, '年度会费通知'), ('到期前一周短信提醒', 'before', 7, '会费缴纳提醒'), ('逾期十五天邮件催缴', 'after', 15, '年度会费通知'), ('逾期半年短信催缴', 'after', 180, '会费缴纳提醒'))
      as x(name, timing, days, template)
    join message_template_public t on t.template_name = x.template on conflict do nothing`.execute(db)
}

/** Counts those who wrote a rule as writers of a message that it made. */
export const carryWriters = (db: Db, ruleId: string, messageId: string) =>
  addWriters(db, messageId, sql`select a from reminder_rule r, unnest(r.acted_by || array['write:' || r.create_by]) a where r.rule_id = ${ruleId}::bigint and starts_with(a, 'write:')`)
