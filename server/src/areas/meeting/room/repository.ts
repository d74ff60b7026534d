import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword, initials, normalise } from '../../../platform/search/grams'
import type { Equipment } from '../tables'

/** Rooms that count as not there; a condition on the bare table. */
export const isDeleted = sql<SqlBool>`deleted`

/** Opening hours as they are read; an expression on the columns of a room. */
export const openHours = sql<string>`open_from || '–' || open_to`

/** What a keyword is compared with: name, place and initials of the name. */
export const searchText = (roomName: string, location: string): string => [roomName, location, initials(roomName)].map(normalise).join('|')

export interface RoomFields {
  roomName: string
  location: string
  capacity: number
  equipment: Equipment[]
  openFrom: string
  openTo: string
  needAudit: boolean
  remark?: string | null | undefined
}

const row = (f: RoomFields) => ({
  room_name: f.roomName,
  location: f.location,
  capacity: f.capacity,
  equipment: f.equipment,
  open_from: f.openFrom,
  open_to: f.openTo,
  need_audit: f.needAudit,
  remark: f.remark ?? null,
  search_text: searchText(f.roomName, f.location),
})

const select = (db: Db) =>
  db
    .selectFrom('meeting_room')
    .select([
      'room_id as roomId',
      'room_name as roomName',
      'location',
      'capacity',
      'equipment',
      'open_from as openFrom',
      'open_to as openTo',
      'need_audit as needAudit',
      openHours.as('openHours'),
      'room_status as roomStatus',
      'remark',
      'version',
    ])
    .where('deleted', '=', false)

export type Room = NonNullable<Awaited<ReturnType<typeof findRoom>>>

/** Rooms whose name, place or initials hold a keyword; the table is called `t`. */
export function roomsFound(keyword: string): RawBuilder<SqlBool> {
  const { grams, exact } = gramsOfKeyword(keyword)
  const held = sql<SqlBool>`t.search_grams @> ${grams}::text[]`
  return exact ? held : sql<SqlBool>`(${held} and t.search_text like ${contains(normalise(keyword))})`
}

/** Rooms that a week shows: all that are not closed. */
export const openRooms = (db: Db) => select(db).where('room_status', '<>', 'closed').orderBy('room_name').orderBy('room_id').execute()

export const findRoom = (db: Db, roomId: string) => select(db).where('room_id', '=', roomId).executeTakeFirst()

/**
 * Reads a room and holds its row to the end of the transaction: bookings of one room go one after the
 * other, and none slips in while it is being closed. Without it two bookings could wait for each other.
 */
export const lockRoom = (db: Db, roomId: string) => select(db).where('room_id', '=', roomId).forNoKeyUpdate().executeTakeFirst()

export const insertRoom = (db: Db, fields: RoomFields, by: string | null) =>
  db.insertInto('meeting_room').values({ ...row(fields), create_by: by }).returning('room_id as roomId').executeTakeFirstOrThrow()
