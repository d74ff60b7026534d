import { plainText, textOfCell, type ImportColumn } from './import-cells'
import type { CellValue } from '../excel/excel'

/** Rows above the titles that a file may have. */
const TITLE_ROWS = 20

/** Where the titles of a file stand. */
export interface ImportHead {
  /** The titles of the columns; those that are known bear the template's title, whatever the file calls them. */
  header: string[]
  /** The columns that the file has. */
  known: ImportColumn[]
  /** Required columns that it lacks. */
  missing: ImportColumn[]
  /** Index of the first row below the titles. */
  from: number
}

/** A title without blanks, marks of required columns, and full-width letters. */
const compact = (title: string): string => plainText(title).replace(/[\s*:]/g, '')

/** A title without the explanation in brackets at its end, such as 金额（元）. */
const bare = (title: string): string => /^[^([【]*/.exec(compact(title))?.[0] ?? ''

/** Explanations that say nothing of what the column holds; another unit, such as 万元, makes it another column. */
const EXPLAINED = /\((?:必填|选填|元|人民币|人民币元)\)$/

/** Whether the title of a file is the known one but for an explanation that one of them lacks. */
const alike = (known: string, title: string): boolean =>
  bare(title) !== '' && (compact(title) === bare(known) || (EXPLAINED.test(compact(title)) && compact(title).replace(EXPLAINED, '') === compact(known)))

function readHead(columns: readonly ImportColumn[], cells: readonly (CellValue | undefined)[], from: number): ImportHead {
  const titles = Array.from(cells, (cell) => textOfCell(cell))
  const exact = titles.map((title) => columns.find((c) => title && c.titles.some((known) => compact(known) === compact(title))))
  const kept = new Set(columns.flatMap((c) => c.named))
  const taken = new Set<ImportColumn | undefined>(exact)
  const header = titles.map((title, i) => {
    const found = exact[i] ?? (kept.has(title) ? undefined : columns.find((c) => !taken.has(c) && c.titles.some((known) => alike(known, title))))
    taken.add(found)
    return found?.label ?? title.replace(/[*＊]$/, '')
  })
  const known = columns.filter((c) => header.includes(c.label) || c.named.some((title) => header.includes(title)))
  return { header, known, missing: columns.filter((c) => c.required && !known.includes(c)), from }
}

/**
 * Finds the titles by their words and not by their place: in the first row that has all required columns, or in two rows with a merged
 * head. Where no row has them, the row that has most of them, so that it can be said what is missing there.
 */
export function headOf(columns: readonly ImportColumn[], rows: readonly (readonly CellValue[])[]): ImportHead {
  let best = readHead(columns, rows[0] ?? [], 1)
  for (const [i, row] of rows.slice(0, TITLE_ROWS + 1).entries()) {
    const below = rows[i + 1] ?? []
    const merged = Array.from({ length: Math.max(row.length, below.length) }, (_, at) => (textOfCell(below[at]) ? below[at] : row[at]))
    for (const head of [readHead(columns, row, i + 1), readHead(columns, merged, i + 2)]) {
      if (head.known.length > 0 && head.missing.length === 0) return head
      if (head.from === i + 1 && head.known.length > best.known.length) best = head
    }
  }
  return best
}
