import type { ColumnType } from 'kysely'
import type { Id, IdColumn, Instant, WithDefault } from '../../platform/database/tables'

export type RoomStatus = 'available' | 'maintenance' | 'closed'
export type ReserveStatus = 'pending' | 'reserved' | 'inUse' | 'rejected' | 'cancelled' | 'finished' | 'released'
export type Equipment = 'projector' | 'video' | 'microphone' | 'whiteboard'

interface RoomTable {
  room_id: IdColumn
  room_name: string
  location: string
  capacity: number
  equipment: Equipment[]
  open_from: string
  open_to: string
  need_audit: boolean
  room_status: WithDefault<RoomStatus>
  remark: string | null
  search_text: string
  search_grams: ColumnType<string[], never, never>
  deleted: WithDefault<boolean>
  create_by: Id | null
  create_time: Instant
  update_time: Instant
  version: WithDefault<number>
}

interface ReservationTable {
  reservation_id: IdColumn
  room_id: Id
  title: string
  start_time: ColumnType<Date, Date | string, Date | string>
  end_time: ColumnType<Date, Date | string, Date | string>
  attend_num: number
  applicant_id: Id
  dept_id: Id | null
  series_id: WithDefault<Id | null>
  /** The meeting that it was booked with. */
  meet_id: WithDefault<Id | null>
  reserve_status: ReserveStatus
  reject_reason: string | null
  present_time: WithDefault<Date | null>
  reminded: WithDefault<boolean>
  search_grams: ColumnType<string[], never, never>
  acted_by: WithDefault<string[]>
  create_time: Instant
  update_time: Instant
  version: WithDefault<number>
}

declare module '../../platform/database/tables' {
  interface Tables {
    meeting_room: RoomTable
    room_reservation: ReservationTable
  }
}
