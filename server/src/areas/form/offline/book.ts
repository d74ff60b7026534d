import { randomBytes } from 'node:crypto'
import { answerAt, otherKey, pathText, rowsOf, type Answers } from '@assoc/contract/form/engine/answers'
import { LIMITS, type FormDoc } from '@assoc/contract/form/engine/document'
import { startRun, type RunContext } from '@assoc/contract/form/engine/run'
import type { Encryption } from '../../../platform/encryption/encryption'
import type { DrawnCell, DrawnSheet } from '../../../platform/excel/compose'
import { drawWorkbook } from '../../../platform/excel/excel'
import { cellOf, listOf } from './cells'
import { planOf, type Plan } from './plan'
import { stampSheet, type Stamp } from './stamp'

/** Empty rows that a table is given to be filled in. */
const SPARE_ROWS = 20
const SHEET = '填报表'

/** Rows that a table question has, and empty ones up to what it may have. */
function rowsWithSpare(doc: FormDoc, answers: Answers): Stamp['rows'] {
  const rows: Stamp['rows'] = {}
  for (const [key, { type, max, fixedRows, retired }] of Object.entries(doc.questions)) {
    if (type !== 'repeat' || retired) continue
    const ids = rowsOf(answers[key]).map(({ id }) => id)
    const most = Math.min(LIMITS.rows, max === undefined ? LIMITS.rows : Number(max))
    const spare = fixedRows?.length ? 0 : Math.max(0, Math.min(SPARE_ROWS, most - ids.length))
    rows[key] = { ids: [...ids, ...Array.from({ length: spare }, () => `x${randomBytes(6).toString('hex')}`)], known: ids.length }
  }
  return rows
}

export interface Filled {
  doc: FormDoc
  /** With the rows that stand there from the start. */
  answers: Answers
  personal: Readonly<Record<string, string>>
  context: RunContext
}

/** The workbook of somebody's answer. */
export function bookOfAnswer(filled: Filled, of: Omit<Stamp, 'rows' | 'format'>, encryption: Encryption): Promise<Buffer> {
  const rows = rowsWithSpare(filled.doc, filled.answers)
  const plan = planOf(filled.doc, Object.fromEntries(Object.entries(rows).map(([key, { ids }]) => [key, ids])))
  return drawWorkbook([drawn(filled, plan), stampSheet({ format: 1, ...of, rows }, encryption)])
}

function drawn({ doc, answers, personal, context }: Filled, plan: Plan): DrawnSheet {
  const run = startRun(doc, answers, context)
  const cells: DrawnCell[] = plan.texts.map((text) => ({ ...text, value: text.text }))
  const lists: DrawnSheet['lists'] = []
  for (const { row, column, path, question, item, open, align } of plan.slots) {
    const text = pathText(path)
    const other = answerAt(answers, path.column === undefined ? { key: otherKey(path.key) } : { ...path, column: otherKey(path.column) })
    const answer = open ? answerAt(answers, path) : run.value(text)
    const cell = question.personal ? { value: personal[text] ?? null, format: '@' } : cellOf(question, answer, { other: typeof other === 'string' ? other : '', ...(item === undefined ? {} : { item }) })
    const list = open ? listOf(question) : undefined
    // Whoever may write something beside an option types it into the same cell, which a list would refuse.
    if (list && list.length > 0 && !question.options?.some((one) => one.other)) lists.push({ row, column, values: list })
    cells.push({ row, column, ...cell, ...(open ? { open: true } : {}), ...(align ? { align } : {}) })
  }
  return { name: SHEET, cells, merges: plan.merges, widths: plan.widths, heights: plan.heights, lists, across: plan.across, heads: plan.heads }
}

/** The sheet of a workbook that was filled in. */
export const FILLED_SHEET = SHEET
