import { API_BASE, itemOf, metaOf, shapeOf, type Call } from '@assoc/contract'
import { holdsId } from '@assoc/contract/core/references'
import { localTime } from '@assoc/contract/core/day'
import { sql } from 'kysely'
import type { z } from 'zod'
import { writeWorkbook, type CellValue } from '../../src/platform/excel/excel'
import { oldWorkbook, readSheets, type ShownSheet } from '../../src/platform/excel/testing'
import { columnsOf, type ImportColumn } from '../../src/platform/resource/import-cells'
import type { ResourceRuntime } from '../../src/platform/resource/definition'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import { OWN_HEADERS, type Session } from '../harness'
import { FIXTURES } from './fixtures'
import { sample } from './sample'
import { ALL_PERMITS, buildWorld, MODULES, type World } from './world'

// Every export that the contract has is made of rows of the demo association and opened: its columns are what the contract calls them,
// its cells what a spreadsheet program calculates with, and it says who made it of what.

interface Exported {
  row: z.ZodType
  list: Call
  call: Call
  id: string
  /** Filter of chosen rows. */
  chosen: string
  filters: Record<string, z.ZodType>
  table: string
  /** Where filters are told that nothing is listed without: rows that the person sees. */
  runtime?: ResourceRuntime
}

const exports: [string, Exported][] = resourceRuntimes().flatMap((m): [string, Exported][] => {
  const { contract, options, idField: id } = m
  const { exportRows: call, list, definition } = contract
  return call ? [[m.entity.name, { row: options.exportAs?.row ?? contract.row, list, call, id, chosen: 'ids', filters: definition.filters ?? {}, table: options.table, runtime: m }]] : []
})

let world: World
let anna: Session
beforeAll(async () => {
  world = await buildWorld()
  anna = await world.server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((m) => [m, 'all' as const])) })
})
afterAll(() => world.stop())

const workbook = async (call: Call, body: object): Promise<ShownSheet[]> => readSheets(await bytesOf(call, body))

async function bytesOf(call: Call, body: object): Promise<Buffer> {
  const response = await world.server.raw(`${API_BASE}${call.path}`, { method: 'POST', as: anna, headers: { ...OWN_HEADERS, 'content-type': 'application/json' }, body: JSON.stringify({ ...('reason' in (shapeOf(call.request) ?? {}) ? { reason: '逐一核对导出' } : {}), ...body }) })
  expect([call.path, response.headers.get('content-type')]).toEqual([call.path, expect.stringContaining('spreadsheetml')])
  return Buffer.from(await response.arrayBuffer())
}

type Item = Record<string, unknown>
const PAGE = 20

/** Values of the filters without which nothing is listed, such as the message of recipients: those of some row. */
async function requiredOf({ call, filters, runtime: m }: Exported): Promise<Item> {
  const required = Object.keys(filters).filter((key) => !filters[key]?.safeParse(undefined).success)
  if (!m || required.length === 0 || call.request.safeParse({}).success) return {}
  const { inside } = await world.split(m.entity, anna.userId)
  const columns = sql.join(required.map((key) => sql`${sql.ref(m.columnOf(key))} as ${sql.id(key)}`))
  return (await sql<Item>`select ${columns} from ${sql.table(m.options.table)} where ${sql.ref(m.idColumn)} = ${inside}`.execute(world.server.platform.db)).rows[0] ?? {}
}

async function itemsOf(exported: Exported, name: string): Promise<Item[]> {
  const { list, id, table } = exported
  const items = async () => {
    const answer = await world.send(list, { as: anna, body: { ...(await requiredOf(exported)), pageSize: PAGE } })
    return (answer.data as { items?: Item[] } | null)?.items ?? []
  }
  const first = await items()
  if (first.length > 0) return first
  // The association of the demo has none of these: a row of its own.
  await FIXTURES[name]?.(world.server.platform.db)
  const made = await items()
  if (made.length > 0) return made
  throw new Error(`no row of ${name} to export: give the demo association one, or a fixture (${id} of ${table})`)
}

const HAN = /^B?\p{Script=Han}/u
const ENGLISH = /[A-Za-z]{3,}/
const asText = (value: unknown): string => (value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value))
/** What a clock shows that stands in a cell: cells know no zone. */
const clockOf = (cell: Date): string => cell.toISOString().slice(0, 19).replace('T', ' ')

