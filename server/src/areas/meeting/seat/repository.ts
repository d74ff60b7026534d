import { sql } from 'kysely'
import type { areaKind, seatState } from '@assoc/contract/meeting/seat'
import type { z } from 'zod'
import type { ColumnType } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'
import { accountOfMobile } from '../../../platform/identity/people'
import type { FreeSeat, Guest, Seated } from './fill'

export type SeatState = z.output<typeof seatState.schema>
export interface Area {
  area: string
  kind: z.output<typeof areaKind.schema>
  lines: number
  seats: number
}

declare module '../../../platform/database/tables' {
  interface Tables {
    meeting_seat_plan: { meet_id: Id; areas: ColumnType<Area[], string, string>; published: WithDefault<boolean>; update_time: Instant }
    meeting_seat_told: { register_id: Id; seat: string; user_id: Id | null }
    meeting_seat: { seat_id: IdColumn; meet_id: Id; area: string; line: number; place: number; state: WithDefault<SeatState>; register_id: Id | null; reason: string | null }
  }
}

export interface Seat extends FreeSeat {
  state: SeatState
  registerId: string | null
  reason: string | null
}

export const plan = (db: Db, meetId: string) => db.selectFrom('meeting_seat_plan').select(['areas', 'published']).where('meet_id', '=', meetId).executeTakeFirst()

/** The plan, held to the end of the transaction: those who seat people of one meeting go one after the other. Without it two could be given one seat. */
export const lockPlan = (db: Db, meetId: string) => db.selectFrom('meeting_seat_plan').select(['areas', 'published']).where('meet_id', '=', meetId).forNoKeyUpdate().executeTakeFirst()

/** Seats in the order of their areas, from the front. */
export async function seats(db: Db, meetId: string, ids?: readonly string[]): Promise<Seat[]> {
  const { rows } = await sql<Seat>`
    select s.seat_id as "seatId", s.area, s.line, s.place, s.state, s.register_id as "registerId", s.reason
    from meeting_seat s join meeting_seat_plan p using (meet_id) cross join lateral (select a.n from jsonb_array_elements(p.areas) with ordinality a(area, n) where a.area ->> 'area' = s.area) o
    where s.meet_id = ${meetId}::bigint ${ids ? sql`and s.seat_id = any(${[...ids]}::bigint[])` : sql``} order by o.n, s.line, s.place`.execute(db)
  return rows
}

export interface Person extends Guest {
  name: string
  postName: string
}

