import { CODE } from '@assoc/contract'
import { invoiceResource } from '@assoc/contract/invoice/invoice'
import { invoiceApply } from '@assoc/contract/invoice/apply'
import { payment } from '@assoc/contract/fee/payment'
import { downloadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { standingStill } from '../run.repository'
import { invoiceWorld, type InvoiceWorld } from '../testing.repository'
import { issueInvoice } from '.'

let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
afterEach(() => void (world.provider.fault = null))
afterAll(() => server.stop())

const asked = async (amount = 100, more: object = {}) => {
  const member = await world.member()
  const applyId = await world.issuing(member, amount, 'bizType' in more ? [] : [await world.paid(member.memberId, amount)], more)
  return { member, applyId, applyNo: (await read(applyId)).applyNo }
}
const read = (applyId: string) => server.ok(invoiceApply.read, { applyId })
const invoicesOf = async (applyId: string) => (await sql<{ id: string }>`select invoice_id as id from invoice where apply_id = ${applyId}`.execute(server.platform.db)).rows.map((r) => r.id)
/** As a process that was killed leaves it: the lease runs out, nothing else has been written. */
const died = (applyId: string) => sql`update invoice_apply set run_until = now() - interval '1 second' where apply_id = ${applyId}`.execute(server.platform.db)

test('an invoice comes into the ledger with its number, tax and file, and keeps the payment from being reversed', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 10_600)
  const dues = await world.written(member, 10_600, [paymentId])
  expect(dues.invoiceNo).toMatch(/^\d{18}$/)
  expect(await read(dues.applyId)).toMatchObject({ invoiceStatus: 'issued', invoiceNo: dues.invoiceNo, problem: null })
  const training = await world.written(member, 10_600, [], { bizType: 'training', ticketType: 'special', receivedSerial: 'IS1', receivedDate: '2026-03-01', receivedAmount: 10_600, taxRate: 'six', itemName: '培训费' })
  expect(training.invoiceNo).toMatch(/^\d{20}$/)
  const invoice = await server.ok(invoiceResource.read, { invoiceId: training.invoiceId })
  expect(invoice).toMatchObject({ amount: 10_600, taxAmount: 600, redAmount: 0, title: member.name, ticketStatus: 'issued', blueNo: null, papers: [{ fileName: `${training.invoiceNo}.pdf` }] })
  const file = await server.raw(`/capcoapi${downloadFile.path}`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' }, body: JSON.stringify({ fileId: invoice.papers[0]?.fileId }) })
  expect(Buffer.from(await file.arrayBuffer()).subarray(0, 5).toString()).toBe('%PDF-')
  const { version } = await server.ok(payment.read, { paymentId })
  expect(await server.call(payment.change, { paymentId, version, verb: 'reverse', reason: '错' })).toMatchObject({ returnCode: CODE.inUse, returnMessage: `此笔缴费已开具票据 ${dues.invoiceNo}，请先红冲后再冲正` })
  expect(await sql`select 1 from notification where user_id = ${world.op.userId} and title like '已开票%'`.execute(server.platform.db)).toMatchObject({ rows: [{}, {}] })
})

test('what the provider refuses is told, and can be issued again', async () => {
  const { applyId } = await asked()
  world.provider.fault = { kind: 'refuse', code: 'E1021', message: '纳税人识别号不存在' }
  await issueInvoice(server.platform, applyId)
  expect(await read(applyId)).toMatchObject({ invoiceStatus: 'toIssue', problem: '开票平台拒绝（E1021）：纳税人识别号不存在' })
  world.provider.fault = null
  expect((await world.step(applyId, 'issue')).returnCode).toBe(CODE.ok)
  await issueInvoice(server.platform, applyId)
  expect(await read(applyId)).toMatchObject({ invoiceStatus: 'issued', problem: null })
})

test('no answer before it was written: back, nothing written; no answer after it: found by asking', async () => {
  const before = await asked()
  world.provider.fault = { kind: 'timeoutBefore' }
  await issueInvoice(server.platform, before.applyId)
  expect(await read(before.applyId)).toMatchObject({ invoiceStatus: 'toIssue', problem: '开票平台没有应答，也没有开出票据，请稍后重试' })
  expect(await world.recordsOf(before.applyNo)).toBe(0)
  const after = await asked()
  world.provider.fault = { kind: 'timeoutAfter' }
  await issueInvoice(server.platform, after.applyId)
  expect(await read(after.applyId)).toMatchObject({ invoiceStatus: 'issued' })
  expect(await world.recordsOf(after.applyNo)).toBe(1)
})

