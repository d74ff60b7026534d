import { today } from '@assoc/contract/core/day'
import { sql } from 'kysely'
import type { Db } from '../database/database'

declare module '../database/tables' {
  interface Tables {
    number_sequence: { kind: string; period: string; last: number }
  }
}

const WIDTH = 4

/**
 * The next business number of a kind within a period, such as `RH` + `20260302` + `0001`. Counted under a row lock in the
 * caller's transaction: two never get the same, and a number that was taken back with its transaction is given to the next.
 * `width` is the least number of digits of the count.
 */
export async function nextNumber(db: Db, kind: string, period: string, width = WIDTH): Promise<string> {
  const [count] = await takeNumbers(db, kind, period, 1, width)
  return count as string
}

/** Several numbers at once, in their order: for jobs that write thousands of rows. */
export async function takeNumbers(db: Db, kind: string, period: string, count: number, width = WIDTH): Promise<string[]> {
  const { rows } = await sql<{ last: number }>`
    insert into number_sequence as n (kind, period, last) values (${kind}, ${period}, ${count})
    on conflict (kind, period) do update set last = n.last + excluded.last returning last`.execute(db)
  const last = rows[0]?.last ?? 0
  return Array.from({ length: count }, (_, i) => `${kind}${period}${String(last - count + 1 + i).padStart(width, '0')}`)
}

/** Notes numbers that were written by hand into rows, by period, so that none of them is given again: for data that is laid as a whole. */
export async function noteNumbers(db: Db, kind: string, taken: Iterable<{ period: string; last: number }>): Promise<void> {
  for (const { period, last } of taken)
    await sql`insert into number_sequence as n (kind, period, last) values (${kind}, ${period}, ${last})
      on conflict (kind, period) do update set last = greatest(n.last, excluded.last)`.execute(db)
}

/** Today in Asia/Shanghai as business numbers carry it: `20260302`. */
export const todayDigits = (now: Date = new Date()): string => today(now).replaceAll('-', '')