/** Cells of a column that stand for a field's values, or the first pair that does not fit. */
function misfit(schema: z.ZodType, cells: readonly unknown[], values: readonly unknown[], formats: readonly (string | undefined)[]): unknown {
  const { show, options } = metaOf(schema)
  const listed = options ?? metaOf(itemOf(schema) ?? schema).options
  const wrong = cells.findIndex((cell, i) => {
    const value = values[i]
    if (value === null || value === undefined || value === '') return asText(cell) !== ''
    if (show === 'money' || show === 'yuan') return cell !== Number(value) / 100 || formats[i] !== '#,##0.00'
    if (show === 'date') return !(cell instanceof Date) || clockOf(cell).slice(0, 10) !== String(value) || formats[i] !== 'yyyy-mm-dd'
    if (show === 'instant') return !(cell instanceof Date) || clockOf(cell) !== localTime(String(value)) || formats[i] !== 'yyyy-mm-dd hh:mm:ss'
    if (show === 'count') return typeof cell !== 'number'
    if (typeof value === 'boolean') return cell !== (value ? '是' : '否')
    if (listed) return asText(cell) !== [value].flat().map((v) => listed[String(v)] ?? '?').join('、')
    return false
  })
  return wrong < 0 ? undefined : { row: wrong, cell: cells[wrong], value: values[wrong], format: formats[wrong] }
}

test.each(exports)('the export of %s has only columns that people read, typed cells, and says who made it', async (name, exported) => {
  const items = await itemsOf(exported, name)
  const [rows, origin] = await workbook(exported.call, { ...(await requiredOf(exported)), [exported.chosen]: items.map((item) => item[exported.id]) })
  if (!rows || !origin) throw new Error('two sheets are expected')
  const [titles = [], ...cells] = rows.rows.map((row) => [...row])
  const header = titles.map(asText)
  expect(header.filter((title) => !HAN.test(title) || ENGLISH.test(title))).toEqual([])
  expect(header.filter((title, i) => header.indexOf(title) !== i)).toEqual([])
  expect(cells).toHaveLength(items.length)

  // A column that repeats ids of the rows shows what nobody reads. A number of a request is no id, though one of them may chance to be digits alone.
  const ids = Object.keys(items[0] ?? {}).filter((key) => items.some((item) => asText(item[key]) !== '') && items.every((item) => /^\d{0,18}$/.test(asText(item[key]))) && (/(Id|By)$/.test(key) || key === exported.id) && typeof items[0]?.[key] === 'string')
  const columnOf = (at: number) => items.map((_item, i) => cells[i]?.[at] ?? null)
  const shown = header.filter((title, at) => title !== '记录编号' && ids.some((key) => items.every((item, i) => asText(item[key]) === asText(columnOf(at)[i])) && columnOf(at).some((cell) => typeof cell === 'string')))
  expect(shown).toEqual([])

  const wrong: unknown[] = []
  for (const [key, schema] of Object.entries(shapeOf(exported.row) ?? {})) {
    const { label, personal } = metaOf(schema)
    const at = label === undefined ? -1 : header.indexOf(label)
    // What only the file has is made by its area, which proves it.
    if (at < 0 || holdsId(schema) || personal || !items.some((item) => key in item)) continue
    const found = misfit(schema, columnOf(at), items.map((item) => item[key]), items.map((_item, i) => rows.formatAt(i + 1, at)))
    if (found !== undefined) wrong.push({ label, found })
  }
  expect(wrong).toEqual([])
  const raw = cells.flat().filter((cell) => /\[object|^(?:true|false)$|^\d{4}-\d\d-\d\dT/.test(asText(cell)) && !(cell instanceof Date))
  expect(raw).toEqual([])

  expect([rows.frozenRows, rows.filtered?.startsWith('A1:')]).toEqual([1, true])
  expect(rows.widths.length).toBe(header.length)
  expect(rows.widths.every((width) => width !== undefined && width >= 8)).toBe(true)
  const told = Object.fromEntries(origin.rows.slice(1).map(([key, value]) => [asText(key), asText(value)]))
  expect(told).toMatchObject({ 导出人: expect.stringMatching(/.+（.+）$/), 导出时间: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), 行数: String(items.length), 筛选条件: expect.stringContaining(`选中 ${items.length} 条`) })
})

