import { CODE } from '@assoc/contract'
import { bankLine, splitSuspense, suspense } from '@assoc/contract/fee/bank'
import { payment, settlePayment } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import { differences } from '../balance/check.repository'
import { book, csv } from '../bank/testing'
import { lostMoney } from '../bank/testing.repository'
import { feeWorld, type FeeWorld } from '../testing.repository'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
afterEach(async () => expect([(await differences(server.platform.db)).differences, await lostMoney(server.platform.db)]).toEqual([[], 0]))
afterAll(() => server.stop())

async function waiting(serial: string, yuan: string) {
  await book(server, csv(`0000222,${serial},2026-03-05 09:30:00,子虚控股集团,${yuan},代付三家会费`), world.clerk)
  const [item] = (await server.ok(suspense.list, { keyword: serial, suspenseStatus: 'open' })).items
  return { suspenseId: item?.suspenseId ?? '', version: item?.version ?? 0 }
}
type Part = { memberId: string; billId?: string | null; amount: number }
const split = (item: { suspenseId: string; version: number }, parts: Part[]) => server.call(splitSuspense, { ...item, parts, reason: '集团来函' }, { as: world.clerk })
const wrongOf = (answer: { data: unknown }) => (answer.data as { fields: { path: string; message: string }[] }).fields[0]

test('one transfer of a group pays chosen bills of two members, one in part; the rest waits on, and a reversed part waits again', async () => {
  const [one, two] = [await world.member(), await world.member()]
  const [, young] = [await world.bill(one, 2024, 5000), await world.bill(one, 2025, 6000)]
  await world.bill(two, 2023, 4000)
  await world.bill(two, 2025, 4000)
  const item = await waiting('GROUP1', '150')
  const done = await server.ok(splitSuspense, { ...item, parts: [{ memberId: one, billId: young, amount: 2500 }, { memberId: two, amount: 5000 }], reason: '集团来函' }, { as: world.clerk })
  expect(done.rest).toBe(7500)
  expect((await world.money(one)).bills).toMatchObject([{ paid: 0 }, { paid: 2500, unpaid: 3500, status: 'part' }])
  expect((await world.money(two)).bills).toMatchObject([{ paid: 4000, status: 'paid' }, { paid: 1000, status: 'part' }])
  const items = (await server.ok(suspense.list, { keyword: 'GROUP1' })).items
  expect(items.map((i) => `${i.serialNo} ${i.suspenseStatus} ${i.amount}`).sort()).toEqual(['GROUP1 split 15000', 'GROUP1#1 claimed 2500', 'GROUP1#2 claimed 5000', 'GROUP1#3 open 7500'])
  await server.ok(payment.change, { paymentId: done.paymentIds[0] ?? '', version: 2, verb: 'reverse', reason: '认错会员' }, { as: world.head })
  expect((await server.ok(suspense.list, { keyword: 'GROUP1#1' })).items[0]).toMatchObject({ suspenseStatus: 'open', amount: 2500 })
  // The whole transfer is no payment that somebody writes down, and the same file brings nothing new.
  expect(wrongOf(await server.call(payment.insert, { memberId: one, payDate: '2026-03-05', amount: 15000, channel: 'bank', payerName: '子虚控股集团', bankSerial: 'GROUP1', remark: null }, { as: world.clerk }))).toMatchObject({ path: 'bankSerial' })
  await book(server, csv('0000222,GROUP1,2026-03-05 09:30:00,子虚控股集团,150,代付三家会费'), world.clerk)
  expect((await server.ok(bankLine.list, { keyword: 'GROUP1' })).total).toBe(4)
})

test('more than came, a bill of another member, more than a bill asks and a bill twice are refused at the rows', async () => {
  const [one, two] = [await world.member(), await world.member()]
  const [mine, hers] = [await world.bill(one, 2025, 3000), await world.bill(two, 2025, 3000)]
  const item = await waiting('WRONG1', '50')
  expect(wrongOf(await split(item, [{ memberId: one, amount: 3000 }, { memberId: two, amount: 2001 }]))).toMatchObject({ path: 'parts', message: '认领合计 50.01 元，超过到账金额 50.00 元' })
  expect(wrongOf(await split(item, [{ memberId: one, billId: hers, amount: 100 }]))?.message).toContain('不属于该会员')
  expect(wrongOf(await split(item, [{ memberId: one, billId: mine, amount: 3001 }]))?.message).toContain('欠缴 30.00 元')
  expect(wrongOf(await split(item, [{ memberId: one, billId: mine, amount: 1 }, { memberId: one, billId: mine, amount: 2 }]))?.message).toBe('同一账单只能选择一次')
  // One member who gets all of it claims the item; what the bill does not ask goes into the balance.
  expect(await server.ok(splitSuspense, { ...item, parts: [{ memberId: one, billId: mine, amount: 1000 }, { memberId: one, amount: 4000 }], reason: '来函' }, { as: world.clerk })).toMatchObject({ rest: 0 })
  expect(await world.money(one)).toMatchObject({ balance: 4000, bills: [{ paid: 1000 }] })
})

test('a payment that was written down is settled on chosen bills by another person, in part, the rest into the balance', async () => {
  const memberId = await world.member()
  const [, young] = [await world.bill(memberId, 2024, 5000), await world.bill(memberId, 2025, 5000)]
  const paymentId = await world.register(memberId, 6000)
  const bills = [{ billId: young, amount: 3000 }]
  expect((await server.call(settlePayment, { paymentId, version: 1, bills }, { as: world.clerk })).returnCode).not.toBe(CODE.ok)
  expect(wrongOf(await server.call(settlePayment, { paymentId, version: 1, bills: [{ billId: young, amount: 6001 }] }, { as: world.head }))?.message).toContain('超过缴费金额 60.00 元')
  await server.ok(settlePayment, { paymentId, version: 1, bills }, { as: world.head })
  expect(await world.money(memberId)).toMatchObject({ balance: 3000, bills: [{ paid: 0 }, { paid: 3000 }] })
})

test('50 at once split one item: one of them has it; control: parts that do not make up their line are refused by the database, and without its trigger it is booked twice', async () => {
  const { db } = server.platform
  const members = [await world.member(), await world.member(), await world.member()]
  const item = await waiting('RACE1', '30')
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => split(item, [{ memberId: members[i % 3] ?? '', amount: 1000 }, { memberId: members[(i + 1) % 3] ?? '', amount: 2000 }])))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect((await Promise.all(members.map((m) => world.money(m)))).reduce((sum, m) => sum + m.balance, 0)).toBe(3000)

  await waiting('RACE2', '30')
  const line = sql`(select line_id from bank_line where serial_no = 'RACE2')`
  const twice = () => db.transaction().execute((tx) => sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount, parent_line_id) select account, serial_no || '#' || n, trade_time, payer_name, amount, line_id from bank_line, generate_series(1, 2) n where line_id = ${line}`.execute(tx))
  await expect(twice()).rejects.toMatchObject({ constraint: 'bank_line_parts' })
  await asOwner(db, sql`alter table bank_line disable trigger bank_line_parts`)
  await twice()
  const { rows } = await sql<{ sum: number }>`select sum(amount)::float8 as sum from bank_line where parent_line_id = ${line}`.execute(db)
  expect(rows[0]?.sum).toBe(6000)
  await sql`delete from bank_line where parent_line_id = ${line}`.execute(db)
  await asOwner(db, sql`alter table bank_line enable trigger bank_line_parts`)
})
