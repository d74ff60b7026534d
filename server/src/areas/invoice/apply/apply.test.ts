import { CODE } from '@assoc/contract'
import { invoiceApply, selectInvoiceable, updateInvoiceApply } from '@assoc/contract/invoice/apply'
import { claimSuspense, importStatement, suspense } from '@assoc/contract/fee/bank'
import { confirmBatch, selectBatchLines } from '@assoc/contract/fee/bank-statement'
import { balanceRequest } from '@assoc/contract/fee/balance'
import { payment, refundBalance } from '@assoc/contract/fee/payment'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import type { Action } from '../../../platform/resource/definition'
import { csv } from '../../fee/bank/testing'
import { refund } from '../../fee/ledger.service'
import { registration } from '../../fee/testing.repository'
import { invoiceWorld, wrongFields, type InvoiceWorld } from '../testing.repository'
import { validateClaim } from './money'
import { bankMoney, setParts, standingOnSerial } from './money.repository'

let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
afterAll(() => server.stop())

/** Money that has gone back out of a balance, whatever was asked for before. */
const givenBack = (memberId: string, amount: number) =>
  server.platform.db.transaction().execute((tx) => refund({ db: tx, principal: { userId: world.lead.userId }, input: {}, audit: () => undefined } as unknown as Action, memberId, amount, '多缴退回'))
const invoicedOf = async (paymentId: string) => (await sql<{ n: number }>`select invoiced_amount::float8 as n from payment where payment_id = ${paymentId}`.execute(server.platform.db)).rows[0]?.n
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

