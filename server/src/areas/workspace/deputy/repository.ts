import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { personName } from '../../../platform/identity/people'
import { inboxKinds } from '../../../platform/workspace/inbox'
import './tables'

// The database's clock alone says when somebody stands in: it is asked by every call, so that an end holds at once in every process.

/** How it stands now; the table is called `t`. */
export const stateNow = sql<'upcoming' | 'active' | 'ended'>`case when t.end_time is not null or t.to_time <= now() then 'ended' when t.from_time > now() then 'upcoming' else 'active' end`

/** Kinds in words; the table is called `t`. */
export const kindWords = (): RawBuilder<string> =>
  sql<string>`coalesce((select string_agg(coalesce(${JSON.stringify(Object.fromEntries(inboxKinds().map(({ key, label }) => [key, label])))}::jsonb ->> k, k), '、' order by n) from unnest(t.kinds) with ordinality as chosen(k, n)), '全部事项')`

export interface OwnRow {
  deputyId: string
  userId: string
  userName: string
  deputyName: string
  fromTime: Date
  toTime: Date
  kindLabels: string
  reason: string | null
  deputyState: 'upcoming' | 'active' | 'ended'
}

/** What a person has given and taken: what is not over, and the last few that are. */
export async function ofPerson(db: Db, userId: string): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select t.deputy_id::text as "deputyId", t.user_id::text as "userId", coalesce(${personName('t.user_id')}, '') as "userName", coalesce(${personName('t.deputy_user_id')}, '') as "deputyName",
      t.from_time as "fromTime", t.to_time as "toTime", ${kindWords()} as "kindLabels", t.reason, ${stateNow} as "deputyState"
    from inbox_deputy t where t.user_id = ${userId}::bigint or t.deputy_user_id = ${userId}::bigint
    order by t.to_time desc, t.deputy_id desc limit 40`.execute(db)
  return rows
}

export interface Standing {
  deputyId: string
  userId: string
  name: string
  toTime: Date
  kinds: string[]
}

/** For whom a person stands in now; one of them where it is named. */
export async function standingFor(db: Db, deputyUserId: string, deputyId?: string): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select t.deputy_id::text as "deputyId", t.user_id::text as "userId", coalesce(${personName('t.user_id')}, '') as name, t.to_time as "toTime", t.kinds
    from inbox_deputy t
    where t.deputy_user_id = ${deputyUserId}::bigint and t.end_time is null and t.from_time <= now() and t.to_time > now() ${deputyId ? sql`and t.deputy_id = ${deputyId}::bigint` : sql``}
    order by t.deputy_id limit 20`.execute(db)
  return rows
}

/** Deputies of a person that are not over: how many, and whether one of them is this person in a part of the time. */
export async function openOf(db: Db, userId: string, deputyUserId: string, fromTime: string, toTime: string): Promise<{ open: number; overlaps: boolean }> {
  const { rows } = await sql<{ open: number; overlaps: boolean }>`
    select count(*)::int as open, coalesce(bool_or(deputy_user_id = ${deputyUserId}::bigint and from_time < ${toTime}::timestamptz and to_time > ${fromTime}::timestamptz), false) as overlaps
    from inbox_deputy where user_id = ${userId}::bigint and end_time is null and to_time > now()`.execute(db)
  return rows[0] ?? { open: 0, overlaps: false }
}

/** Whether an instant lies behind, by the database's clock. */
export async function isOver(db: Db, time: string): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`select ${time}::timestamptz <= now() as over`.execute(db)
  return rows[0]?.over ?? true
}

export interface Held {
  deputyId: string
  userId: string
  deputyUserId: string
  userName: string
  deputyName: string
  ended: boolean
  toTime: Date
}

/** A deputy, held so that two requests at once do not both end it. */
export async function hold(db: Db, deputyId: string): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select t.deputy_id::text as "deputyId", t.user_id::text as "userId", t.deputy_user_id::text as "deputyUserId", coalesce(${personName('t.user_id')}, '') as "userName",
      coalesce(${personName('t.deputy_user_id')}, '') as "deputyName", t.end_time is not null or t.to_time <= now() as ended, t.to_time as "toTime"
    from inbox_deputy t where t.deputy_id = ${deputyId}::bigint for update`.execute(db)
  return rows[0]
}

export const end = async (db: Db, deputyId: string): Promise<void> => {
  await db.updateTable('inbox_deputy').set({ end_time: sql<Date>`now()` }).where('deputy_id', '=', deputyId).execute()
}

/** Who it is of, when its time has come and nobody has ended it before. */
export async function endedByTime(db: Db, deputyId: string): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select t.deputy_id::text as "deputyId", t.user_id::text as "userId", t.deputy_user_id::text as "deputyUserId", coalesce(${personName('t.user_id')}, '') as "userName",
      coalesce(${personName('t.deputy_user_id')}, '') as "deputyName", true as ended, t.to_time as "toTime"
    from inbox_deputy t where t.deputy_id = ${deputyId}::bigint and t.end_time is null and t.to_time <= now()`.execute(db)
  return rows[0]
}
