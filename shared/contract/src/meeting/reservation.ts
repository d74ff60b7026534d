import { z } from 'zod'
import { body, call } from '../core/call'
import { date, id, instant, int, optionalText, ref, text, version, withMeta } from '../core/fields'
import { statusMachine } from '../core/status-machine'
import { meeting } from './permits'
import { equipment, roomStatus } from './room-choices'

export const reserveStatus = statusMachine(
  '预约状态',
  {
    pending: ['待审批', 'amber'],
    reserved: ['已预约', 'blue'],
    inUse: ['使用中', 'teal'],
    rejected: ['已驳回', 'red'],
    cancelled: ['已取消', 'grey'],
    finished: ['已完成', 'green'],
    released: ['未到场释放', 'grey'],
  },
  [
    { from: ['pending'], to: 'reserved', verb: 'approve', label: '同意', permit: 'meeting:reservation:approve', separate: true },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: 'meeting:reservation:approve', reason: 'required', danger: true, separate: true },
    { from: ['pending', 'reserved'], to: 'cancelled', verb: 'cancel', label: '取消预约', permit: 'meeting:reservation:insert', danger: true },
    { from: ['reserved'], to: 'inUse', verb: 'confirm', label: '确认到场', permit: 'meeting:reservation:insert' },
    { from: ['reserved'], to: 'released', verb: 'release', label: '释放会议室', permit: 'meeting:reservation:approve', single: true },
  ],
)
/** Steps of the clock; no button has them. */
export const RESERVATION_CLOCK_VERBS: readonly string[] = ['release']
/** Minutes before the beginning from which presence may be confirmed. */
export const CONFIRM_MINUTES = 15

export const reservationRow = z.object({
  reservationId: id(),
  roomId: id(),
  roomName: withMeta(z.string(), { label: '会议室' }),
  title: withMeta(z.string(), { label: '预约事由' }),
  startTime: withMeta(z.string(), { label: '开始时间', show: 'instant' }),
  endTime: withMeta(z.string(), { label: '结束时间', show: 'instant' }),
  attendNum: withMeta(z.number().int(), { label: '参会人数', show: 'count' }),
  applicantId: id(),
  applicantName: withMeta(z.string(), { label: '预约人' }),
  reserveStatus: withMeta(reserveStatus.schema, { label: '预约状态' }),
  rejectReason: withMeta(z.string().nullable(), { label: '驳回原因' }),
  /** The series that it is an occurrence of. */
  seriesId: id().nullable(),
  version: version(),
  abilities: z.array(z.string()),
  /** Verbs that are left to others: this person has booked or changed it. */
  separated: z.array(z.string()),
})

/** A room as the week shows it. */
export const weekRoom = z.object({
  roomId: id(),
  roomName: withMeta(z.string(), { label: '会议室名称' }),
  location: withMeta(z.string(), { label: '位置' }),
  capacity: withMeta(z.number().int(), { label: '容纳人数', show: 'count' }),
  equipment: withMeta(z.array(equipment.schema), { label: '设备' }),
  openFrom: withMeta(z.string(), { label: '开放时间起' }),
  openTo: withMeta(z.string(), { label: '开放时间止' }),
  needAudit: withMeta(z.boolean(), { label: '预约需审批' }),
  roomStatus: withMeta(roomStatus.schema, { label: '会议室状态' }),
  remark: withMeta(z.string().nullable(), { label: '备注' }),
  version: version(),
  abilities: z.array(z.string()),
})

/** All rooms and what stands in them in a week; everybody who may reserve sees when a room is taken. */
export const selectRoomWeek = call({
  path: '/meeting/room/selectRoomWeek',
  title: '查询会议室周视图',
  access: meeting('reservation:read'),
  request: body({ weekStart: date('周一日期') }),
  /** `daysAhead`: days ahead that a room may be booked. */
  response: z.object({ rooms: z.array(weekRoom), reservations: z.array(reservationRow), daysAhead: z.number().int() }),
})

const reservationFields = {
  title: text('预约事由', 100),
  startTime: instant('开始时间'),
  endTime: instant('结束时间'),
  attendNum: int('参会人数', 1, 1000),
}

export const insertReservation = call({
  path: '/meeting/room/insertReservation',
  title: '预约会议室',
  access: meeting('reservation:insert'),
  write: true,
  request: body({ roomId: ref('会议室', 'room'), ...reservationFields }),
  response: reservationRow,
})

/** Moves or changes a reservation that has not begun. */
export const updateReservation = call({
  path: '/meeting/room/updateReservation',
  title: '修改预约',
  access: meeting('reservation:insert'),
  write: true,
  request: body({ reservationId: ref('预约', 'reservation'), version: version(), roomId: ref('会议室', 'room'), ...reservationFields }),
  response: reservationRow,
})

export const changeReservationStatus = call({
  path: '/meeting/room/changeReservationStatus',
  title: '处理预约',
  access: meeting('reservation:read'),
  write: true,
  request: body({
    reservationId: ref('预约', 'reservation'),
    version: version(),
    verb: z.enum(['approve', 'reject', 'cancel', 'confirm']),
    reason: optionalText('原因', 200),
  }),
  response: z.object({ reserveStatus: reserveStatus.schema, version: version() }),
})