test('nobody passes an application of their own, nor one that they handed in again for another; who asked first still does not', async () => {
  const member = await world.member()
  const applyId = await world.ask(member, 10, [await world.paid(member.memberId, 10)])
  expect(await world.step(applyId, 'pass', world.op)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“审核通过”须由其他人办理' })
  expect((await server.ok(invoiceApply.read, { applyId }, { as: world.op })).abilities).not.toContain('pass')
  await world.step(applyId, 'reject', world.lead, '重填')
  expect((await world.step(applyId, 'submit', world.lead)).returnCode).toBe(CODE.ok)
  expect((await world.step(applyId, 'pass', world.lead)).returnCode).toBe(CODE.forbidden)
  expect((await world.step(applyId, 'pass', world.op)).returnCode).toBe(CODE.forbidden)
  const third = await server.person({ permits: ['invoice:apply:read', 'invoice:apply:audit'], scopes: { invoice: 'all' } })
  expect((await world.step(applyId, 'pass', third)).returnCode).toBe(CODE.ok)
  for (const verb of ['finish', 'fail', 'reverse']) expect((await world.step(applyId, verb)).returnCode).not.toBe(CODE.ok)
})

test('kinds and what they need are checked at their fields', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 1000)
  expect(await refused(member, 10, [paymentId], { ticketType: 'normal', taxRate: 'six' })).toEqual(['ticketType 会费只能开具社会团体会费统一票据'])
  expect(await refused(member, 10, [])).toEqual(['payIds 请选择对应的缴费'])
  // What was typed before the choice fell on dues is not kept.
  const kept = await server.ok(invoiceApply.read, { applyId: await world.ask(member, 10, [await world.paid(member.memberId, 10)], { taxRate: 'six', receivedSerial: 'TYPED', receivedAmount: 5 }) })
  expect(kept).toMatchObject({ taxRate: null, receivedSerial: null, receivedAmount: null })
  expect(await refused(member, 10, [], { ...OTHER, ticketType: 'dues', receivedSerial: 'A' })).toEqual(['ticketType 社会团体会费统一票据只用于会费'])
  expect(await refused(member, 10, [], { ...OTHER, receivedDate: null, receivedAmount: null, taxRate: null })).toEqual(['taxRate 数电发票须选择税率', 'receivedSerial 请填写到账流水号', 'receivedDate 请选择到账日期', 'receivedAmount 请填写到账金额'])
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

test('money that the bank statements know must agree with them; what they do not know stands unchecked', async () => {
  const { db } = server.platform
  const member = await world.member()
  const line = async (serial: string, amount: number, suspense: { status: string; business?: string } | null) => {
    const { rows } = await sql<{ id: string }>`insert into bank_line (account, serial_no, trade_time, payer_name, amount) values ('1', ${serial}, '2026-03-01', '甄样', ${amount}) returning line_id as id`.execute(db)
    if (suspense) await sql`insert into suspense_item (line_id, amount, serial_no, payer_name, trade_time, suspense_status, business_type) values (${rows[0]?.id}, ${amount}, ${serial}, '甄样', '2026-03-01', ${suspense.status}, ${suspense.business ?? null})`.execute(db)
  }
  await line('WAIT1', 100_000, { status: 'open' })
  await line('BACK1', 100_000, { status: 'returned' })
  await line('MEET1', 100_000, { status: 'other', business: 'meeting' })
  await line('TRAIN1', 90_000, { status: 'other', business: 'training' })
  await line('REST1', 100_000, { status: 'other', business: 'material' })
  const wrong = (receivedSerial: string) => refused(member, 10, [], { ...OTHER, receivedSerial })
  expect(await wrong('WAIT1')).toEqual(['receivedSerial 银行流水中该笔到账尚未认定，请先在「待认领款项」中记为其他业务'])
  expect(await wrong('BACK1')).toEqual(['receivedSerial 银行流水中该笔到账已退回'])
  expect(await wrong('MEET1')).toEqual(['receivedSerial 该笔到账已记为会议费，与业务类型不符'])
  expect(await wrong('TRAIN1')).toEqual(['receivedAmount 银行流水中该笔到账为 900.00 元'])
  const checkOf = async (applyId: string) => (await server.ok(invoiceApply.read, { applyId })).bankCheck
  expect(await checkOf(await world.ask(member, 10, [], { ...OTHER, receivedSerial: 'TRAIN1', receivedAmount: 90_000 }))).toBe('checked')
  expect(await checkOf(await world.ask(member, 10, [], { ...OTHER, receivedSerial: 'REST1' }))).toBe('checked')
  const unknown = await world.ask(member, 10, [], { ...OTHER, receivedSerial: 'LATER1' })
  expect(await checkOf(unknown)).toBe('unchecked')
  expect(await checkOf(await world.ask(member, 10, [await world.paid(member.memberId, 10)]))).toBeNull()
  // The statement that comes later is believed.
  await line('LATER1', 99, { status: 'other', business: 'training' })
  expect(await checkOf(unknown)).toBe('differs')
})

/** Money of a line that is booked as other business. */
async function otherMoney(serial: string, amount = 100_000): Promise<string> {
  const { db } = server.platform
  const { rows } = await sql<{ id: string }>`with l as (insert into bank_line (account, serial_no, trade_time, payer_name, amount) values ('1', ${serial}, '2026-03-01', '甄样', ${amount}) returning line_id)
    insert into suspense_item (line_id, amount, serial_no, payer_name, trade_time, suspense_status, business_type) select line_id, ${amount}, ${serial}, '甄样', '2026-03-01', 'other', 'training' from l returning suspense_id as id`.execute(db)
  return rows[0]?.id ?? ''
}
const undo = (suspenseId: string) => server.call(suspense.change, { suspenseId, version: 1, verb: 'undoOther', reason: '记错了业务' }, { as: world.fee.clerk })

test('other business for whose money an invoice is asked for or written stays one, until the application is withdrawn', async () => {
  const member = await world.member()
  const [asked, wrote] = [await otherMoney('UNDO1'), await otherMoney('UNDO2')]
  const applyId = await world.ask(member, 60_000, [], { ...OTHER, receivedSerial: 'UNDO1' })
  expect(await undo(asked)).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringMatching(/^此笔到账有办理中的开票申请 KP\d{12}，请先驳回或撤回$/) as string })
  await world.step(applyId, 'withdraw', world.op)
  expect((await undo(asked)).returnCode).toBe(CODE.ok)
  const { invoiceNo } = await world.written(member, 60_000, [], { ...OTHER, receivedSerial: 'UNDO2' })
  expect(await undo(wrote)).toMatchObject({ returnCode: CODE.inUse, returnMessage: `此笔到账已开具票据 ${invoiceNo}，请先红冲` })
})

