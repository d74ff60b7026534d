import { CODE } from '@assoc/contract'
import { today, yearNow } from '@assoc/contract/core/day'
import { invoiceResource, sumInvoices } from '@assoc/contract/invoice/invoice'
import { invoiceApply } from '@assoc/contract/invoice/apply'
import { redConfirm } from '@assoc/contract/invoice/credit-note'
import { payment } from '@assoc/contract/fee/payment'
import { downloadFile, uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { differences } from '../../fee/balance/check.repository'
import { invoiceWorld, wrongFields, type InvoiceWorld } from '../testing.repository'

let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
beforeEach(() => choose(0))
afterAll(() => server.stop())

/** Sets the parameter: 0 registered by hand, 1 asked of the provider. */
const choose = (way: 0 | 1) => sql`update setting set value = ${String(way)}::jsonb where key = 'param/invoice.issueWay'`.execute(server.platform.db)
let counter = 0
const receipt = () => `51990026${String(++counter).padStart(10, '0')}`
const invoiceNo = () => `2699${String(++counter).padStart(16, '0')}`
const paper = async (name = '票据.pdf', as: Session = world.lead, bytes = Buffer.from('%PDF-1.7 sample')) => {
  const { data, returnMessage } = await server.upload(uploadFile, { purpose: 'invoice.papers' }, { name, bytes }, as)
  if (!data) throw new Error(returnMessage)
  return data
}
type Given = { applyId?: string; redId?: string; invoiceNo: string; issueDate?: string; papers?: unknown[] }
const register = async (given: Given, as: Session = world.lead) => server.call(invoiceResource.insert, { applyId: null, redId: null, issueDate: today(), ...given, papers: given.papers ?? [await paper('票据.pdf', as)] } as never, { as })
const OTHER = { bizType: 'training', ticketType: 'normal', receivedDate: '2026-03-01', receivedAmount: 10_600, taxRate: 'six', itemName: '培训费' }
/** An application that waits for its invoice. */
const waiting = async (amount = 10_600, more: object = {}, member?: Awaited<ReturnType<InvoiceWorld['member']>>) => {
  const m = member ?? (await world.member())
  const applyId = await world.ask(m, amount, 'bizType' in more ? [] : [await world.paid(m.memberId, amount)], 'bizType' in more ? { receivedSerial: `HAND${++counter}`, ...more } : more)
  expect((await world.step(applyId, 'pass')).returnCode).toBe(CODE.ok)
  return applyId
}
const blueOf = async (applyId: string) => (await sql<{ id: string }>`select invoice_id as id from invoice where apply_id = ${applyId} and blue_id is null`.execute(server.platform.db)).rows.map((r) => r.id)
const audits = async (id: string) => (await sql<{ verb: string }>`select verb from audit_log where record_type = 'invoice' and record_id = ${id} order by audit_id`.execute(server.platform.db)).rows.map((r) => r.verb)

test('an invoice that was written elsewhere enters the ledger like an issued one: number, day, files, tax, status and log', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 10_600)
  const applyId = await world.ask(member, 10_600, [paymentId])
  await world.step(applyId, 'pass')
  const no = receipt()
  const papers = [await paper('会费票据.pdf'), await paper('会费票据.ofd', world.lead, Buffer.from([0x50, 0x4b, 3, 4, 0]))]
  const answer = await register({ applyId, invoiceNo: no, papers })
  expect(answer.returnCode).toBe(CODE.ok)
  const issued = await server.ok(invoiceResource.read, { invoiceId: (answer.data as { invoiceId: string }).invoiceId })
  expect(issued).toMatchObject({ applyId, invoiceNo: no, issueDate: today(), issueWay: 'manual', amount: 10_600, taxAmount: 0, redAmount: 0, title: member.name, ticketStatus: 'issued', blueNo: null, papers: [{ fileName: '会费票据.pdf' }, { fileName: '会费票据.ofd' }] })
  expect(await server.ok(invoiceApply.read, { applyId })).toMatchObject({ invoiceStatus: 'issued', invoiceNo: no })
  expect(await audits(issued.invoiceId)).toEqual(['insert'])
  // It counts: the payment bears it, and is not reversed under it.
  expect(await world.takenOf(paymentId)).toBe(10_600)
  const { version } = await server.ok(payment.read, { paymentId })
  expect(await server.call(payment.change, { paymentId, version, verb: 'reverse', reason: '错' })).toMatchObject({ returnMessage: `此笔缴费已开具票据 ${no}，请先红冲后再冲正` })
  // Who may read the invoice may read its file.
  const file = await server.raw(`/capcoapi${downloadFile.path}`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' }, body: JSON.stringify({ fileId: issued.papers[0]?.fileId }) })
  expect(Buffer.from(await file.arrayBuffer()).subarray(0, 5).toString()).toBe('%PDF-')
  const training = await waiting(10_600, OTHER)
  expect((await register({ applyId: training, invoiceNo: invoiceNo() })).returnCode).toBe(CODE.ok)
  const [invoiceId = ''] = await blueOf(training)
  expect(await server.ok(invoiceResource.read, { invoiceId })).toMatchObject({ taxAmount: 600, ticketType: 'normal' })
  expect(await server.ok(invoiceApply.read, { applyId: training })).toMatchObject({ taxAmount: 600, byHand: true })
  expect(await sql`select 1 from notification where user_id = ${world.op.userId} and title like '已开票%'`.execute(server.platform.db)).toMatchObject({ rows: [{}, {}] })
})

