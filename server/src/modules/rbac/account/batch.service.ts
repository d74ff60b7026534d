import * as calls from '@assoc/contract/rbac/user'
import type { Expression, SqlBool } from 'kysely'
import { has, type Who } from '../../../platform/access/who'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { eachRow, parsedFilter } from '../../../platform/resource/batch'
import * as repository from './repository'
import { changeUserStatus } from './status.service'

type Step = Context<typeof calls.changeUserStatus>['input']

/** Takes a step of the status machine on many accounts, each with all rules of the single step. `scope` is the caller's, on `sys_user as u`. */
export async function batchUsers(deed: Context<typeof calls.batchUser>, scope: Expression<SqlBool>) {
  const { db, who, input } = deed
  const reason = input.reason ?? null
  const verb = stepFor(who, input.verb, reason)
  const filter = parsedFilter(calls.queryAllUsersBySystem, input.filter ?? {})
  return eachRow<repository.UserRecord>(deed, {
    idsAfter: (after, limit) => repository.idsAfter(db, scope, filter, after, limit),
    find: (id) => repository.findUserWithin(db, scope, id),
    nameOf: (account) => account.real_name,
    one: async (own, { user_id, version }) => void (await changeUserStatus({ ...own, input: { userId: user_id, version, verb, reason } })),
  })
}

// What no account could bear is refused as a whole: an empty success would look as if something had been done.
function stepFor(who: Who, verb: string, reason: string | null): Step['verb'] {
  const steps = calls.accountStatus.transitions.filter((t) => t.verb === verb)
  if (steps.length === 0) throw refuse.field('verb', '没有这个操作')
  if (!steps.some((t) => has(who, t.permit))) throw refuse.forbidden()
  const given = calls.changeUserStatus.request.shape.reason.safeParse(reason)
  if (!given.success) throw refuse.field('reason', given.error.issues[0]?.message ?? '原因不正确')
  if (!reason && steps.every((t) => t.reason === 'required')) throw refuse.field('reason', '请填写原因')
  return verb as Step['verb']
}
