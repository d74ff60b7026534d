import { IMPORT_REASON, IMPORT_ROWS, metaOf } from '@assoc/contract'
import { defineEntity } from '../access/entities'
import type { AuditEntry } from '../audit/audit'
import { Refusal, refuse } from '../errors'
import { readRows, writeWorkbook, type CellValue } from '../excel/excel'
import { looksLike } from '../files/store'
import type { UploadedFile } from '../http/context'
import { translate } from '../http/execute'
import { breather } from '../turns'
import { insertFields } from './actions'
import { maskedRow, type Action, type ResourceRuntime, type Row } from './definition'
import { columnsOf, partsOfCell, textOfCell, valueOfCell, type ImportColumn } from './import-cells'
import * as repository from './import.repository'
import type { ImportRow } from './import.repository'
import { apart } from './rows.repository'
import { exportName, XLSX } from './workbook'

// Whose an import is, is checked where it is read.
defineEntity({ name: 'resourceImport', table: 'resource_import', idColumn: 'import_id' })

const SHOWN_PROBLEMS = 200
/** Records that one cell may name. */
const MOST_NAMED = 200

/** An empty workbook with the columns of the form, choices as lists, and a sheet that explains each column. */
export async function template(m: ResourceRuntime) {
  const columns = columnsOf(m.contract)
  const { label } = m.contract.definition
  const body = await writeWorkbook([
    {
      name: label,
      header: columns.map((c) => c.label),
      rows: [],
      widths: columns.map(() => 20),
      lists: columns.flatMap((c, column) => (c.options && !c.several ? [{ column, values: Object.values(c.options) }] : [])),
    },
    {
      name: '填写说明',
      header: ['列', '是否必填', '可填内容'],
      rows: columns.map((c) => [c.label, c.required ? '必填' : '选填', c.options ? `${Object.values(c.options).join('、')}${c.several ? '；可填多个，用顿号分隔' : ''}` : c.several ? '可填多个，用顿号分隔' : metaOf(c.schema).ref ? '须与系统中已登记的一致' : metaOf(c.schema).show === 'date' ? '日期，例如 2026-01-31' : '']),
      widths: [20, 10, 60],
    },
  ])
  return { fileName: `${label}导入模板.xlsx`, contentType: XLSX, body }
}

/**
 * Reads a workbook and tries every row as it would be written, in the order in which it would be, then takes all of it back:
 * so a code that stands twice in the file, or in the database already, is told before anything is written.
 */
export async function check(m: ResourceRuntime, action: Action) {
  const [file] = action.files
  if (!file) throw refuse.field('file', '请选择要导入的文件')
  const { header, rows } = await rowsOf(m, action, file)
  await attempt(m, { ...action, audit: () => undefined }, rows)
  const importId = await repository.keepImport(action.db, action.principal.userId, m.entity.name, file.fileName, header, rows)
  action.audit({ recordType: m.entity.name, recordId: null, verb: 'checkImport', after: { fileName: file.fileName, rowCount: rows.length } })
  const bad = rows.filter((r) => r.messages.length > 0)
  const titles = columnsOf(m.contract).map((c) => c.label)
  const ignored = header.filter((title) => title && title !== IMPORT_REASON && !titles.includes(title))
  return { importId, fileName: file.fileName, total: rows.length, good: rows.length - bad.length, bad: bad.length, ignored, problems: problemsOf(m, bad) }
}

const problemsOf = (m: ResourceRuntime, rows: readonly ImportRow[]) =>
  rows.slice(0, SHOWN_PROBLEMS).map((r) => ({ row: r.row, name: r.fields ? m.nameOf(maskedRow(m, r.fields)) : (r.cells.find(Boolean) ?? ''), messages: r.messages }))

async function rowsOf(m: ResourceRuntime, action: Action, file: UploadedFile): Promise<{ header: string[]; rows: ImportRow[] }> {
  if (!looksLike('xlsx', file.head)) throw refuse.field('file', '文件无法读取，请上传 xlsx 格式的工作簿')
  const [first = [], ...cells] = await readRows('xlsx', file, IMPORT_ROWS)
  const columns = columnsOf(m.contract)
  // Whatever a column is called in the file, from here on it bears the template's title.
  const header = first.map((c) => textOfCell(c).replace(/[*＊]$/, '')).map((title) => columns.find((c) => c.titles.includes(title))?.label ?? title)
  const missing = columns.filter((c) => c.required && !header.includes(c.label)).map((c) => c.label)
  if (missing.length > 0) throw refuse.field('file', `第一行缺少列：${missing.join('、')}。请使用模板`)
  const twice = columns.find((c) => header.indexOf(c.label) !== header.lastIndexOf(c.label))
  if (twice) throw refuse.field('file', `第一行有两列「${twice.label}」`)
  const known = columns.filter((c) => header.includes(c.label))
  const rows: ImportRow[] = []
  const breathe = breather()
  for (const [i, line] of cells.entries()) {
    await breathe()
    if (line.every((c) => textOfCell(c) === '')) continue
    rows.push(await rowOf(m, action, known, header, line, i + 2))
  }
  if (rows.length === 0) throw refuse.field('file', '文件中没有数据行')
  return { header, rows }
}

