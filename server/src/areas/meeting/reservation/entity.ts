import { CODE } from '@assoc/contract'
import { defineEntity } from '../../../platform/access/entities'
import { Refusal } from '../../../platform/errors'

/** A reservation is bound to its applicant and their department. */
export const RESERVATION = defineEntity({
  name: 'reservation',
  table: 'room_reservation',
  idColumn: 'reservation_id',
  module: 'meeting',
  scope: { dept: 'dept_id', self: 'applicant_id' },
  constraints: {
    room_reservation_no_overlap: () => new Refusal(CODE.roomTaken, '该会议室在这个时段已被预约，请换一个时间或会议室'),
  },
})
