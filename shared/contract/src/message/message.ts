import { z } from 'zod'
import { body, call } from '../core/call'
import { choiceField, flag, id, instant, ref, text, version } from '../core/fields'
import { fileItem } from '../core/files'
import { richText, type RichDoc } from '../core/rich-text'
import { audience } from './audience'
import { mailFiles, messageKind } from './kinds'
import { message } from './permits'

export { audience } from './audience'

/**
 * Recipients above which a second person has to agree; promotion always needs one (domain A19). Counted per sender, channel and day in
 * Asia/Shanghai, over what went without a second person; what a reminder rule writes is counted message by message.
 */
export const APPROVE_ABOVE = 200
/** Characters of a text message with its signature. */
export const SMS_MAX = 500

/** Text messages that one number gets a day, of all senders together (domain J5). */
export const SMS_A_DAY = 50
/** Per cent of a month's quota from which on a sending is warned of. */
export const QUOTA_WARN = 80

export { smsParts } from './kinds'

const smsFields = {
  msgKind: choiceField(messageKind),
  /** Variables, such as `${公司简称}`, are filled per recipient. */
  content: text('短信内容', SMS_MAX),
  templateId: ref('模板', 'messageTemplate').nullish(),
  audience,
  scheduleTime: instant('定时发送').nullish(),
}
const mailFields = { ...smsFields, subject: text('邮件主题', 100), content: richText('邮件内容', 50_000), attachments: mailFiles() }

/** A structured text as it is kept; null for mails of before there were any. It was checked when it was written. */
const storedRich = z.unknown() as unknown as z.ZodType<RichDoc | null, RichDoc | null>

/** What a sending would be: counts, cost, those who are skipped with the reason, and the text of the first three. Nothing is written. */
export const previewAnswer = z.object({
  total: z.number().int(),
  willSend: z.number().int(),
  skipped: z.number().int(),
  /** Parts of all text messages; 0 for mail. */
  parts: z.number().int(),
  /** Parts left in this month's quota of the department; null where there is none. */
  quotaLeft: z.number().int().nullable(),
  /** Parts of the department a month; null where it has no quota. */
  quotaTotal: z.number().int().nullable(),
  /** What the parts are likely to cost, in 分; null for mail, and where no price is set. */
  cost: z.number().int().nullable(),
  /** Why a text message with this template, or without one, is not taken; null when it is, and for mail. */
  wrongTemplate: z.string().nullable(),
  /** Recipients of the writer's messages of this channel that went today without a second person. */
  sentToday: z.number().int(),
  needsApproval: z.boolean(),
  /** How many are skipped for which reason, the most frequent first. */
  skippedReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  skippedList: z.array(z.object({ target: z.string(), name: z.string(), reason: z.string() })),
  /** `content` are the plain words with everything that is added; `rich` and `ending` are how a mail looks. */
  samples: z.array(z.object({ target: z.string(), name: z.string(), subject: z.string(), content: z.string(), rich: storedRich, ending: z.string().nullable() })),
  /** Why a promotion would go without the link that takes its recipient off the list; null when it has one or needs none. */
  noWayOut: z.string().nullable(),
})

/** A message that is not handed in yet, as its writer goes on with it. */
export const draftAnswer = z.object({
  messageId: id(),
  version: version(),
  msgNo: z.string(),
  msgStatus: z.string(),
  msgKind: choiceField(messageKind),
  subject: z.string(),
  content: z.string(),
  rich: storedRich,
  templateId: id().nullable(),
  audience,
  scheduleTime: z.string().nullable(),
  attachments: z.array(fileItem),
})

/** What a writer chooses from; what they may not read is left out. */
const choices = z.object({
  /** Signature under which their department sends text messages: it counts with the text. Null when it has none, and for mail. */
  signName: z.string().nullable(),
  // Text messages go by templates that the provider has registered: those with its number.
  templates: z.array(z.object({ templateId: id(), templateName: z.string(), providerCode: z.string().nullable(), subject: z.string().nullable(), content: z.string(), rich: storedRich })),
  categories: z.array(z.object({ categoryId: id(), categoryName: z.string() })),
  /** Groups that can be written to, each with how many there are in it. */
  userGroups: z.array(z.object({ usergroupId: id(), groupName: z.string(), memberCount: z.number().int() })),
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
  choices: call({
    path: `/message/${path}/select${path === 'sms' ? 'Sms' : 'Mail'}Choices`,
    title: `查看写${title}的选项`,
    access: message(access),
    request: body({}),
    response: choices,
  }),
  /** Reads a draft or a refused message, to go on with it; others are answered as not there. */
  draft: call({
    path: `/message/${path}/select${path === 'sms' ? 'Sms' : 'Mail'}Draft`,
    title: `打开${title}草稿`,
    access: message(access),
    request: body({ messageId: ref(title, `${path}Message`) }),
    response: draftAnswer,
  }),
  update: call({
    path: `/message/${path}/update${path === 'sms' ? 'Sms' : 'Mail'}`,
    title: `修改${title}`,
    access: message(access),
    write: true,
    request: body({ messageId: ref(title, `${path}Message`), version: version(), ...fields, send: flag('立即提交') }),
    response: z.object({ messageId: id(), msgStatus: z.string() }),
  }),
  /** Makes a draft of a message that has gone out or was taken back; its files stay where they are. */
  copy: call({
    path: `/message/${path}/copy${path === 'sms' ? 'Sms' : 'Mail'}`,
    title: `复制${title}为草稿`,
    access: message(access),
    write: true,
    request: body({ messageId: ref(title, `${path}Message`) }),
    response: z.object({ messageId: id(), msgNo: z.string(), filesLeft: z.number().int() }),
  }),
  test: call({
    path: `/message/${path}/test${path === 'sms' ? 'Sms' : 'Mail'}`,
    title: `试发${title}`,
    access: message(access),
    write: true,
    // `messageId` is the draft whose files go along.
    request: body({ ...fields, messageId: ref(title, `${path}Message`).nullish(), target: text('试发号码或邮箱', 64, 5) }),
    response: z.object({ target: z.string() }),
  }),
})
export const { preview: previewSms, create: createSms, test: testSms, draft: selectSmsDraft, update: updateSms, copy: copySms, choices: selectSmsChoices } = write('sms', '短信', 'sms:write', smsFields)
export const { preview: previewMail, create: createMail, test: testMail, draft: selectMailDraft, update: updateMail, copy: copyMail, choices: selectMailChoices } = write('mail', '邮件', 'mail:write', mailFields)

/** The text of a mail with its structure; null for mails of before there were any. */
export const selectMailContent = call({
  path: '/message/mail/selectMailContent',
  title: '查看邮件内容',
  access: message('mail:read'),
  request: body({ messageId: ref('邮件', 'mailMessage') }),
  response: z.object({ rich: storedRich }),
})
