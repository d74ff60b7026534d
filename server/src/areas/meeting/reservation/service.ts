import { instantOf } from '@assoc/contract/core/day'
import * as calls from '@assoc/contract/meeting/reservation'
import { has, type Principal } from '../../../platform/access/principal'
import { difference } from '../../../platform/audit/audit'
import { iso, type Db } from '../../../platform/database/database'
import type { Todo } from '../../../platform/workspace/todos'
import { Refusal, refuse } from '../../../platform/errors'
import { CODE, viewLink } from '@assoc/contract'
import type { Context } from '../../../platform/http/context'
import { abilitiesOf as abilitiesOfRow } from '../../../platform/resource/actions'
import type { Platform } from '../../../platform/platform'
import { notify } from '../../../platform/notifications/notify'
import { holdersReaching } from '../../../platform/identity/roles'
import { lockRoom, openRooms, type Room } from '../room/repository'
import { room as roomResource } from '../room'
import type { ReserveStatus } from '../tables'
import { tellWaiting } from '../wait/queue'
import { noteBooked } from '../wait/repository'
import { abilitiesOf, isMovable, mayHandle, mayStep, separatedOf, whyNot, whyNotHandled } from './abilities'
import { linkOf, tellStep, when } from './notices'
import * as repository from './repository'
import { brokenRules } from './rules'

/** A reservation as the person sees it. */
export const wire = (principal: Principal, r: repository.Reservation) => ({
  reservationId: r.reservation_id,
  roomId: r.room_id,
  roomName: r.room_name,
  title: r.title,
  startTime: iso(r.start_time),
  endTime: iso(r.end_time),
  attendNum: r.attend_num,
  applicantId: r.applicant_id,
  applicantName: r.real_name,
  reserveStatus: r.reserve_status,
  rejectReason: r.reject_reason,
  version: r.version,
  seriesId: r.series_id,
  abilities: abilitiesOf(principal, r, new Date()),
  separated: separatedOf(principal, r),
})

/** Rooms that are not closed and what stands in them for seven days from a date. */
export async function selectRoomWeek({ db, principal, input, platform }: Context<typeof calls.selectRoomWeek>) {
  const from = new Date(instantOf(input.weekStart))
  const to = new Date(from.getTime() + 7 * 86_400_000)
  const [rooms, reservations, daysAhead] = await Promise.all([openRooms(db), repository.listBetween(db, from, to), platform.settings.parameter('meeting.daysAhead')])
  return { daysAhead, rooms: rooms.map((r) => ({ ...r, abilities: abilitiesOfRow(roomResource.runtime, principal, r) })), reservations: reservations.map((r) => wire(principal, r)) }
}

const stretchOf = (r: repository.Reservation) => ({ roomId: r.room_id, startTime: r.start_time, endTime: r.end_time })

type FieldsInput = { roomId: string; title: string; startTime: string; endTime: string; attendNum: number }

const fieldsOf = (input: FieldsInput): repository.ReservationFields => ({
  roomId: input.roomId,
  title: input.title,
  startTime: new Date(input.startTime),
  endTime: new Date(input.endTime),
  attendNum: input.attendNum,
})

async function roomFor(db: Db, fields: repository.ReservationFields, { settings }: Platform): Promise<Room> {
  const room = await lockRoom(db, fields.roomId)
  if (!room) throw refuse.notFound()
  const broken = brokenRules(fields, room, new Date(), await settings.parameter('meeting.daysAhead'))
  if (broken.length > 0) throw refuse.input(broken)
  return room
}

async function reread(db: Db, principal: Principal, reservationId: string) {
  const row = await repository.findReservation(db, reservationId)
  if (!row) throw refuse.notFound()
  return wire(principal, row)
}

/** Books a room for the person; who may approve it is told when it waits. V00001 for broken rules, B00009 when the room is taken. */
export async function insertReservation({ db, principal, input, audit, platform }: Context<typeof calls.insertReservation>) {
  const fields = fieldsOf(input)
  const room = await roomFor(db, fields, platform)
  const status: ReserveStatus = room.needAudit ? 'pending' : 'reserved'
  const { reservation_id } = await repository.insertReservation(db, fields, principal, status)
  audit({ recordType: 'reservation', recordId: reservation_id, verb: 'insert', after: { ...input, roomName: room.roomName, reserveStatus: status } })
  await noteBooked(db, principal.userId, fields)
  if (status === 'pending') await tellApprovers(db, principal, reservation_id, fields, room)
  return reread(db, principal, reservation_id)
}

/** Tells those who may approve a waiting reservation of it. */
export async function tellApprovers(db: Db, principal: Principal, reservationId: string, fields: repository.ReservationFields, room: Pick<Room, 'roomName'>): Promise<void> {
  const content = `${principal.realName}：${fields.title}，${room.roomName} ${when(fields)}`
  for (const userId of await holdersReaching(db, 'meeting:reservation:approve', 'meeting', principal.deptId, principal.userId)) {
    await notify(db, userId, { title: '有会议室预约待您审批', content, link: linkOf({ reservation_id: reservationId, start_time: new Date(fields.startTime) }) })
  }
}

