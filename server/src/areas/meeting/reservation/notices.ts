import { type ConsoleLink, viewLink } from '@assoc/contract'
import { dayOf } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { notify } from '../../../platform/notifications/notify'
import { clockOf } from './rules'

/** The day of the week grid that a reservation stands on, with the reservation open. */
export const linkOf = (r: { reservation_id: string; start_time: Date }): ConsoleLink => viewLink('meeting/ScheduleMeeting', { day: dayOf(r.start_time), record: r.reservation_id })

/** `2026-11-24 09:00–10:00`. */
export const when = (t: { startTime: Date; endTime: Date }): string => `${dayOf(t.startTime)} ${clockOf(t.startTime)}–${clockOf(t.endTime)}`

const TOLD: Record<string, string> = { approve: '会议室预约已通过', reject: '会议室预约未通过', cancel: '会议室预约已被取消', confirm: '会议室预约已确认到场' }

export interface Told {
  reservationId: string
  applicantId: string
  title: string
  roomName: string
  startTime: Date
  endTime: Date
}

/** Tells the applicant of a step that somebody else took. */
export async function tellStep(db: Db, by: string, r: Told, verb: string, reason: string | null): Promise<void> {
  const title = TOLD[verb]
  if (!title || r.applicantId === by) return
  const content = `${r.title}：${r.roomName} ${when(r)}${reason ? `，原因：${reason}` : ''}`
  await notify(db, r.applicantId, { title, content, link: linkOf({ reservation_id: r.reservationId, start_time: r.startTime }) })
}
