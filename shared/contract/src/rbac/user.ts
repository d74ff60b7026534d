import { z } from 'zod'
import { body, call, done, pageOf, pageQuery } from '../core/call'
import { choice, choiceField, id, int, optionalText, ref, text, version, withMeta } from '../core/fields'
import { personal, pi, plainAnswer } from '../core/personal'
import { batchAnswer, batchRequest } from '../core/batch'
import { statusMachine } from '../core/status-machine'
import { email, mobile, orEmpty } from '../rules/identifiers'
import { rbac } from './permits'
import { loginName } from './sign-in'
import { roleConflict, userType } from './user-kinds'

export const accountStatus = statusMachine(
  '账号状态',
  {
    pending: ['待认证', 'amber'],
    normal: ['正常', 'green'],
    locked: ['锁定', 'red'],
    disabled: ['停用', 'grey'],
    cancelled: ['注销', 'grey'],
  },
  [
    { from: ['pending'], to: 'normal', verb: 'confirm', label: '通过认证', permit: 'rbac:user:confirm' },
    { from: ['pending'], to: 'cancelled', verb: 'reject', label: '不予认证', permit: 'rbac:user:confirm', reason: 'required', danger: true },
    { from: ['locked'], to: 'normal', verb: 'unlock', label: '解锁', permit: 'rbac:user:unlock' },
    { from: ['normal', 'locked'], to: 'disabled', verb: 'disable', label: '停用', permit: 'rbac:user:disable', reason: 'required', danger: true },
    { from: ['disabled'], to: 'normal', verb: 'enable', label: '恢复', permit: 'rbac:user:disable' },
  ],
)

export const userRow = z.object({
  userId: id(),
  loginName: withMeta(z.string(), { label: '登录账号' }),
  realName: withMeta(z.string(), { label: '姓名' }),
  mobile: personal(withMeta(z.string().nullable(), { label: '手机号码' }), 'mobile'),
  email: personal(withMeta(z.string().nullable(), { label: '电子邮箱' }), 'email'),
  typeId: choiceField(userType),
  deptId: id().nullable(),
  deptName: withMeta(z.string().nullable(), { label: '所属部门' }),
  roles: withMeta(z.array(z.object({ roleId: id(), roleName: z.string() })), { label: '角色' }),
  /** Names of roles that one person may not hold together, where they hold more than one of them. */
  conflictingRoles: withMeta(z.array(z.string()), { label: '职责互斥' }),
  accountStatus: withMeta(accountStatus.schema, { label: '账号状态' }),
  /** When a lock for wrong passwords ends by itself. */
  lockUntil: withMeta(z.string().nullable(), { label: '锁定至', show: 'instant' }),
  lastLoginTime: withMeta(z.string().nullable(), { label: '最后登录', show: 'instant' }),
  createTime: withMeta(z.string(), { label: '创建时间', show: 'instant' }),
  remark: withMeta(z.string().nullable(), { label: '备注' }),
  version: version(),
  abilities: z.array(z.string()),
})

export const queryAllUsersBySystem = call({
  path: '/user/userController/queryAllUsersBySystem',
  title: '查询用户',
  access: rbac('user:read'),
  request: pageQuery(
    {
      systemId: int('系统', 1, 99).optional(),
      keyword: optionalText('账号、姓名或手机', 50),
      accountStatus: accountStatus.schema.optional(),
      typeId: userType.schema.optional(),
      deptId: ref('所属部门', 'dept').optional(),
      roleId: ref('角色', 'role').optional(),
      roleConflict: roleConflict.schema.optional(),
    },
    ['createTime', 'loginName', 'lastLoginTime'],
  ),
  response: pageOf(userRow),
})

export const selectUser = call({
  path: '/user/userController/selectUser',
  title: '查看用户',
  access: rbac('user:read'),
  request: body({ userId: ref('用户', 'user') }),
  response: userRow,
})

/** Mobile and mail of an account in plain text; each look is logged. */
export const selectUserPlain = call({
  path: '/user/userController/selectUserPlain',
  title: '查看用户明文',
  access: pi('plain:view'),
  request: body({ userId: ref('用户', 'user'), fields: z.array(z.enum(['mobile', 'email'])).min(1) }),
  response: plainAnswer,
  reveals: true,
})

