import { CODE } from '@assoc/contract'
import { bankLine, importStatement, selectStatementResult } from '@assoc/contract/fee/bank'
import { confirmBatch } from '@assoc/contract/fee/bank-statement'
import { cancelWork } from '@assoc/contract/rbac/work'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import type { Action } from '../../../platform/resource/definition'
import { differences } from '../balance/check.repository'
import { settleMany } from '../ledger.bulk.service'
import { writeAndSettle } from '../payment/service'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { readStatement } from './reading'
import { book } from './testing'

const LINES = 700
const MEMBERS = 35

let server: TestServer
let world: FeeWorld
const names: string[] = []
const memberIds: string[] = []
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
  for (let i = 0; i < MEMBERS; i++) {
    names.push(`空中楼阁${i}股份有限公司`)
    memberIds.push(await world.member({ name: names[i] ?? '' }))
    await world.bill(memberIds[i] ?? '', 2025, 1500)
  }
})
afterEach(async () => expect((await differences(server.platform.db)).differences).toEqual([]))
afterAll(() => server.stop())

/** A statement of which every tenth line is nobody's, and one cannot be read; 1 元 a line. */
const statement = (mark: string, lines = LINES) => ({
  name: '流水.csv',
  bytes: Buffer.from(['账号,流水号,交易时间,付款户名,金额,附言', ...Array.from({ length: lines }, (_, i) => `0000111,${mark}${i},2026-03-05 09:30:00,${i % 10 === 9 ? '谁也不是' : names[i % MEMBERS]},1.00,会费`), `0000111,${mark}X,2026-03-05,某人,无,`].join('\r\n')),
})
const send = async (mark: string) => (await book(server, statement(mark), world.clerk)).data?.workId ?? ''
const linesOf = async (mark: string) => (await server.ok(bankLine.list, { keyword: mark, pageSize: 1 }, { as: world.head })).total
const statusOf = async (workId: string) => (await server.platform.db.selectFrom('work').select('work_status').where('work_id', '=', workId).executeTakeFirstOrThrow()).work_status
const resultOf = (workId: string) => server.ok(selectStatementResult, { workId }, { as: world.clerk })
const cameFrom = async (mark: string) =>
  (await sql<{ payments: number; sum: number }>`select count(*)::int as payments, coalesce(sum(amount), 0)::float8 as sum from payment where bank_serial like ${`${mark}%`} and pay_status = 'settled'`.execute(server.platform.db)).rows[0]

test('above some hundred lines it is a work; stopped in the middle what was read stays, and the same file again reads the rest once, twice at once', async () => {
  // Two more batches of the same file, read before any was confirmed.
  const again: string[] = []
  for (let i = 0; i < 2; i++) again.push((await server.upload(importStatement, {}, statement('QA'), world.clerk)).data?.batchId ?? '')
  const first = await book(server, statement('QA'), world.clerk)
  expect(first.data).toMatchObject({ total: LINES + 1, added: 0, matched: 0, problems: [{ row: LINES + 2 }], workId: expect.stringMatching(/^\d+$/) })
  const workId = first.data?.workId ?? ''
  let steps = 0
  await readStatement({ workId }, server.platform, async () => {
    if (++steps === 2) await server.ok(cancelWork, { workId }, { as: world.clerk })
  })
  expect([await statusOf(workId), await linesOf('QA'), await resultOf(workId)]).toEqual(['cancelled', 600, expect.objectContaining({ added: 600, matched: 540, suspense: 60 })])
  // Read now, the file brings what is missing, and no work is needed.
  const { data: rest } = await server.upload(importStatement, {}, statement('QA'), world.clerk)
  expect(rest).toMatchObject({ added: 100, known: 600, matched: 90, suspense: 10 })
  const [second = '', third = ''] = await Promise.all(again.map(async (batchId) => (await server.ok(confirmBatch, { batchId }, { as: world.clerk })).workId ?? ''))
  await Promise.all([readStatement({ workId: second }, server.platform), readStatement({ workId: third }, server.platform)])
  expect([await statusOf(second), await statusOf(third), await linesOf('QA')]).toEqual(['done', 'done', LINES])
  expect(await cameFrom('QA')).toEqual({ payments: 630, sum: 63_000 })
  const result = await resultOf(second)
  expect(result).toMatchObject({ total: LINES + 1, added: 100, known: 600, matched: 90, suspense: 10 })
  const money = await Promise.all(memberIds.map((id) => world.money(id)))
  expect(money.reduce((sum, m) => sum + m.balance + (m.bills[0]?.paid ?? 0), 0)).toBe(63_000)
  expect(money.filter((m) => m.bills[0]?.status === 'paid').length).toBeGreaterThan(20)
  expect(money.every((m) => m.arrears === (m.bills[0]?.status === 'due' ? 1 : 0))).toBe(true)
  const notice = await server.platform.db.selectFrom('notification').select('content').where('title', '=', '银行流水导入完成').where('user_id', '=', world.clerk.userId).execute()
  expect(notice).toHaveLength(2)
})

