import { sql } from 'kysely'
import type { Db } from '../database/database'
import { refuse } from '../errors'

export interface Limit {
  /** Tries within the window. */
  max: number
  windowSeconds: number
  /** How long the door stays shut once the tries are used up; the rest of the window when left out. */
  lockSeconds?: number
}

/**
 * Counts one try for a key and refuses when the limit is used up. The count is one atomic statement,
 * so 50 parallel tries count as 50. While the door is shut the count does not rise.
 */
export async function countTry(db: Db, key: string, limit: Limit, message?: (seconds: number) => string): Promise<void> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttle as t (key, count, window_start, locked_until)
    values (${key}, 1, now(), null)
    on conflict (key) do update set
      count = case
        when t.locked_until > now() then t.count
        when t.window_start < now() - make_interval(secs => ${limit.windowSeconds}) or t.locked_until <= now() then 1
        else t.count + 1 end,
      window_start = case
        when t.locked_until > now() then t.window_start
        when t.window_start < now() - make_interval(secs => ${limit.windowSeconds}) or t.locked_until <= now() then now()
        else t.window_start end,
      locked_until = case
        when t.locked_until > now() then t.locked_until
        when t.window_start < now() - make_interval(secs => ${limit.windowSeconds}) or t.locked_until <= now() then null
        when t.count + 1 > ${limit.max} then
          ${limit.lockSeconds === undefined ? sql`t.window_start + make_interval(secs => ${limit.windowSeconds})` : sql`now() + make_interval(secs => ${limit.lockSeconds})`}
        else null end
    returning count, greatest(0, ceil(extract(epoch from locked_until - now())))::int as wait`.execute(db)
  const wait = rows[0]?.wait ?? 0
  if (wait > 0) throw refuse.tooMany(wait, message?.(wait))
}

/**
 * Refuses while one of the keys is shut, without counting; answers how many tries stand in the present window of
 * each. One statement, for signing in asks at every try.
 */
export async function checkOpen(db: Db, keys: readonly string[], windowSeconds: number, message?: (seconds: number) => string): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; wait: number; tries: number }>`
    select key, greatest(0, ceil(extract(epoch from coalesce(locked_until, now()) - now())))::int as wait,
      case when window_start > now() - make_interval(secs => ${windowSeconds}) then count else 0 end as tries
    from throttle where key = any(${[...keys]}::text[])`.execute(db)
  const wait = Math.max(0, ...rows.map((r) => r.wait))
  if (wait > 0) throw refuse.tooMany(wait, message?.(wait))
  return new Map(rows.map((r) => [r.key, r.tries]))
}

/** Forgets the tries of a key, after a success. */
export const clearTries = (db: Db, key: string) => db.deleteFrom('throttle').where('key', '=', key).execute()