async function rowOf(m: ResourceRuntime, action: Action, columns: readonly ImportColumn[], header: readonly string[], line: readonly CellValue[], row: number): Promise<ImportRow> {
  const messages: string[] = []
  const given: Row = {}
  for (const column of columns) {
    const cell = line[header.indexOf(column.label)]
    const find = m.options.importRefs?.[column.field]
    const text = textOfCell(cell)
    const value = find && text ? await findAll(action, column, find, cell, messages) : valueOfCell(column, cell)
    if (value !== undefined && value !== null) given[column.field] = value
  }
  const cells = header.map((_title, i) => textOfCell(line[i]) || null)
  const { insert } = m.contract
  if (!insert) throw new Error(`${m.entity.name} is imported but never inserted`)
  const parsed = insert.request.safeParse(given)
  if (parsed.success) return { row, cells, fields: messages.length > 0 ? null : (parsed.data as Row), messages }
  const labelled = new Map(columns.map((c) => [c.field, c.label]))
  const said = parsed.error.issues.filter((issue) => !messages.some((text) => text.startsWith(labelled.get(String(issue.path[0])) ?? ' ')))
  return { row, cells, fields: null, messages: [...messages, ...said.map((issue) => issue.message)] }
}

/** The records that a cell names; the names of those that do not exist become messages. */
async function findAll(action: Action, column: ImportColumn, find: (action: Action, text: string) => Promise<string | null>, cell: CellValue | undefined, messages: string[]): Promise<unknown> {
  const found: string[] = []
  if (column.several && partsOfCell(cell).length > MOST_NAMED) {
    messages.push(`${column.label}最多 ${MOST_NAMED} 项`)
    return found
  }
  for (const name of column.several ? partsOfCell(cell) : [textOfCell(cell)]) {
    const id = await find(action, name)
    if (id === null) messages.push(`${column.label}「${name}」不存在`)
    else found.push(id)
  }
  return column.several ? found : (found[0] ?? null)
}

/** The rows as they are to be written: in the order of the file, unless the resource has one of its own. */
function inOrder(m: ResourceRuntime, rows: readonly ImportRow[]): readonly ImportRow[] {
  const { importOrder } = m.options
  if (!importOrder) return rows
  const key = ({ fields }: ImportRow) => (fields ? importOrder(fields) : '')
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.row - b.row))
}

/** Tries the good rows one after the other and notes what is refused; nothing of it stays. */
async function attempt(m: ResourceRuntime, action: Action, rows: ImportRow[]): Promise<void> {
  const takenBack = new Error('taken back')
  await apart(action.db, async () => {
    for (const row of inOrder(m, rows)) await insertApart(m, action, row)
    throw takenBack
  }).catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
}

/** Inserts one row; a refusal is noted at the row and takes back only that row. */
async function insertApart(m: ResourceRuntime, action: Action, row: ImportRow): Promise<boolean> {
  const { fields } = row
  if (!fields || row.messages.length > 0) return false
  try {
    await apart(action.db, () => insertFields(m, action, fields))
    return true
  } catch (error) {
    const refusal = translate(error)
    if (!(refusal instanceof Refusal)) throw error
    const told = (refusal.data as { fields?: { message: string }[] } | null)?.fields?.map((f) => f.message)
    row.messages = told && told.length > 0 ? told : [refusal.message]
    return false
  }
}

/**
 * Writes a checked workbook in one transaction: all of it or, where the person chose so, its good rows. What has
 * become wrong since the check refuses the whole, or is told with the rows left out. A second write is refused.
 */
export async function write(m: ResourceRuntime, action: Action) {
  const { importId, mode } = action.input as { importId: string; mode: 'all' | 'good' }
  const found = await repository.findImport(action.db, action.principal.userId, m.entity.name, importId, true)
  if (!found) throw refuse.notFound()
  if (found.written) throw refuse.inUse('该文件已经写入，请勿重复导入')
  const { rows } = found
  let written = 0
  for (const row of inOrder(m, rows)) {
    // What is taken back for one row leaves no audit row either.
    const noted: AuditEntry[] = []
    const done = await insertApart(m, { ...action, audit: (entry) => void noted.push(entry) }, row)
    if (done) noted.forEach(action.audit)
    written += done ? 1 : 0
    if (!done && mode === 'all') throw refuse.inUse(`第 ${row.row} 行：${row.messages.join('；')}。没有写入任何行`)
  }
  await repository.closeImport(action.db, importId, rows.filter((r) => r.messages.length > 0))
  action.audit({ recordType: m.entity.name, recordId: null, verb: 'import', after: { importId, written, left: rows.length - written } })
  return { written, problems: problemsOf(m, rows.filter((r) => r.messages.length > 0)) }
}

/** The bad rows in the form of the file, with a column of reasons: corrected, it can be imported again as it is. */
export async function errors(m: ResourceRuntime, action: Action) {
  const { importId } = action.input as { importId: string }
  const found = await repository.findImport(action.db, action.principal.userId, m.entity.name, importId)
  if (!found) throw refuse.notFound()
  const kept = found.header.map((title, i) => ({ title, i })).filter(({ title }) => title !== IMPORT_REASON)
  const bad = found.rows.filter((r) => r.messages.length > 0)
  const body = await writeWorkbook([
    {
      name: m.contract.definition.label,
      header: [...kept.map((k) => k.title), IMPORT_REASON],
      rows: bad.map((r) => [...kept.map((k) => r.cells[k.i] ?? null), r.messages.join('；')]),
      widths: [...kept.map(() => 18), 60],
    },
  ])
  return { fileName: exportName(`${m.contract.definition.label}导入错误`), contentType: XLSX, body }
}
