import { LIMITS, type Cell, type FormDoc, type Question, type TableLayout } from './document'
import { detached, freshKey, freshKeys, insertedAfter, isBare, withCells, withoutEmpty, withQuestions, type KeyMaker } from './edits'
import { isPlainText } from '../../core/characters'
import { diff, type Patch } from './patch'

// Commands of a form that is one table. A cell names its row and column by their ids and how many of each it spans; a place without a
// cell is empty.

/** Rows and columns are treated alike; these are the names of their fields. */
const AXES = {
  row: { list: 'rows', at: 'row', span: 'rows', size: 'height', most: LIMITS.rows },
  column: { list: 'columns', at: 'column', span: 'columns', size: 'width', most: 200 },
} as const
export type Axis = keyof typeof AXES

/** A row or a column, whichever it is. */
interface Line {
  id: string
  height?: number
  width?: number
  head?: true
  band?: string
}

/** A part of a table: its first row and column, and how many of each. */
export interface Area {
  row: string
  column: string
  rows: number
  columns: number
}

const indexOf = (table: TableLayout, axis: Axis, id: string): number =>
  (table[AXES[axis].list] as readonly Line[]).findIndex((one) => one.id === id)

interface Box {
  top: number
  left: number
  bottom: number
  right: number
}
const indexes = (list: readonly { id: string }[]): Map<string, number> => new Map(list.map(({ id }, i) => [id, i]))

/** Cells with the places that they take; `bottom` and `right` are behind the last. */
function boxesOf({ rows, columns, cells }: TableLayout): [string, Cell, Box][] {
  const [rowAt, columnAt] = [indexes(rows), indexes(columns)]
  return Object.entries(cells).flatMap(([id, cell]) => {
    const [top, left] = [rowAt.get(cell.row), columnAt.get(cell.column)]
    return top === undefined || left === undefined ? [] : [[id, cell, { top, left, bottom: top + cell.rows, right: left + cell.columns }]]
  })
}
const meet = (a: Box, b: Box): boolean => a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right

function boxOf(table: TableLayout, { row, column, rows, columns }: Area): Box {
  const [top, left] = [indexOf(table, 'row', row), indexOf(table, 'column', column)]
  return { top, left, bottom: Math.min(top + rows, table.rows.length), right: Math.min(left + columns, table.columns.length) }
}

/** The cell that covers a place, with its id; nothing where the place is empty. */
export function cellAt(table: TableLayout, row: string, column: string): [string, Cell] | undefined {
  const box = boxOf(table, { row, column, rows: 1, columns: 1 })
  const found = boxesOf(table).find(([, , other]) => meet(box, other))
  return found && [found[0], found[1]]
}

/** What a cell may be given; what is undefined is taken away. */
export type CellChange = { [P in 'text' | 'key' | 'align' | 'bold']?: Cell[P] | undefined }

/** The document with a cell changed, or made. A question that it is given leaves its place, and in a repeated row becomes a column of the table. */
export function withCell(doc: FormDoc, row: string, column: string, change: CellChange, make: KeyMaker): FormDoc {
  const { key } = change
  const moved = key === undefined ? doc : detached(doc, new Set([key]))
  const { table } = moved
  if (!table || indexOf(table, 'row', row) < 0 || indexOf(table, 'column', column) < 0) return doc
  const [id, old] = cellAt(table, row, column) ?? [freshKey(moved, make), { row, column, rows: 1, columns: 1 }]
  const next = withoutEmpty({ ...old, ...change }) as Cell
  const laid = { ...moved, table: withCells(table, [[id, isBare(next) ? undefined : next]]) }
  return key === undefined ? laid : withOwner(laid, key, table.rows[indexOf(table, 'row', next.row)]?.band)
}

