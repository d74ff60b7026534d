import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, date, id, optionalText, ref, text, version, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { fee } from './permits'

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })

export const matchResult = choice('匹配结果', { auto: '自动匹配', manual: '人工匹配', none: '未匹配' }, { auto: 'green', manual: 'blue', none: 'amber' })

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
  },
  filters: {
    keyword: optionalText('流水号或付款户名', 50),
    matchResult: matchResult.schema.optional(),
    tradeTimeFrom: date('交易日期起').optional(),
    tradeTimeTo: date('交易日期止').optional(),
  },
  sortable: ['tradeTime', 'amount'],
  access: { read: fee('bank:read'), export: fee('bank:read') },
})

export const bankImportRow = z.object({ row: z.number().int(), message: z.string() })

export const statementResult = z.object({ total: z.number().int(), added: z.number().int(), known: z.number().int(), matched: z.number().int(), suspense: z.number().int(), problems: z.array(bankImportRow) })

/** Lines above which a statement is read as a work, with progress and a way to stop. */
export const STATEMENT_NOW = 500

/**
 * Reads a statement (xlsx or csv; columns 账号 流水号 交易时间 付款户名 金额 附言 by title). Lines that were read before are
 * passed over, so the same file may come twice. A line whose payer is one member's company becomes a settled payment; any
 * other waits in 待认领款项. Bad rows are told with their number, and the good ones are read.
 */
export const importStatement = call({
  path: '/fee/bankLine/importStatement',
  title: '导入银行流水',
  access: fee('bank:import'),
  write: true,
  multipart: true,
  request: body({}),
  /** With `workId` the lines are being read as a work of the person; its result says what came of them. */
  response: statementResult.extend({ workId: id().nullable() }),
})

/** What came of a statement that was read as a work, as far as it has come. */
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

const handle = 'fee:suspense:handle'
export const suspenseStatus = statusMachine('处理状态', { open: ['待认领', 'amber'], claimed: ['已认领', 'green'], returned: ['已退回', 'grey'] }, [
  { from: ['open'], to: 'claimed', verb: 'claim', label: '认领', permit: handle },
  { from: ['open'], to: 'returned', verb: 'giveBack', label: '退回付款人', permit: handle, reason: 'required', danger: true },
])

/** Money that nobody could be found for. */
export const suspense = resource({
  name: 'suspense',
  label: '待认领款项',
  base: '/fee/suspense',
  id: 'suspenseId',
  fields: {},
  more: {
    serialNo: withMeta(z.string(), { label: '流水号' }),
    tradeTime: withMeta(z.string(), { label: '交易时间', show: 'instant' }),
    payerName: withMeta(z.string(), { label: '付款户名' }),
    amount: yuan('金额（元）'),
    purpose: withMeta(z.string().nullable(), { label: '附言' }),
    memberName: withMeta(z.string().nullable(), { label: '认领会员' }),
    payNo: withMeta(z.string().nullable(), { label: '缴费编号' }),
  },
  filters: { keyword: optionalText('流水号或付款户名', 50), suspenseStatus: suspenseStatus.schema.optional() },
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
  request: body({ suspenseId: ref('待认领款项', 'suspense'), version: version(), memberId: ref('会员', 'member'), reason: text('认领依据', 200, 2) }),
  response: z.object({ paymentId: id() }),
})

/** Members that could be meant by the payer's name or the purpose, best first. */
export const suggestMembers = call({
  path: '/fee/suspense/suggestMembers',
  title: '推荐认领会员',
  access: fee('suspense:handle'),
  request: body({ suspenseId: ref('待认领款项', 'suspense') }),
  response: z.array(z.object({ memberId: id(), memberNo: z.string(), memberName: z.string(), why: z.string() })),
})

