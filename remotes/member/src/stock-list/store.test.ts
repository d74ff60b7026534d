import { CODE } from '@assoc/contract'
import { confirmStockList, selectStockListBatch, uploadStockList } from '@assoc/contract/member/stock-list'
import { fakeServer } from '@assoc/http/testing'
import { StockListStore } from './store'

const server = fakeServer()
afterAll(() => server.restore())

const batch = {
  batchId: '7',
  fileName: 'a.xlsx',
  batchStatus: 'checked' as const,
  totalRows: 50,
  counts: { insert: 40, update: 6, same: 1, invalid: 3 },
  namelessRows: 0,
  ignoredRows: 0,
  writtenRows: 0,
}
const file = (name: string, size = 4) => new File([new Uint8Array(size)], name)

test('a file that cannot be one is told so without being sent', async () => {
  const store = new StockListStore()
  await store.send(file('a.pdf'))
  expect(store.error).toContain('xlsx')
  await store.send(file('a.xlsx', 0))
  expect(store.error).toBe('文件是空的')
  expect(server.sent).toHaveLength(0)
  expect(store.step).toBe('file')
})

test('what the server says of the file stands on the screen', async () => {
  const store = new StockListStore()
  server.on(uploadStockList, {
    returnCode: CODE.input,
    returnMessage: '有 1 处需要修改',
    data: { fields: [{ path: 'file', message: '文件中没有数据行' }] },
  })
  await store.send(file('a.xlsx'))
  expect(store).toMatchObject({ step: 'file', error: '文件中没有数据行', progress: null })
})

test('a file with bad rows is written only after the person has chosen how; a refusal changes nothing', async () => {
  const store = new StockListStore()
  server.on(uploadStockList, () => batch)
  await store.send(file('a.xlsx'))
  expect(store).toMatchObject({ step: 'check', refused: 3, writable: 46, same: 1, goodOnly: null })
  expect(await store.confirm()).toBe(false)
  store.chooseGoodOnly(false)
  server.on(confirmStockList, {
    returnCode: CODE.input,
    returnMessage: '',
    data: { fields: [{ path: 'goodOnly', message: '有 3 行不能写入' }] },
  })
  expect(await store.confirm()).toBe(false)
  expect(store).toMatchObject({ step: 'check', error: '有 3 行不能写入' })
  store.chooseGoodOnly(true)
  expect(store.error).toBeNull()
  server.on(confirmStockList, () => ({ ...batch, batchStatus: 'partly', writtenRows: 46 }))
  expect(await store.confirm()).toBe(true)
  expect(store.step).toBe('result')
  expect(store.batch?.writtenRows).toBe(46)
})

test('a lost answer is asked for again under the same key, another choice under a new one', async () => {
  const store = new StockListStore()
  server.on(uploadStockList, () => batch)
  await store.send(file('a.xlsx'))
  store.chooseGoodOnly(true)
  server.on(confirmStockList, () => {
    throw new Error('the line is dead')
  })
  await store.confirm()
  await store.confirm()
  expect(store.error).toBe('网络连接失败，没有完成，请重试')
  store.chooseGoodOnly(false)
  await store.confirm()
  const keys = server.sent
    .filter((s) => s.path === confirmStockList.path)
    .slice(-3)
    .map((s) => s.headers['Idempotency-Key'])
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('a clean file needs no choice', async () => {
  const store = new StockListStore()
  server.on(uploadStockList, () => ({ ...batch, counts: { insert: 50 } }))
  await store.send(file('a.xlsx'))
  expect(store).toMatchObject({ goodOnly: false, refused: 0 })
  store.restart()
  expect(store).toMatchObject({ step: 'file', batch: null })
})

test('a batch is taken up again where it was left; once no row is bad there is nothing to decide', async () => {
  const store = new StockListStore()
  server.on(selectStockListBatch, () => batch)
  await store.reopen('7')
  expect(store).toMatchObject({ step: 'check', refused: 3, goodOnly: null })
  store.chooseGoodOnly(true)
  store.take({ ...batch, counts: { insert: 40, invalid: 1 }, ignoredRows: 2 })
  expect(store.goodOnly).toBe(true)
  store.take({ ...batch, counts: { insert: 40 }, ignoredRows: 3 })
  expect(store.goodOnly).toBe(false)
  server.on(selectStockListBatch, () => ({ ...batch, batchStatus: 'done' }))
  await store.reopen('7')
  expect(store.step).toBe('result')
})
