import { z } from 'zod'
import type { PersonalKind } from '../../core/personal'
import { richText, type RichDoc } from '../../core/rich-text'
import { isOneLine, isPlainText } from '../../core/characters'
import { decimalOf } from './decimal'
import { expression, isKey, type Expression } from './expression'

// A form as a document: questions by key, blocks (pages and sections) or a table that lay them out. Everything that two people may
// change at once has an id of its own and is reached by a path of names, never by a number in a list, so that changes of different
// things merge and a stored change still means the same when rows were moved.

/** The format that this engine writes. Older ones are brought up to it on reading (`readDocument`); what is stored is never changed. */
export const FORMAT = 1

export const LIMITS = {
  questions: 3000,
  options: 500,
  cells: 20_000,
  rows: 2000,
  blocks: 1000,
  documentBytes: 2 * 1024 * 1024,
  answerBytes: 1024 * 1024,
  files: 100,
  steps: 100_000,
} as const

/** What a question asks for, and what it is called. */
export const QUESTION_TYPES = {
  text: '单行文字',
  textarea: '多行文字',
  number: '数字',
  money: '金额',
  date: '日期',
  range: '起止日期',
  radio: '单选',
  checkbox: '多选',
  select: '下拉选择',
  region: '地区',
  rating: '评分',
  matrix: '矩阵选择',
  repeat: '表格',
  file: '文件',
  image: '图片',
  signature: '签名',
  note: '说明',
  calc: '计算',
  lookup: '登记信息',
} as const
export type QuestionType = keyof typeof QUESTION_TYPES

/** What a text must be, where a question says so. */
export const TEXT_FORMATS = {
  creditCode: '统一社会信用代码',
  idCard: '居民身份证号码',
  mobile: '手机号码',
  phone: '电话号码',
  email: '电子邮箱',
  stockCode: '证券代码',
  postcode: '邮政编码',
  url: '网址',
  year: '年份',
} as const
export type TextFormat = keyof typeof TEXT_FORMATS

/** What a form may take from the registers; the server reads it when the form is opened by whoever fills it in, and it is kept as it was. */
export const LOOKUP_PATHS = {
  companyName: '公司名称',
  companyShortName: '证券简称',
  stockCode: '证券代码',
  creditCode: '统一社会信用代码',
  memberNo: '会员编号',
  memberCategory: '会员类别',
  personName: '填报人姓名',
} as const
export type LookupPath = keyof typeof LOOKUP_PATHS

/** How money is typed and shown; it is kept in 分 whatever the unit. */
export const MONEY_UNITS = { yuan: '元', wan: '万元' } as const

export interface Option {
  /** What is stored; never changed, whatever becomes of the label. */
  value: string
  label: string
  /** Points of a scoring form, a decimal number. */
  points?: string
  /** Whoever chooses it writes what they mean beside it. */
  other?: true
  /** Published once and no longer offered; answers that have it keep it. */
  retired?: true
}

/** A rule between answers: where the condition does not hold, the sentence stands at the question. */
export interface Check {
  id: string
  holds: Expression
  message: string
}

export interface Question {
  type: QuestionType
  /** Name of the column in files, fixed when the form is first published. */
  code: string
  /** May quote earlier answers: `{{key}}`. */
  label: string
  help?: string
  note?: RichDoc
  required?: true
  requiredIf?: Expression
  visibleIf?: Expression
  calc?: Expression
  checks?: Check[]
  /** Bounds: of a number or money (in 元) decimals, of dates days, of texts characters, of choices, rows and files their number. */
  min?: string
  max?: string
  /** Decimals of a number. */
  decimals?: number
  /** What stands behind a number (%, 人), or yuan and wan for money. */
  unit?: string
  format?: TextFormat
  /** 9 a digit, A a letter, * any character; others stand for themselves. */
  mask?: string
  options?: Option[]
  /** Rows of a matrix. */
  items?: Option[]
  /** Several choices in a row of a matrix. */
  multiple?: true
  /** Columns of a table, keys of questions whose `in` is this one. */
  columns?: string[]
  in?: string
  /** Rows of a table that stand there from the start, by their first column. */
  fixedRows?: Option[]
  personal?: PersonalKind
  lookup?: LookupPath
  exts?: string[]
  /** Megabytes that a file may have. */
  fileMb?: number
  /** Percent by which an answer may differ from the period before until a reason is asked for. */
  tolerance?: string
  /** Columns of its section that it takes. */
  span?: number
  retired?: true
}

