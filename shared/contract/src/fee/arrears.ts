import { z } from 'zod'
import { body, call } from '../core/call'
import { asksFor, onlyWhen } from '../core/conditions'
import { choice, choiceField, date, id, optionalText, ref, text, version, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { memberLookup } from '../member/lookups'
import { nextStep } from './next-step'
import { fee } from './permits'

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })
const [handle, decide] = ['fee:unpaid:handle', 'fee:unpaid:decide'] as const

/** What becomes of a member that has paid nothing for years (domain B5). Paying all the listed years ends a case at any time. */
export const handleStatus = statusMachine(
  '处理状态',
  { pending: ['待催缴', 'amber'], dunning: ['催缴中', 'blue'], paid: ['已补缴', 'green'], review: ['提请审议', 'violet'], handled: ['已处理', 'grey'] },
  [
    { from: ['pending'], to: 'dunning', verb: 'dun', label: '开始催缴', permit: handle },
    { from: ['dunning'], to: 'review', verb: 'propose', label: '提请审议', permit: handle, reason: 'required' },
    { from: ['review'], to: 'dunning', verb: 'sendBack', label: '退回催缴', permit: decide, reason: 'required' },
    { from: ['review'], to: 'handled', verb: 'handle', label: '办结', permit: decide, reason: 'required', danger: true, single: true, separate: ['propose'] },
    { from: ['pending', 'dunning', 'review'], to: 'paid', verb: 'pay', label: '已补缴', permit: handle },
  ],
)
/** The step that follows from money that came, never from a person's word. */
export const PAID_VERB = 'pay'
/** The step that takes a conclusion with it, and so has a call of its own. */
export const HANDLE_VERB = 'handle'

/** What is decided about a member that has not paid: their membership stays, or a case is opened in which it ends. */
export const unpaidConclusion = choice('处理结论', { keep: '保留会籍', lapsed: '自动丧失会籍', expelled: '除名' })

/** Members that have paid nothing for the set number of closed years one after another, and how they are dealt with. */
export const unpaidCase = resource({
  name: 'unpaidCase',
  label: '未缴名单',
  fileTitle: '三年未缴名单',
  base: '/fee/unpaidCase',
  id: 'caseId',
  fields: {},
  more: {
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    creditCode: withMeta(z.string().nullable(), { label: '统一社会信用代码' }),
    /** The years with which the member came to the list, and what was owed for them then. */
    unpaidYears: withMeta(z.string(), { label: '连续未缴年度' }),
    unpaidTotal: yuan('欠缴合计（元）'),
    /** Those of them that are still owed, in whole or in part; the case ends when there is none. */
    leftYears: withMeta(z.string(), { label: '尚欠年度' }),
    leftTotal: yuan('尚欠金额（元）'),
    lastPayDate: withMeta(z.string().nullable(), { label: '最近缴费日期', show: 'date' }),
    dunningCount: withMeta(z.number().int(), { label: '催缴次数', show: 'count' }),
    nextStep: choiceField(nextStep).nullable(),
    conclusion: choiceField(unpaidConclusion).nullable(),
    decisionNo: withMeta(z.string().nullable(), { label: '决议文号' }),
    concludeReason: withMeta(z.string().nullable(), { label: '结论说明' }),
    /** The case of the membership, in words; its id bears no label and is shown nowhere. */
    withdrawText: withMeta(z.string().nullable(), { label: '退会与除名' }),
    withdrawId: withMeta(z.string().nullable(), {}),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('会员编号、名称或代码', 50),
    handleStatus: withMeta(z.array(handleStatus.schema), { label: '处理状态' }).optional(),
  },
  view: 'member/ThreeYearUnpaid',
  facts: ['memberNo', 'unpaidYears', 'leftTotal', 'lastPayDate', 'dunningCount'],
  groups: {
    会员: ['memberNo', 'memberName', 'stockCode', 'creditCode'],
    欠缴: ['unpaidYears', 'unpaidTotal', 'leftYears', 'leftTotal', 'lastPayDate', 'dunningCount', 'nextStep'],
    结论: ['conclusion', 'decisionNo', 'concludeReason', 'withdrawText'],
  },
  sortable: ['updateTime'],
  access: { read: fee('unpaid:read'), export: fee('unpaid:read') },
  status: { field: 'handleStatus', machine: handleStatus },
})

