import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../tables'

/** Bookings of a meeting that stand or are over, as its form has them; on a meeting that is called `t`. */
export const roomsOfMeeting = sql`(select coalesce(jsonb_agg(jsonb_build_object('roomId', b.room_id::text,
    'startTime', to_char(b.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'endTime', to_char(b.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by b.start_time, b.room_id), '[]')
  from room_reservation b where b.meet_id = t.meet_id and b.reserve_status in ('pending', 'reserved', 'inUse', 'finished', 'released'))`

const LABELS = sql`case b.reserve_status when 'pending' then '待审批' when 'reserved' then '已预约' when 'inUse' then '使用中' when 'released' then '未到场释放' when 'rejected' then '已驳回' when 'cancelled' then '已取消' else '已完成' end`
const STRETCH = sql`m.room_name || ' ' || to_char(b.start_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') || '–' || to_char(b.end_time at time zone 'Asia/Shanghai', 'HH24:MI')`

/** The same in words with how each stands. */
export const roomStates = sql<string | null>`(select string_agg(${STRETCH} || '（' || ${LABELS} || '）', '；' order by b.start_time, b.room_id)
  from room_reservation b join meeting_room m using (room_id) where b.meet_id = t.meet_id and b.reserve_status in ('pending', 'reserved', 'inUse', 'finished', 'released'))`

export interface Booking {
  reservationId: string
  roomId: string
  startTime: Date
  endTime: Date
  reserveStatus: string
}

/** Bookings of a meeting that hold a room. */
export async function bookingsOf(db: Db, meetId: string): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    select reservation_id as "reservationId", room_id as "roomId", start_time as "startTime", end_time as "endTime", reserve_status as "reserveStatus"
    from room_reservation where meet_id = ${meetId}::bigint and reserve_status in ('pending', 'reserved', 'inUse') order by reservation_id for no key update`.execute(db)
  return rows
}

export const noteMeeting = (db: Db, reservationId: string, meetId: string) => db.updateTable('room_reservation').set({ meet_id: meetId }).where('reservation_id', '=', reservationId).execute()

export const cancelBooking = (db: Db, reservationId: string) =>
  db.updateTable('room_reservation').set({ reserve_status: 'cancelled', version: sql<number>`version + 1`, update_time: sql<Date>`now()` }).where('reservation_id', '=', reservationId).execute()

/** What holds a room at a time; undefined when it is free. */
export const takenBy = (db: Db, roomId: string, from: Date, to: Date) =>
  db
    .selectFrom('room_reservation')
    .select(['title', 'start_time as startTime', 'end_time as endTime'])
    .where('room_id', '=', roomId)
    .where('reserve_status', 'in', ['pending', 'reserved', 'inUse'])
    .where('start_time', '<', to)
    .where('end_time', '>', from)
    .orderBy('start_time')
    .executeTakeFirst()

/** Sentences on the rooms of a meeting that do not stand as they should for it. */
export async function roomProblems(db: Db, meetId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with wanted as (
      select w."roomId"::bigint as room_id, w."startTime"::timestamptz as start_time, w."endTime"::timestamptz as end_time from meeting t, jsonb_to_recordset(t.rooms) w("roomId" text, "startTime" text, "endTime" text) where t.meet_id = ${meetId}::bigint
    ), standing as (select * from room_reservation b where b.meet_id = ${meetId}::bigint and b.reserve_status in ('pending', 'reserved', 'inUse'))
    select ${STRETCH} || ' 的预约已被' || coalesce((select case r.reserve_status when 'rejected' then '驳回' else '取消' end from room_reservation r
        where r.meet_id = ${meetId}::bigint and r.room_id = b.room_id and r.start_time = b.start_time and r.reserve_status in ('rejected', 'cancelled') order by r.reservation_id desc limit 1), '改动')
      || coalesce((select '，现由“' || o.title || '”占用' from room_reservation o where o.room_id = b.room_id and o.reserve_status in ('pending', 'reserved', 'inUse') and tstzrange(o.start_time, o.end_time) && tstzrange(b.start_time, b.end_time) and o.meet_id is distinct from ${meetId}::bigint limit 1), '') as text
      from wanted b join meeting_room m using (room_id)
      where not exists (select from standing s where s.room_id = b.room_id and s.start_time = b.start_time and s.end_time = b.end_time)
    union all select ${STRETCH} || ' 的预约还在待审批' from standing b join meeting_room m using (room_id) where b.reserve_status = 'pending'
    union all select m.room_name || case m.room_status when 'maintenance' then ' 维护中' else ' 已停用' end from standing b join meeting_room m using (room_id) where m.room_status <> 'available'
    union all select m.room_name || ' 最多容纳 ' || m.capacity || ' 人，会议人数上限为 ' || t.capacity || ' 人' from standing b join meeting_room m using (room_id) join meeting t on t.meet_id = b.meet_id where t.capacity > m.capacity
    union all select ${STRETCH} || ' 不在会议时间内' from standing b join meeting_room m using (room_id) join meeting t on t.meet_id = b.meet_id where not tstzrange(b.start_time, b.end_time) && tstzrange(t.start_time, t.end_time)
    limit 50`.execute(db)
  return rows.map((row) => row.text)
}

export interface Clash {
  meetId: string
  meetNo: string
  meetingName: string
  startTime: Date
  endTime: Date
  meetingStatus: string
  both: number
}

/** Other meetings at the same time whose audience has companies in common, by what they are for; with how many people have registered for both. */
export async function sameAudience(db: Db, meetId: string): Promise<Clash[]> {
  const { rows } = await sql<Clash>`
    select o.meet_id as "meetId", o.meet_no as "meetNo", o.meeting_name as "meetingName", o.start_time as "startTime", o.end_time as "endTime", o.meeting_status as "meetingStatus",
      (select count(*)::int from meeting_registration a join meeting_registration b on b.meet_id = o.meet_id and b.mobile = a.mobile and b.reg_status not in ('rejected', 'cancelled') where a.meet_id = m.meet_id and a.reg_status not in ('rejected', 'cancelled')) as both
    from meeting m join meeting o on tstzrange(o.start_time, o.end_time) && tstzrange(m.start_time, m.end_time)
    where m.meet_id = ${meetId}::bigint and o.meet_id <> m.meet_id and o.meeting_status in ('pending', 'published', 'open', 'closed', 'running')
      and (cardinality(m.audience_categories) = 0 or cardinality(o.audience_categories) = 0 or m.audience_categories && o.audience_categories)
      and (cardinality(m.audience_jurisdictions) = 0 or cardinality(o.audience_jurisdictions) = 0 or m.audience_jurisdictions && o.audience_jurisdictions)
    order by o.start_time, o.meet_id limit 20`.execute(db)
  return rows
}
