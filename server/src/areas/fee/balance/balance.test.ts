import { CODE } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { balance, checkLedger, payment, refundBalance, selectBalanceEntries, useBalance } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { watchLedger } from './service'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
afterAll(() => server.stop())

async function rich(amount: number): Promise<string> {
  const memberId = await world.member()
  await world.settle(await world.register(memberId, amount))
  return memberId
}
/** Asks for a refund: from then on its money is held. */
const refund = (memberId: string, amount: number) => server.call(refundBalance, { memberId, amount, payeeName: '子虚付款', payeeBank: '子虚银行', payeeAccount: '0000123400005678', reason: '会员申请' }, { as: world.clerk })
const clean = async () => expect((await server.ok(checkLedger, {})).differences).toEqual([])

test('the balance pays open bills oldest first as a payment of its own, which can be reversed; its rows tell all of it', async () => {
  const memberId = await rich(1000)
  await world.bill(memberId, 2025, 400)
  await world.bill(memberId, 2024, 300)
  expect(await server.ok(useBalance, { memberId }, { as: world.head })).toMatchObject({ used: 700, allocations: [{ billYear: 2024, amount: 300 }, { billYear: 2025, amount: 400 }] })
  expect(await world.money(memberId)).toMatchObject({ balance: 300, entries: 300, bills: [{ status: 'paid' }, { status: 'paid' }] })
  expect((await server.call(useBalance, { memberId }, { as: world.head })).returnMessage).toBe('该会员没有待缴的账单')
  const { items } = await server.ok(payment.list, { memberId, channel: 'balance' })
  await server.ok(payment.change, { paymentId: items[0]?.paymentId ?? '', version: items[0]?.version ?? 0, verb: 'reverse', reason: '撤销抵扣' }, { as: world.head })
  expect(await world.money(memberId)).toMatchObject({ balance: 1000, entries: 1000, bills: [{ status: 'due' }, { status: 'due' }] })
  const entries = await server.ok(selectBalanceEntries, { memberId })
  expect(entries.items.map((e) => [e.entryType, e.entryAmount, e.balanceAfter])).toEqual([['reversal', 700, 1000], ['use', -700, 300], ['deposit', 1000, 1000]])
  expect(entries.items[0]).toMatchObject({ operator: '范主管', reason: '撤销抵扣' })
  await clean()
})

test('a payment whose balance was used meanwhile is not reversed before that', async () => {
  const memberId = await world.member()
  const paymentId = await world.register(memberId, 500)
  await world.settle(paymentId)
  expect((await refund(memberId, 200)).returnCode).toBe(CODE.ok)
  expect(await server.call(payment.change, { paymentId, version: 2, verb: 'reverse', reason: '错' }, { as: world.head })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '此笔缴费转入余额的 5.00 元 已被使用（现余额 3.00 元），请先冲正使用余额的缴费' })
  await clean()
})

test('50 refunds out of one balance at once: never below zero, and the rows are the balance', async () => {
  const memberId = await rich(1000)
  const answers = await Promise.all(Array.from({ length: 50 }, () => refund(memberId, 300)))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(3)
  expect(answers.filter((a) => a.returnCode === CODE.input)).toHaveLength(47)
  expect(await world.money(memberId)).toMatchObject({ balance: 100, entries: 100 })
  await clean()
})

test('control: two that look at the balance without its lock both think that there is enough; the constraint stops the second', async () => {
  const { db } = server.platform
  const memberId = await rich(1000)
  let looked = 0
  let bothLooked: () => void = () => undefined
  const both = new Promise<void>((resolve) => (bothLooked = resolve))
  let enough = 0
  const unlocked = () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ balance: string }>`select balance from member where member_id = ${memberId}`.execute(tx)
      if (Number(rows[0]?.balance) >= 800) enough += 1
      if (++looked === 2) bothLooked()
      await both
      await sql`update member set balance = balance - 800 where member_id = ${memberId}`.execute(tx)
    })
  const results = await Promise.allSettled([unlocked(), unlocked()])
  expect([enough, results.filter((r) => r.status === 'rejected').length]).toEqual([2, 1])
  // What was written past the ledger is found.
  expect((await server.ok(checkLedger, {})).differences).toEqual([expect.stringContaining('余额为 200 分，流水合计 1000 分')])
  await sql`update member set balance = 1000 where member_id = ${memberId}`.execute(db)
  await clean()
})

test('use and refund of one balance at once: one of them has it', async () => {
  const memberId = await rich(500)
  await world.bill(memberId, 2025, 500)
  const [used, back] = await Promise.all([server.call(useBalance, { memberId }, { as: world.head }), refund(memberId, 500)])
  expect([used.returnCode, back.returnCode].filter((c) => c === CODE.ok)).toHaveLength(1)
  expect(await world.money(memberId)).toMatchObject({ balance: 0, entries: 0 })
  await clean()
})

test('the hourly check tells those who may give money back, once until they have read it', async () => {
  const { db } = server.platform
  const memberId = await rich(10)
  await watchLedger(server.platform)
  const notices = () => db.selectFrom('notification').select(['user_id', 'content']).where('title', '=', '会费账目不符').execute()
  expect(await notices()).toEqual([])
  await sql`update member set balance = 11 where member_id = ${memberId}`.execute(db)
  await watchLedger(server.platform)
  await watchLedger(server.platform)
  const told = await notices()
  expect(told.map((n) => n.user_id)).toContain(world.head.userId)
  expect(new Set(told.map((n) => n.user_id)).size).toBe(told.length)
  await sql`update member set balance = 10 where member_id = ${memberId}`.execute(db)
})

test('years of arrears are counted back from the last closed one', async () => {
  const year = yearNow()
  const memberId = await world.member()
  for (const back of [1, 2, 3, 5]) await world.bill(memberId, year - back, 100)
  await watchLedger(server.platform)
  expect((await world.money(memberId)).arrears).toBe(3)
  await world.settle(await world.register(memberId, 250))
  expect((await world.money(memberId)).arrears).toBe(1)
})

test('those with a balance are found, and a member by a part of the number', async () => {
  const memberId = await world.member()
  await sql`update member set member_no = 'M12345' where member_id = ${memberId}`.execute(server.platform.db)
  expect((await server.ok(balance.list, { withBalance: 'yes' })).total).toBeGreaterThan(0)
  expect((await server.ok(balance.list, { keyword: '12345' })).items.map((m) => m.memberNo)).toEqual(['M12345'])
})

test('whoever sees a part of the fees does not check the ledger, which tells of all of them', async () => {
  const officer = await server.person({ permits: ['fee:balance:read'], scopes: { fee: 'self', member: 'all' } })
  expect(await server.call(checkLedger, {}, { as: officer })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining('核对账目涉及全部会费') })
  const head = await server.person({ permits: ['fee:balance:read'], scopes: { fee: 'all', member: 'all' } })
  expect((await server.ok(checkLedger, {}, { as: head })).differences).toEqual([])
})
