import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { localTime } from '@assoc/contract/core/day'
import { problemOfOptions, problemsOfAnswers, type GivenAnswer } from '@assoc/contract/meeting/options'
import { regStatus } from '@assoc/contract/meeting/registration'
import { has } from '../../../platform/access/principal'
import { writeAudit, type AuditEntry } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { addJob } from '../../../platform/jobs/queue'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
import { lockMeeting, type Meeting } from '../meeting/repository'
import type { RegStatus } from '../meeting/tables'
import * as notices from './notices'
import * as repository from './repository'

// Who gets a place at a meeting. Every function here works under the lock of the meeting's row.

type Note = (entry: AuditEntry) => void

const LATE = '候补逾期未确认'
export const stepEntry = (registerId: string, verb: string, before: RegStatus, after: RegStatus, reason: string | null = null): AuditEntry => ({ recordType: 'meetingRegistration', recordId: registerId, verb, reason, before: { regStatus: before }, after: { regStatus: after } })

/** The meeting, held to the end of the transaction. */
export async function held(db: Db, meetId: string): Promise<Meeting> {
  const meeting = await lockMeeting(db, meetId)
  if (!meeting) throw refuse.notFound()
  return meeting
}

/**
 * Refuses a registration that the meeting does not take at this moment, by the database's clock. Who decides on registrations may add
 * somebody after the closing and while the meeting runs; nobody when it is over.
 */
export function requireOpen({ principal }: Pick<Action, 'principal'>, meeting: Meeting): void {
  const { meetingStatus, regStart, regEnd, now, startTime } = meeting
  const closed = (message: string) => new Refusal(MEETING_CODE.closed, message)
  if (meetingStatus === 'cancelled') throw closed('该会议已取消')
  if (meetingStatus === 'ended' || meetingStatus === 'archived') throw closed('该会议已结束')
  if (meetingStatus === 'draft' || meetingStatus === 'pending' || meetingStatus === 'returned') throw closed('该会议尚未发布')
  if (has(principal, 'meeting:registration:audit')) return
  if (meetingStatus === 'published' || (regStart && now < regStart)) throw closed(regStart ? `该会议尚未开放报名，报名开始时间为 ${localTime(regStart).slice(0, 16)}` : '该会议尚未开放报名')
  if (meetingStatus !== 'open' || (regEnd && now >= regEnd) || now >= startTime) throw closed('该会议报名已截止')
}

/** Refuses a company that the meeting is not for. Guests of no company are invited by whoever registers them. */
export async function requireInvited(db: Db, meeting: Meeting, companyId: string | null): Promise<void> {
  if (companyId && !(await repository.isInvited(db, companyId, meeting))) throw new Refusal(MEETING_CODE.notInvited, '该单位不在本次会议的参会范围内')
}

/** Refuses a second registration by one number, and says where the first stands. */
export async function requireNew(db: Db, meeting: Meeting, mobile: string, without: string | null = null): Promise<void> {
  const found = await repository.standing(db, meeting.meetId, mobile)
  if (found && found.registerId !== without) throw new Refusal(MEETING_CODE.registered, found.together ? '该手机号码在本次登记中重复' : `该手机号码已报名本次会议（${found.registerNo}，${regStatus.labels[found.regStatus]}）`)
}

/** Refuses a company that has as many places as it may have. */
function requireRoomOfCompany(meeting: Meeting, companyId: string | null, ofCompany: number): void {
  if (companyId && meeting.perCompanyLimit > 0 && ofCompany >= meeting.perCompanyLimit) throw new Refusal(MEETING_CODE.companyFull, `该单位的名额（${meeting.perCompanyLimit} 人）已满`)
}

const isFull = (meeting: Meeting, taken: number) => meeting.capacity > 0 && taken >= meeting.capacity

/** Who wants a place: for which company, and with which options. */
export interface Wish {
  companyId: string | null
  optionNames: readonly string[]
}

/** Refuses an option that has no place left, or none for this company. */
export async function requireOptions(db: Db, meeting: Meeting, { companyId, optionNames }: Wish, without: string | null): Promise<void> {
  const limited = meeting.options.filter(({ name, places, perCompany }) => optionNames.includes(name) && (places > 0 || (perCompany > 0 && companyId)))
  if (limited.length === 0) return
  const used = await repository.optionsTaken(db, meeting.meetId, limited.map(({ name }) => name), companyId, without)
  for (const { name, places, perCompany } of limited) {
    const { taken = 0, ofCompany = 0 } = used.get(name) ?? {}
    if (places > 0 && taken >= places) throw new Refusal(MEETING_CODE.optionFull, `“${name}”的名额（${places} 人）已满，请改选其他项目`)
    if (perCompany > 0 && companyId && ofCompany >= perCompany) throw new Refusal(MEETING_CODE.optionCompanyFull, `“${name}”每单位限 ${perCompany} 人，该单位已满`)
  }
}

/** Where a new registration comes to stand: with a place, waiting for one, or waiting for a decision. */
export async function firstStatus(db: Db, meeting: Meeting, wish: Wish): Promise<RegStatus> {
  const { taken, ofCompany } = await repository.placesTaken(db, meeting.meetId, wish.companyId)
  requireRoomOfCompany(meeting, wish.companyId, ofCompany)
  await requireOptions(db, meeting, wish, null)
  // A place that a waiting decision would take is not there either.
  if (isFull(meeting, taken) && (!meeting.needAudit || meeting.countPending)) return 'waiting'
  return meeting.needAudit ? 'pending' : 'confirmed'
}

