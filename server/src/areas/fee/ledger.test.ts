import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'
import type { Database } from '../../platform/database/database'
import { Refusal } from '../../platform/errors'
import { issueInvoice } from '../invoice/apply'
import { writeCreditNote } from '../invoice/credit-note'
import { invoiceWorld, type InvoiceWorld } from '../invoice/testing.repository'
import { differences } from './balance/check.repository'
import { openBreakable, under, type Fate, type How } from './ledger.broken.testing'
import { NAMES, OPERATIONS, type Run } from './ledger.actions.testing'
import { anyOf, dropBounds, endLeases, GUARDS, happenings, killerOf, random, slowlyWithoutLocks, sums, tasksLeft } from './ledger.testing.repository'
import { statementOf } from './statement/account'
import { accountOf } from './statement/repository'

let server: TestServer
let world: InvoiceWorld
let own: Database
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
  own = openBreakable(server.databaseUrl, 6, killerOf(server))
})
afterAll(async () => {
  await own.close()
  await server.stop()
})

const SEED = 20_261_121
const MEMBERS = 20
const TERMS: Terms = { operations: 2000, atOnce: 4, share: 0.3 }
const HOWS: readonly How[] = ['throw', 'throw', 'lost', 'kill', 'die']

async function runOn(server: TestServer, world: InvoiceWorld, database: Database, members: number): Promise<Run> {
  const principal = await server.platform.sessions.identify(world.fee.head.token, world.fee.head.cookie)
  const subjects = []
  for (let i = 0; i < members; i++) subjects.push(await world.member())
  return { platform: { ...server.platform, db: database.db }, principal, subjects, spoken: new Set() }
}

/** What became of the actions of a run, by name and end; and how many statements each took at most. */
class Told {
  readonly ends = new Map<string, number>()
  readonly most = new Map<string, number>()
  count(what: string): void {
    this.ends.set(what, (this.ends.get(what) ?? 0) + 1)
  }
  of(what: string): number {
    return this.ends.get(what) ?? 0
  }
  took(name: string, statements: number): void {
    this.most.set(name, Math.max(this.most.get(name) ?? 8, statements))
  }
}

interface Terms {
  operations: number
  /** Number of the first action: each number is an action of its own. */
  from?: number
  atOnce: number
  /** Share of the actions that are broken off. */
  share: number
  /** Errors of the database that a control expects; the run itself knows none. */
  stopped?: boolean
}

/** What the frame of a call answers with a sentence: somebody has written the same serial down. */
const REFUSED = ['payment_serial_unique']
const constraintOf = (error: unknown) => (error as { constraint?: string }).constraint ?? ''

/** One random action; some are broken off at one of their statements, whichever. */
async function one(i: number, run: Run, told: Told, { share, stopped }: Terms): Promise<void> {
  const next = random(SEED + i * 7919)
  const name = anyOf(NAMES, next) ?? 'pay'
  const of = anyOf(run.subjects, next)
  if (!of) throw new Error('no members')
  const how = next() < share ? (anyOf(HOWS, next) ?? null) : null
  const fate: Fate = { how, left: Math.floor(next() * (told.most.get(name) ?? 8)), sent: 0, struck: null }
  try {
    await under(fate, async () => OPERATIONS[name]?.({ run, of, next }))
    told.count(`${name} done`)
  } catch (error) {
    if (fate.struck !== null) told.count('broken off')
    else if (error instanceof Refusal || REFUSED.includes(constraintOf(error))) told.count(`${name} refused`)
    else if (stopped) told.count(`stopped ${constraintOf(error)}`)
    else throw error
  }
  if (fate.struck !== null) told.count(fate.struck === 'commit' ? 'at the end' : `${fate.how} within`)
  else told.took(name, fate.sent)
}

async function carryOut(run: Run, terms: Terms): Promise<Told> {
  const told = new Told()
  let begun = 0
  const lane = async () => {
    while (begun < terms.operations) await one((terms.from ?? 0) + begun++, run, told, terms)
  }
  await Promise.all(Array.from({ length: terms.atOnce }, lane))
  return told
}

/** As the jobs that take up what stands still do it: every invoice that is with the provider comes to its end. */
async function takeUpAll({ platform }: Run): Promise<void> {
  await endLeases(platform.db)
  for (const { table, id } of await tasksLeft(platform.db)) await (table === 'invoice_apply' ? issueInvoice(platform, id) : writeCreditNote(platform, id))
  expect(await tasksLeft(platform.db)).toEqual([])
}

