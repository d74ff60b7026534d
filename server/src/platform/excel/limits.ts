/** What a table that comes in may hold; checked where it is read, before anything of it is kept. */
export const TABLE_LIMITS = {
  /** Bytes of a workbook when unpacked. */
  unpacked: 50 * 1024 * 1024,
  /** Characters of a cell, as many as spreadsheet programs take. */
  cellChars: 32_767,
  columns: 200,
  cells: 2_000_000,
  /** Characters of all cells together: what is done with the rows later takes time by these. */
  chars: 10_000_000,
} as const

export type TableFault = 'unreadable' | 'tooManyRows' | 'tooLarge' | 'tooWide' | 'longCell'

/** Ends the reading of a table. */
export class TableRefused extends Error {
  override name = 'TableRefused'
  readonly reason: TableFault
  constructor(reason: TableFault) {
    super(reason)
    this.reason = reason
  }
}

export type CellValue = string | number | boolean | null

/** Checks rows as they are read: each call takes one, answers it without empty columns beyond the limit, and throws TableRefused for one too many. */
export function validate(maxRows: number): (cells: CellValue[]) => CellValue[] {
  let [rows, count, chars] = [0, 0, 0]
  return (cells) => {
    // The row of titles comes on top.
    if (++rows > maxRows + 1) throw new TableRefused('tooManyRows')
    for (const [column, cell] of cells.entries()) {
      if (cell === null || cell === '') continue
      if (column >= TABLE_LIMITS.columns) throw new TableRefused('tooWide')
      if (typeof cell !== 'string') continue
      if (cell.length > TABLE_LIMITS.cellChars) throw new TableRefused('longCell')
      chars += cell.length
    }
    const row = cells.length > TABLE_LIMITS.columns ? cells.slice(0, TABLE_LIMITS.columns) : cells
    count += row.length
    if (count > TABLE_LIMITS.cells || chars > TABLE_LIMITS.chars) throw new TableRefused('tooLarge')
    return row
  }
}
