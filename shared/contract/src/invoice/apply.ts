import { z } from 'zod'
import { body, call } from '../core/call'
import { onlyWhen } from '../core/conditions'
import { choice, choiceField, date, id, moneyDate, optionalText, ref, text, version, withMeta, yuanFen } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty } from '../rules/identifiers'
import { BY_SYSTEM, headType } from './head'
import { feeMemberLookup, paymentLookup } from '../fee/lookups'
import { headLookup } from './lookups'
import { invoice } from './permits'

export const bizType = choice('业务类型', { dues: '会费', training: '培训费', meeting: '会议费', service: '技术服务', mall: '商城' })
export const ticketType = choice('票据类型', { dues: '社会团体会费统一票据（电子）', normal: '数电发票（普通发票）', special: '数电发票（增值税专用发票）' })
export const taxRate = choice('税率', { six: '6%', three: '3%', one: '1%', free: '免税' })

const OTHER = ['training', 'meeting', 'service', 'mall']
const [insert, audit, issue] = ['invoice:apply:insert', 'invoice:apply:audit', 'invoice:ticket:issue'] as const
export const invoiceStatus = statusMachine(
  '开票状态',
  {
    pending: ['待审核', 'amber'],
    returned: ['已驳回', 'red'],
    toIssue: ['待开票', 'blue'],
    issuing: ['开票中', 'violet'],
    issued: ['已开票', 'green'],
    reversed: ['已红冲', 'grey'],
    withdrawn: ['已撤回', 'grey'],
  },
  [
    { from: ['pending'], to: 'toIssue', verb: 'pass', label: '审核通过', permit: audit, reason: 'optional', separate: true },
    { from: ['pending', 'toIssue'], to: 'returned', verb: 'reject', label: '驳回', permit: audit, reason: 'required', danger: true },
    { from: ['returned'], to: 'pending', verb: 'submit', label: '重新提交', permit: insert },
    { from: ['pending', 'returned'], to: 'withdrawn', verb: 'withdraw', label: '撤回', permit: insert, reason: 'optional' },
    { from: ['toIssue'], to: 'issuing', verb: 'issue', label: '开票', permit: issue },
    // Follows from the invoice that somebody registers (insertInvoice).
    { from: ['toIssue'], to: 'issued', verb: 'register', label: '登记票据', permit: BY_SYSTEM },
    { from: ['issuing'], to: 'issued', verb: 'finish', label: '开票完成', permit: BY_SYSTEM },
    { from: ['issuing'], to: 'toIssue', verb: 'fail', label: '开票失败', permit: BY_SYSTEM },
    { from: ['issued'], to: 'reversed', verb: 'reverse', label: '全额红冲', permit: BY_SYSTEM },
  ],
)

/** How the money of another business stands beside the bank's statements. */
export const bankCheck = choice('流水核对', { checked: '已与银行流水核对', unchecked: '未与银行流水核对', differs: '与银行流水不符' })

/**
 * An invoice that is asked for (domain B7). Dues get the dues receipt and nothing else; no more is written than was paid and not yet
 * written. What is not dues names the money that came: the same bank serial is written up to its sum.
 */
export const invoiceApply = resource({
  name: 'invoiceApply',
  label: '开票申请',
  base: '/invoice/apply',
  id: 'applyId',
  fields: {
    memberId: ref('会员', feeMemberLookup),
    bizType: choiceField(bizType),
    ticketType: choiceField(ticketType),
    headId: withMeta(ref('发票抬头', headLookup), { carried: ['title', 'taxNo'] }),
    /** Payments of dues that it is written for. */
    payIds: onlyWhen(withMeta(z.array(ref('对应缴费', paymentLookup)).max(20), { label: '对应缴费' }), 'bizType', ['dues'], false),
    /** Of other business: the money that came, and its tax; the server asks for them with its own sentences. */
    receivedSerial: onlyWhen(optionalText('到账流水号', 40), 'bizType', OTHER, false),
    receivedDate: onlyWhen(orEmpty(moneyDate('到账日期')), 'bizType', OTHER, false),
    receivedAmount: onlyWhen(yuanFen('到账金额（元）', 1).nullish(), 'bizType', OTHER, false),
    amount: yuanFen('开票金额（元）', 1),
    taxRate: onlyWhen(choiceField(taxRate).nullish(), 'bizType', OTHER, false),
    itemName: text('项目名称', 50),
    remark: optionalText('备注', 200),
  },
  more: {
    applyNo: withMeta(z.string(), { label: '申请编号' }),
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    /** As it stood when it was asked for. */
    title: withMeta(z.string(), { label: '发票抬头' }),
    taxNo: withMeta(z.string().nullable(), { label: '纳税人识别号' }),
    invoiceNo: withMeta(z.string().nullable(), { label: '票据号码' }),
    /** Tax within the amount; 分. */
    taxAmount: withMeta(z.number().int(), { label: '其中税额（元）', show: 'yuan' }),
    /** Null for dues, which name their payments. */
    bankCheck: choiceField(bankCheck).nullable(),
    /** Whether invoices are registered by hand now, or asked of the provider. */
    byHand: z.boolean(),
    /** What the provider said when it failed last. */
    problem: withMeta(z.string().nullable(), { label: '开票失败原因' }),
    createBy: withMeta(z.string().nullable(), {}),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    headId: ref('发票抬头', 'invoiceHead').optional(),
    memberId: ref('会员', 'member').optional(),
    keyword: optionalText('申请编号、抬头、会员编号或公司名称', 50),
    bizType: bizType.schema.optional(),
    ticketType: ticketType.schema.optional(),
    invoiceStatus: withMeta(z.array(invoiceStatus.schema), { label: '开票状态' }).optional(),
    updateTimeFrom: date('更新日期起').optional(),
    updateTimeTo: date('更新日期止').optional(),
  },
  view: 'member/InvoiceApply',
  facts: ['applyNo', 'memberName', 'title', 'amount', 'invoiceNo'],
  groups: {
    票面: ['ticketType', 'title', 'taxNo', 'itemName', 'amount', 'taxRate', 'taxAmount'],
    到账: ['receivedSerial', 'receivedDate', 'receivedAmount', 'bankCheck'],
    结果: ['invoiceNo', 'problem'],
  },
  sortable: ['applyNo', 'amount', 'updateTime'],
  access: { read: invoice('apply:read'), insert: invoice('apply:insert'), export: invoice('apply:read') },
  status: { field: 'invoiceStatus', machine: invoiceStatus },
})

/** Sets a returned application right; a call of its own, for its form shows fields under their condition. */
export const updateInvoiceApply = call({
  path: '/invoice/apply/updateInvoiceApply',
  title: '修改开票申请',
  access: invoice('apply:insert'),
  write: true,
  request: body({ applyId: ref('开票申请', 'invoiceApply'), version: version(), ...invoiceApply.definition.fields }),
  response: z.object({ version: version() }),
})

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })
/** For the form: settled payments of a member that are not written in full yet, and its titles. */
export const selectInvoiceable = call({
  path: '/invoice/apply/selectInvoiceable',
  title: '查询可开票缴费',
  access: invoice('apply:insert'),
  request: body({ memberId: ref('会员', 'member') }),
  response: z.object({
    payments: z.array(z.object({ paymentId: id(), payNo: z.string(), payDate: z.string(), payerName: z.string(), amount: yuan('金额（元）'), open: yuan('可开票（元）') })),
    heads: z.array(z.object({ headId: id(), title: z.string(), taxNo: z.string().nullable(), headType: choiceField(headType), isDefault: z.boolean() })),
  }),
})