test.each(exports)('the export of %s tells its filter in words', async (name, exported) => {
  const { call, filters } = exported
  const required = await requiredOf(exported)
  const ids = { ref: (entity: string) => world.anyId(entity), self: anna.userId }
  for (const [key, schema] of Object.entries(filters)) {
    const given = sample(schema, ids, key)
    if (given === undefined || given === '' || !call.request.safeParse({ ...required, [key]: given }).success) continue
    const asked = required[key] ?? given
    const sheets = await workbook(call, { ...required, [key]: asked })
    const words = asText(sheets[1]?.rows.find(([title]) => title === '筛选条件')?.[1])
    const part = words.split('；').find((one) => Object.keys(required).length === 0 || one.startsWith(metaOf(schema).label ?? ' ')) ?? words
    const [label = '', value = ''] = part.split(/：(.*)/s)
    expect([name, key, label]).toEqual([name, key, expect.stringMatching(HAN)])
    expect(label).not.toMatch(ENGLISH)
    const { options } = metaOf(schema)
    const listed = options ?? metaOf(itemOf(schema) ?? schema).options
    if (listed) expect([name, key, value]).toEqual([name, key, [asked].flat().map((v) => listed[String(v)]).join('、')])
    if (holdsId(schema)) expect([name, key, value]).not.toEqual([name, key, String(asked)])
  }
})

const imported = exports.flatMap(([name, exported]): [string, Exported, Call][] => (exported.runtime?.contract.importCheck ? [[name, exported, exported.runtime.contract.importCheck]] : []))

/** What forms say of numbers and addresses that stand masked in the file. */
const MASKED = /^(?:手机号码|邮箱|收票邮箱|电话|电话号码|银行账号|身份证号)(?:格式)?(?:不正确|须为)/

test.each(imported)('an exported file of %s can be read again by its import', async (name, exported, importCheck) => {
  const items = await itemsOf(exported, name)
  const body = { ...(await requiredOf(exported)), [exported.chosen]: items.map((item) => item[exported.id]) }
  const { data } = await world.server.upload(importCheck as never, {} as never, { name: '再次导入.xlsx', bytes: await bytesOf(exported.call, body) }, anna)
  const { total, problems } = data as { total: number; problems: { messages: string[] }[] }
  expect(total).toBe(items.length)
  // Masked numbers are refused, and so is what is there already; every other cell is understood.
  const misread = problems.flatMap(({ messages }) => messages).filter((text) => /须为|格式|请填写|请选择|」不存在|不正确|Invalid/.test(text) && !MASKED.test(text))
  expect(misread).toEqual([])
})

/** Bytes of a text in GBK: Node reads it and does not write it. */
const gbk = (() => {
  const pairs = Array.from({ length: 0x7e }, (_, i) => i + 0x81).flatMap((lead) => Array.from({ length: 0xbf }, (_, i) => [lead, i + 0x40] as const))
  const codes = new Map(pairs.map((pair): [string, readonly number[]] => [new TextDecoder('gbk').decode(Uint8Array.from(pair)), pair]))
  return (text: string): Buffer => Buffer.from([...text].flatMap((c) => (c < '\u0080' ? [c.charCodeAt(0)] : [...(codes.get(c) ?? [0x3f])])))
})()

const wide = (text: string): string => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

