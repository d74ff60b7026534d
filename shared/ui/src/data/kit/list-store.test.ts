import { CODE } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { httpClient } from '@assoc/http'
import { fakeServer } from '@assoc/http/testing'
import { ListStore } from './list-store'

type Row = { companyId: string; shortName: string }
const row = (id: number) => ({ companyId: String(id), shortName: `公司${id}` }) as never
const pageOf = (ids: number[], total = ids.length) => ({ items: ids.map(row), total })
const query = (part = {}) => ({ page: 1, pageSize: 20, sort: null, filters: {}, ...part })

let server: ReturnType<typeof fakeServer>
beforeEach(() => (server = fakeServer()))
afterEach(() => server.restore())

const make = (part = {}, fixed = {}) => new ListStore(companyResource.list, (r) => (r as Row).companyId, query(part), fixed)
const ids = (store: ReturnType<typeof make>) => store.rows.map((r) => r.companyId)

test('query, filters and what is always sent go to the call; no sort means none is sent', async () => {
  server.on(companyResource.list, () => pageOf([1, 2], 42))
  const store = make({ page: 2, filters: { keyword: '万科' } }, { companyType: 'listed' })
  await store.load()
  expect(server.sent[0]?.input).toEqual({ page: 2, pageSize: 20, keyword: '万科', companyType: 'listed' })
  expect([ids(store), store.total, store.loaded, store.loading, store.failure]).toEqual([['1', '2'], 42, true, false, null])
  store.setQuery(query({ sort: { field: 'stockCode', order: 'desc' } }))
  await store.load()
  expect(server.sent[1]?.input).toMatchObject({ sort: { field: 'stockCode', order: 'desc' } })
})

test('the latest request wins, in whatever order answers come', async () => {
  const waiting: ((answer: unknown) => void)[] = []
  server.on(companyResource.list, () => new Promise((resolve) => waiting.push(resolve)))
  const store = make()
  const first = store.load()
  const second = store.load()
  await new Promise((resolve) => setTimeout(resolve, 0))
  waiting.at(-1)?.(pageOf([2]))
  await second
  expect([ids(store), store.loading]).toEqual([['2'], false])
  waiting[0]?.(pageOf([1]))
  await first
  expect([ids(store), store.failure]).toEqual([['2'], null])
})

test('an older request that fails late does not disturb the newer one', async () => {
  const waiting: ((error: Error) => void)[] = []
  server.on(companyResource.list, () => new Promise((_resolve, reject) => waiting.push(reject)))
  const store = make()
  const first = store.load()
  await new Promise((resolve) => setTimeout(resolve, 0))
  server.on(companyResource.list, () => pageOf([2]))
  await store.load()
  waiting[0]?.(new Error('away'))
  await first
  expect([ids(store), store.failure, store.loading]).toEqual([['2'], null, false])
})

test('failures are told apart: not allowed, network, anything else with its number', async () => {
  const store = make()
  server.on(companyResource.list, { returnCode: CODE.forbidden, returnMessage: '没有权限' })
  await store.load()
  expect(store.failure).toEqual({ kind: 'forbidden', message: '没有权限' })
  server.on(companyResource.list, { returnCode: CODE.fault, returnMessage: '系统出错了', data: { requestId: 'r-1' } })
  await store.load()
  expect(store.failure).toEqual({ kind: 'fault', message: '系统出错了', requestId: 'r-1' })
  httpClient.defaults.adapter = async (config) => {
    throw Object.assign(new Error('Network Error'), { isAxiosError: true, code: 'ERR_NETWORK', config })
  }
  await store.load()
  expect(store.failure).toMatchObject({ kind: 'network', message: expect.stringContaining('网络') as string })
  expect([store.loading, store.loaded]).toEqual([false, false])
})

