import { z } from 'zod'
import { LIMITS } from './document'
import { isKey } from './expression'

/** A file of an answer, as it was called when it was sent. */
export interface AnswerFile {
  fileId: string
  name: string
  /** Of a signature: who gave it, and when, as the server knows it. */
  by?: string
  at?: string
}

/** A row of a table question: its id and its cells by the keys of columns. */
export interface AnswerRow {
  id: string
  cells: Record<string, Answer>
}

/**
 * An answer by the type of its question: texts, numbers as decimal texts, money as whole 分, a day `YYYY-MM-DD`, `{ from, to }`, the value
 * of an option or a list of them, `{ item: value }` of a matrix, files, rows. What was written beside 其他 stands under `<key>.other`.
 */
export type Answer =
  | string
  | number
  | boolean
  | null
  | string[]
  | { from: string | null; to: string | null }
  | Record<string, string | string[]>
  | AnswerFile[]
  | AnswerRow[]

/** Answers by the keys of questions. */
export type Answers = Record<string, Answer | undefined>

/** Key under which the words beside the option 其他 are kept. */
export const otherKey = (key: string): string => `${key}.other`
/** Key under which somebody says why an answer differs so much from the period before. */
export const whyKey = (key: string): string => `${key}.why`

/** The key of the question that a key of answers belongs to. */
export const ownerOf = (key: string): string =>
  key.endsWith('.other') ? key.slice(0, -'.other'.length) : key.endsWith('.why') ? key.slice(0, -'.why'.length) : key

const ROW = /^[a-z0-9]{1,24}$/

/** Where a change of an answer belongs: a question, a row of a table (`key/row`) or a cell of it (`key/row/column`). */
export interface AnswerPath {
  key: string
  row?: string
  column?: string
}

/** The path that a text writes; null where it is none. */
export function pathOf(text: string): AnswerPath | null {
  const [first = '', row, column, ...rest] = text.split('/')
  if (
    !isKey(ownerOf(first)) ||
    rest.length > 0 ||
    (row !== undefined && !ROW.test(row)) ||
    (column !== undefined && !isKey(ownerOf(column)))
  )
    return null
  return { key: first, ...(row === undefined ? {} : { row }), ...(column === undefined ? {} : { column }) }
}

/** The path as a text. */
export const pathText = ({ key, row, column }: AnswerPath): string => [key, row, column].filter((part) => part !== undefined).join('/')

const isRows = (value: Answer | undefined): value is AnswerRow[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'cells' in one)

/** Rows of a table question, none where the answer is no list of rows. */
export const rowsOf = (value: Answer | undefined): AnswerRow[] => (isRows(value) ? value : [])

/** The answer at a path. */
export function answerAt(answers: Answers, { key, row, column }: AnswerPath): Answer | undefined {
  if (row === undefined) return answers[key]
  const found = rowsOf(answers[key]).find((one) => one.id === row)
  return column === undefined ? (found ? found.id : undefined) : found?.cells[column]
}

/**
 * Answers with one of them changed; undefined takes it away. At `key/row` a text says after which row (its id, empty for the first
 * place) a new row stands, and undefined removes the row; a cell of a row that is not there changes nothing.
 */
export function withAnswer(answers: Answers, { key, row, column }: AnswerPath, value: Answer | undefined): Answers {
  if (row === undefined) return put(answers, key, value)
  const rows = rowsOf(answers[key])
  const at = rows.findIndex((one) => one.id === row)
  if (column !== undefined) {
    const old = rows[at]
    return old ? put(answers, key, rows.with(at, { id: row, cells: put(old.cells, column, value) as Record<string, Answer> })) : answers
  }
  if (value === undefined) return at < 0 ? answers : put(answers, key, rows.toSpliced(at, 1))
  if (at >= 0) return answers
  const before = typeof value === 'string' && value ? rows.findIndex((one) => one.id === value) : -1
  const place = value === '' ? 0 : before < 0 ? rows.length : before + 1
  return put(answers, key, rows.toSpliced(place, 0, { id: row, cells: {} }))
}

function put(answers: Answers, key: string, value: Answer | undefined): Answers {
  const next = { ...answers }
  if (value === undefined) delete next[key]
  else next[key] = value
  return next
}

const short = z.string().max(20_000)
const file = z.strictObject({ fileId: z.string().regex(/^\d{1,18}$/), name: z.string().max(255), by: z.string().max(100).optional(), at: z.iso.datetime().optional() })
const plain = z.union([
  short,
  z.number().int(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(24)).max(LIMITS.options),
  z.strictObject({ from: z.string().max(10).nullable(), to: z.string().max(10).nullable() }),
  z.array(file).max(LIMITS.files),
  z.record(z.string().regex(ROW), z.union([z.string().max(24), z.array(z.string().max(24)).max(LIMITS.options)])),
])
const cells = z.record(z.string().max(40), plain)
const row = z.strictObject({ id: z.string().regex(ROW), cells })

/** Schema of an answer's shape, whatever its question; what the question says of it, `faultsOf` of a run does. */
export const answer = z.union([plain, z.array(row).max(LIMITS.rows, `表格不能超过 ${LIMITS.rows} 行`)]) as unknown as z.ZodType<
  Answer,
  Answer
>
/** Schema of a whole sheet of answers. */
export const answersSchema = z.record(z.string().max(40), answer) as unknown as z.ZodType<Answers, Answers>
