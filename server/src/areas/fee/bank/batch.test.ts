import { CODE, IMPORT_REASON } from '@assoc/contract'
import { bankLine, importStatement, suspense } from '@assoc/contract/fee/bank'
import { confirmBatch, discardBatch, downloadBatchProblems, holdBatchLines, selectBatch, selectBatchLines, selectOpenBatches } from '@assoc/contract/fee/bank-statement'
import { payment } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import { asOwner, OWN_HEADERS, startTestServer, vacuumed, type TestServer } from '../../../../test/harness'
import { readSheet } from '../../../platform/excel/testing'
import { differences } from '../balance/check.repository'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { dropBatches } from './batch'
import { shownLines } from './batch.repository'
import { speaksOfOther } from './parse'
import { csv } from './testing'
import { lostMoney, planOf } from './testing.repository'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
afterEach(async () => expect([(await differences(server.platform.db)).differences, await lostMoney(server.platform.db)]).toEqual([[], 0]))
afterAll(() => server.stop())

const line = (serial: string, payer: string, amount: string, purpose = '会费') => `0000111,${serial},2026-03-05 09:30:00,${payer},${amount},${purpose}`
const read = async (...lines: string[]) => (await server.upload(importStatement, {}, csv(...lines), world.clerk)).data
const as = () => ({ as: world.clerk })
const linesOf = async (batchId: string, more: object = {}) => (await server.ok(selectBatchLines, { batchId, ...more }, as())).items
async function problemsFile(batchId: string): Promise<Buffer> {
  const response = await server.raw(`/capcoapi${downloadBatchProblems.path}`, { as: world.clerk, method: 'POST', headers: { ...OWN_HEADERS, 'content-type': 'application/json' }, body: JSON.stringify({ batchId }) })
  return Buffer.from(await response.arrayBuffer())
}
const confirm = (batchId: string) => server.call(confirmBatch, { batchId }, as())

test('a statement is shown before anything is booked: who is found, what would be done and why, with the money of each kind', async () => {
  const [name, twin] = ['先看后入股份有限公司', '同名同姓股份有限公司']
  const memberId = await world.member({ name })
  await world.member({ name: twin })
  await world.member({ name: twin })
  await world.register(memberId, 4000, { bankSerial: 'P2' })
  await world.register(await world.member(), 9900, { bankSerial: 'P3' })
  const given = [line('P1', name, '30'), line('P2', name, '40'), line('P3', name, '50'), line('P4', '无名氏', '60'), line('P5', twin, '70'), line('P6', name, '80', '董秘培训报名'), line('P1', name, '30'), line('P7', name, '五元')]
  const answer = await read(...given)
  expect(answer).toMatchObject({ total: 8, added: 6, known: 1, matched: 2, suspense: 4, unreadable: 1, workId: null })
  const batchId = answer?.batchId ?? ''
  expect(await server.ok(selectBatch, { batchId }, as())).toMatchObject({
    confirmed: false,
    plans: [{ plan: 'dues', lines: 1, amount: 3000 }, { plan: 'match', lines: 1, amount: 4000 }, { plan: 'suspense', lines: 4, amount: 26_000 }, { plan: 'known', lines: 1, amount: 3000 }],
    problems: [{ row: 9, message: '金额须为数字，最多两位小数；支出不导入' }],
  })
  expect((await linesOf(batchId)).map((l) => [l.serialNo, l.plan, l.reason, l.memberName, l.choosable])).toEqual([
    ['P1', 'dues', 'name', name, true],
    ['P2', 'match', 'written', name, true],
    ['P3', 'suspense', 'taken', null, false],
    ['P4', 'suspense', 'nobody', null, false],
    ['P5', 'suspense', 'several', null, false],
    ['P6', 'suspense', 'purpose', name, true],
    ['P1', 'known', 'twice', null, false],
  ])
  expect((await linesOf(batchId, { plan: 'suspense', keyword: '先看' })).map((l) => l.serialNo)).toEqual(['P3', 'P6'])
  expect([(await server.ok(bankLine.list, { keyword: '先看' })).total, (await world.money(memberId)).balance]).toEqual([0, 0])
  expect((await confirm(batchId)).data).toMatchObject({ total: 8, added: 6, known: 1, matched: 2, suspense: 4, unreadable: 1, workId: null })
  expect((await server.ok(payment.list, { memberId })).items.map((p) => [p.bankSerial, p.payStatus]).sort()).toEqual([['P1', 'settled'], ['P2', 'pending']])
  expect((await server.ok(suspense.list, { keyword: 'P6' })).items).toMatchObject([{ suspenseStatus: 'open', amount: 8000 }])
})

