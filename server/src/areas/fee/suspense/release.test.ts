import { CODE } from '@assoc/contract'
import { bankLine, claimSuspense, suspense } from '@assoc/contract/fee/bank'
import { payment, refundBalance } from '@assoc/contract/fee/payment'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { differences } from '../balance/check.repository'
import { book, csv } from '../bank/testing'
import { lostMoney, whereMoneyIs } from '../bank/testing.repository'
import { feeWorld, registration, type FeeWorld } from '../testing.repository'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
const adds = async () => expect([(await differences(server.platform.db)).differences, await lostMoney(server.platform.db)]).toEqual([[], 0])
afterEach(adds)
afterAll(() => server.stop())

const line = (serial: string, payer: string, amount: string) => `0000111,${serial},2026-03-05 09:30:00,${payer},${amount},会费`
const read = async (...lines: string[]) => (await book(server, csv(...lines), world.clerk)).data
const lineOf = async (serial: string) => (await server.ok(bankLine.list, { keyword: serial })).items[0]
const itemOf = async (serial: string) => (await server.ok(suspense.list, { keyword: serial })).items[0]
const paymentOf = async (bankSerial: string) => (await server.ok(payment.list, { keyword: bankSerial })).items.find((p) => p.payStatus === 'settled' || p.payStatus === 'pending')
const reverse = async (serial: string) => {
  const found = await paymentOf(serial)
  return server.ok(payment.change, { paymentId: found?.paymentId ?? '', version: found?.version ?? 0, verb: 'reverse', reason: '入错会员' }, { as: world.head })
}
const claim = async (serial: string, memberId: string) => {
  const item = await itemOf(serial)
  return server.call(claimSuspense, { suspenseId: item?.suspenseId ?? '', version: item?.version ?? 0, memberId, reason: '会员来函' }, { as: world.clerk })
}

test('a payment of a line that is reversed leaves its money waiting; it is claimed for the right member, reversed and claimed again', async () => {
  const [wrong, right] = ['错入会员股份有限公司', '应入会员股份有限公司']
  const [wrongId, rightId] = [await world.member({ name: wrong }), await world.member({ name: right })]
  await world.bill(wrongId, 2025, 4000)
  await world.bill(rightId, 2025, 10_000)
  await read(line('R1', wrong, '100'))
  expect([await lineOf('R1'), await itemOf('R1')]).toMatchObject([{ matchResult: 'auto', memberName: wrong }, undefined])
  await adds()
  await reverse('R1')
  expect([await lineOf('R1'), await itemOf('R1')]).toMatchObject([{ matchResult: 'none', memberName: null, payNo: null }, { suspenseStatus: 'open', amount: 10_000, memberName: null }])
  await adds()
  // The file again finds the line known, and the money where it was.
  expect(await read(line('R1', wrong, '100'))).toMatchObject({ added: 0, known: 1 })
  expect((await claim('R1', rightId)).returnCode).toBe(CODE.ok)
  expect(await world.money(rightId)).toMatchObject({ bills: [{ paid: 10_000, status: 'paid' }] })
  await adds()
  const before = await itemOf('R1')
  await reverse('R1')
  expect(await itemOf('R1')).toMatchObject({ suspenseId: before?.suspenseId, suspenseStatus: 'open', memberName: null, payNo: null })
  await adds()
  expect((await claim('R1', rightId)).returnCode).toBe(CODE.ok)
  expect([await lineOf('R1'), await itemOf('R1')]).toMatchObject([{ matchResult: 'manual', memberName: right }, { suspenseStatus: 'claimed', memberName: right }])
  // By hand nobody brings it back.
  const item = await itemOf('R1')
  expect(item?.abilities).toEqual([])
  expect((await server.call(suspense.change, { suspenseId: item?.suspenseId ?? '', version: item?.version ?? 0, verb: 'reopen' }, { as: world.head })).returnCode).toBe(CODE.forbidden)
})

