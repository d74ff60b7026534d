import * as calls from '@assoc/contract/meeting/room'
import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { batchRooms } from './batch.service'
import { isDeleted } from './repository'
import * as service from './service'

// Rooms belong to nobody: whoever may book sees all of them, so no data scope rules.
defineEntity({
  name: 'room',
  table: 'meeting_room',
  idColumn: 'room_id',
  deleted: isDeleted,
  constraints: { meeting_room_name_unique: () => refuse.field('roomName', '该会议室名称已被使用') },
})

export const room: ServerModule = {
  bindings: [
    handle(calls.selectRoomByPage, service.selectRoomByPage),
    handle(calls.insertRoom, service.insertRoom),
    handle(calls.updateRoom, service.updateRoom),
    handle(calls.changeRoomStatus, service.changeRoomStatus),
    handle(calls.batchRoom, batchRooms),
    handle(calls.deleteRoom, service.deleteRoom),
  ],
}
