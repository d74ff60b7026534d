import type { ImKind } from '@assoc/contract/rbac/im'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { ImPerson } from '../../../platform/im/provider'
import { ACCOUNT_COLUMNS } from '../user/account.repository'
import '../../../platform/im/tables'

export interface Flow {
  stateHash: Buffer
  cookieHash: Buffer
  kind: ImKind
  /** Sealed. */
  verifier: string
  sessionId: string | null
  reback: string | null
}

/** Keeps a way to a messenger for ten minutes; those that ran out go. */
export const insertFlow = (db: Db, f: Flow) =>
  sql`with gone as (delete from im_flow where expire_time < now())
    insert into im_flow (state_hash, cookie_hash, kind, verifier, session_id, reback, expire_time)
    values (${f.stateHash}, ${f.cookieHash}, ${f.kind}, ${f.verifier}, ${f.sessionId}, ${f.reback}, now() + interval '10 minutes')`.execute(db)

/** Takes the flow that a return belongs to, once: it must be this browser's, of this messenger, and not too old. */
export const takeFlow = (db: Db, kind: ImKind, stateHash: Buffer, cookieHash: Buffer) =>
  db.deleteFrom('im_flow').where('state_hash', '=', stateHash).where('cookie_hash', '=', cookieHash).where('kind', '=', kind).where('expire_time', '>', sql<Date>`now()`).returning(['verifier', 'session_id', 'reback']).executeTakeFirst()

/** Whose session it is, as long as it lives and they may sign in. */
export const personOfSession = async (db: Db, sessionId: string) =>
  (
    await sql<{ userId: string; realName: string }>`select u.user_id::text as "userId", u.real_name as "realName" from session s join sys_user u using (user_id)
      where s.session_id = ${sessionId} and s.end_time is null and s.expire_time > now() and u.account_status = 'normal'`.execute(db)
  ).rows[0]

/** The account that somebody of a messenger is bound to, with a note that they came; messages go where they are now. */
export async function accountOf(db: Db, kind: ImKind, { id, address }: ImPerson) {
  const bound = await db.updateTable('im_binding').set({ last_used_time: sql<Date>`now()`, address }).where('kind', '=', kind).where('external_id', '=', id).returning('user_id').executeTakeFirst()
  return bound && db.selectFrom('sys_user').select(ACCOUNT_COLUMNS).where('user_id', '=', bound.user_id).executeTakeFirst()
}

/** Keeps somebody whom nobody is bound to, for a quarter of an hour. */
export const insertOffer = (db: Db, tokenHash: Buffer, kind: ImKind, { id, address, shownName }: ImPerson) =>
  sql`with gone as (delete from im_offer where expire_time < now())
    insert into im_offer (token_hash, kind, external_id, address, shown_name, expire_time) values (${tokenHash}, ${kind}, ${id}, ${address}, ${shownName}, now() + interval '15 minutes')`.execute(db)

/** The offer of a browser to a session that began after it came: whoever it is has shown since then who they are. */
const offers = (sessionId: string) => sql<boolean>`im_offer.expire_time > now() and im_offer.create_time < (select s.create_time from session s where s.session_id = ${sessionId})`

export const findOffer = (db: Db, tokenHash: Buffer, sessionId: string) =>
  db.selectFrom('im_offer').select(['kind', 'shown_name']).where('token_hash', '=', tokenHash).where(offers(sessionId)).executeTakeFirst()

export const takeOffer = (db: Db, tokenHash: Buffer, sessionId: string) =>
  db.deleteFrom('im_offer').where('token_hash', '=', tokenHash).where(offers(sessionId)).returning(['kind', 'external_id', 'address', 'shown_name']).executeTakeFirst()

export type Bound = 'bound' | 'taken' | 'other'

/** Binds an account; `taken`: somebody else has it, `other`: this person has bound another one. */
export async function bind(db: Db, userId: string, kind: ImKind, { id, address, shownName }: ImPerson): Promise<Bound> {
  const { rows } = await sql<{ user_id: string }>`insert into im_binding (user_id, kind, external_id, address, shown_name)
    values (${userId}, ${kind}, ${id}, ${address}, ${shownName.slice(0, 100)}) on conflict do nothing returning user_id::text`.execute(db)
  if (rows.length > 0) return 'bound'
  const known = await db.selectFrom('im_binding').select(['user_id', 'external_id']).where('kind', '=', kind).where((eb) => eb.or([eb('external_id', '=', id), eb('user_id', '=', userId)])).execute()
  if (known.some((b) => b.user_id === userId && b.external_id === id)) return 'bound'
  return known.some((b) => b.external_id === id) ? 'taken' : 'other'
}

export const bindingsOf = (db: Db, userId: string) => db.selectFrom('im_binding').select(['kind', 'shown_name', 'bind_time', 'last_used_time']).where('user_id', '=', userId).execute()

export const unbind = (db: Db, userId: string, kind: ImKind) => db.deleteFrom('im_binding').where('user_id', '=', userId).where('kind', '=', kind).returning('shown_name').executeTakeFirst()

/** Ends all bindings of an account that is nobody's any more. */
export const unbindAll = (db: Db, userId: string) => db.deleteFrom('im_binding').where('user_id', '=', userId).execute()
