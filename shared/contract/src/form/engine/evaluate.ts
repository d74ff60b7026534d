import {
  add,
  decimalFrom,
  decimalText,
  divide,
  modulo,
  multiply,
  round,
  subtract,
  whole,
  wholeNumber,
  type Decimal,
  DECIMALS,
} from './decimal'
import { LIMITS } from './document'
import type { Expression, Operator, ReadingKind } from './expression'
import {
  dayNumber,
  dayOfNumber,
  filledOf,
  isCalendarDay,
  isDay,
  isDecimal,
  isEmpty,
  isList,
  numberOf,
  order,
  same,
  total,
  type Day,
  type Value,
} from './values'

/** Where an expression stands while it is carried out: how it reads answers, and in which row of a table it is. */
export interface Scope {
  read: (kind: ReadingKind, key: string) => Value
  today: string
  /** Rows of a table question, each as a scope of its own. */
  rows: (key: string) => readonly Scope[]
  /** What people read of an answer: labels of options instead of their values. */
  said: (kind: ReadingKind, key: string) => string
}

/** Thrown when a form computes more than it may; the message is for people. */
export class FormLimit extends Error {}

/** Counts what has been computed, and ends it. An expression over all rows of a table has as many steps as it has nodes and rows. */
export interface Meter {
  left: number
}
export const meter = (steps: number = LIMITS.steps): Meter => ({ left: steps })

const said = (value: Value): string => {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (isDay(value)) return value.day
  if (isDecimal(value)) return decimalText(value)
  return value.map(said).join('、')
}

const dayOf = (value: Value): Day | null =>
  isDay(value)
    ? value
    : typeof value === 'string' && isCalendarDay(value)
      ? { day: value }
      : isList(value) && value.length === 1
        ? dayOf(value[0] ?? null)
        : null
const listOf = (value: Value): readonly Value[] => (isList(value) ? value : isEmpty(value) ? [] : [value])
const small = (value: Value): number | null => {
  const number = numberOf(value)
  return number && wholeNumber(whole(number, false))
}

/** An arithmetic result of two numbers: what is empty counts as nought beside a number, as in a sheet, and nothing of two empty ones. */
function arithmetic(a: Value, b: Value, by: (x: Decimal, y: Decimal) => Decimal | null): Value {
  if (isEmpty(a) && isEmpty(b)) return null
  const x = isEmpty(a) ? decimalFrom(0) : numberOf(a)
  const y = isEmpty(b) ? decimalFrom(0) : numberOf(b)
  return x && y && by(x, y)
}

function plus(a: Value, b: Value, sign: 1 | -1): Value {
  const from = isDay(a) ? a : null
  if (from && isDay(b)) return sign < 0 ? decimalFrom(dayNumber(from) - dayNumber(b)) : null
  if (from) {
    const days = isEmpty(b) ? 0 : small(b)
    return days === null ? null : dayOfNumber(dayNumber(from) + sign * days)
  }
  return arithmetic(a, b, sign > 0 ? add : subtract)
}

function extreme(values: readonly Value[], sign: 1 | -1): Value {
  let best: Value = null
  for (const value of filledOf(values)) {
    const comparable = isDay(value) ? value : numberOf(value)
    if (comparable === null) continue
    const than = best === null ? sign : order(comparable, best)
    if (than !== null && than * sign > 0) best = comparable
  }
  return best
}

const numbers = (values: readonly Value[]): Decimal[] => filledOf(values).flatMap((value) => numberOf(value) ?? [])
const letters = (value: Value): string[] => [...said(value)]

function addMonths(from: Day, months: number): Day | null {
  const [year = 0, month = 1, day = 1] = from.day.split('-').map(Number)
  const target = new Date(Date.UTC(year, month - 1 + months, 1))
  if (Number.isNaN(target.getTime())) return null
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  const text = `${String(target.getUTCFullYear()).padStart(4, '0')}-${String(target.getUTCMonth() + 1).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`
  return isCalendarDay(text) ? { day: text } : null
}

function fullYears(from: Day, to: Day): number {
  const years = Number(to.day.slice(0, 4)) - Number(from.day.slice(0, 4))
  return to.day.slice(5) < from.day.slice(5) ? years - 1 : years
}

const part = (value: Value, from: number, to: number): Value => {
  const day = dayOf(value)
  return day && decimalFrom(Number(day.day.slice(from, to)))
}

const compares =
  (test: (order: number) => boolean) =>
  (a: Value, b: Value): boolean => {
    const found = order(a, b)
    return found !== null && test(found)
  }
const atLeast = compares((found) => found >= 0)
const atMost = compares((found) => found <= 0)

type Plain = Exclude<Operator, 'and' | 'or' | 'if' | 'first' | 'sumRows' | 'countRows' | 'concat'>

