import { IMPORT_NOW_ROWS, IMPORT_REASON, IMPORT_ROWS, lookupOf, metaOf } from '@assoc/contract'
import { matters } from '@assoc/contract/core/conditions'
import { sentenceOf } from '@assoc/contract/core/sentences'
import type { z } from 'zod'
import { defineEntity } from '../access/entities'
import type { Db } from '../database/database'
import { refuse } from '../errors'
import { readRows, writeWorkbook, type CellValue } from '../excel/excel'
import { onlyTable } from '../excel/format'
import type { UploadedFile } from '../http/context'
import { breather } from '../turns'
import { finderOf } from './named'
import { maskedRow, type Action, type NamedRecord, type ResourceRuntime, type Row } from './definition'
import { assumedOf, columnsOf, partsOfCell, plainText, textOfCell, unreadable, valueOfCell, type ImportColumn } from './import-cells'
import { headOf, titleKey, type Mapping } from './import-head'
import { inOrder, insertEach } from './import-rows'
import { begin } from './import-work'
import * as repository from './import.repository'
import type { ImportRow } from './import.repository'
import { apart } from './rows.repository'
import { exportName, XLSX } from './workbook'

// Whose an import is, is checked where it is read.
defineEntity({ name: 'resourceImport', table: 'resource_import', idColumn: 'import_id' })

const SHOWN_PROBLEMS = 200
/** Characters of a cell that are shown beside its column, and of a title that can be mapped. */
const [SAMPLE, TITLE] = [40, 200]
const MOST_TITLES = 200
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
 * so a code that stands twice in the file, or in the database already, is told before anything is written. Many rows are tried by a work.
 */
export async function check(m: ResourceRuntime, action: Action) {
  const [file] = action.files
  if (!file) throw refuse.field('file', '请选择要导入的文件')
  const { header, rows } = await rowsOf(m, action, file, await mappingOf(m, action))
  const large = rows.length > IMPORT_NOW_ROWS
  if (!large) await attempt(m, { ...action, audit: () => undefined }, rows)
  const importId = await repository.keepImport(action.db, { userId: action.principal.userId, resource: m.entity.name, fileName: file.fileName, header, rows: inOrder(m, rows), status: large ? 'checking' : 'checked' })
  if (large) await begin(m, action, 'check', importId, rows.length)
  action.audit({ recordType: m.entity.name, recordId: null, verb: 'checkImport', after: { fileName: file.fileName, rowCount: rows.length } })
  return read(m, { ...action, input: { importId } as never })
}

/** What the person mapped by hand: now, which is remembered for their next file, or the last time. */
async function mappingOf(m: ResourceRuntime, { db, principal, input }: Action): Promise<Mapping> {
  const { mapping } = input as { mapping?: { title: string; field: string | null }[] }
  if (!mapping) return repository.mappingOf(db, principal.userId, m.entity.name)
  const fields = columnsOf(m.contract).map((c) => c.field)
  if (mapping.some(({ field }) => field !== null && !fields.includes(field))) throw refuse.field('mapping', '列的对应关系已失效，请刷新后重试')
  const mapped = new Map(mapping.map(({ title, field }) => [titleKey(title), field]))
  await repository.keepMapping(db, principal.userId, m.entity.name, mapped)
  return mapped
}

/** The columns of a file and what they are taken for, so that the person can say otherwise; nothing is kept. */
export async function columns(m: ResourceRuntime, { db, principal, files }: Action) {
  const { file, format } = onlyTable(files)
  const own = columnsOf(m.contract)
  const table = await readRows(format, file, IMPORT_ROWS)
  const { titles, header, from } = headOf(own, table, await repository.mappingOf(db, principal.userId, m.entity.name))
  const sampleOf = (at: number) => textOfCell(table.slice(from).map((line) => line[at]).find((cell) => textOfCell(cell) !== '')).slice(0, SAMPLE)
  return {
    titles: titles.flatMap((title, i) => (title && title.length <= TITLE && titles.indexOf(title) === i ? [{ title, sample: sampleOf(i) }] : [])).slice(0, MOST_TITLES),
    columns: own.map(({ field, label, required }) => ({ field, label, required, title: titles[header.indexOf(label)] ?? null })),
  }
}

/** How an import of the person's own stands. */
export async function read(m: ResourceRuntime, { db, principal, input }: Action) {
  const { importId } = input as { importId: string }
  const found = await repository.findImport(db, principal.userId, m.entity.name, importId)
  if (!found) throw refuse.notFound()
  const { bad, written } = await repository.countRows(db, importId)
  const { fileName, header, total, workId } = found
  const titles = columnsOf(m.contract).flatMap((c) => (header.includes(c.label) ? [c.label] : [c.label, ...c.named]))
  const ignored = header.filter((title) => title && title !== IMPORT_REASON && !titles.includes(title))
  // A check that was stopped stays what it was, without a work that is at it.
  const importStatus = found.status ?? 'checking'
  return { importId, fileName, total, good: total - bad, bad, ignored, problems: await problemsOf(m, db, importId), asks: await asksOf(m, db, importId), importStatus, written, workId }
}