test('2,000 random actions on 20 members, four at a time, broken off at random statements: the money adds up, and no invoice is on money that is not there', async () => {
  const { db } = server.platform
  const run = await runOn(server, world, own, MEMBERS)
  const told = await carryOut(run, TERMS)
  // A run in which nothing happened would prove nothing.
  for (const name of Object.keys(OPERATIONS)) expect([name, told.of(`${name} done`) > 5]).toEqual([name, true])
  expect(told.of('broken off')).toBeGreaterThan(200)
  for (const how of HOWS) expect([how, told.of(`${how} within`) > 10]).toEqual([how, true])
  expect(told.of('at the end')).toBeGreaterThan(15)
  expect((await differences(db)).differences).toEqual([])
  await takeUpAll(run)
  const { received, accounted, ...wrong } = await sums(db)
  expect(wrong).toEqual({ wrong: 0, over: 0, invoicedOver: 0, twice: 0, requests: 0 })
  expect(received).toBeGreaterThan(0)
  expect(accounted).toBe(received)
  expect((await differences(db)).differences).toEqual([])
  // The statement of each member, told from their rows one by one, ends where their bills and their balance stand.
  for (const { memberId } of run.subjects) {
    const { after } = statementOf((await accountOf(db, memberId))?.movements ?? [], '2000-01-01', '2999-12-31')
    const { balance, bills } = await world.fee.money(memberId)
    expect(after).toEqual({ owed: bills.filter((b) => b.status !== 'cancelled').reduce((sum, b) => sum + b.unpaid, 0), balance })
  }
  for (const [what, n] of Object.entries(await happenings(db))) expect([what, n > 0]).toEqual([what, true])
})

/** What went wrong in a control. */
interface Found {
  told: Told
  found: string[]
  sums: Awaited<ReturnType<typeof sums>>
}

/**
 * The same actions on three members without the members' locks, where the database knows its bounds or does not: some at a time until
 * `proof` says that enough has gone wrong. How soon two of them meet is the machine's; that they never do would be a lock that nobody needs.
 */
async function unlocked(bounds: boolean, proof: (of: Found) => boolean): Promise<boolean> {
  const other = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const loose = openBreakable(other.databaseUrl, 10, killerOf(other), slowlyWithoutLocks)
  try {
    const run = await runOn(other, await invoiceWorld(other), loose, 3)
    if (!bounds) await dropBounds(other.platform.db)
    for (let from = 0; from < 5; from++) {
      const told = await carryOut(run, { operations: 300, from: from * 300, atOnce: 10, share: 0, stopped: true })
      if (proof({ told, found: (await differences(other.platform.db)).differences, sums: await sums(other.platform.db) })) return true
    }
    return false
  } finally {
    await loose.close()
    await other.stop()
  }
}

test('control: without the locks the same actions meet, and what the database then refuses or the check finds is no longer nothing', async () => {
  const proof = ({ told, found }: Found) => found.length > 0 || [...told.ends.keys()].some((end) => end.startsWith('stopped'))
  expect(await unlocked(true, proof)).toBe(true)
})

test('control: without the locks and without the bounds of the database the money does not add up', async () => {
  const proof = ({ found, sums: { received, accounted, ...wrong } }: Found) => found.length > 0 && (received !== accounted || Object.values(wrong).some((n) => n > 0))
  expect(await unlocked(false, proof)).toBe(true)
})

/** Whether the check finds a row that was broken past the ledger; where the database holds it, without that guard. */
async function broken(statement: ReturnType<typeof sql>, expected: string, guard?: keyof typeof GUARDS): Promise<void> {
  const work = own.db.transaction().execute(async (tx) => {
    expect((await differences(tx)).differences).toEqual([])
    if (guard) await GUARDS[guard](tx)
    await statement.execute(tx)
    expect((await differences(tx)).differences.join('\n')).toContain(expected)
    throw new Refusal('', 'back')
  })
  const ended = await work.then(() => null, (error: unknown) => error)
  if (!(ended instanceof Refusal)) throw ended
}

