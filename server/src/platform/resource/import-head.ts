import { plainText, textOfCell, type ImportColumn } from './import-cells'
import type { CellValue } from '../excel/excel'

/** Rows above the titles that a file may have. */
const TITLE_ROWS = 20

/** Where the titles of a file stand. */
export interface ImportHead {
  /** The titles as the file has them. */
  titles: string[]
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

/** Fields by the titles of a file, as `titleKey` writes them, that a person has mapped by hand; null for a column that is not to be read. */
export type Mapping = ReadonlyMap<string, string | null>

/** What titles are compared by: the title without blanks, marks of required columns, and full-width letters. */
export const titleKey = compact

function readHead(columns: readonly ImportColumn[], cells: readonly (CellValue | undefined)[], from: number, byHand: Mapping): ImportHead {
  const titles = Array.from(cells, (cell) => textOfCell(cell))
  const keys = titles.map(compact)
  const kept = new Set(columns.flatMap((c) => c.named))
  const found = keys.map((key) => (byHand.has(key) ? columns.find((c) => c.field === byHand.get(key)) : columns.find((c) => key && c.titles.some((known) => compact(known) === key))))
  // What a person has mapped stays mapped, and what they left out stays out.
  const open = (i: number): boolean => titles[i] !== '' && !found[i] && !byHand.has(keys[i] ?? '') && !kept.has(titles[i] ?? '')
  const claim = (known: (c: ImportColumn) => readonly string[]) => {
    for (const column of columns) {
      for (const title of found.includes(column) ? [] : known(column)) {
        const at = titles.findIndex((own, i) => open(i) && (compact(title) === keys[i] || alike(title, own)))
        if (at >= 0 && !found.includes(column)) found[at] = column
      }
    }
  }
  claim((c) => c.titles)
  claim((c) => c.further)
  const header = titles.map((title, i) => found[i]?.label ?? title.replace(/[*＊]$/, ''))
  const known = columns.filter((c) => header.includes(c.label) || c.named.some((title) => header.includes(title)))
  return { titles, header, known, missing: columns.filter((c) => c.required && !known.includes(c)), from }
}

/**
 * Finds the titles by their words and not by their place: in the first row that has all required columns, or in two rows with a merged
 * head. Where no row has them, the row that has most of them, and where none is known the fullest one, so that it can be said what is missing
 * there. `byHand` comes before all that is known of titles.
 */
export function headOf(columns: readonly ImportColumn[], rows: readonly (readonly CellValue[])[], byHand: Mapping = new Map()): ImportHead {
  const filled = (row: readonly CellValue[] | undefined): number => (row ?? []).filter((cell) => textOfCell(cell) !== '').length
  const fullest = rows.slice(0, TITLE_ROWS + 1).reduce((most, row, i) => (filled(row) > filled(rows[most]) ? i : most), 0)
  let best = readHead(columns, rows[fullest] ?? [], fullest + 1, byHand)
  for (const [i, row] of rows.slice(0, TITLE_ROWS + 1).entries()) {
    const below = rows[i + 1] ?? []
    const merged = Array.from({ length: Math.max(row.length, below.length) }, (_, at) => (textOfCell(below[at]) ? below[at] : row[at]))
    for (const head of [readHead(columns, row, i + 1, byHand), readHead(columns, merged, i + 2, byHand)]) {
      if (head.known.length > 0 && head.missing.length === 0) return head
      if (head.from === i + 1 && head.known.length > best.known.length) best = head
    }
  }
  return best
}