const problemsOf = async (m: ResourceRuntime, db: Db, importId: string) =>
  (await repository.badRows(db, importId, SHOWN_PROBLEMS)).map((r) => ({ row: r.row, name: r.fields ? m.nameOf(maskedRow(m, r.fields)) : (r.cells.find(Boolean) ?? ''), messages: r.messages }))

async function rowsOf(m: ResourceRuntime, action: Action, file: UploadedFile, byHand: Mapping): Promise<{ header: string[]; rows: ImportRow[] }> {
  const { format } = onlyTable([file])
  const table = await readRows(format, file, IMPORT_ROWS)
  const { header, known, missing, from } = headOf(columnsOf(m.contract), table, byHand)
  const where = from === 1 ? '第一行' : `第 ${from} 行`
  if (missing.length > 0) throw refuse.field('file', `${where}缺少列：${missing.map((c) => c.label).join('、')}。请使用模板，或手工对应各列`)
  const twice = known.find((c) => header.indexOf(c.label) !== header.lastIndexOf(c.label))
  if (twice) throw refuse.field('file', `${where}有两列「${twice.label}」`)
  const rows: ImportRow[] = []
  const named: Named = new Map()
  const all = columnsOf(m.contract)
  const breathe = breather()
  for (const [i, line] of table.slice(from).entries()) {
    await breathe()
    if (line.every((c) => textOfCell(c) === '')) continue
    rows.push(await rowOf(m, action, { all, known }, header, line, from + i + 1, named))
  }
  if (rows.length === 0) throw refuse.field('file', '文件中没有数据行')
  return { header, rows }
}

/** What must be answered with yes before the rows that can be written are. */
const asksOf = async ({ options: { importAsks } }: ResourceRuntime, db: Db, importId: string): Promise<string | null> =>
  importAsks ? importAsks.ask(db, await repository.valuesIn(db, importId, importAsks.field)) : null

/** Sentences for fields that are empty: of a cell that is filled in they would be wrong. */
const ASKED = /^(?:请填写|请选择|请上传|必填)/

async function rowOf(m: ResourceRuntime, action: Action, { all, known: columns }: { all: readonly ImportColumn[]; known: readonly ImportColumn[] }, header: readonly string[], line: readonly CellValue[], row: number, named: Named): Promise<ImportRow> {
  const told: { schema: z.ZodType; messages: string[] }[] = []
  const given: Row = {}
  for (const column of columns) {
    const messages: string[] = []
    told.push({ schema: column.schema, messages })
    const cell = cellOf(column, header, line)
    const find = finderOf(column.schema)
    const text = textOfCell(cell)
    const value = find && text ? await findAll(column, (name) => once(named, column, name, given, () => find(action, name, given)), cell, messages) : valueOfCell(column, cell)
    if (value !== undefined && value !== null) given[column.field] = value
  }
  for (const column of all) {
    const assumed = given[column.field] === undefined ? assumedOf(column, given) : undefined
    if (assumed !== undefined) given[column.field] = assumed
  }
  // What does not matter beside the other cells need not be there: the company of an individual.
  const messages = told.filter(({ schema }) => matters(schema, given)).flatMap((one) => one.messages)
  const cells = header.map((_title, i) => textOfCell(line[i]) || null)
  const { insert } = m.contract
  if (!insert) throw new Error(`${m.entity.name} is imported but never inserted`)
  const parsed = insert.request.safeParse(given)
  if (parsed.success) return { row, cells, fields: messages.length > 0 ? null : (parsed.data as Row), messages }
  const labelled = new Map(columns.map((c) => [c.field, c.label]))
  const said = parsed.error.issues.filter((issue) => !messages.some((text) => text.startsWith(labelled.get(String(issue.path[0])) ?? ' ')))
  const wordOf = (issue: (typeof said)[number]): string => {
    const message = sentenceOf(insert.request, issue)
    const column = columns.find((c) => c.field === issue.path[0])
    const cell = column && cellOf(column, header, line)
    return column && textOfCell(cell) !== '' && ASKED.test(message) ? unreadable(column, cell) : message
  }
  return { row, cells, fields: null, messages: [...messages, ...said.map(wordOf)] }
}

/** The cell of a column; of a reference that only an export's columns name, the first of them that is filled in. */
function cellOf({ label, named }: ImportColumn, header: readonly string[], line: readonly CellValue[]): CellValue | undefined {
  if (header.includes(label)) return line[header.indexOf(label)]
  return named.map((title) => line[header.indexOf(title)]).find((cell) => textOfCell(cell) !== '')
}

