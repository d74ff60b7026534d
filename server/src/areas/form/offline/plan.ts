import { isAsked, orderOf, type Cell, type FormDoc, type Question, type TableRow } from '@assoc/contract/form/engine/document'
import type { AnswerPath } from '@assoc/contract/form/engine/answers'
import type { BookRange } from '../../../platform/excel/layout'

// Where everything of a form stands in its sheet. It follows from the document and the rows of its tables alone, so a file that comes back
// is read by the same plan and nothing in it says where answers are.

export interface PlannedText {
  row: number
  column: number
  text: string
  bold?: true
  align?: Cell['align']
}
export interface Slot {
  row: number
  column: number
  path: AnswerPath
  question: Question
  /** The row of a matrix. */
  item?: string
  /** Whether somebody types in it: not what is computed or told. */
  open: boolean
  align?: Cell['align']
}
export interface Plan {
  /** Millimetres. */
  widths: number[]
  heights: number[]
  merges: BookRange[]
  texts: PlannedText[]
  slots: Slot[]
  across: boolean
  heads: number
}
/** Ids of the rows of table questions, by their keys. */
export type RowIds = Readonly<Record<string, readonly string[]>>

/** Types whose answers a cell of a sheet cannot hold. */
const ONLINE: ReadonlySet<Question['type']> = new Set(['file', 'image', 'signature', 'note', 'matrix', 'repeat'])
export const isOpen = (question: Question): boolean => isAsked(question) && !ONLINE.has(question.type)

export const planOf = (doc: FormDoc, rows: RowIds): Plan => (doc.table ? tablePlan(doc, rows) : flowPlan(doc, rows))

interface Line {
  row: TableRow
  /** The row of the table question that it is drawn for. */
  id?: string
}

/** Lines of the sheet: a repeated band once for each row of its table. */
function linesOf(doc: FormDoc, rows: RowIds): Line[] {
  const lines: Line[] = []
  const list = doc.table?.rows ?? []
  for (let i = 0; i < list.length; i += 1) {
    const { band } = list[i] as TableRow
    if (band === undefined || !doc.questions[band]) {
      lines.push({ row: list[i] as TableRow })
      continue
    }
    let end = i
    while (list[end + 1]?.band === band) end += 1
    for (const id of rows[band] ?? []) for (const row of list.slice(i, end + 1)) lines.push({ row, id })
    i = end
  }
  return lines
}

function tablePlan(doc: FormDoc, rows: RowIds): Plan {
  const table = doc.table as NonNullable<FormDoc['table']>
  const lines = linesOf(doc, rows)
  const rowAt = new Map(table.rows.map(({ id }, i) => [id, i]))
  const columnAt = new Map(table.columns.map(({ id }, i) => [id, i]))
  const lastLine = new Map<string, number>()
  lines.forEach(({ row }, i) => lastLine.set(row.id, i))
  const byRow = new Map<string, Cell[]>()
  for (const cell of Object.values(table.cells)) byRow.set(cell.row, [...(byRow.get(cell.row) ?? []), cell])
  const plan: Plan = { widths: table.columns.map(({ width }) => width), heights: lines.map(({ row }) => row.height), merges: [], texts: [], slots: [], across: table.across === true, heads: headsOf(lines) }
  lines.forEach(({ row, id }, line) => {
    for (const cell of byRow.get(row.id) ?? []) {
      const column = columnAt.get(cell.column)
      if (column === undefined) continue
      const last = table.rows[(rowAt.get(row.id) ?? 0) + cell.rows - 1]
      const bottom = id === undefined ? Math.max(line, lastLine.get(last?.id ?? '') ?? line) : line + cell.rows - 1
      const right = Math.min(table.columns.length, column + cell.columns) - 1
      if (bottom > line || right > column) plan.merges.push({ top: line, left: column, bottom, right })
      place(plan, doc, cell, { row: line, column }, id)
    }
  })
  return plan
}

function headsOf(lines: readonly Line[]): number {
  const end = lines.findIndex(({ row }) => !row.head)
  return end < 0 ? 0 : end
}

function place(plan: Plan, doc: FormDoc, { key, text, bold, align }: Cell, at: { row: number; column: number }, rowId: string | undefined): void {
  const question = key === undefined ? undefined : doc.questions[key]
  if (key === undefined || !question || question.retired) {
    plan.texts.push({ ...at, text: text ?? '', ...(bold ? { bold } : {}), ...(align ? { align } : {}) })
    return
  }
  const own = question.in !== undefined
  if (own && rowId === undefined) return
  const path = own ? { key: question.in as string, row: rowId as string, column: key } : { key }
  plan.slots.push({ ...at, path, question, open: isOpen(question), ...(align ? { align } : {}) })
}

const WIDTHS = [70, 90]
const MORE_WIDTH = 35
const LINE_MM = 9

/** A flowing form: the question beside its answer, tables under their name, a matrix as a line for each of its rows. */
function flowPlan(doc: FormDoc, rows: RowIds): Plan {
  const plan: Plan = { widths: [...WIDTHS], heights: [], merges: [], texts: [], slots: [], across: false, heads: 0 }
  const line = (): number => plan.heights.push(LINE_MM) - 1
  const heading = (text: string) => text && plan.texts.push({ row: line(), column: 0, text, bold: true })
  heading(doc.title)
  const asked = new Set(orderOf(doc))
  for (const page of doc.pages) {
    heading(doc.blocks[page]?.title ?? '')
    for (const section of doc.blocks[page]?.items ?? []) {
      heading(doc.blocks[section]?.title ?? '')
      for (const key of doc.blocks[section]?.items ?? []) if (asked.has(key)) question(key)
    }
  }
  return plan

  function question(key: string): void {
    const one = doc.questions[key] as Question
    if (one.type === 'note') return
    if (one.type === 'repeat') return repeat(key, one)
    if (one.type === 'matrix') {
      heading(labelled(one))
      for (const item of one.items?.filter(({ retired }) => !retired) ?? []) {
        const row = line()
        plan.texts.push({ row, column: 0, text: item.label })
        plan.slots.push({ row, column: 1, path: { key }, question: one, item: item.value, open: true })
      }
      return
    }
    const row = line()
    plan.texts.push({ row, column: 0, text: labelled(one) })
    plan.slots.push({ row, column: 1, path: { key }, question: one, open: isOpen(one) })
  }

  function repeat(key: string, one: Question): void {
    heading(labelled(one))
    const columns = (one.columns ?? []).filter((column) => asked.has(column))
    while (plan.widths.length < columns.length) plan.widths.push(MORE_WIDTH)
    const head = line()
    columns.forEach((column, at) => plan.texts.push({ row: head, column: at, text: labelled(doc.questions[column] as Question), bold: true }))
    for (const id of rows[key] ?? []) {
      const row = line()
      columns.forEach((column, at) => {
        const cell = doc.questions[column] as Question
        plan.slots.push({ row, column: at, path: { key, row: id, column }, question: cell, open: isOpen(cell) })
      })
    }
  }
}

const labelled = ({ label, type, unit, required }: Question): string => {
  const shown = type === 'money' ? (unit === 'wan' ? '万元' : '元') : unit
  return `${required ? '*' : ''}${label}${shown ? `（${shown}）` : ''}`
}
