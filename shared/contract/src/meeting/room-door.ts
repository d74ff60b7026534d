import { z } from 'zod'
import { body, call } from '../core/call'
import { ref } from '../core/fields'
import { meeting } from './permits'

/** The address of the page that shows a room's day, as a code to hang at its door. */
export const selectRoomDoor = call({
  path: '/meeting/room/selectRoomDoor',
  title: '查询会议室门牌码',
  access: meeting('room:read'),
  request: body({ roomId: ref('会议室', 'room') }),
  /** `picture` is the code as SVG. */
  response: z.object({ address: z.string(), picture: z.string() }),
})
