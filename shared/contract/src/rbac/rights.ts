import { z } from 'zod'
import { body, call, done, pageOf, pageQuery } from '../core/call'
import { choice, choiceField, flag, id, optionalText, ref, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { permitRow, permitStatus } from './permit'
import { rbac } from './permits'
import { dataScope, roleStatus } from './role'
import { menuNode } from './own'
import { accountStatus } from './user'

export const sensitiveChoice = choice('敏感', { yes: '敏感', no: '普通' })
export const heldChoice = choice('授予', { yes: '已授予角色', no: '未授予' })

// --- permits and who holds them ------------------------------------------------------------------

/**
 * Permits, each with who holds it now: roles in use whose grant has not ended, and the people who have one of them. They are written by calls
 * of their own (permit.ts), which look at what a change gives and takes, so the resource is read alone.
 */
export const permitUse = resource({
  name: 'permit',
  label: '权限点',
  base: '/user/permit',
  callNames: { list: 'selectPermitUseByPage', read: 'selectPermitUse' },
  id: 'permitId',
  fields: {},
  more: {
    permitCode: permitRow.shape.permitCode,
    permitName: permitRow.shape.permitName,
    module: z.string(),
    moduleName: permitRow.shape.moduleName,
    systemId: permitRow.shape.systemId,
    permitType: permitRow.shape.permitType,
    sensitive: permitRow.shape.sensitive,
    builtIn: permitRow.shape.builtIn,
    permitStatus: permitRow.shape.permitStatus,
    menuId: permitRow.shape.menuId,
    menuName: withMeta(z.string().nullable(), { label: '所属菜单' }),
    roleNames: withMeta(z.array(z.string()), { label: '持有角色' }),
    userCount: withMeta(z.number().int(), { label: '持有人数', show: 'count' }),
    /** Paths of the calls that it opens, as the contract says. */
    apiPaths: withMeta(z.array(z.string()), { label: '接口路径' }),
  },
  filters: {
    keyword: optionalText('权限名称或编码', 50),
    system: withMeta(z.string().regex(/^[1-9]\d?$/, '系统不正确'), { label: '所属系统' }).optional(),
    module: optionalText('所属模块', 20),
    sensitive: withMeta(sensitiveChoice.schema, { label: '敏感', options: sensitiveChoice.labels }).optional(),
    held: withMeta(heldChoice.schema, { label: '授予', options: heldChoice.labels }).optional(),
    permitStatus: withMeta(permitStatus.schema, { label: '状态', options: permitStatus.labels }).optional(),
  },
  view: 'rbac/PermitList',
  facts: ['permitCode', 'moduleName', 'permitStatus', 'userCount'],
  sortable: ['permitCode', 'permitName'],
  access: { read: rbac('permit:read'), export: rbac('permit:read') },
})

export const permitHolderRole = z.object({
  roleId: id(),
  roleCode: withMeta(z.string(), { label: '角色编码' }),
  roleName: withMeta(z.string(), { label: '角色名称' }),
  roleStatus: choiceField(roleStatus),
  expiresAt: withMeta(z.string().nullable(), { label: '有效期至', show: 'instant' }),
  expired: flag('已到期'),
  userCount: withMeta(z.number().int(), { label: '人数', show: 'count' }),
})

export const permitHolderPerson = z.object({
  userId: id(),
  realName: withMeta(z.string(), { label: '姓名' }),
  loginName: withMeta(z.string(), { label: '登录账号' }),
  deptName: withMeta(z.string().nullable(), { label: '所属部门' }),
  roleNames: withMeta(z.array(z.string()), { label: '来自角色' }),
})

/** Roles that a permit was given to, and the first 200 people of the caller's data scope who hold it now. */
export const selectPermitHolders = call({
  path: '/user/permit/selectPermitHolders',
  title: '查询权限点的持有者',
  access: rbac('permit:read'),
  request: body({ permitId: ref('权限点', 'permit') }),
  response: z.object({ roles: z.array(permitHolderRole), people: z.array(permitHolderPerson), userCount: z.number().int(), opens: z.array(z.object({ path: z.string(), title: z.string() })) }),
})

// --- roles beside each other ---------------------------------------------------------------------

/** Most roles that one comparison shows. */
export const MATRIX_ROLES = 60

/** Chosen roles across, the first by id when nothing is said of roles, and all permits down, with what is granted until when. */
export const selectRoleMatrix = call({
  path: '/user/rmPermit/selectRoleMatrix',
  title: '对比角色权限',
  access: rbac('role:read'),
  request: body({ roleIds: z.array(ref('角色', 'role')).max(MATRIX_ROLES, `一次最多对比 ${MATRIX_ROLES} 个角色`).optional() }),
  response: z.object({
    /** All roles of the house, to choose from. */
    choices: z.array(z.object({ roleId: id(), roleCode: z.string(), roleName: z.string(), roleStatus: choiceField(roleStatus) })),
    roles: z.array(
      z.object({
        roleId: id(),
        roleCode: z.string(),
        roleName: z.string(),
        roleStatus: choiceField(roleStatus),
        userCount: z.number().int(),
        scopes: z.array(z.object({ module: z.string(), scope: choiceField(dataScope) })),
      }),
    ),
    permits: z.array(
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
    grants: z.array(z.object({ roleId: id(), permitId: id(), expiresAt: z.string().nullable(), expired: z.boolean() })),
  }),
})

// --- people of a role ----------------------------------------------------------------------------

export const roleHolderRow = z.object({
  userId: id(),
  realName: withMeta(z.string(), { label: '姓名' }),
  loginName: withMeta(z.string(), { label: '登录账号' }),
  deptName: withMeta(z.string().nullable(), { label: '所属部门' }),
  accountStatus: withMeta(accountStatus.schema, { label: '账号状态' }),
  grantedAt: withMeta(z.string().nullable(), { label: '授予时间', show: 'instant' }),
  expiresAt: withMeta(z.string().nullable(), { label: '有效期至', show: 'instant' }),
  expired: flag('已到期'),
  abilities: z.array(z.string()),
})

export const selectRoleHolderByPage = call({
  path: '/user/rolecontroller/selectRoleHolderByPage',
  title: '分页查询角色的人员',
  access: rbac('role:read'),
  request: pageQuery({ roleId: ref('角色', 'role'), keyword: optionalText('账号、姓名或手机', 50) }, ['loginName', 'expiresAt']),
  response: pageOf(roleHolderRow),
})

/** Gives one person one role until an instant, takes it away, or changes until when it holds. */
export const updateUserRole = call({
  path: '/user/rolecontroller/updateUserRole',
  title: '修改人员的角色',
  access: rbac('user:assignRole'),
  write: true,
  request: body({
    userId: ref('用户', 'user'),
    roleId: ref('角色', 'role'),
    granted: z.boolean(),
    expiresAt: withMeta(z.iso.datetime({ offset: true, error: '有效期须为时间' }).nullish(), { label: '有效期至' }),
  }),
  response: done,
})

// --- the console as a role has it ----------------------------------------------------------------

/** What somebody gets who has this role alone, as three lists; made by what decides for real people. */
export const previewRole = call({
  path: '/user/rolecontroller/previewRole',
  title: '预览角色',
  access: rbac('role:preview'),
  request: body({ roleId: ref('角色', 'role'), deptId: ref('所属部门', 'dept').optional() }),
  response: z.object({
    roleName: z.string(),
    roleStatus: choiceField(roleStatus),
    menus: z.array(menuNode),
    permits: z.array(z.object({ permitCode: z.string(), permitName: z.string(), moduleName: z.string(), sensitive: z.boolean() })),
    scopes: z.array(
      z.object({ module: z.string(), moduleName: z.string(), all: z.boolean(), self: z.boolean(), deptNames: z.array(z.string()), jurisdictions: z.array(z.string()) }),
    ),
    /** Departments of those who have the role: what own department means differs between them. */
    depts: z.array(z.object({ deptId: id(), deptName: z.string() })),
  }),
})

/** Minutes after which looking at the console as a role ends by itself. */
export const ROLE_VIEW_MINUTES = 60

/**
 * The caller's session looks at the whole console as somebody with this role alone, until it is ended, signed out of, or an hour is over.
 * It reads; every write, file and look at plain text is refused. Only for roles that the caller could give.
 */
export const startRoleView = call({
  path: '/user/rolecontroller/startRoleView',
  title: '以角色查看',
  access: rbac('role:preview'),
  write: true,
  request: body({ roleId: ref('角色', 'role'), deptId: ref('所属部门', 'dept').nullish() }),
  response: z.object({ until: z.string() }),
})
