import { today } from '@assoc/contract/core/day'
import type { RichDoc } from '@assoc/contract/core/rich-text'
import { otherKey, pathText, rowsOf, type Answer, type AnswerPath, type Answers } from '@assoc/contract/form/engine/answers'
import { answerText } from '@assoc/contract/form/engine/display'
import type { Cell, FormDoc, Option, Question, TableLayout, TableRow } from '@assoc/contract/form/engine/document'
import { isOverNothing } from '@assoc/contract/form/engine/over-nothing'
import { startRun } from '@assoc/contract/form/engine/run'
import type { Run } from '@assoc/contract/form/engine/run-types'
import type { GridCell } from '../../../platform/pdf/grid'

// An answer as the screen shows it when it is read, as parts that are drawn from top to bottom: what PDF and Word files have in common.

export type PaperCell = GridCell

export type PaperPart =
  | { kind: 'heading'; level: 1 | 2; text: string }
  | { kind: 'rich'; doc: RichDoc }
  /** A question with its answer. */
  | { kind: 'answer'; label: string; text: string }
  /** `widths` are shares. The first `head` rows stand again on each page. */
  | { kind: 'table'; title: string; widths: number[]; head: number; rows: PaperCell[][] }

export interface Paper {
  title: string
  /** Who has answered, when, and in what state. */
  facts: [label: string, value: string][]
  across: boolean
  parts: PaperPart[]
}

export interface PaperAnswer {
  content: Answers
  /** Personal answers by their paths, as they are shown. */
  personal: Readonly<Record<string, string>>
  facts: [label: string, value: string][]
}

const NOTHING = '—'
const [CHOSEN, OPEN] = ['■', '□']

const offered = (options: readonly Option[] = [], chosen: readonly string[]): readonly Option[] => options.filter(({ retired, value }) => !retired || chosen.includes(value))
const boxes = (options: readonly Option[] | undefined, chosen: readonly string[], other: string): string =>
  offered(options, chosen).map(({ value, label, other: written }) => `${chosen.includes(value) ? CHOSEN : OPEN} ${label}${written && other && chosen.includes(value) ? `：${other}` : ''}`).join('　')

interface Reader {
  doc: FormDoc
  run: Run
  answer: PaperAnswer
}

/** An answer as the screen shows it. */
function shown({ run, answer }: Reader, question: Question, path: AnswerPath, other: Answer | undefined): string {
  const at = pathText(path)
  if (question.personal) return answer.personal[at] ?? NOTHING
  const value = isOverNothing(run, path) ? undefined : run.value(at)
  const words = typeof other === 'string' ? other : ''
  if (question.type === 'radio' || question.type === 'checkbox') return boxes(question.options, [value ?? []].flat() as string[], words)
  if (question.type === 'matrix') {
    const given = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<string, string | string[]>
    return offered(question.items, Object.keys(given)).map(({ value: item, label }) => `${label}　${boxes(question.options, [given[item] ?? []].flat(), '')}`).join('\n')
  }
  return answerText(question, value, words) || NOTHING
}

const cell = (text: string, of: Partial<PaperCell> = {}): PaperCell => ({ text, columns: 1, rows: 1, align: 'left', strong: false, ...of })

/** A table question in a flowing form. */
function repeatPart(reader: Reader, key: string, question: Question): PaperPart {
  const { doc, run } = reader
  const columns = (question.columns ?? []).filter((column) => doc.questions[column] && !doc.questions[column].retired)
  const rows = rowsOf(run.answers()[key])
  const body = rows.map((row, i) => [
    cell(String(i + 1), { align: 'center' }),
    ...columns.map((column) => {
      const path = { key, row: row.id, column }
      const own = doc.questions[column] as Question
      return cell(run.visible(pathText(path)) ? shown(reader, own, path, row.cells[otherKey(column)]) : '', { align: own.type === 'number' || own.type === 'money' || own.type === 'calc' ? 'right' : 'left' })
    }),
  ])
  const head = [cell('序号', { align: 'center', strong: true }), ...columns.map((column) => cell(doc.questions[column]?.label ?? '', { strong: true, align: 'center' }))]
  return { kind: 'table', title: run.label(key), widths: [0.5, ...columns.map(() => 1)], head: 1, rows: [head, ...(body.length > 0 ? body : [[cell('没有填写', { columns: columns.length + 1, align: 'center' })]])] }
}