test('an invoice that was asked for before the statement came keeps its money from going back and from becoming dues', async () => {
  const member = await world.member()
  const applyId = await world.ask(member, 60_000, [], { ...OTHER, receivedSerial: 'EARLY1' })
  const suspenseId = await otherMoney('EARLY1')
  await sql`update suspense_item set suspense_status = 'open', business_type = null where suspense_id = ${suspenseId}`.execute(server.platform.db)
  const giveBack = () => server.call(suspense.change, { suspenseId, version: 1, verb: 'giveBack', reason: '付款人要求退回' }, { as: world.fee.clerk })
  const claim = () => server.call(claimSuspense, { suspenseId, version: 1, memberId: member.memberId, reason: '会员来函' }, { as: world.fee.clerk })
  for (const answer of [await giveBack(), await claim()]) expect(answer).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringMatching(/^此笔到账有办理中的开票申请 KP\d{12}，请先驳回或撤回$/) as string })
  await world.step(applyId, 'withdraw', world.op)
  expect((await claim()).returnCode).toBe(CODE.ok)
})

test('a statement does not book as dues what bears an invoice of other business, asked for before it was read or before it was confirmed', async () => {
  const member = await world.member()
  const line = (serial: string) => `0000111,${serial},2026-03-05 09:30:00,${member.name},1000,`
  const ask = (receivedSerial: string) => world.ask(member, 60_000, [], { ...OTHER, receivedSerial })
  await ask('AUTO1')
  const { batchId = '' } = (await server.upload(importStatement, {}, csv(line('AUTO1'), line('AUTO2'), line('AUTO3')), world.fee.clerk)).data ?? {}
  const { items } = await server.ok(selectBatchLines, { batchId }, { as: world.fee.clerk })
  expect(items.map((l) => [l.serialNo, l.plan, l.reason])).toEqual([['AUTO1', 'suspense', 'ticket'], ['AUTO2', 'dues', 'name'], ['AUTO3', 'dues', 'name']])
  await ask('AUTO2')
  expect(await server.ok(confirmBatch, { batchId }, { as: world.fee.clerk })).toMatchObject({ added: 3, matched: 1, suspense: 2 })
  expect((await server.ok(payment.list, { memberId: member.memberId })).items.map((p) => p.bankSerial)).toEqual(['AUTO3'])
})

test('asked for and taken back at once, one of both is done; of two that only look, both', async () => {
  const { db } = server.platform
  const member = await world.member()
  for (let i = 0; i < 8; i++) {
    const serial = `BOTH${i}`
    const suspenseId = await otherMoney(serial)
    const answers = await Promise.all([server.call(invoiceApply.insert, world.form(member, 10, [], { ...OTHER, receivedSerial: serial }) as never, { as: world.op }), undo(suspenseId)])
    expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  }
  await otherMoney('LOOK')
  let looked = 0
  const look = (free: () => Promise<boolean>) => async () => {
    const seen = await free()
    looked += 1
    while (looked < 2) await new Promise((done) => setTimeout(done, 5))
    return seen
  }
  const other = look(async () => (await bankMoney(db, 'LOOK')).some((l) => l.suspense === 'other'))
  const nothing = look(async () => (await standingOnSerial(db, 'LOOK', 100_000)).length === 0)
  expect(await Promise.all([other(), nothing()])).toEqual([true, true])
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

test('money that was given back out of the balance bears no invoice any more', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 1000)
  const refunded = (amount: number) => server.call(refundBalance, { memberId: member.memberId, amount, payeeName: '子虚付款', payeeBank: '子虚银行', payeeAccount: '0000123400005678', reason: '多缴退回' }, { as: world.fee.clerk })
  const { requestId } = (await refunded(400)).data
  await server.ok(balanceRequest.change, { requestId, version: 1, verb: 'release' }, { as: world.fee.head })
  expect(await refused(member, 700, [paymentId])).toEqual(['amount 该会员有余额退款，现在最多可开票 6.00 元'])
  await world.ask(member, 600, [paymentId])
  expect(await refunded(1)).toMatchObject({ data: { fields: [{ path: 'amount', message: '余额中有已开票或正在申请开票的部分，最多可退 0.00 元，请先红冲或撤回申请' }] } })
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

test('a payment that an invoice is asked for is not reversed', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 100)
  const applyId = await world.ask(member, 50, [paymentId])
  const reverse = async () => server.call(payment.change, { paymentId, version: (await server.ok(payment.read, { paymentId })).version, verb: 'reverse', reason: '登记错误' })
  expect((await reverse()).returnMessage).toMatch(/^此笔缴费有办理中的开票申请 KP\d+，请先驳回或撤回$/)
  await world.step(applyId, 'withdraw', world.op)
  expect((await reverse()).returnCode).toBe(CODE.ok)
})

