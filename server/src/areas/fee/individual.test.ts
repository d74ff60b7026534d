import { yearNow } from '@assoc/contract/core/day'
import { bankLine } from '@assoc/contract/fee/bank'
import { dunning } from '@assoc/contract/fee/arrears'
import { duesBill, previewBillRun, startBillRun } from '@assoc/contract/fee/bill'
import { invoiceHead } from '@assoc/contract/invoice/head'
import { invoiceResource } from '@assoc/contract/invoice/invoice'
import { balance, payment } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'
import { invoiceWorld, wrongFields, type InvoiceWorld } from '../invoice/testing.repository'
import { buildIndividual, buildPerson } from '../member/membership/testing'
import { differences } from './balance/check.repository'
import { book, csv } from './bank/testing'
import { runBills } from './bill/run.service'
import { accountOf } from './statement/repository'

// Fees of an individual member from the first bill to the invoice.

const Y = yearNow()
const DUES = 2_000_000
let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  // Without its worker: the tests say when a run goes on.
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
afterEach(async () => expect((await differences(server.platform.db)).differences).toEqual([]))
afterAll(() => server.stop())

const joined = async (name: string) => buildIndividual(server, { personId: await buildPerson(server, { name }), categoryId: world.fee.categoryId, joinDate: `${Y - 1}-02-03` })

test('joining makes the first bill, the yearly run the next; one in a category by shares is told with the reason', async () => {
  const memberId = await joined('甄账单')
  expect(await world.fee.money(memberId)).toMatchObject({ bills: [{ year: Y - 1, unpaid: DUES, status: 'due' }] })
  const { db } = server.platform
  const personId = await buildPerson(server, { name: '甄无档' })
  await sql`with g as (insert into member_category (category_name, category_level) values ('按股本', 90) returning category_id),
    s as (insert into fee_standard (standard_name, category_id, share_from, share_to, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes, standard_status)
      select '按股本', category_id, low, high, 100, 2020, '决议', '2019-11-01', 90, 80, 70, 'active' from g cross join (values (null::numeric, 10000::numeric), (10000, null)) x(low, high))
    insert into member (member_no, member_kind, person_id, category_id, join_date) select 'M199900001', 'person', ${personId}, category_id, '1999-01-01' from g`.execute(db)
  const run = { billYear: Y, dueDate: `${Y}-05-31` }
  expect(await server.ok(previewBillRun, run)).toMatchObject({ toBill: 1, amount: DUES, withoutStandard: 1, problems: [{ memberName: '甄无档', message: '该类别的会费标准按总股本分档，不适用于个人会员' }] })
  const { workId } = await server.ok(startBillRun, run)
  await runBills({ workId }, server.platform)
  expect((await world.fee.money(memberId)).bills.map((b) => b.year)).toEqual([Y - 1, Y])
  expect((await server.ok(duesBill.list, { keyword: '甄账' })).items).toMatchObject([{ memberName: '甄账单', stockCode: null }, { memberName: '甄账单' }])
})

test('money of the person’s own name is theirs, by hand and by the bank where it is what they owe; other sums and two of one name wait', async () => {
  const memberId = await joined('贾缴费')
  const paymentId = await world.fee.register(memberId, 500_000, { payerName: '贾缴费' })
  await world.fee.settle(paymentId)
  const line = (serial: string, payer: string, amount = '15000.00') => `0000111,${serial},2026-03-05 09:30:00,${payer},"${amount}",会费`
  // Another of their name, who owes nothing, pays what they do not owe.
  expect((await book(server, csv(line('P0', '贾缴费', '300.00')), world.fee.clerk)).data).toMatchObject({ added: 1, matched: 0, suspense: 1 })
  expect((await book(server, csv(line('P1', '贾缴费'), line('P2', '没有此人')), world.fee.clerk)).data).toMatchObject({ added: 2, matched: 1, suspense: 1 })
  expect(await world.fee.money(memberId)).toMatchObject({ balance: 0, bills: [{ year: Y - 1, unpaid: 0, status: 'paid' }] })
  expect((await server.ok(bankLine.list, { keyword: 'P1' })).items).toMatchObject([{ matchResult: 'auto', memberName: '贾缴费' }])
  expect((await server.ok(payment.list, { keyword: '贾缴' })).items.map((p) => p.memberName)).toEqual(['贾缴费', '贾缴费'])
  await joined('贾缴费')
  expect((await book(server, csv(line('P3', '贾缴费')), world.fee.clerk)).data).toMatchObject({ matched: 0, suspense: 1 })
})

test('statement, balance, reminder and invoice bear the person’s name; a company’s head is refused', async () => {
  const memberId = await joined('范票据')
  const name = '范票据'
  const paid = await world.paid(memberId, DUES + 300)
  expect(await accountOf(server.platform.db, memberId)).toMatchObject({ companyName: name, movements: [{ kind: 'bill' }, { kind: 'payment', paid: DUES }, { kind: 'balance', balance: 300 }] })
  expect((await server.ok(balance.list, { keyword: '范票' })).items).toMatchObject([{ memberName: name, balance: 300 }])
  const head = { memberId, title: name, headType: 'other' as const, taxNo: null, bankName: null, bankAccount: null, regAddress: null, regPhone: null, receiveEmail: 'fan@example.com', receiveMobile: null, isDefault: true, remark: null }
  expect(wrongFields(await server.call(invoiceHead.insert, { ...head, headType: 'company', taxNo: '91000000FCT0000145' }, { as: world.op }))).toEqual(['headType 个人会员的抬头类型须为“个人/非企业单位”'])
  const { headId } = await server.ok(invoiceHead.insert, head, { as: world.op })
  expect(wrongFields(await server.call(invoiceHead.update, { ...head, headId, version: 1, headType: 'company', taxNo: '91000000FCT0000145' }, { as: world.op }))).toHaveLength(1)
  const { invoiceId } = await world.written({ memberId, headId }, DUES, [paid])
  expect(await server.ok(invoiceResource.read, { invoiceId } as never)).toMatchObject({ title: name, taxNo: null, memberName: name, amount: DUES })
  expect(await accountOf(server.platform.db, memberId)).toMatchObject({ invoices: [{ amount: DUES }] })
})

test('a reminder is written down for an individual', async () => {
  const memberId = await joined('尤催缴')
  await server.ok(dunning.insert, { memberId, dunningWay: 'phone', dunningNote: '已电话联系本人，答复月底前缴纳' })
  expect((await server.ok(dunning.list, { keyword: '尤催' })).items).toMatchObject([{ memberName: '尤催缴', unpaidTotal: DUES }])
})
