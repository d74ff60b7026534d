import { z } from 'zod'
import { body, call, pageOf, pageQuery } from '../core/call'
import { choice, choiceField, date, flag, id, instant, int, optionalText, ref, text, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { postType } from './contact'
import { jurisdiction } from './company'
import { message } from './permits'

export const channel = choice('渠道', { sms: '短信', mail: '邮件' })
export const messageKind = choice('消息类型', { notice: '通知', promotion: '商业推广' })

/** Recipients above which a second person has to agree; promotion always needs one (domain A19). */
export const APPROVE_ABOVE = 200
/** Characters of a text message with its signature. */
export const SMS_MAX = 500

/** Parts that a text message is billed as: up to 70 characters one, above that each 67 (domain J5). */
export const smsParts = (text: string): number => {
  const length = [...text].length
  return length <= 70 ? 1 : Math.ceil(length / 67)
}

/** Nobody holds this permit: steps that bear it are taken by the work of sending alone. */
const WORK = 'message:send:work'

const steps = (write: string) =>
  [
    { from: ['draft', 'refused'], to: 'approval', verb: 'submit', label: '提交', permit: write },
    { from: ['draft', 'refused', 'approval'], to: 'queued', verb: 'queue', label: '发送', permit: WORK },
    { from: ['approval'], to: 'queued', verb: 'approve', label: '批准发送', permit: 'message:send:approve', reason: 'optional' },
    { from: ['approval'], to: 'refused', verb: 'refuse', label: '驳回', permit: 'message:send:approve', reason: 'required', danger: true },
    { from: ['queued'], to: 'sending', verb: 'begin', label: '开始发送', permit: WORK },
    { from: ['sending'], to: 'done', verb: 'finish', label: '完成', permit: WORK },
    { from: ['sending'], to: 'partly', verb: 'finishPartly', label: '部分失败', permit: WORK },
    { from: ['partly'], to: 'sending', verb: 'retry', label: '重发失败的', permit: write },
    { from: ['draft', 'refused', 'approval', 'queued'], to: 'cancelled', verb: 'cancel', label: '取消发送', permit: write, reason: 'optional' },
  ] as const
/** Verbs that the work of sending carries out; a person never does. */
export const SENDING_VERBS: readonly string[] = ['queue', 'begin', 'finish', 'finishPartly']

const machine = (write: string) =>
  statusMachine(
    '发送状态',
    {
      draft: ['草稿', 'grey'],
      approval: ['待审批', 'amber'],
      refused: ['已驳回', 'red'],
      queued: ['待发送', 'blue'],
      sending: ['发送中', 'teal'],
      done: ['已完成', 'green'],
      partly: ['部分失败', 'red'],
      cancelled: ['已取消', 'grey'],
    },
    steps(write),
  )
export const smsStatus = machine('message:sms:write')
export const mailStatus = machine('message:mail:write')

/** Whom a message goes to: people of a filter, or written down one a line. The server finds them again when it sends. */
export const audience = z.strictObject({
  /** Contacts in office of members with these marks; an empty list means any. */
  contacts: z
    .strictObject({
      categoryIds: z.array(ref('会员类别', 'memberCategory')).max(50),
      jurisdictions: z.array(choiceField(jurisdiction)).max(40),
      postTypes: z.array(choiceField(postType)).max(20),
      /** Only those of members that owe something. */
      inArrears: z.boolean(),
    })
    .nullable(),
  /** Numbers or addresses that were typed or pasted. */
  extra: z.array(z.string().trim().min(3).max(64)).max(5000),
})

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })
const shared = {
  msgNo: withMeta(z.string(), { label: '任务编号' }),
  msgKind: choiceField(messageKind),
  content: withMeta(z.string(), { label: '内容', show: 'longText' }),
  scheduleTime: withMeta(z.string().nullable(), { label: '定时发送', show: 'instant' }),
  totalCount: count('收件人'),
  deliveredCount: count('成功'),
  failedCount: count('失败'),
  skippedCount: count('跳过'),
  unknownCount: count('结果不明'),
  writtenBy: withMeta(z.string(), { label: '经办人' }),
  /** Who wrote it; she may not approve it. */
  createBy: withMeta(z.string().nullable(), { label: '经办人编号' }),
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
  more: { ...shared, partCount: count('计费条数') },
  filters: filters(smsStatus.schema),
  sortable: ['createTime'],
  access: { read: message('sms:read'), export: message('sms:read') },
  status: { field: 'msgStatus', machine: smsStatus },
})
export const mailMessage = resource({
  name: 'mailMessage',
  label: '邮件',
  base: '/message/mail',
  id: 'messageId',
  fields: {},
  more: { ...shared, subject: withMeta(z.string(), { label: '主题' }) },
  filters: filters(mailStatus.schema),
  sortable: ['createTime'],
  access: { read: message('mail:read'), export: message('mail:read') },
  status: { field: 'msgStatus', machine: mailStatus },
})

