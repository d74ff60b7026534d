import type { ResponseOf } from '@assoc/contract'
import type { selectRoomWeek } from '@assoc/contract/meeting/reservation'

type Week = ResponseOf<typeof selectRoomWeek>
export type Room = Week['rooms'][number]
export type Reservation = Week['reservations'][number]

/** A stretch of one room on the shown day, in minutes since midnight. */
export interface Stretch {
  roomId: string
  from: number
  to: number
}

/** What is being dragged: a new booking, a booking to another place, or one of its edges. */
export type Drag =
  | { kind: 'create'; anchor: number }
  | { kind: 'move'; reservation: Reservation; grab: number }
  | { kind: 'resize'; reservation: Reservation; edge: 'from' | 'to' }

/** What the booking form begins with. */
export interface Booking extends Stretch {
  day: string
  title: string
  attendNum: number
  /** The booking that is changed; null for a new one. */
  reservation: Reservation | null
}
