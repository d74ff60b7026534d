import { CODE } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { assignStockListRow, confirmStockList, ignoreStockListRow, selectStockListBatch, selectStockListBatchByPage, selectStockListRowByPage } from '@assoc/contract/member/stock-list'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { loadUserFacts } from '../../../platform/access/load-principal'
import { skipRow } from './by-hand.repository'
import { claimBatch, finishBatch } from './repository'
import { writeBatch } from './service'
import { good, newCode, stockLists } from './testing'

let server: TestServer
let lists: ReturnType<typeof stockLists>
beforeAll(async () => {
  server = await startTestServer()
  lists = stockLists(server)
})
afterAll(() => server.stop())

test('a batch is its maker’s alone, and companies outside their data scope are left alone', async () => {
  const all = ['read', 'insert', 'update', 'import'].map((a) => `member:company:${a}`)
  const anna = await server.person({ permits: all, scopes: { member: 'self' } })
  const code = newCode()
  const companyId = await lists.register({ stockCode: code, shortName: '别人甲' })
  const { data } = await lists.upload([good(code, '别人甲', '99,990,000')], anna)
  expect(data.counts).toEqual({ conflict: 1 })
  const rows = (await server.ok(selectStockListRowByPage, { batchId: data.batchId }, { as: anna })).items
  expect(rows).toMatchObject([{ errorMessage: '「别人甲」不在您的数据范围内', companyId: null }])
  await server.ok(confirmStockList, { batchId: data.batchId, goodOnly: true }, { as: anna })
  expect((await server.ok(companyResource.read, { companyId })).version).toBe(1)
  for (const answer of [
    await server.call(selectStockListBatch, { batchId: data.batchId }),
    await server.call(selectStockListRowByPage, { batchId: data.batchId }),
    await server.call(confirmStockList, { batchId: data.batchId, goodOnly: true }),
  ]) {
    expect(answer.returnCode).toBe(CODE.notFound)
  }
})

test('the register is asked again at the second step: what has changed since is not overwritten unseen', async () => {
  const code = newCode()
  const { data } = await lists.upload([good(code, '先到先得')])
  await lists.register({ stockCode: code, shortName: '另一家甲', listDate: '1999-09-09' })
  const refused = await server.call(confirmStockList, { batchId: data.batchId, goodOnly: false })
  expect(refused.returnCode).toBe(CODE.input)
  expect(await server.ok(confirmStockList, { batchId: data.batchId, goodOnly: true })).toMatchObject({
    writtenRows: 0,
    counts: { conflict: 1 },
  })
})

test('two confirms at once: one writes, the other is refused; without the claim both would write', async () => {
  const code = newCode()
  const companyId = await lists.register({ stockCode: code, shortName: '争先甲' })
  const { data } = await lists.upload([good(code, '争先甲', '88,880,000')])
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => server.call(confirmStockList, { batchId: data.batchId, goodOnly: true })),
  )
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(answers.filter((a) => a.returnCode === CODE.badTransition)).toHaveLength(9)
  expect((await server.ok(companyResource.read, { companyId })).version).toBe(2)
  expect((await server.call(confirmStockList, { batchId: data.batchId, goodOnly: true })).returnCode).toBe(CODE.badTransition)

  // Negative control: without claiming the batch both write; the second finds nothing left to do and the count is lost.
  const other = newCode()
  await lists.register({ stockCode: other, shortName: '争先乙' })
  const unclaimed = await lists.upload([good(other, '争先乙', '66,660,000')])
  const facts = await loadUserFacts(server.platform.db, server.admin.userId)
  if (!facts) throw new Error('the administrator is there')
  const principal = { ...facts.principal, sessionId: '' }
  const write = () =>
    server.platform.db.transaction().execute((tx) => writeBatch(tx, principal, { batchId: unclaimed.data.batchId, goodOnly: true }, async () => undefined))
  const both = await Promise.all([write(), write()])
  expect(both.map((b) => b.updatedRows).sort()).toEqual([0, 1])
  expect((await server.ok(selectStockListBatch, { batchId: unclaimed.data.batchId })).writtenRows).toBe(0)
})

