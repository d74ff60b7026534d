import { startTestServer, type TestServer } from '../../../test/harness'
import type { Action } from '../../platform/resource/definition'
import { differences } from './balance/check.repository'
import { settleMany } from './ledger.bulk.service'
import { accountsOf, random } from './ledger.testing.repository'
import { writeAndSettle, type NewPayment } from './payment/service'
import { feeWorld, type FeeWorld } from './testing.repository'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
afterAll(() => server.stop())

test('payments that are settled many at once go where they go one by one: bills, balances and their rows are the same', async () => {
  const { db, sessions } = server.platform
  const principal = await sessions.identify(world.head.token, world.head.cookie)
  const next = random(20_261_121)
  const within = (work: (action: Action) => Promise<unknown>) => db.transaction().execute((tx) => work({ db: tx, principal, platform: server.platform, input: {}, audit: () => undefined, job: async () => undefined } as unknown as Action))
  let serial = 0
  for (let round = 0; round < 12; round++) {
    const twins: [many: string, single: string][] = []
    const plans = new Map<string, NewPayment[]>()
    for (let i = 0; i < 4; i++) {
      const pair: [string, string] = [await world.member(), await world.member()]
      twins.push(pair)
      for (let year = 2019; year < 2026; year++) {
        if (next() < 0.4) continue
        const amount = 1 + Math.floor(next() * 3000)
        for (const memberId of pair) await world.bill(memberId, year, amount)
      }
      const amounts = Array.from({ length: 1 + Math.floor(next() * 3) }, () => 1 + Math.floor(next() * 4000))
      for (const memberId of pair) plans.set(memberId, amounts.map((amount) => ({ memberId, payDate: '2026-03-05', amount, channel: 'bank', payerName: '子虚付款', bankSerial: `M${++serial}`, remark: null })))
    }
    const ids = twins.map(([many]) => many).sort((a, b) => Number(a) - Number(b))
    await within((action) => settleMany(action, ids, (memberId) => plans.get(memberId) ?? []))
    for (const [, single] of twins) for (const payment of plans.get(single) ?? []) await within((action) => writeAndSettle(action, payment))
    for (const [many, single] of twins) expect(await accountsOf(db, many)).toEqual(await accountsOf(db, single))
  }
  expect((await differences(db)).differences).toEqual([])
})