test('a payment that waits to be settled and is sent back leaves its line waiting; given back to the payer, the money counts as gone', async () => {
  const name = '待核对会员股份有限公司'
  const memberId = await world.member({ name })
  const paymentId = await world.register(memberId, 5000, { bankSerial: 'G1' })
  await read(line('G1', name, '50'))
  expect([await lineOf('G1'), (await whereMoneyIs(server.platform.db)).toSettle]).toMatchObject([{ matchResult: 'auto' }, 5000])
  await adds()
  const linked = await server.call(payment.update, { ...registration(memberId, 6000, { bankSerial: 'G1' }), paymentId, version: 1 }, { as: world.clerk })
  expect((linked.data as unknown as { fields: unknown[] }).fields).toEqual([{ path: 'amount', message: '已与银行流水 G1 匹配，金额、缴费方式和流水号不能修改' }])
  await server.ok(payment.update, { ...registration(memberId, 5000, { bankSerial: 'G1', remark: '补充说明' }), paymentId, version: 1 }, { as: world.clerk })
  await server.ok(payment.change, { paymentId, version: 2, verb: 'giveBack', reason: '登记有误' }, { as: world.clerk })
  const item = await itemOf('G1')
  expect([await lineOf('G1'), item]).toMatchObject([{ matchResult: 'none', payNo: null }, { suspenseStatus: 'open' }])
  await adds()
  await server.ok(suspense.change, { suspenseId: item?.suspenseId ?? '', version: item?.version ?? 0, verb: 'giveBack', reason: '付款人要求退款' }, { as: world.clerk })
  expect((await whereMoneyIs(server.platform.db)).returned).toBe(5000)
})

test('a reversal that is refused leaves the line with its payment', async () => {
  const name = '已退余额股份有限公司'
  const memberId = await world.member({ name })
  await read(line('N1', name, '70'))
  await server.ok(refundBalance, { memberId, amount: 3000, payeeName: '子虚付款', payeeBank: '子虚银行', payeeAccount: '0000123400005678', reason: '会员申请' }, { as: world.clerk })
  const found = await paymentOf('N1')
  expect((await server.call(payment.change, { paymentId: found?.paymentId ?? '', version: found?.version ?? 0, verb: 'reverse', reason: '错' }, { as: world.head })).returnCode).toBe(CODE.inUse)
  expect([await lineOf('N1'), await itemOf('N1')]).toMatchObject([{ matchResult: 'auto', payNo: found?.payNo }, undefined])
})

test('50 at once reverse payments of lines, claim what is free and give it back: each line stands in one place, and no money is lost', async () => {
  const { db } = server.platform
  const names = Array.from({ length: 5 }, (_, i) => `众人争办${i}股份有限公司`)
  const ids = await Promise.all(names.map((name) => world.member({ name })))
  await read(...names.map((name, i) => line(`Z${i}`, name, '10')))
  const before = await whereMoneyIs(db)
  const paid = await Promise.all(names.map((_, i) => paymentOf(`Z${i}`)))
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => server.call(payment.change, { paymentId: paid[i % 5]?.paymentId ?? '', version: paid[i % 5]?.version ?? 0, verb: 'reverse', reason: '入错会员' }, { as: world.head })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(5)
  expect((await whereMoneyIs(db)).waiting - before.waiting).toBe(5000)
  const items = await Promise.all(names.map((_, i) => itemOf(`Z${i}`)))
  const given = (i: number) => ({ suspenseId: items[i % 5]?.suspenseId ?? '', version: items[i % 5]?.version ?? 0 })
  const mixed = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      i % 2 ? server.call(claimSuspense, { ...given(i), memberId: ids[(i + 1) % 5] ?? '', reason: '会员来函' }, { as: world.clerk }) : server.call(suspense.change, { ...given(i), verb: 'giveBack', reason: '退回' }, { as: world.clerk }),
    ),
  )
  expect(mixed.filter((a) => a.returnCode === CODE.ok)).toHaveLength(5)
  await adds()
  // Claimed and reversed at once, whichever comes first.
  const [claimed] = (await server.ok(suspense.list, { keyword: 'Z', suspenseStatus: 'claimed' })).items
  const found = claimed ? await paymentOf(claimed.serialNo) : undefined
  if (!found || !claimed) return
  await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? server.call(payment.change, { paymentId: found.paymentId, version: found.version, verb: 'reverse', reason: '再次冲正' }, { as: world.head }) : server.call(claimSuspense, { suspenseId: claimed.suspenseId, version: claimed.version + 1, memberId: ids[0] ?? '', reason: '会员来函' }, { as: world.clerk }))))
})
