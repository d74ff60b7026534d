import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, id, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { memberLookup } from './lookups'
import { member } from './permits'

export const archiveType = choice('档案类型', { join: '入会材料', change: '会籍变更', ticket: '会费票据', meeting: '会议文件', award: '获奖', sanction: '处分' })
export const retention = choice('保管期限', { permanent: '永久', thirty: '30 年', ten: '10 年' })

const [update, destroy] = ['member:archive:update', 'member:archive:destroy'] as const
/** What is destroyed was asked for by one person and approved by another (domain A6). */
export const archiveStatus = statusMachine(
  '归档状态',
  { pending: ['待归档', 'amber'], archived: ['已归档', 'green'], lent: ['借阅中', 'blue'], destroying: ['待销毁审批', 'violet'], destroyed: ['已销毁', 'grey'] },
  [
    { from: ['pending'], to: 'archived', verb: 'archive', label: '归档', permit: update },
    { from: ['archived'], to: 'lent', verb: 'lend', label: '借出', permit: update, reason: 'required' },
    { from: ['lent'], to: 'archived', verb: 'giveBack', label: '归还', permit: update },
    { from: ['archived'], to: 'destroying', verb: 'askDestroy', label: '申请销毁', permit: update, reason: 'required', danger: true },
    { from: ['destroying'], to: 'archived', verb: 'keep', label: '不予销毁', permit: destroy, reason: 'required' },
    { from: ['destroying'], to: 'destroyed', verb: 'destroy', label: '批准销毁', permit: destroy, danger: true, separate: ['askDestroy'] },
  ],
)

/** A document of a member that is kept (domain A6). */
export const memberArchive = resource({
  name: 'memberArchive',
  label: '档案',
  fileTitle: '归档清单',
  base: '/member/archive',
  id: 'archiveId',
  fields: {
    memberId: ref('会员', memberLookup),
    archiveType: choiceField(archiveType),
    title: text('题名', 100),
    papers: files('档案文件', { max: 20, maxMb: 50, least: 1 }),
    retention: choiceField(retention),
    remark: optionalText('备注', 500),
  },
  more: {
    archiveNo: withMeta(z.string(), { label: '档案号' }),
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    companyName: withMeta(z.string(), { label: '公司全称' }),
    archiveDate: withMeta(z.string().nullable(), { label: '归档日期', show: 'date' }),
    /** Who asked for the destruction: another person approves it. */
    askedBy: z.string().nullable(),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('档案号、题名、会员编号、名称或代码', 50),
    archiveType: archiveType.schema.optional(),
    archiveStatus: withMeta(z.array(archiveStatus.schema), { label: '归档状态' }).optional(),
    retention: retention.schema.optional(),
    memberId: ref('会员', 'member').optional(),
    /** Of the page of a company. */
    companyId: ref('所属公司', 'company').optional(),
  },
  view: 'member/MemberArchive',
  facts: ['archiveNo', 'archiveType', 'memberName', 'retention', 'archiveDate'],
  sortable: ['archiveNo', 'updateTime'],
  access: { read: member('archive:read'), insert: member('archive:update'), update: member('archive:update'), remove: member('archive:update'), export: member('archive:read') },
  status: { field: 'archiveStatus', machine: archiveStatus },
})

/** Largest sum of files that one pack holds, in MB. */
export const PACK_MAX_MB = 300

/** Packs the files of a member's archives into a zip with a list of contents: a work of the person, whose file they are told of. */
export const packArchives = call({
  path: '/member/archive/packArchives',
  title: '打包会员档案',
  access: member('archive:read'),
  write: true,
  request: body({ memberId: ref('会员', 'member') }),
  response: z.object({ workId: id() }),
})