/** Refuses to give a place that is not there. */
export async function requirePlace(db: Db, meeting: Meeting, registerId: string, wish: Wish): Promise<void> {
  const { taken, ofCompany } = await repository.placesTaken(db, meeting.meetId, wish.companyId, registerId)
  if (isFull(meeting, taken)) throw new Refusal(MEETING_CODE.full, `名额已满（${meeting.capacity} 人），可以转为候补`)
  requireRoomOfCompany(meeting, wish.companyId, ofCompany)
  await requireOptions(db, meeting, wish, registerId)
}

/** Refuses options and answers that the meeting does not take. */
export function requireAnswers(meeting: Meeting, fields: { optionNames?: readonly string[] | null | undefined; answers?: readonly GivenAnswer[] | null | undefined; answerFiles?: readonly { fileName: string }[] | null | undefined }): void {
  const option = problemOfOptions(fields.optionNames ?? [], meeting.options)
  const answers = problemsOfAnswers(fields.answers ?? [], meeting.questions, (fields.answerFiles ?? []).map(({ fileName }) => fileName))
  const wrong = [...(option ? [{ path: 'optionNames', message: option }] : []), ...(answers.length > 0 ? [{ path: 'answers', message: answers.map(({ message }) => message).join('；') }] : [])]
  if (wrong.length > 0) throw refuse.input(wrong)
}

/** Whether places are still given on: not after the last moment for changes, nor once the meeting has begun. */
const givesOn = ({ meetingStatus, now, startTime, changeUntil }: Meeting) =>
  (meetingStatus === 'published' || meetingStatus === 'open' || meetingStatus === 'closed') && now < startTime && (!changeUntil || now < changeUntil)

/**
 * Gives the places that are free to those who wait, in their order, in the transaction that freed them: at once, or as an offer that ends.
 * Whom the limit of a company stops is passed over and keeps their place.
 */
export async function givePlaces({ db }: { db: Db }, meetId: string, note: Note): Promise<void> {
  const meeting = await held(db, meetId)
  if (!givesOn(meeting)) return
  for (;;) {
    const { taken } = await repository.placesTaken(db, meetId, null)
    if (isFull(meeting, taken)) return
    const next = await repository.nextWaiting(db, meeting)
    if (!next) return
    const until = await repository.give(db, next.registerId, meeting.offerHours)
    note(stepEntry(next.registerId, until ? 'offer' : 'admit', 'waiting', until ? 'offered' : 'confirmed'))
    await (until ? notices.tellOffer(db, next, meeting, until) : notices.tellPlace(db, next, meeting))
  }
}

/** Offers that nobody answered go to the next, meeting by meeting. */
export async function endOffers({ db }: Pick<Platform, 'db'>): Promise<void> {
  for (const { meetId } of await repository.endedOffers(db)) {
    await db.transaction().execute(async (tx) => {
      const entries: AuditEntry[] = []
      const meeting = await held(tx, meetId)
      for (const late of await repository.takeBackOffers(tx, meetId)) {
        entries.push(stepEntry(late.registerId, 'cancel', 'offered', 'cancelled', LATE))
        await repository.settleFee(tx, late.registerId)
        await notices.tellRefused(tx, late, meeting, LATE)
      }
      await givePlaces({ db: tx }, meetId, (one) => entries.push(one))
      await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: LATE }, entries)
    })
  }
}

/** Cancels everybody who stands for a meeting that does not take place. They are told by a job, which counts whom it has told. */
export async function cancelWithMeeting({ db, audit }: Pick<Action, 'db' | 'audit'>, meetId: string, reason: string | null): Promise<void> {
  await held(db, meetId)
  for (const { registerId, before } of await repository.cancelAll(db, meetId, reason)) audit(stepEntry(registerId, 'cancel', before, 'cancelled', reason))
}

const TOLD_AT_ONCE = 200

/** Tells those who were cancelled with their meeting, some in each transaction: a job that was cut off goes on after whom it has told. */
export async function tellCancelled({ db }: Pick<Platform, 'db'>, meetId: string, reason: string): Promise<void> {
  for (let told = TOLD_AT_ONCE; told === TOLD_AT_ONCE; ) {
    told = await db.transaction().execute(async (tx) => {
      const meeting = await held(tx, meetId)
      const people = await repository.takeUntold(tx, meetId, TOLD_AT_ONCE)
      for (const person of people) await notices.tellOff(tx, person, meeting, reason)
      return people.length
    })
  }
}

/** Tells those who stand for a meeting that it was moved; each transaction queues the job for the rest, so that none is told twice. */
export async function tellChanged({ db }: Pick<Platform, 'db'>, meetId: string, after: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const meeting = await held(tx, meetId)
    const people = await repository.livingAfter(tx, meetId, after, TOLD_AT_ONCE)
    for (const person of people) await notices.tellMoved(tx, person, meeting)
    const last = people.at(-1)
    if (last && people.length === TOLD_AT_ONCE) await addJob(tx, 'meeting:tell-changed', { meetId, after: last.registerId })
  })
}

/** What the end of meetings makes of those who did not come, for the log. */
export const missedBy = async (db: Db, meetIds: readonly string[]): Promise<AuditEntry[]> =>
  (await repository.missed(db, meetIds)).map(({ registerId, before, after }) => stepEntry(registerId, after === 'absent' ? 'miss' : 'cancel', before, after))
