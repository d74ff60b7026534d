import { isIPv6 } from 'node:net'
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
  await countTryBeside(db, key, limit, [], message)
}

/**
 * Counts one try for a key as `countTry` does, unless one of the other keys is shut, which refuses as well. Answers how
 * many tries stand in the present window of each of the others. One statement, for signing in asks at every try.
 */
export async function countTryBeside(db: Db, key: string, limit: Limit, others: readonly string[], message?: (seconds: number) => string): Promise<Map<string, number>> {
  const window = sql`make_interval(secs => ${limit.windowSeconds})`
  const over = sql`(t.window_start < now() - ${window} or t.locked_until <= now())`
  const { rows } = await sql<{ key: string; wait: number; tries: number }>`
    with others as (
      select key, greatest(0, ceil(extract(epoch from coalesce(locked_until, now()) - now())))::int as wait,
        case when window_start > now() - ${window} then count else 0 end as tries
      from throttle where key = any(${[...others]}::text[])
    ), counted as (
      insert into throttle as t (key, count, window_start, locked_until)
      select ${key}, 1, now(), null where not exists (select 1 from others where wait > 0)
      on conflict (key) do update set
        count = case when t.locked_until > now() then t.count when ${over} then 1 else t.count + 1 end,
        window_start = case when t.locked_until > now() then t.window_start when ${over} then now() else t.window_start end,
        locked_until = case
          when t.locked_until > now() then t.locked_until
          when ${over} then null
          when t.count + 1 > ${limit.max} then
            ${limit.lockSeconds === undefined ? sql`t.window_start + ${window}` : sql`now() + make_interval(secs => ${limit.lockSeconds})`}
          else null end
      returning key, greatest(0, ceil(extract(epoch from locked_until - now())))::int as wait, count as tries
    )
    select * from others union all select * from counted`.execute(db)
  const wait = Math.max(0, ...rows.map((r) => r.wait))
  if (wait > 0) throw refuse.tooMany(wait, message?.(wait))
  return new Map(rows.map((r) => [r.key, r.tries]))
}

/** Refuses while one of the keys is shut, and counts nothing: for tries of which only the wrong ones count. */
export async function refuseWhileShut(db: Db, keys: readonly string[], message?: (seconds: number) => string): Promise<void> {
  const { rows } = await sql<{ wait: number }>`select greatest(0, ceil(extract(epoch from max(locked_until) - now())))::int as wait from throttle where key = any(${[...keys]}::text[])`.execute(db)
  const wait = rows[0]?.wait ?? 0
  if (wait > 0) throw refuse.tooMany(wait, message?.(wait))
}

/**
 * The part of an address that tries are counted by: IPv6 is given out by networks of 64 bits, so whoever has one address of
 * such a network has them all.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = (text: string) => (text ? text.split(':') : [])
  const [first, last] = [groups(head), groups(tail ?? '')]
  const whole = tail === undefined ? first : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${whole.slice(0, 4).map((g) => Number.parseInt(g, 16).toString(16)).join(':')}::/64`
}

/** Forgets the tries of a key, after a success. */
export const clearTries = (db: Db, key: string) => db.deleteFrom('throttle').where('key', '=', key).execute()
