import { createHash } from 'node:crypto'
import { dayOf, instantOf, problemOfMoneyDay } from '@assoc/contract/core/day'
import type { CellValue } from '../../../platform/excel/excel'
import { breather } from '../../../platform/turns'
import { bankLayoutOf, text, type BankLayout, type Part } from './layout'

/** A line of a statement as it was read. */
export interface StatementLine {
  /** Row of the file, from 1. */
  row: number
  account: string
  serialNo: string
  /** ISO instant. */
  tradeTime: string
  payerName: string
  /** 分 */
  amount: number
  purpose: string | null
}

/** A row that cannot be read, as it stands in the file. */
export interface Problem {
  row: number
  message: string
  cells: (string | null)[]
}

export interface Statement {
  header: string[]
  lines: StatementLine[]
  problems: Problem[]
  total: number
}

/** Titles of our own template. */
export const TITLES = ['账号', '流水号', '交易时间', '付款户名', '金额', '附言'] as const

const MAX_TEXT = { 账号: 40, 流水号: 40, 付款户名: 100, 附言: 200 } as const
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** The instant of a cell: `2026-03-05 09:30:12` meant in Asia/Shanghai, with `/`, without time, or a spreadsheet's day number; null when it is none. */
export function tradeTimeOf(cell: CellValue | undefined): string | null {
  const value = text(cell)
  if (/^\d{5}(\.\d+)?$/.test(value)) return instantOf(new Date(Math.round((DAY_ZERO + Number(value) * 86_400_000) / 1000) * 1000).toISOString().slice(0, 19))
  const packed = /^(\d{8})[T ]?(\d{2})(\d{2})(\d{2})$/.exec(value)
  if (packed) return tradeTimeOf(`${packed[1]} ${packed[2]}:${packed[3]}:${packed[4]}`)
  const parts = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(value)
  if (!parts) return null
  const two = (part: string | undefined) => (part ?? '0').padStart(2, '0')
  const day = `${parts[1]}-${two(parts[2])}-${two(parts[3])}`
  const at = new Date(`${day}T${two(parts[4])}:${two(parts[5])}:${two(parts[6])}${parts[7] ?? '+08:00'}`)
  const real = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || !real.toISOString().startsWith(day) ? null : at.toISOString()
}

/** 分 of an amount in 元 with at most two decimals, thousands commas and ¥ taken off; null when it is none. */
export function fenOf(cell: CellValue | undefined): number | null {
  const value = text(cell).replace(/[,¥\s]/g, '')
  const parts = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(value)
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null
}

/** Whether a purpose speaks of another business, such as a training, and not of dues. */
export const speaksOfOther = (purpose: string | null): boolean => purpose !== null && /培训|会议|报名|服务|资料/.test(purpose) && !/会费|会员费/.test(purpose)

/** Words that rows of sums and the like begin with, above and below the lines. */
const NO_LINE = /^(?:本页|本期|借方|贷方|收入|支出|累计)?(?:合计|总计|小计|累计|总笔数|笔数|总金额)|^(?:期初|期末|上期|本期)?余额|^(?:打印|制表|导出|下载)(?:时间|日期|人)|^以下空白|^第\d{1,5}页|^共\d{1,7}[笔条页]/

type CellOf = (part: Part) => CellValue | undefined

/**
 * Reads the lines below the titles, in the layout of a web bank or of our own template; null when there are no titles. What leaves the account and rows of
 * sums are no lines. Lines that cannot be read are told with their row.
 */
export async function parseStatement(cells: readonly (readonly CellValue[])[], layout: BankLayout | null = bankLayoutOf(cells)): Promise<Statement | null> {
  if (!layout) return null
  const { header, columns, from } = layout
  const statement: Statement = { header, lines: [], problems: [], total: 0 }
  const breathe = breather()
  const seen = new Map<string, number>()
  for (const [i, row] of cells.entries()) {
    await breathe()
    if (i < from || row.every((c) => text(c) === '')) continue
    const cell: CellOf = (part) => row[columns[part]?.[0] ?? -1]
    const read = isNoLine(row, cell, layout.own) ? null : lineOf(i + 1, cell, layout, row, seen)
    if (read === null) continue
    statement.total += 1
    if (typeof read === 'string') statement.problems.push({ row: i + 1, message: read, cells: header.map((_title, at) => text(row[at]) || null) })
    else statement.lines.push(read)
  }
  return statement
}

