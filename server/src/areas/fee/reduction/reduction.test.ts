import { CODE, type FileItem } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { duesBill } from '@assoc/contract/fee/bill'
import { payment } from '@assoc/contract/fee/payment'
import { reduction } from '@assoc/contract/fee/reduction'
import { uploadFile } from '@assoc/contract/platform/file'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { differences } from '../balance/check.repository'
import { feeWorld, type FeeWorld } from '../testing.repository'

/** A day that is still to come. */
const FAR = `${yearNow() + 1}-12-31`

let server: TestServer
let world: FeeWorld
/** Passes first; another than who approves. */
let first: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
  first = await server.person({ name: '范初审', permits: ['fee:reduction:read', 'fee:reduction:insert', 'fee:reduction:first', 'fee:reduction:approve'], scopes: { fee: 'all', member: 'all' } })
})
afterEach(async () => expect((await differences(server.platform.db)).differences).toEqual([]))
afterAll(() => server.stop())

const basis = async () => [(await server.upload(uploadFile, { purpose: 'reduction.basis' }, { name: '会议纪要.pdf', bytes: Buffer.from('%PDF-1.7') }, world.clerk)).data as FileItem]
const form = async (billId: string, more: object = {}) => ({ basis: await basis(), billId, reduceType: 'rate' as const, reduceRate: '50', reduceAmount: null, deferTo: null, reasonType: 'disaster' as const, decisionBy: 'council' as const, remark: null, ...more })
const bill = (billId: string) => server.ok(duesBill.read, { billId })
const owing = async (amount: number) => {
  const memberId = await world.member()
  return { memberId, billId: await world.bill(memberId, 2025, amount) }
}
async function step(reductionId: string, verb: string, as = world.head, reason: string | null = '决议') {
  const { version } = await server.ok(reduction.read, { reductionId })
  return server.call(reduction.change, { reductionId, version, verb, reason }, { as })
}
async function approved(billId: string, more: object = {}): Promise<string> {
  const { reductionId } = await server.ok(reduction.insert, await form(billId, more), { as: world.clerk })
  for (const [verb, as] of [['submit', world.clerk], ['passFirst', first], ['approve', world.head]] as const) expect((await step(reductionId, verb, as)).returnCode).toBe(CODE.ok)
  return reductionId
}

test('approving takes its part off the bill at once, revoking gives exactly that back', async () => {
  const { billId } = await owing(4_000_000)
  const reductionId = await approved(billId)
  expect(await bill(billId)).toMatchObject({ reduceAmount: 2_000_000, payableAmount: 2_000_000, unpaidAmount: 2_000_000, billStatus: 'due' })
  expect(await server.ok(reduction.read, { reductionId })).toMatchObject({ reduceNo: expect.stringMatching(/^JM\d{12}$/), reduceAmount: 2_000_000, reduceStatus: 'approved', applicant: '范经办', abilities: ['revoke'] })
  expect((await step(reductionId, 'revoke')).returnCode).toBe(CODE.ok)
  expect(await bill(billId)).toMatchObject({ reduceAmount: 0, unpaidAmount: 4_000_000, billStatus: 'due' })
})

test('in full: an unpaid bill is waived, a part-paid one is settled with what came; both come back', async () => {
  const none = await owing(100)
  const waived = await approved(none.billId, { reduceType: 'full', reduceRate: null })
  expect((await bill(none.billId)).billStatus).toBe('waived')
  await step(waived, 'revoke')
  expect((await bill(none.billId)).billStatus).toBe('due')
  const part = await owing(100)
  await world.settle(await world.register(part.memberId, 30))
  const rest = await approved(part.billId, { reduceType: 'full' })
  expect(await bill(part.billId)).toMatchObject({ reduceAmount: 70, paidAmount: 30, unpaidAmount: 0, billStatus: 'paid' })
  expect((await step(rest, 'revoke')).returnCode).toBe(CODE.ok)
  expect(await bill(part.billId)).toMatchObject({ reduceAmount: 0, paidAmount: 30, billStatus: 'part' })
})