test('control: each kind of broken row is found', async () => {
  const member = sql`(select min(member_id) from balance_entry)`
  await broken(sql`insert into balance_entry (member_id, entry_type, entry_amount, balance_after) values (${member}, 'adjustment', 1, 1)`, '流水合计')
  await broken(sql`update member set balance = balance + 1 where member_id = ${member}`, '余额为')
  await broken(sql`update dues_bill set paid_amount = paid_amount - 1 where bill_id = (select min(bill_id) from dues_bill where bill_status = 'paid')`, '核销明细合计')
  await broken(sql`update dues_bill set bill_status = 'due' where bill_id = (select min(bill_id) from dues_bill where bill_status = 'paid')`, '状态与金额不符')
  await broken(sql`update dues_bill set reduce_amount = reduce_amount + 1 where bill_id = (select min(bill_id) from dues_bill where bill_status = 'due')`, '已批准的减免合计')
  await broken(sql`insert into payment_allocation (payment_id, bill_id, amount) select payment_id, bill_id, 1 from payment_allocation limit 1`, '已核销')
  await broken(sql`update payment set balance_amount = 1 where payment_id = (select min(payment_id) from payment where pay_status = 'pending')`, '对余额的影响')
  await broken(sql`update payment set allocated_amount = 1 where payment_id = (select min(payment_id) from payment where pay_status = 'pending')`, '未核销却已用出')
  await broken(sql`insert into balance_entry (member_id, entry_type, entry_amount, balance_after) values (${member}, 'adjustment', 5, (select balance from member where member_id = ${member}) + 6), (${member}, 'adjustment', -5, (select balance from member where member_id = ${member}))`, '余额流水后余额记为')
  await broken(sql`update payment_allocation set bill_id = (select b.bill_id from dues_bill b join payment p on p.payment_id = payment_allocation.payment_id and p.member_id <> b.member_id limit 1) where allocation_id = (select min(allocation_id) from payment_allocation)`, '核销到了其他会员的账单', 'payment_allocation')
  await broken(sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount) values ('1', 'LOST', now(), 'x', 5)`, '也不在待认领款项中')
  await broken(sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount, payment_id) select '1', 'DIFF', now(), 'x', amount + 1, payment_id from payment where payment_id not in (select payment_id from bank_line where payment_id is not null) limit 1`, '金额不一致')
  await broken(sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount, payment_id) select '1', 'SECOND', now(), 'x', amount, payment_id from bank_line where payment_id is not null limit 1`, '对应多笔银行流水', 'bank_line_payment')
  await broken(sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount, payment_id) select '1', 'DEAD', now(), 'x', amount, payment_id from payment where pay_status = 'reversed' limit 1`, '仍记在已退回或冲正的缴费')
  await broken(sql`update suspense_item set payment_id = null where suspense_id = (select min(suspense_id) from suspense_item where suspense_status = 'claimed')`, '已认领，却没有对应的缴费')
  await broken(sql`update suspense_item set amount = amount + 1 where suspense_id = (select min(suspense_id) from suspense_item where suspense_status = 'open')`, '分，银行流水为')
  await broken(sql`update suspense_item set suspense_status = 'open', payment_id = null where suspense_id = (select min(suspense_id) from suspense_item where suspense_status = 'claimed')`, '其银行流水却已入账')
  // Of a member that was given something back: more may be laid on payments than that, where corrections found room.
  await broken(sql`update payment set refunded_amount = 0 where member_id = (select member_id from balance_entry where payment_id is null and entry_type in ('refund', 'transfer')
    group by member_id having sum(entry_amount) < 0 and gone_out(member_id) > 0 order by member_id limit 1)`, '分，记在缴费上的')
})

test('control: each kind of broken row of invoices is found', async () => {
  await broken(sql`update payment set invoiced_amount = invoiced_amount - 1 where payment_id = (select min(payment_id) from payment where invoiced_amount > 0)`, '开票明细合计')
  await broken(sql`update invoice_payment x set amount = x.amount + p.amount from payment p where p.payment_id = x.payment_id and x.freed < x.amount`, '的开票金额超过实收', 'payment_invoiced')
  await broken(sql`update invoice_payment set amount = amount - 1 where ctid = (select x.ctid from invoice_payment x where x.amount - x.freed > 1 limit 1)`, '应占用缴费')
  await broken(sql`update invoice_payment set payment_id = (select p.payment_id from payment p join invoice_apply a on a.apply_id = invoice_payment.apply_id and a.member_id <> p.member_id where pay_status = 'settled' and channel <> 'balance' and p.amount - p.invoiced_amount - p.refunded_amount >= invoice_payment.amount limit 1)
    where ctid = (select ctid from invoice_payment where freed = 0 order by amount limit 1)`, '占用了其他会员的缴费')
  await broken(sql`update invoice_apply set invoice_status = 'toIssue' where apply_id = (select min(apply_id) from invoice_apply where invoice_status = 'issued')`, '的状态与票据不符')
  await broken(sql`update invoice_apply set freed_amount = freed_amount + 1 where apply_id = (select min(apply_id) from invoice_apply where invoice_status = 'issued' and freed_amount < amount)`, '因红冲退回')
  await broken(sql`update invoice set red_amount = red_amount + 1 where invoice_id = (select min(invoice_id) from invoice where blue_id is null and red_amount < amount)`, '红字票据合计')
  await broken(sql`update invoice set ticket_status = 'red' where invoice_id = (select min(invoice_id) from invoice where blue_id is null and ticket_status = 'issued')`, '的状态与红冲金额不符')
  await broken(sql`update red_confirm set red_status = 'withdrawn' where red_id = (select min(red_id) from red_confirm where red_status = 'done')`, '的状态与红字票据不符')
  await broken(sql`update invoice set ticket_status = 'redPending' where invoice_id = (select min(invoice_id) from invoice where blue_id is null and ticket_status = 'issued')`, '是否红冲中与红字确认单不符')
})
