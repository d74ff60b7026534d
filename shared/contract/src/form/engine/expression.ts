import { z } from 'zod'
import { decimalOf } from './decimal'

// Conditions and formulas of forms are stored as trees, never as text: nothing has to be parsed where it is carried out, what is no
// known operator cannot be in them, and the list of what an expression reads is a walk.

/** A constant: a text, yes or no, nothing, `['n', '12.5']` a number, `['d', '2026-01-31']` a day. */
export type Constant = string | boolean | null | readonly ['n', string] | readonly ['d', string]

/**
 * What is read: `['q', key]` the answer to a question of the form, `['own', key]` of the same row, `['column', key]` all rows of a column,
 * `['rows', key]` the number of rows of a table, `['prev', key]` the answer of the period before, `['score', key]` the points of an answer,
 * `['today']` the day on which the form is filled in.
 */
export type Reading = readonly ['q' | 'own' | 'column' | 'rows' | 'prev' | 'score', string] | readonly ['today']

export type Expression = Constant | Reading | readonly [Operator, ...Expression[]]

export type Operator = keyof typeof OPERATORS

interface Signature {
  /** What people read in the formula bar; the Excel name where Excel has one. */
  name: string
  least: number
  most: number
}

const op = (name: string, least: number, most = least): Signature => ({ name, least, most })

/** Operators by their stored name. A stored name never changes its meaning: forms that are frozen use it. */
export const OPERATORS = {
  and: op('AND', 1, 50),
  or: op('OR', 1, 50),
  not: op('NOT', 1),
  if: op('IF', 2, 3),
  eq: op('=', 2),
  ne: op('<>', 2),
  gt: op('>', 2),
  ge: op('>=', 2),
  lt: op('<', 2),
  le: op('<=', 2),
  between: op('BETWEEN', 3),
  in: op('IN', 2, 100),
  has: op('HAS', 2),
  hasAny: op('HASANY', 2, 100),
  hasAll: op('HASALL', 2, 100),
  empty: op('ISBLANK', 1),
  filled: op('FILLED', 1),
  first: op('COALESCE', 1, 50),
  add: op('+', 2),
  sub: op('-', 2),
  mul: op('*', 2),
  div: op('/', 2),
  neg: op('NEG', 1),
  mod: op('MOD', 2),
  abs: op('ABS', 1),
  round: op('ROUND', 2),
  floor: op('FLOOR', 1),
  ceil: op('CEILING', 1),
  sum: op('SUM', 1, 100),
  avg: op('AVERAGE', 1, 100),
  min: op('MIN', 1, 100),
  max: op('MAX', 1, 100),
  count: op('COUNTA', 1, 100),
  distinct: op('DISTINCT', 1),
  sumRows: op('SUMROWS', 2, 3),
  countRows: op('COUNTROWS', 2),
  concat: op('CONCAT', 1, 50),
  length: op('LEN', 1),
  contains: op('CONTAINS', 2),
  starts: op('STARTS', 2),
  left: op('LEFT', 2),
  right: op('RIGHT', 2),
  days: op('DAYS', 2),
  addDays: op('ADDDAYS', 2),
  addMonths: op('EDATE', 2),
  year: op('YEAR', 1),
  month: op('MONTH', 1),
  day: op('DAY', 1),
  age: op('AGE', 2),
} satisfies Record<string, Signature>

const READINGS = new Set<unknown>(['q', 'own', 'column', 'rows', 'prev', 'score'])
const KEY = /^[a-z][a-z0-9]{1,23}$/
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Most nodes of an expression, how deep they may stand in each other, and characters of a constant. */
export const EXPRESSION_LIMITS = { nodes: 200, depth: 16, text: 500 } as const

/** Whether a text is the key of a question: random, small letters and digits. A name that every object inherits would be found in any map. */
export const isKey = (text: unknown): text is string => typeof text === 'string' && KEY.test(text) && !(text in Object.prototype)