test('putting off moves the due date, and only the due date', async () => {
  const { billId } = await owing(100)
  const reductionId = await approved(billId, { reduceType: 'defer', reduceRate: null, deferTo: FAR })
  expect(await bill(billId)).toMatchObject({ dueDate: FAR, reduceAmount: 0, overdue: false })
  expect((await step(reductionId, 'revoke')).returnCode).toBe(CODE.ok)
  expect((await bill(billId)).dueDate).toBe('2025-05-31')
})

test('what a type needs, what the bill still owes and what a level may decide are checked at their fields', async () => {
  const { billId, memberId } = await owing(8_000_000)
  const refused = async (more: object) => (await server.call(reduction.insert, await form(billId, more), { as: world.clerk })).data as unknown as { fields: { path: string; message: string }[] }
  expect((await refused({ reduceRate: null })).fields[0]?.path).toBe('reduceRate')
  expect((await refused({ reduceType: 'fixed' })).fields[0]?.path).toBe('reduceAmount')
  expect((await refused({ reduceType: 'fixed', reduceAmount: 8_000_001 })).fields[0]).toMatchObject({ path: 'reduceAmount', message: expect.stringContaining('超过账单现欠缴的 80,000.00 元') })
  expect((await refused({ reduceType: 'defer', deferTo: '2025-05-31' })).fields[0]?.path).toBe('deferTo')
  expect((await refused({ decisionBy: 'office' })).fields[0]).toMatchObject({ path: 'decisionBy', message: expect.stringContaining('秘书长办公会对一张账单最多可减免 20,000.00 元') })
  await server.ok(reduction.insert, await form(billId, { decisionBy: 'standing' }), { as: world.clerk })
  expect((await refused({})).fields[0]).toEqual({ path: 'billId', message: '该账单已有一份办理中的减免申请' })
  const settled = await world.bill(memberId, 2024, 10)
  await world.settle(await world.register(memberId, 10))
  expect((await server.call(reduction.insert, await form(settled), { as: world.clerk })).data).toMatchObject({ fields: [{ path: 'billId' }] })
})

