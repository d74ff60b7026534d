import * as calls from '@assoc/contract/rbac/rights'
import { endRoleView } from '@assoc/contract/rbac/own'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { permitListSeed, rolePermitSeed } from './seed'
import * as service from './service'

/** Who holds what: permits with their holders, roles beside each other, people of a role, the console as a role has it. */
export const rights: ServerModule = {
  bindings: [
    handle(calls.selectPermitHolders, service.holdersOfPermit),
    handle(calls.selectRoleMatrix, service.roleMatrix),
    handle(calls.selectRoleHolderByPage, service.listRoleHolders),
    handle(calls.updateUserRole, service.saveUserRole),
    handle(calls.previewRole, service.showRole),
    handle(calls.startRoleView, service.startRoleView),
    handle(endRoleView, service.endRoleView),
  ],
  seeds: [permitListSeed, rolePermitSeed],
}