const smsFields = {
  msgKind: choiceField(messageKind),
  /** Variables `${公司简称}`, `${姓名}`, `${会员编号}`, `${欠费金额}` are filled per recipient. */
  content: text('短信内容', SMS_MAX),
  templateId: ref('模板', 'messageTemplate').nullish(),
  audience,
  scheduleTime: instant('定时发送').nullish(),
}
const mailFields = { ...smsFields, subject: text('邮件主题', 100), content: text('邮件内容', 50_000) }

/** What a sending would be: counts, cost, those who are skipped with the reason, and the text of the first three. Nothing is written. */
export const previewAnswer = z.object({
  total: z.number().int(),
  willSend: z.number().int(),
  skipped: z.number().int(),
  /** Parts of all text messages; 0 for mail. */
  parts: z.number().int(),
  /** Parts left in this month's quota of the department; null where there is none. */
  quotaLeft: z.number().int().nullable(),
  needsApproval: z.boolean(),
  skippedList: z.array(z.object({ target: z.string(), name: z.string(), reason: z.string() })),
  samples: z.array(z.object({ target: z.string(), name: z.string(), subject: z.string(), content: z.string() })),
})

const write = <S extends z.core.$ZodShape>(path: string, title: string, access: 'sms:write' | 'mail:write', fields: S) => ({
  preview: call({ path: `/message/${path}/preview${path === 'sms' ? 'Sms' : 'Mail'}`, title: `预览${title}`, access: message(access), request: body(fields), response: previewAnswer }),
  create: call({
    path: `/message/${path}/create${path === 'sms' ? 'Sms' : 'Mail'}`,
    title: `创建${title}`,
    access: message(access),
    write: true,
    // `send` false keeps a draft.
    request: body({ ...fields, send: flag('立即提交') }),
    response: z.object({ messageId: id(), msgStatus: z.string() }),
  }),
  test: call({
    path: `/message/${path}/test${path === 'sms' ? 'Sms' : 'Mail'}`,
    title: `试发${title}`,
    access: message(access),
    write: true,
    request: body({ ...fields, target: text('试发号码或邮箱', 64, 5) }),
    response: z.object({ target: z.string() }),
  }),
})
export const { preview: previewSms, create: createSms, test: testSms } = write('sms', '短信', 'sms:write', smsFields)
export const { preview: previewMail, create: createMail, test: testMail } = write('mail', '邮件', 'mail:write', mailFields)

export const recipientStatus = choice(
  '发送结果',
  { queued: '排队', submitted: '已提交', delivered: '已送达', failed: '失败', skipped: '跳过', unknown: '结果不明' },
  { queued: 'grey', submitted: 'blue', delivered: 'green', failed: 'red', skipped: 'grey', unknown: 'amber' },
)
export const recipient = z.object({
  recipientId: id(),
  target: withMeta(z.string(), { label: '收件人' }),
  name: withMeta(z.string(), { label: '姓名' }),
  companyName: withMeta(z.string().nullable(), { label: '公司' }),
  recipientStatus: choiceField(recipientStatus),
  reason: withMeta(z.string().nullable(), { label: '说明' }),
  updateTime: withMeta(z.string(), { label: '时间', show: 'instant' }),
})
const recipients = (path: 'sms' | 'mail', entity: string, access: 'sms:read' | 'mail:read') =>
  call({
    path: `/message/${path}/select${path === 'sms' ? 'Sms' : 'Mail'}RecipientByPage`,
    title: '查看收件人',
    access: message(access),
    request: pageQuery({ messageId: ref('消息', entity), recipientStatus: recipientStatus.schema.optional() }, ['updateTime']),
    response: pageOf(recipient),
  })
