import { registration as contract } from '@assoc/contract/rbac/registration'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { tellDecision } from '../account/decision'
import { findUser } from '../account/repository'
import { requireCovers } from '../role/guard'
import { plainSeed, registrationSeed } from './seed'

const runtime = mountResource(contract, {
  table: 'registration',
  module: 'rbac',
  scope: { dept: 'dept_id', self: 'user_id' },
  keyword: { columns: ['real_name', 'login_name', 'mobile', 'company_name'] },
  order: { field: 'createTime', direction: 'asc' },
  nameOf: (row) => row.realName,
  before: {
    // Roles may have been seeded before: letting the account in gives them.
    change: ({ db, principal }, row, step) => requireCovers(db, principal, row.userId, `${step.label}其认证`),
  },
  after: {
    async change({ db, audit, platform, input }, row, step) {
      const userId = row.userId
      const person = await findUser(db, userId)
      if (!person) throw refuse.notFound()
      const reason = (input as { reason?: string | null }).reason ?? null
      await tellDecision(db, person, step.verb, reason)
      await platform.revocations.announce(db, { kind: 'user', id: userId })
      // The decision belongs to the account's own history, too: from now on it is shown there.
      audit({ recordType: 'user', recordId: userId, verb: step.verb, reason, before: { accountStatus: row.accountStatus }, after: { accountStatus: step.to } })
    },
  },
})

export const registration = { ...runtime, seeds: [registrationSeed, plainSeed] }
