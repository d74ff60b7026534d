import { CODE } from '@assoc/contract'
import { bankLine, bookOther, claimSuspense, matchPayment, selectMatchCandidates, suspense } from '@assoc/contract/fee/bank'
import { payment } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import { differences } from '../balance/check.repository'
import { book, csv } from '../bank/testing'
import { lostMoney, planOf, whereMoneyIs } from '../bank/testing.repository'
import { paymentRuntime } from '../payment/resource'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { payable } from './repository'

const AT_ONCE = 50

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
afterEach(async () => expect([(await differences(server.platform.db)).differences, await lostMoney(server.platform.db)]).toEqual([[], 0]))
afterAll(() => server.stop())

/** A line of a payer who is nobody; answers it with its item. */
async function waiting(serial: string, yuan: string) {
  await book(server, csv(`0000111,${serial},2026-03-05 09:30:00,子虚控股集团,${yuan},代付会费`), world.clerk)
  const [item] = (await server.ok(suspense.list, { keyword: serial })).items
  return { lineId: item?.lineId ?? '', suspenseId: item?.suspenseId ?? '', version: item?.version ?? 0 }
}
const match = (lineId: string, paymentId: string) => server.call(matchPayment, { lineId, paymentId }, { as: world.clerk })
const reasonOf = (answer: { data: unknown }) => (answer.data as { fields: { message: string }[] }).fields[0]?.message
const claim = ({ suspenseId, version }: { suspenseId: string; version: number }, memberId: string) => server.call(claimSuspense, { suspenseId, version, memberId, reason: '会员来函' }, { as: world.clerk })
const linesOf = async (paymentId: string) => (await sql`select 1 from bank_line where payment_id = ${paymentId}::bigint`.execute(server.platform.db)).rows.length

test('a transfer by another payer, written down by hand with its serial, meets its line: no money moves, and the item is closed', async () => {
  const memberId = await world.member({ name: '由他人代付股份有限公司' })
  await world.bill(memberId, 2025, 8000)
  const paymentId = await world.register(memberId, 8000, { bankSerial: 'HAND1' })
  await world.settle(paymentId)
  // Money that stands twice until it is matched: as the hand's payment and as the line.
  const item = await waiting('HAND1', '80')
  expect((await claim(item, memberId)).returnMessage).toContain('已登记为缴费')
  const candidates = await server.ok(selectMatchCandidates, { lineId: item.lineId }, { as: world.clerk })
  expect(candidates).toMatchObject([{ paymentId, memberName: '由他人代付股份有限公司', bankSerial: 'HAND1', payStatus: 'settled' }])
  expect((await match(item.lineId, paymentId)).returnCode).toBe(CODE.ok)
  expect((await server.ok(bankLine.list, { keyword: 'HAND1' })).items[0]).toMatchObject({ matchResult: 'manual', suspenseStatus: 'claimed', memberName: '由他人代付股份有限公司' })
  expect(await world.money(memberId)).toMatchObject({ balance: 0, bills: [{ paid: 8000 }] })
  expect(await server.ok(selectMatchCandidates, { lineId: item.lineId }, { as: world.clerk })).toEqual([])
  // Reversed, the money waits again, and nothing is lost.
  await server.ok(payment.change, { paymentId, version: 2, verb: 'reverse', reason: '入错会员' }, { as: world.head })
  expect((await server.ok(suspense.list, { keyword: 'HAND1' })).items[0]).toMatchObject({ suspenseStatus: 'open', payNo: null })
})

