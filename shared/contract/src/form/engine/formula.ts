import { decimalOf } from './decimal'
import type { FormDoc } from './document'
import { OPERATORS, problemOfExpression, type Expression, type Operator } from './expression'

// Formulas as people type them, in the manner of Excel: `=IF([income]>0, ROUND([profit]/[income]*100, 2), 0)`. Questions are named by
// their codes: `[code]` of the form, `[@code]` of the same row, `[table.code]` a whole column. Text and tree are two views of one thing.

/** Longest formula that is read. */
const LENGTH = 4000

/** Wrong formula: where, counted in characters from 0, and a sentence. */
export interface FormulaProblem {
  at: number
  message: string
}

interface Token {
  kind: 'number' | 'text' | 'day' | 'name' | 'reference' | 'sign' | 'end'
  text: string
  at: number
}

class Wrong extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message)
  }
}

// What a Chinese keyboard types in their place.
const NARROW: Record<string, string> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '＝': '=',
  '＞': '>',
  '＜': '<',
  '＋': '+',
  '－': '-',
  '＊': '*',
  '／': '/',
  '≥': '>=',
  '≤': '<=',
  '≠': '<>',
  '×': '*',
  '÷': '/',
  '【': '[',
  '】': ']',
  '＆': '&',
}
const SIGNS = ['>=', '<=', '<>', '=', '>', '<', '+', '-', '*', '/', '&', '(', ')', ',']
const QUOTES: Record<string, string> = { '"': '"', '“': '”', '「': '」' }
const NUMBER = /^(?:\d{1,30}(?:\.\d{0,20})?|\.\d{1,20})/
const NAME = /^[A-Za-z][A-Za-z0-9]{0,31}/
const DAY = /^#(\d{4}-\d{2}-\d{2})#/
const REFERENCE = /^\[(@?[A-Za-z_][A-Za-z0-9_]{0,31}(?:\.[A-Za-z_][A-Za-z0-9_]{0,31})?)\]/

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let i = 0
  while (i < source.length) {
    const sign = source[i] ?? ''
    const at = i
    if (sign.trim() === '') {
      i += 1
      continue
    }
    const end = QUOTES[sign]
    if (end !== undefined) {
      const [text, next] = quoted(source, i, end)
      tokens.push({ kind: 'text', text, at })
      i = next
      continue
    }
    const close = sign === '【' || sign === '[' ? source.slice(i, i + 80).search(/[\]】]/) : -1
    const rest = close > 0 ? `[${source.slice(i + 1, i + close)}]` : (NARROW[sign] ?? '') + source.slice(i + (NARROW[sign] ? 1 : 0), i + 80)
    const read = (kind: Token['kind'], found: RegExpExecArray | null): boolean => {
      if (!found) return false
      tokens.push({ kind, text: found[1] ?? found[0], at })
      i += found[0].length
      return true
    }
    if (
      read('number', NUMBER.exec(rest)) ||
      read('name', NAME.exec(rest)) ||
      read('day', DAY.exec(rest)) ||
      read('reference', REFERENCE.exec(rest))
    )
      continue
    const found = SIGNS.find((one) => rest.startsWith(one))
    if (!found) throw new Wrong(at, sign === '[' || sign === '【' ? '题目的列名写得不完整' : `不认识“${sign}”`)
    tokens.push({ kind: 'sign', text: found, at })
    i += NARROW[sign] ? 1 + (found.length - (NARROW[sign]?.length ?? 1)) : found.length
  }
  tokens.push({ kind: 'end', text: '', at: source.length })
  return tokens
}

/** The text in quotes that begins at `from`, a doubled quote in it being one, and where it ends. */
function quoted(source: string, from: number, end: string): [string, number] {
  let text = ''
  for (let i = from + 1; i < source.length; i += 1) {
    if (source[i] !== end) text += source[i]
    else if (source[i + 1] === end) {
      text += end
      i += 1
    } else return [text, i + 1]
  }
  throw new Wrong(from, '文字的引号没有结束')
}

