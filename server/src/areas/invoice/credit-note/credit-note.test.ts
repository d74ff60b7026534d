import { CODE } from '@assoc/contract'
import { invoiceResource } from '@assoc/contract/invoice/invoice'
import { invoiceApply } from '@assoc/contract/invoice/apply'
import { redConfirm } from '@assoc/contract/invoice/credit-note'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import { invoiceWorld, wrongFields, type InvoiceWorld } from '../testing.repository'
import { expireReds, writeCreditNote } from '.'
import { redTax } from './handle'

const HOUR_MS = 3_600_000

let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
afterEach(() => void (world.provider.fault = null))
afterAll(() => server.stop())

/** An invoice of the tax authority; `blue` is a dues receipt. */
const invoice = async (amount = 1000) => world.invoiced(await world.member(), amount)
const blue = async (amount = 1000) => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, amount)
  return { member, paymentId, ...(await world.written(member, amount, [paymentId])) }
}
const issued = (invoiceId: string) => server.ok(invoiceResource.read, { invoiceId })
const read = (redId: string) => server.ok(redConfirm.read, { redId })
const refused = async (invoiceId: string, more: object) =>
  wrongFields(await server.call(redConfirm.insert, { invoiceId, redReason: 'wrong', redAmount: 1, usedFlag: false, initiator: 'seller', remark: null, ...more } as never, { as: world.lead }))
const carriedOut = async (redId: string, verb = 'approve') => {
  expect((await world.stepCreditNote(redId, verb)).returnCode).toBe(CODE.ok)
  await writeCreditNote(server.platform, redId)
}

