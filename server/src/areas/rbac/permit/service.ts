import type * as calls from '@assoc/contract/rbac/permit'
import { difference } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { changeRights } from '../role/guard'
import * as repository from './repository'

const moduleOf = (permitCode: string): string => permitCode.split(':')[0] ?? ''

export async function insertPermit({ db, input, audit }: Context<typeof calls.insertPermit>) {
  const { systemId, ...fields } = input
  if (!(await repository.listSystems(db)).some((s) => s.systemId === systemId)) throw refuse.field('systemId', '没有这个系统')
  const { permitId } = await repository.insertPermit(db, systemId, fields, await repository.moduleNameOf(db, moduleOf(fields.permitCode)))
  audit({ recordType: 'permit', recordId: permitId, verb: 'insert', after: { ...input } })
  return { permitId }
}

export async function updatePermit({ db, principal, input, audit, platform }: Context<typeof calls.updatePermit>) {
  const { permitId, version, ...fields } = input
  const before = await repository.findPermit(db, permitId)
  if (!before) throw refuse.notFound()
  // Switched off or on, it leaves or comes back to everybody who has it; another code would be another right.
  const always = before.permitStatus !== fields.permitStatus || before.permitCode !== fields.permitCode
  const touched = { roles: await repository.rolesWith(db, permitId) }
  return changeRights(db, { principal, touched, giving: '授予', taking: '启用、停用或改动其权限点', always }, async () => {
    if (before.builtIn) {
      if (before.permitCode !== fields.permitCode) throw refuse.field('permitCode', '内置权限点的编码不能修改')
      // The product's own names come with each release and would undo the change.
      if (before.permitName !== fields.permitName) throw refuse.field('permitName', '内置权限点的名称随产品发布，不能修改')
      if (before.permitType !== fields.permitType) throw refuse.field('permitType', '内置权限点的类型不能修改')
    }
    const done = await repository.updatePermit(db, permitId, version, fields, before.builtIn ? before.moduleName : await repository.moduleNameOf(db, moduleOf(fields.permitCode)))
    if (!done) throw refuse.conflict(before)
    audit({ recordType: 'permit', recordId: permitId, verb: 'update', ...difference({ ...before }, fields) })
    await platform.revocations.announce(db, { kind: 'all' })
    return done
  })
}

export async function deletePermit({ db, input, audit, platform }: Context<typeof calls.deletePermit>) {
  const before = await repository.findPermit(db, input.permitId)
  if (!before) throw refuse.notFound()
  if (before.builtIn) throw refuse.inUse('内置权限点不能删除，可以停用')
  if (await repository.permitInUse(db, input.permitId)) throw refuse.inUse('该权限点已授予角色，不能删除')
  await repository.deletePermit(db, input.permitId)
  audit({ recordType: 'permit', recordId: input.permitId, verb: 'delete', before: { permitCode: before.permitCode, permitName: before.permitName } })
  await platform.revocations.announce(db, { kind: 'all' })
  return {}
}
