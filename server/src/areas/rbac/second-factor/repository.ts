import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { LoginWay } from '../login-log/tables'
import './tables'

/** The confirmed factor of a person. */
export const factorOf = (db: Db, userId: string) =>
  db.selectFrom('second_factor').select(['user_id', 'secret', 'confirm_time', 'last_step']).where('user_id', '=', userId).where('confirm_time', 'is not', null).executeTakeFirst()

export const pendingFactorOf = (db: Db, userId: string) =>
  db.selectFrom('second_factor').select(['secret']).where('user_id', '=', userId).where('confirm_time', 'is', null).executeTakeFirst()

/** Keeps a secret that has yet to be confirmed; false when the person has a confirmed one. */
export async function storePending(db: Db, userId: string, secret: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: string }>`
    insert into second_factor as f (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, create_time = now() where f.confirm_time is null
    returning user_id`.execute(db)
  return rows.length > 0
}

/** Confirms the factor with the step whose code has proven it; false when there is none to confirm. */
export async function confirm(db: Db, userId: string, secret: string, step: number): Promise<boolean> {
  const done = await db
    .updateTable('second_factor')
    .set({ confirm_time: sql<Date>`now()`, last_step: String(step) })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirm_time', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return done !== undefined
}

/**
 * Uses a time step up: one statement, so that of any number of tries at once one alone goes through, and no code of
 * this step or an earlier one is taken again.
 */
