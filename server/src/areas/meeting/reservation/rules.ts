import type { FieldError } from '@assoc/contract'
import { dayOf, localTime } from '@assoc/contract/core/day'
import type { Room } from '../room/repository'

/** Reservations stand on quarters of an hour. */
const GRID_MS = 15 * 60_000

/** Clock in Asia/Shanghai, `HH:mm`. */
export const clockOf = (time: Date): string => localTime(time).slice(11, 16)

export interface Wish {
  startTime: Date
  endTime: Date
  attendNum: number
}

/** Every rule of the trade that a wished reservation breaks (domain C5), by field; the clash alone is the database's. */
export function brokenRules(wish: Wish, room: Pick<Room, 'openFrom' | 'openTo' | 'capacity' | 'roomStatus'>, now: Date, daysAhead: number): FieldError[] {
  const broken: FieldError[] = []
  const note = (path: string, message: string) => {
    if (!broken.some((b) => b.path === path)) broken.push({ path, message })
  }
  const { startTime, endTime } = wish
  if (startTime.getTime() % GRID_MS !== 0) note('startTime', '开始时间须为整刻钟，例如 09:15')
  if (endTime.getTime() % GRID_MS !== 0) note('endTime', '结束时间须为整刻钟，例如 09:15')
  if (startTime < now) note('startTime', '开始时间不能早于现在')
  if (startTime >= endTime) note('endTime', '结束时间须晚于开始时间')
  else if (dayOf(startTime) !== dayOf(endTime)) note('endTime', '开始和结束须在同一天')
  if (dayOf(startTime) > dayOf(new Date(now.getTime() + daysAhead * 86_400_000))) note('startTime', `最多提前 ${daysAhead} 天预约`)
  const hours = `该会议室开放时间为 ${room.openFrom}–${room.openTo}`
  if (clockOf(startTime) < room.openFrom || clockOf(startTime) >= room.openTo) note('startTime', hours)
  if (clockOf(endTime) > room.openTo || clockOf(endTime) <= room.openFrom) note('endTime', hours)
  if (wish.attendNum > room.capacity) note('attendNum', `该会议室最多容纳 ${room.capacity} 人`)
  if (room.roomStatus === 'maintenance') note('roomId', '该会议室维护中，暂不能预约')
  if (room.roomStatus === 'closed') note('roomId', '该会议室已停用')
  return broken
}
