import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { dateOf } from '../../../platform/database/day'
import './tables'

/** The day on which an account was used last: its last sign-in, or its making. `u` is the account. */
const LAST_USED: RawBuilder<string> = dateOf(sql`greatest(coalesce(u.last_login_time, u.create_time), u.create_time)`)

/** Somebody who is to be told, once for what they are told of. */
export interface Warned {
  userId: string
  loginName: string
  email: string | null
  sinceDay: string
  dueDay: string | null
}

/** Notes a warning to those of `chosen` who have had none since the same day; answers them. Of two processes at once one notes it. */
const note = async (db: Db, kind: 'unused' | 'password', day: string, chosen: RawBuilder<unknown>): Promise<Warned[]> => {
  const { rows } = await sql<Warned>`
    with chosen as (${chosen}), noted as (
      insert into account_warning as w (user_id, kind, since_day, warned_day, due_day)
      select c.user_id, ${kind}, c.since_day, ${day}::date, c.due_day from chosen c
      on conflict (user_id, kind) do update set since_day = excluded.since_day, warned_day = excluded.warned_day, due_day = excluded.due_day
      where w.since_day <> excluded.since_day
      returning user_id, since_day, due_day
    )
    select n.user_id::text as "userId", u.login_name as "loginName", u.email, n.since_day::text as "sinceDay", n.due_day::text as "dueDay"
    from noted n join sys_user u on u.user_id = n.user_id order by n.user_id`.execute(db)
  return rows
}

export interface UnusedRule {
  day: string
  warnDays: number
  /** 0 disables nobody. */
  disableDays: number
  /** Days that lie between the warning and the disabling at least. */
  graceDays: number
}

/** Warns of accounts that nobody has used for so long. Accounts of the system sign in nowhere and are left alone. */
export const warnUnused = (db: Db, { day, warnDays, disableDays, graceDays }: UnusedRule): Promise<Warned[]> =>
  note(
    db,
    'unused',
    day,
    sql`select u.user_id, ${LAST_USED} as since_day,
        case when ${disableDays}::int > 0 then greatest(${LAST_USED} + ${disableDays}::int, ${day}::date + ${graceDays}::int) end as due_day
      from sys_user u where u.account_status = 'normal' and u.type_id <> 'system' and ${LAST_USED} + ${disableDays > 0 ? Math.min(warnDays, disableDays) : warnDays}::int <= ${day}::date`,
  )

/** Warns of passwords that end within so many days. */
export const warnOfPassword = (db: Db, { day, expireDays, warnDays }: { day: string; expireDays: number; warnDays: number }): Promise<Warned[]> =>
  note(
    db,
    'password',
    day,
    sql`select u.user_id, ${dateOf(sql`u.password_time`)} as since_day, ${dateOf(sql`u.password_time`)} + ${expireDays}::int as due_day
      from sys_user u where u.account_status = 'normal' and u.password_hash is not null and not u.must_change_password
        and ${day}::date between ${dateOf(sql`u.password_time`)} + ${expireDays - warnDays}::int and ${dateOf(sql`u.password_time`)} + ${expireDays}::int`,
  )

const dueUnused = (day: string, disableDays: number): RawBuilder<unknown> => sql`from sys_user u join account_warning w on w.user_id = u.user_id and w.kind = 'unused'
  where u.account_status = 'normal' and u.type_id <> 'system' and w.since_day = ${LAST_USED} and greatest(w.due_day, ${LAST_USED} + ${disableDays}::int) <= ${day}::date`

/** Accounts that were warned and not used since, and whose day has come. */
export async function unusedDue(db: Db, day: string, disableDays: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.user_id::text as id ${dueUnused(day, disableDays)} and w.due_day is not null order by u.user_id`.execute(db)
  return rows.map((r) => r.id)
}

/** One of them, held until the transaction ends; undefined where somebody has used it meanwhile. */
export async function lockUnused(db: Db, userId: string, day: string, disableDays: number): Promise<{ version: number; unusedDays: number } | undefined> {
  const { rows } = await sql<{ version: number; unusedDays: number }>`select u.version, ${day}::date - w.since_day as "unusedDays"
    ${dueUnused(day, disableDays)} and u.user_id = ${userId}::bigint for update of u`.execute(db)
  return rows[0]
}

/** Who was let in again is warned again before anything happens to their account. */
export const forgetUnused = (db: Db, userId: string) => db.deleteFrom('account_warning').where('user_id', '=', userId).where('kind', '=', 'unused').execute()
