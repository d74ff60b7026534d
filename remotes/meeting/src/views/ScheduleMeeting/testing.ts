import { dayOf } from './time'
import type { Reservation, Room } from './types'

/** A Tuesday, 10:07 in Asia/Shanghai. */
export const NOW = Date.parse('2026-03-10T10:07:00+08:00')

export const buildRoom = (given: Partial<Room> = {}): Room => ({
  roomId: '1', roomName: '第一会议室', location: '三层', capacity: 16, equipment: [], openFrom: '08:00', openTo: '18:00', needAudit: false,
  roomStatus: 'available', remark: null, version: 1, abilities: [], ...given,
})

/** A reservation on a day from one clock time to another. */
export const buildReservation = (from: string, to: string, given: Partial<Reservation> = {}, day = dayOf(NOW)): Reservation => ({
  reservationId: '7', roomId: '1', roomName: '第一会议室', title: '例会', startTime: new Date(`${day}T${from}:00+08:00`).toISOString(),
  endTime: new Date(`${day}T${to}:00+08:00`).toISOString(), attendNum: 5, applicantId: '1', applicantName: '甄安娜', reserveStatus: 'reserved',
  rejectReason: null, seriesId: null, version: 1, abilities: ['update', 'cancel'], separated: [], ...given,
})
