import { decimalOf, compare } from './decimal'
import {
  isChosen,
  LIMITS,
  mayBeColumn,
  MONEY_UNITS,
  orderOf,
  QUESTION_TYPES,
  type Block,
  type FormDoc,
  type Question,
  type TableLayout,
} from './document'
import { unknownExts } from './files'
import { ringOf } from './graph'
import { problemOfExpression, type Expression } from './expression'
import { hasProperty, nameOf, PROPERTIES, quoted, quotesOf, type Property } from './properties'
import { missingOptions, unreachableOf } from './reach'
import { isCalendarDay } from './values'

// What stands in the way of a form that can be filled in, as sentences with the place to jump to. A schema refuses what is malformed;
// this tells what is unfinished or contradicts itself, which a form may well be while it is being made.

export interface Problem {
  severity: 'error' | 'warning'
  /** Key of a question, id of a block or of a cell; empty for the form as a whole. */
  at: string
  message: string
}

type Tell = (at: string, message: string, severity?: Problem['severity']) => void

/** Everything that is wrong with a form, by its questions in reading order, then by its layout. */
export function problemsOf(doc: FormDoc): Problem[] {
  const found: Problem[] = []
  const tell: Tell = (at, message, severity = 'error') => found.push({ severity, at, message })
  const order = orderOf(doc)
  const places = new Map(order.map((key, i) => [key, i]))
  const readable = tellExpressions(doc, tell)
  for (const key of new Set([...order, ...Object.keys(doc.questions)])) {
    const one = doc.questions[key]
    // What is retired is asked of nobody any more.
    if (!one || one.retired) continue
    tellProperties(key, one, tell)
    tellBounds(key, one, tell)
    tellParts(doc, key, one, tell)
    tellQuotes(doc, key, one, places, tell)
  }
  tellCodes(doc, tell)
  if (doc.table) tellTable(doc, doc.table, tell)
  else tellBlocks(doc, tell)
  if (order.length === 0) tell('', '表单还没有题目')
  if (readable) {
    for (const at of unreachableOf(doc)) {
      const [one, block] = [doc.questions[at], doc.blocks[at]]
      if (one && !one.retired) tell(at, `${quoted(one.label)}的显示条件永远不成立，没有人会看到这道题`, 'warning')
      if (block) tell(at, `${blockName(block)}的显示条件永远不成立，没有人会看到其中的题目`, 'warning')
    }
    const ring = ringOf(doc)
    if (ring)
      tell(
        ring[0] ?? '',
        `这些条件和公式互相引用，无法计算：${ring.map((id) => (doc.blocks[id] ? blockName(doc.blocks[id]) : nameOf(doc, id))).join(' → ')}`,
      )
  }
  return found
}

function tellProperties(key: string, one: Question, tell: Tell): void {
  for (const name of Object.keys(one)) {
    if (hasProperty(one.type, name) || one[name as Property] === undefined) continue
    tell(key, `${quoted(one.label)}是${QUESTION_TYPES[one.type]}题，设置的“${PROPERTIES[name as Property] ?? name}”不起作用`, 'warning')
  }
}

/** Most that the bound of a count can ask for. */
const MOST: Partial<Record<Question['type'], number>> = {
  rating: 10,
  repeat: LIMITS.rows,
  file: LIMITS.files,
  image: LIMITS.files,
  text: 500,
  textarea: 5000,
}

function tellBounds(key: string, one: Question, tell: Tell): void {
  const { type, min, max } = one
  const name = quoted(one.label)
  const isDate = type === 'date' || type === 'range'
  const isNumber = type === 'number' || type === 'money'
  const isRight = (text: string): boolean => {
    if (isDate) return isCalendarDay(text)
    const number = decimalOf(text)
    return number !== null && (isNumber || (number.scale === 0 && number.units >= 0n))
  }
  const should = isDate ? '须为日期，如 2026-01-31' : isNumber ? '须为数字' : '须为不小于 0 的整数'
  const wrong = (
    [
      ['min', min],
      ['max', max],
    ] as const
  ).filter(([side, text]) => text !== undefined && hasProperty(type, side) && !isRight(text))
  for (const [side] of wrong) tell(key, `${name}的${PROPERTIES[side]}${should}`)
  const most = type === 'checkbox' ? one.options?.length : MOST[type]
  if (wrong.length === 0 && hasProperty(type, 'max')) {
    if (min !== undefined && max !== undefined && isAbove(min, max, isDate)) tell(key, `${name}的最小值 ${min} 大于最大值 ${max}`)
    if (type === 'checkbox' && min !== undefined && Number(min) > (most ?? 0))
      tell(key, `${name}至少要选 ${min} 项，但只有 ${most ?? 0} 个选项`)
    if (type !== 'checkbox' && most !== undefined && Number(max ?? 0) > most) tell(key, `${name}的最大值不能超过 ${most}`)
  }
  const unknown = unknownExts(one)
  if (unknown.length > 0) tell(key, `${name}不能上传 ${unknown.join('、')} 格式的文件`)
  if (type === 'money' && one.unit !== undefined && !Object.hasOwn(MONEY_UNITS, one.unit)) tell(key, `${name}的单位须为元或万元`)
  if (one.tolerance !== undefined && (decimalOf(one.tolerance)?.units ?? -1n) < 0n) tell(key, `${name}的允许偏差须为不小于 0 的数字`)
}

