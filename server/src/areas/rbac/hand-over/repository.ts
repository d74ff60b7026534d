import { HAND_OVER_SECONDS } from '@assoc/contract/rbac/hand-over'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import './tables'

export interface NewHandOver {
  codeHash: Buffer
  sessionId: string
  origin: string
  challenge: string
}

/** Keeps a session that is on its way; those that ran out go. */
export const insertHandOver = (db: Db, h: NewHandOver) =>
  sql`with gone as (delete from session_hand_over where expire_time < now())
    insert into session_hand_over (code_hash, session_id, origin, challenge, expire_time)
    values (${h.codeHash}, ${h.sessionId}, ${h.origin}, ${h.challenge}, now() + make_interval(secs => ${HAND_OVER_SECONDS}))`.execute(db)

/** What a taker shows: all of it must fit. */
export type Shown = Omit<NewHandOver, 'sessionId'>

/** The live session that is on its way under a code, for this origin and browser; it stays there. */
export const findHandOver = (db: Db, s: Shown) =>
  db
    .selectFrom('session_hand_over as h')
    .innerJoin('session as s', 's.session_id', 'h.session_id')
    .select(['h.session_id', 's.user_id'])
    .where('h.code_hash', '=', s.codeHash)
    .where('h.origin', '=', s.origin)
    .where('h.challenge', '=', s.challenge)
    .where('h.expire_time', '>', sql<Date>`now()`)
    .where('s.end_time', 'is', null)
    .where('s.expire_time', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Takes it away; of two at once one has it. */
export const takeHandOver = async (db: Db, codeHash: Buffer): Promise<boolean> =>
  (await db.deleteFrom('session_hand_over').where('code_hash', '=', codeHash).where('expire_time', '>', sql<Date>`now()`).returning('session_id').executeTakeFirst()) !== undefined

/** Beside the opening of a session: what it knows of the provider that the first one was opened by, so that signing out ends it there too. */
export const handedSignOn = (from: string): RawBuilder<unknown> =>
  sql`insert into session_sign_on (session_id, id_token) select opened.session_id, s.id_token from opened, session_sign_on s where s.session_id = ${from}`

/** The first session of the sign-in that a session comes from: itself, where nothing was handed over. */
const firstOf = (sessionId: string): RawBuilder<string> => sql`coalesce((select first_id from session_handed where session_id = ${sessionId}), ${sessionId}::bigint)`

/** Lets a session count from the sign-in that it comes from: handing it to and fro makes none longer, and signing out ends both. */
export const keepFirstSignIn = (db: Db, sessionId: string, from: string) =>
  sql`with handed as (insert into session_handed (session_id, first_id) select ${sessionId}, ${firstOf(from)})
    update session s set create_time = f.create_time, expire_time = least(s.expire_time, f.expire_time)
    from session f where f.session_id = ${from} and s.session_id = ${sessionId}`.execute(db)

/** All sessions of the sign-in that a session comes from, itself among them. */
export async function sessionsOfSignIn(db: Db, sessionId: string): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`with first as (select ${firstOf(sessionId)} as id)
    select id as session_id from first union select h.session_id from session_handed h, first where h.first_id = first.id`.execute(db)
  return rows.map((row) => row.session_id)
}