export interface Block {
  kind: 'page' | 'section'
  title: string
  /** Sections of a page, questions of a section. */
  items: string[]
  columns?: 1 | 2 | 3
  visibleIf?: Expression
}

export interface TableRow {
  id: string
  /** Height in millimetres. */
  height: number
  /** Stands again at the head of each printed page. */
  head?: true
  /** The row is drawn once for each row of this table question. */
  band?: string
}
export interface TableColumn {
  id: string
  /** Width in millimetres. */
  width: number
}
export interface Cell {
  row: string
  column: string
  rows: number
  columns: number
  text?: string
  /** The question that is answered in it. */
  key?: string
  align?: 'left' | 'center' | 'right'
  bold?: true
}
export interface TableLayout {
  across?: true
  rows: TableRow[]
  columns: TableColumn[]
  cells: Record<string, Cell>
}

export interface FormDoc {
  format: typeof FORMAT
  title: string
  intro?: RichDoc
  /** Pages of a flowing form, in order; a form that is one table has none. */
  pages: string[]
  blocks: Record<string, Block>
  questions: Record<string, Question>
  table?: TableLayout
}

const keyOf = z.string().refine(isKey, '编号不正确')
const line = (label: string, max: number) =>
  z
    .string()
    .max(max, `${label}不能超过 ${max} 个字`)
    .refine(isPlainText, `${label}含有不可见的控制字符`)
    .refine(isOneLine, `${label}不能换行`)
const some = (label: string, max: number) => line(label, max).refine((text) => text.trim() !== '', `请填写${label}`)
const yes = z.literal(true)
const VALUE = /^[a-z0-9]{1,24}$/
const option: z.ZodType<Option, Option> = z.strictObject({
  value: z.string().regex(VALUE, '选项的值须为小写字母和数字'),
  label: some('选项', 200),
  points: z
    .string()
    .refine((text) => decimalOf(text) !== null, '选项的分值须为数字')
    .optional(),
  other: yes.optional(),
  retired: yes.optional(),
})
const options = z
  .array(option)
  .max(LIMITS.options, `选项不能超过 ${LIMITS.options} 个`)
  .refine((list) => new Set(list.map((one) => one.value)).size === list.length, '选项的值有重复')
const check: z.ZodType<Check, Check> = z.strictObject({ id: keyOf, holds: expression, message: some('提示', 200) })
const CODE = /^[A-Za-z_][A-Za-z0-9_]{0,31}$/