/**
 * Changes or moves a reservation that has not begun. What was approved keeps its room and time, whoever
 * moves it: nobody approves what they changed; where no approval is needed, a waiting one stands at once.
 */
export async function updateReservation({ db, principal, input, audit, platform }: Context<typeof calls.updateReservation>) {
  const before = await repository.findReservation(db, input.reservationId)
  if (!before) throw refuse.notFound()
  if (!mayHandle(principal, before)) throw refuse.forbidden('只能修改本人的预约')
  if (before.version !== input.version) throw refuse.conflict(wire(principal, before))
  if (!isMovable(before, new Date())) throw refuse.badTransition()
  const fields = fieldsOf(input)
  const room = await roomFor(db, fields, platform)
  const status = statusAfterMove(before, fields, room)
  const done = await repository.updateReservation(db, input.reservationId, input.version, before.reserve_status, status, fields, principal.userId)
  if (!done) throw refuse.conflict(await reread(db, principal, input.reservationId))
  await noteBooked(db, before.applicant_id, fields)
  await tellWaiting(db, stretchOf(before))
  const after = { roomName: room.roomName, title: fields.title, startTime: fields.startTime, endTime: fields.endTime, attendNum: fields.attendNum, reserveStatus: status }
  audit({ recordType: 'reservation', recordId: input.reservationId, verb: 'update', ...difference(formattedBefore(before), after) })
  if (before.applicant_id !== principal.userId) {
    await notify(db, before.applicant_id, { title: '您的会议室预约已调整', content: `${fields.title}：${room.roomName} ${when(fields)}`, link: linkOf({ reservation_id: before.reservation_id, start_time: new Date(fields.startTime) }) })
  }
  return reread(db, principal, input.reservationId)
}

function statusAfterMove(before: repository.Reservation, fields: repository.ReservationFields, room: Room): ReserveStatus {
  if (!room.needAudit) return 'reserved'
  if (before.reserve_status === 'pending') return 'pending'
  const moved = before.room_id !== fields.roomId || +before.start_time !== +fields.startTime || +before.end_time !== +fields.endTime
  if (!moved) return 'reserved'
  throw new Refusal(CODE.badTransition, '该会议室的预约需审批，已通过的预约不能改时间或换入，请取消后重新预约')
}

const formattedBefore = (r: repository.Reservation) => ({
  roomName: r.room_name,
  title: r.title,
  startTime: r.start_time,
  endTime: r.end_time,
  attendNum: r.attend_num,
  reserveStatus: r.reserve_status,
})

/** Approves, rejects, cancels or confirms presence. Nobody approves their own; another's is cancelled with the permit for that. The applicant is told. */
export async function changeReservationStatus({ db, principal, input, audit }: Context<typeof calls.changeReservationStatus>) {
  const before = await repository.findReservation(db, input.reservationId)
  if (!before) throw refuse.notFound()
  const step = calls.reserveStatus.find(input.verb, before.reserve_status)
  if (before.version !== input.version) throw refuse.conflict(wire(principal, before))
  if (!step) throw refuse.badTransition()
  if (!mayStep(principal, before, input.verb)) {
    const separated = has(principal, step.permit) ? whyNot(principal, before, input.verb) : undefined
    if (separated) throw refuse.separated(separated, 'reservation', input.reservationId)
    throw refuse.forbidden(whyNotHandled(input.verb, before))
  }
  if (step.reason === 'required' && !input.reason) throw refuse.field('reason', '请填写原因')
  const done = await repository.changeStatus(db, input.reservationId, input.version, before.reserve_status, step, principal.userId, input.reason ?? null)
  if (!done) throw refuse.conflict(await reread(db, principal, input.reservationId))
  audit({
    recordType: 'reservation',
    recordId: input.reservationId,
    verb: input.verb,
    reason: input.reason ?? null,
    before: { reserveStatus: before.reserve_status },
    after: { reserveStatus: step.to },
  })
  const told = { reservationId: input.reservationId, applicantId: before.applicant_id, title: before.title, roomName: before.room_name, startTime: before.start_time, endTime: before.end_time }
  await tellStep(db, principal.userId, told, input.verb, input.reason ?? null)
  if (step.to === 'cancelled' || step.to === 'rejected') await tellWaiting(db, stretchOf(before))
  return { reserveStatus: step.to, version: done.version }
}

/** How many reservations wait for this person's approval. */
export async function todos(db: Db, principal: Principal): Promise<Todo[]> {
  const { count, first, startTime } = await repository.pendingFor(db, principal)
  const only = count === 1 && first && startTime ? linkOf({ reservation_id: first, start_time: startTime }) : null
  return [{ label: '待审批的会议室预约', value: count, link: only ?? viewLink('meeting/ScheduleMeeting', { todo: 1 }) }]
}
