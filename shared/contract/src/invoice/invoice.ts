import { z } from 'zod'
import { choice, choiceField, date, moneyDate, optionalText, ref, text, withMeta } from '../core/fields'
import { body, call } from '../core/call'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { bizType, ticketType } from './apply'
import { BY_SYSTEM } from './head'
import { creditNoteLookup, openApplyLookup } from './lookups'
import { invoice as permit } from './permits'

/** Where an invoice comes from: written elsewhere and registered, written by the provider, or by the built-in trial provider, which is no receipt. */
export const issueWay = choice('开具方式', { manual: '手工登记', provider: '接口开具', trial: '试用票据' })

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })
const send = 'invoice:send:send'
/** An invoice never goes away: it is set right by a red one. */
export const ticketStatus = statusMachine(
  '票据状态',
  { issued: ['已开票', 'green'], sent: ['已发送', 'teal'], redPending: ['红冲中', 'amber'], partRed: ['部分红冲', 'violet'], red: ['已红冲', 'grey'] },
  [
    // A person's word: the mail goes out. Where it arrives, the invoice follows by `send`.
    { from: ['issued'], to: 'issued', verb: 'post', label: '发至默认邮箱', permit: send },
    { from: ['sent'], to: 'sent', verb: 'post', label: '发至默认邮箱', permit: send },
    { from: ['partRed'], to: 'partRed', verb: 'post', label: '发至默认邮箱', permit: send },
    { from: ['issued'], to: 'sent', verb: 'send', label: '已送达', permit: BY_SYSTEM },
    { from: ['issued', 'sent', 'partRed'], to: 'redPending', verb: 'startRed', label: '发起红冲', permit: BY_SYSTEM },
    { from: ['redPending'], to: 'issued', verb: 'stopRed', label: '红冲终止', permit: BY_SYSTEM },
    { from: ['redPending'], to: 'sent', verb: 'stopRedSent', label: '红冲终止', permit: BY_SYSTEM },
    { from: ['redPending'], to: 'partRed', verb: 'stopRedPart', label: '红冲终止', permit: BY_SYSTEM },
    { from: ['redPending'], to: 'partRed', verb: 'redPart', label: '部分红冲', permit: BY_SYSTEM },
    { from: ['redPending'], to: 'red', verb: 'redWhole', label: '全额红冲', permit: BY_SYSTEM },
  ],
)
const filters = {
  keyword: optionalText('票据号码、抬头、会员编号或公司名称', 50),
  bizType: bizType.schema.optional(),
  ticketType: ticketType.schema.optional(),
  issueWay: issueWay.schema.optional(),
  ticketStatus: withMeta(z.array(ticketStatus.schema), { label: '票据状态' }).optional(),
  memberId: ref('会员', 'member').optional(),
  /** Of the page of an application. */
  applyId: ref('开票申请', 'invoiceApply').optional(),
  issueDateFrom: date('开票日期起').optional(),
  issueDateTo: date('开票日期止').optional(),
}
/**
 * Invoices that were written, blue and red (domain B7): the ledger. Their life follows from sending and red confirmations. Its form
 * registers an invoice that was written in the finance system or with the tax authority, for an application or, as a red one, for a
 * confirmation: exactly one of both; whom it is for and how much it says is theirs.
 */
export const invoiceResource = resource({
  name: 'invoice',
  label: '票据',
  base: '/invoice/invoice',
  id: 'invoiceId',
  fields: {
    applyId: ref('开票申请', openApplyLookup).nullish(),
    redId: ref('红字确认单', creditNoteLookup).nullish(),
    /** Of a dues receipt code and number, 18 digits; of an invoice 20. */
    invoiceNo: text('票据号码', 20),
    issueDate: moneyDate('开票日期'),
    papers: files('票据文件', { exts: ['pdf', 'ofd', 'xml'], least: 1 }),
  },
  more: {
    applyNo: withMeta(z.string(), { label: '申请编号' }),
    memberId: withMeta(z.string(), {}),
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    bizType: choiceField(bizType),
    ticketType: choiceField(ticketType),
    title: withMeta(z.string(), { label: '发票抬头' }),
    taxNo: withMeta(z.string().nullable(), { label: '纳税人识别号' }),
    itemName: withMeta(z.string(), { label: '项目名称' }),
    amount: yuan('票面金额（元）'),
    taxAmount: yuan('其中税额（元）'),
    redAmount: yuan('已红冲（元）'),
    issueWay: choiceField(issueWay),
    /** Number of the original invoice that a red one sets right. */
    blueNo: withMeta(z.string().nullable(), { label: '蓝字票号' }),
  },
  filters,
  view: 'member/InvoiceLedger',
  facts: ['invoiceNo', 'memberName', 'amount', 'issueDate', 'ticketType'],
  groups: {
    票面: ['ticketType', 'invoiceNo', 'issueDate', 'title', 'taxNo', 'itemName', 'amount', 'taxAmount'],
    往来: ['applyNo', 'memberNo', 'memberName', 'bizType', 'blueNo', 'redAmount'],
  },
  sortable: ['issueDate', 'amount', 'invoiceNo'],
  access: { read: permit('ticket:read'), insert: permit('ticket:issue'), export: permit('ticket:export') },
  status: { field: 'ticketStatus', machine: ticketStatus },
})

/** Above the ledger: how many invoices a filter matches and what they come to; red ones count below zero. */
export const sumInvoices = call({
  path: '/invoice/invoice/sumInvoices',
  title: '合计票据',
  access: permit('ticket:read'),
  request: body(filters),
  response: z.object({ count: z.number().int(), amount: yuan('票面金额（元）'), taxAmount: yuan('其中税额（元）') }),
})
