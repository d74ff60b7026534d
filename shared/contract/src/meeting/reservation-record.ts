import { z } from 'zod'
import { body, call } from '../core/call'
import { date, id, optionalText, ref, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { roomLookup } from './lookups'
import { meeting } from './permits'
import { reserveStatus } from './reservation'

/** Bookings of rooms as a list: what waits for approval, and what was. They are made and moved in the week of rooms. */
export const reservation = resource({
  name: 'reservation',
  label: '会议室预约',
  fileTitle: '会议室预约记录',
  base: '/meeting/reservation',
  id: 'reservationId',
  fields: {},
  more: {
    title: withMeta(z.string(), { label: '预约事由' }),
    roomId: id(),
    roomName: withMeta(z.string(), { label: '会议室' }),
    startTime: withMeta(z.string(), { label: '开始时间', show: 'instant' }),
    endTime: withMeta(z.string(), { label: '结束时间', show: 'instant' }),
    attendNum: withMeta(z.number().int(), { label: '参会人数', show: 'count' }),
    capacity: withMeta(z.number().int(), { label: '容纳人数', show: 'count' }),
    applicantId: id(),
    applicantName: withMeta(z.string(), { label: '预约人' }),
    deptName: withMeta(z.string().nullable(), { label: '部门' }),
    presentTime: withMeta(z.string().nullable(), { label: '确认到场时间', show: 'instant' }),
    rejectReason: withMeta(z.string().nullable(), { label: '驳回原因' }),
    createTime: withMeta(z.string(), { label: '提交时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('预约事由', 50),
    roomId: ref('会议室', roomLookup).optional(),
    reserveStatus: withMeta(z.array(reserveStatus.schema), { label: '预约状态' }).optional(),
    startDateFrom: date('使用日期起').optional(),
    startDateTo: date('使用日期止').optional(),
  },
  view: 'meeting/ReserveHistory',
  facts: ['roomName', 'startTime', 'endTime', 'applicantName'],
  told: ['rejectReason'],
  sortable: ['startTime', 'createTime'],
  access: { read: meeting('reservation:read'), export: meeting('reservation:read') },
  status: { field: 'reserveStatus', machine: reserveStatus },
})

/** What became of the bookings of a room in some days. */
export const roomUse = z.object({
  roomId: id(),
  roomName: withMeta(z.string(), { label: '会议室' }),
  bookings: withMeta(z.number().int(), { label: '预约次数', show: 'count' }),
  used: withMeta(z.number().int(), { label: '实际使用', show: 'count' }),
  noShows: withMeta(z.number().int(), { label: '未到场', show: 'count' }),
  cancelled: withMeta(z.number().int(), { label: '取消', show: 'count' }),
  rejected: withMeta(z.number().int(), { label: '驳回', show: 'count' }),
  usedMinutes: withMeta(z.number().int(), { label: '使用时长（分钟）', show: 'count' }),
  /** Of the time that the room is open on working days, in tenths of a percent. */
  share: withMeta(z.number().int(), { label: '利用率（千分比）', show: 'count' }),
})

export const selectRoomUse = call({
  path: '/meeting/reservation/selectRoomUse',
  title: '统计会议室使用',
  access: meeting('reservation:read'),
  request: body({ startDateFrom: date('使用日期起'), startDateTo: date('使用日期止') }),
  response: z.object({ items: z.array(roomUse) }),
})
