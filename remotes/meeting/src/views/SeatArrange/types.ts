import type { ResponseOf } from '@assoc/contract'
import type { selectSeatPlan } from '@assoc/contract/meeting/seat'

export type Plan = ResponseOf<typeof selectSeatPlan>
export type Seat = Plan['seats'][number]
export type Person = Plan['people'][number]
export type Area = Plan['areas'][number]

/** What is dragged or chosen: somebody, and the seat that they come from. */
export interface Held {
  registerId: string
  seatId: string | null
}