const userFields = {
  realName: text('姓名', 32, 2),
  mobile: orEmpty(mobile()),
  email: orEmpty(email()),
  typeId: choiceField(userType),
  deptId: ref('所属部门', 'dept').nullish(),
  remark: optionalText('备注', 500),
}

export const insertUser = call({
  path: '/user/userController/insertUser',
  title: '新增用户',
  access: rbac('user:insert'),
  write: true,
  request: body({ loginName: loginName(), ...userFields, roleIds: withMeta(z.array(ref('角色', 'role')).max(50), { label: '角色' }).optional() }),
  /** The account has no password yet: one is printed as a letter, or the person signs in with a code. */
  response: z.object({ userId: id() }),
})

/** Changes an account. Mobile and mail that are left out stay as they are stored: the form shows them masked. */
export const updateUser = call({
  path: '/user/userController/updateUser',
  title: '修改用户',
  access: rbac('user:update'),
  write: true,
  request: body({ userId: ref('用户', 'user'), version: version(), ...userFields }),
  response: z.object({ version: version() }),
})

/** Every status change of an account goes through this one call and its status machine. */
export const changeUserStatus = call({
  path: '/user/userController/changeUserStatus',
  title: '变更账号状态',
  access: rbac('user:read'),
  write: true,
  request: body({
    userId: ref('用户', 'user'),
    verb: z.enum(['confirm', 'reject', 'unlock', 'disable', 'enable']),
    version: version(),
    reason: optionalText('原因', 200),
  }),
  response: z.object({ accountStatus: accountStatus.schema, version: version() }),
})

/** A step of the status machine on many accounts; each step's own permit is checked by the server. */
export const batchUser = call({
  path: '/user/userController/batchUser',
  title: '批量处理用户',
  access: rbac('user:read'),
  write: true,
  request: batchRequest.omit({ versions: true }),
  response: batchAnswer,
})

/** Hours for which a printed first password lets its person in. */
export const FIRST_PASSWORD_HOURS = 72

export const resetWay = choice('送达方式', { sms: '短信', mail: '邮件' })

/** How a reset can reach a person: where a message would go, masked; null where there is no address or no provider. */
export const selectResetWays = call({
  path: '/user/userController/selectResetWays',
  title: '查询密码重置方式',
  access: rbac('user:resetPassword'),
  request: body({ userId: ref('用户', 'user') }),
  response: z.object({ sms: personal(z.string().nullable(), 'mobile'), mail: personal(z.string().nullable(), 'email') }),
})

/** Takes the password away, ends the sessions, and tells the person to set a new one with a code of their own asking. Nobody else learns it. */
export const adminResetPassword = call({
  path: '/user/userController/adminResetPassword',
  title: '重置用户密码',
  access: rbac('user:resetPassword'),
  write: true,
  request: body({ userId: ref('用户', 'user'), version: version(), way: choiceField(resetWay) }),
  response: z.object({ version: version() }),
})

/** Letters that one file holds. */
export const LETTERS = 50

/**
 * Makes new first passwords and answers them as letters to be put into envelopes, a page each; no screen shows them. Who may reset
 * passwords prints anybody's, who makes accounts those of accounts of their own that have never had one: the server checks.
 */
export const printPasswordLetter = call({
  path: '/user/userController/printPasswordLetter',
  title: '打印密码函',
  access: rbac('user:read'),
  write: true,
  blob: true,
  secretAnswer: true,
  request: body({ userIds: withMeta(z.array(ref('用户', 'user')).min(1, '请选择用户').max(LETTERS, `一次最多打印 ${LETTERS} 份`), { label: '用户' }) }),
  response: z.unknown(),
})

/** Gives a person roles: the whole set. */
export const updateRoleAndMenuRelation = call({
  path: '/user/userController/updateRoleAndMenuRelation',
  title: '分配用户角色',
  access: rbac('user:assignRole'),
  write: true,
  request: body({ userId: ref('用户', 'user'), roleIds: withMeta(z.array(ref('角色', 'role')).max(50), { label: '角色' }) }),
  response: done,
})

export const queryExistsRoleList = call({
  path: '/user/userController/queryExistsRoleList',
  title: '查询用户的角色',
  access: rbac('user:read'),
  request: body({ userId: ref('用户', 'user') }),
  response: z.array(z.object({ roleId: id(), roleName: z.string() })),
})

export const userOption = z.object({ userId: id(), realName: z.string(), loginName: z.string() })

