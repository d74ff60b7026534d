import * as calls from '@assoc/contract/rbac/role'
import * as grantCalls from '@assoc/contract/rbac/role-grants'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { mountResource } from '../../../platform/resource/mount'
import { readGrants, saveGrants } from './grants.service'
import { saveMenus, saveScopes } from './relations.service'
import * as repository from './repository'
import { outsiderRoleSeed, roleSeed } from './seed'
import * as service from './service'

const runtime = mountResource(calls.role, {
  table: 'role',
  computed: repository.computed,
  keyword: { columns: ['role_name', 'role_code'], grams: true },
  order: { field: 'roleName', direction: 'asc' },
  nameOf: (row) => row.roleName,
  constraints: {
    role_role_code_key: () => refuse.field('roleCode', '该角色编码已被使用'),
    role_role_name_key: () => refuse.field('roleName', '该角色名称已被使用'),
  },
})

/** Roles: what each gives, and to whom. */
export const role = {
  ...runtime,
  bindings: [
    ...runtime.bindings,
    handle(calls.updateRoleMessage, service.saveRole),
    handle(calls.delRoleMessageByRoleId, service.deleteRole),
    handle(calls.updateMenuAndRole, saveMenus),
    handle(calls.queryExistsMenuList, async ({ db, input }) => ({
      menuIds: (await repository.menusOfRole(db, input.roleId)).map((m) => m.menuId),
    })),
    handle(calls.queryRoleScopes, ({ db, input }) => repository.scopesOfRole(db, input.roleId)),
    handle(calls.updateRoleScopes, saveScopes),
    handle(grantCalls.selectRoleGrants, readGrants),
    handle(grantCalls.saveRmPermitBatch, saveGrants),
  ],
  seeds: [roleSeed, outsiderRoleSeed],
}
