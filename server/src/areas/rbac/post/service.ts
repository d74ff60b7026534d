import { difference } from '../../../platform/audit/audit'
import type { Context } from '../../../platform/http/context'
import { refuse } from '../../../platform/errors'
import type * as calls from '@assoc/contract/rbac/org'
import * as repository from './repository'

export async function insertPost({ db, input, audit }: Context<typeof calls.insertPost>) {
  const { postId } = await repository.insertPost(db, input)
  audit({ recordType: 'post', recordId: postId, verb: 'insert', after: { ...input } })
  return { postId }
}

export async function updatePost({ db, input, audit }: Context<typeof calls.updatePost>) {
  const { postId, version, ...fields } = input
  const before = await repository.findPost(db, postId)
  if (!before) throw refuse.notFound()
  const done = await repository.updatePost(db, postId, version, fields)
  if (!done) throw refuse.conflict(before)
  audit({ recordType: 'post', recordId: postId, verb: 'update', ...difference({ ...before }, fields) })
  return done
}

export async function deletePost({ db, input, audit }: Context<typeof calls.deletePost>) {
  const before = await repository.findPost(db, input.postId)
  if (!before) throw refuse.notFound()
  if (await repository.postInUse(db, input.postId)) throw refuse.inUse('该岗位下还有员工，不能删除')
  await repository.deletePost(db, input.postId)
  audit({ recordType: 'post', recordId: input.postId, verb: 'delete', before: { ...before } })
  return {}
}