/** Brings the list up to date: members that have come to it, and those that have paid. It also happens every night. */
export const refreshUnpaidCases = call({
  path: '/fee/unpaidCase/refreshUnpaidCases',
  title: '更新未缴名单',
  access: fee('unpaid:handle'),
  write: true,
  request: body({}),
  response: z.object({ added: z.number().int(), paid: z.number().int() }),
})

/**
 * Closes a case with what was decided. Where the membership is to end, the case in which it ends is opened in the same
 * transaction, or the one that is open already is named.
 */
export const handleUnpaidCase = call({
  path: '/fee/unpaidCase/handleUnpaidCase',
  title: '办结欠费会员',
  access: fee('unpaid:decide'),
  write: true,
  request: asksFor(body({
    caseId: ref('未缴名单', 'unpaidCase'),
    version: version(),
    conclusion: choiceField(unpaidConclusion),
    decisionNo: onlyWhen(optionalText('决议文号', 50), 'conclusion', ['lapsed', 'expelled'], true),
    reason: text('结论说明', 500, 2),
  })),
  /** `opened` tells whether the case of the membership is new. */
  response: z.object({ withdrawId: id().nullable(), opened: z.boolean() }),
})

export const dunningWay = choice('催缴方式', { sms: '短信', mail: '邮件', phone: '电话', letter: '函件' })

/** A reminder of what is owed: only ever added. The first one of a case moves it to 催缴中. */
export const dunning = resource({
  name: 'dunning',
  label: '催缴记录',
  base: '/fee/dunning',
  id: 'dunningId',
  fields: {
    memberId: ref('会员', memberLookup),
    dunningWay: choiceField(dunningWay),
    dunningNote: text('催缴说明', 200, 2),
  },
  more: {
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    /** What was owed when the member was reminded. */
    unpaidTotal: yuan('当时欠缴（元）'),
    operator: withMeta(z.string(), { label: '经办人' }),
    dunningTime: withMeta(z.string(), { label: '催缴时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('会员编号、名称或代码', 50),
    dunningWay: dunningWay.schema.optional(),
    dunningTimeFrom: date('催缴日期起').optional(),
    dunningTimeTo: date('催缴日期止').optional(),
    memberId: ref('会员', 'member').optional(),
  },
  view: 'member/DunningList',
  facts: ['memberName', 'dunningWay', 'unpaidTotal', 'operator', 'dunningTime'],
  sortable: ['dunningTime'],
  access: { read: fee('unpaid:read'), insert: fee('unpaid:handle'), export: fee('unpaid:read') },
  appendOnly: true,
})

/** Members that one message is written to. */
export const MAX_DEBTORS = 2000

/** Of chosen bills or cases, or of all that a filter finds, the members who owe past the last day: those that a reminder goes to. */
export const selectDebtors = call({
  path: '/fee/dunning/selectDebtors',
  title: '查询待催缴会员',
  access: fee('unpaid:handle'),
  request: body({
    from: z.enum(['bill', 'case']),
    billIds: z.array(ref('账单', 'duesBill')).max(MAX_DEBTORS).default([]),
    caseIds: z.array(ref('未缴名单', 'unpaidCase')).max(MAX_DEBTORS).default([]),
    /** Conditions of the list, in the place of ids. */
    filter: z.record(z.string().max(40), z.unknown()).nullish(),
  }),
  /** `rows` is how many rows these are of. */
  response: z.object({ memberIds: z.array(id()), rows: z.number().int() }),
})