function isAbove(min: string, max: string, isDate: boolean): boolean {
  const [least, most] = [decimalOf(min), decimalOf(max)]
  return isDate ? min > max : least !== null && most !== null && compare(least, most) > 0
}

/** Options, rows, columns and what else a type cannot do without. */
function tellParts(doc: FormDoc, key: string, one: Question, tell: Tell): void {
  const { type } = one
  const name = quoted(one.label)
  const offered = (one.options ?? []).filter((option) => !option.retired)
  if (isChosen(one) && offered.length === 0) tell(key, `${name}还没有选项`)
  if (new Set(offered.map(({ label }) => label.trim())).size < offered.length) tell(key, `${name}有文字相同的选项`, 'warning')
  if (type === 'matrix' && !one.items?.some((item) => !item.retired)) tell(key, `${name}还没有行`)
  if (type === 'calc' && one.calc === undefined) tell(key, `${name}还没有计算公式`)
  if (type === 'lookup' && one.lookup === undefined) tell(key, `${name}还没有选择登记项`)
  if (type === 'repeat') {
    const columns = one.columns ?? []
    if (!columns.some((column) => doc.questions[column] && !doc.questions[column]?.retired)) tell(key, `${name}还没有列`)
    if (new Set(columns).size < columns.length) tell(key, `${name}有一列出现了两次`)
    for (const column of new Set(columns)) {
      const inner = doc.questions[column]
      if (!inner) tell(key, `${name}有一列的题目已删除`)
      else if (inner.in !== key) tell(column, `${quoted(inner.label)}是${name}的列，但没有注明属于这个表格`)
    }
  }
  if (one.in === undefined) return
  const owner = doc.questions[one.in]
  if (owner?.type !== 'repeat') tell(key, `${name}所属的表格不存在`)
  else if (!owner.columns?.includes(key)) tell(key, `${name}属于${quoted(owner.label)}，但不在它的列中`)
  else if (!mayBeColumn(one)) tell(key, `${QUESTION_TYPES[type]}题${name}不能作为表格的列`)
}

function tellQuotes(doc: FormDoc, key: string, one: Question, places: ReadonlyMap<string, number>, tell: Tell): void {
  if (!one.label.includes('{{')) return
  for (const quote of quotesOf(one.label)) {
    const other = Object.hasOwn(doc.questions, quote) ? doc.questions[quote] : undefined
    if (!other) tell(key, `${quoted(one.label)}的题目引用了不存在的题目 {{${quote}}}`)
    else if (other.retired) tell(key, `${quoted(one.label)}的题目引用了已停用的${quoted(other.label)}`)
    else if (other.in !== undefined && other.in !== one.in)
      tell(key, `${quoted(one.label)}的题目引用了表格的列${quoted(other.label)}，列没有单一的答案`)
    else if ((places.get(quote) ?? 0) >= (places.get(key) ?? Infinity))
      tell(key, `${quoted(one.label)}的题目引用了排在它后面的${quoted(other.label)}`, 'warning')
  }
}

function tellCodes(doc: FormDoc, tell: Tell): void {
  // Names of columns in statistics programs do not tell capitals from small letters.
  const first = new Map<string, string>()
  for (const [key, { code, label }] of Object.entries(doc.questions)) {
    const other = first.get(code.toLowerCase())
    if (other === undefined) first.set(code.toLowerCase(), key)
    else tell(key, `${quoted(label)}的列名 ${code} 与${nameOf(doc, other)}重复`)
  }
}

