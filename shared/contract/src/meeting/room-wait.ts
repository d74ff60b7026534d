import { z } from 'zod'
import { body, call, done } from '../core/call'
import { choice, choiceField, id, instant, int, ref, text, withMeta } from '../core/fields'
import { meeting } from './permits'

/** How it stands with somebody who waits for a room that is taken. */
export const waitState = choice('等候状态', { waiting: '等候中', told: '已空出，待预约', booked: '已预约', lapsed: '已过期', withdrawn: '已取消' }, { waiting: 'amber', told: 'green', booked: 'blue', lapsed: 'grey', withdrawn: 'grey' })
/** Minutes for which somebody who was told is the only one to know. */
export const TURN_MINUTES = 30

export const roomWait = z.object({
  waitId: id(),
  roomId: id(),
  roomName: withMeta(z.string(), { label: '会议室' }),
  title: withMeta(z.string(), { label: '预约事由' }),
  startTime: withMeta(z.string(), { label: '开始时间', show: 'instant' }),
  endTime: withMeta(z.string(), { label: '结束时间', show: 'instant' }),
  attendNum: withMeta(z.number().int(), { label: '参会人数', show: 'count' }),
  waitState: choiceField(waitState),
  toldUntil: withMeta(z.string().nullable(), { label: '优先预约至', show: 'instant' }),
  /** Others who wait for a time that overlaps this one, and came before. */
  before: withMeta(z.number().int(), { label: '前面等候人数', show: 'count' }),
})

/** What the person waits for and whose time has not come. */
export const selectRoomWaits = call({
  path: '/meeting/room/selectRoomWaits',
  title: '查询我的会议室等候',
  access: meeting('reservation:insert'),
  request: body({}),
  response: z.object({ items: z.array(roomWait) }),
})

/** Waits for a room that is taken; whoever came first is told first when it is freed. */
export const insertRoomWait = call({
  path: '/meeting/room/insertRoomWait',
  title: '等候会议室',
  access: meeting('reservation:insert'),
  write: true,
  request: body({ roomId: ref('会议室', 'room'), title: text('预约事由', 100), startTime: instant('开始时间'), endTime: instant('结束时间'), attendNum: int('参会人数', 1, 1000) }),
  response: z.object({ waitId: id(), before: z.number().int() }),
})

export const cancelRoomWait = call({
  path: '/meeting/room/cancelRoomWait',
  title: '取消等候会议室',
  access: meeting('reservation:insert'),
  write: true,
  request: body({ waitId: ref('等候', 'roomWait') }),
  response: done,
})
