import { cellName, type BookCell, type BookRange, type BookRule, type BookSheet } from '../../../platform/excel/layout'

// A sheet as a grid of places: what covers which, and which of them somebody is meant to fill in.

export interface Place extends BookRange {
  cell: BookCell | undefined
  rule: BookRule | undefined
  kind: 'text' | 'field' | 'formula' | 'blank'
}
export interface SheetGrid {
  area: BookRange
  places: Place[]
  at(row: number, column: number): Place | undefined
  unread: { cell: string; why: string }[]
}

/** Rules beyond this size were laid over whole columns: they say nothing of how large a form is. */
const RULE_ROWS = 200
const key = (row: number, column: number): number => row * 1000 + column
const hasText = (cell: BookCell | undefined): boolean => cell !== undefined && cell.value !== null && cell.value !== ''

/** The part of a sheet that is the form: what is printed, or what has anything in it; null where there is nothing. */
function areaOf({ printed, cells, rules }: BookSheet): BookRange | null {
  const boxes: BookRange[] = [
    ...cells.filter((cell) => hasText(cell) || cell.formula !== undefined || cell.framed || cell.open).map(({ row, column }) => ({ top: row, left: column, bottom: row, right: column })),
    ...rules.flatMap(({ ranges }) => ranges.filter((one) => one.bottom - one.top < RULE_ROWS && one.right - one.left < RULE_ROWS)),
  ]
  if (boxes.length === 0) return null
  const used = boxes.reduce((a, b) => ({ top: Math.min(a.top, b.top), left: Math.min(a.left, b.left), bottom: Math.max(a.bottom, b.bottom), right: Math.max(a.right, b.right) }))
  if (!printed) return used
  // A print area may be written for whole columns.
  const cut = { top: printed.top, left: printed.left, bottom: Math.min(printed.bottom, used.bottom), right: Math.min(printed.right, used.right) }
  return cut.bottom < cut.top || cut.right < cut.left ? used : cut
}

const within = (box: BookRange, { top, left, bottom, right }: BookRange): boolean => box.top >= top && box.left >= left && box.bottom <= bottom && box.right <= right

/** The grid of a sheet; null where the sheet is empty. */
export function gridOf(sheet: BookSheet): SheetGrid | null {
  const found = areaOf(sheet)
  if (!found) return null
  const cells = new Map(sheet.cells.map((cell) => [key(cell.row, cell.column), cell]))
  const isFramed = sheet.cells.some((cell) => cell.framed && !hasText(cell))
  // Without lines the places to fill in are beside their labels, also where nothing was ever typed.
  const area = sheet.locked || isFramed || sheet.printed || sheet.widths.length <= found.right + 1 ? found : { ...found, right: found.right + 1 }
  const unread: SheetGrid['unread'] = []
  const covered = new Map<number, Place>()
  const rules = rulesAt(sheet, area)
  const places: Place[] = []
  const put = (box: BookRange) => {
    const place: Place = { ...box, cell: cells.get(key(box.top, box.left)), rule: rules.get(key(box.top, box.left)), kind: 'blank' }
    places.push(place)
    for (let row = box.top; row <= box.bottom; row += 1) for (let column = box.left; column <= box.right; column += 1) covered.set(key(row, column), place)
  }
  for (const merge of sheet.merges) {
    const name = `${cellName(merge.top, merge.left)}:${cellName(merge.bottom, merge.right)}`
    if (!within(merge, area)) {
      if (merge.top <= area.bottom && merge.left <= area.right && merge.bottom >= area.top && merge.right >= area.left) unread.push({ cell: name, why: '合并区域超出表格范围，按未合并处理' })
    } else if (overlaps(merge, covered)) unread.push({ cell: name, why: '与其他合并区域重叠，按未合并处理' })
    else put(merge)
  }
  for (let row = area.top; row <= area.bottom; row += 1)
    for (let column = area.left; column <= area.right; column += 1) if (!covered.has(key(row, column))) put({ top: row, left: column, bottom: row, right: column })
  const at = (row: number, column: number) => covered.get(key(row, column))
  for (const place of places) place.kind = kindOf(place, { sheet, area, isFramed, at, cells })
  places.sort((a, b) => a.top - b.top || a.left - b.left)
  return { area, places, at, unread }
}

function overlaps({ top, left, bottom, right }: BookRange, covered: ReadonlyMap<number, Place>): boolean {
  for (let row = top; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) if (covered.has(key(row, column))) return true
  return false
}

function rulesAt({ rules }: BookSheet, area: BookRange): Map<number, BookRule> {
  const found = new Map<number, BookRule>()
  for (const rule of rules) {
    for (const range of rule.ranges) {
      for (let row = Math.max(range.top, area.top); row <= Math.min(range.bottom, area.bottom); row += 1)
        for (let column = Math.max(range.left, area.left); column <= Math.min(range.right, area.right); column += 1) if (!found.has(key(row, column))) found.set(key(row, column), rule)
    }
  }
  return found
}

interface Surroundings {
  sheet: BookSheet
  area: BookRange
  isFramed: boolean
  at: SheetGrid['at']
  cells: ReadonlyMap<number, BookCell>
}

function kindOf(place: Place, { sheet, area, isFramed, at, cells }: Surroundings): Place['kind'] {
  const { cell, rule } = place
  if (cell?.formula !== undefined) return 'formula'
  // Who protects a sheet says by it what is filled in; what stands there is an example.
  if (sheet.locked) return cell?.open ? 'field' : hasText(cell) ? 'text' : 'blank'
  if (rule?.type === 'list') return 'field'
  if (hasText(cell)) return 'text'
  if (rule) return 'field'
  if (isFramed) return cell?.framed ? 'field' : 'blank'
  const beside = place.left > area.left ? at(place.top, place.left - 1) : undefined
  // The title above everything is no label.
  return beside !== undefined && beside.top > area.top && typeof cells.get(key(beside.top, beside.left))?.value === 'string' ? 'field' : 'blank'
}
