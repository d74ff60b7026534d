import type * as calls from '@assoc/contract/rbac/role'
import { difference } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { changeRights } from './guard'
import * as repository from './repository'

/** Makes a role when no id is given, else changes it. */
export async function saveRole(context: Context<typeof calls.updateRoleMessage>) {
  const { db, input, audit } = context
  const { roleId, version, ...given } = input
  const fields = { ...given, remark: given.remark ?? null }
  if (roleId !== undefined) {
    if (version === undefined) throw refuse.field('version', '缺少版本，请刷新后重试')
    return updateRole(context, roleId, version, fields)
  }
  const made = await repository.insertRole(db, fields)
  audit({ recordType: 'role', recordId: made.roleId, verb: 'insert', after: { ...fields } })
  return made
}

async function updateRole({ db, principal, audit, platform }: Context<typeof calls.updateRoleMessage>, roleId: string, version: number, fields: repository.RoleFields) {
  return changeRights(db, { principal, touched: { roles: [roleId] }, giving: '启用含有它们的角色', taking: '停用其角色' }, async () => {
    const before = await repository.findRole(db, roleId)
    if (!before) throw refuse.notFound()
    if (before.builtIn && before.roleCode !== fields.roleCode) throw refuse.field('roleCode', '内置角色的编码不能修改')
    const done = await repository.updateRole(db, roleId, version, fields)
    if (!done) throw refuse.conflict(before)
    audit({ recordType: 'role', recordId: roleId, verb: 'update', ...difference({ ...before }, { ...fields }) })
    await platform.revocations.announce(db, { kind: 'all' })
    return { roleId, version: done.version }
  })
}

export async function deleteRole({ db, principal, input, audit, platform }: Context<typeof calls.delRoleMessageByRoleId>) {
  return changeRights(db, { principal, touched: { roles: [input.roleId] }, giving: '授予', taking: '删除其角色' }, async () => {
    const before = await repository.findRole(db, input.roleId)
    if (!before) throw refuse.notFound()
    if (before.builtIn) throw refuse.inUse('内置角色不能删除')
    if (await repository.roleInUse(db, input.roleId)) throw refuse.inUse(`角色“${before.roleName}”还有 ${before.userCount} 位用户，不能删除`)
    await repository.deleteRole(db, input.roleId)
    audit({ recordType: 'role', recordId: input.roleId, verb: 'delete', before: { roleCode: before.roleCode, roleName: before.roleName } })
    await platform.revocations.announce(db, { kind: 'all' })
    return {}
  })
}
