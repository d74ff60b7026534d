import { choice } from '../core/fields'

/** What a notice is about; people choose kind by kind which way notices reach them. */
export const noticeKind = choice('消息类别', {
  member: '会员与公司',
  fee: '会费与票据',
  meeting: '会议与会议室',
  message: '邮件与短信',
  form: '表单与问卷',
  mention: '备注提及',
  work: '导出与导入',
  system: '系统与工作移交',
  security: '账号安全',
  other: '其他消息',
  todo: '待办汇总',
})
export type NoticeKind = (typeof noticeKind.keys)[number]

/** Ways on which a notice reaches a person. */
export type NoticeWay = 'console' | 'mail' | 'im'
export type NoticeWays = Record<NoticeWay, boolean>

/** Until a person has chosen. */
const USUAL: NoticeWays = { console: true, mail: false, im: true }
export const usualWays = (kind: NoticeKind): NoticeWays => (kind === 'work' ? { ...USUAL, im: false } : kind === 'todo' ? { console: false, mail: false, im: true } : USUAL)

/**
 * Ways of a kind that cannot be chosen otherwise than usual: what happens to an account is told in the console whatever is chosen, and
 * the sum of what waits stands on the home page already, so that it goes to messengers alone.
 */
export const isFixedWay = (kind: NoticeKind, way: NoticeWay): boolean => (kind === 'security' && way === 'console') || (kind === 'todo' && way !== 'im')

/** For how long a notice is put aside; clocks are those of Asia/Shanghai. */
export const snoozeFor = choice('提醒时间', { hour: '1 小时后', tomorrow: '明天 9:00', monday: '下周一 9:00' })
export type SnoozeFor = (typeof snoozeFor.keys)[number]