test('purposes of other business are told from dues', () => {
  expect(['培训费', '年会会议报名', '技术服务费', '资料工本费', '2026 会费', '会员费及资料费', '培训会费', null, ''].map(speaksOfOther)).toEqual([true, true, true, true, false, false, false, false, false])
})

test('single lines, or all that a filter finds, are left waiting or taken in again; what has no member cannot be chosen', async () => {
  const [one, two] = ['暂不入账股份有限公司', '照常入账股份有限公司']
  const [oneId, twoId] = [await world.member({ name: one }), await world.member({ name: two })]
  const answer = await read(line('H1', one, '1'), line('H2', one, '2'), line('H3', two, '4'), line('H4', two, '8', '会议费'), line('H5', '谁也不是', '16'))
  const batchId = answer?.batchId ?? ''
  const hold = (more: object) => server.ok(holdBatchLines, { batchId, held: true, ...more }, as())
  expect(await hold({ rows: [2, 6] })).toEqual({ changed: 1 })
  expect(await hold({ keyword: two })).toEqual({ changed: 1 })
  expect((await linesOf(batchId)).map((l) => [l.plan, l.reason])).toEqual([['suspense', 'held'], ['dues', 'name'], ['suspense', 'held'], ['suspense', 'purpose'], ['suspense', 'nobody']])
  expect(await hold({ held: false, rows: [4, 5] })).toEqual({ changed: 2 })
  expect((await confirm(batchId)).data).toMatchObject({ added: 5, matched: 3, suspense: 2 })
  expect([(await world.money(oneId)).balance, (await world.money(twoId)).balance]).toEqual([200, 1200])
  expect(await server.call(holdBatchLines, { batchId, held: true, rows: [3] }, as())).toMatchObject({ returnCode: CODE.inUse, returnMessage: '该文件已确认入账，请勿重复操作' })
})

