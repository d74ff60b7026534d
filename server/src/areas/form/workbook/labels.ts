import { isPlainText } from '@assoc/contract/core/characters'
import { cellName } from '../../../platform/excel/layout'
import type { Place, SheetGrid } from './grid'

// What a cell that is filled in is called: by the text before it, by the head of its column, or by both.

export interface CellLabel {
  label: string
  required?: true
  unit?: string
  guessed?: true
}

const LONGEST = 500
const UNIT = /[（(](?:单位[:：])?(元|万元|亿元|人|名|家|次|个|项|份|股|万股|年|月|天|%|％)[)）]$/

const textAt = (place: Place | undefined): string => {
  const value = place?.kind === 'text' ? place.cell?.value : undefined
  return value === null || value === undefined || !isPlainText(String(value)) ? '' : String(value).replace(/[\n\r\t]/g, ' ').trim()
}
const isOwn = (place: Place | undefined): boolean => place?.kind === 'field' || place?.kind === 'formula'

/** Goes from a cell in one direction over others that are filled in, to the text that they stand behind; how many it has passed. */
function before(grid: SheetGrid, place: Place, axis: 'row' | 'column'): { place: Place; passed: number } | undefined {
  let [row, column, passed] = [place.top, place.left, 0]
  for (;;) {
    if (axis === 'row') column -= 1
    else row -= 1
    const next = grid.at(row, column)
    if (!next || next.kind === 'blank') return undefined
    if (next.kind === 'text') return { place: next, passed }
    ;[row, column] = [next.top, next.left]
    passed += 1
  }
}

/** Whether a text is the head of its column: no wider than what stands under it, in a row of texts that nothing is filled in in. */
function isHead(grid: SheetGrid, head: Place, { left, right }: Place): boolean {
  if (head.right - head.left > right - left) return false
  const row = new Set<Place>()
  for (let column = grid.area.left; column <= grid.area.right; column += 1) {
    const one = grid.at(head.top, column)
    if (one) row.add(one)
  }
  return [...row].filter((one) => one.kind === 'text').length > 1 && ![...row].some(isOwn)
}

/** What a cell is called. */
export function labelOf(grid: SheetGrid, place: Place): CellLabel {
  const left = before(grid, place, 'row')
  const above = before(grid, place, 'column')
  const head = above && isHead(grid, above.place, place) ? textAt(above.place) : ''
  // A running number says nothing of what is filled in.
  const row = /^\d{0,4}$/.test(textAt(left?.place)) ? '' : textAt(left?.place)
  const side = tidy(row)
  const top = tidy(head)
  const unit = top.unit ?? side.unit
  const required = side.required || top.required
  const more = { ...(unit === undefined ? {} : { unit: unit === '％' ? '%' : unit }), ...(required ? { required: true as const } : {}) }
  if (side.text && top.text) return { label: `${side.text}（${top.text}）`.slice(0, LONGEST), ...more }
  if (side.text) return { label: (left && left.passed > 0 ? `${side.text}（${left.passed + 1}）` : side.text).slice(0, LONGEST), ...more, ...(left && left.passed > 0 ? { guessed: true } : {}) }
  if (top.text) return { label: `${top.text}（第 ${(above?.passed ?? 0) + 1} 行）`.slice(0, LONGEST), ...more }
  const near = textAt(above?.place)
  return { label: tidy(near).text.slice(0, LONGEST) || `单元格 ${cellName(place.top, place.left)}`, guessed: true }
}

function tidy(text: string): { text: string; unit?: string; required?: true } {
  const isRequired = /^[*＊]|[*＊]$/.test(text)
  const bare = text.replace(/^[*＊]/, '').replace(/[*＊:：]$/, '').trim()
  const unit = UNIT.exec(bare)?.[1]
  return { text: unit === undefined ? bare : bare.replace(UNIT, '').trim() || bare, ...(unit === undefined ? {} : { unit }), ...(isRequired ? { required: true } : {}) }
}
