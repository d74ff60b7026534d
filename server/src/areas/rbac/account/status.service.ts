import * as calls from '@assoc/contract/rbac/user'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { unbindAll } from '../im/repository'
import { endLinks } from '../identity-link/service'
import { keepAdministrator } from '../role/administrators'
import { requireCovers } from '../role/guard'
import { tellDecision } from './decision'
import { presentUsers } from './present'
import { forgetTries } from './lock-out.repository'
import * as repository from './repository'
import { forgetUnused } from './warnings.repository'

/** Moves an account through its status machine; one that may not sign in any more loses its sessions at once. */
export async function changeUserStatus({ db, principal, input, audit, platform }: Context<typeof calls.changeUserStatus>) {
  const { userId, verb, version, reason } = input
  const change = async () => {
    const before = await repository.findUser(db, userId)
    if (!before) throw refuse.notFound()
    const transition = calls.accountStatus.find(verb, before.account_status)
    if (!transition) {
      if (before.version !== version) throw refuse.conflict((await presentUsers(db, principal, [before]))[0])
      throw refuse.badTransition()
    }
    if (!has(principal, transition.permit)) throw refuse.forbidden()
    if (transition.reason === 'required' && !reason) throw refuse.field('reason', '请填写原因')
    await requireCovers(db, principal, userId, `${transition.label}其账号`)
    const done = await repository.setStatus(db, userId, version, before.account_status, transition.to, principal.userId)
    if (!done) throw refuse.conflict((await presentUsers(db, principal, [before]))[0])
    if (transition.to === 'cancelled') await endLinks({ db, principal, platform, audit }, { userId }, `账号${transition.label}`)
    if (transition.to === 'cancelled') await unbindAll(db, userId)
    if (transition.to === 'normal') await forgetUnused(db, userId)
    if (verb === 'unlock') await forgetTries(db, userId)
    if (transition.to !== 'normal') await platform.sessions.endAllOf(db, userId, 'disabled')
    await platform.revocations.announce(db, { kind: 'user', id: userId })
    if (verb === 'confirm' || verb === 'reject') await tellDecision(db, before, verb, reason ?? null)
    audit({
      recordType: 'user',
      recordId: userId,
      verb,
      reason: reason ?? null,
      before: { accountStatus: before.account_status },
      after: { accountStatus: transition.to },
    })
    return { accountStatus: transition.to, version: done.version }
  }
  const changed = await keepAdministrator(db, change)
  // Only after the question whether an administrator remains: to the last one that is the reason.
  if (userId === principal.userId && changed.accountStatus !== 'normal') throw refuse.forbidden('不能停用本人的账号，请由其他管理员办理')
  return changed
}