test('confirmed by 50 at once a batch is booked once; control: without the key of serials two readings of it are booked twice', async () => {
  const { db } = server.platform
  const name = '确认五十股份有限公司'
  const memberId = await world.member({ name })
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, i) => (i === 0 ? '' : ((await read(line('F1', name, '10')))?.batchId ?? ''))))
  const [batchId = '', ...others] = answers.filter(Boolean)
  const same = await Promise.all(Array.from({ length: 50 }, () => confirm(batchId)))
  expect(same.map((a) => a.returnCode).sort().slice(0, 2)).toEqual([CODE.ok, CODE.inUse])
  expect(same.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  const rest = await Promise.all(others.map(confirm))
  expect(rest.map((a) => a.data?.added)).toEqual(others.map(() => 0))
  expect(await world.money(memberId)).toMatchObject({ balance: 1000, entries: 1000 })
  await db
    .transaction()
    .execute(async (tx) => {
      await asOwner(tx, sql`alter table bank_line drop constraint bank_line_unique`)
      for (let i = 0; i < 2; i++) await sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount) values ('0000111', 'F1', now(), 'x', 1) on conflict do nothing`.execute(tx)
      expect((await sql`select 1 from bank_line where serial_no = 'F1'`.execute(tx)).rows).toHaveLength(3)
      throw new Error('back')
    })
    .catch((error: unknown) => expect(String(error)).toContain('back'))
})

test('what has changed since it was shown waits: a member who left, a name that two bear now, a payment that was sent back', async () => {
  const [left, doubled, sent] = ['已经退会股份有限公司', '后来重名股份有限公司', '登记退回股份有限公司']
  const leftId = await world.member({ name: left })
  await world.member({ name: doubled })
  const paymentId = await world.register(await world.member({ name: sent }), 300, { bankSerial: 'W3' })
  const answer = await read(line('W1', left, '1'), line('W2', doubled, '2'), line('W3', sent, '3'))
  expect(answer).toMatchObject({ matched: 3 })
  await sql`update member set member_status = 'left' where member_id = ${leftId}::bigint`.execute(server.platform.db)
  await world.member({ name: doubled })
  await server.ok(payment.change, { paymentId, version: 1, verb: 'giveBack', reason: '登记有误' }, as())
  expect((await confirm(answer?.batchId ?? '')).data).toMatchObject({ added: 3, matched: 0, suspense: 3 })
})

test('the rows that cannot be read come back in the form of the file with 错误说明, and can be read again; more than 200 of them too', async () => {
  const answer = await read(line('E1', '某人', '1'), ...Array.from({ length: 230 }, (_, i) => line(`EX${i}`, '某人', i % 2 ? '-5' : '')))
  expect([answer?.unreadable, answer?.problems.length]).toEqual([230, 200])
  const batchId = answer?.batchId ?? ''
  const bytes = await problemsFile(batchId)
  const rows = await readSheet(bytes, 1000)
  expect(rows[0]).toEqual(['账号', '流水号', '交易时间', '付款户名', '金额', '附言', IMPORT_REASON])
  expect(rows[2]).toEqual(['0000111', 'EX1', '2026-03-05 09:30:00', '某人', '-5', '会费', '第 4 行：金额须为数字，最多两位小数；支出不导入'])
  expect(rows).toHaveLength(231)
  const again = (await server.upload(importStatement, {}, { name: '更正.xlsx', bytes }, world.clerk)).data
  expect(again).toMatchObject({ total: 230, unreadable: 230 })
  const second = await readSheet(await problemsFile(again?.batchId ?? ''), 1000)
  expect(second[0]).toEqual(rows[0])
})

test('a batch is its person’s own; it is thrown away by them, or after two days', async () => {
  const { db } = server.platform
  const ids = [(await read(line('D1', '某人', '1')))?.batchId ?? '', (await read(line('D2', '某人', '1')))?.batchId ?? '', (await read(line('D3', '某人', '1')))?.batchId ?? '']
  const [thrown = '', old = '', kept = ''] = ids
  for (const call of [selectBatch, confirmBatch, discardBatch]) expect((await server.call(call, { batchId: thrown }, { as: world.head })).returnCode).toBe(CODE.notFound)
  expect((await server.ok(selectOpenBatches, {}, as())).slice(0, 3).map((b) => b.batchId)).toEqual([...ids].reverse())
  await server.ok(discardBatch, { batchId: thrown }, as())
  expect((await confirm(thrown)).returnCode).toBe(CODE.notFound)
  await sql`update bank_batch set create_time = now() - interval '49 hours' where batch_id = ${old}::bigint`.execute(db)
  await sql`update bank_batch set create_time = now() - interval '47 hours' where batch_id = ${kept}::bigint`.execute(db)
  expect(await dropBatches(server.platform)).toBe(1)
  expect((await confirm(old)).returnCode).toBe(CODE.notFound)
  expect((await confirm(kept)).data).toMatchObject({ added: 1, suspense: 1 })
})

test('the lines of one batch among many are found by its key', async () => {
  const { db } = server.platform
  await sql`with b as (insert into bank_batch (file_name, header, problems, total, create_by) select 'x', '[]', '[]', 1000, 1 from generate_series(1, 100) returning batch_id)
    insert into bank_batch_line (batch_id, row_no, account, serial_no, trade_time, payer_name, amount, plan, reason, about_other) select batch_id, n, 'A', 'S' || n, now(), '付款' || n, n, 'suspense', 'nobody', false from b, generate_series(1, 1000) n`.execute(db)
  await vacuumed(db, 'bank_batch_line', 'bank_batch')
  const { rows } = await sql<{ id: string }>`select max(batch_id)::text as id from bank_batch`.execute(db)
  for (const filter of [{}, { plan: 'suspense' }, { keyword: 'S99' }])
    for (const order of ['asc', 'desc'] as const) expect(await planOf(db, shownLines(rows[0]?.id ?? '', filter, { limit: 20, offset: 0, order }))).not.toContain('Seq Scan on bank_batch_line')
})
