import { sql, type SqlBool } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { actingAccounts, ownerName, personEmail, personMobile } from '../../../platform/identity/people'
import { AREA, SIZE } from './marks.repository'
import './tables'
import '../tables'

type Channel = 'sms' | 'mail'

/** A respondent of a round: a company, or an account. */
export interface Respondent {
  companyId: string | null
  userId: string | null
}

export interface Among {
  areas?: readonly string[] | undefined
  sizes?: readonly string[] | undefined
  statuses?: readonly string[] | undefined
}

const MISSING = sql<SqlBool>`a.answer_status in ('empty', 'draft', 'returned')`
const anyOf = (what: ReturnType<typeof sql>, values: readonly string[] | undefined) => (values && values.length > 0 ? sql` and ${what} = any(${[...values]}::text[])` : sql``)

/** Those of a round in which something is filled in now who have not handed everything in, and whether they were reminded of this moment. Of an anonymous round their participation says it. */
export async function missingOf(db: Db, roundId: string, { areas, sizes, statuses }: Among, moment: string): Promise<(Respondent & { reminded: boolean })[]> {
  const { rows } = await sql<Respondent & { reminded: boolean }>`select k.company_id as "companyId", k.user_id as "userId",
      exists (select 1 from form_reminded d where d.round_id = k.round_id and d.moment = ${moment} and d.company_id is not distinct from k.company_id and d.user_id is not distinct from k.user_id) as reminded
    from form_answer a join form_task k on k.task_id = a.task_id join form_round r on r.round_id = k.round_id and r.round_status = 'filling' left join company_public c on c.company_id = k.company_id
    where a.round_id = ${roundId}::bigint and ${MISSING}${anyOf(AREA, areas)}${anyOf(SIZE, sizes)}${anyOf(sql`a.answer_status`, statuses)}
    group by k.round_id, k.company_id, k.user_id order by k.company_id, k.user_id`.execute(db)
  return rows
}

/** Notes that respondents are reminded of a moment; answers those whom nobody had noted before. Who notes the same at once waits for it here. */
export async function noteReminded(db: Db, roundId: string, moment: string, respondents: readonly Respondent[]): Promise<Respondent[]> {
  const { rows } = await sql<Respondent>`insert into form_reminded (round_id, moment, company_id, user_id)
    select ${roundId}::bigint, ${moment}, x.c, x.u from jsonb_to_recordset(${JSON.stringify(respondents.map(({ companyId, userId }) => ({ c: companyId, u: userId })))}::jsonb) as x(c bigint, u bigint) order by x.c, x.u
    on conflict do nothing returning company_id as "companyId", user_id as "userId"`.execute(db)
  return rows
}

export interface Reached extends Respondent {
  contactIds: string[]
  /** Numbers or addresses of accounts, where there is no contact. */
  addresses: string[]
}

/** How respondents are written to: contacts in office in these posts, or the accounts that act for the company; an account by itself. */
export async function reachOf(db: Db, channel: Channel, posts: readonly string[], respondents: readonly Respondent[]): Promise<Reached[]> {
  const address = (id: string) => (channel === 'sms' ? personMobile(id) : personEmail(id))
  const inPost = posts.length > 0 ? sql` and t.post_type = any(${[...posts]}::text[])` : sql``
  const { rows } = await sql<Reached>`select x.c as "companyId", x.u as "userId",
      array(select t.contact_id::text from contact_public t where t.company_id = x.c and t.contact_status = 'serving'${inPost} order by t.contact_id) as "contactIds",
      array(select z.address from (select distinct ${address('l.user_id')} as address from (
          select x.u as user_id where x.u is not null
          union all select o.user_id from ${actingAccounts} o where o.subject = 'company' and o.subject_id = x.c and not exists (select 1 from contact_public t where t.company_id = x.c and t.contact_status = 'serving'${inPost})
        ) l) z where z.address is not null order by 1) as addresses
    from jsonb_to_recordset(${JSON.stringify(respondents.map(({ companyId, userId }) => ({ c: companyId, u: userId })))}::jsonb) as x(c bigint, u bigint) order by x.c, x.u`.execute(db)
  return rows
}

