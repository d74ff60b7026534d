import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../tables'

export interface Place {
  questionKey: string
  choice: string
}
export interface Quota extends Place {
  places: number
  /** Answers that are handed in with this option. */
  taken: number
}

/** How many others have taken an option; each answer once, however often it is handed in. */
const takenBy = (except: string | null) => sql<number>`(select count(*)::int from form_value v where v.round_id = q.round_id and v.question_key = q.question_key and v.choice = q.choice
  and (${except}::bigint is null or v.answer_id <> ${except}::bigint))`

/** The quotas of a round, as others than this answer have taken them. */
export async function quotasOf(db: Db, roundId: string, except: string | null = null): Promise<Quota[]> {
  const { rows } = await sql<Quota>`select q.question_key as "questionKey", q.choice, q.places, ${takenBy(except)} as taken from form_quota q where q.round_id = ${roundId}::bigint order by q.quota_id`.execute(db)
  return rows
}

/** Holds a round against submissions: they hold it together, who sets quotas holds it alone. */
export const holdAlone = (db: Db, roundId: string) => sql`select 1 from form_round where round_id = ${roundId}::bigint for update`.execute(db)
const holdTogether = (db: Db, roundId: string) => sql`select 1 from form_round where round_id = ${roundId}::bigint for key share`.execute(db)

/**
 * Holds the quotas of these options to the end of the transaction, in one order, so that two submissions never wait for each other; answers
 * which of them have no place left. They are counted by a statement of its own: that one sees what those have handed in who were waited for.
 */
export async function takenWhole(db: Db, roundId: string, answerId: string, wanted: readonly Place[]): Promise<Place[]> {
  if (wanted.length === 0) return []
  await holdTogether(db, roundId)
  const held = await sql<{ id: string }>`select q.quota_id as id from form_quota q
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w("questionKey" text, choice text) on w."questionKey" = q.question_key and w.choice = q.choice
    where q.round_id = ${roundId}::bigint order by q.quota_id for no key update of q`.execute(db)
  if (held.rows.length === 0) return []
  const { rows } = await sql<Place>`select q.question_key as "questionKey", q.choice from form_quota q
    where q.quota_id = any(${held.rows.map(({ id }) => id)}::bigint[]) and ${takenBy(answerId)} >= q.places order by q.quota_id`.execute(db)
  return rows
}

/** How often options were chosen in a round, also those without a quota. */
export async function takenChoices(db: Db, roundId: string, keys: readonly string[]): Promise<(Place & { taken: number })[]> {
  const { rows } = await sql<Place & { taken: number }>`select question_key as "questionKey", choice, count(*)::int as taken from form_value
    where round_id = ${roundId}::bigint and question_key = any(${[...keys]}::text[]) and choice is not null group by 1, 2`.execute(db)
  return rows
}

/** Puts these quotas in the place of those that a round has. */
export async function writeQuotas(db: Db, roundId: string, quotas: readonly (Place & { places: number })[]): Promise<void> {
  await db.deleteFrom('form_quota').where('round_id', '=', roundId).execute()
  if (quotas.length > 0) await db.insertInto('form_quota').values(quotas.map(({ questionKey, choice, places }) => ({ round_id: roundId, question_key: questionKey, choice, places }))).execute()
}
