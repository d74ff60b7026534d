import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { REMIND_PAUSE_HOURS } from '@assoc/contract/form/reminders'
import type { Db } from '../../../platform/database/database'
import { actingAccounts } from '../../../platform/identity/people'
import '../tables'

const MISSING = sql<SqlBool>`a.answer_status in ('empty', 'draft', 'returned')`
const OPEN = sql<SqlBool>`r.round_status = 'filling'`
const RECENT = sql<SqlBool>`k.reminded_time > now() - ${REMIND_PAUSE_HOURS} * interval '1 hour'`

export interface Due {
  roundId: string
  roundName: string
  endTime: Date
  due: 'open' | 'remind'
  userIds: string[]
}

/**
 * Takes the tasks whose accounts have yet to be told something, at most so many; answers whom to tell what, once for each account and round.
 * Tasks that another process has taken are passed over. `count` says how many were taken, told or not.
 */
export async function takeDue(db: Db, limit: number): Promise<{ count: number; due: Due[] }> {
  const { rows } = await sql<Due & { count: number }>`
    with taken as (
      update form_task k set notice_due = null from (select task_id, notice_due from form_task where notice_due is not null order by task_id limit ${limit} for update skip locked) d
      where k.task_id = d.task_id returning k.task_id, k.round_id, k.company_id, k.user_id, d.notice_due
    ), told as (
      select r.round_id, r.round_name, r.end_time, k.notice_due, coalesce(k.user_id, l.user_id) as user_id
      from taken k join form_round r on r.round_id = k.round_id and ${OPEN} join form_answer a on a.task_id = k.task_id and ${MISSING}
      left join ${actingAccounts} l on l.subject = 'company' and l.subject_id = k.company_id
    )
    select (select count(*)::int from taken) as count, round_id as "roundId", round_name as "roundName", end_time as "endTime", notice_due as due,
      coalesce(array_agg(distinct user_id) filter (where user_id is not null), '{}') as "userIds"
    from (select 1) one left join told on true group by round_id, round_name, end_time, notice_due`.execute(db)
  return { count: rows[0]?.count ?? 0, due: rows.filter(({ roundId, userIds }) => roundId !== null && userIds.length > 0) }
}

export interface Reminded {
  reminded: number
  recent: number
  passed: number
}

/** Marks those to be reminded who have not handed anything in and were not reminded within the last day. They are held in one order. */
export async function markReminders(db: Db, of: { roundId: string } | { answerIds: readonly string[] }): Promise<Reminded> {
  const asked: RawBuilder<SqlBool> = 'roundId' in of ? sql<SqlBool>`a.round_id = ${of.roundId}::bigint` : sql<SqlBool>`a.answer_id = any(${[...of.answerIds]}::bigint[])`
  const { rows } = await sql<{ id: string; state: 'due' | 'recent' | 'passed' }>`select k.task_id as id, case when not (${MISSING} and ${OPEN}) then 'passed' when coalesce(${RECENT}, false) then 'recent' else 'due' end as state
    from form_answer a join form_task k on k.task_id = a.task_id join form_round r on r.round_id = k.round_id where ${asked} order by k.task_id for no key update of k`.execute(db)
  const of_ = (state: string) => rows.filter((row) => row.state === state)
  const due = of_('due').map(({ id }) => id)
  if (due.length > 0) await sql`update form_task set notice_due = 'remind', reminded_time = now() where task_id = any(${due}::bigint[])`.execute(db)
  return { reminded: due.length, recent: of_('recent').length, passed: of_('passed').length }
}

/** Rounds whose end comes near, and of which nobody was reminded yet; `only` asks of one. */
export async function roundsToRemind(db: Db, limit: number, only: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select round_id as id from form_round where round_status = 'filling' and remind_days is not null and end_time > now()
    and end_time - remind_days * interval '1 day' <= now() and reminded_end is distinct from end_time and (${only}::bigint is null or round_id = ${only}::bigint) order by round_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export const noteReminded = (db: Db, roundId: string) => sql`update form_round set reminded_end = end_time where round_id = ${roundId}::bigint`.execute(db)

export interface Summary {
  roundName: string
  makerId: string | null
  tasks: number
  submitted: number
  certified: number
}

/** How a round has come out, and who made it. */
export async function summaryOf(db: Db, roundId: string): Promise<Summary | undefined> {
  const { rows } = await sql<Summary>`select r.round_name as "roundName", r.create_by as "makerId", count(a.*) filter (where a.answer_status <> 'void')::int as tasks,
      count(a.*) filter (where a.answer_status in ('submitted', 'certified'))::int as submitted, count(a.*) filter (where a.answer_status = 'certified')::int as certified
    from form_round r left join form_answer a on a.round_id = r.round_id where r.round_id = ${roundId}::bigint group by r.round_id`.execute(db)
  return rows[0]
}
