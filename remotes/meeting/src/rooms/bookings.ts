import type { ResponseOf } from '@assoc/contract'
import { reserveStatus } from '@assoc/contract/meeting/reservation'
import type { reservation } from '@assoc/contract/meeting/reservation-record'
import type { Column } from '@assoc/ui'

type Row = ResponseOf<typeof reservation.list>['items'][number]

/** Columns of bookings, where they are decided on and where they are looked back on. */
export const BOOKING_COLUMNS: readonly Column<Row>[] = [
  { field: 'title', width: 190 },
  { field: 'roomName', width: 130 },
  { field: 'startTime', width: 155, sortable: true },
  { field: 'endTime', width: 155 },
  { field: 'attendNum', width: 90 },
  { field: 'applicantName', width: 90 },
  { field: 'deptName', width: 120 },
  { field: 'reserveStatus', width: 110, title: '状态', tag: reserveStatus },
]

export const BOOKING_DETAIL = ['title', 'roomName', 'startTime', 'endTime', 'attendNum', 'capacity', 'applicantName', 'deptName', 'reserveStatus', 'presentTime', 'rejectReason', 'createTime'] as const

/** What follows from a step, said before it is taken. */
export const BOOKING_TEXTS = {
  approve: '同意后预约人会收到通知。',
  reject: '驳回后该时段重新开放，预约人会收到通知。',
  cancel: '取消后该时段重新开放，不能恢复。',
  confirm: '确认后会议室转为使用中，到结束时间自动完成。',
}