test('a process that dies after the invoice was written: the next run finds it; control: without asking there are two', async () => {
  const { applyId, applyNo } = await asked()
  world.provider.fault = { kind: 'silentAfter' }
  void issueInvoice(server.platform, applyId)
  for (let i = 0; i < 100 && (await world.recordsOf(applyNo)) === 0; i++) await new Promise((r) => setTimeout(r, 20))
  world.provider.fault = null
  // While the lease holds, nobody else speaks with the provider.
  await issueInvoice(server.platform, applyId)
  expect([await world.recordsOf(applyNo), (await read(applyId)).invoiceStatus]).toEqual([1, 'issuing'])
  await died(applyId)
  await issueInvoice(server.platform, applyId)
  expect(await read(applyId)).toMatchObject({ invoiceStatus: 'issued' })
  expect([await world.recordsOf(applyNo), (await invoicesOf(applyId)).length]).toEqual([1, 1])

  const other = await asked()
  world.provider.fault = { kind: 'silentAfter' }
  void issueInvoice(server.platform, other.applyId, { ask: false })
  for (let i = 0; i < 100 && (await world.recordsOf(other.applyNo)) === 0; i++) await new Promise((r) => setTimeout(r, 20))
  world.provider.fault = null
  await died(other.applyId)
  await issueInvoice(server.platform, other.applyId, { ask: false })
  expect(await world.recordsOf(other.applyNo)).toBe(2)
})

test('ten runs at once write one invoice', async () => {
  const { applyId, applyNo } = await asked()
  await Promise.all(Array.from({ length: 10 }, () => issueInvoice(server.platform, applyId)))
  expect([await world.recordsOf(applyNo), (await invoicesOf(applyId)).length]).toEqual([1, 1])
  await issueInvoice(server.platform, applyId)
  expect(await world.recordsOf(applyNo)).toBe(1)
})

test('an invoice that is there with another amount is told, not taken', async () => {
  const { applyId, applyNo } = await asked(100)
  await world.provider.issue({ requestNo: applyNo, ticketType: 'dues', title: '甲', taxNo: null, bankName: null, bankAccount: null, address: null, phone: null, itemName: '会费', amount: 99, taxAmount: 0, taxRate: null, remark: null })
  await issueInvoice(server.platform, applyId)
  expect(await read(applyId)).toMatchObject({ invoiceStatus: 'toIssue', problem: expect.stringContaining('金额 0.99 元 与申请不符') })
})

test('what stands still is taken up again', async () => {
  const { applyId } = await asked()
  const task = { table: 'invoice_apply', idColumn: 'apply_id', status: 'invoice_status' } as const
  expect(await standingStill(server.platform.db, task)).not.toContain(applyId)
  await sql`update invoice_apply set update_time = now() - interval '4 minutes' where apply_id = ${applyId}`.execute(server.platform.db)
  expect(await standingStill(server.platform.db, task)).toContain(applyId)
})

test('the number that the head names for invoices gets a text message with the number, once; without one nobody is told', async () => {
  const { db } = server.platform
  const quiet = await asked()
  await issueInvoice(server.platform, quiet.applyId)
  const { applyId } = await asked(12_300)
  await sql`update invoice_head h set receive_mobile = '19900000088' from invoice_apply a where a.head_id = h.head_id and a.apply_id = ${applyId}`.execute(db)
  await issueInvoice(server.platform, applyId)
  await issueInvoice(server.platform, applyId)
  const { invoiceNo, title } = await read(applyId)
  const texts = await db.selectFrom('outbox').select(['recipient', 'content', 'template_use']).where('channel', '=', 'sms').execute()
  expect(texts).toEqual([{ recipient: '19900000088', content: expect.stringContaining(`${title}的票据已开具，票据号码 ${invoiceNo}`), template_use: 'invoiceIssued' }])
})
