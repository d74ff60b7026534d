import { CODE } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { duesBill } from '@assoc/contract/fee/bill'
import { payment, selectAllocations } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import { differences } from '../balance/check.repository'
import { feeWorld, registration, type FeeWorld } from '../testing.repository'

/** The last closed year. */
const LAST = yearNow() - 1

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer()
  world = await feeWorld(server)
})
afterEach(async () => expect((await differences(server.platform.db)).differences).toEqual([]))
afterAll(() => server.stop())

const reverse = (paymentId: string, version = 2) => server.call(payment.change, { paymentId, version, verb: 'reverse', reason: '登记错误' }, { as: world.head })

test('a settled payment pays the oldest bills first, the rest becomes balance, and reversing takes exactly that back', async () => {
  const memberId = await world.member()
  await world.bill(memberId, LAST, 300)
  await world.bill(memberId, LAST - 1, 200)
  const first = await world.register(memberId, 250)
  expect(await server.ok(payment.read, { paymentId: first })).toMatchObject({ payNo: expect.stringMatching(/^JF\d{12}$/), amount: 250, byOther: true, payStatus: 'pending', allocatedAmount: 0 })
  await world.settle(first)
  expect((await world.money(memberId)).bills).toEqual([{ year: LAST - 1, paid: 200, unpaid: 0, status: 'paid' }, { year: LAST, paid: 50, unpaid: 250, status: 'part' }])
  expect(await server.ok(selectAllocations, { paymentId: first })).toMatchObject([{ billYear: LAST - 1, amount: 200 }, { billYear: LAST, amount: 50 }])
  const second = await world.register(memberId, 1000)
  await world.settle(second)
  expect(await world.money(memberId)).toMatchObject({ balance: 750, entries: 750, arrears: 0, bills: [{ status: 'paid' }, { status: 'paid' }] })
  expect(await server.ok(payment.read, { paymentId: second })).toMatchObject({ payStatus: 'settled', allocatedAmount: 250, balanceAmount: 750 })
  expect((await reverse(first)).returnCode).toBe(CODE.ok)
  expect(await world.money(memberId)).toMatchObject({ balance: 750, arrears: 0, bills: [{ paid: 0, status: 'due' }, { paid: 250, status: 'part' }] })
  expect((await reverse(second)).returnCode).toBe(CODE.ok)
  expect(await world.money(memberId)).toMatchObject({ balance: 0, entries: 0, arrears: 2, bills: [{ status: 'due' }, { status: 'due' }] })
  expect(await server.ok(payment.read, { paymentId: second })).toMatchObject({ payStatus: 'reversed', allocatedAmount: 0, balanceAmount: 0 })
})

test('the member who pays themselves is no other; a future date, the channel of the balance and a taken serial are refused', async () => {
  const memberId = await world.member({ name: '乌有（集团）股份有限公司' })
  const own = await world.register(memberId, 100, { payerName: '乌有(集团)股份有限公司' })
  expect(await server.ok(payment.read, { paymentId: own })).toMatchObject({ byOther: false })
  const refused = async (more: object) => ((await server.call(payment.insert, registration(memberId, 100, more))).data as unknown as { fields: { path: string }[] }).fields[0]?.path
  expect(await refused({ payDate: `${yearNow() + 1}-01-01` })).toBe('payDate')
  expect(await refused({ channel: 'balance' })).toBe('channel')
  await world.register(memberId, 100, { bankSerial: 'TAKEN' })
  expect(await refused({ bankSerial: 'TAKEN' })).toBe('bankSerial')
  expect(await server.ok(payment.list, { keyword: 'TAKEN' })).toMatchObject({ total: 1 })
  expect(await server.ok(payment.list, { keyword: '付款', memberId })).toMatchObject({ total: 1 })
})

