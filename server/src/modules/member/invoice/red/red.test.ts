import { CODE } from '@assoc/contract'
import { invoiceTicket } from '@assoc/contract/member/invoice'
import { invoiceApply } from '@assoc/contract/member/invoice-apply'
import { redConfirm } from '@assoc/contract/member/invoice-red'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../../test/harness'
import { invoiceWorld, wrongFields, type InvoiceWorld } from '../testing.repository'
import { expireReds, writeRed } from '.'

const HOUR_MS = 3_600_000

let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
afterEach(() => void (world.provider.fault = null))
afterAll(() => server.stop())

const blue = async (amount = 1000) => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, amount)
  return { member, paymentId, ...(await world.written(member, amount, [paymentId])) }
}
const ticket = (invoiceId: string) => server.ok(invoiceTicket.read, { invoiceId })
const read = (redId: string) => server.ok(redConfirm.read, { redId })
const refused = async (invoiceId: string, more: object) =>
  wrongFields(await server.call(redConfirm.insert, { invoiceId, redReason: 'allowance', redAmount: 1, usedFlag: false, initiator: 'seller', remark: null, ...more } as never, { as: world.lead }))
const carriedOut = async (redId: string) => {
  expect((await world.stepRed(redId, 'issueRed')).returnCode).toBe(CODE.ok)
  await writeRed(server.platform, redId)
}

test('unused: confirmed at once; a part of it frees that part, the rest of it makes the ticket red and its application over', async () => {
  const { applyId, invoiceId, invoiceNo, paymentId } = await blue()
  const part = await world.red(invoiceId, { redAmount: 300 })
  expect(await read(part)).toMatchObject({ confirmNo: expect.stringMatching(/^HZ\d{12}$/), redStatus: 'confirmed', blueNo: invoiceNo, blueAmount: 1000, confirmDeadline: null })
  expect((await ticket(invoiceId)).ticketStatus).toBe('redPending')
  await carriedOut(part)
  expect(await read(part)).toMatchObject({ redStatus: 'done', redNo: expect.stringMatching(/^\d{18}$/) })
  expect(await ticket(invoiceId)).toMatchObject({ ticketStatus: 'partRed', redAmount: 300 })
  expect(await world.takenOf(paymentId)).toBe(700)
  const rest = await world.red(invoiceId, { redReason: 'wrong', redAmount: 700 })
  await carriedOut(rest)
  expect(await ticket(invoiceId)).toMatchObject({ ticketStatus: 'red', redAmount: 1000 })
  expect((await server.ok(invoiceApply.read, { applyId })).invoiceStatus).toBe('reversed')
  expect(await world.takenOf(paymentId)).toBe(0)
  const redRow = (await server.ok(invoiceTicket.list, { keyword: (await read(rest)).redNo ?? '' })).items[0]
  expect(redRow).toMatchObject({ amount: -700, blueNo: invoiceNo, papers: [{}] })
  expect(await refused(redRow?.invoiceId ?? '', {})).toEqual(['invoiceId 红字票据不能再红冲'])
  expect(await refused(invoiceId, {})).toEqual(['invoiceId 该票据已全额红冲'])
})

test('what exceeds the ticket, a wrong one in part, a buyer who has not used it and a second open one are refused', async () => {
  const { invoiceId } = await blue()
  expect(await refused(invoiceId, { redAmount: 1001 })).toEqual(['redAmount 红冲金额不能超过尚未红冲的 10.00 元'])
  expect(await refused(invoiceId, { redReason: 'wrong', redAmount: 999 })).toEqual(['redAmount 开票有误须全额红冲，金额为 10.00 元'])
  expect(await refused(invoiceId, { initiator: 'buyer' })).toEqual(['initiator 购方已用途确认或入账时，才能由受票方发起'])
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call(redConfirm.insert, { invoiceId, redReason: 'allowance', redAmount: 1, usedFlag: false, initiator: 'seller', remark: null }, { as: world.lead })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await refused(invoiceId, {})).toEqual(['invoiceId 该票据已有办理中的红字确认单'])
})

test('used: the other side has 72 hours, then it is void and the ticket is what it was; refused and withdrawn as well', async () => {
  const { invoiceId } = await blue()
  await sql`update invoice set ticket_status = 'sent' where invoice_id = ${invoiceId}`.execute(server.platform.db)
  const redId = await world.red(invoiceId, { usedFlag: true, initiator: 'buyer' })
  const deadline = Date.parse((await read(redId)).confirmDeadline ?? '')
  expect(Math.abs(deadline - Date.now() - 72 * HOUR_MS)).toBeLessThan(60_000)
  expect((await world.stepRed(redId, 'issueRed')).returnCode).not.toBe(CODE.ok)
  expect((await world.stepRed(redId, 'expire')).returnCode).toBe(CODE.forbidden)
  expect(await expireReds(server.platform, new Date(Date.now() + 71 * HOUR_MS))).toBe(0)
  const later = new Date(Date.now() + 73 * HOUR_MS)
  expect((await Promise.all([expireReds(server.platform, later), expireReds(server.platform, later)])).reduce((a, b) => a + b)).toBe(1)
  expect([(await read(redId)).redStatus, (await ticket(invoiceId)).ticketStatus]).toEqual(['expired', 'sent'])
  const again = await world.red(invoiceId, { usedFlag: true })
  await world.stepRed(again, 'refuse', '对方不同意')
  expect([(await read(again)).redStatus, (await ticket(invoiceId)).ticketStatus]).toEqual(['refused', 'sent'])
  const third = await world.red(invoiceId, { usedFlag: true })
  await world.stepRed(third, 'confirm')
  await world.stepRed(third, 'withdraw', '填错')
  expect([(await read(third)).redStatus, (await ticket(invoiceId)).ticketStatus]).toEqual(['withdrawn', 'sent'])
})

test('a red ticket is written once, also after a run that died; control: without asking twice', async () => {
  const written = async (ask: boolean) => {
    const { invoiceId } = await blue()
    const redId = await world.red(invoiceId, { redReason: 'wrong', redAmount: 1000 })
    await world.stepRed(redId, 'issueRed')
    const { confirmNo } = await read(redId)
    world.provider.fault = { kind: 'silentAfter' }
    void writeRed(server.platform, redId, { ask })
    for (let i = 0; i < 100 && (await world.recordsOf(confirmNo)) === 0; i++) await new Promise((r) => setTimeout(r, 20))
    world.provider.fault = null
    await sql`update red_confirm set run_until = now() - interval '1 second' where red_id = ${redId}`.execute(server.platform.db)
    await writeRed(server.platform, redId, { ask })
    return { records: await world.recordsOf(confirmNo), status: (await read(redId)).redStatus, red: (await ticket(invoiceId)).redAmount }
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
  expect([(await ticket(invoiceId)).ticketStatus, await world.takenOf(paymentId)]).toEqual(['redPending', 1000])
})