test('fifty applications at once on one payment never exceed it; control: without the lock two of them find room, and the database refuses the second', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 1000)
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.call(invoiceApply.insert, world.form(member, 100, [paymentId]) as never, { as: world.op })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(10)
  expect([await world.takenOf(paymentId), await invoicedOf(paymentId)]).toEqual([1000, 1000])

  const { db } = server.platform
  const other = await world.paid(member.memberId, 1000)
  const ids = (await sql<{ id: string }>`select apply_id as id from invoice_apply where member_id = ${member.memberId} order by apply_id limit 2`.execute(db)).rows.map((r) => r.id)
  const claim = { applyId: null, memberId: member.memberId, amount: 900, payIds: [other], serial: null, bizType: 'dues', received: null }
  let validated = 0
  const unlocked = await Promise.allSettled(
    ids.map((applyId) =>
      db.transaction().execute(async (tx) => {
        const parts = await validateClaim({ db: tx }, claim, async () => undefined)
        validated += 1
        while (validated < 2) await new Promise((r) => setTimeout(r, 5))
        await setParts(tx, applyId, parts)
      }),
    ),
  )
  expect([validated, ...unlocked.map((r) => (r.status === 'rejected' ? (r.reason as { constraint?: string }).constraint : 'written')).sort()]).toEqual([2, 'payment_invoiced_within', 'written'])
  expect([await world.takenOf(other), await invoicedOf(other)]).toEqual([900, 900])
  await sql`delete from invoice_payment where payment_id = ${other}`.execute(db)
  expect(await invoicedOf(other)).toBe(0)
  const locked = await Promise.allSettled(ids.map((applyId) => db.transaction().execute(async (tx) => setParts(tx, applyId, await validateClaim({ db: tx }, claim)))))
  expect(locked.map((r) => (r.status === 'rejected' ? (r.reason as { constraint?: string }).constraint : 'written')).sort()).toEqual([undefined, 'written'].sort())
  for (const applyId of ids) await setParts(db, applyId, [])
})

test('what was refunded stands on the payment that brought it, and no other bears less for it', async () => {
  const member = await world.member()
  await world.fee.bill(member.memberId, 2025, 500)
  const deposit = await world.paid(member.memberId, 1500)
  await world.fee.bill(member.memberId, 2026, 700)
  const onBill = await world.paid(member.memberId, 700)
  await givenBack(member.memberId, 1000)
  expect((await server.ok(selectInvoiceable, { memberId: member.memberId }, { as: world.op })).payments).toMatchObject([{ paymentId: deposit, open: 500 }, { paymentId: onBill, open: 700 }])
  await world.ask(member, 1200, [deposit, onBill])
})

test('a payment is not reversed where that would leave an invoice on money that went back; the invoice gone, it is', async () => {
  const member = await world.member()
  const [first, second] = [await world.paid(member.memberId, 1000), await world.paid(member.memberId, 1000)]
  await givenBack(member.memberId, 1000)
  const applyId = await world.ask(member, 1000, [first])
  const reverse = async () => server.call(payment.change, { paymentId: second, version: (await server.ok(payment.read, { paymentId: second })).version, verb: 'reverse', reason: '登记错误' })
  expect(await reverse()).toMatchObject({ returnCode: CODE.inUse, returnMessage: '此笔缴费有 10.00 元 已从余额退还或转出，而该会员的其他缴费已开票或正在申请开票，请先红冲或撤回申请' })
  await world.step(applyId, 'withdraw', world.op)
  expect((await reverse()).returnCode).toBe(CODE.ok)
  expect(await refused(member, 1, [first])).toEqual(['amount 该会员有余额退款，现在最多可开票 0.00 元'])
})
