import { choice } from '../core/fields'
import { statusMachine } from '../core/status-machine'

// Beside the resource of rooms: what books them needs these alone, and not the whole of it.

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
