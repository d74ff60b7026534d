import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { RoundStatus } from '../tables'
import '../tables'

const answersWith = (condition: ReturnType<typeof sql<SqlBool>>) => sql<number>`(select count(*)::int from form_answer a where a.round_id = t.round_id and ${condition})`

/** What counts of a round; an answer that is void is neither handed in nor missing. */
export const roundComputed = {
  formName: sql<string>`(select f.form_name from form_template f where f.template_id = t.template_id)`,
  taskCount: answersWith(sql<SqlBool>`a.answer_status <> 'void'`),
  submittedCount: answersWith(sql<SqlBool>`a.answer_status in ('submitted', 'certified')`),
  missingCount: answersWith(sql<SqlBool>`a.answer_status in ('empty', 'draft', 'returned')`),
  certifiedCount: answersWith(sql<SqlBool>`a.answer_status = 'certified'`),
}

/** The newest version of a form and whether it is in use. */
export const formOf = (db: Db, templateId: string) =>
  db.selectFrom('form_template').select(['latest_version as latestVersion', 'form_status as formStatus', 'dept_id as deptId']).where('template_id', '=', templateId).forKeyShare().executeTakeFirst()

export const hasVersion = async (db: Db, templateId: string, versionNo: number): Promise<boolean> =>
  (await db.selectFrom('form_version').select('form_version_id').where('template_id', '=', templateId).where('version_no', '=', versionNo).executeTakeFirst()) !== undefined

export interface Period {
  roundStatus: RoundStatus
  startTime: Date
  endTime: Date
  deptId: string | null
  now: Date
}

/** A round by the database's clock, held to the end of the transaction. */
export const holdRound = (db: Db, roundId: string): Promise<Period | undefined> =>
  db
    .selectFrom('form_round')
    .select(['round_status as roundStatus', 'start_time as startTime', 'end_time as endTime', 'dept_id as deptId', sql<Date>`clock_timestamp()`.as('now')])
    .where('round_id', '=', roundId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Notes when a round has ended, or that it goes on. */
export const noteEnd = (db: Db, roundId: string, ended: boolean) => db.updateTable('form_round').set({ ended_time: ended ? sql<Date>`clock_timestamp()` : null }).where('round_id', '=', roundId).execute()

/** Rounds whose time has come: to begin, or to end with their grace; `only` asks of one. */
export async function dueRounds(db: Db, step: 'begin' | 'end', limit: number, only: string | null = null): Promise<string[]> {
  const due = step === 'begin' ? sql`round_status = 'waiting' and start_time <= now()` : sql`round_status in ('filling', 'paused') and end_time + grace_minutes * interval '1 minute' < now()`
  const { rows } = await sql<{ id: string }>`select round_id as id from form_round where ${due} and (${only}::bigint is null or round_id = ${only}::bigint) order by round_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Gives tasks to respondents, each with its empty answer; who has one is passed over. The answers are the tasks' in the same statement, so
 * that there is no task without.
 */
async function addTasks(db: Db, roundId: string, respondents: ReturnType<typeof sql>, reason: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with respondents as (${respondents}), tasks as (
      insert into form_task (round_id, company_id, user_id, late_reason) select ${roundId}::bigint, company_id, user_id, ${reason}::text from respondents order by company_id, user_id
      on conflict do nothing returning task_id, company_id
    ), answers as (
      insert into form_answer (task_id, round_id, company_id, dept_id)
      select k.task_id, ${roundId}::bigint, k.company_id, r.dept_id from tasks k join form_round r on r.round_id = ${roundId}::bigint order by k.task_id returning 1
    ) select count(*)::int as n from answers`.execute(db)
  return rows[0]?.n ?? 0
}

const companies = (ids: readonly string[]) => sql`select c.company_id, null::bigint as user_id from company_public c where c.company_id = any(${[...ids]}::bigint[]) and not c.deleted`
const accounts = (ids: readonly string[]) => sql`select null::bigint as company_id, u as user_id from unnest(${[...ids]}::bigint[]) u`

/** Freezes whom a round is sent to; answers how many. */
export async function freezeRespondents(db: Db, roundId: string): Promise<number> {
  const round = await db.selectFrom('form_round').select(['respondent_kind', 'company_ids', 'user_ids']).where('round_id', '=', roundId).executeTakeFirstOrThrow()
  if (round.respondent_kind === 'accounts') return addTasks(db, roundId, accounts(round.user_ids), null)
  if (round.respondent_kind === 'companies') return addTasks(db, roundId, companies(round.company_ids), null)
  return addTasks(
    db,
    roundId,
    sql`select distinct m.company_id, null::bigint as user_id from member_public m join company_public c on c.company_id = m.company_id and not c.deleted
      where not m.deleted and m.member_kind = 'company' and m.member_status in ('normal', 'suspended', 'leaving')`,
    null,
  )
}

/** Adds those who were left out. */
export const addLate = async (db: Db, roundId: string, companyIds: readonly string[], userIds: readonly string[], reason: string): Promise<number> =>
  (await addTasks(db, roundId, companies(companyIds), reason)) + (await addTasks(db, roundId, accounts(userIds), reason))

/** No account at all, where a search is to leave none out. */
export const NOBODY = sql`select null::bigint where false`
