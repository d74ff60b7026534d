import { localTime } from '@assoc/contract/core/day'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { regStatus } from '@assoc/contract/meeting/registration'
import type { AuditEntry } from '../../../platform/audit/audit'
import { iso, type Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { RegStatus } from '../meeting/tables'
import * as entries from './entries.repository'
import { findSession, type Session } from './repository'
import type { SignOutcome, SignWay } from './tables'

// What signing in is, whoever does it: validity first, then whether somebody has signed in already.

/** People whom one device may sign in at a session. */
export const PEOPLE_OF_DEVICE = 3

/** A try to sign in, as the log keeps it. */
export interface Try {
  sessionId: string
  registerId: string | null
  way: SignWay
  gate?: string | null
  device?: Buffer | null
  operatorId?: string | null
  nonce?: string | null
  forced?: boolean
  reason?: string | null
  /** What a counter without a connection scanned: when, as it says, and since when it has had its list. */
  scan?: { at: Date; since: Date | null; counterKey: string }
}

export interface Result {
  outcome: SignOutcome
  code: string | null
  message: string
  person: entries.Person | null
  signTime: string | null
  late: boolean
}

const timeOf = (instant: Date): string => localTime(instant).slice(0, 16)

export async function sessionOf(db: Db, sessionId: string): Promise<Session> {
  const session = await findSession(db, sessionId)
  if (!session) throw refuse.notFound()
  return session
}

/** Meetings whose sessions are set before it is known that they will be held. */
const UNPUBLISHED: readonly string[] = ['draft', 'pending', 'returned']

/** Why nobody signs in at a session at this moment, by the database's clock; null while it is open. */
export function closedWhy({ meetingStatus, phase, status, signFrom }: Session): Refusal | null {
  if (meetingStatus === 'cancelled') return new Refusal(MEETING_CODE.signEnded, '会议已取消，不能签到')
  if (UNPUBLISHED.includes(meetingStatus)) return new Refusal(MEETING_CODE.signEarly, '会议尚未发布，不能签到')
  if (phase === 'before') return new Refusal(MEETING_CODE.signEarly, `签到尚未开始，开始时间为 ${timeOf(signFrom)}`)
  if (phase === 'over') return new Refusal(MEETING_CODE.signEnded, status === 'closed' ? '本场签到已关闭，请联系会务组' : '本场签到已结束，请联系会务组')
  return null
}

export const deviceFull = (): Refusal => new Refusal(MEETING_CODE.signDeviceFull, `一台设备每场最多为 ${PEOPLE_OF_DEVICE} 人签到，请使用本人手机，或到签到台办理`)

const EXPECTED: readonly RegStatus[] = ['confirmed', 'attended', 'absent']
const GONE: readonly RegStatus[] = ['cancelled', 'rejected']

/** Why somebody may not sign in for a meeting; null for who has a place. */
export function refusedWhy(person: entries.Person | null | undefined, meetId: string): Refusal | null {
  if (!person) return new Refusal(MEETING_CODE.signNotRegistered, '该手机号码未报名本次会议，请核对号码，或到签到台现场登记')
  if (person.meetId !== meetId) return new Refusal(MEETING_CODE.signOtherMeeting, '这是另一场会议的报名，不能在本场签到')
  if (person.regStatus === 'cancelled') return new Refusal(MEETING_CODE.signCancelled, `您的报名（${person.registerNo}）已取消，请联系会务组`)
  if (!EXPECTED.includes(person.regStatus)) return new Refusal(MEETING_CODE.signNoPlace, `报名尚未成功（${person.registerNo}，${regStatus.labels[person.regStatus]}），请联系会务组`)
  return null
}

const logged = ({ sessionId, registerId, way, gate, device, operatorId, nonce, scan }: Try, outcome: SignOutcome, code: string | null, reason: string | null): entries.LogRow => ({
  session_id: sessionId,
  register_id: registerId,
  outcome,
  code,
  reason,
  way,
  gate: gate ?? null,
  device: device ?? null,
  operator_id: operatorId ?? null,
  nonce: nonce ?? null,
  ...(scan ? { scan_time: scan.at, counter_key: scan.counterKey } : {}),
})

/** Keeps a refused try; for visitors on the pool, since their refusal undoes the transaction. */
export async function logRefused(db: Db, attempt: Try, refusal: Refusal): Promise<Result> {
  await entries.insertLog(db, logged(attempt, 'refused', refusal.code, refusal.message))
  return { outcome: 'refused', code: refusal.code, message: refusal.message, person: null, signTime: null, late: false }
}

const isLate = ({ lateFrom }: Session, at: Date): boolean => lateFrom !== null && at >= lateFrom

/**
 * A session as it was when somebody was scanned. A counter tells no time before it had its list and none to come, so that neither a wrong
 * clock nor somebody who sets one moves a sign-in out of the time in which it was.
 */
function asScanned(session: Session, { scan }: Try): Session {
  if (!scan) return session
  const { status, signFrom, signTo, closedTime } = session
  const now = new Date(Math.min(session.now.getTime(), Math.max(scan.at.getTime(), (scan.since ?? session.now).getTime())))
  const closed = status === 'closed' && (closedTime === null || now >= closedTime)
  return { ...session, now, phase: closed || now >= signTo ? 'over' : status === 'planned' && now < signFrom ? 'before' : 'now' }
}

/**
 * Signs somebody in within the caller's transaction, or answers why not. The registration is held, so that of two at once the second finds
 * the first; a unique index keeps it true whoever forgets the lock. `forced` passes over window and missing place, with its reason.
 */
export async function signIn(db: Db, audit: (entry: AuditEntry) => void, attempt: Try): Promise<Result> {
  const person = attempt.registerId ? await entries.holdPerson(db, attempt.registerId) : undefined
  // Asked when the row is held: the same try, sent twice at once, finds its first.
  const known = attempt.nonce ? await entries.findTry(db, attempt.sessionId, attempt.nonce) : undefined
  if (known) return repeated(db, attempt, known)
  // Read after the row is held: who waited for it signs in by the time when they have it.
  const session = asScanned(await sessionOf(db, attempt.sessionId), attempt)
  const refusal = whyNot(session, person, attempt) ?? (await revokedWhy(db, session, attempt))
  if (refusal || !person) return { ...(await logRefused(db, attempt, refusal ?? refuse.notFound())), person: person ?? null }
  const before = await entries.findSignIn(db, session.sessionId, person.registerId)
  if (before) return duplicate(db, session, attempt, person)
  if (attempt.device && (await entries.countOfDevice(db, session.sessionId, attempt.device)) >= PEOPLE_OF_DEVICE) {
    return { ...(await logRefused(db, attempt, deviceFull())), person }
  }
  const forced = attempt.forced === true && (closedWhy(session) !== null || refusedWhy(person, session.meetId) !== null)
  const row = await entries.insertSignIn(db, { ...rowOf(session, attempt, person), forced, ...(attempt.scan ? { sign_time: session.now } : {}) })
  if (!row) return duplicate(db, session, attempt, person)
  if (person.regStatus !== 'attended') {
    await entries.setStatus(db, person.registerId, 'attended')
    audit({ recordType: 'meetingRegistration', recordId: person.registerId, verb: 'attend', reason: attempt.reason ?? null, before: { regStatus: person.regStatus }, after: { regStatus: 'attended', session: session.sessionName } })
  } else audit({ recordType: 'meetingRegistration', recordId: person.registerId, verb: 'attend', reason: attempt.reason ?? null, after: { session: session.sessionName } })
  await entries.insertLog(db, logged(attempt, forced ? 'forced' : 'accepted', null, attempt.reason ?? null))
  return { outcome: forced ? 'forced' : 'accepted', code: null, message: row.late ? '签到成功（迟到）' : '签到成功', person, signTime: iso(row.sign_time), late: row.late }
}

const rowOf = (session: Session, attempt: Try, { registerId }: entries.Person): entries.NewSignIn => ({
  session_id: session.sessionId,
  register_id: registerId,
  late: isLate(session, session.now),
  forced: false,
  way: attempt.way,
  gate: attempt.gate ?? null,
  device: attempt.device ?? null,
  operator_id: attempt.operatorId ?? null,
})

async function revokedWhy(db: Db, { now }: Session, { scan, sessionId, registerId }: Try): Promise<Refusal | null> {
  if (!scan || !registerId || !(await entries.revokedSince(db, sessionId, registerId, now))) return null
  return new Refusal(MEETING_CODE.signRevoked, '该人员的签到此后已被撤销，如确已到场请重新签到')
}

function whyNot(session: Session, person: entries.Person | undefined, { forced }: Try): Refusal | null {
  const refused = refusedWhy(person, session.meetId)
  // Neither another meeting's registration nor one that was given up is forced: who stands there registers on the spot.
  if (forced && person && person.meetId === session.meetId && !GONE.includes(person.regStatus)) return session.meetingStatus === 'cancelled' ? closedWhy(session) : null
  return closedWhy(session) ?? refused
}

/** Somebody who has signed in already. What a counter scanned earlier, and sends only now, moves their sign-in to that time; both rows stay in the log. */
async function duplicate(db: Db, session: Session, attempt: Try, person: entries.Person): Promise<Result> {
  const moved = attempt.scan ? await entries.signEarlier(db, { ...rowOf(session, attempt, person), sign_time: session.now }) : undefined
  const stands = moved ?? (await entries.findSignIn(db, session.sessionId, person.registerId))
  await entries.insertLog(db, logged(attempt, 'duplicate', null, moved ? '多处签到，以本条的较早时间为准' : null))
  return { outcome: 'duplicate', code: null, message: stands ? `已于 ${localTime(stands.sign_time).slice(11, 16)} 签到，无需重复` : '已签到，无需重复', person, signTime: stands ? iso(stands.sign_time) : null, late: stands?.late ?? false }
}

/** What a try is told that was sent a second time. */
async function repeated(db: Db, { sessionId }: Try, known: NonNullable<Awaited<ReturnType<typeof entries.findTry>>>): Promise<Result> {
  const person = known.register_id ? ((await entries.findPerson(db, known.register_id)) ?? null) : null
  const row = person ? await entries.findSignIn(db, sessionId, person.registerId) : undefined
  return { outcome: known.outcome, code: known.code, message: known.outcome === 'refused' ? (known.reason ?? '') : '签到成功', person, signTime: row ? iso(row.sign_time) : null, late: row?.late ?? false }
}

/** Takes a sign-in back; with the last one the registration stands where it stood before. */
export async function revoke(db: Db, audit: (entry: AuditEntry) => void, attempt: Try & { registerId: string; operatorId: string; reason: string }): Promise<void> {
  const person = await entries.holdPerson(db, attempt.registerId)
  if (!person || !(await entries.revokeSignIn(db, attempt.sessionId, attempt.registerId, attempt.operatorId, attempt.reason))) throw new Refusal(MEETING_CODE.signNotRegistered, '该人员在本场没有签到记录')
  await entries.insertLog(db, logged(attempt, 'revoked', null, attempt.reason))
  const last = person.regStatus === 'attended' && !(await entries.hasSignIns(db, attempt.registerId))
  if (last) await entries.setStatus(db, attempt.registerId, 'confirmed')
  audit({ recordType: 'meetingRegistration', recordId: attempt.registerId, verb: 'revokeSign', reason: attempt.reason, before: { regStatus: person.regStatus }, after: { regStatus: last ? 'confirmed' : person.regStatus } })
}

/** Revokes all that a registration has, where its own step back does it. */
export async function revokeEach(db: Db, registerId: string, by: string, reason: string): Promise<void> {
  for (const row of await entries.revokeAll(db, registerId, by, reason)) await entries.insertLog(db, logged({ sessionId: row.session_id, registerId, way: 'staff', operatorId: by }, 'revoked', null, reason))
}
