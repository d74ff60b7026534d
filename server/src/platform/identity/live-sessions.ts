import { sql, type SqlBool } from 'kysely'
import { scopeOf } from '../access/entities'
import type { Principal } from '../access/principal'
import type { Db } from '../database/database'
import { contains, orderBy, page, type PageInput } from '../database/list'
import { gramsOfKeyword, normalise } from '../search/grams'

const SORT = { lastSeenTime: 'last_seen_time', createTime: 'session.create_time' } as const

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

/** Live sessions of the people within the reader's data scope. */
export async function listLive(db: Db, principal: Principal, idleSeconds: number, input: PageInput<keyof typeof SORT> & { keyword?: string | null | undefined }) {
  let query = live(db, idleSeconds).select(COLUMNS).where(PEOPLE(principal, 'sys_user'))
  if (input.keyword && normalise(input.keyword)) {
    const { grams } = gramsOfKeyword(input.keyword)
    const like = contains(input.keyword.trim())
    query = query.where((eb) =>
      eb.or([
        eb('login_ip', 'like', like),
        eb('login_name', 'ilike', like),
        eb('real_name', 'ilike', like),
        // Initials stand in the search column alone.
        eb.and([sql<SqlBool>`search_grams @> ${grams}::text[]`, sql<SqlBool>`${grams.join('').length} > 1`]),
      ]),
    )
  }
  return page(query, input, orderBy(input.sort, SORT, 'last_seen_time', 'session_id', 'desc'))
}

export const listOwn = (db: Db, userId: string, idleSeconds: number) =>
  live(db, idleSeconds).select(COLUMNS).where('session.user_id', '=', userId).orderBy('last_seen_time', 'desc').orderBy('session_id', 'desc').execute()

/** Sessions of these ids whose people lie within the scope, ended ones too. */
export const findInScope = (db: Db, principal: Principal, ids: readonly string[]) =>
  db
    .selectFrom('session')
    .innerJoin('sys_user', 'sys_user.user_id', 'session.user_id')
    .select(['session_id', 'session.user_id', 'login_name', 'end_time'])
    .where('session_id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where(PEOPLE(principal, 'sys_user'))
    .execute()

export const findOwn = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('session')
    .select(['session_id', 'end_time'])
    .where('session_id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where('user_id', '=', userId)
    .execute()
