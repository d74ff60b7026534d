import { isPlainText } from '@assoc/contract/core/characters'
import { LIMITS, type FormDoc, type QuestionType } from '@assoc/contract/form/engine/document'
import { readsOf, type Expression } from '@assoc/contract/form/engine/expression'
import type { Proposal, ProposedField, ProposedText } from '@assoc/contract/form/engine/proposal'
import { BOOK_LIMITS, cellName, type Book, type BookSheet } from '../../../platform/excel/layout'
import { namesDocument, translated, type Look } from './formula'
import { gridOf, type Place, type SheetGrid } from './grid'
import { labelOf } from './labels'

// What of a sheet is label, what is filled in, what is computed, and as what kind of question. Whatever is not understood is told by its cell.

const DEFAULT_WIDTH = 18.3
const DEFAULT_HEIGHT = 5.3
const TEXT = 1000
const clamp = (mm: number): number => Math.min(400, Math.max(2, mm))
/** Height from which a cell is meant for several lines. */
const TALL_MM = 14

/** The proposal for one sheet of a workbook: the named one, or the first that is shown and has something in it. Null where there is none. */
export function recognised(book: Book, name?: string): Proposal | null {
  const choice = name === undefined ? [...book.sheets.filter(({ hidden }) => !hidden), ...book.sheets] : book.sheets.filter((one) => one.name === name)
  for (const sheet of choice) {
    const grid = gridOf(sheet)
    if (grid) return proposed(book, sheet, grid)
  }
  return null
}

function proposed(book: Book, sheet: BookSheet, grid: SheetGrid): Proposal {
  const { area, places } = grid
  const unread = [...tellSheet(book, sheet), ...grid.unread]
  const tell = (place: Place, why: string) => unread.push({ cell: cellName(place.top, place.left), why })
  const texts: ProposedText[] = []
  const fields: ProposedField[] = []
  const spot = (place: Place) => ({ row: place.top - area.top, column: place.left - area.left, rows: place.bottom - place.top + 1, columns: place.right - place.left + 1 })
  for (const place of places) {
    const { kind, cell } = place
    if (kind === 'text') {
      const { text, why } = textOf(String(cell?.value ?? ''))
      if (why) tell(place, why)
      texts.push({ ...spot(place), text, ...looks(place) })
    } else if (kind === 'field') fields.push({ ...spot(place), ...fieldOf(sheet, grid, place, tell) })
    else if (kind === 'blank' && (place.bottom > place.top || place.right > place.left)) texts.push({ ...spot(place), text: '' })
  }
  const { calcs, failed } = formulasOf(sheet, grid)
  for (const { place, why } of failed) {
    tell(place, why)
    texts.push({ ...spot(place), text: '', ...looks(place) })
  }
  for (const { place, ...calc } of calcs) fields.push({ ...spot(place), ...calc })
  fields.sort((a, b) => a.row - b.row || a.column - b.column)
  const heads = sheet.heads
  return {
    sheets: book.sheets.map(({ name, hidden }) => ({ name, hidden })),
    sheet: sheet.name,
    across: sheet.across,
    rows: Array.from({ length: area.bottom - area.top + 1 }, (_, i) => ({ height: clamp(sheet.heights[area.top + i] ?? DEFAULT_HEIGHT), ...(heads && area.top + i >= heads[0] && area.top + i <= heads[1] ? { head: true as const } : {}) })),
    columns: Array.from({ length: area.right - area.left + 1 }, (_, i) => ({ width: clamp(sheet.widths[area.left + i] ?? DEFAULT_WIDTH) })),
    texts: texts.filter(({ text, rows, columns }) => text !== '' || rows > 1 || columns > 1),
    fields,
    unread,
  }
}

