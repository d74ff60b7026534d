import { orderOf, type QuestionType, type TableLayout } from '@assoc/contract/form/engine/document'
import type { Patch } from '@assoc/contract/form/engine/patch'
import { cellName } from '@assoc/contract/form/engine/problems'
import {
  addLine,
  changeLine,
  mergeCells,
  pasteFields,
  moveLines,
  removeLine,
  setCell,
  splitCell,
  type Axis,
  type CellChange,
} from '@assoc/contract/form/engine/table-commands'
import { makeAutoObservable } from 'mobx'
import { add } from '../commands'
import { withPatches } from '../document-parts'
import type { DesignerStore } from '../store'
import { areaOf, cellsIn, clearArea, firstTable, gridOf, textOfArea, type Area, type Grid, type Place, type Placed } from './grid'

const NONE: TableLayout = { rows: [], columns: [], cells: {} }

/** Where one stands in a table form, and what is done to its cells. */
export class TableStore {
  cursor: Place = { row: 0, column: 0 }
  anchor: Place = { row: 0, column: 0 }
  /** The text with which a cell began to be typed in; null while none is. */
  typing: string | null = null
  /** Whether whole rows or columns were chosen by their heads: then arrows with Alt move them. */
  heads: Axis | null = null

  constructor(private readonly designer: DesignerStore) {
    makeAutoObservable<this, 'designer'>(this, { designer: false }, { autoBind: true })
  }

  get layout(): TableLayout {
    return this.designer.doc.table ?? NONE
  }
  get grid(): Grid {
    return gridOf(this.layout)
  }
  get area(): Area {
    return areaOf(this.grid, this.within(this.anchor), this.within(this.cursor))
  }
  /** The cell at the cursor. */
  get here(): Placed | undefined {
    const { row, column } = this.within(this.cursor)
    return this.grid.at(row, column)
  }
  /** Questions that stand in no cell yet. */
  get unplaced(): string[] {
    const placed = new Set(Object.values(this.layout.cells).flatMap(({ key }) => key ?? []))
    const bands = new Set(this.layout.rows.flatMap(({ band }) => band ?? []))
    return Object.entries(this.designer.doc.questions).flatMap(([key, one]) =>
      placed.has(key) || bands.has(key) || one.retired ? [] : [key],
    )
  }
  get name(): string {
    const { top, left, bottom, right } = this.area
    const first = cellName(left, top)
    return top === bottom && left === right ? first : `${first}:${cellName(right, bottom)}`
  }

  private within({ row, column }: Place): Place {
    return {
      row: Math.max(0, Math.min(row, this.layout.rows.length - 1)),
      column: Math.max(0, Math.min(column, this.layout.columns.length - 1)),
    }
  }

  /** Lays the table of a form that has none. */
  begin(): void {
    const { designer } = this
    const keys = orderOf(designer.doc).filter((key) => !designer.doc.questions[key]?.in)
    designer.setForm('table', firstTable(designer.doc, keys, designer.newKey))
    this.go({ row: 0, column: 0 }, false)
    designer.say(`已建立 ${this.layout.rows.length} 行 ${this.layout.columns.length} 列的表格`)
  }

  go(place: Place, extend: boolean): void {
    this.typing = null
    this.heads = null
    this.cursor = this.within(place)
    if (!extend) this.anchor = this.cursor
    this.tellQuestion()
  }

  /** A step of the arrows; it leaves a merged cell by its far side. */
  step(rows: number, columns: number, extend: boolean): void {
    const area = extend ? undefined : this.here?.area
    const { row, column } = this.cursor
    this.go(
      {
        row: rows === 0 ? row : (rows > 0 ? (area?.bottom ?? row) : (area?.top ?? row)) + rows,
        column: columns === 0 ? column : (columns > 0 ? (area?.right ?? column) : (area?.left ?? column)) + columns,
      },
      extend,
    )
  }

  selectAll(): void {
    this.anchor = { row: 0, column: 0 }
    this.cursor = { row: this.layout.rows.length - 1, column: this.layout.columns.length - 1 }
  }

  /** The question of the cell is what the properties beside it are about. */
  private tellQuestion(): void {
    const key = this.here?.cell.key
    this.designer.choose(key ?? null)
  }

  /** Goes to the cell of a question, or to a cell or row by its id. */
  find(id: string): boolean {
    const one = this.grid.placed.find((placed) => placed.id === id || placed.cell.key === id)
    const row = this.layout.rows.findIndex((line) => line.id === id || line.band === id)
    if (one) this.go({ row: one.area.top, column: one.area.left }, false)
    else if (row >= 0) this.go({ row, column: 0 }, false)
    return one !== undefined || row >= 0
  }

