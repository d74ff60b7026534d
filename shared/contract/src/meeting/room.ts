import { z } from 'zod'
import { agrees } from '../core/field-rules'
import { flag, int, optionalText, text, withMeta } from '../core/fields'
import { time } from '../core/kinds'
import { resource } from '../core/resource'
import { meeting } from './permits'
import { equipment, roomStatus } from './room-choices'

export { equipment, roomStatus } from './room-choices'

const keptBy = meeting('room:update')

/** A meeting room of the house. Rooms belong to nobody: whoever may book sees all of them. */
export const room = resource({
  name: 'room',
  label: '会议室',
  base: '/meeting/room',
  id: 'roomId',
  fields: {
    roomName: withMeta(text('会议室名称', 50), { alsoCalled: ['会议室', '名称', '房间名称'] }),
    location: withMeta(text('位置', 100), { alsoCalled: ['地点', '所在位置', '楼层'] }),
    capacity: withMeta(int('容纳人数', 1, 1000), { alsoCalled: ['人数', '座位数', '容量'] }),
    needAudit: flag('预约需审批'),
    openFrom: time('开放时间起', 30),
    openTo: agrees(time('开放时间止', 30), (to, { openFrom }) => (typeof openFrom === 'string' && String(to) <= openFrom ? '结束须晚于开始' : null)),
    equipment: withMeta(z.array(equipment.schema).max(4), { label: '设备' }),
    remark: optionalText('备注', 500),
  },
  more: { openHours: withMeta(z.string(), { label: '开放时间' }) },
  filters: { keyword: optionalText('名称或位置', 50), roomStatus: roomStatus.schema.optional() },
  view: 'meeting/RoomList',
  facts: ['location', 'capacity', 'openHours'],
  sortable: ['roomName', 'capacity'],
  access: { read: meeting('room:read'), insert: keptBy, update: keptBy, remove: keptBy, export: meeting('room:read'), import: keptBy },
  status: { field: 'roomStatus', machine: roomStatus },
})
