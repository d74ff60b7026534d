import type { Transition } from '@assoc/contract'
import { sql, type SqlBool } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { firstWriter, openTo, withStep, withWriter } from '../../../platform/resource/acted-by'
import { ownerName } from '../../../platform/identity/people'
import type { ReserveStatus } from '../tables'

const select = (db: Db) =>
  db
    .selectFrom('room_reservation')
    .innerJoin('meeting_room', 'meeting_room.room_id', 'room_reservation.room_id')
    .select([
      'reservation_id',
      'room_reservation.room_id',
      'room_name',
      'need_audit',
      'title',
      'start_time',
      'end_time',
      'attend_num',
      'applicant_id',
      ownerName('room_reservation.applicant_id').as('real_name'),
      'room_reservation.dept_id',
      'reserve_status',
      'reject_reason',
      'acted_by',
      'series_id',
      'room_reservation.version',
    ])

/** Who books a room has written the reservation. */
const AUTHORS = { createdBy: 'applicant_id' }

export type Reservation = NonNullable<Awaited<ReturnType<typeof findReservation>>>

export const findReservation = (db: Db, reservationId: string) => select(db).where('reservation_id', '=', reservationId).executeTakeFirst()

const LIVE = sql<SqlBool>`reserve_status in ('pending', 'reserved', 'inUse')`
const SHOWN: ReserveStatus[] = ['pending', 'reserved', 'inUse', 'finished']

/** What stands in the rooms that begins within [from, to): live ones, and those that are over. */
export const listBetween = (db: Db, from: Date, to: Date) =>
  select(db)
    .where('start_time', '>=', from)
    .where('start_time', '<', to)
    .where('reserve_status', 'in', SHOWN)
    .where('meeting_room.deleted', '=', false)
    .where('room_status', '<>', 'closed')
    .orderBy('start_time')
    .orderBy('reservation_id')
    .execute()

/** What holds or has held a room between two times, for its door. */
export const dayOfRoom = (db: Db, roomId: string, from: Date, to: Date) =>
  db
    .selectFrom('room_reservation')
    .select(['title', 'start_time', 'end_time', 'reserve_status'])
    .where('room_id', '=', roomId)
    .where('start_time', '>=', from)
    .where('start_time', '<', to)
    .where('reserve_status', 'in', SHOWN)
    .orderBy('start_time')
    .execute()

export interface ReservationFields {
  roomId: string
  title: string
  startTime: Date
  endTime: Date
  attendNum: number
}

const row = (f: ReservationFields) => ({ room_id: f.roomId, title: f.title, start_time: f.startTime, end_time: f.endTime, attend_num: f.attendNum })

export const insertReservation = (db: Db, fields: ReservationFields, applicant: { userId: string; deptId: string | null }, status: ReserveStatus, seriesId: string | null = null) =>
  db
    .insertInto('room_reservation')
    .values({ ...row(fields), applicant_id: applicant.userId, dept_id: applicant.deptId, reserve_status: status, series_id: seriesId, acted_by: firstWriter(applicant.userId) })
    .returning('reservation_id')
    .executeTakeFirstOrThrow()

const next = { version: sql<number>`version + 1`, update_time: sql<Date>`now()` }

/** Writes only while version and status are those that were read and it has not begun; undefined when not. */
export const updateReservation = (db: Db, reservationId: string, version: number, from: ReserveStatus, to: ReserveStatus, fields: ReservationFields, userId: string) =>
  db
    .updateTable('room_reservation')
    .set({ ...row(fields), reserve_status: to, reminded: false, acted_by: withWriter(userId), ...next })
    .where('reservation_id', '=', reservationId)
    .where('version', '=', version)
    .where('reserve_status', '=', from)
    .where('start_time', '>', sql<Date>`now()`)
    .returning('version')
    .executeTakeFirst()

/** Carries a step out while version and status are those that were read, and it is open to this person; undefined when not. */
export const changeStatus = (db: Db, reservationId: string, version: number, from: ReserveStatus, step: Transition<ReserveStatus>, userId: string, reason: string | null) =>
  db
    .updateTable('room_reservation as t')
    .set({ reserve_status: step.to, ...(step.to === 'rejected' ? { reject_reason: reason } : {}), ...(step.verb === 'confirm' ? { present_time: sql<Date>`now()` } : {}), acted_by: withStep(step.verb, userId), ...next })
    .where('reservation_id', '=', reservationId)
    .where('version', '=', version)
    .where('reserve_status', '=', from)
    .where(step.separate ? openTo(step, userId, AUTHORS) : sql<SqlBool>`true`)
    .returning('version')
    .executeTakeFirst()

/** Reservations of a room that are not over. */
export async function countUpcoming(db: Db, roomId: string): Promise<number> {
  const found = await db
    .selectFrom('room_reservation')
    .select(sql<string>`count(*)`.as('n'))
    .where('room_id', '=', roomId)
    .where('end_time', '>', sql<Date>`now()`)
    .where(LIVE)
    .executeTakeFirstOrThrow()
  return Number(found.n)
}

/** Reservations within the scope that wait for this person: nobody approves their own. */
export async function pendingFor(db: Db, principal: Principal): Promise<{ count: number; first: string | null; startTime: Date | null }> {
  const found = await db
    .selectFrom('room_reservation as t')
    .select([sql<number>`count(*)::int`.as('count'), sql<string | null>`min(reservation_id)::text`.as('first'), sql<Date | null>`min(start_time)`.as('startTime')])
    .where('reserve_status', '=', 'pending')
    .where(openTo({ separate: true }, principal.userId, AUTHORS))
    .where(scopeOf('reservation')(principal, 't'))
    .executeTakeFirstOrThrow()
  return found
}

/** What the clock does: each step names the old status, so that it happens once however many processes try. `after` is minutes after the time that is due. */
export type ClockStep = { from: ReserveStatus; to: ReserveStatus; due: 'start_time' | 'end_time'; after: number; reason: string | null }

export interface Moved {
  reservation_id: string
  room_id: string
  applicant_id: string
  title: string
  start_time: Date
  end_time: Date
}
const MOVED = ['reservation_id', 'room_id', 'applicant_id', 'title', 'start_time', 'end_time'] as const

export const stepByClock = (db: Db, { from, to, due, after, reason }: ClockStep): Promise<Moved[]> =>
  db
    .updateTable('room_reservation')
    .set({ reserve_status: to, ...(reason && to === 'rejected' ? { reject_reason: reason } : {}), ...next })
    .where('reserve_status', '=', from)
    .where(due, '<=', sql<Date>`now() - make_interval(mins => ${after}::int)`)
    .returning(MOVED)
    .execute()

/** Marks the bookings that begin within some minutes and whose applicants have not been asked to confirm; answers them. */
export const takeUnreminded = (db: Db, minutes: number): Promise<Moved[]> =>
  db
    .updateTable('room_reservation')
    .set({ reminded: true })
    .where('reserve_status', '=', 'reserved')
    .where('reminded', '=', false)
    .where('start_time', '<=', sql<Date>`now() + make_interval(mins => ${minutes}::int)`)
    .returning(MOVED)
    .execute()