/** Conditions and formulas; answers whether all of them can be carried out. */
function tellExpressions(doc: FormDoc, tell: Tell): boolean {
  let readable = true
  const look = (at: string, where: string, tree: Expression | undefined, table: string | undefined): void => {
    if (tree === undefined) return
    const problem = problemOfExpression(tree)
    if (problem) {
      readable = false
      tell(at, `${where}无法读取：${problem}`)
      return
    }
    for (const message of new Set(wrongReadings(doc, tree, table))) tell(at, `${where}${message}`)
    for (const { key, option } of missingOptions(doc, tree)) tell(at, `${where}用到了${nameOf(doc, key)}没有的选项“${option}”`)
  }
  for (const [key, one] of Object.entries(doc.questions)) {
    if (one.retired) continue
    const name = quoted(one.label)
    look(key, `${name}的显示条件`, one.visibleIf, one.in)
    look(key, `${name}的必填条件`, one.requiredIf, one.in)
    look(key, `${name}的计算公式`, one.calc, one.in)
    one.checks?.forEach((check, i) => look(key, `${name}的第 ${i + 1} 条校验规则`, check.holds, one.in))
  }
  for (const [id, block] of Object.entries(doc.blocks)) look(id, `${blockName(block)}的显示条件`, block.visibleIf, undefined)
  return readable
}

const READINGS = new Set(['q', 'own', 'column', 'rows', 'prev', 'score'])
const PART_OF_ROWS = new Set<unknown>(['sumRows', 'countRows'])

/** What an expression reads that is not there, or not in this place. `table` is the table whose row it stands in. */
function wrongReadings(doc: FormDoc, tree: Expression, table: string | undefined): string[] {
  if (!Array.isArray(tree)) return []
  const [head, ...rest] = tree as [string, ...Expression[]]
  if (PART_OF_ROWS.has(head)) {
    const [rows, ...inner] = rest
    const key = Array.isArray(rows) ? (rows[1] as string) : undefined
    return [...wrongReadings(doc, rows ?? null, table), ...inner.flatMap((one) => wrongReadings(doc, one, key))]
  }
  if (head === 'n' || head === 'd' || head === 'today') return []
  if (!READINGS.has(head)) return rest.flatMap((one) => wrongReadings(doc, one, table))
  const key = rest[0] as string
  const one = doc.questions[key]
  if (!one) return ['引用了已删除的题目']
  const name = quoted(one.label)
  if (one.retired) return [`引用了已停用的${name}`]
  if (head === 'rows') return one.type === 'repeat' ? [] : [`要数${name}的行数，但它不是表格`]
  if (head === 'own') {
    if (table === undefined) return [`引用了同一行的${name}，但不在表格的行里`]
    return one.in === table ? [] : [`引用了同一行的${name}，但它不在这个表格里`]
  }
  if (head === 'column') return one.in === undefined ? [`引用了${name}这一列，但它不是表格的列`] : []
  if (head === 'q' && one.in !== undefined) return [`引用了表格的列${name}，须指明是同一行还是整列`]
  if (one.type === 'note') return [`引用了${name}，但说明没有答案`]
  if (head === 'score' && !one.options?.some(({ points }) => points !== undefined)) return [`引用了${name}的分值，但它的选项没有分值`]
  return []
}

const blockName = ({ title, kind }: Pick<Block, 'title' | 'kind'>): string =>
  title.trim() ? quoted(title) : kind === 'page' ? '未命名的页' : '未命名的分节'

function tellBlocks(doc: FormDoc, tell: Tell): void {
  const placed = new Map<string, number>()
  const blocks = new Map<string, number>()
  const count = (map: Map<string, number>, id: string): unknown => map.set(id, (map.get(id) ?? 0) + 1)
  if (doc.pages.length === 0) tell('', '表单还没有页')
  for (const id of doc.pages) {
    count(blocks, id)
    if (doc.blocks[id]?.kind !== 'page') tell(id, '表单里有一页不存在')
  }
  for (const [id, { kind, title, items }] of Object.entries(doc.blocks)) {
    for (const item of items) {
      count(kind === 'page' ? blocks : placed, item)
      if (kind === 'page' && doc.blocks[item]?.kind !== 'section') tell(id, `${blockName({ title, kind })}里有一个分节不存在`)
      if (kind === 'section' && !doc.questions[item]) tell(id, `${blockName({ title, kind })}里有一道题不存在`)
    }
  }
  for (const [id, { kind, title }] of Object.entries(doc.blocks)) {
    const times = blocks.get(id) ?? 0
    if (times === 0) tell(id, `${blockName({ title, kind })}没有放进表单`)
    if (times > 1) tell(id, `${blockName({ title, kind })}放了两处`)
  }
  tellPlaces(doc, placed, tell)
}

