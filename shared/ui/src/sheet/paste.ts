import { rowsOf, type Answer } from '@assoc/contract/form/engine/answers'
import type { Question } from '@assoc/contract/form/engine/document'
import type { ClipboardEvent } from 'react'
import { typedNumber } from './numbers'
import type { Sheet } from './store'

interface PasteTarget {
  sheet: Sheet
  path: string
  columns: readonly string[]
  add: (after?: string) => string
  most: number
}

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const ROWS = 2000

/** What a cell of a sheet means for a column: labels of options as their values, dates as days. What it cannot mean is kept as text. */
export function cellAnswer(question: Question, text: string): Answer | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (question.type === 'number' || question.type === 'money') return typedNumber(question, trimmed)
  if (question.type === 'rating') return Number.isInteger(Number(trimmed)) ? Number(trimmed) : undefined
  if (question.type === 'date') {
    const [, year, month = '', day = ''] = DATE.exec(trimmed) ?? []
    return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : trimmed
  }
  const valueOf = (label: string) => question.options?.find((one) => one.label === label || one.value === label)?.value
  if (question.type === 'radio' || question.type === 'select') return valueOf(trimmed)
  if (question.type === 'checkbox') {
    const values = trimmed.split(/[、,，;；]/).flatMap((one) => valueOf(one.trim()) ?? [])
    return values.length > 0 ? [...new Set(values)] : undefined
  }
  return question.type === 'calc' ? undefined : trimmed
}

/** Lays cells that were copied from a sheet into a table, from the cell that has the cursor on; rows that lack are added. One text stays a text. */
export function pasted(event: ClipboardEvent<HTMLTableElement>, { sheet, path, columns, add, most }: PasteTarget): void {
  const text = event.clipboardData.getData('text/plain')
  if (!text.includes('\t') && !text.trimEnd().includes('\n')) return
  const cell = (event.target as Element).closest('td')
  const start = cell?.id.split('-') ?? []
  const rows = rowsOf(sheet.run.answers()[path]).map((row) => row.id)
  const fromRow = rows.indexOf(start[2] ?? '')
  const fromColumn = columns.indexOf(start[3] ?? '')
  if (fromRow < 0 || fromColumn < 0) return
  event.preventDefault()
  const lines = text.replace(/\r\n?/g, '\n').split('\n').slice(0, ROWS)
  if (lines.at(-1) === '') lines.pop()
  lines.forEach((line, i) => {
    const row = rows[fromRow + i] ?? (rows.length < most ? add(rows.at(-1)) : null)
    if (row === null) return
    if (!rows.includes(row)) rows.push(row)
    line.split('\t').forEach((value, j) => {
      const column = columns[fromColumn + j]
      const question = column && sheet.run.doc.questions[column]
      if (!question) return
      const answer = cellAnswer(question, value)
      if (answer !== undefined) sheet.set({ key: path, row, column }, answer)
    })
  })
}