test('a conflict is given its company by hand, a row is left out, and what that means for the others is told at once', async () => {
  const [first, second, free] = [newCode(), newCode(), newCode()]
  const firstId = await lists.register({ stockCode: first, shortName: '同名甲' })
  await lists.register({ stockCode: second, shortName: '同名甲', listDate: '2011-01-01' })
  const twin = newCode()
  await lists.register({ stockCode: twin, shortName: '成双甲' })
  const { data } = await lists.upload([good(free, '同名甲', '30,000,000'), good(twin, '成双甲', '1'), good(newCode(), '成双甲')])
  const { batchId } = data
  expect(data.counts).toEqual({ conflict: 3 })
  expect((await lists.rowsOf(batchId)).map((r) => r.abilities)).toEqual([['assign', 'ignore'], ['assign', 'ignore'], ['assign', 'ignore']])
  expect(await server.ok(assignStockListRow, { batchId, rowNo: 2, companyId: firstId })).toMatchObject({ counts: { codeChange: 1, conflict: 2 } })
  expect((await lists.rowsOf(batchId))[0]).toMatchObject({ matchResult: 'codeChange', errorMessage: `人工指定，原代码 ${first}`, chosen: true, abilities: ['assign', 'release', 'ignore'] })
  // Of two rows that meant one company the other stands once one is left out.
  expect(await server.ok(ignoreStockListRow, { batchId, rowNo: 4, ignored: true })).toMatchObject({ ignoredRows: 1, counts: { codeChange: 1, update: 1 } })
  expect((await lists.rowsOf(batchId))[2]).toMatchObject({ rowStatus: 'ignored', abilities: ['restore'] })
  expect(await server.call(assignStockListRow, { batchId, rowNo: 3, companyId: firstId })).toMatchObject({ data: { fields: [{ path: 'companyId', message: '只有冲突的行可以指定公司' }] } })
  expect((await server.call(ignoreStockListRow, { batchId, rowNo: 99, ignored: true })).returnCode).toBe(CODE.notFound)
  expect(await server.ok(confirmStockList, { batchId, goodOnly: false })).toMatchObject({ batchStatus: 'done', writtenRows: 2, ignoredRows: 1 })
  expect(await server.ok(companyResource.read, { companyId: firstId })).toMatchObject({ stockCode: free, oldStockCode: first, totalShares: '3000' })
  expect((await lists.rowsOf(batchId)).map((r) => [r.rowStatus, r.abilities.length])).toEqual([['written', 0], ['written', 0], ['ignored', 0]])
  for (const answer of [await server.call(ignoreStockListRow, { batchId, rowNo: 2, ignored: true }), await server.call(assignStockListRow, { batchId, rowNo: 2, companyId: null })]) expect(answer.returnCode).toBe(CODE.badTransition)
})

test('a company that somebody named is no way around another one’s code or around the data scope', async () => {
  const [mine, theirs] = [newCode(), newCode()]
  await lists.register({ stockCode: mine, shortName: '持码甲', listDate: '2001-01-01' })
  const otherId = await lists.register({ stockCode: theirs, shortName: '他人甲' })
  const { batchId } = (await lists.upload([good(mine, '另名甲')])).data
  await server.ok(assignStockListRow, { batchId, rowNo: 2, companyId: otherId })
  expect((await lists.rowsOf(batchId))[0]).toMatchObject({ matchResult: 'conflict', errorMessage: '指定了「他人甲」，而该代码已登记为「持码甲」，请人工核对' })
  await server.ok(assignStockListRow, { batchId, rowNo: 2, companyId: null })
  const anna = await server.person({ permits: ['read', 'import'].map((a) => `member:company:${a}`), scopes: { member: 'self' } })
  const own = (await lists.upload([good(theirs, '他人甲', '2')], anna)).data
  expect((await server.call(assignStockListRow, { batchId: own.batchId, rowNo: 2, companyId: otherId }, { as: anna })).returnCode).toBe(CODE.notFound)
  expect((await server.call(ignoreStockListRow, { batchId, rowNo: 2, ignored: true }, { as: anna })).returnCode).toBe(CODE.notFound)
})

test('one’s own batches are listed with their state, the newest first', async () => {
  const anna = await server.person({ permits: ['member:company:read', 'member:company:import', 'member:company:insert'], scopes: { member: 'self' } })
  const batches = [await lists.upload([good(newCode(), '批次甲')], anna), await lists.upload([good('12345', '批次乙')], anna)].map((a) => a.data.batchId)
  await server.ok(confirmStockList, { batchId: batches[0] ?? '', goodOnly: false }, { as: anna })
  expect((await server.ok(selectStockListBatchByPage, {}, { as: anna })).items).toMatchObject([
    { batchId: batches[1], fileName: 'A股列表.xlsx', batchStatus: 'checked', totalRows: 1, writtenRows: 0, refusedRows: 1, confirmTime: null },
    { batchId: batches[0], batchStatus: 'done', writtenRows: 1, refusedRows: 0, confirmTime: expect.any(String) },
  ])
  expect((await server.ok(selectStockListBatchByPage, { batchStatus: 'done' }, { as: anna })).total).toBe(1)
})

test('a row that is left out while its batch is being written waits, and is refused; without the lock it is left out of what is written already', async () => {
  const { db } = server.platform
  const { batchId } = (await lists.upload([good(newCode(), '写入甲')])).data
  const waiting = async () => (await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows[0]?.n
  let late: ReturnType<typeof server.call<typeof ignoreStockListRow>> | undefined
  await db.transaction().execute(async (tx) => {
    await claimBatch(tx, batchId)
    late = server.call(ignoreStockListRow, { batchId, rowNo: 2, ignored: true })
    while ((await waiting()) !== 1) await new Promise((r) => setTimeout(r, 5))
    await finishBatch(tx, batchId, 'done', 1)
  })
  expect((await late)?.returnCode).toBe(CODE.badTransition)
  expect((await lists.rowsOf(batchId))[0]?.rowStatus).toBe('pending')
  await skipRow(db, batchId, 2, true)
  expect((await lists.rowsOf(batchId))[0]?.rowStatus).toBe('ignored')
})
