import { z } from 'zod'
import { body, call, pageOf, pageQuery } from '../core/call'
import { choice, choiceField, date, id, moneyDate, optionalText, ref, text, version, withMeta, yuanFen } from '../core/fields'
import { files } from '../core/files'
import { lines } from '../core/kinds'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { feeMemberLookup, memberBillLookup } from './lookups'
import { fee } from './permits'

export const payChannel = choice('缴费方式', { bank: '银行转账', online: '线上支付', cheque: '支票', balance: '余额抵扣' })

const [insert, verify, reverse] = ['fee:payment:insert', 'fee:payment:verify', 'fee:payment:reverse'] as const
export const payStatus = statusMachine(
  '缴费状态',
  { pending: ['待核对', 'amber'], settled: ['已核销', 'green'], returned: ['已退回', 'grey'], reversed: ['已冲正', 'red'] },
  [
    { from: ['pending'], to: 'settled', verb: 'settle', label: '核销', permit: verify, separate: true },
    { from: ['pending'], to: 'returned', verb: 'giveBack', label: '退回', permit: insert, reason: 'required', danger: true },
    { from: ['settled'], to: 'reversed', verb: 'reverse', label: '冲正', permit: reverse, reason: 'required', danger: true },
  ],
)

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })

/** Part of a payment that went to a bill. */
export const allocation = z.object({ billId: id(), billNo: z.string(), billYear: z.number().int(), amount: yuan('核销金额（元）') })

/**
 * Money that came from a member (domain B3). Settling it pays the oldest bills first and puts the rest into the
 * member's balance; reversing takes exactly that back.
 */
export const payment = resource({
  name: 'payment',
  label: '缴费记录',
  base: '/fee/payment',
  id: 'paymentId',
  fields: {
    memberId: ref('会员', feeMemberLookup),
    payDate: moneyDate('到账日期'),
    amount: yuanFen('金额（元）', 1),
    channel: choiceField(payChannel),
    payerName: text('付款户名', 100),
    /** One number once per channel: the same money is not written down twice. */
    bankSerial: optionalText('银行流水号', 40),
    /** Left out where money is booked from a bank statement or a balance. */
    voucher: files('缴费凭证', { exts: ['pdf', 'jpg', 'png'], maxMb: 10, max: 5 }).optional(),
    remark: optionalText('备注', 500),
  },
  more: {
    payNo: withMeta(z.string(), { label: '缴费编号' }),
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    /** The payer is not the member: money paid for another. */
    byOther: withMeta(z.boolean(), { label: '代付' }),
    allocatedAmount: yuan('已核销（元）'),
    balanceAmount: yuan('转入余额（元）'),
    /** What nobody has asked an invoice for yet. */
    openAmount: yuan('可开票（元）'),
    /** Who wrote it down; without label, so that no screen shows it. */
    createBy: withMeta(z.string().nullable(), {}),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('缴费编号、会员编号、公司名称、户名或流水号', 50),
    payStatus: payStatus.schema.optional(),
    channel: payChannel.schema.optional(),
    memberId: ref('会员', 'member').optional(),
    payDateFrom: date('到账日期起').optional(),
    payDateTo: date('到账日期止').optional(),
  },
  view: 'member/PaymentList',
  facts: ['payNo', 'memberName', 'amount', 'payDate', 'channel'],
  groups: {
    到账: ['payDate', 'amount', 'channel', 'payerName', 'byOther', 'bankSerial'],
    核销: ['allocatedAmount', 'balanceAmount'],
  },
  sortable: ['payNo', 'payDate', 'amount', 'updateTime'],
  access: { read: fee('payment:read'), insert: fee('payment:insert'), update: fee('payment:insert'), export: fee('payment:read') },
  status: { field: 'payStatus', machine: payStatus },
})

/** Settles a payment on bills of its member that are chosen, each with what it gets; what is left goes into the balance. */
export const settlePayment = call({
  path: '/fee/payment/settlePayment',
  title: '按指定账单核销',
  access: fee('payment:verify'),
  write: true,
  request: body({
    paymentId: ref('缴费记录', 'payment'),
    version: version(),
    bills: lines('核销账单', { billId: ref('账单', memberBillLookup), amount: yuanFen('核销金额（元）', 1) }, { least: 1, max: 30, sum: ['amount'] }),
  }),
  response: z.object({ version: version() }),
})