test('three people stand behind a reduction: who wrote it passes and approves it not, who passed it first approves it not', async () => {
  const { billId } = await owing(100)
  const { reductionId } = await server.ok(reduction.insert, await form(billId), { as: world.clerk })
  await step(reductionId, 'submit', world.clerk)
  expect(await step(reductionId, 'passFirst', world.clerk)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“初审通过”须由其他人办理' })
  expect((await server.ok(reduction.read, { reductionId }, { as: world.clerk })).abilities).toEqual(['sendBack', 'rejectFirst'])
  await step(reductionId, 'passFirst', first)
  expect(await server.ok(reduction.read, { reductionId }, { as: world.clerk })).toMatchObject({ firstReviewer: '范初审', abilities: ['reject'] })
  expect(await step(reductionId, 'approve', world.clerk)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“批准”须由其他人办理' })
  expect((await server.ok(reduction.read, { reductionId }, { as: first })).abilities).toEqual(['reject'])
  expect(await step(reductionId, 'approve', first)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您办理过此记录的“初审通过”，“批准”须由其他人办理' })
  expect((await bill(billId)).reduceAmount).toBe(0)
  expect((await step(reductionId, 'approve')).returnCode).toBe(CODE.ok)
})

test('a level takes no more off a bill in several requests than in one; what was revoked counts no more', async () => {
  const { billId } = await owing(8_000_000)
  const fixed = (reduceAmount: number) => ({ reduceType: 'fixed', reduceRate: null, reduceAmount, decisionBy: 'office' })
  const one = await approved(billId, fixed(1_500_000))
  const over = await server.call(reduction.insert, await form(billId, fixed(500_001)), { as: world.clerk })
  expect(over.data).toMatchObject({ fields: [{ path: 'decisionBy', message: '秘书长办公会对一张账单最多可减免 20,000.00 元，此账单此前已减免 15,000.00 元，此项为 5,000.01 元' }] })
  await approved(billId, fixed(500_000))
  await approved(billId, { reduceType: 'defer', reduceRate: null, deferTo: FAR, decisionBy: 'office' })
  expect((await step(one, 'revoke')).returnCode).toBe(CODE.ok)
  await approved(billId, fixed(1_500_000))
  // A higher level still may.
  await approved(billId, { ...fixed(3_000_000), decisionBy: 'standing' })
  expect((await bill(billId)).reduceAmount).toBe(5_000_000)
})

test('money that came while the request went its way: more than is owed is not taken off; paid up after it, it stays', async () => {
  const { billId, memberId } = await owing(100)
  const { reductionId } = await server.ok(reduction.insert, await form(billId), { as: world.clerk })
  await step(reductionId, 'submit', world.clerk)
  await step(reductionId, 'passFirst', first)
  const early = await world.register(memberId, 80)
  await world.settle(early)
  expect((await step(reductionId, 'approve')).returnCode).toBe(CODE.input)
  await server.ok(payment.change, { paymentId: early, version: 2, verb: 'reverse', reason: '退' }, { as: world.head })
  expect((await step(reductionId, 'approve')).returnCode).toBe(CODE.ok)
  await world.settle(await world.register(memberId, 50))
  expect((await bill(billId)).billStatus).toBe('paid')
  expect(await step(reductionId, 'revoke')).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('减免不能撤销') })
})

test('a payment and an approval at once: neither pays more than is asked, nor takes off more than is owed; 20 times', async () => {
  for (let i = 0; i < 20; i++) {
    const { billId, memberId } = await owing(100)
    const { reductionId } = await server.ok(reduction.insert, await form(billId, { reduceRate: '60' }), { as: world.clerk })
    await step(reductionId, 'submit', world.clerk)
    await step(reductionId, 'passFirst', first)
    const paymentId = await world.register(memberId, 70)
    const [, approval] = await Promise.all([world.settle(paymentId), step(reductionId, 'approve')])
    const { balance, bills } = await world.money(memberId)
    // First the reduction: 40 are paid and 30 are left over. First the payment: 30 are owed, and 60 cannot be taken off.
    expect([balance, bills[0]?.paid, bills[0]?.unpaid]).toEqual(approval.returnCode === CODE.ok ? [30, 40, 0] : [0, 70, 30])
  }
})

test('two approvals of one request at once take its part off once', async () => {
  const { billId } = await owing(100)
  const { reductionId } = await server.ok(reduction.insert, await form(billId, { reduceRate: '30' }), { as: world.clerk })
  await step(reductionId, 'submit', world.clerk)
  await step(reductionId, 'passFirst', first)
  const answers = await Promise.all([1, 2, 3, 4].map(() => step(reductionId, 'approve')))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect((await bill(billId)).reduceAmount).toBe(30)
})

test('a draft may lack its basis, what is submitted has it; others than its form take no other files', async () => {
  const { billId } = await owing(100)
  const { reductionId } = await server.ok(reduction.insert, await form(billId, { basis: [] }), { as: world.clerk })
  expect(await step(reductionId, 'submit', world.clerk)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'basis', message: '请先上传依据文件再提交' }] } })
  const sheet = await server.upload(uploadFile, { purpose: 'reduction.basis' }, { name: '明细.xlsx', bytes: Buffer.from('PK') }, world.clerk)
  expect(sheet.returnCode).toBe(CODE.input)
  await server.ok(reduction.update, { reductionId, version: 1, ...(await form(billId)) }, { as: world.clerk })
  expect((await step(reductionId, 'submit', world.clerk)).returnCode).toBe(CODE.ok)
  expect((await server.ok(reduction.read, { reductionId }, { as: world.head })).basis).toMatchObject([{ fileName: '会议纪要.pdf' }])
})
