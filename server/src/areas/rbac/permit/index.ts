import { PERMISSION_SYSTEM_ID } from '@assoc/contract'
import * as ownCalls from '@assoc/contract/rbac/own'
import * as calls from '@assoc/contract/rbac/permit'
import { permitUse } from '@assoc/contract/rbac/rights'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { callsOpened, menusOfPermits } from './opens'
import * as held from './held.repository'
import * as repository from './repository'
import * as rolePermits from './role-permits.service'
import * as service from './service'

const list = mountResource(permitUse, {
  table: 'permit',
  computed: { roleNames: held.roleNames, userCount: held.userCount, menuName: held.menuName, apiPaths: held.apiPaths },
  present: async (rows, { db, platform }) => {
    const menus = await menusOfPermits(db, platform)
    return rows.map((row) => ({ ...row, menuName: menus.nameOf(row), apiPaths: callsOpened(row.permitCode).map(({ path }) => path) }))
  },
  keyword: { columns: ['permit_code', 'permit_name'], grams: true },
  filters: { system: held.ofSystem, sensitive: (value) => held.sensitive(value === 'yes'), held: (value) => held.held(value === 'yes') },
  order: { field: 'permitCode', direction: 'asc' },
  constraints: { permit_code_unique: () => refuse.field('permitCode', '该权限编码已被使用') },
  nameOf: (row) => row.permitName,
})

export const permit: ServerModule = {
  bindings: [
    ...list.bindings,
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