function tellPlaces(doc: FormDoc, placed: ReadonlyMap<string, number>, tell: Tell): void {
  for (const [key, { label, retired, in: table }] of Object.entries(doc.questions)) {
    const times = placed.get(key) ?? 0
    if (table !== undefined && !doc.table && times > 0) tell(key, `${quoted(label)}是表格的列，不能同时单独放在分节里`)
    else if (times > 1) tell(key, `${quoted(label)}放了两处`)
    else if (times === 0 && table === undefined && !retired) tell(key, `${quoted(label)}没有放进表单，填报人看不到它`)
  }
}

/** Name of a cell as in a workbook: B3. */
export function cellName(column: number, row: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return `${letters}${row + 1}`
}

function tellTable(doc: FormDoc, { rows, columns, cells }: TableLayout, tell: Tell): void {
  const rowAt = new Map(rows.map(({ id }, i) => [id, i]))
  const columnAt = new Map(columns.map(({ id }, i) => [id, i]))
  if (rowAt.size < rows.length || columnAt.size < columns.length) tell('', '表格的行或列有重复的编号')
  rows.forEach(({ id, band }, i) => {
    if (band !== undefined && (doc.questions[band]?.type !== 'repeat' || doc.questions[band]?.retired))
      tell(id, `第 ${i + 1} 行按表格重复，但这个表格不存在`)
  })
  const placed = new Map<string, number>()
  for (const { band } of rows) if (band !== undefined && doc.questions[band]?.type === 'repeat') placed.set(band, 1)
  const taken = new Map<number, string>()
  for (const [id, cell] of Object.entries(cells)) {
    const [top, left] = [rowAt.get(cell.row), columnAt.get(cell.column)]
    if (top === undefined || left === undefined) {
      tell(id, '有一个单元格在表格之外')
      continue
    }
    const name = cellName(left, top)
    if (top + cell.rows > rows.length || left + cell.columns > columns.length) tell(id, `单元格 ${name} 合并到了表格之外`)
    const other = overlapOf(taken, id, top, left, cell, rows.length, columns.length)
    if (other !== undefined)
      tell(id, `单元格 ${name} 与 ${cellName(columnAt.get(cells[other]?.column ?? '') ?? 0, rowAt.get(cells[other]?.row ?? '') ?? 0)} 重叠`)
    const band = rows[top]?.band
    if (rows.slice(top, top + cell.rows).some((row) => row.band !== band)) tell(id, `单元格 ${name} 合并时跨出了重复的行`)
    if (cell.key === undefined) continue
    placed.set(cell.key, (placed.get(cell.key) ?? 0) + 1)
    const one = doc.questions[cell.key]
    if (!one) tell(id, `单元格 ${name} 的题目不存在`)
    else if (one.in !== band)
      tell(
        id,
        one.in === undefined
          ? `${quoted(one.label)}放在重复的行里，但它不是这个表格的列`
          : `${quoted(one.label)}是表格的列，须放在按这个表格重复的行里`,
      )
  }
  tellPlaces(doc, placed, tell)
  for (const band of new Set(rows.map((row) => row.band))) {
    for (const column of doc.questions[band ?? '']?.columns ?? []) {
      const one = doc.questions[column]
      if (one && !one.retired && !placed.has(column)) tell(column, `${quoted(one.label)}在重复的行里没有单元格，填报人看不到它`)
    }
  }
}

/** Takes the fields of a cell, and answers with the cell that has one of them already. It stops there, so each field is taken once. */
function overlapOf(
  taken: Map<number, string>,
  id: string,
  top: number,
  left: number,
  cell: { rows: number; columns: number },
  height: number,
  width: number,
): string | undefined {
  for (let row = top; row < Math.min(top + cell.rows, height); row += 1) {
    for (let column = left; column < Math.min(left + cell.columns, width); column += 1) {
      const other = taken.get(row * width + column)
      if (other !== undefined) return other
      taken.set(row * width + column, id)
    }
  }
  return undefined
}
