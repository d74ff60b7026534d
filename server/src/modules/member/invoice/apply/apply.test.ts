import { CODE } from '@assoc/contract'
import { invoiceApply, selectInvoiceable, updateInvoiceApply } from '@assoc/contract/member/invoice-apply'
import { payment, refundBalance } from '@assoc/contract/member/payment'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../../test/harness'
import { registration } from '../../fee/testing.repository'
import { invoiceWorld, wrongFields, type InvoiceWorld } from '../testing.repository'
import { judgeClaim } from './money'
import { setParts } from './money.repository'

let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
afterAll(() => server.stop())

const OTHER = { bizType: 'training', ticketType: 'normal', payIds: [], receivedDate: '2026-03-05', receivedAmount: 100_000, taxRate: 'six', itemName: '培训费' }
const refused = async (member: { memberId: string; headId: string }, amount: number, payIds: string[], more: object = {}) =>
  wrongFields(await server.call(invoiceApply.insert, world.form(member, amount, payIds, more) as never, { as: world.op }))

test('an application takes its payments oldest first; returned and withdrawn it gives them back', async () => {
  const member = await world.member()
  const [first, second] = [await world.paid(member.memberId, 300), await world.paid(member.memberId, 500)]
  const applyId = await world.ask(member, 400, [second, first])
  expect([await world.takenOf(first), await world.takenOf(second)]).toEqual([300, 100])
  expect(await server.ok(invoiceApply.read, { applyId })).toMatchObject({ applyNo: expect.stringMatching(/^KP\d{12}$/), title: member.name, taxNo: '91000000FCT0000145', invoiceStatus: 'pending', invoiceNo: null })
  expect((await server.ok(selectInvoiceable, { memberId: member.memberId }, { as: world.op })).payments).toMatchObject([{ paymentId: second, open: 400 }])
  expect((await world.step(applyId, 'reject', world.lead, '金额不对')).returnCode).toBe(CODE.ok)
  expect(await world.takenOf(first)).toBe(0)
  const { version } = await server.ok(invoiceApply.read, { applyId })
  await server.ok(updateInvoiceApply, { ...(world.form(member, 800, [first, second]) as object), applyId, version } as never, { as: world.op })
  expect((await world.step(applyId, 'submit', world.op)).returnCode).toBe(CODE.ok)
  expect([await world.takenOf(first), await world.takenOf(second)]).toEqual([300, 500])
  expect(await refused(member, 1, [first])).toEqual(['amount 开票金额不能超过所选缴费的可开票金额 0.00 元'])
  await world.step(applyId, 'withdraw', world.op)
  expect([await world.takenOf(first), await world.takenOf(second)]).toEqual([0, 0])
})

test('nobody passes her own application, nor one that she has handed in again for another', async () => {
  const member = await world.member()
  const applyId = await world.ask(member, 10, [await world.paid(member.memberId, 10)])
  expect(await world.step(applyId, 'pass', world.op)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '申请人不能审核自己的开票申请' })
  expect((await server.ok(invoiceApply.read, { applyId }, { as: world.op })).abilities).not.toContain('pass')
  await world.step(applyId, 'reject', world.lead, '重填')
  expect((await world.step(applyId, 'submit', world.lead)).returnCode).toBe(CODE.ok)
  expect((await world.step(applyId, 'pass', world.lead)).returnCode).toBe(CODE.forbidden)
  expect((await world.step(applyId, 'pass', world.op)).returnCode).toBe(CODE.ok)
  for (const verb of ['finish', 'fail', 'reverse']) expect((await world.step(applyId, verb)).returnCode).not.toBe(CODE.ok)
})

test('kinds and what they need are judged at their fields', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 1000)
  expect(await refused(member, 10, [paymentId], { ticketType: 'normal', taxRate: 'six' })).toEqual(['ticketType 会费只能开具社会团体会费统一票据', 'taxRate 会费票据不填税率'])
  expect(await refused(member, 10, [])).toEqual(['payIds 请选择对应的缴费'])
  expect(await refused(member, 10, [], { ...OTHER, ticketType: 'dues', receivedSerial: 'A' })).toEqual(['ticketType 社会团体会费统一票据只用于会费'])
  expect(await refused(member, 10, [], { ...OTHER, receivedDate: null, receivedAmount: null, taxRate: null })).toEqual(['taxRate 数电发票须选择税率', 'receivedSerial 请填写到账流水号', 'receivedDate 请填写到账日期', 'receivedAmount 请填写到账金额'])
  expect(await refused(member, 10, [], { ...OTHER, ticketType: 'special', taxRate: 'free', receivedSerial: 'A' })).toEqual(['taxRate 免税项目不能开具增值税专用发票'])
  expect(await refused(member, 1001, [paymentId])).toEqual(['amount 开票金额不能超过所选缴费的可开票金额 10.00 元'])
  const pending = await world.fee.register(member.memberId, 10)
  expect(await refused(member, 10, [pending])).toEqual(['payIds 只能选择该会员已核销的缴费；余额抵扣的款项在原缴费上开票'])
  const stranger = await world.member()
  expect(await refused({ ...member, headId: stranger.headId }, 10, [paymentId])).toEqual(['headId 请选择该会员的发票抬头'])
})