/** What a cell holds for a value: as the template asks for it, and as people write it. */
function cellsOf({ schema, options, several }: ImportColumn, value: unknown): [own: string | number | null, peoples: string] {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [null, '']
  const { show } = metaOf(schema)
  const text = options ? [value].flat().map((v) => options[String(v)] ?? '?').join('、') : asText(value)
  if (options || several) return [text, ` ${text} `]
  if (show === 'money' || show === 'yuan') return [Number(value) / 100, `￥${wide((Number(value) / 100).toLocaleString('en', { minimumFractionDigits: 2 }))}元`]
  if (show === 'date') return [text, wide(text.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$1年$2月$3日'))]
  if (typeof value === 'number') return [value, wide(text)]
  return [text, /^\d+$/.test(text) ? `'${text}` : text]
}

/** Values of the form for a row that stands in the list: references by what names them, personal data made up. */
function valuesOf(columns: readonly ImportColumn[], item: Item): unknown[] {
  return columns.map(({ field, schema }) => {
    const { lookup, personal } = metaOf(schema)
    if (lookup) return [...(lookup.named ?? []), ...lookup.label].map((name) => item[name]).find(Boolean)
    return personal ? sample(schema, { ref: (entity) => world.anyId(entity), self: anna.userId }, field) : item[field]
  })
}

test.each(imported)('a file that people wrote of %s gives the same rows as its template, by other titles or by columns that were mapped by hand', async (name, exported, importCheck) => {
  const { contract } = exported.runtime as ResourceRuntime
  const columns = columnsOf(contract)
  const values = (await itemsOf(exported, name)).map((item) => valuesOf(columns, item))
  const [own, peoples] = [0, 1].map((side) => values.map((row) => row.map((value, i) => cellsOf(columns[i] as ImportColumn, value)[side] ?? null))) as [CellValue[][], string[][]]
  const check = async (fileName: string, bytes: Buffer, fields: object = {}) => {
    const answer = await world.server.upload(importCheck as never, fields as never, { name: fileName, bytes }, anna)
    const { importId, ignored } = (answer.data ?? {}) as { importId?: string; ignored?: string[] }
    if (!importId) return answer.returnMessage
    const { rows } = await sql<{ fields: unknown; messages: string[] }>`select fields, messages from resource_import_row where import_id = ${importId} order by position`.execute(world.server.platform.db)
    return { ignored, rows }
  }
  const csv = (head: readonly string[]) => gbk(['某某一览表', head.join(','), ...peoples.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\r\n'))
  const wanted = await check('模板.xlsx', await writeWorkbook([{ name: '表', header: columns.map((c) => c.label), rows: own }]))
  expect(wanted).toMatchObject({ ignored: [], rows: expect.arrayContaining([expect.objectContaining({ fields: expect.any(Object) })]) })

  const titles = columns.map((c, i) => c.further[0] ?? (i % 2 ? `${c.label}＊` : `${c.label.slice(0, 1)} ${c.label.slice(1)}（必填）`))
  expect(await check('来件.csv', csv(titles))).toEqual(wanted)
  expect(await check('来件.xls', oldWorkbook([['某某一览表'], [], titles, ...own]))).toEqual(wanted)

  const unknown = columns.map((_c, i) => `第${i + 1}栏`)
  const file = csv(unknown)
  expect(await check('别样.csv', file)).toContain('缺少列')
  const read = await world.server.upload(contract.importColumns as never, {} as never, { name: '别样.csv', bytes: file }, anna)
  expect(read.data).toEqual({
    titles: unknown.map((title, i) => ({ title, sample: peoples.map((row) => (row[i] ?? '').trim().replace(/^'/, '')).find(Boolean)?.slice(0, 40) ?? '' })),
    columns: columns.map(({ field, label, required }) => ({ field, label, required, title: null })),
  })
  const mapping = unknown.map((title, i) => ({ title, field: columns[i]?.field ?? null }))
  expect(await check('别样.csv', file, { mapping })).toEqual(wanted)
  // Remembered, and for this person alone.
  expect(await check('别样.csv', file)).toEqual(wanted)
  const other = await world.server.person({ permits: ALL_PERMITS })
  expect((await world.server.upload(importCheck as never, {} as never, { name: '别样.csv', bytes: file }, other)).returnMessage).toContain('缺少列')
})

test('there is something to prove: exports of all areas, and the check of cells finds what is wrong', async () => {
  expect(exports.length).toBeGreaterThan(40)
  expect(imported.length).toBeGreaterThan(5)
  const money = shapeOf(resourceRuntimes().find((m) => m.entity.name === 'payment')?.contract.row as z.ZodType)?.['amount'] as z.ZodType
  expect(misfit(money, ['12.00'], [1200], [undefined])).toMatchObject({ cell: '12.00' })
  expect(misfit(money, [12], [1200], ['#,##0.00'])).toBeUndefined()
  expect((await sql<{ n: number }>`select count(*)::int as n from payment`.execute(world.server.platform.db)).rows[0]?.n).toBeGreaterThan(0)
})