test('another amount, another serial, a payment that is gone or taken, and a line that is closed are refused with a sentence', async () => {
  const memberId = await world.member()
  const item = await waiting('RULE1', '30')
  const other = await waiting('RULE2', '30')
  const [amount, serial, gone, plain] = [await world.register(memberId, 3001, { bankSerial: 'RULE1' }), await world.register(memberId, 3000), await world.register(memberId, 3000, { bankSerial: null }), await world.register(memberId, 3000, { bankSerial: null, channel: 'cheque' })]
  await server.ok(payment.change, { paymentId: gone, version: 1, verb: 'giveBack', reason: '登记有误' }, { as: world.clerk })
  expect(reasonOf(await match(item.lineId, amount))).toBe('金额不一致：流水 30.00 元，缴费 30.01 元')
  expect(reasonOf(await match(item.lineId, serial))).toMatch(/与此笔流水 RULE1 不一致$/)
  expect(reasonOf(await match(item.lineId, gone))).toMatch(/已退回或冲正/)
  expect((await server.ok(selectMatchCandidates, { lineId: item.lineId }, { as: world.clerk })).map((p) => p.paymentId)).toEqual([plain])
  expect((await match(item.lineId, plain)).returnCode).toBe(CODE.ok)
  expect(reasonOf(await match(other.lineId, plain))).toMatch(/已与银行流水 RULE1 匹配$/)
  expect(await match(item.lineId, plain)).toMatchObject({ returnCode: CODE.inUse, returnMessage: '流水 RULE1 已处理，不在待认领款项中，请刷新后再看' })
  const reader = await server.person({ name: '范旁观', permits: ['fee:bank:read', 'fee:payment:read'], scopes: { fee: 'all' } })
  expect((await server.call(matchPayment, { lineId: other.lineId, paymentId: plain }, { as: reader })).returnCode).toBe(CODE.forbidden)
  await server.ok(payment.change, { paymentId: amount, version: 1, verb: 'giveBack', reason: '登记有误' }, { as: world.clerk })
})

test('50 at once match two lines with one payment, and one line with two payments: each has one', async () => {
  const memberId = await world.member()
  const lines = [await waiting('AT1', '11'), await waiting('AT2', '11')]
  const paymentId = await world.register(memberId, 1100, { bankSerial: null })
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => match(lines[i % 2]?.lineId ?? '', paymentId)))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await linesOf(paymentId)).toBe(1)
  const line = await waiting('AT3', '12')
  const payments = [await world.register(memberId, 1200, { bankSerial: null }), await world.register(await world.member(), 1200, { bankSerial: null })]
  const second = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => match(line.lineId, payments[i % 2] ?? '')))
  expect(second.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect((await linesOf(payments[0] ?? '')) + (await linesOf(payments[1] ?? ''))).toBe(1)
})

/** Two actions that both look before either writes, as they would without the lock. */
function together(looks: number): () => Promise<void> {
  let looked = 0
  let all: () => void = () => undefined
  const both = new Promise<void>((resolve) => (all = resolve))
  return () => {
    if (++looked === looks) all()
    return both
  }
}

test('control: without the lock two lines both find the payment free; the index refuses the second, and without it both have it', async () => {
  const { db } = server.platform
  const memberId = await world.member()
  const lines = [await waiting('CT1', '13'), await waiting('CT2', '13')]
  const paymentId = await world.register(memberId, 1300, { bankSerial: null })
  const unlocked = async (lookedBoth: () => Promise<void>, lineId: string) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql`select 1 from bank_line where payment_id = ${paymentId}::bigint`.execute(tx)
      await lookedBoth()
      if (rows.length === 0) await sql`update bank_line set payment_id = ${paymentId}::bigint where line_id = ${lineId}::bigint`.execute(tx)
    })
  const race = async () => {
    const looked = together(2)
    const results = await Promise.allSettled(lines.map(({ lineId }) => unlocked(looked, lineId)))
    const had = await linesOf(paymentId)
    await sql`update bank_line set payment_id = null where payment_id = ${paymentId}::bigint`.execute(db)
    return [had, results.filter((r) => r.status === 'rejected').map((r) => ((r as PromiseRejectedResult).reason as { constraint?: string }).constraint)]
  }
  expect(await race()).toEqual([1, ['bank_line_payment']])
  await asOwner(db, sql`drop index bank_line_payment`)
  expect(await race()).toEqual([2, []])
  await asOwner(db, sql`create unique index bank_line_payment on bank_line (payment_id) where payment_id is not null`)
})

test('50 at once claim one item for two members, put it down as other business, match it and give it back: one of them has it', async () => {
  const members = [await world.member(), await world.member()]
  const item = await waiting('MANY', '21')
  const paymentId = await world.register(members[0] ?? '', 2100, { bankSerial: null })
  const { suspenseId, version } = item
  const actions = [
    () => claim(item, members[0] ?? ''),
    () => claim(item, members[1] ?? ''),
    () => server.call(bookOther, { suspenseId, version, businessType: 'training', businessRemark: null, reason: '培训报名' }, { as: world.clerk }),
    () => match(item.lineId, paymentId),
    () => server.call(suspense.change, { suspenseId, version, verb: 'giveBack', reason: '查无此人' }, { as: world.clerk }),
  ]
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => actions[i % actions.length]?.()))
  expect(answers.filter((a) => a?.returnCode === CODE.ok)).toHaveLength(1)
})