function questionParts(reader: Reader, key: string): PaperPart[] {
  const { doc, run } = reader
  const question = doc.questions[key]
  if (!question || question.retired || !run.visible(key)) return []
  if (question.type === 'note') return [{ kind: 'answer', label: run.label(key), text: '' }, ...(question.note ? [{ kind: 'rich' as const, doc: question.note }] : [])]
  if (question.type === 'repeat') return [repeatPart(reader, key, question)]
  return [{ kind: 'answer', label: run.label(key), text: shown(reader, question, { key }, run.answers()[otherKey(key)]) }]
}

function flowParts(reader: Reader): PaperPart[] {
  const { doc, run } = reader
  const titled = doc.pages.length > 1
  return doc.pages.flatMap((page) => {
    const block = doc.blocks[page]
    if (!block || !run.visible(page)) return []
    return [
      ...(titled && block.title ? [{ kind: 'heading' as const, level: 1 as const, text: block.title }] : []),
      ...block.items.flatMap((id): PaperPart[] => {
        const section = doc.blocks[id]
        if (!section || !run.visible(id)) return []
        const parts = section.items.flatMap((key) => questionParts(reader, key))
        return parts.length > 0 && section.title ? [{ kind: 'heading', level: 2, text: section.title }, ...parts] : parts
      }),
    ]
  })
}

/** A form that is one table: its rows with their merged cells, a row of a band once for each row of its table question. */
function layoutPart(reader: Reader, table: TableLayout): PaperPart {
  const { doc, run } = reader
  const at = new Map(table.columns.map((column, i) => [column.id, i]))
  const cellsOf = (row: TableRow): Cell[] =>
    Object.values(table.cells).filter((one) => one.row === row.id && at.has(one.column)).sort((a, b) => (at.get(a.column) ?? 0) - (at.get(b.column) ?? 0))
  const look = ({ align = 'left', bold, columns, rows }: Cell): Partial<PaperCell> => ({ align, strong: bold === true, columns, rows })
  const textOf = (one: Cell): string => {
    const question = one.key === undefined ? undefined : doc.questions[one.key]
    if (!one.key || !question) return one.text ?? ''
    const answer = run.visible(one.key) ? shown(reader, question, { key: one.key }, run.answers()[otherKey(one.key)]) : ''
    return one.text ? `${one.text}\n${answer}` : answer
  }
  const bandRows = (key: string, cells: readonly Cell[]): PaperCell[][] => {
    if (!run.visible(key)) return []
    const rows = rowsOf(run.answers()[key])
    return (rows.length > 0 ? rows : [{ id: '', cells: {} as Record<string, Answer> }]).map((row, i) =>
      cells.map((one) => {
        const question = one.key === undefined ? undefined : doc.questions[one.key]
        if (!one.key || !question) return cell(one.text ?? String(i + 1), { ...look(one), rows: 1 })
        const path = { key, row: row.id, column: one.key }
        return cell(row.id !== '' && run.visible(pathText(path)) ? shown(reader, question, path, row.cells[otherKey(one.key)]) : '', { ...look(one), rows: 1 })
      }),
    )
  }
  let head = 0
  for (const row of table.rows) {
    if (!row.head) break
    head += 1
  }
  const rows = table.rows.flatMap((row) => (row.band !== undefined && doc.questions[row.band] ? bandRows(row.band, cellsOf(row)) : [cellsOf(row).map((one) => cell(textOf(one), look(one)))]))
  return { kind: 'table', title: '', widths: table.columns.map(({ width }) => width), head, rows }
}

/** An answer as a document to be drawn. */
export function paperOf(doc: FormDoc, answer: PaperAnswer): Paper {
  const run = startRun(doc, answer.content, { today: today() })
  const reader = { doc, run, answer }
  return {
    title: doc.title,
    facts: answer.facts,
    across: doc.table?.across ?? false,
    parts: [...(doc.intro ? [{ kind: 'rich' as const, doc: doc.intro }] : []), ...(doc.table ? [layoutPart(reader, doc.table)] : flowParts(reader))],
  }
}
