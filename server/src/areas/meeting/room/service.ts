import * as calls from '@assoc/contract/meeting/room'
import { has, type Principal } from '../../../platform/access/principal'
import { difference } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { countUpcoming } from '../reservation/repository'
import * as repository from './repository'

const UPDATE = 'meeting:room:update'

/** A room with what the person may do with it. */
export function withAbilities(principal: Principal, room: repository.Room) {
  const verbs = calls.roomStatus.verbs(room.roomStatus, (permit) => has(principal, permit))
  return { ...room, abilities: has(principal, UPDATE) ? ['update', 'delete', ...verbs] : verbs }
}

/** Rooms by name, place or initials. */
export async function selectRoomByPage({ db, principal, input }: Context<typeof calls.selectRoomByPage>) {
  const { items, total } = await repository.listRooms(db, input)
  return { total, items: items.map((room) => withAbilities(principal, room)) }
}

export async function insertRoom({ db, principal, input, audit }: Context<typeof calls.insertRoom>) {
  const { roomId } = await repository.insertRoom(db, input, principal.userId)
  audit({ recordType: 'room', recordId: roomId, verb: 'insert', after: { ...input } })
  return { roomId }
}

/** Changes a room. Reservations that stand keep their time, also where it now lies outside the opening hours. */
export async function updateRoom({ db, principal, input, audit }: Context<typeof calls.updateRoom>) {
  const { roomId, version, ...fields } = input
  const before = await repository.findRoom(db, roomId)
  if (!before) throw refuse.notFound()
  const done = await repository.updateRoom(db, roomId, version, fields)
  if (!done) throw refuse.conflict(withAbilities(principal, before))
  audit({ recordType: 'room', recordId: roomId, verb: 'update', ...difference({ ...before }, fields) })
  return done
}

/** Moves a room along its status machine. A room with reservations to come is not closed: they would vanish from sight. */
export async function changeRoomStatus({ db, principal, input, audit }: Context<typeof calls.changeRoomStatus>) {
  const before = await repository.lockRoom(db, input.roomId)
  if (!before) throw refuse.notFound()
  if (before.version !== input.version) throw refuse.conflict(withAbilities(principal, before))
  const step = calls.roomStatus.find(input.verb, before.roomStatus)
  if (!step) throw refuse.badTransition()
  if (!has(principal, step.permit)) throw refuse.forbidden()
  if (step.to === 'closed') await refuseUpcoming(db, input.roomId, '停用')
  const done = await repository.changeStatus(db, input.roomId, input.version, before.roomStatus, step.to)
  if (!done) throw refuse.conflict(withAbilities(principal, before))
  audit({ recordType: 'room', recordId: input.roomId, verb: input.verb, before: { roomStatus: before.roomStatus }, after: { roomStatus: step.to } })
  return { roomStatus: step.to, version: done.version }
}

/** Marks a room deleted. B00006 while reservations are to come. */
export async function deleteRoom({ db, principal, input, audit }: Context<typeof calls.deleteRoom>) {
  const before = await repository.lockRoom(db, input.roomId)
  if (!before) throw refuse.notFound()
  if (before.version !== input.version) throw refuse.conflict(withAbilities(principal, before))
  await refuseUpcoming(db, input.roomId, '删除')
  if (!(await repository.deleteRoom(db, input.roomId, input.version))) throw refuse.conflict(withAbilities(principal, before))
  audit({ recordType: 'room', recordId: input.roomId, verb: 'delete', before: { ...before } })
  return {}
}

async function refuseUpcoming(db: Context<typeof calls.deleteRoom>['db'], roomId: string, action: string): Promise<void> {
  const upcoming = await countUpcoming(db, roomId)
  if (upcoming > 0) throw refuse.inUse(`该会议室还有 ${upcoming} 个未结束的预约，请先取消或移走，再${action}`)
}
