import type * as calls from '@assoc/contract/rbac/org'
import { withinScope } from '../../../platform/access/entities'
import { difference } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { user } from '../account'
import * as repository from './repository'

export const members = ({ db, principal, input }: Context<typeof calls.selectUserlist>) =>
  repository.membersOf(db, input.usergroupId, withinScope(principal, user, 'u'))

export async function insertGroup({ db, input, audit }: Context<typeof calls.insertUsergroup>) {
  const fields = { groupName: input.groupName, remark: input.remark ?? null }
  const { usergroupId } = await repository.insertGroup(db, fields)
  audit({ recordType: 'usergroup', recordId: usergroupId, verb: 'insert', after: fields })
  return { usergroupId }
}

export async function deleteGroup({ db, input, audit }: Context<typeof calls.deleteUsergroup>) {
  const before = await repository.findGroup(db, input.usergroupId)
  if (!before) throw refuse.notFound()
  await repository.deleteGroup(db, input.usergroupId)
  audit({ recordType: 'usergroup', recordId: input.usergroupId, verb: 'delete', before: { groupName: before.groupName, memberCount: before.memberCount } })
  return {}
}

/**
 * Sets name and members of a group: the whole set of those whom the caller may see. Members outside
 * their data scope stay, for they could not have named them.
 */
export async function saveGroup({ db, principal, input, audit }: Context<typeof calls.saveUsergroupList>) {
  const { usergroupId, version } = input
  const before = await repository.findGroup(db, usergroupId)
  if (!before) throw refuse.notFound()
  const fields = { groupName: input.groupName, remark: input.remark ?? null }
  const done = await repository.updateGroup(db, usergroupId, version, fields)
  const visible = await repository.membersOf(db, usergroupId, withinScope(principal, user, 'u'))
  if (!done) throw refuse.conflict({ ...before, userIds: visible.map((m) => m.userId) })
  const had = new Set(visible.map((m) => m.userId))
  const wanted = new Set(input.userIds)
  const add = [...wanted].filter((id) => !had.has(id))
  const remove = [...had].filter((id) => !wanted.has(id))
  const cancelled = await repository.cancelledAmong(db, add)
  if (cancelled.length > 0) throw refuse.field('userIds', `已注销的用户不能加入用户组：${cancelled.slice(0, 5).join('、')}`)
  await repository.changeMembers(db, usergroupId, add, remove)
  const changed = difference({ groupName: before.groupName, remark: before.remark }, fields)
  audit({
    recordType: 'usergroup',
    recordId: usergroupId,
    verb: 'update',
    before: { ...changed.before, ...(remove.length > 0 ? { removed: remove } : {}) },
    after: { ...changed.after, ...(add.length > 0 ? { added: add } : {}) },
  })
  return done
}
