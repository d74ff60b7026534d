import { z } from 'zod'
import { body, call } from '../core/call'
import { choiceField, date, duesYear, id, moneyDate, optionalText, ref, withMeta } from '../core/fields'
import { fallback } from '../core/field-rules'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { jurisdiction } from '../member/jurisdiction'
import { categoryLookup } from '../member/lookups'
import { nextStep } from './next-step'
import { fee } from './permits'

/** A bill's status follows its money; a person only cancels one that nothing was paid on (domain B2). */
export const billStatus = statusMachine(
  '账单状态',
  { due: ['待缴', 'amber'], part: ['部分缴纳', 'blue'], paid: ['已缴清', 'green'], waived: ['全额减免', 'teal'], cancelled: ['已作废', 'grey'] },
  [
    { from: ['due'], to: 'part', verb: 'payPart', label: '部分缴纳', permit: 'fee:payment:verify', single: true },
    { from: ['due', 'part'], to: 'paid', verb: 'payAll', label: '缴清', permit: 'fee:payment:verify', single: true },
    { from: ['part', 'paid'], to: 'due', verb: 'unpay', label: '恢复待缴', permit: 'fee:payment:reverse', single: true },
    { from: ['paid'], to: 'part', verb: 'unpayPart', label: '恢复部分缴纳', permit: 'fee:payment:reverse', single: true },
    { from: ['due'], to: 'waived', verb: 'waive', label: '全额减免', permit: 'fee:reduction:approve', single: true },
    { from: ['waived'], to: 'due', verb: 'unwaive', label: '撤销减免', permit: 'fee:reduction:approve', single: true },
    { from: ['due'], to: 'cancelled', verb: 'cancel', label: '作废', permit: 'fee:bill:cancel', reason: 'required', danger: true },
  ],
)
/** Verbs that money alone carries out. */
export const MONEY_VERBS: readonly string[] = ['payPart', 'payAll', 'unpay', 'unpayPart', 'waive', 'unwaive']

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })

/** What a member owes for a year. Amounts are the server's; the bill itself is made by the yearly run or by joining. */
export const duesBill = resource({
  name: 'duesBill',
  label: '会费账单',
  base: '/fee/bill',
  id: 'billId',
  fields: {},
  more: {
    billNo: withMeta(z.string(), { label: '账单编号' }),
    memberId: id(),
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    billYear: withMeta(z.number().int(), { label: '年度' }),
    standardName: withMeta(z.string(), { label: '会费标准' }),
    grossAmount: yuan('应缴金额（元）'),
    reduceAmount: yuan('减免金额（元）'),
    payableAmount: yuan('应收净额（元）'),
    paidAmount: yuan('已缴金额（元）'),
    unpaidAmount: yuan('欠缴金额（元）'),
    dueDate: withMeta(z.string(), { label: '缴费截止日', show: 'date' }),
    overdue: withMeta(z.boolean(), { label: '是否逾期' }),
    /** Of the member, where this bill is past its last day. */
    nextStep: choiceField(nextStep).nullable(),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('账单编号、会员编号、名称或代码', 50),
    billYear: withMeta(z.coerce.number().int().min(2000).max(2100), { label: '年度' }).optional(),
    billStatus: withMeta(z.array(billStatus.schema), { label: '账单状态', options: billStatus.labels }).optional(),
    memberId: ref('会员', 'member').optional(),
    categoryId: ref('会员类别', categoryLookup).optional(),
    jurisdiction: choiceField(jurisdiction).optional(),
    overdue: withMeta(z.enum(['yes', 'no']), { label: '是否逾期', options: { yes: '已逾期', no: '未逾期' } }).optional(),
    dueDateFrom: date('缴费截止日起').optional(),
    dueDateTo: date('缴费截止日止').optional(),
  },
  view: 'member/DuesBill',
  facts: ['memberName', 'billYear', 'payableAmount', 'unpaidAmount', 'dueDate'],
  sortable: ['billNo', 'unpaidAmount', 'dueDate', 'updateTime'],
  access: { read: fee('bill:read'), export: fee('bill:export') },
  status: { field: 'billStatus', machine: billStatus },
})

/** What a yearly run would do, counted without writing anything. */
/** The day on which the dues of a year fall due, unless the run says otherwise. */
export const dueDayOf = (billYear: number): string => `${billYear}-05-31`
/** The last day of payment: that of the bill's year until another is chosen. */
const dueDay = () => fallback(moneyDate('缴费截止日'), ({ billYear }) => (typeof billYear === 'number' ? dueDayOf(billYear) : undefined))

export const previewBillRun = call({
  path: '/fee/bill/previewBillRun',
  title: '试算年度账单',
  access: fee('bill:generate'),
  request: body({ billYear: duesYear('年度'), dueDate: dueDay() }),
  response: z.object({
    /** Members that would get a bill, and the sum of those. */
    toBill: z.number().int(),
    amount: yuan('应缴金额（元）'),
    billedAlready: z.number().int(),
    /** Members that no enacted standard fits, the first hundred with their reason. */
    withoutStandard: z.number().int(),
    /** Prices that a standard of that year, which still waits for its enacting, would change: the run bills the old ones. The first hundred. */
    replaced: z.array(
      z.object({
        categoryName: withMeta(z.string(), { label: '会员类别' }),
        oldAmount: yuan('现行标准（元）').nullable(),
        newAmount: yuan('待生效标准（元）'),
        members: withMeta(z.number().int(), { label: '会员数' }),
      }),
    ),
    /** Shares that the enacted standards leave open, a sentence a category; a run does not start while there are any. */
    gaps: z.array(z.string()),
    problems: z.array(z.object({ memberId: id(), memberNo: z.string(), memberName: z.string(), message: z.string() })),
  }),
})

/** Starts the yearly run as a work of the person: it can be stopped and begun again, and makes no second bill. */
export const startBillRun = call({
  path: '/fee/bill/startBillRun',
  title: '生成年度账单',
  access: fee('bill:generate'),
  write: true,
  request: body({ billYear: duesYear('年度'), dueDate: moneyDate('缴费截止日') }),
  response: z.object({ workId: id() }),
})

