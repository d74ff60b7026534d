import * as calls from '@assoc/contract/rbac/role'
import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { saveMenus, saveScopes } from './relations.service'
import * as repository from './repository'
import { outsiderRoleSeed, roleSeed } from './seed'
import * as service from './service'

defineEntity({
  name: 'role',
  table: 'role',
  idColumn: 'role_id',
  constraints: {
    role_role_code_key: () => refuse.field('roleCode', '该角色编码已被使用'),
    role_role_name_key: () => refuse.field('roleName', '该角色名称已被使用'),
  },
})

export const role: ServerModule = {
  bindings: [
    handle(calls.queryAllRoleMessage, service.listRoles),
    handle(calls.updateRoleMessage, service.saveRole),
    handle(calls.delRoleMessageByRoleId, service.deleteRole),
    handle(calls.updateMenuAndRole, saveMenus),
    handle(calls.queryExistsMenuList, async ({ db, input }) => ({
      menuIds: (await repository.menusOfRole(db, input.roleId)).map((m) => m.menuId),
    })),
    handle(calls.queryRoleScopes, ({ db, input }) => repository.scopesOfRole(db, input.roleId)),
    handle(calls.updateRoleScopes, saveScopes),
  ],
  seeds: [roleSeed, outsiderRoleSeed],
}
