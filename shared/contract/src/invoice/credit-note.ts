import { z } from 'zod'
import { choice, choiceField, flag, optionalText, ref, withMeta, yuanFen } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { ticketType } from './apply'
import { BY_SYSTEM } from './head'
import { blueInvoiceLookup } from './lookups'
import { invoice } from './permits'

/** Codes of the tax authority's form; dues are no sale, and what goes back of them is given back. */
export const redReason = choice('红冲原因', { wrong: '开票有误', returned: '销货退回', stopped: '服务中止', allowance: '销售折让', feeBack: '会费退还' })
/** Reasons that fit a kind of invoice: dues receipts belong to the finance department's system, the others to the tax authority's. */
export const redReasonsOf = (ticketType: string): (keyof typeof redReason.labels)[] => (ticketType === 'dues' ? ['wrong', 'feeBack'] : ['wrong', 'returned', 'stopped', 'allowance'])
export const redInitiator = choice('发起方', { seller: '开票方', buyer: '受票方' })

/** Hours that the other side has to confirm; then the confirmation is void by itself (domain B8). */
export const RED_CONFIRM_HOURS = 72

const [insert, handle] = ['invoice:red:insert', 'invoice:red:handle'] as const
export const redStatus = statusMachine(
  '确认单状态',
  {
    review: ['待复核', 'amber'],
    waiting: ['待对方确认', 'amber'],
    confirmed: ['已确认', 'blue'],
    issuing: ['红票开具中', 'violet'],
    done: ['已开红票', 'green'],
    refused: ['已拒绝', 'red'],
    expired: ['超时作废', 'grey'],
    withdrawn: ['已撤销', 'grey'],
  },
  [
    // Dues receipts: no confirmation of the other side, but a second person's word; then the credit note is written.
    { from: ['review'], to: 'issuing', verb: 'approve', label: '复核通过', permit: handle, separate: true },
    // The same word where invoices are registered by hand: the credit note is written in the finance system, then registered.
    { from: ['review'], to: 'confirmed', verb: 'agree', label: '复核通过', permit: handle, separate: true },
    { from: ['review'], to: 'refused', verb: 'decline', label: '复核不同意', permit: handle, reason: 'required', danger: true },
    { from: ['waiting'], to: 'confirmed', verb: 'confirm', label: '登记对方确认', permit: handle, reason: 'optional' },
    { from: ['waiting'], to: 'refused', verb: 'refuse', label: '登记对方拒绝', permit: handle, reason: 'required', danger: true },
    { from: ['waiting'], to: 'expired', verb: 'expire', label: '超时作废', permit: BY_SYSTEM },
    { from: ['review', 'waiting', 'confirmed'], to: 'withdrawn', verb: 'withdraw', label: '撤销', permit: insert, reason: 'required' },
    { from: ['confirmed'], to: 'issuing', verb: 'issueRed', label: '开具红票', permit: handle, separate: true },
    // Follows from the credit note that somebody registers (insertInvoice).
    { from: ['confirmed'], to: 'done', verb: 'register', label: '登记红票', permit: BY_SYSTEM },
    { from: ['issuing'], to: 'done', verb: 'finish', label: '红票开具完成', permit: BY_SYSTEM },
    { from: ['issuing'], to: 'confirmed', verb: 'fail', label: '红票开具失败', permit: BY_SYSTEM },
  ],
)

/**
 * The confirmation that an invoice be set right by a red one (domain B8). Where the buyer has not used the invoice, none of theirs is
 * needed and it begins as confirmed. A wrong invoice is set right whole. One open confirmation an invoice; red never exceeds blue.
 * A dues receipt knows no confirmation of the other side and no hours: who asks is not who has the credit note written.
 */
export const redConfirm = resource({
  name: 'redConfirm',
  label: '红字确认单',
  base: '/invoice/red',
  id: 'redId',
  fields: {
    invoiceId: withMeta(ref('蓝字票据', blueInvoiceLookup), { carried: ['blueNo', 'title'] }),
    redReason: choiceField(redReason),
    redAmount: yuanFen('红冲金额（元）', 1),
    usedFlag: flag('购方已用途确认或入账'),
    initiator: choiceField(redInitiator),
    remark: optionalText('备注', 200),
  },
  more: {
    confirmNo: withMeta(z.string(), { label: '确认单编号' }),
    blueNo: withMeta(z.string(), { label: '蓝字票号' }),
    ticketType: choiceField(ticketType),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    title: withMeta(z.string(), { label: '发票抬头' }),
    blueAmount: withMeta(z.number().int(), { label: '蓝票金额（元）', show: 'yuan' }),
    redNo: withMeta(z.string().nullable(), { label: '红字票号' }),
    confirmDeadline: withMeta(z.string().nullable(), { label: '确认截止', show: 'instant' }),
    problem: withMeta(z.string().nullable(), { label: '失败原因' }),
    /** Whether credit notes are registered by hand now, or asked of the provider. */
    byHand: z.boolean(),
    /** Who asked; without label, so that no screen shows it. */
    createBy: withMeta(z.string().nullable(), {}),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    invoiceId: ref('蓝字票据', 'invoice').optional(),
    keyword: optionalText('确认单编号、票号、抬头或公司名称', 50),
    redReason: redReason.schema.optional(),
    redStatus: withMeta(z.array(redStatus.schema), { label: '确认单状态' }).optional(),
  },
  view: 'member/RedFlush',
  facts: ['confirmNo', 'blueNo', 'memberName', 'redAmount', 'confirmDeadline'],
  groups: {
    蓝字票据: ['blueNo', 'ticketType', 'memberName', 'title', 'blueAmount'],
    红冲: ['redReason', 'redAmount', 'usedFlag', 'initiator', 'redNo', 'confirmDeadline', 'problem'],
  },
  sortable: ['confirmDeadline', 'updateTime'],
  access: { read: invoice('red:read'), insert: invoice('red:insert'), export: invoice('red:read') },
  status: { field: 'redStatus', machine: redStatus },
})