test('a special invoice goes to the company itself, with all that it needs', async () => {
  const member = await world.member()
  const special = { ...OTHER, ticketType: 'special', receivedSerial: 'SP1' }
  const other = await world.head(member.memberId, '别名有限公司', { isDefault: false })
  expect(await refused({ ...member, headId: other }, 10, [], special)).toEqual(['headId 增值税专用发票的抬头须与公司全称一致'])
  const person = await world.head(member.memberId, '甄个人', { isDefault: false, headType: 'other', taxNo: null })
  expect(await refused({ ...member, headId: person }, 10, [], special)).toEqual(['headId 增值税专用发票的抬头须为企业单位'])
  const bare = await world.head(member.memberId, member.name, { isDefault: false, taxNo: '91000000FCT0000220', bankAccount: null, regPhone: null })
  expect(await refused({ ...member, headId: bare }, 10, [], special)).toEqual(['headId 增值税专用发票的抬头还缺银行账号、注册电话'])
  await world.ask(member, 10, [], special)
})

test('one bank serial is written up to what came, whoever asks; one of dues is not taken', async () => {
  const [a, b] = [await world.member(), await world.member()]
  const serial = { ...OTHER, receivedSerial: 'BANK1' }
  const first = await world.ask(a, 60_000, [], serial)
  expect(await refused(b, 40_001, [], serial)).toEqual(['amount 开票金额不能超过该笔到账的可开票金额 400.00 元'])
  expect(await refused(b, 1, [], { ...serial, receivedAmount: 200_000 })).toEqual(['receivedAmount 该流水号此前登记的到账金额为 1,000.00 元'])
  await world.step(first, 'withdraw', world.op)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => server.call(invoiceApply.insert, world.form(i % 2 ? a : b, 10_000, [], serial) as never, { as: world.op })))
  expect(answers.filter((x) => x.returnCode === CODE.ok)).toHaveLength(10)
  await world.fee.settle(await world.fee.register(a.memberId, 5, { bankSerial: 'DUES1' }))
  expect((await refused(a, 1, [], { ...OTHER, receivedSerial: 'DUES1' }))[0]).toMatch(/^receivedSerial 该流水号已登记为会费缴费 JF/)
})

test('money that was given back out of the balance bears no ticket any more', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 1000)
  await server.ok(refundBalance, { memberId: member.memberId, amount: 400, reason: '多缴退回' })
  expect(await refused(member, 700, [paymentId])).toEqual(['amount 该会员有余额退款，现在最多可开票 6.00 元'])
  await world.ask(member, 600, [paymentId])
  const refund = await server.call(refundBalance, { memberId: member.memberId, amount: 1, reason: '再退一分' })
  expect(refund).toMatchObject({ data: { fields: [{ path: 'amount', message: '余额中有已开票或正在申请开票的部分，最多可退 0.00 元，请先红冲或撤回申请' }] } })
})

test('a payment keeps its voucher, for whoever may read the payment', async () => {
  const memberId = await world.fee.member()
  const { data: file } = await server.upload(uploadFile, { purpose: 'payment.voucher' }, { name: '回单.pdf', bytes: Buffer.from('%PDF-1.7 x') }, world.fee.clerk)
  const { paymentId } = await server.ok(payment.insert, { ...registration(memberId, 100), voucher: [file as never] }, { as: world.fee.clerk })
  expect((await server.ok(payment.read, { paymentId }, { as: world.op })).voucher).toEqual([{ fileId: expect.any(String), fileName: '回单.pdf', fileSize: 10 }])
  const bare = await world.fee.register(memberId, 100)
  expect((await server.ok(payment.read, { paymentId: bare })).voucher).toEqual([])
  expect((await server.upload(uploadFile, { purpose: 'payment.voucher' }, { name: '回单.docx', bytes: Buffer.from('PK') }, world.fee.clerk)).returnCode).toBe(CODE.input)
})

test('a payment that a ticket is asked for is not reversed', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 100)
  const applyId = await world.ask(member, 50, [paymentId])
  const reverse = async () => server.call(payment.change, { paymentId, version: (await server.ok(payment.read, { paymentId })).version, verb: 'reverse', reason: '登记错误' })
  expect((await reverse()).returnMessage).toMatch(/^此笔缴费有办理中的开票申请 KP\d+，请先驳回或撤回$/)
  await world.step(applyId, 'withdraw', world.op)
  expect((await reverse()).returnCode).toBe(CODE.ok)
})

test('fifty applications at once on one payment never exceed it; control: without the lock they do', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 1000)
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.call(invoiceApply.insert, world.form(member, 100, [paymentId]) as never, { as: world.op })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(10)
  expect(await world.takenOf(paymentId)).toBe(1000)

  const { db } = server.platform
  const other = await world.paid(member.memberId, 1000)
  const ids = (await sql<{ id: string }>`select apply_id as id from invoice_apply where member_id = ${member.memberId} order by apply_id limit 2`.execute(db)).rows.map((r) => r.id)
  const claim = { applyId: null, memberId: member.memberId, amount: 900, payIds: [other], serial: null, received: null }
  let judged = 0
  await Promise.all(
    ids.map((applyId) =>
      db.transaction().execute(async (tx) => {
        const parts = await judgeClaim({ db: tx }, claim, async () => undefined)
        judged += 1
        while (judged < 2) await new Promise((r) => setTimeout(r, 5))
        await sql`insert into invoice_payment (apply_id, payment_id, amount) values (${applyId}, ${other}, ${parts[0]?.amount})`.execute(tx)
      }),
    ),
  )
  expect(await world.takenOf(other)).toBe(1800)
  await sql`delete from invoice_payment where payment_id = ${other}`.execute(db)
  const locked = await Promise.allSettled(ids.map((applyId) => db.transaction().execute(async (tx) => sql`insert into invoice_payment (apply_id, payment_id, amount) values (${applyId}, ${other}, ${(await judgeClaim({ db: tx }, claim))[0]?.amount})`.execute(tx))))
  expect(locked.filter((r) => r.status === 'rejected')).toHaveLength(1)
  for (const applyId of ids) await setParts(db, applyId, [])
})
