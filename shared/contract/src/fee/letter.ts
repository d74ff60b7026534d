import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, date, id, optionalText, ref, text, version, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { richText } from '../core/rich-text'
import { statusMachine } from '../core/status-machine'
import { feeMemberLookup, letterTemplateLookup } from './lookups'
import { fee } from './permits'

/** Letters of the association: what is owed, what is overdue, that somebody is a member, that a membership ends. */
export const letterKind = choice('文书种类', { notice: '缴费通知书', dunning: '催缴函', certificate: '会员证书', withdrawal: '退会/除名函' })

/** What a template leaves to be filled for each member; 欠费 is what is past the last day, 待缴 all that is not settled. */
export const LETTER_VARIABLES = ['会员名称', '会员编号', '会员类别', '入会日期', '待缴金额', '欠费金额', '欠费年度', '缴费截止日', '终止类型', '决议文号', '终止原因', '文书编号', '出具日期', '协会名称', '开户名称', '开户银行', '银行账号'] as const
export type LetterVariable = (typeof LETTER_VARIABLES)[number]
export const asLetterVariable = (name: LetterVariable): string => `\${${name}}`

const manage = 'fee:letter:template'
export const letterTemplateStatus = statusMachine('模板状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: manage, danger: true },
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: manage },
])

/** Words of a letter. A letter keeps them as they were when it was issued, with the number of the version. */
export const letterTemplate = resource({
  name: 'letterTemplate',
  label: '文书模板',
  base: '/fee/letterTemplate',
  id: 'templateId',
  fields: {
    letterKind: choiceField(letterKind),
    templateName: text('模板名称', 50, 2),
    title: text('文书标题', 50, 2),
    content: richText('正文', 10_000),
    /** Below the text stands a table of the bills that the letter is about. */
    withBills: withMeta(z.boolean({ error: '附账单明细须为是或否' }).default(false), { label: '附账单明细' }),
  },
  more: { updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }) },
  filters: { keyword: optionalText('模板名称', 50), letterKind: letterKind.schema.optional(), templateStatus: letterTemplateStatus.schema.optional() },
  facts: ['letterKind', 'title', 'updateTime'],
  sortable: ['templateName', 'updateTime'],
  access: { read: fee('letter:read'), insert: fee('letter:template'), update: fee('letter:template'), remove: fee('letter:template') },
  status: { field: 'templateStatus', machine: letterTemplateStatus },
})

/** A letter that was issued, only ever added: what it says is kept with it, so that it prints the same at any time. */
export const letter = resource({
  name: 'letter',
  label: '会员文书',
  base: '/fee/letter',
  id: 'letterId',
  fields: {},
  more: {
    letterNo: withMeta(z.string(), { label: '文书编号' }),
    letterKind: choiceField(letterKind),
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    title: withMeta(z.string(), { label: '文书标题' }),
    templateVersion: withMeta(z.number().int(), { label: '模板版本' }),
    operator: withMeta(z.string(), { label: '经办人' }),
    issueTime: withMeta(z.string(), { label: '出具时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('会员编号、名称或代码', 50),
    letterKind: letterKind.schema.optional(),
    memberId: ref('会员', 'member').optional(),
    templateId: ref('文书模板', 'letterTemplate').optional(),
    issueTimeFrom: date('出具日期起').optional(),
    issueTimeTo: date('出具日期止').optional(),
  },
  view: 'member/LetterList',
  facts: ['letterNo', 'letterKind', 'memberName', 'operator', 'issueTime'],
  sortable: ['issueTime'],
  access: { read: fee('letter:read'), export: fee('letter:read') },
  appendOnly: true,
})

/** Letters of one print file. */
export const MAX_LETTERS = 500

/** Issues a letter to each member, and makes one file of all for the printer. Members that the kind does not fit are passed over, with the reason. */
export const issueLetters = call({
  path: '/fee/letter/issueLetters',
  title: '出具文书',
  access: fee('letter:issue'),
  write: true,
  request: body({
    templateId: ref('文书模板', letterTemplateLookup),
    memberIds: withMeta(z.array(ref('会员', feeMemberLookup)).min(1, '请选择会员').max(MAX_LETTERS, `一次最多 ${MAX_LETTERS} 个会员`), { label: '会员' }),
  }),
  response: z.object({ issued: z.number().int(), skipped: z.array(z.object({ memberName: z.string(), reason: z.string() })), workId: id().nullable() }),
})

/** A template filled for one member as it is now, as PDF; nothing is issued. */
export const previewLetter = call({
  path: '/fee/letter/previewLetter',
  title: '预览文书',
  access: fee('letter:issue'),
  blob: true,
  request: body({ templateId: ref('文书模板', letterTemplateLookup), memberId: ref('会员', feeMemberLookup) }),
  response: z.unknown(),
})

/** The letter as it was issued, as PDF. */
export const downloadLetter = call({
  path: '/fee/letter/downloadLetter',
  title: '下载文书',
  access: fee('letter:read'),
  blob: true,
  request: body({ letterId: ref('会员文书', 'letter') }),
  response: z.unknown(),
})

/** Who issues letters and statements, and the account that dues are paid to. */
export const letterIssuer = {
  issuerName: text('协会名称', 100, 2),
  accountName: optionalText('开户名称', 100),
  bankName: optionalText('开户银行', 100),
  bankAccount: optionalText('银行账号', 40),
  contact: optionalText('联系方式', 100),
}

export const selectIssuer = call({
  path: '/fee/letter/selectIssuer',
  title: '查看落款与收款账户',
  access: fee('letter:read'),
  request: body({}),
  response: z.object({ ...letterIssuer, version: z.number().int() }),
})

export const updateIssuer = call({
  path: '/fee/letter/updateIssuer',
  title: '修改落款与收款账户',
  access: fee('letter:template'),
  write: true,
  request: body({ ...letterIssuer, version: version() }),
  response: z.object({ version: version() }),
})