/** What of a sheet is never taken over. */
function tellSheet({ macros }: Book, { beyond, pictures, hiddenLines, conditional }: BookSheet): Proposal['unread'] {
  return [
    ...(macros ? [{ cell: '', why: '文件中的宏不会导入' }] : []),
    ...(beyond === undefined ? [] : [{ cell: beyond, why: `超出 ${BOOK_LIMITS.rows} 行、${BOOK_LIMITS.columns} 列的内容没有读取` }]),
    ...(pictures > 0 ? [{ cell: '', why: `${pictures} 个图片、图表或文本框不会导入` }] : []),
    ...(hiddenLines > 0 ? [{ cell: '', why: `${hiddenLines} 个隐藏的行或列按显示导入` }] : []),
    ...(conditional ? [{ cell: '', why: '条件格式不会导入' }] : []),
  ]
}

const looks = ({ cell }: Place): Pick<ProposedText, 'align' | 'bold'> => ({ ...(cell?.align ? { align: cell.align } : {}), ...(cell?.bold ? { bold: true } : {}) })

function textOf(value: string): { text: string; why?: string } {
  if (!isPlainText(value)) return { text: '', why: '文字含有不可见的控制字符，没有导入' }
  return value.length > TEXT ? { text: value.slice(0, TEXT), why: `文字超过 ${TEXT} 个字，后面的没有导入` } : { text: value }
}

/** A number format without its texts, colours and spaces of a certain width. */
function withoutTexts(format: string): string {
  let bare = ''
  for (let at = 0; at < format.length; at += 1) {
    const sign = format[at] ?? ''
    if (sign === '"' || sign === '[') {
      const end = format.indexOf(sign === '[' ? ']' : '"', at + 1)
      if (end < 0) break
      at = end
    } else if (sign === '\\' || sign === '_') at += 1
    else bare += sign
  }
  return bare
}