test('a dues receipt: another person passes it, and a part of it frees that part; the rest of it makes the invoice red and its application over', async () => {
  const { applyId, invoiceId, invoiceNo, paymentId } = await blue()
  const part = await world.red(invoiceId, { redAmount: 300 })
  expect(await read(part)).toMatchObject({ confirmNo: expect.stringMatching(/^HZ\d{12}$/), redStatus: 'review', blueNo: invoiceNo, blueAmount: 1000, ticketType: 'dues', confirmDeadline: null })
  expect((await issued(invoiceId)).ticketStatus).toBe('redPending')
  const { version } = await read(part)
  for (const verb of ['issueRed', 'confirm', 'refuse']) expect((await server.call(redConfirm.change, { redId: part, version, verb, reason: '试一试' }, { as: world.lead })).returnCode).not.toBe(CODE.ok)
  expect(await server.call(redConfirm.change, { redId: part, version, verb: 'approve' }, { as: world.op })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“复核通过”须由其他人办理' })
  await carriedOut(part)
  expect(await read(part)).toMatchObject({ redStatus: 'done', redNo: expect.stringMatching(/^\d{18}$/) })
  expect(await issued(invoiceId)).toMatchObject({ ticketStatus: 'partRed', redAmount: 300 })
  expect(await world.takenOf(paymentId)).toBe(700)
  const declined = await world.red(invoiceId, { redReason: 'wrong', redAmount: 700 })
  await world.stepCreditNote(declined, 'decline', '票面无误')
  expect([(await read(declined)).redStatus, (await issued(invoiceId)).ticketStatus]).toEqual(['refused', 'partRed'])
  const rest = await world.red(invoiceId, { redReason: 'wrong', redAmount: 700 })
  await carriedOut(rest)
  expect(await issued(invoiceId)).toMatchObject({ ticketStatus: 'red', redAmount: 1000 })
  expect((await server.ok(invoiceApply.read, { applyId })).invoiceStatus).toBe('reversed')
  expect(await world.takenOf(paymentId)).toBe(0)
  const redRow = (await server.ok(invoiceResource.list, { keyword: (await read(rest)).redNo ?? '' })).items[0]
  expect(redRow).toMatchObject({ amount: -700, blueNo: invoiceNo, papers: [{}] })
  expect(await refused(redRow?.invoiceId ?? '', {})).toEqual(['invoiceId 红字票据不能再红冲'])
  expect(await refused(invoiceId, {})).toEqual(['invoiceId 该票据已全额红冲'])
})

test('a dues receipt has no other side and no hours, whatever is sent; each kind of invoice has its own reasons', async () => {
  const { invoiceId } = await blue()
  const redId = await world.red(invoiceId, { usedFlag: true, initiator: 'buyer' })
  expect(await read(redId)).toMatchObject({ redStatus: 'review', usedFlag: false, initiator: 'seller', confirmDeadline: null })
  await world.stepCreditNote(redId, 'withdraw', '填错')
  expect(await refused(invoiceId, { redReason: 'allowance' })).toEqual(['redReason 会费票据的红冲原因只能是开票有误或会费退还'])
  expect(await refused((await invoice()).invoiceId, { redReason: 'feeBack' })).toEqual(['redReason 会费退还只用于会费票据'])
})

test('an invoice that the buyer has not used is confirmed at once; parts of it take its tax together, the last one what is left', async () => {
  const { invoiceId } = await invoice(1000)
  expect((await issued(invoiceId)).taxAmount).toBe(57)
  for (const redAmount of [500, 499, 1]) {
    const redId = await world.red(invoiceId, { redReason: 'allowance', redAmount })
    expect((await read(redId)).redStatus).toBe('confirmed')
    await carriedOut(redId, 'issueRed')
  }
  const { rows } = await sql<{ tax: number }>`select tax_amount::float8 as tax from invoice where blue_id = ${invoiceId} order by invoice_id`.execute(server.platform.db)
  expect(rows.map((r) => r.tax)).toEqual([-29, -28, 0])
  expect((await issued(invoiceId)).ticketStatus).toBe('red')
})

test('however an invoice is set right in parts, their tax is its tax, and no part has more tax than money', () => {
  for (let amount = 1; amount < 400; amount += 31) {
    const taxAmount = Math.round((amount * 6) / 106)
    for (const step of [1, 2, 3, 17, 100]) {
      let [redAmount, taken] = [0, 0]
      while (redAmount < amount) {
        const part = Math.min(step, amount - redAmount)
        const tax = redTax({ amount, taxAmount, redAmount }, part, taken)
        expect(tax).toBeLessThanOrEqual(part)
        redAmount += part
        taken += tax
      }
      expect(taken).toBe(taxAmount)
    }
  }
})

test('what exceeds the invoice, a wrong one in part, and a buyer who has not used it are refused', async () => {
  const { invoiceId } = await invoice()
  expect(await refused(invoiceId, { redReason: 'allowance', redAmount: 1001 })).toEqual(['redAmount 红冲金额不能超过尚未红冲的 10.00 元'])
  expect(await refused(invoiceId, { redAmount: 999 })).toEqual(['redAmount 开票有误须全额红冲，金额为 10.00 元'])
  expect(await refused(invoiceId, { initiator: 'buyer' })).toEqual(['initiator 购方已用途确认或入账时，才能由受票方发起'])
})

test('50 at once set one invoice right: one slip; control: past the lock and without the index there are two', async () => {
  const { invoiceId } = await blue()
  const ask = { invoiceId, redReason: 'feeBack' as const, redAmount: 600, usedFlag: false, initiator: 'seller' as const, remark: null }
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.call(redConfirm.insert, ask, { as: world.lead })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await refused(invoiceId, {})).toEqual(['invoiceId 该票据已有办理中的红字确认单'])

  const { db } = server.platform
  const other = (await blue()).invoiceId
  const unlocked = async () => {
    let looked = 0
    const one = (n: number) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ open: number }>`select count(*)::int as open from red_confirm where invoice_id = ${other} and red_status in ('review', 'waiting', 'confirmed', 'issuing')`.execute(tx)
        looked += 1
        while (looked < 2) await new Promise((r) => setTimeout(r, 5))
        if (rows[0]?.open === 0) await sql`insert into red_confirm (confirm_no, invoice_id, red_reason, red_amount, used_flag, initiator, ticket_before, red_status) values (${`HZ0-${Date.now()}-${n}`}, ${other}, 'feeBack', 600, false, 'seller', 'issued', 'review')`.execute(tx)
      })
    return (await Promise.allSettled([one(1), one(2)])).map((r) => (r.status === 'rejected' ? (r.reason as { constraint?: string }).constraint : 'written')).sort()
  }
  expect(await unlocked()).toEqual(['red_confirm_open_unique', 'written'])
  await sql`delete from red_confirm where invoice_id = ${other}`.execute(db)
  await asOwner(db, sql`drop index red_confirm_open_unique`)
  expect(await unlocked()).toEqual(['written', 'written'])
  await sql`delete from red_confirm where invoice_id = ${other}`.execute(db)
  await asOwner(db, sql`create unique index red_confirm_open_unique on red_confirm (invoice_id) where red_status in ('review', 'waiting', 'confirmed', 'issuing')`)
})

