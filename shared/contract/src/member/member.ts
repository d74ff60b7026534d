import { z } from 'zod'
import { body, call, done } from '../core/call'
import { onlyWhen } from '../core/conditions'
import { today } from '../core/day'
import { agrees } from '../core/field-rules'
import { choice, choiceField, date, flag, id, optionalText, ref, version, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { deptLookup } from '../rbac/lookups'
import { orEmpty } from '../rules/identifiers'
import { arrearsFilters } from '../fee/arrears-filters'
import { jurisdiction } from './jurisdiction'
import { boardTermLookup, categoryLookup, companyLookup, contactLookup, openCategoryLookup, poolPersonLookup } from './lookups'
import { member } from './permits'

const status = 'member:member:status'
/** Rights that are suspended to a day come back by themselves after it; without one they wait for somebody. */
export const suspendInput = { suspendUntil: agrees(orEmpty(date('暂停至')).optional(), (day) => (String(day) < today() ? '暂停至的日期不能早于今天' : null)) }
/** Membership (domain A3). Leaving, expulsion and lapse come from a case of 退会与除名 alone. */
export const memberStatus = statusMachine(
  '会籍状态',
  {
    normal: ['正常', 'green'],
    suspended: ['暂停权利', 'amber'],
    leaving: ['退会办理中', 'violet'],
    left: ['已退会', 'grey'],
    expelled: ['已除名', 'red'],
    lapsed: ['自动丧失会籍', 'red'],
  },
  [
    { from: ['normal'], to: 'suspended', verb: 'suspend', label: '暂停权利', permit: status, reason: 'required', danger: true, input: suspendInput },
    { from: ['suspended'], to: 'normal', verb: 'resume', label: '恢复权利', permit: status, reason: 'required' },
    { from: ['normal', 'suspended'], to: 'leaving', verb: 'startLeaving', label: '办理退会', permit: 'member:withdraw:insert', single: true },
    { from: ['leaving'], to: 'normal', verb: 'stay', label: '撤销退会', permit: 'member:withdraw:decide', single: true },
    { from: ['leaving'], to: 'left', verb: 'leave', label: '退会', permit: 'member:withdraw:decide', single: true },
    { from: ['normal', 'suspended'], to: 'expelled', verb: 'expel', label: '除名', permit: 'member:withdraw:decide', single: true },
    { from: ['normal', 'suspended'], to: 'lapsed', verb: 'lapse', label: '自动丧失会籍', permit: 'member:withdraw:decide', single: true },
  ],
)
/** Verbs that only a case of 退会与除名 carries out, never a person in the list of members. */
export const CASE_VERBS = ['startLeaving', 'stay', 'leave', 'expel', 'lapse'] as const
/** Statuses of a membership that still stands. */
export const STANDING = ['normal', 'suspended', 'leaving'] as const

/** Whether the member is a company, or a person of the pool of directors and experts (domain A3). */
export const memberKind = choice('会员性质', { company: '单位会员', person: '个人会员' })

/** Posts that a member may lack; a member in good standing has both (domain A3). */
export const missingPost = choice('代表和联络员', { any: '缺会员代表或联络员', representative: '缺会员代表', liaison: '缺联络员' })

const shown = {
  memberNo: withMeta(z.string(), { label: '会员编号' }),
  memberName: withMeta(z.string(), { label: '会员名称' }),
  stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
  jurisdiction: choiceField(jurisdiction).nullable(),
  categoryName: withMeta(z.string(), { label: '会员类别' }),
  representativeName: withMeta(z.string().nullable(), { label: '会员代表' }),
  liaisonName: withMeta(z.string().nullable(), { label: '联络员' }),
  /** Years one after another, up to the last closed one, in which nothing was paid. */
  arrearsYears: withMeta(z.number().int(), { label: '连续欠费年数', show: 'count' }),
  balance: withMeta(z.number().int(), { label: '会费余额（元）', show: 'yuan' }),
  updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
}

/** A membership; one that stands per company or person (domain A3). */
export const memberResource = resource({
  name: 'member',
  label: '会员',
  fileTitle: '会员名录',
  base: '/member/member',
  id: 'memberId',
  fields: {
    memberKind: withMeta(choiceField(memberKind), { alsoCalled: ['会员类型', '性质'], assumed: ({ personId }) => (personId ? 'person' : 'company') }),
    companyId: onlyWhen(withMeta(ref('所属公司', companyLookup).nullish(), { namedBy: ['memberName'], alsoCalled: ['公司', '公司名称', '公司简称', '单位', '单位名称', '股票代码'] }), 'memberKind', ['company'], true),
    personId: onlyWhen(withMeta(ref('个人', poolPersonLookup), { carried: ['memberName'], alsoCalled: ['姓名', '个人姓名'] }).nullish(), 'memberKind', ['person'], true),
    categoryId: withMeta(ref('会员类别', openCategoryLookup), { alsoCalled: ['类别', '会员级别', '级别'] }),
    founderFlag: withMeta(flag('发起人会员'), { alsoCalled: ['是否发起人', '发起人'] }),
    joinDate: withMeta(date('入会日期'), { alsoCalled: ['入会时间', '加入日期', '入会年月'] }),
    certNo: withMeta(optionalText('会员证书编号', 20), { alsoCalled: ['证书编号', '会员证号'] }),
    termId: withMeta(ref('届次', boardTermLookup).nullish(), { carried: ['termName'], alsoCalled: ['理事会届次', '届别', '届次名称'] }),
    representativeId: onlyWhen(withMeta(ref('会员代表', contactLookup).nullish(), { alsoCalled: ['代表', '代表姓名'] }), 'memberKind', ['company'], false),
    liaisonId: onlyWhen(withMeta(ref('联络员', contactLookup).nullish(), { alsoCalled: ['联络人', '联系人'] }), 'memberKind', ['company'], false),
    deptId: withMeta(ref('经办部门', deptLookup).nullish(), { alsoCalled: ['部门', '负责部门'] }),
    remark: optionalText('备注', 500),
  },
  /** The company's full name; null for an individual. */
  more: {
    companyName: withMeta(z.string().nullable(), { label: '公司全称' }),
    ...shown,
    termName: withMeta(z.string().nullable(), { label: '届次' }),
    suspendUntil: withMeta(z.string().nullable(), { label: '暂停至', show: 'date' }),
    /** What of its bills is unpaid past their last day. */
    overdueAmount: withMeta(z.number().int(), { label: '欠费（元）', show: 'yuan' }),
  },
  filters: {
    personId: ref('个人', 'directorUser').optional(),
    keyword: optionalText('会员编号、名称、代码或人名', 50),
    memberKind: memberKind.schema.optional(),
    memberStatus: withMeta(z.array(memberStatus.schema), { label: '会籍状态' }).optional(),
    categoryId: ref('会员类别', categoryLookup).optional(),
    termId: ref('届次', boardTermLookup).optional(),
    /** Of the page of a company. */
    companyId: ref('所属公司', 'company').optional(),
    jurisdiction: jurisdiction.schema.optional(),
    /** Members in good standing whom somebody has to be named for. */
    missing: choiceField(missingPost).optional(),
    /** Members that owe at least so many years one after another. */
    arrearsYearsMin: withMeta(z.coerce.number().int().min(1).max(20), { label: '连续欠费年数不少于' }).optional(),
    ...arrearsFilters,
    joinDateFrom: date('入会日期起').optional(),
    joinDateTo: date('入会日期止').optional(),
  },
  view: 'member/MemberList',
  facts: ['memberNo', 'categoryName', 'joinDate', 'arrearsYears', 'balance'],
  groups: {
    会籍: ['memberNo', 'memberKind', 'categoryName', 'termName', 'suspendUntil', 'joinDate', 'certNo', 'founderFlag'],
    单位: ['companyName', 'stockCode', 'jurisdiction', 'representativeName', 'liaisonName'],
    会费: ['overdueAmount', 'arrearsYears', 'balance'],
  },
  sortable: ['memberNo', 'joinDate', 'updateTime'],
  access: { read: member('member:read'), insert: member('member:insert'), update: member('member:update'), remove: member('member:delete'), export: member('member:export'), import: member('member:insert') },
  status: { field: 'memberStatus', machine: memberStatus },
})

/** Members that were deleted, who and when; only those without bills can have been (domain A3). */
export const deletedMember = resource({
  name: 'deletedMember',
  label: '已删除会员',
  base: '/member/deletedMember',
  id: 'memberId',
  fields: {},
  more: {
    ...shown,
    // A schema of its own: a label that is put on the machine's would be the list's as well.
    memberStatus: withMeta(memberStatus.schema.describe('删除前状态'), { label: '删除前状态', options: memberStatus.labels }),
    deleteTime: withMeta(z.string().nullable(), { label: '删除时间', show: 'instant' }),
    deletedBy: withMeta(z.string().nullable(), { label: '删除人' }),
  },
  filters: { keyword: optionalText('会员编号、名称或代码', 50), deleteTimeFrom: date('删除日期起').optional(), deleteTimeTo: date('删除日期止').optional() },
  view: 'member/MemberDeleted',
  facts: ['memberNo', 'categoryName', 'memberStatus', 'deletedBy', 'deleteTime'],
  sortable: ['deleteTime', 'memberNo'],
  access: { read: member('member:delete') },
})

/** Puts a deleted member back as it was; refused when its company or person has become a member again meanwhile. */
export const restoreMember = call({
  path: '/member/deletedMember/restoreMember',
  title: '恢复会员',
  access: member('member:delete'),
  write: true,
  request: body({ memberId: ref('会员', 'deletedMember'), version: version() }),
  response: done,
})

/** For pickers: at most twenty members by number, name, pinyin or code. */
export const findMembers = call({
  path: '/member/member/findMembers',
  title: '查找会员',
  access: member('member:read'),
  request: body({ keyword: optionalText('关键字', 50) }),
  response: z.array(z.object({ memberId: id(), memberNo: z.string(), memberName: z.string(), categoryId: id() })),
})


