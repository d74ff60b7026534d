import { z } from 'zod'
import { body, call, nothing } from '../core/call'
import { withMeta } from '../core/fields'
import { rbac } from './permits'

export interface ParameterDefinition {
  name: string
  group: string
  unit: string
  min: number
  max: number
  initial: number
  /** Where each number is a choice: what it means, from `min` on. */
  choices?: readonly string[]
  /** What follows from it, in one sentence. */
  help: string
}

/** The parameters that staff may set; whole numbers, each read where its rule stands. */
export const PARAMETERS = {
  'meeting.daysAhead': { name: '会议室可提前预约天数', group: '会议室', unit: '天', min: 1, max: 365, initial: 30, help: '超过此天数的日期不能预约' },
  'meeting.seriesDaysAhead': { name: '系列预约可提前天数', group: '会议室', unit: '天', min: 1, max: 1900, initial: 400, help: '每天、每周、每月重复的预约最远到此天数' },
  'meeting.noShowMinutes': { name: '会议室未到场释放时间', group: '会议室', unit: '分钟', min: 0, max: 120, initial: 15, help: '开始后超过此时间仍未确认到场的预约自动释放；0 为不释放' },
  'course.windowYears': { name: '后续培训周期', group: '学时', unit: '年', min: 1, max: 5, initial: 2, help: '从任职起始日起每满此年数为一期，应修学时按期计算' },
  'course.hoursIndependent': { name: '独立董事每期应修学时', group: '学时', unit: '学时', min: 0, max: 400, initial: 30, help: '交易所规则变化时在此修改；0 为不要求' },
  'course.hoursSecretary': { name: '董事会秘书每期应修学时', group: '学时', unit: '学时', min: 0, max: 400, initial: 24, help: '交易所规则变化时在此修改；0 为不要求' },
  'course.hoursAffairs': { name: '证券事务代表每期应修学时', group: '学时', unit: '学时', min: 0, max: 400, initial: 24, help: '交易所规则变化时在此修改；0 为不要求' },
  'course.hoursDirector': { name: '董事每期应修学时', group: '学时', unit: '学时', min: 0, max: 400, initial: 0, help: '交易所规则变化时在此修改；0 为不要求' },
  'course.watchShare': { name: '视频看完标准', group: '学时', unit: '%', min: 50, max: 100, initial: 95, help: '观看的内容达到视频时长的此比例时记为看完，重复观看的部分只计一次' },
  'appointment.daysFrom': { name: '独立董事现场天数核查起始年度', group: '董事任职', unit: '', min: 2020, max: 2100, initial: 2026, help: '从此年度起，每年核查上一年度现场工作是否达到 15 天；之前的年度没有登记履职记录，不核查' },
  'appointment.checksFrom': { name: '独立性自查核查起始年度', group: '董事任职', unit: '', min: 2023, max: 2100, initial: 2026, help: '从此年度的自查起，逾期未完成的列入任职预警；之前的年度没有在线自查，不核查' },
  'appointment.checkDueMonth': { name: '独立性自查截止月份', group: '董事任职', unit: '月', min: 1, max: 12, initial: 4, help: '每年的自查须在次年此月底前完成公司评估，逾期未完成的列入任职预警' },
  'work.keepDays': { name: '导出文件保留天数', group: '导出', unit: '天', min: 1, max: 90, initial: 7, help: '到期后文件删除，任务记录保留' },
  'outbox.keepDays': { name: '发件箱保留天数', group: '消息', unit: '天', min: 180, max: 3650, initial: 730, help: '到期的短信与邮件记录每小时清理一次，不少于 180 天' },
  'fee.unpaidYears': { name: '列入未缴名单的年数', group: '会费', unit: '年', min: 1, max: 10, initial: 3, help: '已结束年度连续未缴达到此年数的会员列入名单，各协会章程规定不一' },
  'member.graceDays': { name: '会费宽限期', group: '会员', unit: '天', min: 0, max: 3650, initial: 0, help: '账单到期后超过此天数仍未缴清的正常会员，每晚自动暂停权利，缴清后自动恢复；缓缴以顺延后的到期日计；0 为不自动暂停' },
  'member.exclusiveUsers': { name: '每个会员的专属用户数', group: '会员', unit: '人', min: 0, max: 9999, initial: 20, help: '会员类别中另有规定的，以会员类别为准；只计正常的专属用户；0 为不限' },
  'invoice.issueWay': { name: '开票方式', group: '发票', unit: '', min: 0, max: 1, initial: 0, choices: ['手工登记', '接口开具'], help: '手工登记：票据在财政票据系统或税务平台开具后登记到本系统。接口开具：由接入的开票平台开具，没有接入正式平台时开出的只是试用票据' },
  'message.mailsPerMinute': { name: '每分钟群发邮件数', group: '消息', unit: '封', min: 0, max: 10_000, initial: 50, help: '所有群发邮件合计；0 为不限' },
  'message.smsPartPrice': { name: '短信单价', group: '消息', unit: '分/条', min: 0, max: 1000, initial: 5, help: '按计费条数估算短信费用，以与服务商的合同为准；0 为不估算' },
  'message.smsBalanceMin': { name: '短信余额提醒线', group: '消息', unit: '条或元', min: 0, max: 1_000_000, initial: 200, help: '服务商处的余额低于此数时，每天提醒一次系统管理员；单位随服务商：阿里云为元，其他为条；0 为不提醒' },
  'message.promotionConsent': { name: '商业推广须有本人同意', group: '消息', unit: '', min: 0, max: 1, initial: 1, choices: ['不要求', '须有同意记录'], help: '须有同意记录：推广短信只发给同意短信推广的联系人，推广邮件只发给同意邮件推广的联系人。退订和拒收始终优先；会费、会议等通知不受影响' },
  'notification.keepDays': { name: '已读消息保留天数', group: '消息', unit: '天', min: 7, max: 3650, initial: 365, help: '未读消息不清理' },
  'rbac.reviewMonths': { name: '权限复核周期', group: '安全', unit: '个月', min: 1, max: 24, initial: 12, help: '距上一次复核日期满此月数时，系统自动发起一次权限复核，并通知有复核权限的人' },
  'rbac.reviewDays': { name: '权限复核办理期限', group: '安全', unit: '天', min: 1, max: 180, initial: 30, help: '发起后满此天数仍未签署的为逾期，每周提醒一次' },
  'rbac.unusedWarnDays': { name: '账号未使用提醒天数', group: '安全', unit: '天', min: 1, max: 3650, initial: 90, help: '连续此天数没有登录的账号，以消息和邮件提醒本人一次' },
  'rbac.unusedDisableDays': { name: '账号未使用停用天数', group: '安全', unit: '天', min: 0, max: 3650, initial: 180, help: '连续此天数没有登录的账号，提醒满 7 天后自动停用，由管理员恢复；0 为不停用' },
  'rbac.passwordWarnDays': { name: '密码到期提醒天数', group: '安全', unit: '天', min: 0, max: 60, initial: 7, help: '密码到期前此天数内，以消息和邮件提醒本人一次；密码有效天数在安全策略中设置；0 为不提醒' },
  'personal.refusedMonths': { name: '未通过申请的个人信息保留月数', group: '安全', unit: '个月', min: 1, max: 60, initial: 6, help: '入会、独董、企业用户、试用、报名、注册等未通过的申请，满此月数后每晚自动删除其中的个人信息，并留下删除记录' },
} as const satisfies Record<string, ParameterDefinition>

