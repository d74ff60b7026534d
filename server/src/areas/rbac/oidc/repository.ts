import type { ImKind } from '@assoc/contract/rbac/im'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { SignOnField } from '../../../platform/sign-on'
import { ACCOUNT_COLUMNS } from '../user/account.repository'
import './tables'

export interface Flow {
  stateHash: Buffer
  cookieHash: Buffer
  nonce: string
  verifier: string
  reback: string | null
}

/** Keeps a way to the provider for ten minutes; those that ran out go. */
export const insertFlow = (db: Db, f: Flow) =>
  sql`with gone as (delete from sign_on_flow where expire_time < now())
    insert into sign_on_flow (state_hash, cookie_hash, nonce, verifier, reback, expire_time)
    values (${f.stateHash}, ${f.cookieHash}, ${f.nonce}, ${f.verifier}, ${f.reback}, now() + interval '10 minutes')`.execute(db)

/** Takes the flow that a return belongs to, once: it must be this browser's and not too old. */
export const takeFlow = (db: Db, stateHash: Buffer, cookieHash: Buffer) =>
  db
    .deleteFrom('sign_on_flow')
    .where('state_hash', '=', stateHash)
    .where('cookie_hash', '=', cookieHash)
    .where('expire_time', '>', sql<Date>`now()`)
    .returning(['nonce', 'verifier', 'reback'])
    .executeTakeFirst()

export interface NewArrival {
  tokenHash: Buffer
  userId: string
  name: string
  idToken: string | null
  way: 'oidc' | ImKind
}

/** Keeps who has come back until the login page takes the session over: two minutes. */
export const insertArrival = (db: Db, a: NewArrival) =>
  sql`with gone as (delete from sign_on_arrival where expire_time < now())
    insert into sign_on_arrival (token_hash, user_id, login_name, id_token, login_way, expire_time)
    values (${a.tokenHash}, ${a.userId}, ${a.name}, ${a.idToken}, ${a.way}, now() + interval '2 minutes')`.execute(db)

/** Who has come back under a token, leaving it there. */
export const findArrival = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('sign_on_arrival')
    .select(['user_id', 'login_name', 'id_token', 'login_way'])
    .where('token_hash', '=', tokenHash)
    .where('expire_time', '>', sql<Date>`now()`)
    .executeTakeFirst()

export const takeArrival = (db: Db, tokenHash: Buffer) =>
  db
    .deleteFrom('sign_on_arrival')
    .where('token_hash', '=', tokenHash)
    .where('expire_time', '>', sql<Date>`now()`)
    .returning(['user_id', 'login_name', 'id_token', 'login_way'])
    .executeTakeFirst()

/** The accounts that a value of the provider's claim names; more than one is nobody. */
export async function findByClaim(db: Db, field: SignOnField, value: string) {
  const query = db.selectFrom('sys_user').select(ACCOUNT_COLUMNS).where('account_status', '<>', 'cancelled').limit(2)
  const rows =
    field === 'loginName'
      ? await query.where(sql`lower(login_name)`, '=', value.toLowerCase()).execute()
      : field === 'employeeNo'
        ? await query.where('user_id', 'in', (eb) => eb.selectFrom('employee').select('user_id').where('employee_no', '=', value).where('employee_status', '<>', 'left').where('user_id', 'is not', null).$castTo<{ user_id: string }>()).execute()
        : await query.where(field, '=', field === 'email' ? value.toLowerCase() : value).execute()
  return rows.length === 1 ? rows[0] : undefined
}

/** The sealed ID token of a session that the provider opened. */
export const idTokenOf = async (db: Db, sessionId: string): Promise<string | null> =>
  (await db.selectFrom('session_sign_on').select('id_token').where('session_id', '=', sessionId).executeTakeFirst())?.id_token ?? null
