import { CODE } from '@assoc/contract'
import { dayOf, instantOf } from '@assoc/contract/core/day'
import * as calls from '@assoc/contract/meeting/reservation-series'
import { iso, type Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { lockRoom, type Room } from '../room/repository'
import { tellWaiting } from '../wait/queue'
import { noteBooked } from '../wait/repository'
import { mayHandle } from './abilities'
import * as repository from './repository'
import { brokenRules, clockOf } from './rules'
import * as rows from './series.repository'
import { tellApprovers, wire } from './service'

type Wish = Pick<Context<typeof calls.insertSeries>['input'], 'roomIds' | 'title' | 'startTime' | 'endTime' | 'attendNum' | 'repeat' | 'count' | 'withoutWeekends'>

interface Occurrence extends repository.ReservationFields {
  room: Room
  problem: string | null
}

const wireOf = ({ room, roomId, startTime, endTime, problem }: Occurrence) => ({ roomId, roomName: room.roomName, startTime: iso(startTime), endTime: iso(endTime), problem })

/**
 * All times of a series in all its rooms, with the first reason why one cannot be booked. The rooms are held in the order of their ids, so
 * that two series over the same rooms do not wait for each other, and what is free stays so to the end of the transaction.
 */
async function occurrencesOf(db: Db, wish: Wish, { settings }: Pick<Platform, 'settings'>): Promise<Occurrence[]> {
  const [first, last] = [new Date(wish.startTime), new Date(wish.endTime)]
  if (dayOf(first) !== dayOf(last) || first >= last) throw refuse.field('endTime', first >= last ? '结束时间须晚于开始时间' : '开始和结束须在同一天')
  const roomIds = [...new Set(wish.roomIds)].sort((a, b) => Number(a) - Number(b))
  const rooms: Room[] = []
  for (const roomId of roomIds) {
    const room = await lockRoom(db, roomId)
    if (!room) throw refuse.notFound()
    rooms.push(room)
  }
  const daysAhead = await settings.parameter(wish.repeat === 'once' ? 'meeting.daysAhead' : 'meeting.seriesDaysAhead')
  const days = calls.daysOfSeries(dayOf(first), wish.repeat, wish.count, wish.withoutWeekends)
  if (days.length === 0) throw refuse.field('count', '没有符合条件的日期')
  const at = (day: string, clock: Date) => new Date(instantOf(`${day} ${clockOf(clock)}`))
  const held = await rows.heldBetween(db, roomIds, at(days[0] as string, first), at(days.at(-1) as string, last))
  const now = new Date()
  return days.flatMap((day) =>
    rooms.map((room): Occurrence => {
      const fields = { roomId: room.roomId, title: wish.title, startTime: at(day, first), endTime: at(day, last), attendNum: wish.attendNum }
      const clash = held.find((h) => h.room_id === room.roomId && h.start_time < fields.endTime && h.end_time > fields.startTime)
      const [broken] = brokenRules(fields, room, now, daysAhead)
      return { ...fields, room, problem: broken?.message ?? (clash ? `已被「${clash.title}」预约` : null) }
    }),
  )
}

/** Says what of a series can be booked. */
export async function previewSeries({ db, input, platform }: Context<typeof calls.previewSeries>) {
  const all = await db.transaction().execute((tx) => occurrencesOf(tx, input, platform))
  return { items: all.map(wireOf), problems: all.filter(({ problem }) => problem).length }
}

/** Books a series: all of it or none, unless what cannot be booked is to be skipped. B00009 when something of it is taken. */
export async function insertSeries({ db, principal, input, audit, platform }: Context<typeof calls.insertSeries>) {
  const all = await occurrencesOf(db, input, platform)
  const good = all.filter(({ problem }) => !problem)
  const [bad] = all.filter(({ problem }) => problem)
  if (bad && (input.onProblem === 'refuse' || good.length === 0)) {
    const many = all.length - good.length
    throw new Refusal(CODE.roomTaken, `${bad.room.roomName} ${dayOf(bad.startTime)} ${clockOf(bad.startTime)}：${bad.problem}${many > 1 ? `，等 ${many} 处不能预约` : ''}`)
  }
  const seriesId = await rows.insertSeries(db, input.title, input.repeat, principal.userId)
  let waiting: { id: string; occurrence: Occurrence } | undefined
  let pending = 0
  for (const occurrence of good) {
    const status = occurrence.room.needAudit ? 'pending' : 'reserved'
    const { reservation_id: id } = await repository.insertReservation(db, occurrence, principal, status, seriesId)
    audit({ recordType: 'reservation', recordId: id, verb: 'insert', after: { ...wireOf(occurrence), title: input.title, attendNum: input.attendNum, seriesId, reserveStatus: status } })
    await noteBooked(db, principal.userId, occurrence)
    if (status === 'reserved') continue
    pending++
    waiting ??= { id, occurrence }
  }
  // One notice for all of it: the others stand beside it where it is decided on.
  if (waiting) await tellApprovers(db, principal, waiting.id, { ...waiting.occurrence, title: pending > 1 ? `${input.title}（共 ${pending} 次）` : input.title }, waiting.occurrence.room)
  return { seriesId, made: good.length, skipped: all.length - good.length, pending, firstDay: dayOf((good[0] as Occurrence).startTime) }
}

/** Cancels an occurrence and those that follow it, as far as they have not begun. */
export async function cancelSeries({ db, principal, input, audit }: Context<typeof calls.cancelSeries>) {
  const first = await repository.findReservation(db, input.reservationId)
  if (!first) throw refuse.notFound()
  if (first.version !== input.version) throw refuse.conflict(wire(principal, first))
  if (!first.series_id) throw refuse.badTransition()
  if (!mayHandle(principal, first)) throw refuse.forbidden('只能取消本人的预约')
  const gone = await rows.cancelFrom(db, first.series_id, first.start_time, principal.userId, first.applicant_id)
  if (gone.length === 0) throw refuse.badTransition()
  for (const r of gone) {
    audit({ recordType: 'reservation', recordId: r.reservation_id, verb: 'cancel', reason: '取消系列预约', before: { reserveStatus: r.before }, after: { reserveStatus: 'cancelled' } })
    await tellWaiting(db, { roomId: r.room_id, startTime: r.start_time, endTime: r.end_time })
  }
  return { cancelled: gone.length, reserveStatus: 'cancelled' as const }
}
