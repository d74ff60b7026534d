// The trade's calendar is that of Asia/Shanghai, wherever a browser or a server stands. It has had one offset and no summer time
// since 1991. Days are texts `YYYY-MM-DD`, instants are ISO 8601 or what Date takes.

type Instant = Date | string | number

const OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

const local = (at: Instant): string => new Date(new Date(at).getTime() + OFFSET_MS).toISOString()

/** What a clock in Asia/Shanghai shows at an instant, to the second: `2026-03-02 09:15:20`. */
export const localTime = (at: Instant): string => local(at).slice(0, 19).replace('T', ' ')

/** The calendar day of an instant. */
export const dayOf = (at: Instant): string => local(at).slice(0, 10)

/** Today's date. */
export const today = (now: Instant = Date.now()): string => dayOf(now)

/** The year it is. */
export const yearNow = (): number => Number(today().slice(0, 4))

/** The instant that a clock there shows: of `2026-03-02 09:15:20`, or the beginning of a day; ISO 8601 in UTC. */
export const instantOf = (clock: string): string => new Date(`${clock.replace(' ', 'T')}${clock.length > 10 ? '' : 'T00:00:00'}+08:00`).toISOString()

/** The day so many days after another, or before it. */
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** First day that money can have: books of before 1990 are in no system. */
const MONEY_FROM = '1990-01-01'

/**
 * What is wrong with a day of money (a payment, a bill, an invoice, a resolution on fees), as the rest of a sentence; null when it
 * lies between 1990 and the end of next year. A year typed wrong would otherwise stand in ledgers and statistics for good.
 */
export function problemOfMoneyDay(day: string, now: Instant = Date.now()): string | null {
  const last = `${Number(today(now).slice(0, 4)) + 1}-12-31`
  return day < MONEY_FROM || day > last ? `须在 ${MONEY_FROM} 至 ${last} 之间` : null
}