test('the tax that the form tells is the tax that the ledger gets, to the 分', async () => {
  const member = await world.member()
  for (const [amount, taxRate, tax] of [[500_000, 'six', 28_302], [1234, 'three', 36], [99, 'one', 1], [777, 'free', 0]] as const) {
    const applyId = await waiting(amount, { ...OTHER, receivedAmount: amount, taxRate }, member)
    expect((await server.ok(invoiceApply.read, { applyId })).taxAmount).toBe(tax)
    await register({ applyId, invoiceNo: invoiceNo() })
    const [invoiceId = ''] = await blueOf(applyId)
    expect((await server.ok(invoiceResource.read, { invoiceId })).taxAmount).toBe(tax)
  }
})

test('number, day and files are checked, each at its field', async () => {
  const applyId = await waiting()
  const wrong = async (given: Omit<Given, 'applyId'>) => wrongFields(await register({ applyId, ...given }))
  expect(await wrong({ invoiceNo: invoiceNo() })).toEqual(['invoiceNo 会费票据填 18 位数字：8 位票据代码加 10 位票据号码'])
  expect(await wrong({ invoiceNo: receipt(), issueDate: `${yearNow() + 1}-01-01` })).toEqual(['issueDate 开票日期不能晚于今天'])
  expect(await wrong({ invoiceNo: 'X', issueDate: '2020-01-01' })).toEqual(['invoiceNo 会费票据填 18 位数字：8 位票据代码加 10 位票据号码', `issueDate 开票日期不能早于申请日期 ${today()}`])
  expect(await wrong({ invoiceNo: receipt(), papers: [] })).toEqual(['papers 请上传票据文件'])
  const other = await waiting(10_600, OTHER)
  expect(wrongFields(await register({ applyId: other, invoiceNo: receipt() }))).toEqual(['invoiceNo 数电发票号码为 20 位数字'])
  expect(wrongFields(await register({ invoiceNo: receipt() }))).toEqual(['applyId 请选择一份开票申请或一份红字确认单'])
  const no = receipt()
  expect((await register({ applyId, invoiceNo: no })).returnCode).toBe(CODE.ok)
  expect(wrongFields(await register({ applyId, invoiceNo: receipt() }))).toEqual(['applyId 该申请不在待开票状态，请刷新后再试'])
  const next = await waiting()
  expect(wrongFields(await register({ applyId: next, invoiceNo: no }))).toEqual(['invoiceNo 该票据号码已在台账中'])
  // Somebody else's upload is not theirs to register.
  expect(wrongFields(await register({ applyId: next, invoiceNo: receipt(), papers: [await paper('别人.pdf', server.admin)] }))).toEqual(['papers 文件已失效，请重新上传'])
  expect((await server.upload(uploadFile, { purpose: 'invoice.papers' }, { name: '票据.docx', bytes: Buffer.from([0x50, 0x4b, 3, 4]) }, world.lead)).returnCode).toBe(CODE.input)
  expect(await blueOf(next)).toEqual([])
})

