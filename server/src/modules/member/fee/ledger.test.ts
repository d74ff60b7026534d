import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import type { Who } from '../../../platform/access/who'
import { openDatabase, type Database, type Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import { followingStep, insertFields } from '../../../platform/resource/deeds'
import type { Deed } from '../../../platform/resource/definition'
import { differences } from './balance/check.repository'
import { useBalance } from './balance/service'
import { billMounted } from './bill/resource'
import { refund } from './ledger.service'
import { paymentMounted } from './payment/resource'
import { reduction } from './reduction'
import { statementOf } from './statement/account'
import { accountOf } from './statement/repository'
import { feeWorld, registration, type FeeWorld } from './testing.repository'
import { unpaidImport } from './unpaid-import'

let server: TestServer
let world: FeeWorld
let own: Database
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
  own = openDatabase(server.databaseUrl, 6)
  // Connections are killed on purpose.
  own.pool.on('connect', (client) => client.on('error', () => undefined))
})
afterAll(async () => {
  await own.close()
  await server.stop()
})

const SEED = 20_261_121
const OPERATIONS = 2000
const MEMBERS = 20
const AT_ONCE = 4

/** Numbers in 0..1 that are the same for the same seed. */
function random(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const rowsOf = async (db: Db, query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(db)).rows.map((r) => r.id)

type Operation = (deed: Deed, memberId: string, next: () => number) => Promise<void>
const anyOf = <T>(list: readonly T[], next: () => number): T | undefined => list[Math.floor(next() * list.length)]
const amount = (next: () => number) => 1 + Math.floor(next() * 3000)

const OPERATIONS_BY_NAME: Record<string, Operation> = {
  bill: async ({ db }, memberId, next) => {
    const [year, gross] = [2000 + Math.floor(next() * 25), amount(next)]
    await sql`insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, due_date)
      select ${`P${memberId}-${year}-${next()}`}, ${memberId}, ${year}, min(standard_id), ${gross}, make_date(${year}, 5, 31) from fee_standard
      on conflict (member_id, bill_year) where bill_status <> 'cancelled' do nothing`.execute(db)
  },
  importArrears: async (deed, memberId, next) => {
    const billYear = 2000 + Math.floor(next() * 26)
    const { rows } = await sql<{ memberNo: string; companyName: string }>`select m.member_no as "memberNo", c.company_name as "companyName" from member m join company c using (company_id) where member_id = ${memberId}`.execute(deed.db)
    await insertFields(unpaidImport.mounted, deed, { ...rows[0], stockCode: null, creditCode: null, importYear: billYear, importAmount: amount(next), remark: null })
  },
  pay: async (deed, memberId, next) => {
    const id = await insertFields(paymentMounted.mounted, deed, registration(memberId, amount(next)))
    await followingStep(paymentMounted.mounted, deed, id, 'settle')
  },
  register: async (deed, memberId, next) => void (await insertFields(paymentMounted.mounted, deed, registration(memberId, amount(next)))),
  settle: async (deed, memberId, next) => {
    const id = anyOf(await rowsOf(deed.db, sql`select payment_id as id from payment where member_id = ${memberId} and pay_status = 'pending' order by 1`), next)
    if (id) await followingStep(paymentMounted.mounted, deed, id, 'settle')
  },
  reverse: async (deed, memberId, next) => {
    const id = anyOf(await rowsOf(deed.db, sql`select payment_id as id from payment where member_id = ${memberId} and pay_status = 'settled' order by 1`), next)
    if (id) await followingStep(paymentMounted.mounted, deed, id, 'reverse', '随机冲正')
  },
  use: async (deed, memberId) => void (await useBalance({ ...deed, input: { memberId } } as never)),
  refund: async (deed, memberId, next) => void (await refund(deed, memberId, amount(next), '随机退款')),
  reduce: async (deed, memberId, next) => {
    const billId = anyOf(await rowsOf(deed.db, sql`select bill_id as id from dues_bill where member_id = ${memberId} and bill_status in ('due', 'part') order by 1`), next)
    if (!billId) return
    const reduceType = anyOf(['full', 'rate', 'fixed', 'defer'] as const, next)
    const id = await insertFields(reduction.mounted, deed, { billId, reduceType, reduceRate: '33.33', reduceAmount: amount(next), deferTo: '2099-12-31', reasonType: 'resolution', decisionBy: 'council', remark: null, basis: [] })
    await sql`update reduction set basis = '[{}]' where reduction_id = ${id}`.execute(deed.db)
    for (const verb of ['submit', 'passFirst', 'approve']) await followingStep(reduction.mounted, deed, id, verb)
  },
  revoke: async (deed, memberId, next) => {
    const id = anyOf(await rowsOf(deed.db, sql`select r.reduction_id as id from reduction r join dues_bill b on b.bill_id = r.bill_id where b.member_id = ${memberId} and reduce_status = 'approved' order by 1`), next)
    if (id) await followingStep(reduction.mounted, deed, id, 'revoke', '随机撤销')
  },
  cancel: async (deed, memberId, next) => {
    const id = anyOf(await rowsOf(deed.db, sql`select bill_id as id from dues_bill where member_id = ${memberId} and bill_status = 'due' order by 1`), next)
    if (id && next() < 0.2) await followingStep(billMounted.mounted, deed, id, 'cancel', '随机作废')
  },
}
const NAMES = ['bill', 'bill', 'importArrears', 'importArrears', 'pay', 'pay', 'pay', 'register', 'settle', 'reverse', 'reverse', 'use', 'use', 'refund', 'reduce', 'revoke', 'cancel']

const broken = new Error('broken off on purpose')

/** One random deed in a transaction of its own, now and then broken off: by throwing at its end, or with its connection killed. */
async function one(i: number, members: readonly string[], who: Who): Promise<string> {
  const next = random(SEED + i * 7919)
  const name = anyOf(NAMES, next) ?? 'pay'
  const fate = next()
  try {
    await own.db.transaction().execute(async (tx) => {
      const deed = { db: tx, who, input: {}, audit: () => undefined, job: async () => undefined } as unknown as Deed
      await OPERATIONS_BY_NAME[name]?.(deed, anyOf(members, next) ?? '', next)
      if (fate < 0.12) throw broken
      if (fate > 0.97) {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(server.platform.db)
      }
    })
    return `${name} done`
  } catch (error) {
    if (error === broken) return 'broken off'
    if (error instanceof Refusal) return `${name} refused`
    if (fate > 0.97) return 'killed'
    throw error
  }
}

/** The sums that must hold whatever happened, by statements that share nothing with the check of the ledger. */
async function sums(db: Db) {
  const { rows } = await sql<{ wrong: number; over: number; received: string; allocated: string; balances: string; refunded: string }>`
    select (select count(*)::int from member m where balance <> (select coalesce(sum(entry_amount), 0) from balance_entry e where e.member_id = m.member_id)) as wrong,
      (select count(*)::int from dues_bill where paid_amount > payable_amount or paid_amount <> (select coalesce(sum(a.amount), 0) from payment_allocation a where a.bill_id = dues_bill.bill_id)) as over,
      (select coalesce(sum(amount), 0) from payment where pay_status = 'settled' and channel <> 'balance') as received,
      (select coalesce(sum(amount), 0) from payment_allocation) as allocated, (select sum(balance) from member) as balances,
      (select coalesce(-sum(entry_amount), 0) from balance_entry where entry_type = 'refund') as refunded`.execute(db)
  const r = rows[0]
  return { wrong: r?.wrong, over: r?.over, received: Number(r?.received), accounted: Number(r?.allocated) + Number(r?.balances) + Number(r?.refunded) }
}

test('2,000 random deeds on 20 members, four at a time, broken off and killed at random: the money adds up', async () => {
  const { db, sessions } = server.platform
  const who = await sessions.identify(world.head.token, world.head.cookie)
  const members: string[] = []
  for (let i = 0; i < MEMBERS; i++) members.push(await world.member())
  const told = new Map<string, number>()
  let begun = 0
  const lane = async () => {
    while (begun < OPERATIONS) {
      const what = await one(begun++, members, who)
      told.set(what, (told.get(what) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  // A run in which nothing happened would prove nothing.
  for (const name of Object.keys(OPERATIONS_BY_NAME)) expect([name, (told.get(`${name} done`) ?? 0) > 20]).toEqual([name, true])
  expect(told.get('broken off')).toBeGreaterThan(100)
  expect(told.get('killed')).toBeGreaterThan(20)
  const { received, accounted, wrong, over } = await sums(db)
  expect([wrong, over]).toEqual([0, 0])
  expect(received).toBeGreaterThan(0)
  expect(accounted).toBe(received)
  expect((await differences(db)).differences).toEqual([])
  // The statement of each member, told from her rows one by one, ends where her bills and her balance stand.
  for (const memberId of members) {
    const { after } = statementOf((await accountOf(db, memberId))?.movements ?? [], '2000-01-01', '2999-12-31')
    const { balance, bills } = await world.money(memberId)
    expect(after).toEqual({ owed: bills.filter((b) => b.status !== 'cancelled').reduce((sum, b) => sum + b.unpaid, 0), balance })
  }
}, 180_000)

test('control: each kind of broken row is found', async () => {
  const { db } = server.platform
  const broken = async (statement: ReturnType<typeof sql>, expected: string) =>
    db
      .transaction()
      .execute(async (tx) => {
        await statement.execute(tx)
        expect((await differences(tx)).differences.join('\n')).toContain(expected)
        throw new Refusal('', 'back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
  const member = sql`(select min(member_id) from balance_entry)`
  await broken(sql`insert into balance_entry (member_id, entry_type, entry_amount, balance_after) values (${member}, 'adjustment', 1, 1)`, '流水合计')
  await broken(sql`update member set balance = balance + 1 where member_id = ${member}`, '余额为')
  await broken(sql`update dues_bill set paid_amount = paid_amount - 1 where bill_id = (select min(bill_id) from dues_bill where bill_status = 'paid')`, '核销明细合计')
  await broken(sql`update dues_bill set bill_status = 'due' where bill_id = (select min(bill_id) from dues_bill where bill_status = 'paid')`, '状态与金额不符')
  await broken(sql`update dues_bill set reduce_amount = reduce_amount + 1 where bill_id = (select min(bill_id) from dues_bill where bill_status = 'due')`, '已批准的减免合计')
  await broken(sql`insert into payment_allocation (payment_id, bill_id, amount) select payment_id, bill_id, 1 from payment_allocation limit 1`, '已核销')
  await broken(sql`update payment set balance_amount = 1 where payment_id = (select min(payment_id) from payment where pay_status = 'pending')`, '对余额的影响')
  await broken(sql`update payment set allocated_amount = 1 where payment_id = (select min(payment_id) from payment where pay_status = 'pending')`, '未核销却已用出')
  await broken(sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount) values ('1', 'LOST', now(), 'x', 5)`, '也不在待认领款项中')
  await broken(sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount, payment_id) select '1', 'DIFF', now(), 'x', amount + 1, payment_id from payment limit 1`, '金额不一致')
})
