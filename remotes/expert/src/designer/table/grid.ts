import type { Cell, FormDoc, TableLayout } from '@assoc/contract/form/engine/document'

// A table form by numbers, as one sees it and moves in it; what is stored names rows and columns by their ids.

export interface Place {
  row: number
  column: number
}

/** A rectangle of places, both ends in it. */
export interface Area {
  top: number
  left: number
  bottom: number
  right: number
}

/** A stored cell where it stands. */
export interface Placed {
  id: string
  cell: Cell
  area: Area
}

export interface Grid {
  /** The cell that covers a place; nothing where the place is bare. */
  at: (row: number, column: number) => Placed | undefined
  placed: Placed[]
}

export function gridOf({ rows, columns, cells }: TableLayout): Grid {
  const rowAt = new Map(rows.map((row, i) => [row.id, i]))
  const columnAt = new Map(columns.map((column, i) => [column.id, i]))
  const places = new Map<number, Placed>()
  const placed: Placed[] = []
  for (const [id, cell] of Object.entries(cells)) {
    const [top, left] = [rowAt.get(cell.row), columnAt.get(cell.column)]
    if (top === undefined || left === undefined) continue
    const bottom = Math.min(rows.length, top + cell.rows) - 1
    const right = Math.min(columns.length, left + cell.columns) - 1
    const one = { id, cell, area: { top, left, bottom, right } }
    placed.push(one)
    for (let r = top; r <= bottom; r += 1)
      for (let c = left; c <= right; c += 1) if (!places.has(r * 1000 + c)) places.set(r * 1000 + c, one)
  }
  return { at: (row, column) => places.get(row * 1000 + column), placed }
}

/** The rectangle between two places, widened until it cuts no cell in two. */
export function areaOf(grid: Grid, from: Place, to: Place): Area {
  const area = {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  }
  for (let grown = true; grown;) {
    grown = false
    for (let row = area.top; row <= area.bottom; row += 1)
      for (let column = area.left; column <= area.right; column += 1) {
        const one = grid.at(row, column)?.area
        if (!one || (one.top >= area.top && one.left >= area.left && one.bottom <= area.bottom && one.right <= area.right)) continue
        area.top = Math.min(area.top, one.top)
        area.left = Math.min(area.left, one.left)
        area.bottom = Math.max(area.bottom, one.bottom)
        area.right = Math.max(area.right, one.right)
        grown = true
      }
  }
  return area
}

const within = (inner: Area, outer: Area): boolean =>
  inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right

/** Ids of the cells in a rectangle, in reading order. */
export const cellsIn = (grid: Grid, area: Area): Placed[] =>
  grid.placed.filter((one) => within(one.area, area)).sort((a, b) => a.area.top - b.area.top || a.area.left - b.area.left)

export type NewId = () => string

/** The layout with what is in a rectangle emptied; merged cells stay merged. */
export function clearArea(layout: TableLayout, area: Area): TableLayout {
  const cells = { ...layout.cells }
  for (const { id, cell } of cellsIn(gridOf(layout), area)) {
    if (cell.rows === 1 && cell.columns === 1) delete cells[id]
    else {
      const { text: _text, key: _key, ...rest } = cell
      cells[id] = rest
    }
  }
  return { ...layout, cells }
}

/** What a rectangle says as text that programs of tables take. */
export function textOfArea(layout: TableLayout, area: Area, named: (key: string) => string): string {
  const grid = gridOf(layout)
  const lines: string[] = []
  for (let row = area.top; row <= area.bottom; row += 1) {
    const line: string[] = []
    for (let column = area.left; column <= area.right; column += 1) {
      const one = grid.at(row, column)
      const first = one && one.area.top === row && one.area.left === column
      const text = first ? (one.cell.text ?? (one.cell.key ? named(one.cell.key) : '')) : ''
      line.push(/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    }
    lines.push(line.join('\t'))
  }
  return lines.join('\n')
}

/** A first table for a form: a row for each of its questions, or an empty one. */
export function firstTable(doc: FormDoc, keys: readonly string[], newId: NewId): TableLayout {
  const count = Math.max(keys.length, 8)
  const rows = Array.from({ length: count }, () => ({ id: newId(), height: 9 }))
  const columns = (keys.length > 0 ? [60, 120] : [45, 45, 45, 45]).map((width) => ({ id: newId(), width }))
  const cells: Record<string, Cell> = {}
  const [first, second] = columns
  keys.forEach((key, i) => {
    const row = rows[i]
    if (!row || !first || !second) return
    cells[newId()] = { row: row.id, column: first.id, rows: 1, columns: 1, text: (doc.questions[key]?.label ?? '').slice(0, 1000) }
    cells[newId()] = { row: row.id, column: second.id, rows: 1, columns: 1, key }
  })
  return { rows, columns, cells }
}