const question: z.ZodType<Question, Question> = z.strictObject({
  type: z.enum(Object.keys(QUESTION_TYPES) as [QuestionType, ...QuestionType[]], { error: '题型不正确' }),
  code: z.string().regex(CODE, '列名须以字母开头，只含字母、数字和下划线，最多 32 个'),
  label: some('题目', 500),
  help: z.string().max(1000, '填写说明不能超过 1000 个字').refine(isPlainText, '填写说明含有不可见的控制字符').optional(),
  note: richText('说明', 5000).optional(),
  required: yes.optional(),
  requiredIf: expression.optional(),
  visibleIf: expression.optional(),
  calc: expression.optional(),
  checks: z.array(check).max(20, '校验规则不能超过 20 条').optional(),
  min: z.string().max(60).optional(),
  max: z.string().max(60).optional(),
  decimals: z.number().int().min(0).max(8, '小数不能超过 8 位').optional(),
  unit: line('单位', 10).optional(),
  format: z.enum(Object.keys(TEXT_FORMATS) as [TextFormat, ...TextFormat[]]).optional(),
  mask: line('掩码', 50).optional(),
  options: options.optional(),
  items: options.optional(),
  multiple: yes.optional(),
  columns: z.array(keyOf).max(100, '表格不能超过 100 列').optional(),
  in: keyOf.optional(),
  fixedRows: options.optional(),
  personal: z.enum(['mobile', 'phone', 'email', 'idCard', 'passport', 'bankCard', 'address', 'contact']).optional(),
  lookup: z.enum(Object.keys(LOOKUP_PATHS) as [LookupPath, ...LookupPath[]]).optional(),
  exts: z
    .array(z.string().regex(/^[a-z0-9]{1,8}$/))
    .max(20)
    .optional(),
  fileMb: z.number().int().min(1).max(50, '每个文件不能超过 50 MB').optional(),
  tolerance: z
    .string()
    .refine((text) => decimalOf(text) !== null, '允许的偏差须为数字')
    .optional(),
  span: z.number().int().min(1).max(3).optional(),
  retired: yes.optional(),
})

const block: z.ZodType<Block, Block> = z.strictObject({
  kind: z.enum(['page', 'section']),
  title: line('标题', 200),
  items: z.array(keyOf).max(LIMITS.questions),
  columns: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
  visibleIf: expression.optional(),
})

const millimetres = z.number().min(2, '行高和列宽至少 2 毫米').max(400, '行高和列宽最多 400 毫米')
const table: z.ZodType<TableLayout, TableLayout> = z.strictObject({
  across: yes.optional(),
  rows: z
    .array(z.strictObject({ id: keyOf, height: millimetres, head: yes.optional(), band: keyOf.optional() }))
    .max(LIMITS.rows, `表格不能超过 ${LIMITS.rows} 行`),
  columns: z.array(z.strictObject({ id: keyOf, width: millimetres })).max(200, '表格不能超过 200 列'),
  cells: z.record(
    keyOf,
    z.strictObject({
      row: keyOf,
      column: keyOf,
      rows: z.number().int().min(1).max(LIMITS.rows),
      columns: z.number().int().min(1).max(200),
      text: z.string().max(1000, '单元格文字不能超过 1000 个字').refine(isPlainText, '单元格文字含有不可见的控制字符').optional(),
      key: keyOf.optional(),
      align: z.enum(['left', 'center', 'right']).optional(),
      bold: yes.optional(),
    }),
  ),
})

const most = (label: string, limit: number, unit: string) => (record: Record<string, unknown>, context: z.RefinementCtx) => {
  if (Object.keys(record).length > limit) context.addIssue({ code: 'custom', message: `${label}不能超过 ${limit} ${unit}` })
}

/** Schema of a document in today's format. What it lets through is well formed; whether it makes a form that can be filled in, `problemsOf` says. */
export const formDoc: z.ZodType<FormDoc, FormDoc> = z.strictObject({
  format: z.literal(FORMAT, { error: '表单格式不受支持，请刷新页面后再试' }),
  title: some('表单名称', 100),
  intro: richText('表单说明', 5000).optional(),
  pages: z.array(keyOf).max(200, '不能超过 200 页'),
  blocks: z.record(keyOf, block).superRefine(most('页和分节', LIMITS.blocks, '个')),
  questions: z.record(keyOf, question).superRefine(most('题目', LIMITS.questions, '道')),
  table: table.refine((one) => Object.keys(one.cells).length <= LIMITS.cells, `单元格不能超过 ${LIMITS.cells} 个`).optional(),
})

/** Deepest that anything of a document stands: a formatted note within a question, or an expression. */
const DEPTH = 40
/** Values in a document, all counted; three thousand questions of twenty parts each need a tenth of it. */
const VALUES = 600_000

