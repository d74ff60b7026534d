import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../meeting/tables'
import { saveStock, type RoomType } from '../stay/repository'
import { fill } from './fill'
import { makeSeats, people, savePlan, seats, takeMany, type Area } from './repository'

const AREAS: Area[] = [
  { area: 'A', kind: 'rows', lines: 4, seats: 8 },
  { area: 'B', kind: 'tables', lines: 4, seats: 8 },
]

/** The seminar and the training that lie ahead have meals, rooms in a hotel, and seats; the seats of the first are filled. */
export async function arrangeDemo(db: Db): Promise<void> {
  const { rows } = await sql<{ meetId: string; from: string; nights: number }>`
    select meet_id as "meetId", ((start_time at time zone 'Asia/Shanghai')::date - 1)::text as "from", ((end_time at time zone 'Asia/Shanghai')::date - (start_time at time zone 'Asia/Shanghai')::date + 2)::int as nights
    from meeting where meeting_status = 'open' and meeting_type in ('seminar', 'training') order by start_time`.execute(db)
  for (const [i, { meetId, from, nights }] of rows.entries()) {
    await savePlan(db, meetId, AREAS)
    await makeSeats(db, meetId, AREAS)
    await sql`
      update meeting set options = jsonb_build_array(
        jsonb_build_object('kind', 'meal', 'name', '午餐', 'day', (start_time at time zone 'Asia/Shanghai')::date, 'places', 0, 'price', 0, 'perCompany', 0),
        jsonb_build_object('kind', 'meal', 'name', '晚餐', 'day', (start_time at time zone 'Asia/Shanghai')::date, 'places', 0, 'price', 0, 'perCompany', 0))
      where meet_id = ${meetId}::bigint`.execute(db)
    await sql`
      update meeting_registration set option_names = case when register_id % 3 = 0 then array['午餐'] else array['午餐', '晚餐'] end, gender = case when register_id % 2 = 0 then 'male' else 'female' end,
        diet_note = case when register_id % 17 = 0 then '清真' end, arrive_no = case when need_pickup then 'G' || (100 + register_id % 5) end,
        arrive_time = case when need_pickup then (check_in_date + time '14:10') at time zone 'Asia/Shanghai' + make_interval(mins => (register_id % 5)::int * 25) end
      where meet_id = ${meetId}::bigint and reg_status in ('confirmed', 'pending')`.execute(db)
    const days = Array.from({ length: nights }, (_, n) => new Date(Date.parse(from) + n * 86_400_000).toISOString().slice(0, 10))
    const rooms: [string, RoomType, number][] = [['子虚宾馆', 'king', 10], ['子虚宾馆', 'twinSingle', 6], ['子虚宾馆', 'twinShared', 4], ['乌有酒店', 'twinShared', 6]]
    await saveStock(db, meetId, rooms.flatMap(([hotel, roomType, count]) => days.map((night) => ({ hotel, roomType, night, rooms: count }))))
    if (i > 0) continue
    await takeMany(db, fill(await seats(db, meetId), await people(db, meetId), { byRank: true, companyTogether: true, jurisdictionBlocks: false }).seated)
  }
}
