import type * as calls from '@assoc/contract/rbac/permit'
import { isoOrNull } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { changeRights } from '../role/guard'
import { noteChange } from '../role/repository'
import * as repository from './role-permits.repository'

const present = ({ expireTime, ...row }: Awaited<ReturnType<typeof repository.permitsOfRole>>[number]) => ({ ...row, expiresAt: isoOrNull(expireTime) })

export const permitsOfRole = async ({ db, input }: Context<typeof calls.selectRmPermit>) => (await repository.permitsOfRole(db, input.roleId)).map(present)

export async function listRolePermits({ db, input }: Context<typeof calls.selectRmPermitByPage>) {
  const { items, total } = await repository.listRolePermits(db, input)
  return { items: items.map(present), total }
}

/** Adds one permit to a role, takes it away, or changes until when it holds. */
export async function savePermit({ db, principal, input, audit, platform }: Context<typeof calls.updateRmPermit>) {
  const { roleId, permitId, granted } = input
  const expiresAt = input.expiresAt ?? null
  if (granted && expiresAt && Date.parse(expiresAt) <= Date.now()) throw refuse.field('expiresAt', '有效期须晚于现在')
  return changeRights(db, { principal, touched: { roles: [roleId] }, giving: '授予角色', taking: '取消其权限' }, async () => {
    if (!(await repository.lockRole(db, roleId))) throw refuse.notFound()
    const before = (await repository.permitsOfRole(db, roleId)).find((p) => p.permitId === permitId)
    if (granted) {
      await repository.setPermit(db, roleId, permitId, expiresAt)
    } else {
      await repository.replacePermits(db, roleId, [], [permitId])
    }
    await noteChange(db, roleId)
    const after = (await repository.permitsOfRole(db, roleId)).find((p) => p.permitId === permitId)
    const told = (row: typeof before) => (row ? { permits: [row.permitCode], expiresAt: isoOrNull(row.expireTime) } : null)
    audit({ recordType: 'role', recordId: roleId, verb: 'grantPermit', before: told(before), after: told(after) })
    await platform.revocations.announce(db, { kind: 'all' })
    return {}
  })
}
