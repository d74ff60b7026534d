import { CODE } from '@assoc/contract'
import { bookOther, suspense } from '@assoc/contract/fee/bank'
import { noteFeePaid, noteFeeRefunded, selectFeeInvoice, selectFeeLines } from '@assoc/contract/meeting/fee'
import { registration } from '@assoc/contract/meeting/registration'
import { sql } from 'kysely'
import { chaseFees } from '.'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { inHours, meetingsFor, type Meetings } from '../testing'

let server: TestServer
let meetings: Meetings
let cashier: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  meetings = await meetingsFor(server)
  cashier = await server.person({ permits: ['meeting:registration:read', 'meeting:registration:pay'], scopes: { meeting: 'all' } })
})
afterAll(() => server.stop())

const db = () => server.platform.db
const DAY = '2026-11-20'
const FEE = 120_000

/** Money of the bank's that was put down for a meeting; answers its item. */
async function money(serialNo: string, amount: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with line as (insert into bank_line (account, serial_no, trade_time, payer_name, amount) values ('6222', ${serialNo}, '2026-11-20T02:00:00Z', '子虚股份有限公司', ${amount}) returning line_id)
    insert into suspense_item (line_id, amount, serial_no, payer_name, trade_time) select line_id, ${amount}, ${serialNo}, '子虚股份有限公司', '2026-11-20T02:00:00Z' from line returning suspense_id as id`.execute(db())
  const suspenseId = rows[0]?.id ?? ''
  await server.ok(bookOther, { suspenseId, version: 1, businessType: 'meeting', reason: '研讨会会务费' })
  return suspenseId
}
const register = async (meetId: string) => (await server.ok(registration.insert, meetings.person(meetId), { as: meetings.clerk })).registerId
const pay = async (registerId: string, suspenseId: string | null, receiptNo: string | null = null) => server.call(noteFeePaid, { registerId, version: (await meetings.read(registerId)).version, suspenseId, receiptNo, paidDate: DAY }, { as: cashier })
const states = (ids: readonly string[]) => Promise.all(ids.map(async (id) => { const row = await meetings.read(id); return `${row.regStatus} ${row.payStatus}` }))

test('a fee is paid out of the bank’s money as far as it goes, given back with a voucher, and the money is free again', async () => {
  const meetId = await meetings.open({ feeAmount: FEE, options: [{ kind: 'tour', name: '考察', places: 0, price: 30_000, perCompany: 0 }] })
  const [one, two] = [await register(meetId), await register(meetId)]
  const touring = (await server.ok(registration.insert, { ...meetings.person(meetId), optionNames: ['考察'] }, { as: meetings.clerk })).registerId
  expect((await meetings.read(touring)).dueAmount).toBe(150_000)
  const line = await money('FEE1', 200_000)
  expect((await pay(one, line)).returnCode).toBe(CODE.ok)
  expect((await pay(one, line)).returnCode).not.toBe(CODE.ok)
  expect((await pay(two, line)).returnMessage).toContain('不足应缴的')
  expect((await server.ok(selectFeeLines, { registerId: two }, { as: cashier })).lines).toEqual([expect.objectContaining({ serialNo: 'FEE1', left: 80_000 })])
  expect(await server.ok(selectFeeInvoice, { registerId: one }, { as: cashier })).toMatchObject({ receivedSerial: 'FEE1', receivedDate: DAY, receivedAmount: FEE })
  expect((await server.call(noteFeePaid, { registerId: two, version: 1, paidDate: DAY }, { as: cashier })).returnCode).toBe(CODE.input)
  expect((await pay(two, null, '收据 7')).returnCode).toBe(CODE.ok)
  // What is used as a fee is no free money of the bank's any more.
  const item = await server.ok(suspense.read, { suspenseId: line })
  expect((await server.call(suspense.change, { suspenseId: line, version: item.version, verb: 'undoOther', reason: '记错了' })).returnMessage).toBe('这笔到账已登记为会务费，请先办理退款')
  await meetings.step(one, 'cancel')
  expect(await states([one, two])).toEqual(['cancelled toRefund', 'confirmed paid'])
  await server.ok(noteFeeRefunded, { registerId: one, version: (await meetings.read(one)).version, receiptNo: '退 1', refundDate: DAY }, { as: cashier })
  expect(await states([one])).toEqual(['cancelled refunded'])
  expect((await pay(touring, line)).returnCode).toBe(CODE.ok)
})

test('of many who note one line at once as many succeed as it has money for; without holding it more would', async () => {
  const meetId = await meetings.open({ feeAmount: FEE })
  const [other, ...ids] = [await meetings.open({ feeAmount: FEE }), await register(meetId), await register(meetId)]
  ids.push(await register(other), await register(other))
  const line = await money('FEE2', FEE * 2)
  const versions = await Promise.all(ids.map(async (id) => (await meetings.read(id)).version))
  const answers = await Promise.all(ids.map((registerId, i) => server.call(noteFeePaid, { registerId, version: versions[i] ?? 0, suspenseId: line, paidDate: DAY }, { as: cashier })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(2)
  // Negative control: the same check without the lock on the money lets each of them through.
  const free = await money('FEE3', FEE)
  expect(free).toBeTruthy()
  const found = await Promise.all(ids.slice(0, 3).map((registerId) => db().transaction().execute(async (tx) => {
    const { rows } = await sql<{ used: number }>`select coalesce(sum(amount), 0)::float8 as used from meeting_fee_entry where serial_no = 'FEE3'`.execute(tx)
    await sql`select pg_sleep(0.2)`.execute(tx)
    if (FEE > FEE - (rows[0]?.used ?? 0)) return false
    await sql`insert into meeting_fee_entry (register_id, entry_type, serial_no, amount, entry_date) values (${registerId}, 'paid', 'FEE3', ${FEE}, ${DAY})`.execute(tx)
    return true
  })))
  expect(found.filter(Boolean).length).toBeGreaterThan(1)
})

test('who has not paid is warned once a day before, and then loses the place to the next, who has a day to pay', async () => {
  const meetId = await meetings.open({ feeAmount: FEE, capacity: 2, offerHours: 0, payUntil: inHours(20) })
  const [late, paid, next] = [await register(meetId), await register(meetId), await register(meetId)]
  expect((await pay(paid, null, '收据 8')).returnCode).toBe(CODE.ok)
  await sql`update meeting_registration set placed_time = now() - interval '2 days' where meet_id = ${meetId}`.execute(db())
  await chaseFees(server.platform)
  await chaseFees(server.platform)
  const { mobile } = await db().selectFrom('meeting_registration').select('mobile').where('register_id', '=', late).executeTakeFirstOrThrow()
  const sent = await db().selectFrom('outbox').select('content').where('recipient', '=', mobile).execute()
  expect(sent.filter(({ content }) => content?.includes('尚未缴清'))).toHaveLength(1)
  await sql`update meeting set pay_until = now() - interval '1 minute' where meet_id = ${meetId}`.execute(db())
  await chaseFees(server.platform)
  await chaseFees(server.platform)
  expect(await states([late, paid, next])).toEqual(['cancelled none', 'confirmed paid', 'confirmed unpaid'])
})
