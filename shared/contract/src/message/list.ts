import { z } from 'zod'
import { choice, choiceField, date, id, optionalText, ref, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { mailFiles, messageKind } from './kinds'
import { message } from './permits'

/** Nobody holds this permit: steps that bear it follow from writing and sending alone. */
const WORK = 'message:send:work'

const SUBMIT = 'message:send:submit'

const steps = (write: 'message:sms:write' | 'message:mail:write') =>
  [
    { from: ['draft', 'refused'], to: 'approval', verb: 'submit', label: '提交', permit: SUBMIT },
    { from: ['draft', 'refused', 'approval'], to: 'queued', verb: 'queue', label: '发送', permit: WORK },
    { from: ['approval'], to: 'queued', verb: 'approve', label: '批准发送', permit: 'message:send:approve', reason: 'optional', separate: true },
    { from: ['approval'], to: 'refused', verb: 'refuse', label: '驳回', permit: 'message:send:approve', reason: 'required', danger: true, separate: true },
    { from: ['refused'], to: 'draft', verb: 'reopen', label: '退回草稿', permit: WORK },
    { from: ['queued'], to: 'sending', verb: 'begin', label: '开始发送', permit: WORK },
    { from: ['sending', 'partly'], to: 'done', verb: 'finish', label: '完成', permit: WORK },
    { from: ['sending', 'done'], to: 'partly', verb: 'finishPartly', label: '部分失败', permit: WORK },
    { from: ['sending'], to: 'kept', verb: 'finishKept', label: '留存', permit: WORK },
    { from: ['sending'], to: 'paused', verb: 'pause', label: '暂停', permit: SUBMIT, reason: 'optional' },
    { from: ['paused'], to: 'sending', verb: 'resume', label: '继续', permit: SUBMIT },
    { from: ['paused'], to: 'cancelled', verb: 'cancelRest', label: '取消其余', permit: SUBMIT, reason: 'optional', danger: true },
    { from: ['partly'], to: 'sending', verb: 'retry', label: '重发失败的', permit: SUBMIT },
    { from: ['draft', 'refused', 'approval', 'queued'], to: 'cancelled', verb: 'cancel', label: '取消发送', permit: write, reason: 'optional' },
  ] as const
/** Verbs that follow from writing and sending; a person never carries them out by themselves. */
export const SENDING_VERBS: readonly string[] = ['queue', 'reopen', 'begin', 'finish', 'finishPartly', 'finishKept']

const machine = (write: 'message:sms:write' | 'message:mail:write') =>
  statusMachine(
    '发送状态',
    {
      draft: ['草稿', 'grey'],
      approval: ['待审批', 'amber'],
      refused: ['已驳回', 'red'],
      queued: ['待发送', 'blue'],
      sending: ['发送中', 'teal'],
      paused: ['已暂停', 'amber'],
      done: ['已完成', 'green'],
      partly: ['部分失败', 'red'],
      kept: ['已留存', 'grey'],
      cancelled: ['已取消', 'grey'],
    },
    steps(write),
  )
export const smsStatus = machine('message:sms:write')
export const mailStatus = machine('message:mail:write')

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })
const shared = {
  msgNo: withMeta(z.string(), { label: '任务编号' }),
  msgKind: choiceField(messageKind),
  content: withMeta(z.string(), { label: '内容', show: 'longText' }),
  scheduleTime: withMeta(z.string().nullable(), { label: '定时发送', show: 'instant' }),
  totalCount: count('收件人'),
  /** Not given out yet, or just in hand. */
  waitingCount: count('待发'),
  /** The provider or the receiving server took it; whether it arrived is not known yet. */
  submittedCount: count('已提交'),
  /** A receipt said that it arrived. */
  deliveredCount: count('已送达'),
  failedCount: count('失败'),
  /** No provider is connected: nothing left the house. */
  keptCount: count('已留存'),
  skippedCount: count('跳过'),
  unknownCount: count('结果不明'),
  /** In words what is not as it should be: what stopped it, who did not get it, and what was only kept. */
  situation: withMeta(z.string().nullable(), { label: '发送情况', show: 'longText' }),
  writtenBy: withMeta(z.string(), { label: '经办人' }),
  /** Who wrote it; they may not approve it. */
  createBy: id('经办人编号').nullable(),
  /** Who handed it in, where that was not the writer; they may not approve it either. */
  submitBy: id('提交人编号').nullable(),
  createTime: withMeta(z.string(), { label: '创建时间', show: 'instant' }),
}
const filters = (status: z.ZodType<string, string>) => ({
  keyword: optionalText('任务编号或内容', 50),
  msgStatus: withMeta(z.array(status), { label: '发送状态' }).optional(),
  msgKind: messageKind.schema.optional(),
  createTimeFrom: date('创建日期起').optional(),
  createTimeTo: date('创建日期止').optional(),
})

