import { z } from 'zod'
import { body, call, done } from '../core/call'
import { choice, choiceField, flag, id, optionalText, ref, text, version, withMeta, year } from '../core/fields'
import { resource } from '../core/resource'
import { board, companyType, listStatus } from '../member/company-kinds'
import { CODE_OF_SCHEME } from '../member/industry-code'
import { jurisdiction } from '../member/jurisdiction'
import { postType } from '../member/posts'
import { messageKind } from './kinds'
import { message } from './permits'

// Whom a message goes to: by marks of companies and members, by user group, chosen in a list, or written down. Kept under a name it is
// used again; what it finds is found anew each time.

/** Whose contacts are meant: of members, of companies that are none, or of all. */
export const audienceRange = choice('单位范围', { member: '会员', other: '非会员公司', any: '会员和非会员公司' })

/** People chosen in a list: one by one, or all that its filter matches when the message is handed in. */
const chosen = z.strictObject({
  contactIds: z.array(ref('联系人', 'contact')).max(2000),
  /** Members stand for their contacts in office. */
  memberIds: z.array(ref('会员', 'member')).max(2000),
  filter: z.strictObject({ from: z.enum(['contact', 'member']), conditions: z.record(z.string().max(40), z.unknown()) }).nullable(),
  /** How many rows the list had when they were chosen; told only. */
  total: z.number().int().min(0),
  /** Of chosen members only contacts in these posts; left out or empty means any. Individual members are written to themselves. */
  postTypes: z.array(choiceField(postType)).max(20).nullish(),
})

const codes = (scheme: keyof typeof CODE_OF_SCHEME) => z.array(z.string().regex(CODE_OF_SCHEME[scheme].pattern, CODE_OF_SCHEME[scheme].message)).max(50)

/** Marks of companies, of their memberships and of the contacts; an empty list means any. Later marks are absent in audiences of before. */
const marks = z.strictObject({
  range: choiceField(audienceRange).nullish(),
  categoryIds: z.array(ref('会员类别', 'memberCategory')).max(50),
  jurisdictions: z.array(choiceField(jurisdiction)).max(40),
  companyTypes: z.array(choiceField(companyType)).max(20).nullish(),
  boards: z.array(choiceField(board)).max(20).nullish(),
  listStatuses: z.array(listStatus.schema).max(20).nullish(),
  /** Each with all industries below it. */
  csrcIndustries: codes('capco').nullish(),
  postTypes: z.array(choiceField(postType)).max(20),
  /** Only those of members that owe something. */
  inArrears: z.boolean(),
  /** Only those of members that owe something of this year. */
  feeYear: year('欠费年度').nullish(),
})

/** Whom a message goes to. The server finds them again when it sends. */
export const audience = z.strictObject({
  /** Contacts in office with these marks, and individual members where no mark is one of companies alone. */
  contacts: marks.nullable(),
  chosen: chosen.nullish(),
  /** Accounts in use of these groups, by the number or address of the account. */
  userGroupIds: z.array(ref('用户组', 'usergroup')).max(50).nullish(),
  /** Numbers or addresses that were typed or pasted. */
  extra: z.array(z.string().trim().min(3).max(64)).max(5000),
})

/** Who else may use an audience; whoever may use it in the same department may change it. */
export const audienceSharing = choice('使用范围', { self: '仅本人', dept: '本部门', all: '所有人' })

/** Lines of a workbook of recipients. */
export const RECIPIENT_ROWS = 5000

/** An audience with a name. What it says stands in `summary`, in words; `selectAudience` reads it whole. */
export const messageAudience = resource({
  name: 'messageAudience',
  label: '收件人分组',
  base: '/message/audience',
  id: 'audienceId',
  fields: { audienceName: text('分组名称', 50), sharing: choiceField(audienceSharing), remark: optionalText('备注', 200) },
  more: {
    summary: withMeta(z.string(), { label: '收件人' }),
    /** One's own, and shared ones of one's department. */
    changeable: flag('可修改'),
    ownerName: withMeta(z.string().nullable(), { label: '建立人' }),
    deptName: withMeta(z.string().nullable(), { label: '所属部门' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: { keyword: optionalText('分组名称', 50), sharing: audienceSharing.schema.optional() },
  view: 'member/AudienceList',
  facts: ['summary', 'sharing', 'ownerName', 'updateTime'],
  sortable: ['audienceName', 'updateTime'],
  access: { read: message('audience:read'), update: message('audience:update'), remove: message('audience:update') },
})

export const selectAudience = call({
  path: '/message/audience/selectAudience',
  title: '打开收件人分组',
  access: message('audience:read'),
  request: body({ audienceId: ref('收件人分组', 'messageAudience') }),
  response: z.object({ audienceId: id(), version: version(), audienceName: z.string(), abilities: z.array(z.string()), audience }),
})

/** Keeps an audience under a name of one's own. */
export const createAudience = call({
  path: '/message/audience/createAudience',
  title: '保存收件人分组',
  access: message('audience:update'),
  write: true,
  request: body({ audienceName: text('分组名称', 50), sharing: choiceField(audienceSharing), audience }),
  response: z.object({ audienceId: id() }),
})

/** Puts other recipients into an audience that is there. */
export const changeAudience = call({
  path: '/message/audience/changeAudience',
  title: '更新收件人分组',
  access: message('audience:update'),
  write: true,
  request: body({ audienceId: ref('收件人分组', 'messageAudience'), version: version(), audience }),
  response: done,
})

const ofChannel = (path: 'sms' | 'mail', title: string, access: 'sms:write' | 'mail:write') => {
  const Name = path === 'sms' ? 'Sms' : 'Mail'
  return {
    /** How many would get a message now, and how many would not for which reason; the words of the message do not matter. */
    count: call({
      path: `/message/${path}/count${Name}`,
      title: `统计${title}收件人`,
      access: message(access),
      request: body({ msgKind: choiceField(messageKind), audience }),
      response: z.object({ total: z.number().int(), willSend: z.number().int(), skippedReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })) }),
    }),
    /**
     * Recipients out of a workbook: numbers or addresses of the channel, and in rows without one the members that a number, code or name
     * means. Nothing is kept.
     */
    read: call({
      path: `/message/${path}/read${Name}Recipients`,
      title: `读取${title}收件人文件`,
      access: message(access),
      multipart: true,
      request: body({}),
      response: z.object({
        addresses: z.array(z.string()),
        memberIds: z.array(id()),
        unread: z.array(z.object({ row: z.number().int(), text: z.string(), reason: z.string() })),
        unreadCount: z.number().int(),
      }),
    }),
  }
}
export const { count: countSms, read: readSmsRecipients } = ofChannel('sms', '短信', 'sms:write')
export const { count: countMail, read: readMailRecipients } = ofChannel('mail', '邮件', 'mail:write')