/** Answers of respondents that are missing, for the notice within the console. */
export async function answersOf(db: Db, roundId: string, respondents: readonly Respondent[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.answer_id as id from form_answer a join form_task k on k.task_id = a.task_id
    join jsonb_to_recordset(${JSON.stringify(respondents.map(({ companyId, userId }) => ({ c: companyId, u: userId })))}::jsonb) as x(c bigint, u bigint) on x.c = k.company_id or x.u = k.user_id
    where a.round_id = ${roundId}::bigint and ${MISSING} order by a.answer_id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Run {
  roundId: string
  moment: string
  channel: Channel
  respondents: number
  messageId: string | null
  problem: string | null
  senderId: string
  day: string
}

/** Writes down what a reminder did; a problem is kept once a day, as it was last. */
export const addRun = (db: Db, { roundId, moment, channel, respondents, messageId, problem, senderId, day }: Run) =>
  sql`insert into form_remind_run (round_id, moment, channel, respondent_count, message_id, problem, sender_id, run_day)
    values (${roundId}::bigint, ${moment}, ${channel}, ${respondents}, ${messageId}::bigint, ${problem}, ${senderId}::bigint, ${day}::date)
    on conflict (round_id, moment, run_day) where message_id is null do update set respondent_count = excluded.respondent_count, problem = excluded.problem, sender_id = excluded.sender_id, create_time = now()`.execute(db)

/** Messages that went out of a number, for whoever asked for them. */
export const messageNo = async (db: Db, messageId: string): Promise<string> =>
  (await sql<{ no: string }>`select msg_no as no from message_public where message_id = ${messageId}::bigint`.execute(db)).rows[0]?.no ?? ''

export interface Plan {
  roundId: string
  roundName: string
  endTime: Date
  days: number[]
  channel: Channel
  templateId: string | null
  postTypes: string[]
  senderId: string
  /** `YYYY-MM-DD` */
  goneTo: string
  endDay: string
}

const PLAN = sql`p.round_id as "roundId", r.round_name as "roundName", r.end_time as "endTime", p.days, p.channel, p.template_id as "templateId", p.post_types as "postTypes", p.sender_id as "senderId",
  p.gone_to::text as "goneTo", (r.end_time at time zone 'Asia/Shanghai')::date::text as "endDay"`

/** Plans of rounds that are filled in, in their order; `only` asks of one, and holds it. */
export async function plansInUse(db: Db, only: string | null = null): Promise<Plan[]> {
  const { rows } = await sql<Plan>`select ${PLAN} from form_remind_plan p join form_round r on r.round_id = p.round_id
    where r.round_status = 'filling' and r.end_time > now() and (${only}::bigint is null or p.round_id = ${only}::bigint) order by p.round_id`.execute(db)
  return rows
}

export interface Told {
  roundName: string
  endTime: Date
}
export async function roundTold(db: Db, roundId: string): Promise<Told | undefined> {
  return (await sql<Told>`select round_name as "roundName", end_time as "endTime" from form_round where round_id = ${roundId}::bigint`.execute(db)).rows[0]
}

export async function planOf(db: Db, roundId: string) {
  const { rows } = await sql<{ days: number[]; channel: Channel; templateId: string | null; templateName: string | null; postTypes: string[]; senderId: string; sender: string }>`
    select p.days, p.channel, p.template_id as "templateId", (select x.template_name from message_template_public x where x.template_id = p.template_id) as "templateName", p.post_types as "postTypes", p.sender_id as "senderId", ${ownerName('p.sender_id')} as sender
    from form_remind_plan p where p.round_id = ${roundId}::bigint`.execute(db)
  return rows[0]
}

export interface NewPlan {
  days: readonly number[]
  channel: Channel
  templateId: string | null
  postTypes: readonly string[]
}

/** Sets the plan of a round in a person's name; what lay before `day` is not made up for. */
export const setPlan = (db: Db, roundId: string, { days, channel, templateId, postTypes }: NewPlan, senderId: string, day: string) =>
  sql`insert into form_remind_plan (round_id, days, channel, template_id, post_types, sender_id, gone_to)
    values (${roundId}::bigint, ${[...days].sort((a, b) => b - a)}::int[], ${channel}, ${templateId}::bigint, ${[...postTypes]}::text[], ${senderId}::bigint, ${day}::date - 1)
    on conflict (round_id) do update set days = excluded.days, channel = excluded.channel, template_id = excluded.template_id, post_types = excluded.post_types, sender_id = excluded.sender_id,
      gone_to = excluded.gone_to, update_time = now()`.execute(db)

export const dropPlan = async (db: Db, roundId: string): Promise<boolean> => ((await sql`delete from form_remind_plan where round_id = ${roundId}::bigint`.execute(db)).numAffectedRows ?? 0n) > 0n

/** The days up to this one have been gone through. */
export const goTo = (db: Db, roundId: string, day: string) => sql`update form_remind_plan set gone_to = ${day}::date where round_id = ${roundId}::bigint and gone_to < ${day}::date`.execute(db)

export interface RunRow {
  runId: string
  createTime: Date
  moment: string
  channel: Channel
  respondentCount: number
  sender: string
  msgNo: string | null
  problem: string | null
}
const RUNS_SHOWN = 50

export async function runsOf(db: Db, roundId: string): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`select n.run_id as "runId", n.create_time as "createTime", n.moment, n.channel, n.respondent_count as "respondentCount", coalesce(${ownerName('n.sender_id')}, '') as sender, g.msg_no as "msgNo", n.problem
    from form_remind_run n left join message_public g on g.message_id = n.message_id where n.round_id = ${roundId}::bigint order by n.run_id desc limit ${RUNS_SHOWN}`.execute(db)
  return rows
}

const ROUND = scopeOf('formRound')
/** Whether a round lies within the sender's data scope as it is now. */
export async function maySee(db: Db, principal: Principal, roundId: string): Promise<boolean> {
  return (await sql`select 1 from form_round r where r.round_id = ${roundId}::bigint and ${ROUND(principal, 'r')}`.execute(db)).rows.length > 0
}
