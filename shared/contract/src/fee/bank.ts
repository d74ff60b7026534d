import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, date, id, optionalText, ref, text, version, withMeta, yuanFen } from '../core/fields'
import { lines } from '../core/kinds'
import { importColumns } from '../core/import'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { feeMemberLookup, matchLookup, memberBillLookup } from './lookups'
import { fee } from './permits'

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })

export const matchResult = choice('匹配结果', { auto: '自动匹配', manual: '人工匹配', none: '未匹配' }, { auto: 'green', manual: 'blue', none: 'amber' })

const handle = 'fee:suspense:handle'
export const suspenseStatus = statusMachine(
  '处理状态',
  { open: ['待认领', 'amber'], claimed: ['已认领', 'green'], returned: ['已退回', 'grey'], other: ['其他业务', 'blue'], split: ['已拆分', 'grey'] },
  [
    { from: ['open'], to: 'claimed', verb: 'claim', label: '认领', permit: handle, single: true },
    { from: ['open'], to: 'other', verb: 'bookOther', label: '转其他业务', permit: handle, reason: 'required', single: true },
    { from: ['open'], to: 'returned', verb: 'giveBack', label: '退回付款人', permit: handle, reason: 'required', danger: true },
    // Each part is a line and an item of its own from then on.
    { from: ['open'], to: 'split', verb: 'split', label: '拆分认领', permit: handle, single: true },
    // Follows when the payment that it was claimed as is reversed or given back.
    { from: ['claimed'], to: 'open', verb: 'reopen', label: '回到待认领', permit: handle, single: true },
    { from: ['other'], to: 'open', verb: 'undoOther', label: '撤销其他业务', permit: handle, reason: 'required' },
  ],
)

/** What money is for that is no due: it is accounted for elsewhere, with invoices of its own. */
export const businessType = choice('业务类型', { training: '培训', meeting: '会议', service: '服务', material: '资料', other: '其他' })

/** A line of a bank statement. The same serial number of the same account is read once, whatever file brings it. */
export const bankLine = resource({
  name: 'bankLine',
  label: '银行流水',
  base: '/fee/bankLine',
  id: 'lineId',
  fields: {},
  more: {
    account: withMeta(z.string(), { label: '账号' }),
    serialNo: withMeta(z.string(), { label: '流水号' }),
    tradeTime: withMeta(z.string(), { label: '交易时间', show: 'instant' }),
    payerName: withMeta(z.string(), { label: '付款户名' }),
    amount: yuan('金额（元）'),
    purpose: withMeta(z.string().nullable(), { label: '附言' }),
    matchResult: choiceField(matchResult),
    payNo: withMeta(z.string().nullable(), { label: '缴费编号' }),
    memberName: withMeta(z.string().nullable(), { label: '会员名称' }),
    /** Where its money stands while it is no payment. */
    suspenseStatus: withMeta(suspenseStatus.schema.nullable(), { label: '待认领处理' }),
  },
  filters: {
    keyword: optionalText('流水号或付款户名', 50),
    matchResult: matchResult.schema.optional(),
    tradeTimeFrom: date('交易日期起').optional(),
    tradeTimeTo: date('交易日期止').optional(),
  },
  view: 'member/BankStatement',
  facts: ['tradeTime', 'payerName', 'amount', 'matchResult', 'memberName'],
  sortable: ['tradeTime', 'amount'],
  access: { read: fee('bank:read'), export: fee('bank:read') },
})

export const bankImportRow = z.object({ row: z.number().int(), message: z.string() })

export const statementResult = z.object({ total: z.number().int(), added: z.number().int(), known: z.number().int(), matched: z.number().int(), suspense: z.number().int(), unreadable: z.number().int(), problems: z.array(bankImportRow) })

/** Lines above which a statement is booked as a work, with progress and a way to stop. */
export const STATEMENT_NOW = 500

/** What is read of a line of a statement. */
export const statementPart = choice('流水项', {
  time: '交易时间', day: '交易日期（与时间分列时）', payer: '付款户名', income: '收入金额（贷方）', expense: '支出金额（借方）', amount: '金额（收支一列时）', side: '借贷方向', account: '收款账号', serial: '流水号', balance: '余额', purpose: '附言、用途',
})

/** The columns of a statement whose layout is not known, with its first rows, so that somebody says which is what; nothing is kept. */
export const readStatementColumns = call({
  path: '/fee/bankLine/readStatementColumns',
  title: '读取银行流水的列',
  access: fee('bank:import'),
  multipart: true,
  request: body({}),
  response: importColumns.extend({ account: z.string().nullable(), rows: z.array(z.array(z.string())) }),
})

/**
 * Reads a statement (xlsx or csv; columns 账号 流水号 交易时间 付款户名 金额 附言 by title) into a batch, which is shown and then
 * confirmed (bank-statement.ts): nothing is booked before. The answer tells what the confirmation would do. Lines that were read
 * before are passed over, so the same file may come twice. A line whose payer is one member's company would become a settled
 * payment, unless its purpose speaks of another business than dues; any other waits in 待认领款项. Bad rows are told with their number.
 */
export const importStatement = call({
  path: '/fee/bankLine/importStatement',
  title: '导入银行流水',
  access: fee('bank:import'),
  write: true,
  multipart: true,
  /** A layout that is not known is mapped by hand; it is kept for the account, and used for its next file. */
  request: body({
    mapping: withMeta(z.array(z.strictObject({ title: text('列名', 200), field: choiceField(statementPart).nullable() })).max(200), { label: '各列含义' }).optional(),
    account: withMeta(z.string().trim().regex(/^[\d -]{6,40}$/, '收款账号须为 6–40 位数字'), { label: '收款账号' }).optional(),
  }),
  /** `workId` is null: a work begins with the confirmation. */
  response: statementResult.extend({ workId: id().nullable(), batchId: id() }),
})

