import { z } from 'zod'
import { body, call, done } from '../core/call'
import { choiceField, id, optionalText, ref, text, version, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { rbac } from './permits'
import { dataScope, roleStatus } from './role-kinds'

export { dataScope, roleStatus }

/**
 * What people are given together: menus, permits and data. Making and changing are one call of their own that also looks at what the
 * change gives and takes, so the resource is read alone.
 */
export const role = resource({
  name: 'role',
  label: '角色',
  base: '/user/rolecontroller',
  callNames: { list: 'queryAllRoleMessage' },
  id: 'roleId',
  fields: {},
  more: {
    roleCode: withMeta(z.string(), { label: '角色编码' }),
    roleName: withMeta(z.string(), { label: '角色名称' }),
    roleStatus: choiceField(roleStatus),
    builtIn: withMeta(z.boolean(), { label: '内置' }),
    userCount: withMeta(z.number().int(), { label: '人数', show: 'count' }),
    permitCount: withMeta(z.number().int(), { label: '权限数', show: 'count' }),
    /** It administers users, roles or permits, or sees the whole of a module: the console asks again before it is given to somebody. */
    sensitive: withMeta(z.boolean(), { label: '敏感' }),
    remark: withMeta(z.string().nullable(), { label: '说明' }),
  },
  filters: { keyword: optionalText('角色名称或编码', 50), roleStatus: withMeta(roleStatus.schema, { label: '状态', options: roleStatus.labels }).optional() },
  view: 'rbac/RoleList',
  facts: ['roleCode', 'roleStatus', 'userCount', 'permitCount'],
  sortable: ['roleName', 'roleCode'],
  access: { read: rbac('role:read'), export: rbac('role:read') },
})

/** What staff write of a role. */
export const roleFields = {
  roleCode: withMeta(z.string().regex(/^[A-Z][A-Z0-9_]{1,29}$/, '角色编码须为大写字母、数字或下划线，2 至 30 位'), { label: '角色编码' }),
  roleName: text('角色名称', 30, 2),
  roleStatus: choiceField(roleStatus),
  remark: optionalText('说明', 500),
}

/** Creates a role when no roleId is given. */
export const updateRoleMessage = call({
  path: '/user/rolecontroller/updateRoleMessage',
  title: '保存角色',
  access: rbac('role:update'),
  write: true,
  request: body({
    roleId: ref('角色', 'role').optional(),
    version: version().optional(),
    ...roleFields,
  }),
  response: z.object({ roleId: id(), version: version() }),
})

export const delRoleMessageByRoleId = call({
  path: '/user/rolecontroller/delRoleMessageByRoleId',
  title: '删除角色',
  access: rbac('role:update'),
  write: true,
  request: body({ roleId: ref('角色', 'role') }),
  response: done,
})

/** Gives a role menus: the whole set of leaves and groups. */
export const updateMenuAndRole = call({
  path: '/user/rolecontroller/updateMenuAndRole',
  title: '分配角色菜单',
  access: rbac('role:grantMenu'),
  write: true,
  request: body({ roleId: ref('角色', 'role'), menuIds: z.array(ref('菜单', 'menu')).max(1000) }),
  response: done,
})

export const queryExistsMenuList = call({
  path: '/user/rolecontroller/queryExistsMenuList',
  title: '查询角色的菜单',
  access: rbac('role:read'),
  request: body({ roleId: ref('角色', 'role') }),
  response: z.object({ menuIds: z.array(id()) }),
})

/** Data scope of a role in one module. */
export const moduleScope = z.object({
  module: z.string().regex(/^[a-z]{2,20}$/, '模块不正确'),
  scope: choiceField(dataScope),
  deptIds: z.array(ref('部门', 'dept')).max(500).default([]),
  jurisdictions: z.array(z.string().max(20)).max(50).default([]),
})

/** Data scope of a role, module by module. */
export const queryRoleScopes = call({
  path: '/user/rolecontroller/queryRoleScopes',
  title: '查询角色的数据范围',
  access: rbac('role:read'),
  request: body({ roleId: ref('角色', 'role') }),
  response: z.array(moduleScope),
})

export const updateRoleScopes = call({
  path: '/user/rolecontroller/updateRoleScopes',
  title: '设置角色数据范围',
  access: rbac('role:grantPermit'),
  write: true,
  request: body({ roleId: ref('角色', 'role'), scopes: z.array(moduleScope).max(20) }),
  response: done,
})

