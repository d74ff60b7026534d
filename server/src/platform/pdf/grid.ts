// Tables with merged cells. pdfkit has such tables, but their heads do not stand again on the next page, and a merged cell is cut there.

export interface GridCell {
  text: string
  /** Columns and rows that it takes. */
  columns: number
  rows: number
  align: 'left' | 'center' | 'right'
  strong: boolean
}

export interface Grid {
  /** Shares of the width. */
  widths: readonly number[]
  /** Rows at the top that stand again on each page. */
  head: number
  /** Cells of each row from left to right; where one from above reaches into a row, the row has none. */
  rows: readonly (readonly GridCell[])[]
}

export interface Measures {
  left: number
  width: number
  bottom: () => number
  ink: string
  line: string
  fill: string
}

interface Placed extends GridCell {
  row: number
  column: number
}

const [PAD, SIZE, LEAST] = [4, 8.5, 18]

/** Where each cell stands: in the first place of its row that no merged cell from above takes. */
export function placedCells({ rows, widths }: Grid): Placed[] {
  const taken = new Set<string>()
  return rows.flatMap((cells, row) => {
    let column = 0
    return cells.flatMap((cell) => {
      while (taken.has(`${row}/${column}`)) column += 1
      if (column >= widths.length) return []
      const columns = Math.min(cell.columns, widths.length - column)
      const reach = Math.min(cell.rows, rows.length - row)
      for (let r = row; r < row + reach; r += 1) for (let c = column; c < column + columns; c += 1) taken.add(`${r}/${c}`)
      const placed = { ...cell, row, column, columns, rows: reach }
      column += columns
      return [placed]
    })
  })
}

/** Cells by the row in which they begin. */
export function inRows(cells: readonly Placed[], count: number): Placed[][] {
  const rows = Array.from({ length: count }, (): Placed[] => [])
  for (const cell of cells) rows[cell.row]?.push(cell)
  return rows
}

/** Rows that must stand on one page, because a merged cell holds them together: the first row of each group. */
function groupsOf(cells: readonly Placed[], count: number): number[] {
  const joined = new Set(cells.flatMap(({ row, rows }) => Array.from({ length: rows - 1 }, (_, i) => row + i + 1)))
  return Array.from({ length: count }, (_, row) => row).filter((row) => !joined.has(row))
}

/** Characters of a text that has no room in its cell, which stands in full behind the table. */
const BEGINNING = 120

/** Draws a table from where the document stands, over as many pages as it takes. */
export function drawGrid(doc: PDFKit.PDFDocument, grid: Grid, { left, width, bottom, ink, line, fill }: Measures): void {
  const cells = placedCells(grid)
  const late: string[] = []
  const page = bottom() - doc.page.margins.top
  const shares = grid.widths.reduce((sum, one) => sum + one, 0)
  const edges = grid.widths.reduce<number[]>((found, share) => [...found, (found.at(-1) ?? left) + (share / shares) * width], [left])
  const spanned = ({ column, columns }: Placed) => (edges[column + columns] ?? left) - (edges[column] ?? left)
  const textHeight = (cell: Placed): number => doc.font(cell.strong ? 'strong' : 'text').fontSize(SIZE).heightOfString(cell.text || ' ', { width: Math.max(8, spanned(cell) - 2 * PAD) }) + 2 * PAD
  for (const cell of cells) {
    if (textHeight(cell) < page / 2) continue
    late.push(cell.text)
    cell.text = `${[...cell.text].slice(0, BEGINNING).join('')}……（全文见表后 ${late.length}）`
  }
  const heights = grid.rows.map(() => LEAST)
  for (const cell of cells.filter(({ rows }) => rows === 1)) heights[cell.row] = Math.max(heights[cell.row] ?? LEAST, textHeight(cell))
  // What a merged cell needs beyond its rows goes to the last of them.
  for (const cell of cells.filter(({ rows }) => rows > 1)) {
    const last = cell.row + cell.rows - 1
    const lacking = textHeight(cell) - sum(heights, cell.row, last + 1)
    if (lacking > 0) heights[last] = (heights[last] ?? LEAST) + lacking
  }
  const byRow = inRows(cells, grid.rows.length)
  const drawRows = (from: number, to: number, isHead: boolean) => {
    let top = doc.y
    for (let row = from; row < to; row += 1) {
      for (const cell of byRow[row] ?? []) {
        const high = Math.min(sum(heights, row, row + cell.rows), bottom() - top)
        const at = edges[cell.column] ?? left
        if (isHead || cell.strong) doc.rect(at, top, spanned(cell), high).fill(fill)
        doc.rect(at, top, spanned(cell), high).lineWidth(0.5).stroke(line)
        doc.font(cell.strong ? 'strong' : 'text').fontSize(SIZE).fillColor(ink)
        doc.text(cell.text, at + PAD, top + PAD, { width: Math.max(8, spanned(cell) - 2 * PAD), height: Math.max(SIZE, high - PAD), align: cell.align, ellipsis: true })
      }
      top += heights[row] ?? LEAST
    }
    doc.x = left
    doc.y = Math.min(top, bottom())
  }
  const groups = groupsOf(cells, grid.rows.length)
  const head = groups.includes(grid.head) ? grid.head : 0
  const headHeight = sum(heights, 0, head)
  groups.forEach((from, i) => {
    const to = groups[i + 1] ?? grid.rows.length
    if (doc.y + sum(heights, from, to) > bottom() && doc.y > doc.page.margins.top + headHeight) {
      doc.addPage()
      if (from >= head && head > 0) drawRows(0, head, true)
    }
    drawRows(from, to, from < head)
  })
  late.forEach((text, i) => {
    doc.font('text').fontSize(SIZE).fillColor(ink)
    doc.moveDown(0.6)
    doc.text(`${i + 1}. ${text}`, left, doc.y, { width, lineGap: 2 })
  })
  doc.x = left
}

const sum = (numbers: readonly number[], from: number, to: number): number => numbers.slice(from, to).reduce((total, one) => total + one, 0)
