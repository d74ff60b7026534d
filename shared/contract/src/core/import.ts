import { z } from 'zod'
import { id, text } from './fields'

// What the calls of an import say; each resource that has one declares them (core/resource.ts).

/** Rows that one workbook may bring. */
export const IMPORT_ROWS = 50_000
/** Imports above this many rows are checked and written by a work in the background. */
export const IMPORT_NOW_ROWS = 5000
/** Title of the column that tells what is wrong with a row. */
export const IMPORT_REASON = '错误说明'

export const importProblem = z.object({ row: z.number().int(), name: z.string(), messages: z.array(z.string()) })

/** Which column of a file is which field, mapped by hand; a column without a field is left out. */
export const importMapping = z.array(z.strictObject({ title: text('列名', 200), field: text('字段', 60).nullable() })).max(200)

/** The columns of a file, each with the first thing that stands in it, and those of the resource, each with the title under which it was found. */
export const importColumns = z.object({
  titles: z.array(z.object({ title: z.string(), sample: z.string() })),
  columns: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean(), title: z.string().nullable() })),
})

/** What a check found and what was written since; of the bad rows the first 200. While `workId` is set a work is at it, and the numbers are not final. */
export const importState = z.object({
  importId: id(),
  fileName: z.string(),
  total: z.number().int(),
  good: z.number().int(),
  bad: z.number().int(),
  /** Titles of columns that the file has and the import does not know: nothing of them is written. */
  ignored: z.array(z.string()),
  problems: z.array(importProblem),
  /** What whoever imports is asked before anything is written, such as whether sensitive roles are meant; null for most files. */
  asks: z.string().nullable(),
  importStatus: z.enum(['checking', 'checked', 'writing', 'written']),
  /** Rows that stand in the system now. */
  written: z.number().int(),
  workId: id().nullable(),
})
/** What was written. With a `workId` nothing is yet: the work writes, and how it went is read afterwards. */
export const importAnswer = z.object({ written: z.number().int(), problems: z.array(importProblem), workId: id().nullable() })