/** Records that cells have named, by field and name: many rows name the same ones. */
type Named = Map<string, Promise<readonly NamedRecord[]>>

function once(named: Named, { field, schema }: ImportColumn, name: string, beside: Row, find: () => Promise<readonly NamedRecord[]>): Promise<readonly NamedRecord[]> {
  const followed = Object.values(lookupOf(schema)?.of ?? {}).map((other) => beside[other])
  const key = `${field} ${followed.join(' ')} ${name}`
  const known = named.get(key) ?? find()
  named.set(key, known)
  return known
}

/** The records that a cell names; names of none and of several become messages. */
async function findAll(column: ImportColumn, find: (text: string) => Promise<readonly NamedRecord[]>, cell: CellValue | undefined, messages: string[]): Promise<unknown> {
  const found: string[] = []
  if (column.several && partsOfCell(cell).length > MOST_NAMED) {
    messages.push(`${column.label}最多 ${MOST_NAMED} 项`)
    return found
  }
  for (const name of column.several ? partsOfCell(cell) : [textOfCell(cell)]) {
    const exact = await find(name)
    const [one, ...others] = exact.length > 0 || plainText(name) === name ? exact : await find(plainText(name))
    if (!one) messages.push(`${column.label}「${name}」不存在`)
    else if (others.length > 0) messages.push(`${column.label}「${name}」指向多条记录，请改填编号或代码：${[one, ...others].map((r) => r.label).join('、')}`)
    else found.push(one.id)
  }
  return column.several ? found : (found[0] ?? null)
}

/** Tries the good rows one after the other and notes what is refused; nothing of it stays. */
async function attempt(m: ResourceRuntime, action: Action, rows: ImportRow[]): Promise<void> {
  const takenBack = new Error('taken back')
  await apart(action.db, async () => {
    await insertEach(m, action, inOrder(m, rows))
    throw takenBack
  }).catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
}

/**
 * Writes a checked workbook in one transaction: all of it or, where the person chose so, its good rows. What has
 * become wrong since the check refuses the whole, or is told with the rows left out. A second write is refused. Many rows are written by a work.
 */
export async function write(m: ResourceRuntime, action: Action) {
  const { db, principal } = action
  const { importId, mode, confirmed } = action.input as { importId: string; mode: 'all' | 'good'; confirmed?: boolean }
  const found = await repository.findImport(db, principal.userId, m.entity.name, importId, true)
  if (!found) throw refuse.notFound()
  if (found.status === 'written') throw refuse.inUse('该文件已经写入，请勿重复导入')
  if (found.status === 'writing') throw refuse.inUse('该文件正在写入，请勿重复导入')
  if (found.status !== 'checked') throw refuse.inUse('该文件还没有检查完，请稍候，或重新上传')
  const asks = confirmed ? null : await asksOf(m, db, importId)
  if (asks) throw refuse.field('confirmed', asks)
  const { bad } = await repository.countRows(db, importId)
  if (found.total > IMPORT_NOW_ROWS) {
    if (bad > 0 && mode === 'all') throw refuse.inUse(`有 ${bad} 行不能写入。没有写入任何行`)
    const workId = await begin(m, action, 'write', importId, found.total - bad, mode)
    action.audit({ recordType: m.entity.name, recordId: null, verb: 'startImport', after: { importId, mode } })
    return { written: 0, problems: [], workId }
  }
  if (mode === 'all') await refuseBad(db, importId)
  for (let after = 0; ; ) {
    const rows = await repository.openRows(db, importId, after)
    const last = rows.at(-1)
    if (!last) break
    after = last.position
    await insertEach(m, action, rows)
    await repository.settleRows(db, importId, rows, true)
    if (mode === 'all') await refuseBad(db, importId)
  }
  const counted = await repository.countRows(db, importId)
  await repository.closeImport(db, importId)
  action.audit({ recordType: m.entity.name, recordId: null, verb: 'import', after: { importId, written: counted.written, left: counted.bad } })
  return { written: counted.written, problems: await problemsOf(m, db, importId), workId: null }
}

async function refuseBad(db: Db, importId: string): Promise<void> {
  const [first] = await repository.badRows(db, importId, 1)
  if (first) throw refuse.inUse(`第 ${first.row} 行：${first.messages.join('；')}。没有写入任何行`)
}

/** The bad rows in the form of the file, with a column of reasons: corrected, it can be imported again as it is. */
export async function errors(m: ResourceRuntime, action: Action) {
  const { importId } = action.input as { importId: string }
  const found = await repository.findImport(action.db, action.principal.userId, m.entity.name, importId)
  if (!found) throw refuse.notFound()
  const kept = found.header.map((title, i) => ({ title, i })).filter(({ title }) => title !== IMPORT_REASON)
  const bad = await repository.badRows(action.db, importId)
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