const isDay = (text: unknown): text is string => typeof text === 'string' && DAY.test(text)

/**
 * What is wrong with a tree that should be an expression, as a sentence; null when nothing is. It walks with a stack of its own, for the
 * tree may come from anybody and be as deep as its sender likes.
 */
export function problemOfExpression(tree: unknown): string | null {
  const waiting: [unknown, number][] = [[tree, 1]]
  let nodes = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, depth] = next
    nodes += 1
    if (nodes > EXPRESSION_LIMITS.nodes) return `条件或公式过长，最多 ${EXPRESSION_LIMITS.nodes} 个成分`
    if (depth > EXPRESSION_LIMITS.depth) return `条件或公式嵌套过深，最多 ${EXPRESSION_LIMITS.depth} 层`
    if (node === null || typeof node === 'boolean') continue
    if (typeof node === 'string') {
      if (node.length > EXPRESSION_LIMITS.text) return `条件或公式中的文字过长，最多 ${EXPRESSION_LIMITS.text} 个字`
      continue
    }
    if (!Array.isArray(node)) return '条件或公式的结构不正确'
    const [head, ...rest] = node as unknown[]
    if (head === 'n' || head === 'd') {
      const right = rest.length === 1 && typeof rest[0] === 'string' && (head === 'n' ? decimalOf(rest[0]) !== null : isDay(rest[0]))
      if (!right) return head === 'n' ? '条件或公式中的数字不正确' : '条件或公式中的日期不正确'
    } else if (head === 'today') {
      if (rest.length > 0) return '条件或公式的结构不正确'
    } else if (READINGS.has(head)) {
      if (rest.length !== 1 || !isKey(rest[0])) return '条件或公式引用的题目不正确'
    } else {
      const signature = typeof head === 'string' && Object.hasOwn(OPERATORS, head) ? OPERATORS[head as Operator] : undefined
      if (!signature) return '条件或公式含有未知的运算'
      if (rest.length < signature.least || rest.length > signature.most) return `运算 ${signature.name} 的参数个数不正确`
      if ((head === 'sumRows' || head === 'countRows') && !(Array.isArray(rest[0]) && rest[0][0] === 'rows'))
        return `运算 ${signature.name} 须指明表格`
      for (const one of rest) waiting.push([one, depth + 1])
    }
  }
  return null
}

/** Schema of an expression: everything that it lets through can be carried out. */
export const expression: z.ZodType<Expression, Expression> = z.unknown().superRefine((tree, context) => {
  const problem = problemOfExpression(tree)
  if (problem) context.addIssue({ code: 'custom', message: problem })
}) as unknown as z.ZodType<Expression, Expression>

export type ReadingKind = Exclude<Reading[0], 'today'>

/** What an expression reads, each once: kind and key. */
export function readsOf(tree: Expression): { kind: ReadingKind; key: string }[] {
  const found = new Map<string, { kind: ReadingKind; key: string }>()
  const walk = (node: Expression): void => {
    if (!Array.isArray(node)) return
    const [head, ...rest] = node as [string, ...Expression[]]
    if (head === 'n' || head === 'd' || head === 'today') return
    if (READINGS.has(head)) found.set(`${head} ${rest[0] as string}`, { kind: head as ReadingKind, key: rest[0] as string })
    else rest.forEach(walk)
  }
  walk(tree)
  return [...found.values()]
}

/** The expression with every key that it reads passed through `rename`; for copies of questions, whose keys are new. */
export function withKeys(tree: Expression, rename: (key: string) => string): Expression {
  if (!Array.isArray(tree)) return tree
  const [head, ...rest] = tree as [string, ...Expression[]]
  if (head === 'n' || head === 'd' || head === 'today') return tree
  if (READINGS.has(head)) return [head, rename(rest[0] as string)] as unknown as Expression
  return [head, ...rest.map((one) => withKeys(one, rename))] as unknown as Expression
}