/** The document in which a question is a column of a table, or of none. */
function withOwner(doc: FormDoc, key: string, table: string | undefined): FormDoc {
  const one = doc.questions[key]
  if (!one) return doc
  const owner = doc.questions[table ?? '']
  const next = withQuestions(doc, [[key, withoutEmpty({ ...one, in: owner ? table : undefined }) as Question]])
  return owner && table !== undefined
    ? withQuestions(next, [
        [
          table,
          {
            ...owner,
            columns: insertedAfter(
              (owner.columns ?? []).filter((column) => column !== key),
              [key],
              undefined,
            ),
          },
        ],
      ])
    : next
}

/** Sets the text, question or looks of a cell. */
export const setCell = (doc: FormDoc, row: string, column: string, change: CellChange, make: KeyMaker): Patch[] =>
  diff(doc, withCell(doc, row, column, change, make))

/** The table with a row or column more. Merged cells that it is put into grow by it. */
function widened(doc: FormDoc, axis: Axis, after: string | null | undefined, fresh: KeyMaker): FormDoc {
  const { table } = doc
  const { list, at, span, size, most } = AXES[axis]
  if (!table || table[list].length >= most) return doc
  const id = fresh()
  const lines = table[list] as readonly Line[]
  const place = after === null ? 0 : after === undefined ? lines.length : indexOf(table, axis, after) + 1 || lines.length
  const beside = lines[place - 1] ?? lines[place]
  const made: Line = {
    id,
    [size]: beside?.[size] ?? (axis === 'row' ? 8 : 30),
    ...(axis === 'row' && beside?.band !== undefined && lines[place]?.band === beside.band ? { band: beside.band } : {}),
  }
  const next = { ...doc, table: { ...table, [list]: lines.toSpliced(place, 0, made) } }
  if (place === lines.length) return next
  const places = indexes(lines)
  const grown = Object.entries(table.cells).flatMap(([cell, one]) => {
    const first = places.get(one[at]) ?? place
    return first < place && place < first + one[span] ? [[cell, { ...one, [span]: one[span] + 1 }] as const] : []
  })
  return { ...next, table: withCells(next.table, grown) }
}

/** Adds a row or column after another: at the front for null, at the end for nothing. */
export const addLine = (doc: FormDoc, axis: Axis, after: string | null | undefined, make: KeyMaker): Patch[] =>
  diff(doc, widened(doc, axis, after, freshKeys(doc, make)))

/** Removes a row or column. Merged cells shrink by it, cells of it alone go; their questions stay in the form without a place. */
export function removeLine(doc: FormDoc, axis: Axis, id: string): Patch[] {
  const { table } = doc
  const { list, at, span } = AXES[axis]
  if (!table) return []
  const lines: readonly Line[] = table[list]
  const place = indexOf(table, axis, id)
  if (place < 0) return []
  const places = indexes(lines)
  const cells = Object.entries(table.cells).flatMap(([cell, one]): [string, Cell | undefined][] => {
    const first = places.get(one[at]) ?? Infinity
    if (place < first || place >= first + one[span]) return []
    if (one[span] === 1) return [[cell, undefined]]
    return [[cell, { ...one, [span]: one[span] - 1, ...(place === first ? { [at]: lines[place + 1]?.id ?? one[at] } : {}) }]]
  })
  return diff(doc, { ...doc, table: withCells({ ...table, [list]: lines.toSpliced(place, 1) }, cells) })
}

/** Sets the height of rows or the width of columns, in millimetres, or what else a row is. */
export function changeLine(
  doc: FormDoc,
  axis: Axis,
  ids: readonly string[],
  change: { [P in 'height' | 'width' | 'head' | 'band']?: Line[P] | undefined },
): Patch[] {
  const { table } = doc
  const { list } = AXES[axis]
  return table
    ? diff(doc, {
        ...doc,
        table: {
          ...table,
          [list]: (table[list] as readonly Line[]).map((one) => (ids.includes(one.id) ? withoutEmpty({ ...one, ...change }) : one)),
        },
      })
    : []
}

/**
 * Moves rows or columns behind another one, to the front for null; they keep their order. Refused where a merged cell would be torn apart,
 * or rows would stand within those of a repeated band.
 */