test('one item claimed by 50 at once is booked once; control: without its lock it is booked twice', async () => {
  const { db } = server.platform
  const [one, two] = [await world.member(), await world.member()]
  const item = await waiting('ONCE', '17')
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => claim(item, i % 2 ? one : two)))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect((await world.money(one)).balance + (await world.money(two)).balance).toBe(1700)
  const open = await waiting('TWICE', '18')
  const looked = together(2)
  const unlocked = (memberId: string) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ status: string }>`select suspense_status as status from suspense_item where suspense_id = ${open.suspenseId}::bigint`.execute(tx)
      await looked()
      if (rows[0]?.status !== 'open') return
      await sql`insert into payment (pay_no, member_id, pay_date, amount, channel, payer_name) values (${`CTRL${memberId}`}, ${memberId}::bigint, '2026-03-05', 1800, 'bank', 'x')`.execute(tx)
      await sql`update suspense_item set suspense_status = 'claimed' where suspense_id = ${open.suspenseId}::bigint`.execute(tx)
    })
  await Promise.all([unlocked(one), unlocked(two)])
  const { rows } = await sql`delete from payment where pay_no like 'CTRL%' returning 1`.execute(db)
  expect(rows).toHaveLength(2)
  await sql`update suspense_item set suspense_status = 'open' where suspense_id = ${open.suspenseId}::bigint`.execute(db)
})

test('money of another business leaves the open list without being dues, counts where the money is, and is taken back with a reason', async () => {
  const { db } = server.platform
  const item = await waiting('TRAIN', '1200')
  const before = await whereMoneyIs(db)
  const { suspenseId, version } = item
  expect((await server.call(suspense.change, { suspenseId, version, verb: 'bookOther', reason: '培训' }, { as: world.clerk })).returnCode).toBe(CODE.forbidden)
  const done = await server.ok(bookOther, { suspenseId, version, businessType: 'training', businessRemark: '董秘培训班报名费', reason: '付款附言写明培训' }, { as: world.clerk })
  const [row] = (await server.ok(suspense.list, { keyword: 'TRAIN' }, { as: world.clerk })).items
  expect(row).toMatchObject({ suspenseStatus: 'other', businessType: 'training', businessRemark: '董秘培训班报名费', memberName: null, payNo: null, abilities: ['undoOther'] })
  expect((await server.ok(suspense.list, { suspenseStatus: 'open', keyword: 'TRAIN' })).total).toBe(0)
  const after = await whereMoneyIs(db)
  expect([after.waiting - before.waiting, after.other - before.other]).toEqual([-120_000, 120_000])
  expect((await claim({ suspenseId, version: done.version }, await world.member())).returnCode).toBe(CODE.badTransition)
  expect((await server.call(suspense.change, { suspenseId, version: done.version, verb: 'undoOther' }, { as: world.clerk })).returnCode).toBe(CODE.input)
  await server.ok(suspense.change, { suspenseId, version: done.version, verb: 'undoOther', reason: '实为会费' }, { as: world.clerk })
  expect((await server.ok(suspense.list, { keyword: 'TRAIN' })).items[0]).toMatchObject({ suspenseStatus: 'open', businessType: null, businessRemark: null })
})

test('candidates among many payments are found by their amount', async () => {
  const { db, sessions } = server.platform
  const memberId = await world.member()
  const { lineId } = await waiting('PLAN', '77')
  const principal = await sessions.identify(world.clerk.token, world.clerk.cookie)
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`insert into payment (pay_no, member_id, pay_date, amount, channel, payer_name, bank_serial) select 'P' || n, ${memberId}::bigint, date '2020-01-01' + n % 2000, 1000 + n, 'cheque', '付款人' || n, 'S' || n from generate_series(1, 100000) n`.execute(tx)
      await sql`analyze payment, bank_line`.execute(tx)
      for (const keyword of [null, '付款人777']) expect(await planOf(tx, payable(principal, paymentRuntime.runtime.entity, lineId, keyword, 20))).not.toMatch(/Seq Scan on payment t/)
      throw new Error('back')
    })
    .catch((error: unknown) => expect(String(error)).toBe('Error: back'))
})
