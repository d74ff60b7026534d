import { labelOf, metaOf, typeOf, type AnyResource } from '@assoc/contract'
import type { z } from 'zod'
import type { CellValue } from '../excel/excel'

/** A column of an import: a field of the form. */
export interface ImportColumn {
  field: string
  label: string
  schema: z.ZodType
  required: boolean
  /** Labels that the cell may hold, for choices. */
  options: Record<string, string> | undefined
}

/** The columns of a resource's workbook, in the order of its form. Lists of values are not imported. */
export const columnsOf = ({ definition, insert }: AnyResource): ImportColumn[] =>
  Object.entries(definition.fields)
    .filter(([, schema]) => typeOf(schema) !== 'array' && typeOf(schema) !== 'object')
    .map(([field, schema]) => ({
      field,
      label: insert ? labelOf(insert.request, field) : field,
      schema,
      required: !schema.safeParse(undefined).success && !schema.safeParse(null).success,
      options: metaOf(schema).options ?? (typeOf(schema) === 'boolean' ? { true: '是', false: '否' } : undefined),
    }))

const DAY_MS = 86_400_000
/** Day 0 of workbooks: 30 December 1899. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)

/** A cell as text: what people see, numbers without an exponent. */
export const textOfCell = (cell: CellValue | undefined): string =>
  cell === null || cell === undefined ? '' : (typeof cell === 'number' ? (Number.isInteger(cell) ? cell.toFixed(0) : String(cell)) : String(cell)).trim()

/** The value that a cell gives a field; a text that fits no choice stays as it is, for the schema to refuse. */
export function valueOfCell({ schema, options }: ImportColumn, cell: CellValue | undefined): unknown {
  const text = textOfCell(cell)
  if (text === '') return undefined
  const meta = metaOf(schema)
  const type = typeOf(schema)
  if (type === 'boolean') return text === '是' ? true : text === '否' ? false : text
  if (options) return Object.entries(options).find(([key, label]) => label === text || key === text)?.[0] ?? text
  if (meta.show === 'date') return dateOf(cell, text)
  if (meta.show === 'money') return /^-?[\d,]+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(/,/g, '')) * 100) : text
  if (type === 'number' || type === 'int') return /^-?[\d,]+(\.\d+)?$/.test(text) ? Number(text.replace(/,/g, '')) : text
  return text
}

function dateOf(cell: CellValue | undefined, text: string): string {
  if (typeof cell === 'number') return new Date(EXCEL_EPOCH + Math.floor(cell) * DAY_MS).toISOString().slice(0, 10)
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text)
  return parts ? `${parts[1]}-${parts[2]?.padStart(2, '0')}-${parts[3]?.padStart(2, '0')}` : text
}