/** A parameter's value in words: what is chosen, or the number with its unit. */
export const formatParameter = ({ choices, min, unit }: ParameterDefinition, value: number): string => choices?.[value - min] ?? `${value} ${unit}`.trim()

export type ParameterKey = keyof typeof PARAMETERS

const key = z.enum(Object.keys(PARAMETERS) as [ParameterKey, ...ParameterKey[]])

export const parameterRow = z.object({
  paramKey: withMeta(key, { label: '参数键' }),
  value: withMeta(z.number().int(), { label: '参数值' }),
  version: withMeta(z.number().int(), { label: '版本' }),
  updateTime: withMeta(z.string().nullable(), { label: '修改时间', show: 'instant' }),
  updateName: withMeta(z.string().nullable(), { label: '修改人' }),
})

export const selectParameters = call({
  path: '/user/param/selectParameters',
  title: '查询参数',
  access: rbac('param:read'),
  request: nothing,
  response: z.array(parameterRow),
})

export const updateParameter = call({
  path: '/user/param/updateParameter',
  title: '修改参数',
  access: rbac('param:update'),
  write: true,
  request: body({ paramKey: key, value: withMeta(z.number({ error: '请填写整数' }).int('请填写整数'), { label: '参数值' }), version: z.number().int().min(0).max(2_147_483_647) }),
  response: z.object({ version: z.number().int() }),
})
