import { addDays, dayOf, HALF_HOUR, instantOf, minutesOf, parseClock } from './time'
import type { Reservation, Room, Stretch } from './types'

const HOLDS = new Set(['pending', 'reserved', 'inUse'])

export const isLive = (reservation: Reservation): boolean => HOLDS.has(reservation.reserveStatus)

export const stretchOf = (r: Reservation): Stretch => ({ roomId: r.roomId, from: minutesOf(r.startTime), to: minutesOf(r.endTime) })

/** The hours that the grid shows: from the first room that opens to the last that closes, in whole half hours. */
export function hoursOf(rooms: readonly Room[]): { from: number; to: number } {
  if (rooms.length === 0) return { from: 8 * 60, to: 18 * 60 }
  return {
    from: Math.floor(Math.min(...rooms.map((r) => parseClock(r.openFrom))) / HALF_HOUR) * HALF_HOUR,
    to: Math.ceil(Math.max(...rooms.map((r) => parseClock(r.openTo))) / HALF_HOUR) * HALF_HOUR,
  }
}

/**
 * Why a stretch cannot be booked, in a sentence; null when it can, as far as this page knows. The
 * server and its database decide.
 */
export function problemOf(room: Room | undefined, day: string, stretch: Stretch, reservations: readonly Reservation[], now: number, daysAhead: number, exceptId?: string): string | null {
  if (!room) return '没有这个会议室'
  if (room.roomStatus === 'maintenance') return '会议室维护中'
  if (stretch.from < parseClock(room.openFrom) || stretch.to > parseClock(room.openTo)) return `开放时间为 ${room.openFrom}–${room.openTo}`
  if (Date.parse(instantOf(day, stretch.from)) < now) return '时间已过'
  if (day > addDays(dayOf(now), daysAhead)) return `最多提前 ${daysAhead} 天预约`
  const clash = reservations.find((r) => {
    if (r.roomId !== room.roomId || r.reservationId === exceptId || !isLive(r) || dayOf(r.startTime) !== day) return false
    const { from, to } = stretchOf(r)
    return from < stretch.to && to > stretch.from
  })
  return clash ? `与「${clash.title}」冲突` : null
}

/** How full a day is: booked minutes of all open minutes, 0 to 1. */
export function loadOf(day: string, rooms: readonly Room[], reservations: readonly Reservation[]): number {
  const open = rooms.reduce((sum, r) => sum + parseClock(r.openTo) - parseClock(r.openFrom), 0)
  const booked = reservations
    .filter((r) => dayOf(r.startTime) === day)
    .map(stretchOf)
    .reduce((sum, s) => sum + s.to - s.from, 0)
  return open === 0 ? 0 : Math.min(1, booked / open)
}