test('the setting says which way is open: by hand nothing is asked of the provider, and the other way round', async () => {
  const applyId = await waiting()
  expect((await server.ok(invoiceApply.read, { applyId }, { as: world.lead })).abilities).not.toContain('issue')
  expect((await world.step(applyId, 'issue')).returnMessage).toMatch(/^当前为手工登记/)
  expect(await world.recordsOf((await server.ok(invoiceApply.read, { applyId })).applyNo)).toBe(0)
  await choose(1)
  expect((await server.ok(invoiceApply.read, { applyId }, { as: world.lead })).abilities).toContain('issue')
  expect((await register({ applyId, invoiceNo: receipt() })).returnMessage).toMatch(/^当前为接口开具/)
  // A person never takes the step that follows from the invoice.
  expect((await world.step(applyId, 'register')).returnCode).toBe(CODE.forbidden)
  const reader = await server.person({ permits: ['invoice:ticket:read', 'invoice:apply:read'], scopes: { invoice: 'all' } })
  expect((await server.call(invoiceResource.insert, { applyId, redId: null, invoiceNo: receipt(), issueDate: today(), papers: [await paper()] } as never, { as: reader })).returnCode).toBe(CODE.forbidden)
})

test('an installation that has chosen nothing registers by hand', async () => {
  const { db } = server.platform
  const applyId = await waiting()
  await sql`delete from setting where key = 'param/invoice.issueWay'`.execute(db)
  expect((await server.ok(invoiceApply.read, { applyId })).byHand).toBe(true)
  await sql`insert into setting (key, value) values ('param/invoice.issueWay', '0')`.execute(db)
})

test('a credit note that was written elsewhere sets the blue one right: dues after a second person, an invoice once it is confirmed', async () => {
  const member = await world.member()
  const paymentId = await world.paid(member.memberId, 8000)
  const applyId = await world.ask(member, 8000, [paymentId])
  await world.step(applyId, 'pass')
  await register({ applyId, invoiceNo: receipt() })
  const [blue = ''] = await blueOf(applyId)
  const part = await world.red(blue, { redAmount: 3000 })
  expect(wrongFields(await register({ redId: part, invoiceNo: receipt() }))).toEqual(['redId 该红字确认单不在已确认状态，请刷新后再试'])
  const { version } = await server.ok(redConfirm.read, { redId: part })
  expect((await server.call(redConfirm.change, { redId: part, version, verb: 'agree' }, { as: world.op })).returnMessage).toBe('您登记或修改过此记录，“复核通过”须由其他人办理')
  expect((await world.stepCreditNote(part, 'approve')).returnMessage).toMatch(/^当前为手工登记/)
  expect((await world.stepCreditNote(part, 'agree')).returnCode).toBe(CODE.ok)
  expect(wrongFields(await register({ redId: part, invoiceNo: invoiceNo() }))).toEqual(['invoiceNo 会费票据填 18 位数字：8 位票据代码加 10 位票据号码'])
  const no = receipt()
  expect((await register({ redId: part, invoiceNo: no })).returnCode).toBe(CODE.ok)
  expect(await server.ok(redConfirm.read, { redId: part })).toMatchObject({ redStatus: 'done', redNo: no })
  expect(await server.ok(invoiceResource.read, { invoiceId: blue })).toMatchObject({ redAmount: 3000, ticketStatus: 'partRed' })
  expect(await world.takenOf(paymentId)).toBe(5000)
  const rest = await world.red(blue, { redReason: 'wrong', redAmount: 5000 })
  await world.stepCreditNote(rest, 'agree')
  // Who may not handle credit notes does not register one, whatever else they may write.
  const writer = await server.person({ permits: ['invoice:ticket:read', 'invoice:ticket:issue', 'invoice:red:read', 'invoice:apply:read'], scopes: { invoice: 'all' } })
  expect(await register({ redId: rest, invoiceNo: receipt() }, writer)).toMatchObject({ returnCode: CODE.forbidden })
  expect((await register({ redId: rest, invoiceNo: receipt() })).returnCode).toBe(CODE.ok)
  expect(await server.ok(invoiceApply.read, { applyId })).toMatchObject({ invoiceStatus: 'reversed' })
  expect(await world.takenOf(paymentId)).toBe(0)

  const training = await waiting(10_600, OTHER)
  await register({ applyId: training, invoiceNo: invoiceNo() })
  const [sale = ''] = await blueOf(training)
  const back = await world.red(sale, { redReason: 'returned', redAmount: 5300 })
  expect((await world.stepCreditNote(back, 'issueRed')).returnMessage).toMatch(/^当前为手工登记/)
  expect((await register({ redId: back, invoiceNo: invoiceNo() })).returnCode).toBe(CODE.ok)
  const reds = await server.ok(invoiceResource.list, { keyword: member.name, page: 1, pageSize: 20 } as never)
  expect(reds.items.filter((t) => t.blueNo).map((t) => t.amount).sort()).toEqual([-3000, -5000])
  const { rows } = await sql<{ amount: number; tax: number; way: string }>`select amount::float8 as amount, tax_amount::float8 as tax, issue_way as way from invoice where red_id = ${back}`.execute(server.platform.db)
  expect(rows).toEqual([{ amount: -5300, tax: -300, way: 'manual' }])
})

