import { z } from 'zod'
import { body, call, done, pageOf, pageQuery, signedIn } from '../core/call'
import { choice, choiceField, id, int, optionalText, ref, text, version, withMeta } from '../core/fields'
import { rbac } from './permits'

export const permitType = choice('权限类型', { button: '按钮', api: '接口', field: '字段', data: '数据' })
export const permitStatus = choice('状态', { enabled: '启用', disabled: '停用' }, { enabled: 'green', disabled: 'grey' })

const systemRow = z.object({ systemId: z.number().int(), systemName: z.string() })

export const selectSystem = call({
  path: '/user/permit/selectSystem',
  title: '查询接入系统',
  access: signedIn,
  request: body({}),
  response: z.array(systemRow),
})

export const permitRow = z.object({
  permitId: id(),
  permitCode: withMeta(z.string(), { label: '权限编码' }),
  permitName: withMeta(z.string(), { label: '权限名称' }),
  module: withMeta(z.string(), { label: '模块' }),
  moduleName: withMeta(z.string(), { label: '所属模块' }),
  systemId: withMeta(z.number().int(), { label: '所属系统' }),
  permitType: choiceField(permitType),
  sensitive: withMeta(z.boolean(), { label: '敏感' }),
  /** Declared by the product itself; its code cannot be changed and it cannot be deleted. */
  builtIn: withMeta(z.boolean(), { label: '内置' }),
  permitStatus: choiceField(permitStatus),
  /** The menu that staff have put it to; left empty it follows from the view that asks for it. */
  menuId: id().nullable(),
  version: version(),
})

const permitFilters = {
  systemId: int('系统', 1, 99).optional(),
  keyword: optionalText('权限名称或编码', 50),
  module: optionalText('模块', 20),
  permitStatus: permitStatus.schema.optional(),
}

export const selectPermitByPage = call({
  path: '/user/permit/selectPermitByPage',
  title: '分页查询权限点',
  access: rbac('permit:read'),
  request: pageQuery(permitFilters, ['permitCode', 'permitName']),
  response: pageOf(permitRow),
})

export const selectPermit = call({
  path: '/user/permit/selectPermit',
  title: '查询全部权限点',
  access: rbac('permit:read'),
  request: body(permitFilters),
  response: z.array(permitRow),
})

const permitFields = {
  permitCode: withMeta(z.string({ error: '请填写权限编码' }).max(60, '权限编码不能超过 60 位').regex(/^[a-z][a-zA-Z0-9]*(:[a-z][a-zA-Z0-9]*){2}$/, '权限编码形如 模块:对象:动作'), { label: '权限编码' }),
  permitName: text('权限名称', 30, 2),
  permitType: choiceField(permitType),
  permitStatus: choiceField(permitStatus),
  menuId: withMeta(ref('菜单', 'menu').nullish(), { label: '所属菜单' }),
}

export const insertPermit = call({
  path: '/user/permit/insertPermit',
  title: '新增权限点',
  access: rbac('permit:update'),
  write: true,
  request: body({ systemId: int('系统', 1, 99), ...permitFields }),
  response: z.object({ permitId: id() }),
})

export const updatePermit = call({
  path: '/user/permit/updatePermit',
  title: '修改权限点',
  access: rbac('permit:update'),
  write: true,
  request: body({ permitId: ref('权限点', 'permit'), version: version(), ...permitFields }),
  response: z.object({ version: version() }),
})

export const deletePermit = call({
  path: '/user/permit/deletePermit',
  title: '删除权限点',
  access: rbac('permit:update'),
  write: true,
  request: body({ permitId: ref('权限点', 'permit') }),
  response: done,
})

// --- permits of a role ---------------------------------------------------------------------------

export const rolePermitRow = z.object({
  roleId: id(),
  roleName: withMeta(z.string(), { label: '角色' }),
  permitId: id(),
  permitCode: withMeta(z.string(), { label: '权限编码' }),
  permitName: withMeta(z.string(), { label: '权限名称' }),
  expiresAt: withMeta(z.string().nullable(), { label: '有效期至', show: 'instant' }),
})

export const selectRmPermit = call({
  path: '/user/rmPermit/selectRmPermit',
  title: '查询角色的权限',
  access: rbac('role:read'),
  request: body({ roleId: ref('角色', 'role') }),
  response: z.array(rolePermitRow),
})

export const selectRmPermitByPage = call({
  path: '/user/rmPermit/selectRmPermitByPage',
  title: '分页查询角色权限',
  access: rbac('role:read'),
  request: pageQuery({ roleId: ref('角色', 'role').optional(), keyword: optionalText('权限名称或编码', 50) }, ['permitCode', 'roleName']),
  response: pageOf(rolePermitRow),
})

/** Adds one permit to a role, or changes until when it holds. */
export const updateRmPermit = call({
  path: '/user/rmPermit/updateRmPermit',
  title: '修改角色权限',
  access: rbac('role:grantPermit'),
  write: true,
  request: body({
    roleId: ref('角色', 'role'),
    permitId: ref('权限点', 'permit'),
    granted: z.boolean(),
    expiresAt: withMeta(z.iso.datetime({ offset: true }).nullish(), { label: '有效期至' }),
  }),
  response: done,
})