  startTyping(text?: string): void {
    if (!this.designer.mayEdit || this.here?.cell.key) return
    this.typing = text ?? this.here?.cell.text ?? ''
  }

  endTyping(text: string | null, rows = 0, columns = 0): void {
    if (this.typing === null) return
    this.typing = null
    if (text !== null && text !== (this.here?.cell.text ?? '')) this.cell({ text: text === '' ? undefined : text })
    if (rows !== 0 || columns !== 0) this.step(rows, columns, false)
  }

  /** Carries out what commands made of the document, as one step; whether it was taken. */
  private put(said: string, patches: readonly Patch[], typing?: string): boolean {
    if (patches.length === 0) return false
    const refused = this.designer.edit(withPatches(this.designer.doc, patches), '修改表格', { typing })
    if (refused !== null) this.designer.refuse(refused)
    else if (said) this.designer.say(said)
    return refused === null
  }
  private get ids(): { row: string; column: string } {
    const { row, column } = this.within(this.cursor)
    return { row: this.layout.rows[row]?.id ?? '', column: this.layout.columns[column]?.id ?? '' }
  }
  /** Rows or columns of what is chosen. */
  private lines(axis: Axis): string[] {
    const { top, bottom, left, right } = this.area
    return (axis === 'row' ? this.layout.rows.slice(top, bottom + 1) : this.layout.columns.slice(left, right + 1)).map(({ id }) => id)
  }

  cell(change: CellChange, typing?: string): void {
    this.put('', setCell(this.designer.doc, this.ids.row, this.ids.column, change, this.designer.newKey), typing)
  }

  /** The same for every cell that is chosen; bare ones stay bare. */
  style(change: CellChange): void {
    const next = cellsIn(this.grid, this.area).reduce(
      (doc, { cell }) => withPatches(doc, setCell(doc, cell.row, cell.column, change, this.designer.newKey)),
      this.designer.doc,
    )
    this.designer.edit(next, '修改表格')
  }

  place(key: string): void {
    this.cell({ key, text: undefined })
    this.tellQuestion()
    this.designer.say(`${this.name} 填写“${this.designer.nameOf(key)}”`)
  }

  merge(): void {
    const { name, area } = this
    const [row, column] = [this.layout.rows[area.top]?.id ?? '', this.layout.columns[area.left]?.id ?? '']
    const made = mergeCells(
      this.designer.doc,
      { row, column, rows: area.bottom - area.top + 1, columns: area.right - area.left + 1 },
      this.designer.newKey,
    )
    if ('problem' in made) return this.designer.refuse(made.problem)
    this.put(`已合并 ${name}`, made.patches)
  }
  split(): void {
    const next = cellsIn(this.grid, this.area).reduce((doc, { id }) => withPatches(doc, splitCell(doc, id)), this.designer.doc)
    if (this.designer.edit(next, '修改表格') === null) this.designer.say(`已拆分 ${this.name}`)
  }
  clear(): void {
    const refused = this.designer.setForm('table', clearArea(this.layout, this.area))
    if (refused === null) this.designer.say(`已清空 ${this.name}`)
    this.tellQuestion()
  }
  insert(axis: Axis, after: boolean): void {
    const { top, bottom, left, right } = this.area
    const at = axis === 'row' ? (after ? bottom + 1 : top) : after ? right + 1 : left
    const lines: readonly { id: string }[] = axis === 'row' ? this.layout.rows : this.layout.columns
    const patches = addLine(this.designer.doc, axis, at === 0 ? null : lines[at - 1]?.id, this.designer.newKey)
    if (patches.length === 0) return this.designer.refuse(axis === 'row' ? '表格的行数已达上限' : '表格的列数已达上限')
    if (!this.put(axis === 'row' ? `已插入第 ${at + 1} 行` : `已插入第 ${at + 1} 列`, patches)) return
    this.go(axis === 'row' ? { row: at, column: this.cursor.column } : { row: this.cursor.row, column: at }, false)
  }
  remove(axis: Axis): void {
    const { top, left } = this.area
    const going = this.lines(axis)
    const all = axis === 'row' ? this.layout.rows.length : this.layout.columns.length
    if (going.length >= all) return this.designer.refuse(axis === 'row' ? '表格至少要有一行' : '表格至少要有一列')
    const next = going.reduce((doc, id) => withPatches(doc, removeLine(doc, axis, id)), this.designer.doc)
    const refused = this.designer.edit(next, '修改表格')
    if (refused !== null) return this.designer.refuse(refused)
    this.designer.say(`已删除 ${going.length} ${axis === 'row' ? '行' : '列'}`)
    this.go(axis === 'row' ? { row: top, column: this.cursor.column } : { row: this.cursor.row, column: left }, false)
  }

