import * as calls from '@assoc/contract/rbac/user'
import type { Expression, SqlBool } from 'kysely'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { requireVerb, eachRow, parsedFilter } from '../../../platform/resource/batch'
import { lookedUp } from '../../../platform/search/personal'
import * as repository from './repository'
import { changeUserStatus } from './status.service'

type Step = Context<typeof calls.changeUserStatus>['input']

/** Takes a step of the status machine on many accounts, each with all rules of the single step. `scope` is the caller's, on `sys_user as u`. */
export async function batchUsers(action: Context<typeof calls.batchUser>, scope: Expression<SqlBool>) {
  const { db, principal, input } = action
  const reason = input.reason ?? null
  requireVerb(principal, input, calls.accountStatus)
  // The single action's call has a rule for its reason, which batches do not have.
  const given = calls.changeUserStatus.request.shape.reason.safeParse(reason)
  if (!given.success) throw refuse.field('reason', given.error.issues[0]?.message ?? '原因不正确')
  const verb = input.verb as Step['verb']
  const asked: { keyword?: string | null } = parsedFilter(calls.queryAllUsersBySystem, input.filter ?? {})
  const filter = { ...asked, look: await lookedUp(action.platform, principal, asked.keyword, ['mobile']) }
  return eachRow<repository.UserRecord>(action, {
    idsAfter: (after, limit) => repository.idsAfter(db, scope, filter, after, limit),
    find: (id) => repository.findUserWithin(db, scope, id),
    nameOf: (account) => account.real_name,
    one: async (own, { user_id, version }) => void (await changeUserStatus({ ...own, input: { userId: user_id, version, verb, reason } })),
  })
}