test('who wrote it down does not settle it; a settled one is not changed; what was given back or reversed frees its serial', async () => {
  const memberId = await world.member()
  const paymentId = await world.register(memberId, 100, { bankSerial: 'BACK' })
  expect(await server.call(payment.change, { paymentId, version: 1, verb: 'settle' }, { as: world.clerk })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“核销”须由其他人办理' })
  await server.ok(payment.change, { paymentId, version: 1, verb: 'giveBack', reason: '付错' }, { as: world.clerk })
  const again = await world.register(memberId, 100, { bankSerial: 'BACK' })
  await world.settle(again)
  expect((await server.call(payment.update, { ...registration(memberId, 999), paymentId: again, version: 2 }, { as: world.clerk })).returnCode).toBe(CODE.forbidden)
  // Booked to the wrong member: reversed, and written down again for the right one.
  expect((await reverse(again)).returnCode).toBe(CODE.ok)
  await world.settle(await world.register(await world.member(), 100, { bankSerial: 'BACK' }))
})

test('50 at once with one bank serial make one payment; control: without the index several', async () => {
  const memberId = await world.member()
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.call(payment.insert, registration(memberId, 100, { bankSerial: 'ONE' }), { as: world.clerk })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(answers.filter((a) => a.returnCode === CODE.input)).toHaveLength(49)
  const { db } = server.platform
  await asOwner(db, sql`drop index payment_serial_unique`)
  const without = await Promise.all(Array.from({ length: 5 }, () => server.call(payment.insert, registration(memberId, 100, { bankSerial: 'MANY' }), { as: world.clerk })))
  expect(without.filter((a) => a.returnCode === CODE.ok)).toHaveLength(5)
  await sql`delete from payment where bank_serial = 'MANY'`.execute(db)
  await asOwner(db, sql`create unique index payment_serial_unique on payment (channel, bank_serial) where bank_serial is not null and pay_status not in ('returned', 'reversed')`)
})

test('50 payers for one bill at once: it is paid once, all the rest is balance', async () => {
  const memberId = await world.member()
  await world.bill(memberId, 2025, 100)
  const ids: string[] = []
  for (let i = 0; i < 50; i++) ids.push(await world.register(memberId, 100))
  await Promise.all(ids.map((paymentId) => world.settle(paymentId)))
  expect(await world.money(memberId)).toMatchObject({ balance: 4900, entries: 4900, bills: [{ paid: 100, unpaid: 0, status: 'paid' }] })
})

test('control: without the lock two payers for one bill both see it open, and the constraint refuses the second', async () => {
  const { db } = server.platform
  const memberId = await world.member()
  const billId = await world.bill(memberId, 2025, 100)
  let looked = 0
  let bothLooked: () => void = () => undefined
  const both = new Promise<void>((resolve) => (bothLooked = resolve))
  const unlocked = () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ unpaid: string }>`select unpaid_amount as unpaid from dues_bill where bill_id = ${billId}`.execute(tx)
      if (++looked === 2) bothLooked()
      await both
      await sql`update dues_bill set paid_amount = paid_amount + ${rows[0]?.unpaid}::bigint where bill_id = ${billId}`.execute(tx)
    })
  const results = await Promise.allSettled([unlocked(), unlocked()])
  expect(results.map((r) => (r.status === 'rejected' ? (r.reason as { constraint?: string }).constraint : 'paid')).sort()).toEqual(['dues_bill_not_overpaid', 'paid'])
  await sql`update dues_bill set paid_amount = 0 where bill_id = ${billId}`.execute(db)
})

test('one payment settled by 20 at once moves its money once; settling and giving back at once, one of them wins', async () => {
  const memberId = await world.member()
  const paymentId = await world.register(memberId, 700)
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.call(payment.change, { paymentId, version: 1, verb: 'settle' }, { as: world.head })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await world.money(memberId)).toMatchObject({ balance: 700, entries: 700 })
  const other = await world.register(memberId, 50)
  const two = await Promise.all([server.call(payment.change, { paymentId: other, version: 1, verb: 'settle' }, { as: world.head }), server.call(payment.change, { paymentId: other, version: 1, verb: 'giveBack', reason: '退回' }, { as: world.clerk })])
  expect(two.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
})

test('a bill is cancelled while nothing is paid on it; by hand it is not moved otherwise; cancel and settle at once keep the sums', async () => {
  const memberId = await world.member()
  const billId = await world.bill(memberId, 2025, 100)
  expect((await server.call(duesBill.change, { billId, version: 1, verb: 'payAll' })).returnCode).toBe(CODE.forbidden)
  const paymentId = await world.register(memberId, 100)
  await Promise.all([world.settle(paymentId).catch(() => undefined), server.call(duesBill.change, { billId, version: 1, verb: 'cancel', reason: '重复' })])
  const { balance, bills } = await world.money(memberId)
  expect([balance, bills[0]?.status]).toEqual(bills[0]?.status === 'paid' ? [0, 'paid'] : [100, 'cancelled'])
})
