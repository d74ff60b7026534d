import { boardOfStockCode } from '@assoc/contract/rules/identifiers'
import type { CellValue } from '../../../platform/excel/excel'
import { breather } from '../../../platform/turns'
import { cleanShortName } from '../company/fields'
import type { Layout, ListColumn } from './headers'

/** A row of the file, cleaned; `errors` says what cannot be read. */
export interface ParsedRow {
  /** As the spreadsheet counts, from 1. */
  rowNo: number
  cells: CellValue[]
  boardText: string | null
  stockCode: string | null
  shortName: string | null
  companyName: string | null
  listDate: string | null
  /** Shares, as whole digits. */
  totalShares: string | null
  industryText: string | null
  /** Industry by Shenwan; no exchange says it, staff may add the column. */
  swText: string | null
  errors: string[]
  /** Somebody said to leave the row out. */
  skipped?: boolean
  /** Somebody said which company the row means. */
  chosenId?: string | null
}

const WRONG_CODE = '证券代码须为 6 位且与板块一致'

/** Characters of a cell that are looked at, more than any column keeps. */
const LOOKED_AT = 500

const text = (cell: CellValue | undefined): string | null => {
  const value = String(cell ?? '')
    .slice(0, LOOKED_AT)
    .normalize('NFKC')
    .trim()
  return value === '' || /^[-—]+$/.test(value) ? null : value
}

/** A code as six digits: `.0` of a number cell and an exchange's suffix taken off, lost zeros put back. */
export function cleanCode(cell: CellValue | undefined): string | null {
  const value = text(cell)
    ?.replace(/\s+/g, '')
    .replace(/\.(0+|SH|SZ|BJ)$/i, '')
  if (!value) return null
  return /^\d{1,6}$/.test(value) ? value.padStart(6, '0') : value.slice(0, 20)
}

/** A short name as the register keeps it, without the N or C that marks the first days of a listing. */
export function cleanListName(cell: CellValue | undefined): string | null {
  const value = text(cell)
  return value ? cleanShortName(value).replace(/^[NC](?=\p{Script=Han})/u, '') : null
}

/** Day 0 of spreadsheets, so that day 60 and later are right. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** A date in any of the three forms that exchanges write, or as a spreadsheet's day number; undefined when it is none. */
export function cleanDate(cell: CellValue | undefined): string | null | undefined {
  const value = text(cell)
  if (!value) return null
  const parts = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[ T].*)?$/.exec(value)
  const serial = /^\d{5}(\.0+)?$/.test(value) ? new Date(DAY_ZERO + Number(value) * 86_400_000) : null
  if (serial) return serial.toISOString().slice(0, 10)
  if (!parts || (/^\d+$/.test(value) && value.length !== 8)) return undefined
  const date = `${parts[1]}-${String(parts[2]).padStart(2, '0')}-${String(parts[3]).padStart(2, '0')}`
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) ? date : undefined
}

/** Shares as whole digits; thousands commas taken off. Undefined when it is no such number. */
export function cleanShares(cell: CellValue | undefined, unit: 1 | 10_000): string | null | undefined {
  const value = text(cell)?.replace(/[,\s]/g, '')
  if (!value) return null
  const parts = /^(\d{1,15})(?:\.(\d{1,8}))?$/.exec(value)
  if (!parts) return undefined
  const fraction = (parts[2] ?? '').padEnd(4, '0')
  const shares = unit === 1 ? parts[1] : `${parts[1]}${fraction.slice(0, 4)}`
  const digits = (shares ?? '').replace(/^0+(?=\d)/, '')
  return digits.length <= 15 ? digits : undefined
}

/** Section and division of the industry at the front of a text such as `J 金融业` or `C39`; null when there is none. */
export const industryOf = (value: string | null): string | null => /^([A-S](?:\d{2})?)(?![A-Za-z\d])/.exec(value ?? '')?.[1] ?? null

/** Six digits at the front of a text such as `270000 电子`; null when there are none. */
export const swIndustryOf = (value: string | null): string | null => /^(\d{6})(?!\d)/.exec(value ?? '')?.[1] ?? null

const BOARD_WORDS: readonly [word: string, boards: readonly string[]][] = [
  ['创业板', ['chiNext']],
  ['科创板', ['star']],
  ['北', ['bse']],
  ['主板', ['shMain', 'szMain']],
]

const fitsBoard = (code: string, boardText: string | null): boolean => {
  const board = boardOfStockCode(code)
  const known = BOARD_WORDS.find(([word]) => boardText?.includes(word))
  return board === undefined || !known || known[1].includes(board)
}

/** Codes from before 2025-10-09, under which a company of the Beijing exchange may still be listed. */
export const isFormerCode = (code: string): boolean => /^[48]\d{5}$/.test(code)

/** Reads the rows below the titles. Codes that stand twice in the file are wrong everywhere: nothing says which is right. */
export async function parseRows(rows: readonly (readonly CellValue[])[], layout: Layout, today: string): Promise<ParsedRow[]> {
  const parsed: ParsedRow[] = []
  const breathe = breather()
  for (let i = layout.headerAt + 1; i < rows.length; i++) {
    await breathe()
    const cells = rows[i] ?? []
    if (cells.every((c) => text(c) === null)) continue
    parsed.push(parseRow(cells, i + 1, layout, today))
  }
  const first = new Map<string, ParsedRow>()
  for (const row of parsed) {
    if (!row.stockCode) continue
    const twin = first.get(row.stockCode)
    if (!twin) first.set(row.stockCode, row)
    else {
      row.errors.push(`证券代码与第 ${twin.rowNo} 行重复`)
      if (!twin.errors.some((e) => e.includes('重复'))) twin.errors.push(`证券代码与第 ${row.rowNo} 行重复`)
    }
  }
  return parsed
}

function parseRow(cells: readonly CellValue[], rowNo: number, layout: Layout, today: string): ParsedRow {
  const cell = (column: ListColumn) => {
    const index = layout.columns[column]
    return index === undefined ? undefined : cells[index]
  }
  const errors: string[] = []
  const boardText = text(cell('boardText'))?.slice(0, 20) ?? null
  const stockCode = cleanCode(cell('stockCode'))
  const shortName = cleanListName(cell('shortName'))
  const listDate = cleanDate(cell('listDate'))
  const totalShares = cleanShares(cell('totalShares'), layout.sharesUnit)
  const known = stockCode !== null && (boardOfStockCode(stockCode) !== undefined || isFormerCode(stockCode))
  if (!stockCode) errors.push('缺少证券代码')
  else if (!known || !fitsBoard(stockCode, boardText)) errors.push(WRONG_CODE)
  if (!shortName) errors.push('缺少证券简称')
  else if ([...shortName].length > 32) errors.push('证券简称不能超过 32 个字')
  if (listDate === undefined) errors.push('上市日期无法识别')
  else if (listDate && listDate > today) errors.push('上市日期不能晚于今天')
  if (totalShares === undefined) errors.push('总股本须为数字')
  return {
    rowNo,
    cells: [...cells],
    boardText,
    stockCode,
    shortName: shortName?.slice(0, 60) ?? null,
    companyName: text(cell('companyName'))?.replace(/\(/g, '（').replace(/\)/g, '）').slice(0, 100) ?? null,
    listDate: listDate ?? null,
    totalShares: totalShares ?? null,
    industryText: text(cell('industryText'))?.slice(0, 50) ?? null,
    swText: text(cell('swText'))?.slice(0, 50) ?? null,
    errors,
  }
}