test('a process that dies between two steps goes on where it was; another person’s work tells nothing', async () => {
  const workId = await send('QB')
  await expect(readStatement({ workId }, server.platform, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  expect([await statusOf(workId), await linesOf('QB')]).toEqual(['failed', 200])
  await readStatement({ workId }, server.platform)
  expect([await statusOf(workId), await linesOf('QB'), await cameFrom('QB')]).toEqual(['done', LINES, { payments: 630, sum: 63_000 }])
  expect(await resultOf(workId)).toMatchObject({ added: LINES, known: 0, matched: 630, suspense: 70 })
  expect((await server.call(selectStatementResult, { workId }, { as: world.head })).returnCode).toBe(CODE.notFound)
})

test('settled together is what settling one after another gives: bills, balance, allocations and what the log says', async () => {
  const { db, sessions } = server.platform
  const principal = await sessions.identify(world.clerk.token, world.clerk.cookie)
  const amounts = [300, 900, 400, 1500]
  const paymentsOf = (memberId: string, mark: string) => amounts.map((amount, i) => ({ memberId, payDate: '2026-03-05', amount, channel: 'bank' as const, payerName: '代付公司', bankSerial: `${mark}${i}`, remark: null }))
  const outcome = async (mark: string, settle: (action: Action, payments: ReturnType<typeof paymentsOf>, memberId: string) => Promise<unknown>) => {
    const memberId = await world.member()
    for (const [year, amount] of [[2023, 1000], [2024, 700], [2025, 500]] as const) await world.bill(memberId, year, amount)
    const noted: string[] = []
    await db.transaction().execute((tx) => settle({ db: tx, principal, input: {}, audit: (entry: { recordType: string; verb: string }) => void noted.push(`${entry.recordType} ${entry.verb}`) } as unknown as Action, paymentsOf(memberId, mark), memberId))
    const { rows } = await sql`select p.amount::float8, p.allocated_amount::float8, p.balance_amount::float8, p.pay_status, p.by_other, e.balance_after::float8, (select array_agg(a.amount::float8 order by a.allocation_id) from payment_allocation a where a.payment_id = p.payment_id) as parts
      from payment p left join balance_entry e on e.payment_id = p.payment_id where p.member_id = ${memberId} order by p.payment_id`.execute(db)
    const money = await world.money(memberId)
    return { money, rows, noted: [...new Set(noted)].sort() }
  }
  const together = await outcome('TOG', (action, payments, memberId) => settleMany(action, [memberId], () => payments))
  const single = await outcome('ONE', async (action, payments) => {
    for (const payment of payments) await writeAndSettle(action, payment)
  })
  expect(together.money).toEqual({ ...single.money })
  expect(together.rows).toEqual(single.rows)
  // A bill that is paid in two goes steps once when they are taken together.
  expect(single.noted).toEqual(expect.arrayContaining(together.noted))
  expect(together.money.balance).toBe(900)
})

test('control: without the key of account and serial the same lines are read again', async () => {
  const { db } = server.platform
  await db
    .transaction()
    .execute(async (tx) => {
      await asOwner(tx, sql`alter table bank_line drop constraint bank_line_unique`)
      const again = () => sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount) values ('0000111', 'QB1', now(), 'x', 1) on conflict do nothing`.execute(tx)
      await again()
      await again()
      expect((await sql`select 1 from bank_line where serial_no = 'QB1'`.execute(tx)).rows).toHaveLength(3)
      throw new Error('back')
    })
    .catch((error: unknown) => expect(String(error)).toContain('back'))
})

test('more than ten thousand lines are refused', async () => {
  expect((await server.upload(importStatement, {}, statement('QC', 10_001), world.clerk)).returnMessage).toBe('一次最多 10,000 行，请拆分后再上传')
})