export async function useStep(db: Db, userId: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable('second_factor')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Uses a recovery code up; false when it is none of the person's or was used. */
export async function useRecoveryCode(db: Db, userId: string, print: string): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_time: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('print', '=', print)
    .where('used_time', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function hasRecoveryCode(db: Db, userId: string, print: string): Promise<boolean> {
  return (await db.selectFrom('recovery_code').select('user_id').where('user_id', '=', userId).where('print', '=', print).where('used_time', 'is', null).executeTakeFirst()) !== undefined
}

/** Puts new recovery codes in place of all old ones. */
export async function replaceRecoveryCodes(db: Db, userId: string, prints: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db.insertInto('recovery_code').values(prints.map((print) => ({ user_id: userId, print }))).execute()
}

export async function recoveryLeft(db: Db, userId: string): Promise<number> {
  const { n } = await db.selectFrom('recovery_code').select(sql<number>`count(*)::int`.as('n')).where('user_id', '=', userId).where('used_time', 'is', null).executeTakeFirstOrThrow()
  return n
}

/** Takes the factor away with its recovery codes and remembered devices; false when there was none. */
export async function removeFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('trusted_device').where('user_id', '=', userId).execute()
  const gone = await db.deleteFrom('second_factor').where('user_id', '=', userId).returning('confirm_time').executeTakeFirst()
  return gone?.confirm_time != null
}

/** Where a code reaches a person: their mobile, else their mailbox; null for who has neither. */
export const codeTarget = async (db: Db, userId: string): Promise<string | null> => {
  const row = await db.selectFrom('sys_user').select(['mobile', 'email']).where('user_id', '=', userId).executeTakeFirst()
  return row?.mobile ?? row?.email ?? null
}

/** Whether a person holds, now, a sensitive permit of this console, or one of the roles. */
export async function standing(db: Db, userId: string, roleIds: readonly string[]): Promise<{ sensitive: boolean; named: boolean }> {
  const held = sql`from user_role ur join role r on r.role_id = ur.role_id and r.role_status = 'enabled'`
  const mine = sql`ur.user_id = ${userId} and (ur.expire_time is null or ur.expire_time > now())`
  const { rows } = await sql<{ sensitive: boolean; named: boolean }>`
    select exists (select 1 ${held}
        join role_permit rp on rp.role_id = r.role_id and (rp.expire_time is null or rp.expire_time > now())
        join permit p on p.permit_id = rp.permit_id and p.permit_status = 'enabled' and p.system_id = 2 and p.sensitive
        where ${mine}) as sensitive,
      exists (select 1 ${held} where ${mine} and r.role_id = any(${[...roleIds]}::bigint[])) as named`.execute(db)
  return rows[0] as { sensitive: boolean; named: boolean }
}

// --- remembered devices ----------------------------------------------------------------------------

/** Whether a browser is remembered for a person; notes that it came. */
export async function knowsDevice(db: Db, userId: string, tokenHash: Buffer): Promise<boolean> {
  const known = await db
    .updateTable('trusted_device')
    .set({ last_used_time: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('expire_time', '>', sql<Date>`now()`)
    .returning('device_id')
    .executeTakeFirst()
  return known !== undefined
}

export interface NewDevice {
  userId: string
  tokenHash: Buffer
  device: string
  ip: string
  days: number
}

export const insertDevice = (db: Db, d: NewDevice) =>
  sql`with gone as (delete from trusted_device where expire_time < now())
    insert into trusted_device (user_id, token_hash, device, ip, expire_time)
    values (${d.userId}, ${d.tokenHash}, ${d.device}, ${d.ip}, now() + make_interval(days => ${d.days}))`.execute(db)

export const devicesOf = (db: Db, userId: string) =>
  db
    .selectFrom('trusted_device')
    .select(['device_id', 'token_hash', 'device', 'ip', 'create_time', 'last_used_time', 'expire_time'])
    .where('user_id', '=', userId)
    .where('expire_time', '>', sql<Date>`now()`)
    .orderBy('last_used_time', 'desc')
    .orderBy('device_id', 'desc')
    .execute()

export const deleteDevice = (db: Db, userId: string, deviceId: string) =>
  db.deleteFrom('trusted_device').where('user_id', '=', userId).where('device_id', '=', deviceId).returning(['device_id', 'device']).executeTakeFirst()

// --- challenges ------------------------------------------------------------------------------------

export interface NewChallenge {
  tokenHash: Buffer
  cookieHash: Buffer
  userId: string
  kind: 'verify' | 'enrol' | 'code'
  way: LoginWay
  name: string
  triesKey: string | null
  secret: string | null
  idToken: string | null
  minutes: number
}

/** Keeps a challenge; those that ran out a day ago go. */
export const insertChallenge = (db: Db, c: NewChallenge) =>
  sql`with gone as (delete from login_challenge where expire_time < now() - interval '1 day')
    insert into login_challenge (token_hash, cookie_hash, user_id, kind, login_way, login_name, tries_key, secret, id_token, expire_time)
    values (${c.tokenHash}, ${c.cookieHash}, ${c.userId}, ${c.kind}, ${c.way}, ${c.name}, ${c.triesKey}, ${c.secret}, ${c.idToken},
      now() + make_interval(mins => ${c.minutes}))`.execute(db)

const CHALLENGE = ['challenge_id', 'user_id', 'kind', 'login_way', 'login_name', 'tries_key', 'secret', 'id_token'] as const

/** A challenge that can still be answered by this browser. `count` counts a try, in the same statement. */
export function liveChallenge(db: Db, tokenHash: Buffer, cookieHash: Buffer, maxTries: number, count: boolean) {
  return db
    .updateTable('login_challenge')
    .set({ tries: sql<number>`tries + ${count ? 1 : 0}::int` })
    .where('token_hash', '=', tokenHash)
    .where('cookie_hash', '=', cookieHash)
    .where('used_time', 'is', null)
    .where('tries', '<', maxTries)
    .where('expire_time', '>', sql<Date>`now()`)
    .returning(CHALLENGE)
    .executeTakeFirst()
}

/** Uses a challenge up; false when another try has been faster. */
export async function useChallenge(db: Db, challengeId: string): Promise<boolean> {
  const used = await db
    .updateTable('login_challenge')
    .set({ used_time: sql<Date>`now()`, secret: null, id_token: null })
    .where('challenge_id', '=', challengeId)
    .where('used_time', 'is', null)
    .returning('challenge_id')
    .executeTakeFirst()
  return used !== undefined
}

/** The statement that notes that the provider opened a session, to be carried out with it; reads the session from `opened`. */
export const signOnStatement = (idToken: string | null): RawBuilder<unknown> => sql`insert into session_sign_on (session_id, id_token) select session_id, ${idToken} from opened`
