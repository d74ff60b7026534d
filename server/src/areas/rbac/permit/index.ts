import { PERMISSION_SYSTEM_ID } from '@assoc/contract'
import * as ownCalls from '@assoc/contract/rbac/own'
import * as calls from '@assoc/contract/rbac/permit'
import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as repository from './repository'
import * as rolePermits from './role-permits.service'
import * as service from './service'

defineEntity({
  name: 'permit',
  table: 'permit',
  idColumn: 'permit_id',
  constraints: { permit_code_unique: () => refuse.field('permitCode', '该权限编码已被使用') },
})

export const permit: ServerModule = {
  bindings: [
    handle(calls.selectSystem, ({ db }) => repository.listSystems(db)),
    handle(calls.selectPermitByPage, ({ db, input }) => repository.listPermits(db, input)),
    handle(calls.selectPermit, ({ db, input }) => repository.allOf(db, input)),
    handle(calls.insertPermit, service.insertPermit),
    handle(calls.updatePermit, service.updatePermit),
    handle(calls.deletePermit, service.deletePermit),
    handle(calls.selectRmPermit, rolePermits.permitsOfRole),
    handle(calls.selectRmPermitByPage, rolePermits.listRolePermits),
    handle(calls.updateRmPermit, rolePermits.savePermit),
    // The console has the permits of its own system only.
    handle(ownCalls.selectCurrUserPermits, async ({ principal, input }) => (input.systemId === PERMISSION_SYSTEM_ID ? [...principal.permits].sort() : [])),
  ],
}