/** Operators whose arguments are all computed before them. */
const CARRY_OUT: Record<Plain, (...values: Value[]) => Value> = {
  not: (a = null) => a !== true,
  eq: (a = null, b = null) => same(a, b),
  ne: (a = null, b = null) => !same(a, b),
  gt: (a = null, b = null) => compares((found) => found > 0)(a, b),
  ge: (a = null, b = null) => atLeast(a, b),
  lt: (a = null, b = null) => compares((found) => found < 0)(a, b),
  le: (a = null, b = null) => atMost(a, b),
  between: (a = null, low = null, high = null) => atLeast(a, low) && atMost(a, high),
  in: (a = null, ...list) => list.some((one) => same(a, one)),
  has: (list = null, one = null) => listOf(list).some((value) => same(value, one)),
  hasAny: (list = null, ...some) => some.some((one) => listOf(list).some((value) => same(value, one))),
  hasAll: (list = null, ...all) => all.every((one) => listOf(list).some((value) => same(value, one))),
  empty: (a = null) => isEmpty(a),
  filled: (a = null) => !isEmpty(a),
  add: (a = null, b = null) => plus(a, b, 1),
  sub: (a = null, b = null) => plus(a, b, -1),
  mul: (a = null, b = null) => arithmetic(a, b, multiply),
  div: (a = null, b = null) => arithmetic(a, b, divide),
  mod: (a = null, b = null) => arithmetic(a, b, modulo),
  neg: (a = null) => arithmetic(null, a, subtract),
  abs: (a = null) => {
    const number = numberOf(a)
    return number && number.units < 0n ? subtract(decimalFrom(0), number) : number
  },
  round: (a = null, digits = null) => {
    const number = numberOf(a)
    const to = isEmpty(digits) ? 0 : small(digits)
    return number && to !== null && Math.abs(to) <= DECIMALS ? round(number, to) : null
  },
  floor: (a = null) => {
    const number = numberOf(a)
    return number && whole(number, false)
  },
  ceil: (a = null) => {
    const number = numberOf(a)
    return number && whole(number, true)
  },
  sum: (...values) => total(numbers(values)),
  avg: (...values) => {
    const all = numbers(values)
    const sum = total(all)
    return sum && divide(sum, decimalFrom(all.length))
  },
  min: (...values) => extreme(values, -1),
  max: (...values) => extreme(values, 1),
  count: (...values) => decimalFrom(filledOf(values).length),
  distinct: (list = null) => {
    const all = filledOf([list]).map((value) => (isDecimal(value) ? decimalText(value) : said(value)))
    return new Set(all).size === all.length
  },
  length: (a = null) => decimalFrom(letters(a).length),
  contains: (a = null, b = null) => !isEmpty(b) && said(a).includes(said(b)),
  starts: (a = null, b = null) => !isEmpty(b) && said(a).startsWith(said(b)),
  left: (a = null, n = null) =>
    letters(a)
      .slice(0, Math.max(0, small(n) ?? 0))
      .join('') || null,
  right: (a = null, n = null) => {
    const all = letters(a)
    return all.slice(Math.max(0, all.length - Math.max(0, small(n) ?? 0))).join('') || null
  },
  days: (end = null, start = null) => {
    const [to, from] = [dayOf(end), dayOf(start)]
    return to && from && decimalFrom(dayNumber(to) - dayNumber(from))
  },
  addDays: (day = null, n = null) => {
    const [from, days] = [dayOf(day), small(n)]
    return from && days !== null ? dayOfNumber(dayNumber(from) + days) : null
  },
  addMonths: (day = null, n = null) => {
    const [from, months] = [dayOf(day), small(n)]
    return from && months !== null && Math.abs(months) < 120_000 ? addMonths(from, months) : null
  },
  year: (day = null) => part(day, 0, 4),
  month: (day = null) => part(day, 5, 7),
  day: (day = null) => part(day, 8, 10),
  age: (born = null, on = null) => {
    const [from, to] = [dayOf(born), dayOf(on)]
    return from && to && from.day <= to.day ? decimalFrom(fullYears(from, to)) : null
  },
}

/** The value of an expression. It always ends: trees are bounded, nothing loops but over rows, and every node costs a step of the meter. */
export function evaluate(tree: Expression, scope: Scope, steps: Meter): Value {
  steps.left -= 1
  if (steps.left < 0) throw new FormLimit('表单的公式过于复杂，计算超出上限')
  if (!Array.isArray(tree)) return tree as string | boolean | null
  const [head, ...rest] = tree as [string, ...Expression[]]
  const inner = (one: Expression | undefined): Value => (one === undefined ? null : evaluate(one, scope, steps))
  switch (head) {
    case 'n':
      return numberOf(rest[0] as string)
    case 'd':
      return { day: rest[0] as string }
    case 'today':
      return { day: scope.today }
    case 'q':
    case 'own':
    case 'column':
    case 'rows':
    case 'prev':
    case 'score': {
      const value = scope.read(head, rest[0] as string)
      if (isList(value)) steps.left -= value.length
      return value
    }
    case 'and':
      return rest.every((one) => inner(one) === true)
    case 'or':
      return rest.some((one) => inner(one) === true)
    case 'if':
      return inner(rest[0]) === true ? inner(rest[1]) : inner(rest[2])
    case 'first':
      for (const one of rest) {
        const value = inner(one)
        if (!isEmpty(value)) return value
      }
      return null
    case 'sumRows':
    case 'countRows': {
      const rows = scope.rows((rest[0] as ['rows', string])[1])
      if (head === 'countRows') return decimalFrom(rows.filter((row) => evaluate(rest[1] as Expression, row, steps) === true).length)
      const counted = rest[2] === undefined ? rows : rows.filter((row) => evaluate(rest[2] as Expression, row, steps) === true)
      return total(numbers(counted.map((row) => evaluate(rest[1] as Expression, row, steps))))
    }
    case 'concat':
      return (
        rest
          .map((one) =>
            Array.isArray(one) && (one[0] === 'q' || one[0] === 'own') ? scope.said(one[0], one[1] as string) : said(inner(one)),
          )
          .join('') || null
      )
    default:
      return CARRY_OUT[head as Plain](...rest.map(inner))
  }
}