export function moveLines(doc: FormDoc, axis: Axis, ids: readonly string[], after: string | null): { patches: Patch[] } | { problem: string } {
  const { table } = doc
  if (!table) return { patches: [] }
  const { list, at, span } = AXES[axis]
  const lines: readonly Line[] = table[list]
  const moving = new Set(ids.filter((id) => indexOf(table, axis, id) >= 0))
  // Where one of them stands is behind the nearest that stays.
  const place = after === null ? 0 : indexOf(table, axis, after) + 1
  const behind = lines.slice(0, place).findLast(({ id }) => !moving.has(id))
  const stay = lines.filter(({ id }) => !moving.has(id))
  const next = stay.toSpliced(behind ? stay.indexOf(behind) + 1 : 0, 0, ...lines.filter(({ id }) => moving.has(id)))
  const [was, now] = [indexes(lines), indexes(next)]
  for (const one of Object.values(table.cells)) {
    const [first, there] = [was.get(one[at]), now.get(one[at])]
    if (first === undefined || there === undefined || one[span] === 1) continue
    const torn = lines.slice(first, first + one[span]).some(({ id }, i) => now.get(id) !== there + i)
    if (torn) return { problem: axis === 'row' ? '这样移动会拆开跨行合并的单元格，请先拆分或连同整个合并区域一起移动' : '这样移动会拆开跨列合并的单元格，请先拆分或连同整个合并区域一起移动' }
  }
  const [first, last] = [next.findIndex(({ id }) => moving.has(id)), next.findLastIndex(({ id }) => moving.has(id))]
  const band = next[first - 1]?.band
  if (axis === 'row' && band !== undefined && band === next[last + 1]?.band && next.slice(first, last + 1).some((one) => one.band !== band)) return { problem: '不能移到重复的行中间' }
  return { patches: diff(doc, { ...doc, table: { ...table, [list]: next } }) }
}

/** Merges an area into one cell, grown by merged cells that it cuts. Texts are joined by lines; two questions are refused. */
export function mergeCells(doc: FormDoc, area: Area, make: KeyMaker): { patches: Patch[] } | { problem: string } {
  const { table } = doc
  if (!table) return { patches: [] }
  const boxes = boxesOf(table)
  let box = boxOf(table, area)
  if (box.top < 0 || box.left < 0) return { patches: [] }
  for (;;) {
    const all = [box, ...boxes.map(([, , one]) => one).filter((one) => meet(one, box))]
    const grown = {
      top: Math.min(...all.map((one) => one.top)),
      left: Math.min(...all.map((one) => one.left)),
      bottom: Math.max(...all.map((one) => one.bottom)),
      right: Math.max(...all.map((one) => one.right)),
    }
    if (grown.top === box.top && grown.left === box.left && grown.bottom === box.bottom && grown.right === box.right) break
    box = grown
  }
  const inside = boxes.filter(([, , one]) => meet(one, box)).sort(([, , a], [, , b]) => a.top - b.top || a.left - b.left)
  const keys = inside.flatMap(([, { key }]) => key ?? [])
  if (keys.length > 1) return { problem: '这些单元格里有不止一道题，请先移走其余的题目再合并' }
  const rows = table.rows.slice(box.top, box.bottom)
  if (new Set(rows.map(({ band }) => band)).size > 1) return { problem: '重复的行不能与其他行合并' }
  const text = inside.flatMap(([, one]) => one.text ?? []).join('\n')
  const [first] = inside
  const merged = withoutEmpty({
    ...first?.[1],
    row: table.rows[box.top]?.id,
    column: table.columns[box.left]?.id,
    rows: box.bottom - box.top,
    columns: box.right - box.left,
    text: text || undefined,
    key: keys[0],
  }) as Cell
  const gone = inside.map(([id]) => [id, undefined] as const)
  return { patches: diff(doc, { ...doc, table: withCells(table, [...gone, [first?.[0] ?? freshKey(doc, make), merged]]) }) }
}