test('what the ledger comes to is told of the filter alone, within the scope', async () => {
  const member = await world.member()
  const applyId = await waiting(10_600, OTHER, member)
  await register({ applyId, invoiceNo: invoiceNo() })
  const [blue = ''] = await blueOf(applyId)
  const red = await world.red(blue, { redReason: 'returned', redAmount: 5300 })
  await register({ redId: red, invoiceNo: invoiceNo() })
  expect(await server.ok(sumInvoices, { memberId: member.memberId }, { as: world.op })).toEqual({ count: 2, amount: 5300, taxAmount: 300 })
  expect(await server.ok(sumInvoices, { keyword: member.name, ticketStatus: ['partRed'], issueWay: 'manual', bizType: 'training', ticketType: 'normal', issueDateFrom: today(), issueDateTo: today() }, { as: world.op })).toEqual({ count: 1, amount: 10_600, taxAmount: 600 })
  const all = await server.ok(invoiceResource.list, { page: 1, pageSize: 200 } as never, { as: world.op })
  expect(await server.ok(sumInvoices, {}, { as: world.op })).toEqual({ count: all.total, amount: all.items.reduce((sum, t) => sum + t.amount, 0), taxAmount: all.items.reduce((sum, t) => sum + t.taxAmount, 0) })
  const stranger = await server.person({ permits: ['invoice:ticket:read'] })
  expect(await server.ok(sumInvoices, {}, { as: stranger })).toEqual({ count: 0, amount: 0, taxAmount: 0 })
})

test('fifty register one number at once: one invoice; fifty register one application at once: one invoice', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => world.member()))
  const ids: string[] = []
  for (let i = 0; i < 50; i++) ids.push(await waiting(10_600, OTHER, members[i % 5]))
  const file = () => paper()
  const papers = await Promise.all(ids.map(file))
  const no = invoiceNo()
  const answers = await Promise.all(ids.map((applyId, i) => register({ applyId, invoiceNo: no, papers: [papers[i]] })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(new Set(answers.filter((a) => a.returnCode !== CODE.ok).flatMap(wrongFields))).toEqual(new Set(['invoiceNo 该票据号码已在台账中']))
  const [left = ''] = ids.filter((_, i) => answers[i]?.returnCode !== CODE.ok)
  const again = await Promise.all(Array.from({ length: 50 }, file))
  const same = await Promise.all(again.map((one) => register({ applyId: left, invoiceNo: invoiceNo(), papers: [one] })))
  expect(same.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await blueOf(left)).toHaveLength(1)
  expect((await differences(server.platform.db)).differences).toEqual([])
  // Control: without the constraint the number stands on as many invoices as there were hands.
  const { db } = server.platform
  await asOwner(db, sql`alter table invoice drop constraint invoice_no_unique`)
  const open = ids.filter((id, i) => id !== left && answers[i]?.returnCode !== CODE.ok).slice(0, 5)
  const twice = invoiceNo()
  await Promise.all(open.map((applyId) => register({ applyId, invoiceNo: twice })))
  expect((await sql`select 1 from invoice where invoice_no = ${twice}`.execute(db)).rows.length).toBeGreaterThan(1)
})