export const selectSmsRecipients = recipients('sms', 'smsMessage', 'sms:read')
export const selectMailRecipients = recipients('mail', 'mailMessage', 'mail:read')

const update = 'message:template:update'
export const templateStatus = statusMachine('模板状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: update, danger: true },
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: update },
])
/** A text that is used again. Text templates bear the number under which the provider has registered them. */
export const messageTemplate = resource({
  name: 'messageTemplate',
  label: '消息模板',
  base: '/message/template',
  id: 'templateId',
  fields: {
    channel: choiceField(channel),
    templateName: text('模板名称', 50),
    subject: optionalText('邮件主题', 100),
    templateContent: text('模板内容', 50_000),
    providerCode: optionalText('服务商模板号', 32),
    remark: optionalText('备注', 200),
  },
  more: { updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }) },
  filters: { keyword: optionalText('模板名称', 50), channel: channel.schema.optional(), templateStatus: templateStatus.schema.optional() },
  sortable: ['templateName', 'updateTime'],
  access: { read: message('template:read'), insert: message('template:update'), update: message('template:update'), remove: message('template:update') },
  status: { field: 'templateStatus', machine: templateStatus },
})

export const signStatus = statusMachine('签名状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: 'message:quota:update', danger: true },
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: 'message:quota:update' },
])
/** A department's signature and the parts that it may send a month (domain J5). */
export const smsQuota = resource({
  name: 'smsQuota',
  label: '签名与额度',
  base: '/message/quota',
  id: 'quotaId',
  fields: {
    deptId: ref('部门', 'dept'),
    signName: withMeta(z.string({ error: '请填写短信签名' }).trim().regex(/^[\p{Script=Han}A-Za-z0-9]{2,12}$/u, '签名须为 2 至 12 个汉字、字母或数字，不含符号'), { label: '短信签名' }),
    monthlyParts: int('每月额度（条）', 0, 10_000_000),
    remark: optionalText('备注', 200),
  },
  more: {
    deptName: withMeta(z.string(), { label: '部门' }),
    usedParts: count('本月已用（条）'),
    leftParts: count('本月剩余（条）'),
  },
  filters: { keyword: optionalText('部门或签名', 30), signStatus: signStatus.schema.optional() },
  sortable: ['monthlyParts'],
  access: { read: message('quota:read'), insert: message('quota:update'), update: message('quota:update'), remove: message('quota:update') },
  status: { field: 'signStatus', machine: signStatus },
})

export const optOutSource = choice('来源', { staff: '人工登记', link: '邮件退订', reply: '短信回复', bounce: '多次退信' })
/** A number or address that wants no promotion any more; kept after the contact is gone. */
export const optOut = resource({
  name: 'optOut',
  label: '退订',
  base: '/message/optOut',
  id: 'optOutId',
  fields: {
    channel: choiceField(channel),
    // Numbers and addresses alike: the first three and the last four characters stay.
    address: personal(text('退订号码或邮箱', 64, 5), 'mobile'),
    remark: optionalText('备注', 200),
  },
  more: { source: choiceField(optOutSource), optOutTime: withMeta(z.string(), { label: '退订时间', show: 'instant' }) },
  filters: { address: optionalText('号码或邮箱（完整）', 64), channel: channel.schema.optional(), source: optOutSource.schema.optional() },
  sortable: ['optOutTime'],
  access: { read: message('optOut:read'), insert: message('optOut:update'), remove: message('optOut:update'), export: message('optOut:read') },
})

