import type { FieldsOf } from '@assoc/contract'
import type { meetingResource } from '@assoc/contract/meeting/meeting'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { insertReservation } from '../reservation/repository'
import { when } from '../reservation/notices'
import { brokenRules } from '../reservation/rules'
import { tellApprovers } from '../reservation/service'
import { lockRoom } from '../room/repository'
import { tellWaiting } from '../wait/queue'
import * as repository from './rooms.repository'

// Rooms of a meeting: bookings that are made, changed and given back in the meeting's own transaction.

type Line = NonNullable<FieldsOf<typeof meetingResource>['rooms']>[number]
type Meeting = { meetId: string; meetingName: string; capacity: number }

/** A meeting is planned as far ahead as it likes: the limit is for people who book a room for themselves. */
const DAYS_AHEAD = 36_500

const same = (line: Line, booking: repository.Booking): boolean =>
  line.roomId === booking.roomId && Date.parse(line.startTime) === booking.startTime.getTime() && Date.parse(line.endTime) === booking.endTime.getTime()

async function giveBack(action: Action, booking: repository.Booking): Promise<void> {
  await repository.cancelBooking(action.db, booking.reservationId)
  await tellWaiting(action.db, booking)
  action.audit({ recordType: 'reservation', recordId: booking.reservationId, verb: 'cancel', before: { reserveStatus: booking.reserveStatus }, after: { reserveStatus: 'cancelled' } })
}

/** Books one room for a meeting; `path` is where a refusal stands in the form. */
async function book(action: Action, { meetId, meetingName, capacity }: Meeting, line: Line, path: string): Promise<void> {
  const { db, principal } = action
  const room = await lockRoom(db, line.roomId)
  if (!room) throw refuse.field(`${path}.roomId`, '会议室不存在或已删除')
  // The rooms hold who fits in; that a meeting is larger than its room is said where it is approved.
  const fields = { roomId: line.roomId, title: meetingName, startTime: new Date(line.startTime), endTime: new Date(line.endTime), attendNum: Math.min(capacity || room.capacity, room.capacity) }
  const broken = brokenRules(fields, room, new Date(), DAYS_AHEAD)
  if (broken.length > 0) throw refuse.input(broken.map((one) => ({ path: `${path}.${one.path}`, message: one.message })))
  const taken = await repository.takenBy(db, fields.roomId, fields.startTime, fields.endTime)
  if (taken) throw refuse.field(`${path}.roomId`, `${room.roomName} ${when(taken)} 已被“${taken.title}”预约`)
  const status = room.needAudit ? 'pending' : 'reserved'
  const { reservation_id } = await insertReservation(db, fields, principal, status)
  await repository.noteMeeting(db, reservation_id, meetId)
  action.audit({ recordType: 'reservation', recordId: reservation_id, verb: 'insert', after: { ...fields, roomName: room.roomName, reserveStatus: status } })
  if (status === 'pending') await tellApprovers(db, principal, reservation_id, fields, room)
}

/** Brings the bookings of a meeting to what its form says. What has begun stays. */
export async function settleRooms(action: Action, meeting: Meeting, lines: readonly Line[]): Promise<void> {
  const standing = await repository.bookingsOf(action.db, meeting.meetId)
  const fresh = lines.map((line, i) => ({ line, i })).filter(({ line }) => !standing.some((booking) => same(line, booking)) && Date.parse(line.startTime) > Date.now())
  if (fresh.length > 0 && !has(action.principal, 'meeting:reservation:insert')) throw refuse.field('rooms', '您没有预约会议室的权限')
  for (const booking of standing) {
    if (!lines.some((line) => same(line, booking)) && booking.reserveStatus !== 'inUse') await giveBack(action, booking)
  }
  // In the order of the rooms: two meetings that want the same ones do not wait for each other.
  for (const { line, i } of fresh.sort((a, b) => Number(a.line.roomId) - Number(b.line.roomId))) await book(action, meeting, line, `rooms.${i}`)
}

/** Gives back the rooms of a meeting that is cancelled or deleted. */
export async function giveBackRooms(action: Action, meetId: string): Promise<void> {
  for (const booking of await repository.bookingsOf(action.db, meetId)) {
    if (booking.reserveStatus !== 'inUse') await giveBack(action, booking)
  }
}
