import { API_BASE, CODE } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { OWN_HEADERS, startTestServer, type TestServer } from '../../../../test/harness'
import { readSheet } from '../../../platform/excel/testing'
import { demoCompany } from './demo-rows'
import { insertMany } from './seed.repository'

const companies = Array.from({ length: 40 }, (_, i) => ({ ...demoCompany(i), list_status: 'normal' }))
const coded = companies.flatMap((c) => (c.stock_code && !c.old_stock_code ? [c.stock_code] : []))
const moved = companies.flatMap((c) => (c.old_stock_code && c.stock_code ? [{ now: c.stock_code, once: c.old_stock_code }] : []))
const [first = '', second = ''] = coded
const { now = '', once = '' } = moved[0] ?? {}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await insertMany(server.platform.db, companies)
})
afterAll(() => server.stop())

const found = async (stockCodes: string[], more: object = {}) =>
  (await server.ok(companyResource.list, { stockCodes, ...more, sort: { field: 'stockCode', order: 'asc' } })).items.map((c) => c.stockCode)

test('companies of several codes, by those of today and those of once, each company once', async () => {
  expect(await found([second, first, '000000'])).toEqual([first, second].sort())
  expect(await found([` ${first}\t`, first])).toEqual([first])
  expect(await found([once])).toEqual([now])
  expect(await found([once, now])).toEqual([now])
  const { total } = await server.ok(companyResource.list, { stockCodes: [first, once, '000000'] })
  expect(total).toBe(2)
  // The single search finds the same company by its old code.
  expect((await server.ok(companyResource.list, { keyword: once })).items.map((c) => c.stockCode)).toContain(now)
  expect(await found([first, once], { board: 'bse' })).toEqual([now])
  expect((await server.ok(companyResource.list, { stockCodes: [] })).total).toBe(companies.length)
})

test('a hundred codes are taken, more or what is no code is refused at the field', async () => {
  const many = Array.from({ length: 100 }, (_, i) => String(100_000 + i))
  expect(await found(many)).toEqual([])
  expect(await server.call(companyResource.list, { stockCodes: [...many, first] })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ message: '证券代码一次最多 100 个' }] } })
  expect(await server.call(companyResource.list, { stockCodes: ['60599'] })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ message: '证券代码须为 6 位数字' }] } })
})

test('export and batch take the codes as well', async () => {
  const response = await server.raw(`${API_BASE}${companyResource.exportRows.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...OWN_HEADERS },
    body: JSON.stringify({ stockCodes: [once, first], columns: ['stockCode'], sort: { field: 'stockCode', order: 'asc' } }),
  })
  const [, ...rows] = await readSheet(Buffer.from(await response.arrayBuffer()), 1000)
  expect(rows.map(([code]) => code)).toEqual([first, now].sort())
  expect(await server.ok(companyResource.batch, { verb: 'suspend', filter: { stockCodes: [once, second] }, reason: '停牌' })).toMatchObject({ done: 2, failed: [], next: null })
  expect((await server.ok(companyResource.list, { listStatus: 'suspended' })).total).toBe(2)
})
