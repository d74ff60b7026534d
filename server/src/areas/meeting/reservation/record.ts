import { reservation as contract, selectRoomUse } from '@assoc/contract/meeting/reservation-record'
import { CONFIRM_MINUTES, RESERVATION_CLOCK_VERBS } from '@assoc/contract/meeting/reservation'
import { CODE, type RowOf } from '@assoc/contract'
import { has, type Principal } from '../../../platform/access/principal'
import { Refusal, refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { mountResource } from '../../../platform/resource/mount'
import { tellWaiting } from '../wait/queue'
import { tellStep } from './notices'
import * as repository from './record.repository'

type Row = RowOf<typeof contract>

const CANCEL_ANY = 'meeting:reservation:cancelAny'
const MINUTE_MS = 60_000

/** Why a person may not take back or confirm a booking that the list shows; true when they may. */
function mayHandle(principal: Principal, row: Row, verb: string): boolean | string {
  if (row.applicantId !== principal.userId && !has(principal, CANCEL_ANY)) return verb === 'cancel' ? '只能取消本人的预约' : '由预约人确认到场'
  if (verb === 'confirm' && Date.parse(row.startTime) - CONFIRM_MINUTES * MINUTE_MS > Date.now()) return `开始前 ${CONFIRM_MINUTES} 分钟起可以确认到场`
  return true
}

/** Bookings as a list, to decide on many at once and to look back on. */
export const reservationRecord = mountResource(contract, {
  table: 'room_reservation',
  module: 'meeting',
  scope: { dept: 'dept_id', self: 'applicant_id' },
  createdBy: 'applicant_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { columns: ['title'], grams: true },
  filters: repository.filters,
  order: { field: 'startTime', direction: 'desc' },
  nameOf: (row) => row.title,
  constraints: {
    room_reservation_no_overlap: () => new Refusal(CODE.roomTaken, '该会议室在这个时段已被预约，请换一个时间或会议室'),
  },
  may: (principal, row, verb) => {
    if (RESERVATION_CLOCK_VERBS.includes(verb)) return '未确认到场的预约由系统释放'
    return verb !== 'cancel' && verb !== 'confirm' ? true : mayHandle(principal, row, verb)
  },
  before: {
    // Its time has come or gone: the clock is about to turn it down.
    change: (_action, row, step) => {
      if (step.verb === 'approve' && Date.parse(row.startTime) <= Date.now()) throw refuse.badTransition()
    },
  },
  after: {
    change: async ({ db, principal }, row, step, reason) => {
      if (step.verb === 'confirm') await repository.notePresence(db, row.reservationId)
      if (step.to === 'cancelled' || step.to === 'rejected') await tellWaiting(db, { roomId: row.roomId, startTime: new Date(row.startTime), endTime: new Date(row.endTime) })
      if (step.verb === 'reject') await repository.noteReason(db, row.reservationId, reason)
      await tellStep(db, principal.userId, { ...row, startTime: new Date(row.startTime), endTime: new Date(row.endTime) }, step.verb, reason)
    },
  },
})

export const roomUse = handle(selectRoomUse, async ({ db, principal, input }) => {
  if (input.startDateTo < input.startDateFrom) throw refuse.field('startDateTo', '结束日期不能早于开始日期')
  return { items: await repository.roomUse(db, principal, input.startDateFrom, input.startDateTo) }
})
