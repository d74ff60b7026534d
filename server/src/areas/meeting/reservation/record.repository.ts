import { sql, type SqlBool } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { deptName } from '../../../platform/identity/departments'
import { ownerName } from '../../../platform/identity/people'

export const computed = {
  roomName: sql<string>`(select m.room_name from meeting_room m where m.room_id = t.room_id)`,
  capacity: sql<number>`(select m.capacity from meeting_room m where m.room_id = t.room_id)`,
  applicantName: ownerName('t.applicant_id'),
  deptName: deptName('t.dept_id'),
}

export const filters = {
  startDateFrom: (day: string) => sql<SqlBool>`t.start_time >= ${day}::date::timestamp at time zone 'Asia/Shanghai'`,
  startDateTo: (day: string) => sql<SqlBool>`t.start_time < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`,
}

export const notePresence = (db: Db, reservationId: string) => db.updateTable('room_reservation').set({ present_time: sql<Date>`now()` }).where('reservation_id', '=', reservationId).execute()

export const noteReason = (db: Db, reservationId: string, reason: string | null) => db.updateTable('room_reservation').set({ reject_reason: reason }).where('reservation_id', '=', reservationId).execute()

const scope = scopeOf('reservation')

export interface RoomUse {
  roomId: string
  roomName: string
  bookings: number
  used: number
  noShows: number
  cancelled: number
  rejected: number
  usedMinutes: number
  share: number
}

/**
 * What became of the bookings of each room in some days, within the person's data scope. What was used is compared with the time that the
 * room is open from Monday to Friday; a room that was used at weekends alone may thus be above the whole.
 */
export async function roomUse(db: Db, principal: Principal, from: string, to: string): Promise<RoomUse[]> {
  const { rows } = await sql<RoomUse>`
    with days as (
      select greatest(count(*) filter (where extract(isodow from d) < 6), 1)::int as n from generate_series(${from}::date, ${to}::date, interval '1 day') d
    ), booked as (
      select t.room_id, count(*)::int as bookings,
        count(*) filter (where t.reserve_status in ('inUse', 'finished'))::int as used,
        count(*) filter (where t.reserve_status = 'released')::int as no_shows,
        count(*) filter (where t.reserve_status = 'cancelled')::int as cancelled,
        count(*) filter (where t.reserve_status = 'rejected')::int as rejected,
        coalesce(sum(extract(epoch from t.end_time - t.start_time) / 60) filter (where t.reserve_status in ('inUse', 'finished')), 0)::int as used_minutes
      from room_reservation t
      where ${filters.startDateFrom(from)} and ${filters.startDateTo(to)} and ${scope(principal, 't')}
      group by t.room_id
    )
    select m.room_id as "roomId", m.room_name as "roomName", coalesce(b.bookings, 0) as bookings, coalesce(b.used, 0) as used, coalesce(b.no_shows, 0) as "noShows",
      coalesce(b.cancelled, 0) as cancelled, coalesce(b.rejected, 0) as rejected, coalesce(b.used_minutes, 0) as "usedMinutes",
      round(1000 * coalesce(b.used_minutes, 0) / (days.n * extract(epoch from m.open_to::time - m.open_from::time) / 60))::int as share
    from meeting_room m cross join days left join booked b on b.room_id = m.room_id
    where b.room_id is not null or not m.deleted
    order by coalesce(b.used_minutes, 0) desc, m.room_name, m.room_id`.execute(db)
  return rows
}
