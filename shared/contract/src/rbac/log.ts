import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, date, id, optionalText, ref, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { rbac } from './permits'

const told = (label: string) => withMeta(z.string().nullable(), { label })
const digits = (label: string) => withMeta(z.string().regex(/^\d{1,18}$/, `${label}须为数字`), { label })
const name = z.string().regex(/^[a-zA-Z][a-zA-Z]{0,30}$/, '筛选条件不正确')

export const auditResult = choice('结果', { ok: '成功', failed: '被拒绝' }, { ok: 'green', failed: 'red' })

const auditFields = {
  time: withMeta(z.string(), { label: '时间', show: 'instant' }),
  userName: withMeta(z.string(), { label: '操作人' }),
  module: told('模块'),
  title: withMeta(z.string(), { label: '操作' }),
  recordType: told('记录类型'),
  recordId: told('记录编号'),
  /** What the record is called now, by its business number or name; null when it is gone. */
  recordName: told('记录'),
  verb: told('动作'),
  reason: told('原因'),
  result: choiceField(auditResult),
  code: withMeta(z.string(), { label: '返回码' }),
  ip: withMeta(z.string(), { label: '来源地址' }),
  path: withMeta(z.string(), { label: '接口' }),
  requestId: withMeta(z.string(), { label: '请求编号' }),
  /** Milliseconds from when the call came in until the entry was written; null for what no call did. */
  durationMs: withMeta(z.number().int().nullable(), { label: '耗时（毫秒）', show: 'count' }),
}

export type AuditLogRow = z.output<z.ZodObject<typeof auditFields>> & { auditId: string }

/** The operation log: every action and every refusal that security looks at. Append-only; nobody inserts, changes or deletes by a call. */
export const auditLog = resource({
  name: 'auditLog',
  label: '操作日志',
  base: '/user/auditLog',
  id: 'auditId',
  fields: {},
  more: auditFields,
  filters: {
    timeFrom: date('时间').optional(),
    timeTo: date('时间').optional(),
    userName: optionalText('操作人', 50),
    title: optionalText('操作', 50),
    module: name.optional(),
    recordType: name.optional(),
    recordId: digits('记录编号').optional(),
    verb: name.optional(),
    result: auditResult.schema.optional(),
    code: withMeta(z.string().regex(/^[A-Z0-9]{6}$/, '返回码为 6 位'), { label: '返回码' }).optional(),
  },
  facts: ['time', 'userName', 'recordType', 'verb', 'result'],
  sortable: ['time'],
  access: { read: rbac('audit:read'), export: rbac('audit:export') },
})

/** A row of the export: what the log tells of an entry and, in one cell, what it changed, a line a field. */
export const auditExportRow = auditLog.row.extend({ changes: told('变更内容') })

const option = z.object({ value: z.string(), label: z.string() })

/** Modules, kinds of records and of actions that the log holds, for its filters. */
export const selectAuditOptions = call({
  path: '/user/auditLog/selectAuditOptions',
  title: '查询操作日志的筛选项',
  access: rbac('audit:read'),
  request: body({}),
  response: z.object({ modules: z.array(option), recordTypes: z.array(option), verbs: z.array(option) }),
})

/** What one entry changed, field by field, in the contract's words; personal data is masked. */
export const selectAuditChanges = call({
  path: '/user/auditLog/selectAuditChanges',
  title: '查看操作日志的变更内容',
  access: rbac('audit:read'),
  request: body({ auditId: ref('操作日志', 'auditLog') }),
  response: z.object({ changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })) }),
})

/** State of the seal over the log. */
export const selectAuditSeal = call({
  path: '/user/auditLog/selectAuditSeal',
  title: '查询操作日志的封存状态',
  access: rbac('audit:read'),
  request: body({}),
  response: z.object({ seals: z.number().int(), encryptedRows: z.number().int(), openRows: z.number().int(), lastSealTime: z.string().nullable() }),
})

/**
 * Recomputes the hash chain over the seals made between two days (Asia/Shanghai), all of them when none is given.
 * One request goes over a part; with `next` given the caller asks again after it.
 */
export const verifyAuditSeal = call({
  path: '/user/auditLog/verifyAuditSeal',
  title: '校验操作日志的封存',
  access: rbac('audit:read'),
  request: body({ dateFrom: date('起始日期').optional(), dateTo: date('截止日期').optional(), after: id().optional() }),
  response: z.object({
    seals: z.number().int(),
    rows: z.number().int(),
    /** The first seal that does not fit. */
    broken: z.object({ sealId: id(), sealTime: z.string(), firstAuditId: id().nullable(), lastAuditId: id().nullable() }).nullable(),
    next: z.string().nullable(),
  }),
})

export const loginWay = choice('登录方式', { password: '密码', code: '验证码', oidc: '统一身份认证', handOver: '登录交接', wecom: '企业微信', dingtalk: '钉钉', feishu: '飞书' })
export const loginResult = choice(
  '登录结果',
  { success: '成功', wrongPassword: '密码错误', wrongCode: '验证码错误', locked: '已锁定', disabled: '账号已停用', pending: '账号待认证', unknown: '账号不存在', expired: '首次密码过期' },
  { success: 'green', wrongPassword: 'red', wrongCode: 'red', locked: 'amber', disabled: 'grey', pending: 'grey', unknown: 'violet', expired: 'amber' },
)

const loginFields = {
  loginTime: withMeta(z.string(), { label: '时间', show: 'instant' }),
  /** As it was typed; a mobile number or mail address is masked. */
  loginName: withMeta(z.string(), { label: '账号' }),
  realName: told('姓名'),
  loginWay: choiceField(loginWay),
  loginResult: choiceField(loginResult),
  ip: withMeta(z.string(), { label: '来源地址' }),
  device: withMeta(z.string(), { label: '设备' }),
}

export type LoginLogRow = z.output<z.ZodObject<typeof loginFields>> & { loginLogId: string }

/** Who tried to sign in, how and with what outcome; also names that nobody has. */
export const loginLog = resource({
  name: 'loginLog',
  label: '登录日志',
  base: '/user/loginLog',
  id: 'loginLogId',
  fields: {},
  more: loginFields,
  filters: {
    loginTimeFrom: date('时间').optional(),
    loginTimeTo: date('时间').optional(),
    loginName: optionalText('账号或姓名', 50),
    loginResult: loginResult.schema.optional(),
    loginWay: loginWay.schema.optional(),
    ip: withMeta(z.string().trim().regex(/^[0-9a-fA-F.:]{1,45}$/, '来源地址不正确'), { label: '来源地址' }).optional(),
  },
  facts: ['loginTime', 'realName', 'loginWay', 'loginResult'],
  sortable: ['loginTime'],
  access: { read: rbac('loginLog:read'), export: rbac('loginLog:export') },
  appendOnly: true,
})