/** Where a settled payment went. */
export const selectAllocations = call({
  path: '/fee/payment/selectAllocations',
  title: '查看核销明细',
  access: fee('payment:read'),
  request: body({ paymentId: ref('缴费记录', 'payment') }),
  response: z.array(allocation),
})

export const entryType = choice('流水类型', { deposit: '预存', use: '抵扣', refund: '退款', reversal: '冲正', adjustment: '调整', transfer: '转移', hold: '冻结' })

/** A row of a member's balance; rows are only ever added, and the balance is their sum. */
export const balanceEntry = z.object({
  entryId: id(),
  entryType: choiceField(entryType),
  entryAmount: yuan('变动金额（元）'),
  balanceAfter: yuan('变动后余额（元）'),
  paymentId: id().nullable(),
  reason: withMeta(z.string().nullable(), { label: '事由' }),
  operator: withMeta(z.string(), { label: '经办人' }),
  createTime: withMeta(z.string(), { label: '时间', show: 'instant' }),
})

export const selectBalanceEntries = call({
  path: '/fee/balance/selectBalanceEntriesByPage',
  title: '查看余额流水',
  access: fee('balance:read'),
  request: pageQuery({ memberId: ref('会员', 'member') }, ['createTime']),
  response: pageOf(balanceEntry),
})

/** Members with a balance. */
export const balance = resource({
  name: 'memberBalance',
  label: '会费余额',
  base: '/fee/balance',
  id: 'memberId',
  fields: {},
  more: {
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    balance: yuan('会费余额（元）'),
    /** Taken off the balance for requests that are not decided yet. */
    heldAmount: yuan('冻结金额（元）'),
    unpaidAmount: yuan('欠缴金额（元）'),
  },
  filters: { keyword: optionalText('会员编号、名称或代码', 50), withBalance: withMeta(z.enum(['yes', 'no']), { label: '余额', options: { yes: '有余额', no: '无余额' } }).optional() },
  view: 'member/BalanceList',
  facts: ['memberNo', 'balance', 'heldAmount', 'unpaidAmount'],
  sortable: ['balance', 'memberNo'],
  access: { read: fee('balance:read'), export: fee('balance:read') },
})

/** Pays the member's open bills from the balance, oldest first; answers what was used. */
export const useBalance = call({
  path: '/fee/balance/useBalance',
  title: '余额抵扣会费',
  access: fee('payment:verify'),
  write: true,
  request: body({ memberId: ref('会员', 'memberBalance') }),
  response: z.object({ used: yuan('抵扣金额（元）'), allocations: z.array(allocation) }),
})

/** The account that money is given back to. */
export const payeeAccount = () => withMeta(z.string().trim().regex(/^\d{8,30}$/, '收款账号须为 8–30 位数字'), { label: '收款账号' })

/** Asks that money of the balance be given back; it is held until another person releases it or refuses. Answers what is left to use. */
export const refundBalance = call({
  path: '/fee/balance/refundBalance',
  title: '退还余额',
  access: fee('balance:request'),
  write: true,
  request: body({
    memberId: ref('会员', 'memberBalance'),
    amount: yuanFen('退款金额（元）', 1),
    payeeName: text('收款户名', 100, 2),
    payeeBank: text('开户银行', 100, 2),
    payeeAccount: payeeAccount(),
    reason: text('退款事由', 200, 2),
    version: version().optional(),
  }),
  response: z.object({ balance: yuan('会费余额（元）'), requestId: id() }),
})

/** Compares every member's balance, every bill and every payment with the rows that they are made of; answers what differs. */
export const checkLedger = call({
  path: '/fee/balance/checkLedger',
  title: '核对会费账目',
  access: fee('balance:read'),
  request: body({}),
  response: z.object({ members: z.number().int(), bills: z.number().int(), payments: z.number().int(), differences: z.array(z.string()) }),
})
