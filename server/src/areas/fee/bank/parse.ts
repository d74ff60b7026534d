import { dayOf, instantOf, problemOfMoneyDay } from '@assoc/contract/core/day'
import type { CellValue } from '../../../platform/excel/excel'
import { breather } from '../../../platform/turns'

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

export const TITLES = ['账号', '流水号', '交易时间', '付款户名', '金额', '附言'] as const
type Title = (typeof TITLES)[number]

const MAX_TEXT = { 账号: 40, 流水号: 40, 付款户名: 100, 附言: 200 } as const
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** Characters of a cell that are looked at: more than any may have, so that one that is too long still is. */
const LOOKED_AT = 500
/** Rows above the titles that a file may have. */
const TITLE_ROWS = 50

const text = (cell: CellValue | undefined): string => String(cell ?? '').slice(0, LOOKED_AT).normalize('NFKC').trim()

/** The instant of a cell: `2026-03-05 09:30:12` meant in Asia/Shanghai, with `/`, without time, or a spreadsheet's day number; null when it is none. */
export function tradeTimeOf(cell: CellValue | undefined): string | null {
  const value = text(cell)
  if (/^\d{5}(\.\d+)?$/.test(value)) return instantOf(new Date(Math.round((DAY_ZERO + Number(value) * 86_400_000) / 1000) * 1000).toISOString().slice(0, 19))
  const parts = /^(\d{4})[-/年]?(\d{1,2})[-/月]?(\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(value)
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

/** Reads the lines below the row of titles; null when there are no titles. Lines that cannot be read are told with their row. */
export async function parseStatement(cells: readonly (readonly CellValue[])[]): Promise<Statement | null> {
  const headAt = cells.slice(0, TITLE_ROWS).findIndex((row) => TITLES.slice(0, 5).every((title) => row.some((c) => titleOf(c) === title)))
  if (headAt < 0) return null
  const at = new Map((cells[headAt] ?? []).map((cell, i) => [titleOf(cell), i]))
  const header = (cells[headAt] ?? []).map((cell) => text(cell))
  const statement: Statement = { header, lines: [], problems: [], total: 0 }
  const breathe = breather()
  for (const [i, row] of cells.entries()) {
    await breathe()
    if (i <= headAt || row.every((c) => text(c) === '')) continue
    statement.total += 1
    const cell = (title: Title) => row[at.get(title) ?? -1]
    const read = lineOf(i + 1, cell)
    if (typeof read === 'string') statement.problems.push({ row: i + 1, message: read, cells: header.map((_title, at) => text(row[at]) || null) })
    else statement.lines.push(read)
  }
  return statement
}

const titleOf = (cell: CellValue): string => (text(cell).split('(', 1)[0] ?? '').replace(/\s/g, '')

function lineOf(row: number, cell: (title: Title) => CellValue | undefined): StatementLine | string {
  for (const title of ['账号', '流水号', '付款户名'] as const) if (!text(cell(title))) return `缺少${title}`
  for (const [title, max] of Object.entries(MAX_TEXT)) if (text(cell(title as Title)).length > max) return `${title}不能超过 ${max} 个字`
  const tradeTime = tradeTimeOf(cell('交易时间'))
  if (!tradeTime) return '交易时间无法识别，例如 2026-03-05 09:30:00'
  if (Date.parse(tradeTime) > Date.now()) return '交易时间不能晚于现在'
  const problem = problemOfMoneyDay(dayOf(tradeTime))
  if (problem) return `交易时间${problem}`
  const amount = fenOf(cell('金额'))
  if (amount === null) return '金额须为数字，最多两位小数；支出不导入'
  if (amount === 0) return '金额须大于 0'
  return {
    row,
    account: text(cell('账号')).replace(/\s/g, ''),
    serialNo: text(cell('流水号')),
    tradeTime,
    payerName: text(cell('付款户名')),
    amount,
    purpose: text(cell('附言')) || null,
  }
}