/** Binary operators by how firmly they bind. */
const BINARY: Record<string, { operator: Operator; level: number }> = {
  '=': { operator: 'eq', level: 1 },
  '<>': { operator: 'ne', level: 1 },
  '>': { operator: 'gt', level: 1 },
  '>=': { operator: 'ge', level: 1 },
  '<': { operator: 'lt', level: 1 },
  '<=': { operator: 'le', level: 1 },
  '&': { operator: 'concat', level: 2 },
  '+': { operator: 'add', level: 3 },
  '-': { operator: 'sub', level: 3 },
  '*': { operator: 'mul', level: 4 },
  '/': { operator: 'div', level: 4 },
}
const UNARY = 5
const FUNCTIONS = new Map(
  Object.entries(OPERATORS).flatMap(([operator, { name }]) =>
    NAME.test(name) && operator !== 'neg' ? [[name, operator as Operator] as const] : [],
  ),
)
const READ_BY = new Map([
  ['ROWS', 'rows'],
  ['PREV', 'prev'],
  ['SCORE', 'score'],
] as const)
/** Most that brackets and functions of a typed formula stand in each other: the parser calls itself. */
const DEPTH = 40

/** The tree that a formula writes, with or without `=` before it; the problem where it is none. */
export function parseFormula(source: string, doc: FormDoc): { tree: Expression } | { problem: FormulaProblem } {
  const wrong = (at: number, message: string) => ({ problem: { at, message } })
  if (source.length > LENGTH) return wrong(LENGTH, `公式不能超过 ${LENGTH} 个字`)
  const start = source.length - source.trimStart().length
  const begin = source[start] === '=' || source[start] === '＝' ? start + 1 : start
  try {
    const tree = treeOf(tokensOf(`${' '.repeat(begin)}${source.slice(begin)}`), keysOf(doc))
    const problem = problemOfExpression(tree)
    return problem ? wrong(begin, problem) : { tree }
  } catch (error) {
    if (error instanceof Wrong) return wrong(error.at, error.message)
    throw error
  }
}

interface Names {
  key: (code: string) => string | undefined
  doc: FormDoc
}

function keysOf(doc: FormDoc): Names {
  const byCode = new Map(Object.entries(doc.questions).map(([key, { code }]) => [code.toLowerCase(), key]))
  return { key: (code) => byCode.get(code.toLowerCase()), doc }
}

function treeOf(tokens: Token[], names: Names): Expression {
  let i = 0
  const now = (): Token => tokens[i] ?? { kind: 'end', text: '', at: 0 }
  const take = (): Token => {
    const token = now()
    i += 1
    return token
  }
  const want = (sign: string) => {
    const token = take()
    if (token.kind !== 'sign' || token.text !== sign)
      throw new Wrong(token.at, token.kind === 'end' ? `公式没有写完，缺少“${sign}”` : `此处应为“${sign}”`)
  }

  function expression(level: number, depth: number): Expression {
    if (depth > DEPTH) throw new Wrong(now().at, '公式嵌套过深')
    let left = unary(depth)
    for (;;) {
      const { kind, text, at } = now()
      const binary = kind === 'sign' ? BINARY[text] : undefined
      if (!binary || binary.level < level) return left
      take()
      const right = expression(binary.level + 1, depth + 1)
      left = [binary.operator, left, right] as unknown as Expression
      if (binary.level === 1 && now().kind === 'sign' && BINARY[now().text]?.level === 1)
        throw new Wrong(at, '一次只能比较两个值，请用 AND 连接')
    }
  }

  function unary(depth: number): Expression {
    if (depth > DEPTH) throw new Wrong(now().at, '公式嵌套过深')
    const { kind, text } = now()
    if (kind !== 'sign' || (text !== '-' && text !== '+')) return primary(depth)
    take()
    if (text === '+') return unary(depth + 1)
    if (now().kind === 'number') return ['n', `-${take().text}`]
    return ['neg', unary(depth + 1)] as unknown as Expression
  }

  function primary(depth: number): Expression {
    const token = take()
    switch (token.kind) {
      case 'number':
        return ['n', token.text]
      case 'text':
        return token.text
      case 'day':
        return ['d', token.text]
      case 'reference':
        return reference(token)
      case 'name':
        return named(token, depth)
      default:
    }
    if (token.kind === 'sign' && token.text === '(') {
      const inner = expression(1, depth + 1)
      want(')')
      return inner
    }
    throw new Wrong(token.at, token.kind === 'end' ? '公式没有写完' : `此处不能是“${token.text}”`)
  }

  function reference({ text, at }: Token): Expression {
    const own = text.startsWith('@')
    const [first = '', second] = (own ? text.slice(1) : text).split('.')
    const key = names.key(second ?? first)
    const question = key === undefined ? undefined : names.doc.questions[key]
    if (key === undefined || !question) throw new Wrong(at, `没有列名为“${second ?? first}”的题目`)
    if (second !== undefined && question.in !== names.key(first)) throw new Wrong(at, `“${second}”不是表格“${first}”的列`)
    return [second !== undefined ? 'column' : own ? 'own' : 'q', key]
  }

  function named({ text, at }: Token, depth: number): Expression {
    const name = text.toUpperCase()
    if (now().kind !== 'sign' || now().text !== '(') {
      if (name === 'TRUE' || name === 'FALSE') return name === 'TRUE'
      if (name === 'EMPTY') return null
      throw new Wrong(at, `不认识“${text}”，题目请写成 [${text}]`)
    }
    take()
    const reads = READ_BY.get(name as 'ROWS')
    if (reads) {
      const token = take()
      if (token.kind !== 'reference') throw new Wrong(token.at, `${name} 的括号里应为题目，如 [列名]`)
      const [, key] = reference(token) as [string, string]
      want(')')
      return [reads, key]
    }
    if (name === 'TODAY') {
      want(')')
      return ['today']
    }
    const operator = FUNCTIONS.get(name)
    if (!operator) throw new Wrong(at, `没有函数“${text}”`)
    const values: Expression[] = []
    while (now().kind !== 'sign' || now().text !== ')') {
      if (values.length > 0) want(',')
      values.push(expression(1, depth + 1))
    }
    take()
    const { least, most } = OPERATORS[operator]
    if (values.length < least || values.length > most)
      throw new Wrong(at, `${name} 应有 ${least === most ? least : `${least} 至 ${most}`} 个参数，现有 ${values.length} 个`)
    return [operator, ...values] as unknown as Expression
  }

  const tree = expression(1, 1)
  if (now().kind !== 'end') throw new Wrong(now().at, `此处不能是“${now().text}”`)
  return tree
}

