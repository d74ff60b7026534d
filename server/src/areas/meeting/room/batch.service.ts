import * as calls from '@assoc/contract/meeting/room'
import type { Context } from '../../../platform/http/context'
import { requireVerb, eachRow, parsedFilter } from '../../../platform/resource/batch'
import * as repository from './repository'
import { changeRoomStatus, deleteRoom } from './service'

type Verb = Context<typeof calls.changeRoomStatus>['input']['verb']

/** Takes a step of the status machine, or deletes, many rooms, each with all rules of the single action. */
export async function batchRooms(action: Context<typeof calls.batchRoom>) {
  const { db, principal, input } = action
  const { verb } = input
  const filter = parsedFilter(calls.selectRoomByPage, input.filter ?? {})
  requireVerb(principal, input, calls.roomStatus, calls.deleteRoom.access)
  return eachRow<repository.Room>(action, {
    idsAfter: (after, limit) => repository.idsAfter(db, filter, after, limit),
    find: (id) => repository.findRoom(db, id),
    nameOf: (room) => room.roomName,
    one: async (own, { roomId, version }) => {
      if (verb === 'delete') await deleteRoom({ ...own, input: { roomId, version } })
      else await changeRoomStatus({ ...own, input: { roomId, version, verb: verb as Verb } })
    },
  })
}
