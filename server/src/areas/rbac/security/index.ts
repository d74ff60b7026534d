import * as calls from '@assoc/contract/rbac/security'
import { difference } from '../../../platform/audit/audit'
import { iso } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, handleOpen, type Context } from '../../../platform/http/context'
import { listOf, within } from '../../../platform/settings/settings'
import { grantRole, seedMenus } from '../../../platform/seed'
import type { ServerModule } from '../../../platform/module'
import * as repository from './repository'

async function select({ db, platform, request }: Context<typeof calls.selectSecurityPolicy>) {
  const [{ policy, version }, change] = await Promise.all([platform.settings.security(), repository.lastChange(db)])
  return { ...policy, version, updateTime: change ? iso(change.update_time) : null, updateName: change?.real_name ?? null, ownAddress: request.ip, virusScan: platform.scanner !== null }
}

/** Stores the policy; it holds in every process from the next request on. Nobody shuts themselves out. */
async function update({ db, platform, principal, input, request, audit }: Context<typeof calls.updateSecurityPolicy>) {
  const { version, ...policy } = input
  const allowed = listOf(policy.allowedAddresses)
  if (allowed && !within(allowed, request.ip)) throw refuse.field('allowedAddresses', `须包含您现在的网络地址 ${request.ip}，否则您将无法再访问`)
  const before = await platform.settings.security()
  const done = await repository.storePolicy(db, policy, version, principal.userId)
  if (!done) throw refuse.conflict({ ...before.policy, version: before.version })
  await platform.revocations.announce(db, { kind: 'all' })
  audit({ recordType: 'securityPolicy', recordId: null, verb: 'update', ...difference({ ...before.policy }, policy) })
  return done
}

export const security: ServerModule = {
  bindings: [
    handle(calls.selectSecurityPolicy, select),
    handle(calls.updateSecurityPolicy, update),
    handle(calls.selectPolicyRoles, async ({ db }) => (await repository.rolesInUse(db)).map((r) => ({ roleId: r.role_id, roleName: r.role_name }))),
    handleOpen(calls.selectPasswordRules, async ({ platform }) => {
      const { minLength, minClasses, forbidRepeats } = (await platform.settings.security()).policy
      return { minLength, minClasses, forbidRepeats }
    }),
  ],
  seeds: [
    {
      name: 'rbac.security',
      order: 12,
      run: async (db) => {
        await seedMenus(db, [{ menuId: 7017, parentId: 7000, menuName: '安全策略', menuPath: '/systemManage/securityPolicy', menuLink: 'rbac/SecurityPolicy', sortNo: 17 }], ['SYS_ADMIN', 'SEC_ADMIN'])
        await grantRole(db, 'SEC_ADMIN', ['rbac:security:'])
        await grantRole(db, 'SYS_ADMIN', ['rbac:security:read'])
      },
    },
  ],
}
