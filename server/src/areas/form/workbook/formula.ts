import { FORMAT, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import type { Expression } from '@assoc/contract/form/engine/expression'
import { parseFormula } from '@assoc/contract/form/engine/formula'
import { cellName, rangeOf } from '../../../platform/excel/layout'
import type { CellValue } from '../../../platform/excel/limits'

// Formulas of a sheet as those of a form. Cells become questions by their names, ranges the list of what stands in them; the engine's own
// parser reads what comes of it, so nothing is taken that a form cannot compute.

/** What a formula finds in a cell: a field by its id, a fixed value, or nothing. */
export interface Referred {
  field?: { id: string; percent: boolean }
  value?: CellValue
}
export type Look = (row: number, column: number) => Referred

const TOKEN = /"(?:[^"]|"")*"|'[^']*'!|[^\s"'!(),;:+\-*/^&=<>%{}[\]]+!|\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?(?![A-Za-z0-9_(.])|\d+(?:\.\d+)?%?|[A-Za-z_][A-Za-z0-9_.]*|<=|>=|<>|\s+|./gy
const NAMES: Record<string, string> = { CONCATENATE: 'CONCAT', IFERROR: 'COALESCE', INT: 'FLOOR' }
/** Functions whose name is the same here and whose meaning is another. */
const OTHERWISE = new Set(['FLOOR', 'CEILING', 'BETWEEN', 'IN', 'HAS', 'COUNTROWS', 'SUMROWS', 'CONTAINS', 'STARTS', 'FILLED', 'COALESCE', 'DISTINCT', 'ADDDAYS', 'AGE', 'NEG', 'ROWS', 'PREV', 'SCORE'])
const LONGEST = 4000
const CELLS_OF_RANGE = 100

class Unread extends Error {}

/** A document in which every field is a question of its own name, for the parser. */
export function namesDocument(ids: Iterable<string>): FormDoc {
  const questions: Record<string, Question> = {}
  for (const id of ids) questions[id] = { type: 'number', code: id, label: id }
  return { format: FORMAT, title: '-', pages: [], blocks: {}, questions }
}

/** The tree of a formula, or why there is none. */
export function translated(formula: string, look: Look, names: FormDoc): { tree: Expression } | { why: string } {
  if (formula.length > LONGEST) return { why: `公式超过 ${LONGEST} 个字` }
  try {
    const read = parseFormula(written(formula.replace(/^=/, ''), look), names)
    return 'tree' in read ? read : { why: `公式不能转换：${read.problem.message}` }
  } catch (error) {
    if (error instanceof Unread) return { why: `公式不能转换：${error.message}` }
    throw error
  }
}

function written(formula: string, look: Look): string {
  let text = ''
  for (const [token] of formula.matchAll(TOKEN)) text += oneOf(token, look)
  return text
}

function oneOf(token: string, look: Look): string {
  if (token.startsWith('"')) return token
  if (token.endsWith('!')) throw new Unread('引用了其他工作表')
  const range = /\d$/.test(token) ? rangeOf(token) : undefined
  if (range && /[A-Z]/.test(token)) return token.includes(':') ? listed(range, look) : single(look(range.top, range.left))
  if (/^\d.*%$/.test(token)) return `(${token.slice(0, -1)}/100)`
  if (/^[A-Za-z_]/.test(token)) {
    const name = token.replace(/^_xlfn\./i, '').toUpperCase()
    if (OTHERWISE.has(name)) throw new Unread(`不支持函数 ${name}`)
    return NAMES[name] ?? name
  }
  if (token === '^') throw new Unread('不支持乘方')
  if (token === '%') throw new Unread('不支持此处的百分号')
  if (token === ';' || token === ':' || token === '{' || token === '[') throw new Unread(`不支持“${token}”`)
  return token
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const named = ({ id, percent }: { id: string; percent: boolean }): string => (percent ? `([${id}]/100)` : `[${id}]`)

function single({ field, value }: Referred): string {
  if (field) return named(field)
  if (value === null || value === undefined) return 'EMPTY'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'number' ? numeral(value) : quoted(value)
}

/** A number without an exponent, in brackets where it is less than nought. */
function numeral(value: number): string {
  const text = String(value)
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new Unread('引用了过大或过小的数字')
  return value < 0 ? `(${text})` : text
}

/** The fields and numbers of a range; texts do not count in functions of ranges. */
function listed({ top, left, bottom, right }: NonNullable<ReturnType<typeof rangeOf>>, look: Look): string {
  if ((bottom - top + 1) * (right - left + 1) > 10 * CELLS_OF_RANGE) throw new Unread(`区域 ${cellName(top, left)}:${cellName(bottom, right)} 过大`)
  const found: string[] = []
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const one = look(row, column)
      if (one.field) found.push(named(one.field))
      else if (typeof one.value === 'number') found.push(numeral(one.value))
    }
  }
  if (found.length > CELLS_OF_RANGE) throw new Unread(`区域 ${cellName(top, left)}:${cellName(bottom, right)} 超过 ${CELLS_OF_RANGE} 个单元格`)
  return found.length === 0 ? 'EMPTY' : found.join(',')
}
