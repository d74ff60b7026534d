import { z } from 'zod'
import { body, call, done, pageOf, pageQuery } from '../core/call'
import { choice, date, flag, id, instant, int, optionalText, ref, text, version, withMeta } from '../core/fields'
import { batchAnswer, batchRequest } from '../core/batch'
import { statusMachine } from '../core/status-machine'
import { meeting } from './permits'

export const equipment = choice('设备', { projector: '投影', video: '视频会议', microphone: '话筒', whiteboard: '白板' })

const keep = 'meeting:room:update'
export const roomStatus = statusMachine(
  '会议室状态',
  { available: ['可用', 'green'], maintenance: ['维护中', 'amber'], closed: ['停用', 'grey'] },
  [
    { from: ['available'], to: 'maintenance', verb: 'maintain', label: '转维护', permit: keep },
    { from: ['available'], to: 'closed', verb: 'close', label: '停用', permit: keep, danger: true },
    { from: ['maintenance', 'closed'], to: 'available', verb: 'reopen', label: '恢复可用', permit: keep },
  ],
)

const clock = (label: string) => withMeta(z.string().regex(/^([01]\d|2[0-3]):(00|30)$/, `${label}须为整点或半点，例如 08:30`), { label })

export const roomRow = z.object({
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

export const selectRoomByPage = call({
  path: '/meeting/room/selectRoomByPage',
  title: '查询会议室',
  access: meeting('room:read'),
  request: pageQuery({ keyword: optionalText('名称或位置', 50), roomStatus: roomStatus.schema.optional() }, ['roomName', 'capacity']),
  response: pageOf(roomRow),
})

const roomFields = {
  roomName: text('会议室名称', 50),
  location: text('位置', 100),
  capacity: int('容纳人数', 1, 1000),
  equipment: withMeta(z.array(equipment.schema).max(4), { label: '设备' }),
  openFrom: clock('开放时间起'),
  openTo: clock('开放时间止'),
  needAudit: flag('预约需审批'),
  remark: optionalText('备注', 500),
}

const opensBeforeCloses = (v: { openFrom?: string; openTo?: string }, context: z.core.$RefinementCtx) => {
  if (v.openFrom && v.openTo && v.openFrom >= v.openTo) {
    context.addIssue({ code: 'custom', path: ['openTo'], message: '结束须晚于开始' })
  }
}

export const insertRoom = call({
  path: '/meeting/room/insertRoom',
  title: '新增会议室',
  access: meeting('room:update'),
  write: true,
  request: body(roomFields).superRefine(opensBeforeCloses, { when: () => true }),
  response: z.object({ roomId: id() }),
})

export const updateRoom = call({
  path: '/meeting/room/updateRoom',
  title: '修改会议室',
  access: meeting('room:update'),
  write: true,
  request: body({ roomId: ref('会议室', 'room'), version: version(), ...roomFields }).superRefine(opensBeforeCloses, { when: () => true }),
  response: z.object({ version: version() }),
})

export const changeRoomStatus = call({
  path: '/meeting/room/changeRoomStatus',
  title: '变更会议室状态',
  access: meeting('room:update'),
  write: true,
  request: body({ roomId: ref('会议室', 'room'), version: version(), verb: z.enum(['maintain', 'close', 'reopen']) }),
  response: z.object({ roomStatus: roomStatus.schema, version: version() }),
})

export const deleteRoom = call({
  path: '/meeting/room/deleteRoom',
  title: '删除会议室',
  access: meeting('room:update'),
  write: true,
  request: body({ roomId: ref('会议室', 'room'), version: version() }),
  response: done,
})

/** A step of the status machine, or `delete`, on many rooms. */
export const batchRoom = call({
  path: '/meeting/room/batchRoom',
  title: '批量处理会议室',
  access: meeting('room:read'),
  write: true,
  request: batchRequest,
  response: batchAnswer,
})

// --- reservations --------------------------------------------------------------------------------

export const reserveStatus = statusMachine(
  '预约状态',
  {
    pending: ['待审批', 'amber'],
    reserved: ['已预约', 'blue'],
    inUse: ['使用中', 'teal'],
    rejected: ['已驳回', 'red'],
    cancelled: ['已取消', 'grey'],
    finished: ['已完成', 'green'],
  },
  [
    { from: ['pending'], to: 'reserved', verb: 'approve', label: '同意', permit: 'meeting:reservation:approve', separate: true },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: 'meeting:reservation:approve', reason: 'required', danger: true, separate: true },
    { from: ['pending', 'reserved'], to: 'cancelled', verb: 'cancel', label: '取消预约', permit: 'meeting:reservation:insert', danger: true },
  ],
)

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
  version: version(),
  abilities: z.array(z.string()),
  /** Verbs that are left to others: this person has booked or changed it. */
  separated: z.array(z.string()),
})

/** All rooms and what stands in them in a week; everybody who may reserve sees when a room is taken. */
export const selectRoomWeek = call({
  path: '/meeting/room/selectRoomWeek',
  title: '查询会议室周视图',
  access: meeting('reservation:read'),
  request: body({ weekStart: date('周一日期') }),
  /** `daysAhead`: days ahead that a room may be booked. */
  response: z.object({ rooms: z.array(roomRow), reservations: z.array(reservationRow), daysAhead: z.number().int() }),
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
    verb: z.enum(['approve', 'reject', 'cancel']),
    reason: optionalText('原因', 200),
  }),
  response: z.object({ reserveStatus: reserveStatus.schema, version: version() }),
})
