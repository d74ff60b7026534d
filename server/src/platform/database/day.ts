import { sql, type RawBuilder, type SqlBool } from 'kysely'

// Days in statements: a day is one of Asia/Shanghai (contract, core/day), an instant is a timestamptz.

/** Today, as a date. */
export const TODAY: RawBuilder<string> = sql`(now() at time zone 'Asia/Shanghai')::date`

/** The instant at which a day begins, or one `plus` days later. */
export const dayBegins = (day: string, plus = 0): RawBuilder<Date> => sql`((${day}::date + ${plus}::int)::timestamp at time zone 'Asia/Shanghai')`

/** The day of an instant, as a date. */
export const dateOf = (instant: RawBuilder<unknown>): RawBuilder<string> => sql`(${instant} at time zone 'Asia/Shanghai')::date`

/** The day of an instant, as text `YYYY-MM-DD`. */
export const dayText = (instant: RawBuilder<unknown>): RawBuilder<string> => sql`to_char(${instant} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/** The filter of a list: rows whose instant in the column `t.<column>` is not before that day. */
export const sinceDay = (column: string) => (day: string): RawBuilder<SqlBool> => sql`${sql.ref(`t.${column}`)} >= ${dayBegins(day)}`

/** The filter of a list: rows whose instant in the column `t.<column>` is not after that day. */
export const untilDay = (column: string) => (day: string): RawBuilder<SqlBool> => sql`${sql.ref(`t.${column}`)} < ${dayBegins(day, 1)}`
