import { CODE } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { downloadStatement } from '@assoc/contract/member/statistics'
import { sql } from 'kysely'
import { asOwner, OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { writeCreditNote } from '../../invoice/credit-note'
import { invoiceWorld } from '../../invoice/testing.repository'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { statementOf, invoicesOf } from './account'
import { statementPdf } from './document'
import { accountOf, type Movement } from './repository'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
afterAll(() => server.stop())

const move = (day: string, more: Partial<Movement>): Movement => ({ kind: 'bill', day, no: 'N', what: '2026', charge: 0, credit: 0, paid: 0, balance: 0, ...more })
const download = (input: object, as: Session) => server.raw(`/capcoapi${downloadStatement.path}`, { method: 'POST', body: JSON.stringify(input), headers: { ...OWN_HEADERS, 'content-type': 'application/json' }, as })

test('what was before the first day opens the account, what is after the last one is left out', () => {
  const made = statementOf(
    [
      move('2025-01-15', { charge: 500 }),
      move('2025-03-01', { kind: 'payment', paid: 200 }),
      move('2026-01-15', { charge: 300 }),
      move('2026-02-01', { kind: 'reduction', credit: 100 }),
      move('2026-03-01', { kind: 'payment', paid: 500 }),
      move('2026-03-01', { kind: 'balance', balance: 70 }),
      move('2026-04-01', { kind: 'balance', balance: -20 }),
      move('2027-01-01', { charge: 900 }),
    ],
    '2026-01-01',
    '2026-12-31',
  )
  expect(made).toMatchObject({ before: { owed: 300, balance: 0 }, after: { owed: 0, balance: 50 }, sums: { charge: 300, credit: 100, paid: 500, in: 70, out: 20 } })
  expect(made.bills.map((b) => b.owed)).toEqual([600, 500, 0])
  expect(made.entries.map((e) => e.left)).toEqual([70, 50])
})

/** Numbers in 0..1 that are the same for the same seed. */
function random(seed: number): () => number {
  let a = seed
  return () => {
    a = (Math.imul(a, 1_103_515_245) + 12_345) & 0x7fffffff
    return a / 0x7fffffff
  }
}

test('random ledgers over random days: opening and movements give the closing, each closing opens the next, the last is what is owed', async () => {
  const { db } = server.platform
  const next = random(20_261_121)
  for (let round = 0; round < 8; round++) {
    const memberId = await world.member()
    for (let year = 2018; year < 2026; year++) if (next() < 0.8) await world.bill(memberId, year, 1 + Math.floor(next() * 5000))
    for (let i = 0; i < 4; i++) await world.settle(await world.register(memberId, 1 + Math.floor(next() * 8000)))
    await sql`update dues_bill set bill_status = 'cancelled' where bill_id = (select max(bill_id) from dues_bill where member_id = ${memberId} and bill_status = 'due')`.execute(db)
    // Days are scattered over years: what happened on one day would test no opening.
    await asOwner(db, sql`alter table payment_allocation disable trigger user`)
    await sql`update dues_bill set create_time = make_date(bill_year, 1, 1) + random() * interval '300 days' where member_id = ${memberId}`.execute(db)
    await sql`update payment_allocation a set create_time = '2020-01-01'::timestamptz + random() * interval '2000 days' from payment p where p.payment_id = a.payment_id and p.member_id = ${memberId}`.execute(db)
    await asOwner(db, sql`alter table payment_allocation enable trigger user`)
    const account = await accountOf(db, memberId)
    if (!account) throw new Error('no account')
    let from = '2017-01-01'
    let opening = { owed: 0, balance: 0 }
    while (from <= today()) {
      const to = dayAfter(from, Math.floor(next() * 700))
      const { before, after, sums, bills, entries } = statementOf(account.movements, from, to)
      expect(before).toEqual(opening)
      expect(after).toEqual({ owed: before.owed + sums.charge - sums.credit - sums.paid, balance: before.balance + sums.in - sums.out })
      expect([bills.at(-1)?.owed ?? before.owed, entries.at(-1)?.left ?? before.balance]).toEqual([after.owed, after.balance])
      opening = after
      from = dayAfter(to, 1)
    }
    const { balance, bills } = await world.money(memberId)
    expect(opening).toEqual({ owed: bills.filter((b) => b.status !== 'cancelled').reduce((sum, b) => sum + b.unpaid, 0), balance })
  }
})

test('invoices of the days are told with their number, kind and amount, red ones below zero; others are left out', async () => {
  const invoices = await invoiceWorld(server)
  const member = await invoices.member({ name: '海市蜃楼票据股份有限公司' })
  const { invoiceId, invoiceNo } = await invoices.written(member, 200_000, [await invoices.paid(member.memberId, 200_000)])
  const redId = await invoices.red(invoiceId, { redAmount: 50_000 })
  await invoices.stepCreditNote(redId, 'approve')
  await writeCreditNote(server.platform, redId)
  const account = await accountOf(server.platform.db, member.memberId)
  const day = today()
  expect(account?.invoices).toEqual([
    { day, no: invoiceNo, ticketType: 'dues', itemName: '2026 年度会费', amount: 200_000, blueNo: null },
    { day, no: expect.stringMatching(/^\d{18}$/), ticketType: 'dues', itemName: '2026 年度会费', amount: -50_000, blueNo: invoiceNo },
  ])
  expect(invoicesOf(account?.invoices ?? [], day, day)).toMatchObject({ sum: 150_000 })
  expect(invoicesOf(account?.invoices ?? [], '2020-01-01', '2020-12-31')).toEqual({ invoices: [], sum: 0 })
})

test('the document tells the sums, the call is noted, and days that make no sense are refused', async () => {
  const { db } = server.platform
  const memberId = await world.member({ name: '海市蜃楼对账股份有限公司' })
  await world.bill(memberId, 2025, 2_000_000)
  await world.settle(await world.register(memberId, 2_345_600))
  const account = await accountOf(db, memberId)
  if (!account) throw new Error('no account')
  const statement = statementOf(account.movements, '2026-01-01', today())
  expect(statement).toMatchObject({ after: { owed: 0, balance: 345_600 }, sums: { charge: 2_000_000, paid: 2_000_000, in: 345_600 } })
  const document = await statementPdf({ account, statement, dateFrom: '2026-01-01', dateTo: today(), operator: '范经办', issuer: { issuerName: '子虚协会', accountName: null, bankName: '子虚银行', bankAccount: '62000001', contact: null, version: 1 } }, { compress: false })
  expect(document.subarray(0, 5).toString()).toBe('%PDF-')
  const reader = await server.person({ permits: ['fee:statement:read'], scopes: { fee: 'all', member: 'all' } })
  const answer = await download({ memberId, dateFrom: '2026-01-01', dateTo: today() }, reader)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 5).toString()).toBe('%PDF-')
  const noted = await db.selectFrom('audit_log').select(['record_id', 'user_id']).where('verb', '=', 'statement').execute()
  expect(noted).toEqual([{ record_id: memberId, user_id: reader.userId }])
  const refused = async (dateFrom: string, dateTo: string) => ((await (await download({ memberId, dateFrom, dateTo }, reader)).json()) as { returnMessage: string }).returnMessage
  expect(await refused('2026-02-01', '2026-01-01')).toBe('截止日期不能早于起始日期')
  expect(await refused('2026-02-01', '2099-01-01')).toBe('截止日期不能晚于今天')
  const stranger = await server.person({ permits: ['fee:statement:read'], scopes: { fee: 'all', member: 'self' } })
  expect(((await (await download({ memberId, dateFrom: '2026-01-01', dateTo: today() }, stranger)).json()) as { returnCode: string }).returnCode).toBe(CODE.notFound)
})