/** Whether a value is too large to be looked at any closer; walked with a stack of its own. */
function isTooLarge(json: unknown): boolean {
  const waiting: [unknown, number][] = [[json, 0]]
  let left = VALUES
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next
    left -= 1
    if (left < 0 || depth > DEPTH) return true
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) waiting.push([inner, depth + 1])
  }
  return false
}

/** The document that stored or sent JSON holds, brought up to today's format, or the sentence that refuses it. */
export function readDocument(json: unknown): { doc: FormDoc } | { problem: string } {
  if (isTooLarge(json)) return { problem: '表单结构过于复杂' }
  const read = formDoc.safeParse(json)
  return read.success ? { doc: read.data } : { problem: read.error.issues[0]?.message ?? '表单结构不正确' }
}

/** A form of nothing: one page with one section. */
export const emptyDoc = (title: string, keys: { page: string; section: string }): FormDoc => ({
  format: FORMAT,
  title,
  pages: [keys.page],
  blocks: { [keys.page]: { kind: 'page', title: '', items: [keys.section] }, [keys.section]: { kind: 'section', title: '', items: [] } },
  questions: {},
})

/** Types whose questions are not answered by whoever fills the form in. */
const TOLD: ReadonlySet<QuestionType> = new Set(['note', 'calc', 'lookup'])
export const isAsked = ({ type }: Pick<Question, 'type'>): boolean => !TOLD.has(type)

/** Types whose answers are chosen of options. */
const CHOSEN: ReadonlySet<QuestionType> = new Set(['radio', 'select', 'checkbox', 'matrix'])
export const isChosen = ({ type }: Pick<Question, 'type'>): boolean => CHOSEN.has(type)

/** Types that may be columns of a table. */
const COLUMN: ReadonlySet<QuestionType> = new Set([
  'text',
  'textarea',
  'number',
  'money',
  'date',
  'radio',
  'checkbox',
  'select',
  'region',
  'rating',
  'calc',
])
export const mayBeColumn = ({ type }: Pick<Question, 'type'>): boolean => COLUMN.has(type)

/**
 * Keys of the questions that stand on the form, in reading order: by pages and sections, or by rows of the table. Columns of a table
 * question follow it. What is laid out nowhere is not asked.
 */
export function orderOf(doc: FormDoc): string[] {
  const keys = doc.table
    ? tableOrder(doc.table)
    : doc.pages.flatMap((page) => doc.blocks[page]?.items ?? []).flatMap((section) => doc.blocks[section]?.items ?? [])
  const found = new Set<string>()
  for (const key of keys) {
    const one = doc.questions[key]
    if (!one || one.retired) continue
    const top = one.in ?? key
    const owner = doc.questions[top]
    if (!owner || owner.retired) continue
    found.add(top)
    for (const column of owner.columns ?? []) if (doc.questions[column] && !doc.questions[column]?.retired) found.add(column)
  }
  return [...found]
}

function tableOrder({ rows, columns, cells }: TableLayout): string[] {
  const rowAt = new Map(rows.map((row, i) => [row.id, i]))
  const columnAt = new Map(columns.map((column, i) => [column.id, i]))
  const placed = Object.values(cells).filter((cell) => cell.key && rowAt.has(cell.row) && columnAt.has(cell.column))
  placed.sort((a, b) => (rowAt.get(a.row) ?? 0) - (rowAt.get(b.row) ?? 0) || (columnAt.get(a.column) ?? 0) - (columnAt.get(b.column) ?? 0))
  return placed.flatMap(({ key }) => (key ? [key] : []))
}

/** Page and section that a question stands in; nothing for one in a table. */
export function placesOf(doc: FormDoc): Map<string, { page: string; section: string }> {
  const found = new Map<string, { page: string; section: string }>()
  for (const page of doc.table ? [] : doc.pages) {
    for (const section of doc.blocks[page]?.items ?? []) {
      for (const key of doc.blocks[section]?.items ?? []) found.set(key, { page, section })
    }
  }
  return found
}
