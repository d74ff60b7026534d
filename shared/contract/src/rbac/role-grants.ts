import { z } from 'zod'
import { body, call } from '../core/call'
import { choiceField, id, ref, version, withMeta } from '../core/fields'
import { userLookup } from './lookups'
import { menuStatus } from './menu'
import { permitStatus } from './permit'
import { rbac } from './permits'
import { moduleScope, roleFields } from './role'

/** People whom one save gives a role at most. */
export const ASSIGNED_AT_ONCE = 200

const grantedRole = z.object({ ...roleFields, roleId: id(), version: version(), builtIn: z.boolean(), userCount: z.number().int() })

/** What a role gives, and everything that could be given beside it, in one moment: its version tells whether it is still so when it is saved. */
export const selectRoleGrants = call({
  path: '/user/rmPermit/selectRoleGrants',
  title: '查询角色授权',
  access: rbac('role:read'),
  request: body({ roleId: ref('角色', 'role').optional() }),
  response: z.object({
    /** Null for a role that is yet to be made. */
    role: grantedRole.nullable(),
    menuIds: z.array(id()),
    permits: z.array(z.object({ permitId: id(), expiresAt: z.string().nullable() })),
    scopes: z.array(moduleScope),
    /** The menu as a flat list, parents before their children. */
    menus: z.array(z.object({ menuId: id(), parentId: id(), menuName: z.string(), menuLink: z.string(), hidden: z.boolean(), menuStatus: choiceField(menuStatus) })),
    offered: z.array(
      z.object({
        permitId: id(),
        permitCode: z.string(),
        permitName: z.string(),
        module: z.string(),
        moduleName: z.string(),
        sensitive: z.boolean(),
        permitStatus: choiceField(permitStatus),
        /** The caller may give it to a role: nobody grants what they lack. */
        grantable: z.boolean(),
      }),
    ),
  }),
})

/**
 * What a role gives, saved at once: permits as the whole set, and as far as they are sent menus, data scopes, the role itself (made when
 * no roleId is given) and people who get it. Nobody grants what they lack. With `version` it is refused where somebody else saved first.
 */
export const saveRmPermitBatch = call({
  path: '/user/rmPermit/saveRmPermitBatch',
  title: '保存角色授权',
  access: rbac('role:grantPermit'),
  write: true,
  request: body({
    roleId: ref('角色', 'role').optional(),
    version: version().optional(),
    role: z.object(roleFields).optional(),
    permitIds: z.array(ref('权限点', 'permit')).max(2000),
    menuIds: z.array(ref('菜单', 'menu')).max(1000).optional(),
    scopes: z.array(moduleScope).max(20).optional(),
    userIds: withMeta(z.array(ref('用户', userLookup)).max(ASSIGNED_AT_ONCE, `一次最多分配给 ${ASSIGNED_AT_ONCE} 人`), { label: '分配给' }).optional(),
  }),
  response: z.object({ roleId: id(), version: version() }),
})
