import { z } from 'zod'
import { body, call, done, open, pageOf, pageQuery, signedIn } from '../core/call'
import { choice, choiceField, id, int, optionalText, ref, selfUserId, text, version, withMeta } from '../core/fields'
import { personal, pi, plainAnswer } from '../core/personal'
import { batchAnswer, batchRequest } from '../core/batch'
import { statusMachine } from '../core/status-machine'
import { email, mobile, orEmpty } from '../rules/identifiers'
import { rbac } from './permits'

export const userType = choice('用户类型', {
  staff: '协会员工',
  company: '企业用户',
  director: '独立董事',
  secretary: '董事会秘书',
  expert: '评审专家',
  merchant: '商户',
  trial: '试用用户',
  local: '地方协会',
  system: '系统账号',
})

/** Self-registration is open to these three only; staff make all other accounts. */
export const registrableType = choice('用户类型', {
  director: '独立董事',
  secretary: '董事会秘书',
  company: '企业用户',
})

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

/** Sign-in name: a letter first, 5 to 32 letters, digits, dots, dashes or underscores (domain I4). */
export const loginName = () =>
  withMeta(
    z
      .string({ error: '请填写登录账号' })
      .trim()
      .regex(/^[A-Za-z][A-Za-z0-9._-]{4,31}$/, '登录账号须以字母开头，5 至 32 位，只含字母、数字、点、横线或下划线'),
    { label: '登录账号' },
  )

/** A password as typed: never trimmed, never folded. The rules are in rules/password.ts. */
export const password = (label = '密码') =>
  withMeta(z.string({ error: `请填写${label}` }).min(1, `请填写${label}`).max(256, `${label}过长`), { label })

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
  accountStatus: withMeta(accountStatus.schema, { label: '账号状态' }),
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
})

/** Mobile of an employee in plain text; each look is logged. */
export const selectEmployeePlain = call({
  path: '/user/employeeUsersController/selectEmployeePlain',
  title: '查看员工明文',
  access: pi('plain:view'),
  request: body({ employeeId: ref('员工', 'employee'), fields: z.array(z.enum(['mobile'])).min(1) }),
  response: plainAnswer,
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
  /** The first password is made by the server and shown once; the person must change it at first sign-in. */
  response: z.object({ userId: id(), initialPassword: z.string() }),
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
  request: batchRequest,
  response: batchAnswer,
})

