import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains, orderBy, page, type PageInput } from '../../../platform/database/list'
import { gramsOfKeyword, initials, normalise } from '../../../platform/search/grams'
import type { Equipment, RoomStatus } from '../tables'

const SORT = { roomName: 'room_name', capacity: 'capacity' } as const

/** Rooms that count as not there; a condition on the bare table. */
export const isDeleted = sql<SqlBool>`deleted`

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
  search_text: [f.roomName, f.location, initials(f.roomName)].map(normalise).join('|'),
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
      'room_status as roomStatus',
      'remark',
      'version',
    ])
    .where('deleted', '=', false)

export type Room = NonNullable<Awaited<ReturnType<typeof findRoom>>>

export interface RoomFilter {
  keyword?: string | null | undefined
  roomStatus?: RoomStatus | undefined
}

function filtered(db: Db, filter: RoomFilter) {
  let query = select(db)
  const keyword = normalise(filter.keyword ?? '')
  if (keyword) {
    const { grams, exact } = gramsOfKeyword(keyword)
    query = query.where(sql<SqlBool>`search_grams @> ${grams}::text[]`)
    if (!exact) query = query.where('search_text', 'like', contains(keyword))
  }
  return filter.roomStatus ? query.where('room_status', '=', filter.roomStatus) : query
}

export const listRooms = (db: Db, input: PageInput<keyof typeof SORT> & RoomFilter) => page(filtered(db, input), input, orderBy(input.sort, SORT, 'room_name', 'room_id'))

export const idsAfterStatement = (db: Db, filter: RoomFilter, after: string, limit: number) =>
  filtered(db, filter).where('room_id', '>', after).orderBy('room_id').limit(limit)

/** Rooms of a filter in the order of their ids, after one of them: what a batch goes through step by step. */
export const idsAfter = async (...given: Parameters<typeof idsAfterStatement>): Promise<string[]> => (await idsAfterStatement(...given).execute()).map((r) => r.roomId)

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

const next = { version: sql<number>`version + 1`, update_time: sql<Date>`now()` }

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export const updateRoom = (db: Db, roomId: string, version: number, fields: RoomFields) =>
  db
    .updateTable('meeting_room')
    .set({ ...row(fields), ...next })
    .where('room_id', '=', roomId)
    .where('version', '=', version)
    .where('deleted', '=', false)
    .returning('version')
    .executeTakeFirst()

export const changeStatus = (db: Db, roomId: string, version: number, from: RoomStatus, to: RoomStatus) =>
  db
    .updateTable('meeting_room')
    .set({ room_status: to, ...next })
    .where('room_id', '=', roomId)
    .where('version', '=', version)
    .where('room_status', '=', from)
    .where('deleted', '=', false)
    .returning('version')
    .executeTakeFirst()

/** Marks a room deleted; its past reservations keep their room. */
export const deleteRoom = (db: Db, roomId: string, version: number) =>
  db
    .updateTable('meeting_room')
    .set({ deleted: true, ...next })
    .where('room_id', '=', roomId)
    .where('version', '=', version)
    .where('deleted', '=', false)
    .returning('version')
    .executeTakeFirst()