/** Whether a row says no income: a sum, the head of the next page, or money that leaves. */
function isNoLine(row: readonly CellValue[], cell: CellOf, own: boolean): boolean {
  if (own) return false
  if (timeOf(cell) === null && (NO_LINE.test(text(row.find((c) => text(c) !== ''))) || row.filter((c) => c !== null).some((c) => ['交易时间', '交易日期', '交易日'].includes(text(c))))) return true
  const nothing = (part: Part) => /^[-0.\s]*$/.test(text(cell(part)))
  if (text(cell('income')) === '' && text(cell('amount')) === '' ? !nothing('expense') : nothing('income') && nothing('amount') && !nothing('expense')) return true
  if (/^(?:借|支|付|D$|DR$)/i.test(text(cell('side')))) return true
  return /^-(?!0+(?:\.0+)?$)[¥\d]/.test(text(cell('amount')).replace(/[\s,]/g, ''))
}

/** The instant of a line: of one column, or of a day and a clock in two. */
function timeOf(cell: CellOf): string | null {
  const [day, time] = [cell('day'), cell('time')]
  if (text(day) === '') return tradeTimeOf(time)
  const clock = /^(\d{1,2}):?(\d{2}):?(\d{2})?$/.exec(text(time))
  if (!clock) return tradeTimeOf(time) ?? tradeTimeOf(day)
  const date = tradeTimeOf(typeof day === 'number' || /^\d{5}$/.test(text(day)) ? day : text(day).split(/[ T]/, 1)[0])
  return date && tradeTimeOf(`${dayOf(date)} ${clock[1]}:${clock[2]}:${clock[3] ?? '00'}`)
}

function lineOf(row: number, cell: CellOf, layout: BankLayout, cells: readonly CellValue[], seen: Map<string, number>): StatementLine | string {
  const account = (text(cell('account')) || layout.account || '').replace(/[\s-]/g, '')
  const payerName = text(cell('payer'))
  const given = text(cell('serial'))
  if (!account) return '缺少账号'
  if (!given && !text(cell('balance'))) return '缺少流水号'
  if (!payerName) return '缺少付款户名'
  const parts = [...new Set((layout.columns.purpose ?? []).map((at) => text(cells[at])).filter(Boolean))]
  // Our own template has one column of it, whose length is told; the several of a bank are put together and cut.
  const purpose = parts.length > 1 ? parts.join('；').slice(0, MAX_TEXT.附言) : (parts[0] ?? '')
  for (const [title, value] of [['账号', account], ['流水号', given], ['付款户名', payerName], ['附言', purpose]] as const) if (value.length > MAX_TEXT[title]) return `${title}不能超过 ${MAX_TEXT[title]} 个字`
  const tradeTime = timeOf(cell)
  if (!tradeTime) return '交易时间无法识别，例如 2026-03-05 09:30:00'
  if (Date.parse(tradeTime) > Date.now()) return '交易时间不能晚于现在'
  const problem = problemOfMoneyDay(dayOf(tradeTime))
  if (problem) return `交易时间${problem}`
  const amount = fenOf(text(cell('income')) ? cell('income') : cell('amount'))
  if (amount === null) return '金额须为数字，最多两位小数；支出不导入'
  if (amount === 0) return '金额须大于 0'
  const serialNo = given || serialOf([account, tradeTime, payerName, String(amount), text(cell('balance')).replace(/[,¥\s]/g, ''), purpose], seen)
  return { row, account, serialNo, tradeTime, payerName, amount, purpose: purpose || null }
}

/** A serial of a line that has none, the same whenever the same line is read: its balance tells it from others, and its place among equal ones. */
function serialOf(parts: readonly string[], seen: Map<string, number>): string {
  const key = parts.join('|')
  const nth = (seen.get(key) ?? 0) + 1
  seen.set(key, nth)
  return `N${createHash('sha256').update(`${key}|${nth}`).digest('hex').slice(0, 24)}`
}
