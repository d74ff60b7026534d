import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Id, IdColumn } from '../../../platform/database/tables'
import type { Sharer } from './pair'

export type RoomType = 'king' | 'twinSingle' | 'twinShared'

declare module '../../../platform/database/tables' {
  interface Tables {
    meeting_stay_stock: { meet_id: Id; hotel: string; room_type: RoomType; night: string; rooms: number; sort_no: number }
    meeting_stay: { stay_id: IdColumn; meet_id: Id; hotel: string; room_type: RoomType; check_in: string; check_out: string; room_no: string | null; reason: string | null }
    meeting_stay_guest: { register_id: Id; stay_id: Id }
  }
}

export interface Stock {
  hotel: string
  roomType: RoomType
  night: string
  rooms: number
}

/** Rooms of each night with how many are used; used ones that no stock stands for have none. */
export async function stock(db: Db, meetId: string): Promise<(Stock & { used: number })[]> {
  const { rows } = await sql<Stock & { used: number }>`
    with used as (
      select s.hotel, s.room_type, n::date as night, count(*)::int as used from meeting_stay s, generate_series(s.check_in, s.check_out - 1, interval '1 day') n where s.meet_id = ${meetId}::bigint group by 1, 2, 3
    ), kept as (select hotel, room_type, night, rooms, sort_no from meeting_stay_stock where meet_id = ${meetId}::bigint)
    select hotel, room_type as "roomType", night::text as night, coalesce(rooms, 0) as rooms, coalesce(used, 0) as used from kept full join used using (hotel, room_type, night) order by sort_no nulls last, night`.execute(db)
  return rows
}

export async function saveStock(db: Db, meetId: string, rows: readonly Stock[]): Promise<void> {
  await db.deleteFrom('meeting_stay_stock').where('meet_id', '=', meetId).execute()
  if (rows.length > 0) await db.insertInto('meeting_stay_stock').values(rows.map((row, i) => ({ meet_id: meetId, hotel: row.hotel, room_type: row.roomType, night: row.night, rooms: row.rooms, sort_no: i }))).execute()
}

export interface Guest extends Sharer {
  roomType: RoomType
  stayId: string | null
  hotel: string | null
  roomNo: string | null
  mates: string[]
  reason: string | null
}

/** Everybody with a place who stays, with the room that they have. */
export async function guests(db: Db, meetId: string): Promise<Guest[]> {
  const { rows } = await sql<Guest>`
    select r.register_id as "registerId", r.name, r.gender, r.company_id as "companyId", coalesce((select c.short_name from company_public c where c.company_id = r.company_id), r.unit_name) as "companyName",
      r.room_type as "roomType", r.roommate, r.check_in_date::text as "checkInDate", r.check_out_date::text as "checkOutDate", g.stay_id as "stayId", s.hotel, s.room_no as "roomNo", s.reason,
      coalesce((select array_agg(o.name order by o.register_id) from meeting_stay_guest m join meeting_registration o using (register_id) where m.stay_id = g.stay_id and m.register_id <> r.register_id), '{}') as mates
    from meeting_registration r left join meeting_stay_guest g using (register_id) left join meeting_stay s using (stay_id)
    where r.meet_id = ${meetId}::bigint and r.reg_status in ('confirmed', 'attended') and r.need_stay and r.room_type is not null and r.check_in_date is not null and r.check_out_date is not null
    order by g.stay_id nulls first, r.create_time, r.register_id`.execute(db)
  return rows
}

export interface Room {
  hotel: string
  roomType: RoomType
  checkIn: string
  checkOut: string
  reason: string
  roomNo: string | null
}

/** The first night of a stay in which a hotel has no room of the type left; undefined when all are free. Those who ask hold the meeting. */
export async function fullNight(db: Db, meetId: string, { hotel, roomType, checkIn, checkOut }: Pick<Room, 'hotel' | 'roomType' | 'checkIn' | 'checkOut'>, without: string | null = null): Promise<string | undefined> {
  const { rows } = await sql<{ night: string }>`
    select n::date::text as night from generate_series(${checkIn}::date, ${checkOut}::date - 1, interval '1 day') n
    where coalesce((select k.rooms from meeting_stay_stock k where k.meet_id = ${meetId}::bigint and k.hotel = ${hotel} and k.room_type = ${roomType} and k.night = n::date), 0)
      <= (select count(*) from meeting_stay s where s.meet_id = ${meetId}::bigint and s.hotel = ${hotel} and s.room_type = ${roomType} and s.check_in <= n::date and s.check_out > n::date and s.stay_id is distinct from ${without}::bigint)
    order by n limit 1`.execute(db)
  return rows[0]?.night
}

export async function insertRoom(db: Db, meetId: string, room: Room, registerIds: readonly string[]): Promise<string> {
  const { stay_id } = await db.insertInto('meeting_stay').values({ meet_id: meetId, hotel: room.hotel, room_type: room.roomType, check_in: room.checkIn, check_out: room.checkOut, room_no: room.roomNo, reason: room.reason }).returning('stay_id').executeTakeFirstOrThrow()
  await db.insertInto('meeting_stay_guest').values(registerIds.map((register_id) => ({ register_id, stay_id }))).execute()
  return stay_id
}

export const join = (db: Db, registerId: string, stayId: string) => db.insertInto('meeting_stay_guest').values({ register_id: registerId, stay_id: stayId }).execute()

export const changeRoom = (db: Db, stayId: string, fields: { check_in?: string; check_out?: string; room_no?: string | null; reason?: string }) => db.updateTable('meeting_stay').set(fields).where('stay_id', '=', stayId).execute()

/** Takes somebody out of their room; one that is empty then is given back. */
export async function leave(db: Db, meetId: string, registerId: string): Promise<void> {
  await db.deleteFrom('meeting_stay_guest').where('register_id', '=', registerId).execute()
  await sql`delete from meeting_stay s where s.meet_id = ${meetId}::bigint and not exists (select from meeting_stay_guest g where g.stay_id = s.stay_id)`.execute(db)
}

export interface Coming {
  name: string
  companyName: string | null
  mobileEnd: string
  optionNames: string[]
  dietNote: string | null
  needPickup: boolean
  arriveTime: Date | null
  arriveNo: string | null
}

/** Everybody with a place, for meals and for being fetched. */
export async function coming(db: Db, meetId: string): Promise<Coming[]> {
  const { rows } = await sql<Coming>`
    select r.name, coalesce((select c.short_name from company_public c where c.company_id = r.company_id), r.unit_name) as "companyName", right(r.mobile, 4) as "mobileEnd", r.option_names as "optionNames", r.diet_note as "dietNote",
      r.need_pickup as "needPickup", r.arrive_time as "arriveTime", r.arrive_no as "arriveNo" from meeting_registration r
    where r.meet_id = ${meetId}::bigint and r.reg_status in ('confirmed', 'attended') order by r.arrive_time nulls last, r.register_id`.execute(db)
  return rows
}

/** What people do not eat tells of their faith and health: it goes when the meeting is archived. */
export const forgetDiets = (db: Db, meetId: string) => db.updateTable('meeting_registration').set({ diet_note: null }).where('meet_id', '=', meetId).where('diet_note', 'is not', null).execute()
