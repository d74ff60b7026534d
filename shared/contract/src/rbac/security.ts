import { z } from 'zod'
import { body, call, nothing, open } from '../core/call'
import { flag, id, int, ref, version, withMeta } from '../core/fields'
import { isAddressRange } from '../rules/address'
import { rbac } from './permits'

const addresses = withMeta(
  z.array(z.string().trim().refine(isAddressRange, '地址不正确，例如 192.0.2.7 或 192.0.2.0/24')).max(200, '最多 200 条'),
  { label: '允许访问的网络地址' },
)

/** What the security policy says; GB/T 22239 asks for each item, the figures are the association's own. */
export const policyFields = {
  minLength: int('密码最小长度', 8, 32),
  minClasses: int('字符种类（大写、小写、数字、符号）', 1, 4),
  forbidRepeats: flag('禁止重复或连续的字符'),
  historyCount: int('不得与最近几次密码相同', 0, 10),
  expireDays: int('密码有效天数（0 为不限）', 0, 3650),
  lockTries: int('允许连续失败次数', 3, 20),
  lockMinutes: int('锁定时长（分钟）', 1, 1440),
  accountLockTries: int('账号锁定次数（0 为不锁定）', 0, 1000),
  idleMinutes: int('无操作退出（分钟）', 5, 480),
  absoluteHours: int('一次登录最长（小时）', 1, 168),
  sessionsPerUser: int('每人同时在线会话数', 1, 20),
  allowedAddresses: addresses,
  secondFactorSensitive: flag('持有敏感权限的人员须二次验证'),
  secondFactorRoles: withMeta(z.array(ref('角色', 'role')).max(50, '最多 50 个角色'), { label: '须二次验证的角色' }),
  secondFactorNewDevice: flag('在新设备登录须二次验证'),
  trustDays: int('信任设备天数（0 为不允许）', 0, 90),
}

export const securityPolicy = z.strictObject(policyFields)
export type SecurityPolicy = z.output<typeof securityPolicy>

export const selectSecurityPolicy = call({
  path: '/user/security/selectSecurityPolicy',
  title: '查看安全策略',
  access: rbac('security:read'),
  request: nothing,
  response: z.object({
    ...policyFields,
    version: z.number().int(),
    updateTime: z.string().nullable(),
    updateName: z.string().nullable(),
    ownAddress: z.string(),
    /** Uploaded files are looked through for viruses; set by who runs the server. */
    virusScan: z.boolean(),
  }),
})

export const updateSecurityPolicy = call({
  path: '/user/security/updateSecurityPolicy',
  title: '修改安全策略',
  access: rbac('security:update'),
  write: true,
  request: body({ version: z.number().int().min(0).max(2_147_483_647), ...policyFields }),
  response: z.object({ version: version() }),
})

/** Roles that the policy can name. */
export const selectPolicyRoles = call({
  path: '/user/security/selectPolicyRoles',
  title: '查询安全策略可选的角色',
  access: rbac('security:read'),
  request: nothing,
  response: z.array(z.object({ roleId: id(), roleName: z.string() })),
})

/** Rules that a new password is checked by, for the forms that show them while one types. */
export const selectPasswordRules = call({
  path: '/user/security/selectPasswordRules',
  title: '查询密码规则',
  access: open('shown to people who register or set a new password before they can sign in'),
  request: nothing,
  response: z.object({ minLength: z.number().int(), minClasses: z.number().int(), forbidRepeats: z.boolean() }),
})