test('rows stay on screen when a reload fails; the next good one clears the failure', async () => {
  server.on(companyResource.list, () => pageOf([1]))
  const store = make()
  await store.load()
  server.on(companyResource.list, { returnCode: CODE.fault, returnMessage: '系统出错了' })
  await store.load()
  expect([ids(store), store.failure?.kind]).toEqual([['1'], 'fault'])
  server.on(companyResource.list, () => pageOf([3]))
  await store.load()
  expect([ids(store), store.failure]).toEqual([['3'], null])
})

test('the last page, emptied, gives way to the page that is now the last', async () => {
  server.on(companyResource.list, ({ page }: { page: number }) => (page === 5 ? pageOf([], 40) : pageOf([39, 40], 40)))
  const store = make({ page: 5 })
  await store.load()
  expect([store.query.page, ids(store), store.loading]).toEqual([2, ['39', '40'], false])
  expect(server.sent.map((s) => (s.input as { page: number }).page)).toEqual([5, 2])
})

test('no row at all is page one without a second request', async () => {
  server.on(companyResource.list, () => pageOf([], 0))
  const store = make({ page: 3 })
  await store.load()
  expect([store.loaded, server.sent.length]).toEqual([true, 1])
})

test('a selection goes over pages and ends with other filters', async () => {
  server.on(companyResource.list, ({ page }: { page: number }) => pageOf(page === 1 ? [1, 2] : [3, 4], 4))
  const store = make()
  await store.load()
  store.select(store.rows, true)
  store.setQuery(query({ page: 2 }))
  await store.load()
  store.select(store.rows.slice(0, 1), true)
  expect([...store.selected.keys()]).toEqual(['1', '2', '3'])
  store.setQuery(query({ page: 1, sort: { field: 'stockCode', order: 'asc' } }))
  expect(store.selectedCount).toBe(3)
  store.select([row(2)], false)
  expect([...store.selected.keys()]).toEqual(['1', '3'])
  store.setQuery(query({ filters: { keyword: 'x' } }))
  expect([store.selectedCount, store.allMatching]).toEqual([0, false])
})

test('all that match are counted by the total and ended by any single choice', async () => {
  server.on(companyResource.list, () => pageOf([1, 2], 5_000))
  const store = make({ filters: { board: 'star' } }, { companyType: 'listed' })
  await store.load()
  store.select(store.rows, true)
  store.selectAllMatching()
  expect([store.selectedCount, store.filterInput()]).toEqual([5_000, { companyType: 'listed', board: 'star' }])
  store.select([row(1)], false)
  expect([store.allMatching, store.selectedCount]).toEqual([false, 1])
  store.selectAllMatching()
  store.clearSelection()
  expect([store.allMatching, store.selectedCount]).toEqual([false, 0])
})

test('a changed row is put in its place', async () => {
  server.on(companyResource.list, () => pageOf([1, 2]))
  const store = make()
  await store.load()
  store.patch('2', { shortName: '新名' })
  expect(store.rows.map((r) => r.shortName)).toEqual(['公司1', '新名'])
})

test('rows that are read anew behind those that are shown: no sign of loading, and an unchanged row stays the object that it was', async () => {
  server.on(companyResource.list, () => pageOf([1, 2]))
  const store = make()
  expect(store.old).toBe(true)
  await store.load()
  expect(store.old).toBe(false)
  const [first, second] = store.rows
  const same = store.rows
  await store.load({ behind: true })
  expect(store.rows).toBe(same)
  server.on(companyResource.list, () => ({ items: [row(1), { companyId: '2', shortName: '更名' } as never], total: 2 }))
  const reading = store.load({ behind: true })
  expect(store.loading).toBe(false)
  await reading
  expect([store.rows[0] === first, store.rows[1] === second]).toEqual([true, false])
  // Rows of another query are not what was asked for: that is waited for, and seen.
  store.setQuery(query({ page: 2 }))
  expect(store.old).toBe(true)
  const turning = store.load({ behind: true })
  expect(store.loading).toBe(true)
  await turning
})
