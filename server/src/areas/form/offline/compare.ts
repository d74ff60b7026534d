import { answerAt, otherKey, pathText, rowsOf, withAnswer, type Answer, type AnswerPath, type Answers } from '@assoc/contract/form/engine/answers'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import type { FormDifference, FormWorkbookFault } from '@assoc/contract/form/offline'
import { equal } from '@assoc/contract/form/engine/patch'
import { FormLimit, startRun, type RunContext } from '@assoc/contract/form/engine/run'
import { cellName, type BookSheet } from '../../../platform/excel/layout'
import type { CellValue } from '../../../platform/excel/limits'
import { answerOfCell, cellOf } from './cells'
import { planOf, type Plan, type Slot } from './plan'
import type { Stamp } from './stamp'

// What a workbook that came back says otherwise than the answer as it stands now.

export interface Present {
  doc: FormDoc
  answers: Answers
  /** Personal answers by their paths, masked. */
  personal: Readonly<Record<string, string>>
  /** When somebody has last changed what a change of a path would write over. */
  changedAt: (path: string) => number
  context: RunContext
}
export interface Compared {
  differences: FormDifference[]
  faults: FormWorkbookFault[]
}

const MOST = 5000

/** Differences and faults of a sheet, or why it cannot be read by its plan. */
export function compared(present: Present, stamp: Stamp, sheet: BookSheet | undefined): Compared | { problem: string } {
  const plan = planOf(present.doc, Object.fromEntries(Object.entries(stamp.rows).map(([key, { ids }]) => [key, ids])))
  const cells = new Map((sheet?.cells ?? []).map(({ row, column, value }) => [`${row},${column}`, value]))
  const at = (row: number, column: number): CellValue => cells.get(`${row},${column}`) ?? null
  const moved = movedLabel(plan, at)
  if (moved) return { problem: `${moved} 的内容与表单不一致，表格的行列可能已被改动，请重新下载后填写` }
  const found: Compared = { differences: [], faults: [] }
  const rows = newRows(present, stamp, plan, at)
  let answers = present.answers
  for (const slot of plan.slots) {
    if (!slot.open) continue
    const read = slotRead(slot, at(slot.row, slot.column), present, answers)
    if (read === null) continue
    const { path } = slot
    const cell = cellName(slot.row, slot.column)
    if ('fault' in read) {
      found.faults.push({ path: pathText(path), cell, label: slot.question.label, message: `${slot.question.label}${read.fault}` })
      continue
    }
    if (path.row !== undefined) {
      const begun = rows.begin(path.key, path.row)
      if (begun === 'gone') {
        found.faults.push({ path: pathText(path), cell, label: slot.question.label, message: '该行在下载后已被删除，此处填写没有读取' })
        continue
      }
      if (begun) {
        found.differences.push({ ...begun, cell, changed: false })
        answers = withAnswer(answers, { key: path.key, row: path.row }, begun.found)
      }
    }
    for (const change of read.changes) {
      answers = withAnswer(answers, change.path, change.found)
      const text = pathText(change.path)
      const revision = present.changedAt(text)
      found.differences.push({ path: text, cell, label: labelOf(present, slot), now: change.now, shown: change.shown, ...(change.found === undefined ? {} : { found: change.found }), revision, changed: revision > stamp.revision })
    }
    if (found.differences.length > MOST) return { problem: `与现有填报不同的内容超过 ${MOST} 处` }
  }
  return { differences: found.differences, faults: [...found.faults, ...engineFaults(present, answers, plan, found)] }
}

/** The first cell whose label is not where it was. */
function movedLabel({ texts }: Plan, at: (row: number, column: number) => CellValue): string | undefined {
  const plain = (value: CellValue): string => String(value ?? '').replaceAll(/\s/g, '')
  const moved = texts.find(({ row, column, text }) => plain(at(row, column)) !== plain(text))
  return moved && cellName(moved.row, moved.column)
}

interface Changed {
  path: AnswerPath
  now: string
  shown: string
  found?: Answer
}
const textOf = (value: CellValue): string => (value === null ? '' : String(value))

