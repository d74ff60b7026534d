import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { scopeOf } from '../access/entities'
import type { Principal } from '../access/principal'
import type { Db } from '../database/database'
import { contains } from '../database/list'
import { gramsOfKeyword, normalise } from '../search/grams'

/** Sessions belong to people, so the data scope of people rules. */
const PEOPLE = scopeOf('user')

const live = (db: Db, idleSeconds: number) =>
  db
    .selectFrom('session')
    .innerJoin('sys_user', 'sys_user.user_id', 'session.user_id')
    .where('end_time', 'is', null)
    .where('expire_time', '>', sql<Date>`now()`)
    .where('last_seen_time', '>', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)

const COLUMNS = ['session_id', 'session.user_id', 'login_name', 'real_name', 'login_ip', 'device', 'session.create_time', 'last_seen_time'] as const

/** Rows whose `user_id` is one of the people within a reader's data scope, such as their sessions. */
export const ofPeopleWithin = (principal: Principal, alias: string) => sql<SqlBool>`exists (select 1 from sys_user where sys_user.user_id = ${sql.ref(`${alias}.user_id`)} and ${PEOPLE(principal, 'sys_user')})`

/** Whether a session is that of the reader, who has none in a job; the table is called `t`. */
export const isOwnSession = ({ sessionId }: Principal) => sql<boolean>`t.session_id::text = ${sessionId}`

/** Sessions that have neither ended nor passed away; the table is called `t`. */
export const stillLive = (idleSeconds: number) => sql<SqlBool>`(t.end_time is null and t.expire_time > now() and t.last_seen_time > now() - make_interval(secs => ${idleSeconds}))`

/** Sessions from an address or of a person that a keyword means; the table is called `t`. */
export function sessionsFound(keyword: string): RawBuilder<SqlBool> {
  if (!normalise(keyword)) return sql<SqlBool>`true`
  const { grams } = gramsOfKeyword(keyword)
  const like = contains(keyword.trim())
  // Initials stand in the search column alone.
  const initials = grams.join('').length > 1 ? sql` or u.search_grams @> ${grams}::text[]` : sql``
  return sql<SqlBool>`(t.login_ip like ${like} or exists (select 1 from sys_user u where u.user_id = t.user_id and (u.login_name ilike ${like} or u.real_name ilike ${like}${initials})))`
}

export const listOwn = (db: Db, userId: string, idleSeconds: number) =>
  live(db, idleSeconds).select(COLUMNS).where('session.user_id', '=', userId).orderBy('last_seen_time', 'desc').orderBy('session_id', 'desc').execute()

export const findOwn = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('session')
    .select(['session_id', 'end_time'])
    .where('session_id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where('user_id', '=', userId)
    .execute()
