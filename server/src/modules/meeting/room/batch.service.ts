import * as calls from '@assoc/contract/meeting/room'
import { has } from '../../../platform/access/who'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { eachRow, parsedFilter } from '../../../platform/resource/batch'
import * as repository from './repository'
import { changeRoomStatus, deleteRoom } from './service'

type Verb = Context<typeof calls.changeRoomStatus>['input']['verb']

/** Takes a step of the status machine, or deletes, many rooms, each with all rules of the single deed. */
export async function batchRooms(deed: Context<typeof calls.batchRoom>) {
  const { db, who, input } = deed
  const { verb } = input
  const filter = parsedFilter(calls.selectRoomByPage, input.filter ?? {})
  const steps = calls.roomStatus.transitions.filter((t) => t.verb === verb)
  if (verb !== 'delete' && steps.length === 0) throw refuse.field('verb', '没有这个操作')
  const { access } = verb === 'delete' ? calls.deleteRoom : calls.changeRoomStatus
  const mayStep = verb === 'delete' || steps.some((t) => has(who, t.permit))
  if (!mayStep || (access.kind === 'permit' && !has(who, access.code))) throw refuse.forbidden()
  return eachRow<repository.Room>(deed, {
    idsAfter: (after, limit) => repository.idsAfter(db, filter, after, limit),
    find: (id) => repository.findRoom(db, id),
    nameOf: (room) => room.roomName,
    one: async (own, { roomId, version }) => {
      if (verb === 'delete') await deleteRoom({ ...own, input: { roomId, version } })
      else await changeRoomStatus({ ...own, input: { roomId, version, verb: verb as Verb } })
    },
  })
}