/** What came of a statement that is booked as a work, as far as it has come. */
export const selectStatementResult = call({
  path: '/fee/bankLine/selectStatementResult',
  title: '查看银行流水导入结果',
  access: fee('bank:import'),
  request: body({ workId: id() }),
  response: statementResult,
})

export const downloadStatementTemplate = call({
  path: '/fee/bankLine/downloadStatementTemplate',
  title: '下载银行流水模板',
  access: fee('bank:import'),
  blob: true,
  request: body({}),
  response: z.unknown(),
})

/** Money that nobody could be found for. */
export const suspense = resource({
  name: 'suspense',
  label: '待认领款项',
  base: '/fee/suspense',
  id: 'suspenseId',
  fields: {},
  more: {
    /** The line that it came by; without label, so that no screen shows it. */
    lineId: withMeta(id(), {}),
    serialNo: withMeta(z.string(), { label: '流水号' }),
    tradeTime: withMeta(z.string(), { label: '交易时间', show: 'instant' }),
    payerName: withMeta(z.string(), { label: '付款户名' }),
    amount: yuan('金额（元）'),
    purpose: withMeta(z.string().nullable(), { label: '附言' }),
    memberName: withMeta(z.string().nullable(), { label: '认领会员' }),
    payNo: withMeta(z.string().nullable(), { label: '缴费编号' }),
    businessType: withMeta(businessType.schema.nullable(), { label: '业务类型' }),
    businessRemark: withMeta(z.string().nullable(), { label: '业务说明' }),
  },
  filters: { keyword: optionalText('流水号或付款户名', 50), suspenseStatus: suspenseStatus.schema.optional() },
  view: 'member/SuspenseList',
  facts: ['tradeTime', 'payerName', 'amount', 'memberName'],
  sortable: ['tradeTime', 'amount'],
  access: { read: fee('suspense:read'), export: fee('suspense:read') },
  status: { field: 'suspenseStatus', machine: suspenseStatus },
})

/** Gives suspended money to a member: a settled payment is made of it, and the line counts as matched by hand. */
export const claimSuspense = call({
  path: '/fee/suspense/claimSuspense',
  title: '认领款项',
  access: fee('suspense:handle'),
  write: true,
  request: body({ suspenseId: ref('待认领款项', 'suspense'), version: version(), memberId: ref('会员', feeMemberLookup), reason: text('认领依据', 200, 2) }),
  response: z.object({ paymentId: id() }),
})

/** Rows of one split at most. */
const PARTS = 50

/**
 * Gives suspended money to several members, such as one transfer of a group, or to bills that are chosen: each row is an amount for a
 * member, for one of their bills or, without, for their oldest ones and then their balance. What the rows leave waits on as an item of its own.
 */
export const splitSuspense = call({
  path: '/fee/suspense/splitSuspense',
  title: '拆分认领款项',
  access: fee('suspense:handle'),
  write: true,
  request: body({
    suspenseId: ref('待认领款项', 'suspense'),
    version: version(),
    parts: lines('认领明细', { memberId: ref('会员', feeMemberLookup), billId: ref('账单', memberBillLookup).nullish(), amount: yuanFen('金额（元）', 1) }, { least: 1, max: PARTS, sum: ['amount'] }),
    reason: text('认领依据', 200, 2),
  }),
  /** `rest` is what waits on; 分. */
  response: z.object({ paymentIds: z.array(id()), rest: yuan('余下待认领（元）') }),
})

/** Members that could be meant by the payer's name or the purpose, best first. */
export const suggestMembers = call({
  path: '/fee/suspense/suggestMembers',
  title: '推荐认领会员',
  access: fee('suspense:handle'),
  request: body({ suspenseId: ref('待认领款项', 'suspense') }),
  response: z.array(z.object({ memberId: id(), memberNo: z.string(), memberName: z.string(), why: z.string() })),
})


/** Puts suspended money down as another business than dues, such as a training: it leaves the open list and is no due. */
export const bookOther = call({
  path: '/fee/suspense/bookOther',
  title: '转其他业务',
  access: fee('suspense:handle'),
  write: true,
  request: body({ suspenseId: ref('待认领款项', 'suspense'), version: version(), businessType: choiceField(businessType), businessRemark: optionalText('业务说明', 200), reason: text('认定依据', 200, 2) }),
  response: z.object({ version: version() }),
})

/** Payments that a line could be: of the same amount, not reversed or given back, of no other line, and with the line's serial where they have one. */
export const selectMatchCandidates = call({
  path: '/fee/bankLine/selectMatchCandidates',
  title: '查询可匹配的缴费',
  access: fee('bank:match'),
  request: body({ lineId: ref('银行流水', 'bankLine'), keyword: optionalText('缴费编号、会员编号、公司名称、户名或流水号', 50) }),
  response: z.array(z.object({ paymentId: id(), payNo: z.string(), memberName: z.string(), payDate: z.string(), payerName: z.string(), bankSerial: z.string().nullable(), payStatus: z.string() })),
})

/** Says that a line is the money of a payment that was written down by hand; its item in 待认领款项 is closed with it. */
export const matchPayment = call({
  path: '/fee/bankLine/matchPayment',
  title: '匹配已有缴费',
  access: fee('bank:match'),
  write: true,
  request: body({ lineId: ref('银行流水', 'bankLine'), paymentId: ref('缴费记录', matchLookup) }),
  response: z.object({ payNo: z.string() }),
})
