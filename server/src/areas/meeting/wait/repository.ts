import { sql, type SqlBool } from 'kysely'
import { TURN_MINUTES } from '@assoc/contract/meeting/room-wait'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'

/** Waits are the person's own, whatever their data scope is. */
export const ownWaits = (principal: Principal, alias: string) => sql<SqlBool>`${sql.ref(`${alias}.applicant_id`)} = ${principal.userId}::bigint`

export interface Stretch {
  roomId: string
  startTime: Date
  endTime: Date
}

/** Whether nothing that holds the room overlaps a time. */
export async function isFree(db: Db, { roomId, startTime, endTime }: Stretch): Promise<boolean> {
  const { rows } = await sql`
    select 1 from room_reservation where room_id = ${roomId}::bigint and reserve_status in ('pending', 'reserved', 'inUse')
      and tstzrange(start_time, end_time, '[)') && tstzrange(${startTime}, ${endTime}, '[)') limit 1`.execute(db)
  return rows.length === 0
}

export async function insertWait(db: Db, w: Stretch & { title: string; attendNum: number; applicantId: string }): Promise<string | undefined> {
  const { rows } = await sql<{ waitId: string }>`
    insert into room_wait (room_id, title, start_time, end_time, attend_num, applicant_id)
    values (${w.roomId}::bigint, ${w.title}, ${w.startTime}, ${w.endTime}, ${w.attendNum}, ${w.applicantId}::bigint)
    on conflict do nothing returning wait_id as "waitId"`.execute(db)
  return rows[0]?.waitId
}

const before = sql<number>`(select count(*)::int from room_wait o where o.room_id = w.room_id and o.wait_state in ('waiting', 'told') and o.applicant_id <> w.applicant_id
  and (o.create_time, o.wait_id) < (w.create_time, w.wait_id) and tstzrange(o.start_time, o.end_time, '[)') && tstzrange(w.start_time, w.end_time, '[)'))`

export interface Wait extends Stretch {
  waitId: string
  roomName: string
  title: string
  attendNum: number
  applicantId: string
  waitState: 'waiting' | 'told' | 'booked' | 'lapsed' | 'withdrawn'
  toldUntil: Date | null
  before: number
}

const fields = sql`w.wait_id as "waitId", w.room_id as "roomId", m.room_name as "roomName", w.title, w.start_time as "startTime", w.end_time as "endTime", w.attend_num as "attendNum",
  w.applicant_id as "applicantId", w.wait_state as "waitState", w.told_until as "toldUntil"`

/** What a person waits for that is still to come, with what has lapsed of it. */
export async function waitsOf(db: Db, userId: string): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    select ${fields}, ${before} as before from room_wait w join meeting_room m on m.room_id = w.room_id
    where w.applicant_id = ${userId}::bigint and w.start_time > now() and w.wait_state in ('waiting', 'told') order by w.start_time, w.wait_id limit 200`.execute(db)
  return rows
}

export async function beforeOf(db: Db, waitId: string): Promise<number> {
  const { rows } = await sql<{ before: number }>`select ${before} as before from room_wait w where w.wait_id = ${waitId}::bigint`.execute(db)
  return rows[0]?.before ?? 0
}

/** Those who wait for a time that overlaps a stretch that was freed, in the order in which they came; their rows are held. */
export async function waitingFor(db: Db, s: Stretch): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    select ${fields} from room_wait w join meeting_room m on m.room_id = w.room_id
    where w.room_id = ${s.roomId}::bigint and w.wait_state in ('waiting', 'told') and w.start_time > now()
      and tstzrange(w.start_time, w.end_time, '[)') && tstzrange(${s.startTime}, ${s.endTime}, '[)')
    order by w.create_time, w.wait_id for no key update of w`.execute(db)
  return rows
}

/** Times that somebody waits for and that are free: they were freed in the moment in which somebody began to wait. */
export async function missed(db: Db): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select w.room_id as "roomId", w.start_time as "startTime", w.end_time as "endTime" from room_wait w
    where w.wait_state = 'waiting' and w.start_time > now()
      and not exists (select 1 from room_reservation r where r.room_id = w.room_id and r.reserve_status in ('pending', 'reserved', 'inUse') and tstzrange(r.start_time, r.end_time, '[)') && tstzrange(w.start_time, w.end_time, '[)'))
      and not exists (select 1 from room_wait o where o.room_id = w.room_id and o.wait_state = 'told' and tstzrange(o.start_time, o.end_time, '[)') && tstzrange(w.start_time, w.end_time, '[)'))
    order by w.create_time, w.wait_id limit 500`.execute(db)
  return rows
}

/** Gives somebody the turn to book what they wait for. */
export const noteTold = (db: Db, waitId: string) =>
  sql`update room_wait set wait_state = 'told', told_until = least(now() + make_interval(mins => ${TURN_MINUTES}::int), start_time) where wait_id = ${waitId}::bigint and wait_state = 'waiting'`.execute(db)

/** Whoever has booked a room waits for none of its times that overlap any more. */
export const noteBooked = (db: Db, userId: string, { roomId, startTime, endTime }: Stretch) =>
  sql`update room_wait set wait_state = 'booked', told_until = null where applicant_id = ${userId}::bigint and room_id = ${roomId}::bigint and wait_state in ('waiting', 'told')
    and tstzrange(start_time, end_time, '[)') && tstzrange(${startTime}, ${endTime}, '[)')`.execute(db)

/** Takes one's own wait back; answers what it was for. */
export async function withdraw(db: Db, waitId: string, userId: string): Promise<Stretch | undefined> {
  const { rows } = await sql<Stretch>`
    update room_wait set wait_state = 'withdrawn', told_until = null where wait_id = ${waitId}::bigint and applicant_id = ${userId}::bigint and wait_state in ('waiting', 'told')
    returning room_id as "roomId", start_time as "startTime", end_time as "endTime"`.execute(db)
  return rows[0]
}

/** Ends the turns that were not used and the waits whose time has come. */
export const lapse = (db: Db) =>
  sql`update room_wait set wait_state = 'lapsed' where wait_state in ('waiting', 'told') and (start_time <= now() or told_until <= now())`.execute(db)
