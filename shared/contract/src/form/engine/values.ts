import type { Answer } from './answers'
import { rowsOf } from './answers'
import { add, compare, decimalFrom, decimalOf, decimalText, type Decimal } from './decimal'
import type { Question } from './document'

/** A calendar day in Asia/Shanghai. */
export interface Day {
  readonly day: string
}

/** What an expression computes with. Nothing typed is null: it is no zero and no empty text. */
export type Value = null | boolean | string | Decimal | Day | readonly Value[]

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
export const isDay = (value: Value): value is Day => typeof value === 'object' && value !== null && 'day' in value
export const isDecimal = (value: Value): value is Decimal => typeof value === 'object' && value !== null && 'units' in value
export const isEmpty = (value: Value): boolean => value === null || value === '' || (isList(value) && value.every(isEmpty))

const DAY_MS = 86_400_000
const WRITTEN_DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a day of the calendar. */
export function isCalendarDay(text: string): boolean {
  if (!WRITTEN_DAY.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

export const dayNumber = ({ day }: Day): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)

/** The day with this number; null beyond the years that four digits write. */
export function dayOfNumber(days: number): Day | null {
  const at = new Date(days * DAY_MS)
  const text = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10)
  return isCalendarDay(text) ? { day: text } : null
}

const texts = (list: readonly unknown[]): string[] => list.filter((one): one is string => typeof one === 'string')

/** What an expression reads of an answer; what does not fit the question reads as nothing. */
export function valueOf({ type }: Pick<Question, 'type'>, answer: Answer | undefined): Value {
  if (answer === undefined || answer === null || answer === '') return null
  switch (type) {
    case 'number':
      return typeof answer === 'string' ? decimalOf(answer) : null
    case 'money':
      return typeof answer === 'number' ? decimalFrom(answer, 2) : null
    case 'rating':
      return typeof answer === 'number' ? decimalFrom(answer) : null
    case 'date':
      return typeof answer === 'string' && isCalendarDay(answer) ? { day: answer } : null
    case 'range': {
      if (typeof answer !== 'object' || Array.isArray(answer) || !('from' in answer)) return null
      const days = texts([answer['from'], answer['to']]).filter(isCalendarDay)
      return days.length > 0 ? days.map((day) => ({ day })) : null
    }
    case 'checkbox':
      return Array.isArray(answer) ? texts(answer) : null
    case 'matrix':
      return typeof answer === 'object' && !Array.isArray(answer) ? texts(Object.values(answer).flat()) : null
    case 'repeat':
      return rowsOf(answer).map((row) => row.id)
    case 'file':
    case 'image':
    case 'signature':
      return Array.isArray(answer) ? answer.flatMap((one) => (typeof one === 'object' && 'name' in one ? [one.name] : [])) : null
    default:
      return typeof answer === 'string' || typeof answer === 'boolean' ? answer : null
  }
}

/** The result of a calculation as it is stored: numbers as decimal texts, days as texts. */
export function answerOf(value: Value): Answer | undefined {
  if (value === null) return undefined
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (isDay(value)) return value.day
  if (isDecimal(value)) return decimalText(value)
  return value.flatMap((one) => (one === null ? [] : [String(answerOf(one))]))
}

/** The value as a number: of a text what it writes, of yes one; null for all else. */
export function numberOf(value: Value): Decimal | null {
  if (isDecimal(value)) return value
  if (typeof value === 'string') return decimalOf(value.trim())
  if (typeof value === 'boolean') return decimalFrom(value ? 1 : 0)
  return isList(value) && value.length === 1 ? numberOf(value[0] ?? null) : null
}

/** Less, equal or more; null where the two cannot be compared, as nothing with a number. */
export function order(a: Value, b: Value): number | null {
  if (isEmpty(a) || isEmpty(b)) return null
  if (isDay(a) || isDay(b)) {
    const [x, y] = [dayText(a), dayText(b)]
    return x === null || y === null ? null : x < y ? -1 : x > y ? 1 : 0
  }
  if (isDecimal(a) || isDecimal(b)) {
    const [x, y] = [numberOf(a), numberOf(b)]
    return x === null || y === null ? null : compare(x, y)
  }
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return null
}

const dayText = (value: Value): string | null =>
  isDay(value) ? value.day : typeof value === 'string' && isCalendarDay(value) ? value : null

/** Whether two values are the same; nothing equals nothing, and a list of one what is in it. */
export function same(a: Value, b: Value): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (isList(a) && isList(b)) return a.length === b.length && a.every((one, i) => same(one, b[i] ?? null))
  if (isList(a)) return a.length === 1 && same(a[0] ?? null, b)
  if (isList(b)) return same(b, a)
  if (typeof a === 'boolean' || typeof b === 'boolean') return a === b
  return order(a, b) === 0
}

/** All values of a list and of the lists in it, without what is empty. */
export function filledOf(values: readonly Value[]): Value[] {
  return values.flatMap((value): Value[] => (isList(value) ? filledOf(value) : isEmpty(value) ? [] : [value]))
}

/** The sum; null when it is too large for a form. */
export function total(numbers: readonly Decimal[]): Decimal | null {
  let sum: Decimal | null = decimalFrom(0)
  for (const one of numbers) sum = sum && add(sum, one)
  return sum
}