/** What a number format says: how many decimals, whether money, percent or a day. */
export function formatOf(format: string | undefined): { kind: 'plain' | 'number' | 'money' | 'percent' | 'day'; decimals?: number } {
  if (format === undefined || format === '@') return { kind: 'plain' }
  const money = /[¥￥]|\[\$(?:¥|￥|CNY|RMB)/.test(format)
  const bare = withoutTexts(format.slice(0, 200)).split(';', 1)[0] ?? ''
  if (/[yd]/i.test(bare)) return { kind: 'day' }
  if (!/[0#?]/.test(bare)) return { kind: 'plain' }
  const decimals = Math.min(8, /\.([0#?]+)/.exec(bare)?.[1]?.length ?? 0)
  return { kind: bare.includes('%') ? 'percent' : money ? 'money' : 'number', decimals }
}

type FieldOf = Omit<ProposedField, 'row' | 'column' | 'rows' | 'columns'>

function fieldOf(sheet: BookSheet, grid: SheetGrid, place: Place, tell: (place: Place, why: string) => void): FieldOf {
  const { cell, rule } = place
  const { label, required, unit, guessed } = labelOf(grid, place)
  const { kind, decimals } = formatOf(cell?.format)
  const options = rule?.type === 'list' ? rule.values : undefined
  if (rule?.type === 'list' && (!options || options.length === 0)) tell(place, '下拉列表的来源无法读取，按文字处理')
  if (rule?.type === 'custom') tell(place, '自定义的数据有效性没有导入')
  if (options && options.length > LIMITS.options) tell(place, `下拉选项超过 ${LIMITS.options} 个，后面的没有导入`)
  const given = { id: cellName(place.top, place.left).toLowerCase(), cell: cellName(place.top, place.left), label, ...(required ? { required } : {}), ...(guessed ? { guessed } : {}), ...(cell?.align ? { align: cell.align } : {}) }
  const type = ((): QuestionType => {
    if (options?.length) return 'select'
    if (kind === 'day' || rule?.type === 'date') return 'date'
    if (kind === 'money' || (unit === '元' && rule?.type !== 'whole')) return 'money'
    if (kind === 'number' || kind === 'percent' || rule?.type === 'whole' || rule?.type === 'decimal' || unit !== undefined) return 'number'
    return heightOf(sheet, place) >= TALL_MM ? 'textarea' : 'text'
  })()
  if (type === 'select') return { ...given, type, options: [...new Set(options)].filter((one) => one.length <= 200 && isPlainText(one)).slice(0, LIMITS.options) }
  if (type !== 'number') return { ...given, type }
  const places = rule?.type === 'whole' ? 0 : decimals
  return { ...given, type, ...(places === undefined ? {} : { decimals: places }), ...(kind === 'percent' ? { unit: '%' } : unit === undefined ? {} : { unit }) }
}

function heightOf(sheet: BookSheet, { top, bottom }: Place): number {
  let mm = 0
  for (let row = top; row <= bottom; row += 1) mm += sheet.heights[row] ?? DEFAULT_HEIGHT
  return mm
}

type Calc = FieldOf & { place: Place }
/** Formulas that a form can compute, and those that it cannot with the reason. What reads one of the latter is one of them. */
function formulasOf(sheet: BookSheet, grid: SheetGrid): { calcs: Calc[]; failed: { place: Place; why: string }[] } {
  const all = grid.places.filter(({ kind }) => kind === 'formula')
  const idOf = (place: Place) => cellName(place.top, place.left).toLowerCase()
  const isPercent = ({ cell }: Place) => formatOf(cell?.format).kind === 'percent'
  const beyond = new Map(sheet.cells.map((cell) => [`${cell.row},${cell.column}`, cell]))
  const look: Look = (row, column) => {
    const place = grid.at(row, column)
    if (!place) return { value: beyond.get(`${row},${column}`)?.value ?? null }
    if (place.top !== row || place.left !== column) return {}
    return place.kind === 'field' || place.kind === 'formula' ? { field: { id: idOf(place), percent: isPercent(place) } } : { value: place.cell?.value ?? null }
  }
  const names: FormDoc = namesDocument(grid.places.filter(({ kind }) => kind === 'field' || kind === 'formula').map(idOf))
  const failed: { place: Place; why: string }[] = []
  let good: { place: Place; tree: Expression }[] = []
  for (const place of all) {
    const made = translated(place.cell?.formula ?? '', look, names)
    if ('tree' in made) good.push({ place, tree: made.tree })
    else failed.push({ place, why: made.why })
  }
  for (let before = -1; before !== failed.length; ) {
    before = failed.length
    const lost = new Set(failed.map(({ place }) => idOf(place)))
    good = good.filter(({ place, tree }) => {
      const reads = readsOf(tree).find(({ key }) => lost.has(key))
      if (reads) failed.push({ place, why: `公式引用的 ${reads.key.toUpperCase()} 不能转换` })
      return !reads
    })
  }
  const read = new Set(good.flatMap(({ tree }) => readsOf(tree).map(({ key }) => key)))
  return { failed, calcs: good.map(({ place, tree }) => calcOf(grid, place, tree, read.has(idOf(place)))) }
}

/** Of a percentage a form computes the hundredfold, and rounds only what nothing else is computed from, as the sheet does not. */
function calcOf(grid: SheetGrid, place: Place, tree: Expression, isRead: boolean): Calc {
  const { label, unit, guessed } = labelOf(grid, place)
  const { kind, decimals } = formatOf(place.cell?.format)
  const calc = kind === 'percent' ? (['mul', tree, ['n', '100']] as Expression) : tree
  const cell = cellName(place.top, place.left)
  return {
    place,
    id: cell.toLowerCase(),
    cell,
    label,
    type: 'calc',
    formula: place.cell?.formula ?? '',
    calc,
    ...(isRead || decimals === undefined ? {} : { decimals }),
    ...(kind === 'percent' ? { unit: '%' } : unit === undefined ? {} : { unit }),
    ...(guessed ? { guessed } : {}),
    ...(place.cell?.align ? { align: place.cell.align } : {}),
  }
}