/** What a cell changes; null where it says what stands there already. */
function slotRead({ path, question, item }: Slot, cell: CellValue, { personal }: Present, answers: Answers): { fault: string } | { changes: Changed[] } | null {
  const otherPath = path.column === undefined ? { ...path, key: otherKey(path.key) } : { ...path, column: otherKey(path.column) }
  const [now, otherNow] = [answerAt(answers, path), answerAt(answers, otherPath)]
  const shownNow = textOf(cellOf(question, now, { other: typeof otherNow === 'string' ? otherNow : '', ...(item === undefined ? {} : { item }) }).value)
  const masked = question.personal ? (personal[pathText(path)] ?? '') : undefined
  // A masked answer that nobody has touched says nothing new.
  if (masked !== undefined && textOf(cell).trim() === masked) return null
  const read = answerOfCell(question, cell)
  if (read.fault !== undefined) return { fault: read.fault }
  const answer = item === undefined ? read.answer : withItem(now, item, read.answer)
  const changes: Changed[] = []
  const told = { now: masked ?? shownNow, shown: textOf(cell).trim() }
  // Personal answers stand elsewhere; all that is known here of one is whether it is there.
  const standing = masked || (now === null || now === '' ? undefined : now)
  if (!equal(answer ?? undefined, standing)) changes.push({ path, ...told, ...(answer === undefined ? {} : { found: answer }) })
  if (read.other !== undefined && read.other !== otherNow) changes.push({ path: otherPath, ...told, found: read.other })
  return changes.length > 0 ? { changes } : null
}

function withItem(now: Answer | undefined, item: string, chosen: Answer | undefined): Answer | undefined {
  const old = typeof now === 'object' && now !== null && !Array.isArray(now) ? (now as Record<string, string | string[]>) : {}
  const { [item]: _, ...rest } = old
  const next = chosen === undefined ? rest : { ...rest, [item]: chosen as string | string[] }
  return Object.keys(next).length > 0 ? next : undefined
}

/** Rows of tables that the answer does not have: those that the sheet was given empty begin with the first cell that is filled in. */
function newRows({ answers, doc }: Present, stamp: Stamp, plan: Plan, at: (row: number, column: number) => CellValue) {
  const there = new Map(Object.keys(stamp.rows).map((key) => [key, new Set(rowsOf(answers[key]).map(({ id }) => id))]))
  const filled = new Set(plan.slots.filter(({ open, row, column }) => open && textOf(at(row, column)).trim() !== '').map(({ path }) => `${path.key}/${path.row ?? ''}`))
  return {
    begin(key: string, row: string): { path: string; label: string; now: string; shown: string; found: string; revision: number } | 'gone' | null {
      const [known, of] = [there.get(key), stamp.rows[key]]
      if (!known || !of || known.has(row)) return null
      const index = of.ids.indexOf(row)
      if (index < of.known) return 'gone'
      const before = of.ids.slice(0, index).findLast((id) => known.has(id) || filled.has(`${key}/${id}`)) ?? ''
      known.add(row)
      return { path: `${key}/${row}`, label: `${doc.questions[key]?.label ?? ''}：新增第 ${index + 1} 行`, now: '', shown: '新增', found: before, revision: 0 }
    },
  }
}

function labelOf({ doc }: Present, { path, question, item }: Slot): string {
  if (item !== undefined) return `${question.label}：${question.items?.find((one) => one.value === item)?.label ?? item}`
  return path.row === undefined ? question.label : `${doc.questions[path.key]?.label ?? ''}：${question.label}`
}

/** What the engine says of the answers that the sheet has changed, at their cells. */
function engineFaults({ doc, context }: Present, answers: Answers, { slots }: Plan, { differences }: Compared): FormWorkbookFault[] {
  const cellAt = new Map(slots.map((slot) => [pathText(slot.path), slot]))
  try {
    const run = startRun(doc, answers, context)
    return [...new Set(differences.map(({ path }) => path))].flatMap((path) =>
      run.faultsAt(path, false).map(({ message }) => {
        const slot = cellAt.get(path)
        return { path, cell: slot ? cellName(slot.row, slot.column) : '', label: slot?.question.label ?? '', message }
      }),
    )
  } catch (error) {
    if (error instanceof FormLimit) return [{ path: '', cell: '', label: '', message: error.message }]
    throw error
  }
}
