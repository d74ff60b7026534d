import type { Answer } from '@assoc/contract/form/engine/answers'
import { decimalFrom, decimalOf, decimalText, multiply } from '@assoc/contract/form/engine/decimal'
import { answerText, moneyText } from '@assoc/contract/form/engine/display'
import type { Option, Question } from '@assoc/contract/form/engine/document'
import { isCalendarDay } from '@assoc/contract/form/engine/values'
import type { CellValue } from '../../../platform/excel/limits'

// Answers as cells of a sheet that people fill in, and cells as answers. What a cell holds that is no answer to its question comes back as a
// sentence; what the question allows of it, the engine says afterwards.

export interface WrittenCell {
  value: CellValue
  day?: true
  format?: string
}
export interface ReadCell {
  answer?: Answer
  /** What is written beside 其他. */
  other?: string
  fault?: string
}

/** Digits that a number of a sheet keeps. */
const DIGITS = 15
const numeral = (text: string): CellValue => (text.length <= DIGITS && decimalOf(text) ? Number(text) : text)
const zeros = (decimals: number | undefined): string | undefined => (decimals === undefined ? undefined : decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`)
const labelOf = (options: readonly Option[] | undefined, value: string): string => options?.find((one) => one.value === value)?.label ?? value

/** An answer as a cell. */
export function cellOf(question: Question, answer: Answer | undefined, { other = '', item }: { other?: string; item?: string } = {}): WrittenCell {
  const { type, options, unit, decimals } = question
  if (answer === undefined || answer === null || answer === '') return { value: null, ...formatted(question) }
  if (item !== undefined) {
    const chosen = typeof answer === 'object' && !Array.isArray(answer) ? (answer as Record<string, string | string[]>)[item] : undefined
    return { value: chosen === undefined ? null : [chosen].flat().map((one) => labelOf(options, one)).join('、') }
  }
  if (type === 'money' && typeof answer === 'number') return { value: numeral(moneyText(answer, unit)), format: '#,##0.00' }
  if ((type === 'number' || type === 'calc') && typeof answer === 'string' && decimalOf(answer)) return { value: numeral(answer), ...(zeros(decimals) ? { format: zeros(decimals) as string } : {}) }
  if (type === 'rating' && typeof answer === 'number') return { value: answer }
  if (type === 'date' && typeof answer === 'string' && isCalendarDay(answer)) return { value: answer, day: true }
  return { value: answerText(question, answer, other), ...formatted(question) }
}

/** How an empty cell is formatted for what will be typed in it: text that looks like a number stays a text. */
function formatted({ type, decimals }: Question): { format?: string } {
  if (type === 'date') return { format: 'yyyy-mm-dd' }
  if (type === 'money') return { format: '#,##0.00' }
  if (type === 'number') return zeros(decimals) ? { format: zeros(decimals) as string } : {}
  return { format: '@' }
}

/** Labels of the options that a cell offers; undefined where it is no choice of one. */
export function listOf({ type, options, multiple }: Question): string[] | undefined {
  const one = type === 'radio' || type === 'select' || (type === 'matrix' && !multiple)
  return one ? options?.filter(({ retired }) => !retired).map(({ label }) => label) : undefined
}

const textOf = (cell: CellValue): string => (typeof cell === 'number' ? (decimalOf(String(cell)) ? String(cell) : cell.toFixed(8)) : typeof cell === 'boolean' ? (cell ? '是' : '否') : (cell ?? '')).trim()

/** A cell as the answer to its question; neither answer nor fault where it is empty. */
export function answerOfCell(question: Question, cell: CellValue): ReadCell {
  const text = textOf(cell)
  if (text === '') return {}
  switch (question.type) {
    case 'number': {
      const number = decimalOf(narrow(text))
      return number ? { answer: decimalText(number) } : { fault: '须为数字' }
    }
    case 'money':
      return moneyOf(question, text)
    case 'rating': {
      const number = Number(narrow(text))
      return Number.isInteger(number) ? { answer: number } : { fault: '须为整数' }
    }
    case 'date': {
      const day = dayOf(text)
      return day ? { answer: day } : { fault: '须为日期，例如 2026-01-31' }
    }
    case 'range': {
      const parts = text.split(/[至~～]/)
      const [from, to] = parts.map((part) => dayOf(part.trim()))
      return parts.length === 2 && from && to ? { answer: { from, to } } : { fault: '须为起止日期，例如 2026-01-01 至 2026-01-31' }
    }
    case 'radio':
    case 'select':
      return chosen(question, text)
    case 'checkbox':
    case 'matrix':
      return several(question, text)
    default:
      return { answer: text }
  }
}

/** Numbers as people type them: separators of thousands, and what a Chinese keyboard makes. */
const narrow = (text: string): string =>
  text
    .replaceAll(/[,，\s¥￥]/g, '')
    .replace('。', '.')
    .replace('－', '-')

function moneyOf({ unit }: Question, text: string): ReadCell {
  const amount = decimalOf(narrow(text))
  const fen = amount && multiply(amount, decimalFrom(unit === 'wan' ? 1_000_000 : 100))
  if (!fen) return { fault: '须为金额' }
  const whole = Number(decimalText(fen))
  return Number.isSafeInteger(whole) ? { answer: whole } : { fault: Number.isInteger(whole) ? '金额过大' : '金额最多精确到分' }
}

const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
/** A day as people write it; null where it is none of the calendar. */
export function dayOf(text: string): string | null {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return year !== '' && isCalendarDay(written) ? written : null
}

const NOT_OFFERED = '不在可选项中'
function optionOf({ options = [] }: Question, text: string): { option: Option; other?: string } | undefined {
  const same = options.find(({ label }) => label.trim() === text)
  if (same) return { option: same }
  // 其他（什么）: what is written beside an option that asks for it.
  const open = text.search(/[（(]/)
  const free = open < 0 ? undefined : options.find((one) => one.other && one.label.trim() === text.slice(0, open).trim())
  return free && /[）)]$/.test(text) ? { option: free, other: text.slice(open + 1, -1) } : undefined
}

function chosen(question: Question, text: string): ReadCell {
  const found = optionOf(question, text)
  return found ? { answer: found.option.value, ...(found.other === undefined ? {} : { other: found.other }) } : { fault: NOT_OFFERED }
}

function several(question: Question, text: string): ReadCell {
  // An option may have a comma of its own.
  const whole = optionOf(question, text)
  const found = whole ? [whole] : text.split(/[、,，;；]/).map((part) => part.trim()).filter((part) => part !== '').map((part) => optionOf(question, part))
  if (found.some((one) => one === undefined)) return { fault: NOT_OFFERED }
  const other = found.find((one) => one?.other !== undefined)?.other
  const values = [...new Set(found.map((one) => one?.option.value ?? ''))]
  if (question.type === 'matrix' && !question.multiple) return values.length === 1 ? { answer: values[0] ?? '' } : { fault: '只能选择一项' }
  return { answer: values, ...(other === undefined ? {} : { other }) }
}
