import { otherKey, pathText, whyKey, type Answer } from '@assoc/contract/form/engine/answers'
import { answerText, moneyText } from '@assoc/contract/form/engine/display'
import { orderOf, type FormDoc, type Option, type Question } from '@assoc/contract/form/engine/document'
import type { CellValue } from '../../../platform/excel/excel'

// The questions of a form as columns of a file: several choices are a column each, of a matrix each row is one. What a program of statistics
// needs to know of a column stands with it.

/** The answers that a row of a file is made of: those of a respondent, or of one row of a table. */
export interface AnswerSource {
  get(key: string): Answer | undefined
  personal(key: string): string
}

/** What the values of a column are. */
export type ColumnKind =
  | { type: 'number' | 'day' | 'text' }
  /** Chosen of these; a number stands for each where a program wants numbers. */
  | { type: 'choice'; options: readonly { value: string; label: string; code: number }[] }
  /** Whether something was chosen; undefined where nothing was answered. */
  | { type: 'flag' }

export interface ExportColumn {
  title: string
  /** Name of the column where names are codes. */
  code: string
  kind: ColumnKind
  /** The value as it is kept: the value of an option, 1 or 0 of a flag, a number, a day, a text; null where nothing is. */
  raw(source: AnswerSource): CellValue
}

export interface ExportTable {
  /** Key of the table question; null for the respondents themselves. */
  key: string | null
  title: string
  code: string
  columns: ExportColumn[]
}

const NUMERIC = new Set<Question['type']>(['number', 'calc', 'rating'])
/** Digits that a number of a file keeps; a longer one stays a text, for nothing of it may be lost. */
const DIGITS = 15
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A number that stands for each option: the one in its value where all have one, else its place. */
export function numbered(options: readonly Option[] = []): { value: string; label: string; code: number }[] {
  const own = options.map(({ value }) => Number(/^[a-z]*(\d{1,6})$/.exec(value)?.[1] ?? Number.NaN))
  const useful = own.every((code) => Number.isInteger(code)) && new Set(own).size === own.length
  return options.map(({ value, label }, i) => ({ value, label, code: useful ? (own[i] ?? i + 1) : i + 1 }))
}

/** An answer of a kind that is no choice, as a cell: numbers as such, money in 元, all else as people read it. */
export function cellOf(question: Question, answer: Answer | undefined): CellValue {
  if (question.type === 'money' && typeof answer === 'number') return Number(moneyText(answer))
  if (NUMERIC.has(question.type) && (typeof answer === 'number' || (typeof answer === 'string' && answer.length <= DIGITS && answer.trim() !== ''))) {
    const number = Number(answer)
    if (Number.isFinite(number)) return number
  }
  return answerText(question.type === 'number' || question.type === 'calc' ? { ...question, unit: '' } : question, answer) || null
}

const titleOf = ({ label, type, unit }: Question): string => (type === 'money' ? `${label}（元）` : unit ? `${label}（${unit}）` : label)
const chosenOf = (answer: Answer | undefined): string[] => (Array.isArray(answer) ? answer.filter((one): one is string => typeof one === 'string') : typeof answer === 'string' && answer !== '' ? [answer] : [])
const textAt = (key: string) => (source: AnswerSource): CellValue => {
  const text = source.get(key)
  return typeof text === 'string' && text !== '' ? text : null
}

/** Whether each of the options was chosen; nothing where nothing was answered. */
const flags = (question: Question, title: string, code: string, read: (source: AnswerSource) => Answer | undefined): ExportColumn[] =>
  (question.options ?? []).map(({ value, label }) => ({
    title: `${title}：${label}`,
    code: `${code}_${value}`,
    kind: { type: 'flag' },
    raw: (source) => {
      const chosen = chosenOf(read(source))
      return chosen.length === 0 ? null : chosen.includes(value) ? 1 : 0
    },
  }))

function matrixColumns(question: Question, key: string, title: string): ExportColumn[] {
  const at = (item: string) => (source: AnswerSource): Answer | undefined => {
    const answer = source.get(key)
    return typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? (answer as Record<string, string | string[]>)[item] : undefined
  }
  return (question.items ?? []).flatMap(({ value, label }): ExportColumn[] => {
    const [named, code] = [`${title}：${label}`, `${question.code}_${value}`]
    if (question.multiple) return flags(question, named, code, at(value))
    return [{ title: named, code, kind: { type: 'choice', options: numbered(question.options) }, raw: (source) => chosenOf(at(value)(source))[0] ?? null }]
  })
}