export const smsMessage = resource({
  name: 'smsMessage',
  label: '短信',
  base: '/message/sms',
  id: 'messageId',
  fields: {},
  more: {
    ...shared,
    partCount: count('计费条数'),
    /** Parts at the price of the day, 分; the provider's bill may differ. */
    cost: withMeta(z.number().int(), { label: '预计费用（元）', show: 'yuan' }),
  },
  filters: filters(smsStatus.schema),
  view: 'member/TextMessageList',
  facts: ['msgNo', 'msgKind', 'totalCount', 'deliveredCount', 'writtenBy'],
  groups: {
    发送结果: ['totalCount', 'waitingCount', 'submittedCount', 'deliveredCount', 'failedCount', 'keptCount', 'skippedCount', 'unknownCount', 'situation'],
  },
  sortable: ['createTime'],
  access: { read: message('sms:read'), export: message('sms:read') },
  status: { field: 'msgStatus', machine: smsStatus },
})
export const mailMessage = resource({
  name: 'mailMessage',
  label: '邮件',
  base: '/message/mail',
  id: 'messageId',
  fields: { attachments: mailFiles() },
  more: { ...shared, subject: withMeta(z.string(), { label: '主题' }) },
  filters: filters(mailStatus.schema),
  view: 'member/EmailList',
  facts: ['msgNo', 'msgKind', 'totalCount', 'deliveredCount', 'writtenBy'],
  groups: {
    发送结果: ['totalCount', 'waitingCount', 'submittedCount', 'deliveredCount', 'failedCount', 'keptCount', 'skippedCount', 'unknownCount', 'situation'],
  },
  sortable: ['createTime'],
  // A mail is changed where it is written (updateMail); with this access its files are uploaded.
  access: { read: message('mail:read'), update: message('mail:write'), export: message('mail:read') },
  status: { field: 'msgStatus', machine: mailStatus },
})

export const recipientStatus = choice(
  '发送结果',
  { queued: '排队', sending: '发送中', submitted: '已提交', delivered: '已送达', failed: '失败', kept: '已留存', skipped: '跳过', unknown: '结果不明' },
  { queued: 'grey', sending: 'teal', submitted: 'blue', delivered: 'green', failed: 'red', kept: 'grey', skipped: 'grey', unknown: 'amber' },
)
/** Whom a message went to and what became of each; read within the data scope of the message. */
const recipientsOf = (name: 'smsRecipient' | 'mailRecipient', label: string, path: 'sms' | 'mail', entity: string) => {
  const access = message(path === 'sms' ? 'sms:read' : 'mail:read')
  return resource({
    name,
    label,
    base: `/message/${path}`,
    id: 'recipientId',
    fields: {},
    more: {
      target: personal(withMeta(z.string(), { label: path === 'sms' ? '手机号码' : '邮箱' }), path === 'sms' ? 'mobile' : 'email'),
      name: withMeta(z.string(), { label: '姓名' }),
      companyName: withMeta(z.string().nullable(), { label: '公司' }),
      recipientStatus: choiceField(recipientStatus),
      /** What the other side answered when it refused, such as 550 5.1.1. */
      failCode: withMeta(z.string().nullable(), { label: '错误代码' }),
      reason: withMeta(z.string().nullable(), { label: '说明' }),
      updateTime: withMeta(z.string(), { label: '时间', show: 'instant' }),
    },
    filters: {
      messageId: ref('消息', entity),
      keyword: optionalText('姓名或公司', 30),
      recipientStatus: recipientStatus.schema.optional(),
      failCode: optionalText('错误代码', 40),
    },
    sortable: ['updateTime'],
    access: { read: access, export: access },
    // Nobody changes them by hand: a version would tell nothing.
    appendOnly: true,
  })
}
export const smsRecipient = recipientsOf('smsRecipient', '短信收件人', 'sms', 'smsMessage')
export const mailRecipient = recipientsOf('mailRecipient', '邮件收件人', 'mail', 'mailMessage')