/** Makes single cells of a merged one; what it held stays in the first. */
export function splitCell(doc: FormDoc, id: string): Patch[] {
  const { table } = doc
  const one = table?.cells[id]
  if (!table || !one) return []
  const next = { ...one, rows: 1, columns: 1 }
  return diff(doc, { ...doc, table: withCells(table, [[id, isBare(next) ? undefined : next]]) })
}

/** Rows of fields as a sheet copies them: tabs between fields, quotation marks round one that has line breaks or tabs. */
export function fieldsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const start = at
    let quoted: string | undefined
    if (text[at] === '"') {
      quoted = ''
      for (at += 1; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at += 1) {
        if (text[at] === '"') at += 1
        quoted += text[at] ?? ''
      }
      // A sheet puts marks round what has line breaks or tabs alone; others were typed.
      if (at >= text.length || !/[\t\n]/.test(quoted)) [quoted, at] = [undefined, start]
      else at += 1
    }
    const rest = at
    while (at < text.length && text[at] !== '\t' && text[at] !== '\n') at += 1
    rows.at(-1)?.push(((quoted ?? '') + text.slice(rest, at)).replaceAll('\r', ''))
    if (text[at] === '\n') rows.push([])
    at += 1
  }
  // The line break at the end of what a sheet copies begins no row.
  if (rows.length > 1 && rows.at(-1)?.every((field) => field === '')) rows.pop()
  return rows
}

/**
 * Pastes fields of a sheet as texts from a place on. Rows and columns are added where they are lacking. `refused` counts fields that were
 * not taken: those of a cell that holds a question, those within a merged cell, and texts that are too long.
 */
export function pasteFields(
  doc: FormDoc,
  row: string,
  column: string,
  text: string,
  make: KeyMaker,
): { patches: Patch[]; refused: number } {
  const fields = fieldsOf(text)
  const [top, left] = doc.table ? [indexOf(doc.table, 'row', row), indexOf(doc.table, 'column', column)] : [-1, -1]
  if (top < 0 || left < 0) return { patches: [], refused: 0 }
  const fresh = freshKeys(doc, make)
  let next = doc
  const need = (axis: Axis, count: number): void => {
    for (let lines = next.table?.[AXES[axis].list].length ?? 0; lines < Math.min(count, AXES[axis].most); lines += 1)
      next = widened(next, axis, undefined, fresh)
  }
  need('row', top + fields.length)
  need('column', left + fields.reduce((most, one) => Math.max(most, one.length), 0))
  const table = next.table as TableLayout
  const covering = new Map<number, [string, Cell, Box]>()
  for (const one of boxesOf(table)) {
    const [, , box] = one
    for (let y = box.top; y < Math.min(box.bottom, table.rows.length); y += 1)
      for (let x = box.left; x < Math.min(box.right, table.columns.length); x += 1) covering.set(y * table.columns.length + x, one)
  }
  const changes = new Map<string, Cell | undefined>()
  let refused = 0
  fields.forEach((list, y) =>
    list.forEach((field, x) => {
      const [line, across] = [table.rows[top + y], table.columns[left + x]]
      const [id, old, box] = covering.get((top + y) * table.columns.length + left + x) ?? []
      const isFirst = box === undefined || (box.top === top + y && box.left === left + x)
      if (!line || !across || !isFirst || old?.key !== undefined || field.length > 1000 || !isPlainText(field)) {
        if (field !== '') refused += 1
        return
      }
      const cell = withoutEmpty({ ...(old ?? { row: line.id, column: across.id, rows: 1, columns: 1 }), text: field || undefined }) as Cell
      if (id !== undefined) changes.set(id, isBare(cell) ? undefined : cell)
      else if (field !== '') changes.set(fresh(), cell)
    }),
  )
  return { patches: diff(doc, { ...next, table: withCells(table, changes) }), refused }
}
