import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { RegStatus } from '../meeting/tables'
import type { SignOutcome, SignWay } from './tables'

// Who has signed in, and every try.

export interface Person {
  registerId: string
  registerNo: string
  meetId: string
  name: string
  companyName: string | null
  postName: string
  mobile: string
  regStatus: RegStatus
  qrVersion: number
  meetingName: string
}

const PERSON = sql`r.register_id as "registerId", r.register_no as "registerNo", r.meet_id as "meetId", r.name, r.post_name as "postName", r.mobile, r.reg_status as "regStatus", r.qr_version as "qrVersion",
  (select m.meeting_name from meeting m where m.meet_id = r.meet_id) as "meetingName",
  coalesce((select c.short_name from company_public c where c.company_id = r.company_id), r.unit_name) as "companyName"`

export async function findPerson(db: Db, registerId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select ${PERSON} from meeting_registration r where r.register_id = ${registerId}::bigint`.execute(db)
  return rows[0]
}

/** Holds a registration to the end of the transaction, so that two counters that sign in one person go one after the other. */
export async function holdPerson(db: Db, registerId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select ${PERSON} from meeting_registration r where r.register_id = ${registerId}::bigint for no key update of r`.execute(db)
  return rows[0]
}

/** Who is registered for a meeting by this number; who stands comes before who has cancelled. */
export async function findByMobile(db: Db, meetId: string, mobile: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select ${PERSON} from meeting_registration r where r.mobile = ${mobile} and r.meet_id = ${meetId}::bigint
    order by r.reg_status in ('rejected', 'cancelled'), r.register_id desc limit 1`.execute(db)
  return rows[0]
}

export interface NewSignIn {
  session_id: string
  register_id: string
  late: boolean
  forced: boolean
  way: SignWay
  gate: string | null
  device: Buffer | null
  operator_id: string | null
  /** The database's clock where it is left out. */
  sign_time?: Date
}

/** Notes a sign-in; nothing where the person has one at this session, which a unique index decides. */
export const insertSignIn = (db: Db, row: NewSignIn) =>
  db
    .insertInto('meeting_sign_in')
    .values(row)
    .onConflict((c) => c.columns(['session_id', 'register_id']).where('revoked_time', 'is', null).doNothing())
    .returning(['sign_time', 'late'])
    .executeTakeFirst()

/** Of two counters that signed somebody in without knowing of each other, the earlier one counts. */
export const signEarlier = (db: Db, row: NewSignIn & { sign_time: Date }) =>
  db
    .updateTable('meeting_sign_in')
    .set({ sign_time: row.sign_time, late: row.late, way: row.way, gate: row.gate, operator_id: row.operator_id })
    .where('session_id', '=', row.session_id)
    .where('register_id', '=', row.register_id)
    .where('revoked_time', 'is', null)
    .where('sign_time', '>', row.sign_time)
    .returning(['sign_time', 'late'])
    .executeTakeFirst()

/** Whether staff took a sign-in back after this moment: what was scanned before does not bring it back. */
export const revokedSince = async (db: Db, sessionId: string, registerId: string, at: Date): Promise<boolean> =>
  (await db.selectFrom('meeting_sign_in').select('sign_id').where('session_id', '=', sessionId).where('register_id', '=', registerId).where('revoked_time', '>=', at).limit(1).executeTakeFirst()) !== undefined

export const findSignIn = (db: Db, sessionId: string, registerId: string) =>
  db.selectFrom('meeting_sign_in').select(['sign_time', 'late']).where('session_id', '=', sessionId).where('register_id', '=', registerId).where('revoked_time', 'is', null).executeTakeFirst()

/** People whom a device has signed in at a session; others wait meanwhile, so that two at once do not both find a place. */
export async function countOfDevice(db: Db, sessionId: string, device: Buffer): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${sessionId} ${device.toString('hex')}`}, 0))`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(distinct register_id)::int as n from meeting_sign_in where session_id = ${sessionId}::bigint and device = ${device}`.execute(db)
  return rows[0]?.n ?? 0
}

export const revokeSignIn = (db: Db, sessionId: string, registerId: string, by: string, reason: string) =>
  db
    .updateTable('meeting_sign_in')
    .set({ revoked_time: sql<Date>`clock_timestamp()`, revoked_by: by, revoke_reason: reason })
    .where('session_id', '=', sessionId)
    .where('register_id', '=', registerId)
    .where('revoked_time', 'is', null)
    .returning('sign_id')
    .executeTakeFirst()

/** Revokes what a person has at all sessions; answers at which. */
export const revokeAll = (db: Db, registerId: string, by: string, reason: string) =>
  db
    .updateTable('meeting_sign_in')
    .set({ revoked_time: sql<Date>`clock_timestamp()`, revoked_by: by, revoke_reason: reason })
    .where('register_id', '=', registerId)
    .where('revoked_time', 'is', null)
    .returning(['session_id', 'register_id'])
    .execute()

export const hasSignIns = async (db: Db, registerId: string): Promise<boolean> =>
  (await db.selectFrom('meeting_sign_in').select('sign_id').where('register_id', '=', registerId).where('revoked_time', 'is', null).limit(1).executeTakeFirst()) !== undefined

export const setStatus = (db: Db, registerId: string, to: RegStatus) =>
  db
    .updateTable('meeting_registration')
    .set({ reg_status: to, version: sql<number>`version + 1`, update_time: sql<Date>`now()` })
    .where('register_id', '=', registerId)
    .execute()

export interface LogRow {
  session_id: string | null
  register_id: string | null
  outcome: SignOutcome
  code: string | null
  reason: string | null
  way: SignWay
  gate: string | null
  device: Buffer | null
  operator_id: string | null
  nonce: string | null
  scan_time?: Date | null
  counter_key?: string | null
}

export const insertLog = (db: Db, row: LogRow) => db.insertInto('meeting_sign_log').values(row).onConflict((c) => c.doNothing()).execute()

/** What came of a try that was sent before under the same nonce. */
export const findTry = (db: Db, sessionId: string, nonce: string) =>
  db.selectFrom('meeting_sign_log').select(['outcome', 'code', 'reason', 'register_id']).where('session_id', '=', sessionId).where('nonce', '=', nonce).executeTakeFirst()

export const renewQr = (db: Db, registerId: string) =>
  db.updateTable('meeting_registration').set({ qr_version: sql<number>`qr_version % 65535 + 1` }).where('register_id', '=', registerId).execute()

export interface WalkIn {
  register_no: string
  meet_id: string
  company_id: string | null
  unit_name: string | null
  name: string
  gender: string
  post_name: string
  mobile: string
  dept_id: string
  by: string
  pay_status: 'none' | 'unpaid'
}

/** Registers somebody who came without a registration. */
export async function insertWalkIn(db: Db, { by, ...row }: WalkIn): Promise<string> {
  const { register_id } = await db
    .insertInto('meeting_registration')
    .values({ ...row, need_stay: false, need_pickup: false, reg_status: 'confirmed', remark: '现场登记', create_by: by, acted_by: [`write:${by}`] } as never)
    .returning('register_id')
    .executeTakeFirstOrThrow()
  return register_id
}
