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
  ownedFlag: sql<boolean>`(t.owner_kind is not null)`,
  certifiedCount: answersWith(sql<SqlBool>`a.answer_status = 'certified'`),
}

/** Rounds that are about somebody, or the others. */
export const isEvaluation = (wanted: boolean) => (wanted ? sql<SqlBool>`t.subject_kind <> 'none'` : sql<SqlBool>`t.subject_kind = 'none'`)

/** The newest version of a form and whether it is in use. */
export const formOf = (db: Db, templateId: string) =>
  db.selectFrom('form_template').select(['latest_version as latestVersion', 'form_status as formStatus', 'dept_id as deptId']).where('template_id', '=', templateId).forKeyShare().executeTakeFirst()

export const hasVersion = async (db: Db, templateId: string, versionNo: number): Promise<boolean> =>
  (await db.selectFrom('form_version').select('form_version_id').where('template_id', '=', templateId).where('version_no', '=', versionNo).executeTakeFirst()) !== undefined

export const readStatus = (db: Db, roundId: string) => db.selectFrom('form_round').select(['round_status as roundStatus']).where('round_id', '=', roundId).executeTakeFirst()

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

/** No account at all, where a search is to leave none out. */
export const NOBODY = sql`select null::bigint where false`
