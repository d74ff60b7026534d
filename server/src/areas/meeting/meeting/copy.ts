import type { FieldsOf } from '@assoc/contract'
import { dayAfter, dayOf, today } from '@assoc/contract/core/day'
import { withoutEnd } from '@assoc/contract/core/characters'
import type * as calls from '@assoc/contract/meeting/meeting'
import { meetingResource } from '@assoc/contract/meeting/meeting'
import { renderSVG } from 'uqr'
import { has } from '../../../platform/access/principal'
import type { AuditEntry } from '../../../platform/audit/audit'
import { iso } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { derivedUpdate, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { copiedFiles } from '../../../platform/resource/files'
import { apart, findRow } from '../../../platform/resource/rows.repository'
import { settingsOf } from '../sign-in/repository'
import { session } from '../sign-in/session'
import { meeting } from './index'
import { readMeeting } from './repository'
import * as rooms from './rooms.repository'

type Fields = FieldsOf<typeof meetingResource>

const DAY_MS = 86_400_000
const MOVED = ['startTime', 'endTime', 'regStart', 'regEnd', 'changeUntil', 'payUntil'] as const

const SET_SESSIONS = 'meeting:signSession:update'

const moved = (at: string, days: number): string => new Date(Date.parse(at) + days * DAY_MS).toISOString()

/** The name with its year, where the copy lies in another one. */
const renamed = (name: string, from: string, to: string): string => (from.slice(0, 4) === to.slice(0, 4) ? name : name.replaceAll(from.slice(0, 4), to.slice(0, 4)))

/** Does a part of a copy; a part that is refused is left out whole and answers why. What is taken back leaves nothing in the log. */
async function part(action: Action, work: (own: Action) => Promise<unknown>): Promise<string | null> {
  const noted: AuditEntry[] = []
  try {
    await apart(action.db, () => work({ ...action, audit: (entry) => void noted.push(entry) }))
    noted.forEach(action.audit)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

/** Makes a draft like another meeting on another day; rooms that are taken then, and sessions that cannot be held, are left out and named. */
export async function copy(context: Context<typeof calls.copyMeeting>) {
  const { db, principal, input } = context
  const action = context as unknown as Action
  const row = await findRow(db, meeting.runtime, principal, input.meetId)
  if (!row) throw refuse.notFound()
  if (input.startDate <= today()) throw refuse.field('startDate', '新的开始日期须晚于今天')
  const from = dayOf(row.startTime)
  const days = Math.round((Date.parse(input.startDate) - Date.parse(from)) / DAY_MS)
  const kept = Object.fromEntries(Object.keys(meetingResource.definition.fields).map((field) => [field, (row as Record<string, unknown>)[field] ?? null])) as unknown as Fields
  const times = Object.fromEntries(MOVED.flatMap((field) => (row[field] ? [[field, moved(row[field], days)]] : [])))
  const fields = { ...kept, ...times, meetingName: renamed(row.meetingName, from, dayAfter(from, days)), cover: await copiedFiles(action, row.cover ?? []), rooms: [] }
  const meetId = await insertFields(meeting.runtime, action, fields)
  const standing: NonNullable<Fields['rooms']> = []
  const missedRooms: string[] = []
  for (const line of row.rooms ?? []) {
    const wanted = { roomId: line.roomId, startTime: moved(line.startTime, days), endTime: moved(line.endTime, days) }
    const refused = await part(action, (own) => derivedUpdate(meeting.runtime, own, meetId, standing.length + 1, { rooms: [...standing, wanted] }))
    if (refused) missedRooms.push(refused)
    else standing.push(wanted)
  }
  return { meetId, missedRooms, missedSessions: await copySessions(action, row.meetId, meetId, days) }
}

/** Sessions as they were set, with their codes and statuses anew. Answers those that were left out. */
async function copySessions(action: Action, from: string, meetId: string, days: number): Promise<string[]> {
  const missed: string[] = []
  for (const { signFrom, lateFrom, signTo, ...set } of await settingsOf(action.db, from)) {
    const times = { signFrom: moved(iso(signFrom), days), lateFrom: lateFrom && moved(iso(lateFrom), days), signTo: moved(iso(signTo), days) }
    const refused = has(action.principal, SET_SESSIONS) ? await part(action, (own) => insertFields(session.runtime, own, { ...set, ...times, meetId })) : '没有维护签到场次的权限'
    if (refused) missed.push(`${set.sessionName}（${refused}）`)
  }
  return missed
}

export async function links({ db, input, platform, request }: Context<typeof calls.selectMeetingLinks>) {
  const origin = withoutEnd(platform.config.publicUrl || request.origin, '/')
  const found = await readMeeting(db, input.meetId)
  if (!found) throw refuse.notFound()
  const details = `${origin}/meetingDetails?meetID=${input.meetId}`
  return { details, registration: `${origin}/mettingConferenceRegistration/${input.meetId}/${encodeURIComponent(found.meetingName)}`, picture: renderSVG(details, { border: 2, pixelSize: 6 }) }
}

export async function clashes({ db, input }: Context<typeof calls.selectMeetingClashes>) {
  const [problems, meetings] = [await rooms.roomProblems(db, input.meetId), await rooms.sameAudience(db, input.meetId)]
  return { rooms: problems, meetings: meetings.map((one) => ({ ...one, startTime: iso(one.startTime), endTime: iso(one.endTime) })) as never }
}