  /** Chooses whole rows or columns, as a press on their heads does. */
  chooseLines(axis: Axis, at: number, extend: boolean): void {
    const [rows, columns] = [this.layout.rows.length - 1, this.layout.columns.length - 1]
    const from = extend && this.heads === axis ? (axis === 'row' ? this.anchor.row : this.anchor.column) : at
    this.typing = null
    // The cursor stays at the head, so that a long column is not scrolled to its end.
    this.anchor = axis === 'row' ? { row: from, column: columns } : { row: rows, column: from }
    this.cursor = axis === 'row' ? { row: at, column: 0 } : { row: 0, column: at }
    this.heads = axis
    this.designer.choose(null)
    this.designer.say(axis === 'row' ? `已选择第 ${Math.min(from, at) + 1} 至 ${Math.max(from, at) + 1} 行` : `已选择 ${this.name}`)
  }
  /** Chooses the rows or columns of what is chosen, whole. */
  chooseOwnLines(axis: Axis): void {
    const { top, bottom, left, right } = this.area
    this.chooseLines(axis, axis === 'row' ? top : left, false)
    this.chooseLines(axis, axis === 'row' ? bottom : right, true)
  }
  /** Moves the chosen rows or columns by one. */
  moveLines(axis: Axis, by: 1 | -1): void {
    const { top, bottom, left, right } = this.area
    const [first, last] = axis === 'row' ? [top, bottom] : [left, right]
    const lines: readonly { id: string }[] = axis === 'row' ? this.layout.rows : this.layout.columns
    const to = by < 0 ? first - 1 : last + 1
    if (!lines[to]) return this.designer.say(by < 0 ? '已在最前面' : '已在最后面')
    this.moveLinesTo(axis, by < 0 ? to : to + 1)
  }
  /** Moves the chosen rows or columns to before the one of this number. */
  moveLinesTo(axis: Axis, to: number): void {
    const { designer } = this
    const ids = this.lines(axis)
    const lines: readonly { id: string }[] = axis === 'row' ? this.layout.rows : this.layout.columns
    const made = moveLines(designer.doc, axis, ids, to === 0 ? null : (lines[to - 1]?.id ?? null))
    if ('problem' in made) return designer.refuse(made.problem)
    if (!this.put('', made.patches)) return
    const now: readonly { id: string }[] = axis === 'row' ? this.layout.rows : this.layout.columns
    const at = now.findIndex(({ id }) => id === ids[0])
    this.chooseLines(axis, at, false)
    this.chooseLines(axis, at + ids.length - 1, true)
    designer.say(axis === 'row' ? `${ids.length} 行已移到第 ${at + 1} 行` : `${ids.length} 列已移到第 ${at + 1} 列`)
  }
  /** Puts a question that is dragged into a cell. */
  drop(place: Place, dropped: { key: string } | { type: QuestionType }): void {
    this.go(place, false)
    if (this.here?.cell.key !== undefined) return this.designer.refuse(`${this.name} 中已有题目`)
    if ('key' in dropped) this.place(dropped.key)
    else add(this.designer, dropped.type)
  }

  size(axis: Axis, value: number): void {
    this.put(
      '',
      changeLine(this.designer.doc, axis, this.lines(axis), axis === 'row' ? { height: value } : { width: value }),
      `${axis} size`,
    )
  }

  /** Whether the chosen rows stand again on each page, or are drawn once for each row of a table question. */
  rows(change: { head?: true | undefined; band?: string | undefined }): void {
    this.put('', changeLine(this.designer.doc, 'row', this.lines('row'), change))
  }

  across(on: boolean): void {
    const { across: _, ...rest } = this.layout
    if (this.designer.setForm('table', on ? { ...rest, across: true } : rest) === null) this.designer.say(on ? '已改为横向' : '已改为纵向')
  }

  copied(): string {
    return textOfArea(this.layout, this.area, (key) => this.designer.nameOf(key))
  }
  paste(text: string): void {
    if (text === '') return
    const { top, left } = this.area
    const made = pasteFields(
      this.designer.doc,
      this.layout.rows[top]?.id ?? '',
      this.layout.columns[left]?.id ?? '',
      text,
      this.designer.newKey,
    )
    if (this.put('已粘贴', made.patches) && made.refused > 0)
      this.designer.refuse(`有 ${made.refused} 项没有粘贴：单元格中有题目、在合并的单元格内或文字过长`)
  }
}
