import { CODE } from '@assoc/contract'
import { invoiceApply } from '@assoc/contract/invoice/apply'
import { payment, useBalance as useCall } from '@assoc/contract/fee/payment'
import { startTestServer, type TestServer } from '../../../test/harness'
import type { Db } from '../../platform/database/database'
import { derivedStep } from '../../platform/resource/actions'
import type { Action } from '../../platform/resource/definition'
import { invoiceApply as applications } from '../invoice/apply'
import { invoiceWorld, type InvoiceWorld } from '../invoice/testing.repository'
import { differences } from './balance/check.repository'
import { useBalance } from './balance/service'
import { openBreakable } from './ledger.broken.testing'
import { addEntry, lockMember } from './ledger.repository'
import { refund } from './ledger.service'
import { killerOf, withoutKeys } from './ledger.testing.repository'
import { paymentRuntime } from './payment/resource'

// Fifty at once; and each time the same actions without the locks, and without the version that a row is known by, for comparison.

let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
afterAll(() => server.stop())
jest.setTimeout(60_000)

const clean = async () => expect((await differences(server.platform.db)).differences).toEqual([])
const fifty = (one: (i: number) => Promise<{ returnCode: string }>) => Promise.all(Array.from({ length: 50 }, (_, i) => one(i)))
const done = (answers: { returnCode: string }[]) => answers.filter((a) => a.returnCode === CODE.ok).length

/** Carries actions out at once on a server of its own whose database knows no locks; answers how each ended: done, or what stopped it. */
async function unlocked(run: (server: TestServer, world: InvoiceWorld) => Promise<((action: Action) => Promise<unknown>)[]>, look: (db: Db) => Promise<void>): Promise<string[]> {
  const other = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const loose = openBreakable(other.databaseUrl, 10, killerOf(other), withoutKeys)
  try {
    const fees = await invoiceWorld(other)
    const actions = await run(other, fees)
    const principal = await other.platform.sessions.identify(fees.fee.head.token, fees.fee.head.cookie)
    const ends = await Promise.allSettled(actions.map((work) => loose.db.transaction().execute((tx) => work({ db: tx, principal, platform: other.platform, input: {}, audit: () => undefined, job: async () => undefined } as unknown as Action))))
    await look(other.platform.db)
    return ends.map((end) => (end.status === 'fulfilled' ? 'done' : ((end.reason as { constraint?: string }).constraint ?? (end.reason as Error).message))).sort()
  } finally {
    await loose.close()
    await other.stop()
  }
}
const none = async () => undefined
function moment() {
  let now: () => void = () => undefined
  const come = new Promise<void>((resolve) => (now = resolve))
  return { come, now: () => now() }
}

test('one payment settled by 50 at once moves its money once; control: without locks and versions several times', async () => {
  const memberId = await world.fee.member()
  const paymentId = await world.fee.register(memberId, 700)
  expect(done(await fifty(() => server.call(payment.change, { paymentId, version: 1, verb: 'settle' }, { as: world.fee.head })))).toBe(1)
  expect(await world.fee.money(memberId)).toMatchObject({ balance: 700, entries: 700 })
  await clean()

  const ends = await unlocked(
    async (_server, { fee }) => {
      const id = await fee.register(await fee.member(), 700)
      return [1, 2, 3].map(() => (action) => derivedStep(paymentRuntime.runtime, action, id, 'settle'))
    },
    async (db) => expect((await differences(db)).differences.join()).toContain('对余额的影响与余额流水不符'),
  )
  expect(ends).toEqual(['done', 'done', 'done'])
})

test('50 uses and refunds of one balance at once: one of them has it; control: without the lock both think so, and the bound stops one', async () => {
  const { fee } = world
  const memberId = await fee.member()
  await fee.settle(await fee.register(memberId, 500))
  await fee.bill(memberId, 2025, 500)
  const { db, sessions } = server.platform
  const principal = await sessions.identify(fee.head.token, fee.head.cookie)
  const back = () => db.transaction().execute((tx) => refund({ db: tx, principal, input: {}, audit: () => undefined } as unknown as Action, memberId, 500, '会员申请'))
  const answers = await fifty((i) => (i % 2 ? server.call(useCall, { memberId }, { as: fee.head }) : back().then(() => ({ returnCode: CODE.ok }), (error: { code: string }) => ({ returnCode: error.code }))))
  for (const { returnCode } of answers) expect([CODE.ok, CODE.inUse, CODE.input]).toContain(returnCode)
  expect(done(answers)).toBe(1)
  expect(await fee.money(memberId)).toMatchObject({ balance: 0, entries: 0 })
  await clean()

  const ends = await unlocked(async (_server, { fee: other }) => {
    const id = await other.member()
    await other.settle(await other.register(id, 500))
    await other.bill(id, 2025, 500)
    const [looked, used] = [moment(), moment()]
    return [
      async (action) => {
        await looked.come
        await useBalance({ ...action, input: { memberId: id } } as never)
        used.now()
      },
      async ({ db, principal }) => {
        const seen = await lockMember(db, id)
        looked.now()
        await used.come
        if (seen && seen.balance >= 500) await addEntry(db, { memberId: id, type: 'refund', amount: -500, paymentId: null, reason: null, userId: principal.userId })
      },
    ]
  }, none)
  expect(ends).toEqual(['done', 'member_balance_check'])
})

test('one application passed by 50 at once is passed once, and issued once; control: without locks and versions several times', async () => {
  const member = await world.member()
  const applyId = await world.ask(member, 100, [await world.paid(member.memberId, 100)])
  for (const [version, verb] of [[1, 'pass'], [2, 'issue']] as const) {
    expect(done(await fifty(() => server.call(invoiceApply.change, { applyId, version, verb }, { as: world.lead })))).toBe(1)
  }
  const ends = await unlocked(async (_server, other) => {
    const asking = await other.member()
    const id = await other.ask(asking, 100, [await other.paid(asking.memberId, 100)])
    return [1, 2, 3].map(() => (action) => derivedStep(applications.runtime, action, id, 'pass'))
  }, none)
  expect(ends).toEqual(['done', 'done', 'done'])
})