test('used: the other side has 72 hours, then it is void and the invoice is what it was; refused and withdrawn as well', async () => {
  const { invoiceId } = await invoice()
  await sql`update invoice set ticket_status = 'sent' where invoice_id = ${invoiceId}`.execute(server.platform.db)
  const used = { redReason: 'allowance', usedFlag: true }
  const redId = await world.red(invoiceId, { ...used, initiator: 'buyer' })
  const deadline = Date.parse((await read(redId)).confirmDeadline ?? '')
  expect(Math.abs(deadline - Date.now() - 72 * HOUR_MS)).toBeLessThan(60_000)
  for (const verb of ['issueRed', 'approve']) expect((await world.stepCreditNote(redId, verb)).returnCode).not.toBe(CODE.ok)
  expect((await world.stepCreditNote(redId, 'expire')).returnCode).toBe(CODE.forbidden)
  expect(await expireReds(server.platform, new Date(Date.now() + 71 * HOUR_MS))).toBe(0)
  const later = new Date(Date.now() + 73 * HOUR_MS)
  expect((await Promise.all([expireReds(server.platform, later), expireReds(server.platform, later)])).reduce((a, b) => a + b)).toBe(1)
  expect([(await read(redId)).redStatus, (await issued(invoiceId)).ticketStatus]).toEqual(['expired', 'sent'])
  const again = await world.red(invoiceId, used)
  await world.stepCreditNote(again, 'refuse', '对方不同意')
  expect([(await read(again)).redStatus, (await issued(invoiceId)).ticketStatus]).toEqual(['refused', 'sent'])
  const third = await world.red(invoiceId, used)
  expect((await read(third)).abilities).toContain('confirm')
  await world.stepCreditNote(third, 'confirm')
  await world.stepCreditNote(third, 'withdraw', '填错')
  expect([(await read(third)).redStatus, (await issued(invoiceId)).ticketStatus]).toEqual(['withdrawn', 'sent'])
})

test('after its hours the word of the other side is not taken any more, though the job has not come by; before, it is', async () => {
  const redId = await world.red((await invoice()).invoiceId, { redReason: 'allowance', usedFlag: true })
  await sql`update red_confirm set confirm_deadline = now() - interval '1 second' where red_id = ${redId}`.execute(server.platform.db)
  expect((await read(redId)).abilities).not.toContain('confirm')
  expect(await world.stepCreditNote(redId, 'confirm')).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '对方确认的期限已过，本确认单已失效，请重新发起' })
  await sql`update red_confirm set confirm_deadline = now() + interval '1 minute' where red_id = ${redId}`.execute(server.platform.db)
  expect((await world.stepCreditNote(redId, 'confirm')).returnCode).toBe(CODE.ok)
})

test('a credit note is written once, also after a run that died; control: without asking twice', async () => {
  const written = async (ask: boolean) => {
    const { invoiceId } = await blue()
    const redId = await world.red(invoiceId, { redReason: 'wrong', redAmount: 1000 })
    await world.stepCreditNote(redId, 'approve')
    const { confirmNo } = await read(redId)
    world.provider.fault = { kind: 'silentAfter' }
    void writeCreditNote(server.platform, redId, { ask })
    for (let i = 0; i < 100 && (await world.recordsOf(confirmNo)) === 0; i++) await new Promise((r) => setTimeout(r, 20))
    world.provider.fault = null
    await sql`update red_confirm set run_until = now() - interval '1 second' where red_id = ${redId}`.execute(server.platform.db)
    await writeCreditNote(server.platform, redId, { ask })
    return { records: await world.recordsOf(confirmNo), status: (await read(redId)).redStatus, red: (await issued(invoiceId)).redAmount }
  }
  expect(await written(true)).toEqual({ records: 1, status: 'done', red: 1000 })
  expect((await written(false)).records).toBe(2)
})

test('the provider refuses the red one: back to confirmed with what it said', async () => {
  const { invoiceId, paymentId } = await blue()
  const redId = await world.red(invoiceId, { redAmount: 5 })
  world.provider.fault = { kind: 'refuse', code: 'E2003', message: '蓝字发票已勾选' }
  await carriedOut(redId)
  expect(await read(redId)).toMatchObject({ redStatus: 'confirmed', problem: '开票平台拒绝（E2003）：蓝字发票已勾选' })
  expect([(await issued(invoiceId)).ticketStatus, await world.takenOf(paymentId)]).toEqual(['redPending', 1000])
})
