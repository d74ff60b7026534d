import type { z } from 'zod'
import { textOf, titleOf, type Column } from './columns'

/** Rows as text that a spreadsheet takes in as cells. A cell that begins like a formula is kept a text by a leading apostrophe. */
export function asTable<Row>(schema: z.ZodType, columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cell = (text: string) => (/^[=+\-@]/.test(text) && !/^-?[\d,.]+$/.test(text) ? `'${text}` : text).replace(/[\t\r\n]+/g, ' ')
  const lines = rows.map((row) => columns.map((c) => cell(c.text ? c.text(row) : textOf(schema, c.field, row[c.field]))))
  return [columns.map((c) => titleOf(schema, c)), ...lines].map((l) => l.join('\t')).join('\n')
}