/** What else is written beside an answer. */
const beside = (question: Question, key: string, title: string): ExportColumn[] => [
  ...(question.options?.some(({ other }) => other) ? [{ title: `${title}（其他说明）`, code: `${question.code}_other`, kind: { type: 'text' as const }, raw: textAt(otherKey(key)) }] : []),
  ...(question.tolerance === undefined ? [] : [{ title: `${title}（差异说明）`, code: `${question.code}_why`, kind: { type: 'text' as const }, raw: textAt(whyKey(key)) }]),
]

/** Operators that come to a number whatever they are given. */
const TO_NUMBER = new Set<unknown>(['add', 'sub', 'mul', 'div', 'neg', 'mod', 'abs', 'round', 'floor', 'ceil', 'sum', 'avg', 'count', 'distinct', 'sumRows', 'countRows', 'length', 'days', 'year', 'month', 'day', 'age', 'score'])
const isNumeric = ({ calc, decimals, unit }: Question): boolean => decimals !== undefined || Boolean(unit) || (Array.isArray(calc) && TO_NUMBER.has(calc[0]))

function columnsOf(question: Question, key: string): ExportColumn[] {
  const title = titleOf(question)
  const { code } = question
  if (question.personal) return [{ title, code, kind: { type: 'text' }, raw: (source) => source.personal(key) || null }]
  switch (question.type) {
    case 'note':
    case 'repeat':
      return []
    case 'checkbox':
      return [...flags(question, title, code, (source) => source.get(key)), ...beside(question, key, title)]
    case 'matrix':
      return matrixColumns(question, key, title)
    case 'radio':
    case 'select':
      return [{ title, code, kind: { type: 'choice', options: numbered(question.options) }, raw: (source) => chosenOf(source.get(key))[0] ?? null }, ...beside(question, key, title)]
    case 'range':
      return (['from', 'to'] as const).map((end) => ({
        title: `${title}（${end === 'from' ? '起' : '止'}）`,
        code: `${code}_${end}`,
        kind: { type: 'day' },
        raw: (source) => {
          const range = source.get(key)
          return typeof range === 'object' && range !== null && !Array.isArray(range) ? ((range as { from: string | null; to: string | null })[end] ?? null) : null
        },
      }))
    case 'number':
    case 'money':
    case 'rating':
      return [{ title, code, kind: { type: 'number' }, raw: (source) => cellOf(question, source.get(key)) }, ...beside(question, key, title)]
    case 'date':
      return [{ title, code, kind: { type: 'day' }, raw: (source) => (DAY.test(String(source.get(key) ?? '')) ? String(source.get(key)) : null) }]
    case 'calc':
      return [{ title, code, kind: { type: isNumeric(question) ? 'number' : 'text' }, raw: (source) => cellOf(question, source.get(key)) }]
    default:
      return [{ title, code, kind: { type: 'text' }, raw: (source) => cellOf(question, source.get(key)) }, ...beside(question, key, title)]
  }
}

/** Tables of a form's files: the respondents first, then each table question. */
export function exportTables(doc: FormDoc): ExportTable[] {
  const keys = orderOf(doc)
  const at = (key: string) => doc.questions[key] as Question
  const top = keys.filter((key) => at(key).in === undefined && at(key).type !== 'repeat')
  return [
    { key: null, title: '填报内容', code: 'answers', columns: top.flatMap((key) => columnsOf(at(key), key)) },
    ...keys
      .filter((key) => at(key).type === 'repeat')
      .map((key): ExportTable => {
        const columns = (at(key).columns ?? []).filter((column) => keys.includes(column))
        return { key, title: at(key).label, code: at(key).code, columns: columns.flatMap((column) => columnsOf(at(column), column)) }
      }),
  ]
}

/** Where a personal answer of a row stands. */
export const personalPath = (table: { key: string; row: string } | null, key: string): string => pathText(table ? { key: table.key, row: table.row, column: key } : { key })

/** How a value is written for people: labels of options, yes and no of flags. */
export function labelled(column: ExportColumn): (value: CellValue) => CellValue {
  const { kind } = column
  if (kind.type === 'flag') return (value) => (value === null ? null : value === 1 ? '是' : '否')
  if (kind.type !== 'choice') return (value) => value
  const labels = new Map(kind.options.map(({ value, label }) => [value, label]))
  return (value) => (value === null ? null : (labels.get(String(value)) ?? value))
}