const SIGN_OF = new Map<Operator, { sign: string; level: number }>(
  Object.entries(BINARY).flatMap(([sign, { operator, level }]) => (operator === 'concat' ? [] : [[operator, { sign, level }] as const])),
)

/** The formula that a tree writes, without `=`; it is read again as the same tree. What refers to a question that is gone is shown as `[?]`. */
export function formulaText(tree: Expression, doc: FormDoc): string {
  const code = (key: string): string => doc.questions[key]?.code ?? '?'
  const constant = (head: string, value: string): string => (head === 'd' ? `#${value}#` : decimalOf(value) ? value : '0')
  const write = (node: Expression, level: number): string => {
    if (node === null) return 'EMPTY'
    if (typeof node === 'boolean') return node ? 'TRUE' : 'FALSE'
    if (typeof node === 'string') return `"${node.replaceAll('"', '""')}"`
    const [head, ...rest] = node as [string, ...Expression[]]
    const key = rest[0] as string
    switch (head) {
      case 'n':
      case 'd':
        return constant(head, key)
      case 'today':
        return 'TODAY()'
      case 'q':
        return `[${code(key)}]`
      case 'own':
        return `[@${code(key)}]`
      case 'column':
        return `[${code(doc.questions[key]?.in ?? '')}.${code(key)}]`
      case 'rows':
      case 'prev':
      case 'score':
        return `${head.toUpperCase()}([${code(key)}])`
      case 'neg':
        // Before a number the sign would be read as a part of it.
        return Array.isArray(rest[0]) && (rest[0][0] === 'n' || rest[0][0] === 'neg')
          ? `-(${write(rest[0] as Expression, 1)})`
          : `-${write(rest[0] as Expression, UNARY)}`
      default:
    }
    const binary = SIGN_OF.get(head as Operator)
    if (!binary) return `${OPERATORS[head as Operator].name}(${rest.map((one) => write(one, 1)).join(', ')})`
    const [left, right] = rest as [Expression, Expression]
    const inner = `${write(left, binary.level === 1 ? 2 : binary.level)}${binary.sign}${write(right, binary.level + 1)}`
    return binary.level < level ? `(${inner})` : inner
  }
  return write(tree, 1)
}
