import type { FieldsOf } from '@assoc/contract'
import { dayAfter, dayOf, today } from '@assoc/contract/core/day'
import { withoutEnd } from '@assoc/contract/core/characters'
import type * as calls from '@assoc/contract/meeting/meeting'
import { meetingResource } from '@assoc/contract/meeting/meeting'
import { renderSVG } from 'uqr'
import type { AuditEntry } from '../../../platform/audit/audit'
import { iso } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { derivedUpdate, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { apart, findRow } from '../../../platform/resource/rows.repository'
import { meeting } from './index'
import { readMeeting } from './repository'
import * as rooms from './rooms.repository'

type Fields = FieldsOf<typeof meetingResource>

const DAY_MS = 86_400_000
const MOVED = ['startTime', 'endTime', 'regStart', 'regEnd', 'changeUntil', 'payUntil'] as const

const moved = (at: string, days: number): string => new Date(Date.parse(at) + days * DAY_MS).toISOString()

/** The name with its year, where the copy lies in another one. */
const renamed = (name: string, from: string, to: string): string => (from.slice(0, 4) === to.slice(0, 4) ? name : name.replaceAll(from.slice(0, 4), to.slice(0, 4)))

/** Makes a draft like another meeting on another day; rooms that are taken then are left out and named. */
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
  const fields = { ...kept, ...times, meetingName: renamed(row.meetingName, from, dayAfter(from, days)), cover: [], rooms: [] }
  const meetId = await insertFields(meeting.runtime, action, fields)
  const standing: NonNullable<Fields['rooms']> = []
  const missedRooms: string[] = []
  for (const line of row.rooms ?? []) {
    const wanted = { roomId: line.roomId, startTime: moved(line.startTime, days), endTime: moved(line.endTime, days) }
    // What is taken back leaves nothing in the log.
    const noted: AuditEntry[] = []
    try {
      await apart(db, async () => derivedUpdate(meeting.runtime, { ...action, audit: (entry) => void noted.push(entry) }, meetId, standing.length + 1, { rooms: [...standing, wanted] }))
      noted.forEach(action.audit)
      standing.push(wanted)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      missedRooms.push(error.message)
    }
  }
  return { meetId, missedRooms }
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
