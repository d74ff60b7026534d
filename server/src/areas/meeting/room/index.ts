import { room as contract } from '@assoc/contract/meeting/room'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { countUpcoming } from '../reservation/repository'
import * as repository from './repository'

/** A room with bookings to come stays as it is: they would vanish from sight. Its row is held, so that none slips in meanwhile. */
async function refuseUpcoming(db: Db, roomId: string, action: string): Promise<void> {
  await repository.lockRoom(db, roomId)
  const upcoming = await countUpcoming(db, roomId)
  if (upcoming > 0) throw refuse.inUse(`该会议室还有 ${upcoming} 个未结束的预约，请先取消或移走，再${action}`)
}

// Reservations that stand keep their time when a room is changed, also where it now lies outside the opening hours.
export const room = mountResource(contract, {
  table: 'meeting_room',
  computed: { openHours: repository.openHours },
  softDelete: 'deleted',
  deleted: repository.isDeleted,
  createdBy: 'create_by',
  changedAt: 'update_time',
  keyword: { where: repository.roomsFound },
  order: { field: 'roomName', direction: 'asc' },
  constraints: { meeting_room_name_unique: () => refuse.field('roomName', '该会议室名称已被使用') },
  nameOf: (row) => row.roomName,
  derive: ({ roomName, location }) => (roomName === undefined || location === undefined ? {} : { search_text: repository.searchText(roomName, location) }),
  before: {
    remove: ({ db }, { roomId }) => refuseUpcoming(db, roomId, '删除'),
    change: ({ db }, { roomId }, step) => (step.to === 'closed' ? refuseUpcoming(db, roomId, '停用') : undefined),
  },
})