export const adminResetPassword = call({
  path: '/user/userController/adminResetPassword',
  title: '重置用户密码',
  access: rbac('user:resetPassword'),
  write: true,
  request: body({ userId: ref('用户', 'user'), version: version() }),
  response: z.object({ initialPassword: z.string(), version: version() }),
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

// --- sign-in and account of the person herself -------------------------------------------------

export const loginTheUser = call({
  path: '/user/userController/loginTheUser',
  title: '登录',
  access: open('nobody is signed in yet; guarded by slider ticket and throttling'),
  request: body({
    loginName: withMeta(z.string({ error: '请填写账号' }).trim().min(1, '请填写账号').max(64, '账号过长'), { label: '账号' }),
    passWord: password(),
    sliderTicket: z.string().max(200).optional(),
  }),
  response: z.object({ userId: id(), token: z.string(), mustChangePassword: z.boolean() }),
})

/** Sign-in with a code by SMS or mail: the way for people who cannot use the slider. */
export const loginByCode = call({
  path: '/user/userController/loginByCode',
  title: '验证码登录',
  access: open('nobody is signed in yet; guarded by the verification code'),
  request: body({ target: text('手机号码或邮箱', 64), code: text('验证码', 6, 6) }),
  response: z.object({ userId: id(), token: z.string(), mustChangePassword: z.boolean() }),
})

export const loginOutTheUser = call({
  path: '/user/userController/loginOutTheUser',
  title: '退出登录',
  access: open('signing out without a session does nothing and answers success'),
  request: body({ userId: id('用户').optional() }),
  response: done,
})

export const registUser = call({
  path: '/user/userController/registUser',
  title: '注册',
  access: open('self-registration of directors, secretaries and company staff; staff confirm it'),
  request: body({
    loginName: loginName(),
    realName: text('姓名', 32, 2),
    typeId: choiceField(registrableType),
    companyName: text('所在公司', 100, 4),
    mobile: mobile(),
    email: orEmpty(email()),
    passWord: password(),
    code: text('短信验证码', 6, 6),
  }),
  response: done,
})

/** Sets a new password with a verification code; nothing tells whether the account exists. */
export const resetPassWord = call({
  path: '/user/userController/resetPassWord',
  title: '找回密码',
  access: open('the person cannot sign in; guarded by a verification code bound to purpose and account'),
  request: body({ target: text('手机号码或邮箱', 64), code: text('验证码', 6, 6), newPassWord: password('新密码') }),
  response: done,
})

export const updatePassWordByUserId = call({
  path: '/user/userController/updatePassWordByUserId',
  title: '修改密码',
  access: signedIn,
  write: true,
  beforePasswordChange: true,
  request: body({ userId: selfUserId(), oldPassWord: password('原密码'), newPassWord: password('新密码') }),
  response: done,
})

export const codePurpose = choice('用途', {
  login: '登录',
  register: '注册',
  reset: '找回密码',
  changeMobile: '更换手机',
  changeEmail: '更换邮箱',
})

export const sendVerificationCode = call({
  path: '/user/userController/sendVerificationCode',
  title: '发送短信验证码',
  access: open('needed before sign-in; limited per number, address and in total'),
  request: body({ mobile: mobile(), purpose: choiceField(codePurpose) }),
  response: z.object({ resendAfterSeconds: z.number().int() }),
})

export const emailSendVerificationCode = call({
  path: '/user/userController/emailSendVerificationCode',
  title: '发送邮件验证码',
  access: open('needed before sign-in; limited per address and in total'),
  request: body({ email: email(), purpose: choiceField(codePurpose) }),
  response: z.object({ resendAfterSeconds: z.number().int() }),
})

/** Tells whether a code would be accepted, without using it up; a wrong try counts. */
export const checkVerificationCode = call({
  path: '/user/userController/checkVerificationCode',
  title: '校验验证码',
  access: open('part of register and reset; five tries per code'),
  request: body({ target: text('手机号码或邮箱', 64), purpose: choiceField(codePurpose), code: text('验证码', 6, 6) }),
  response: z.object({ valid: z.boolean() }),
})

export interface MenuNode {
  menuId: string
  parentId: string
  menuName: string
  menuPath: string
  menuLink: string
  icon: string | null
  sortNo: number
  children: MenuNode[]
}

export const menuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    menuId: id(),
    parentId: id(),
    menuName: z.string(),
    menuPath: z.string(),
    menuLink: z.string(),
    icon: z.string().nullable(),
    sortNo: z.number().int(),
    children: z.array(menuNode),
  }),
)

export const queryMenuListByUserId = call({
  path: '/user/userController/queryMenuListByUserId',
  title: '查询本人菜单',
  access: signedIn,
  request: body({ userId: selfUserId() }),
  response: z.array(menuNode),
})

export const queryUserCenterByUserId = call({
  path: '/user/userController/queryUserCenterByUserId',
  title: '查询本人资料',
  access: signedIn,
  beforePasswordChange: true,
  request: body({ userId: selfUserId() }),
  response: z.object({
    userId: id(),
    loginName: z.string(),
    realName: z.string(),
    mobile: z.string().nullable(),
    email: z.string().nullable(),
    typeId: choiceField(userType),
    deptName: z.string().nullable(),
    roleNames: z.array(z.string()),
    lastLoginTime: z.string().nullable(),
    mustChangePassword: z.boolean(),
    /** Text laid over screens and prints: name, last four digits of the mobile. */
    watermark: z.string(),
    version: version(),
  }),
})

/**
 * Changes the person's own data. A new mobile or mail address needs the current password and a code
 * sent to the new one (ASVS 7.5.1).
 */
export const updateUserInfoOnCenter = call({
  path: '/user/userController/updateUserInfoOnCenter',
  title: '修改本人资料',
  access: signedIn,
  write: true,
  request: body({
    userId: selfUserId(),
    version: version(),
    realName: text('姓名', 32, 2),
    mobile: orEmpty(mobile()),
    email: orEmpty(email()),
    passWord: password('当前密码').optional(),
    mobileCode: text('短信验证码', 6, 6).optional(),
    emailCode: text('邮件验证码', 6, 6).optional(),
  }),
  response: z.object({ version: version() }),
})

export const userOption = z.object({ userId: id(), realName: z.string(), loginName: z.string() })