/** Who has a place at a meeting, by when they registered, with the category and the office of their company. */
export async function people(db: Db, meetId: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select r.register_id as "registerId", r.company_id as "companyId", coalesce(c.short_name, r.unit_name) as "companyName", c.jurisdiction, r.name, r.post_name as "postName", k.category_level as rank, k.category_name as "categoryName"
    from meeting_registration r left join company_public c on c.company_id = r.company_id
      left join lateral (select k.category_level, k.category_name from member_public b join member_category_public k on k.category_id = b.category_id
        where b.company_id = r.company_id and not b.deleted and b.member_status = 'normal' order by k.category_level limit 1) k on true
    where r.meet_id = ${meetId}::bigint and r.reg_status in ('confirmed', 'attended') order by r.create_time, r.register_id`.execute(db)
  return rows
}

export const hasPlace = async (db: Db, meetId: string, registerId: string): Promise<boolean> =>
  (await db.selectFrom('meeting_registration').select('register_id').where('register_id', '=', registerId).where('meet_id', '=', meetId).where('reg_status', 'in', ['confirmed', 'attended']).forShare().executeTakeFirst()) !== undefined

export const savePlan = (db: Db, meetId: string, areas: readonly Area[]) =>
  db
    .insertInto('meeting_seat_plan')
    .values({ meet_id: meetId, areas: JSON.stringify(areas) })
    .onConflict((c) => c.column('meet_id').doUpdateSet({ areas: JSON.stringify(areas), update_time: sql<Date>`now()` }))
    .execute()

const WANTED = (areas: readonly Area[]) => sql`(select a.area, l.line, p.place from jsonb_to_recordset(${JSON.stringify(areas)}::jsonb) a(area text, lines int, seats int), generate_series(1, a.lines) l(line), generate_series(1, a.seats) p(place))`

/** Seats that would go with somebody on them, or locked ones; a few of them. */
export async function inTheWay(db: Db, meetId: string, areas: readonly Area[]): Promise<{ area: string; line: number; place: number }[]> {
  const { rows } = await sql<{ area: string; line: number; place: number }>`
    select area, line, place from meeting_seat s where s.meet_id = ${meetId}::bigint and s.register_id is not null and (area, line, place) not in (select * from ${WANTED(areas)} w) order by area, line, place limit 5`.execute(db)
  return rows
}

export async function makeSeats(db: Db, meetId: string, areas: readonly Area[]): Promise<void> {
  await sql`delete from meeting_seat s where s.meet_id = ${meetId}::bigint and s.register_id is null and (area, line, place) not in (select * from ${WANTED(areas)} w)`.execute(db)
  await sql`insert into meeting_seat (meet_id, area, line, place) select ${meetId}::bigint, w.area, w.line, w.place from ${WANTED(areas)} w on conflict on constraint meeting_seat_place do nothing`.execute(db)
}

export const take = (db: Db, seatId: string, registerId: string | null, reason: string | null) => db.updateTable('meeting_seat').set({ register_id: registerId, reason }).where('seat_id', '=', seatId).execute()

export const leave = (db: Db, seatIds: readonly string[]) => db.updateTable('meeting_seat').set({ register_id: null, reason: null }).where('seat_id', 'in', [...seatIds]).execute()

export const setState = (db: Db, meetId: string, seatIds: readonly string[], state: SeatState) =>
  db.updateTable('meeting_seat').set({ state }).where('meet_id', '=', meetId).where('seat_id', 'in', [...seatIds]).execute()

/** Clears the seats that are not locked. */
export const clear = (db: Db, meetId: string) => db.updateTable('meeting_seat').set({ register_id: null, reason: null }).where('meet_id', '=', meetId).where('state', '=', 'free').execute()

/** Seats many at once by one statement. */
export async function takeMany(db: Db, seated: readonly Seated[]): Promise<void> {
  if (seated.length === 0) return
  await sql`update meeting_seat s set register_id = w."registerId"::bigint, reason = w.reason from jsonb_to_recordset(${JSON.stringify(seated)}::jsonb) w("seatId" text, "registerId" text, reason text) where s.seat_id = w."seatId"::bigint`.execute(db)
}

export const publish = (db: Db, meetId: string, published: boolean) => db.updateTable('meeting_seat_plan').set({ published, update_time: sql<Date>`now()` }).where('meet_id', '=', meetId).execute()

export interface Untold {
  registerId: string
  seat: string
  /** Their account; null where there is none. */
  userId: string | null
  /** The seat that this account was told of. */
  before: string | null
}

/** Who has a seat that their account was not told of: another seat, or another person since the registration was handed on. */
export async function untold(db: Db, meetId: string, limit: number): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    select w.register_id as "registerId", w.seat, w.user_id as "userId", case when t.user_id = w.user_id then t.seat end as before
    from (
      select r.register_id, s.area || '-' || s.line || '-' || s.place as seat, ${accountOfMobile('r.mobile')} as user_id
      from meeting_seat s join meeting_registration r using (register_id) where s.meet_id = ${meetId}::bigint and r.reg_status in ('confirmed', 'attended')
    ) w left join meeting_seat_told t using (register_id)
    where (t.seat, t.user_id) is distinct from (w.seat, w.user_id) order by w.register_id limit ${limit}`.execute(db)
  return rows
}

export async function noteTold(db: Db, people: readonly Untold[]): Promise<void> {
  if (people.length === 0) return
  await db
    .insertInto('meeting_seat_told')
    .values(people.map(({ registerId, seat, userId }) => ({ register_id: registerId, seat, user_id: userId })))
    .onConflict((c) => c.column('register_id').doUpdateSet((e) => ({ seat: e.ref('excluded.seat'), user_id: e.ref('excluded.user_id') })))
    .execute()
}
