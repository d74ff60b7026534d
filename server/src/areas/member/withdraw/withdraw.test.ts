import { CODE, type FileItem } from '@assoc/contract'
import { memberResource } from '@assoc/contract/member/member'
import { memberWithdraw } from '@assoc/contract/member/withdraw'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCategory, buildCompanies, buildMember } from '../membership/testing'

let server: TestServer
/** Decides; the administrator registers and accepts. */
let decider: Session
let companies: string[]
let category: string
let next = 0
beforeAll(async () => {
  server = await startTestServer()
  companies = await buildCompanies(server, 500)
  category = await buildCategory(server)
  decider = await server.person({ permits: ['member:withdraw:read', 'member:withdraw:insert', 'member:withdraw:decide'], scopes: { member: 'all' } })
})
afterAll(() => server.stop())

type Kind = 'voluntary' | 'expelled' | 'lapsed' | 'dissolved'
const member = () => buildMember(server, { companyId: companies[next++] ?? '', categoryId: category })
const letter = async (name = '退会函.pdf') => (await server.upload(uploadFile, { purpose: 'memberWithdraw.applyLetter' }, { name, bytes: Buffer.from(`%PDF-1.7 ${next++}`) })).data as FileItem
const open = async (memberId: string, withdrawType: Kind, decisionNo?: string, withLetter = withdrawType === 'voluntary') => server.call(memberWithdraw.insert, { memberId, withdrawType, reason: '公司申请', applyLetter: withLetter ? [await letter()] : [], certReturned: false, ...(decisionNo ? { decisionNo } : {}) })
const opened = async (memberId: string, kind: Kind, decisionNo?: string) => (await open(memberId, kind, decisionNo)).data?.withdrawId ?? ''
const step = (withdrawId: string, version: number, verb: string, reason?: string, as = verb === 'decide' ? decider : server.admin) => server.call(memberWithdraw.change, { withdrawId, version, verb, ...(reason ? { reason } : {}) }, { as })
const statusOf = async (memberId: string) => (await server.ok(memberResource.read, { memberId })).memberStatus
const refusedAt = (path: string) => ({ returnCode: CODE.input, data: { fields: [{ path }] } })

test.each([['voluntary', 'leaving', 'left'], ['expelled', 'normal', 'expelled'], ['lapsed', 'normal', 'lapsed'], ['dissolved', 'normal', 'left']] as const)('a case of kind %s: the membership is %s meanwhile and %s in the end', async (kind, meanwhile, end) => {
  const memberId = await member()
  const withdrawId = await opened(memberId, kind, '协字〔2026〕1号')
  expect(await statusOf(memberId)).toBe(meanwhile)
  await step(withdrawId, 1, 'accept')
  expect(await step(withdrawId, 2, 'decide')).toMatchObject({ data: { withdrawStatus: 'ended' } })
  expect(await statusOf(memberId)).toBe(end)
  expect(await server.ok(memberWithdraw.read, { withdrawId })).toMatchObject({ abilities: [] })
  expect(await server.call(memberWithdraw.update, { withdrawId, version: 3, memberId, withdrawType: kind, reason: '改一改', applyLetter: [], certReturned: true })).toMatchObject({ returnCode: CODE.forbidden })
  const verbs = await server.platform.db.selectFrom('audit_log').select('verb').where('record_type', '=', 'member').where('record_id', '=', memberId).orderBy('audit_id').execute()
  expect(verbs.map((v) => v.verb)).toEqual({ voluntary: ['insert', 'startLeaving', 'leave'], expelled: ['insert', 'expel'], lapsed: ['insert', 'lapse'], dissolved: ['insert', 'startLeaving', 'leave'] }[kind])
  expect(await open(memberId, 'voluntary')).toMatchObject(refusedAt('memberId'))
})

test('a voluntary case is accepted with its letter alone; a letter is a picture or a pdf', async () => {
  const memberId = await member()
  const withdrawId = (await open(memberId, 'voluntary', undefined, false)).data.withdrawId
  expect(await step(withdrawId, 1, 'accept')).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'applyLetter', message: expect.stringContaining('上传退会函') }] } })
  await server.ok(memberWithdraw.update, { withdrawId, version: 1, memberId, withdrawType: 'voluntary', reason: '公司申请', certReturned: false, applyLetter: [await letter()] })
  expect((await step(withdrawId, 2, 'accept')).returnCode).toBe(CODE.ok)
  expect((await server.ok(memberWithdraw.read, { withdrawId })).applyLetter).toMatchObject([{ fileName: '退会函.pdf' }])
  expect((await server.upload(uploadFile, { purpose: 'memberWithdraw.applyLetter' }, { name: '退会函.docx', bytes: Buffer.from('PK') })).returnCode).not.toBe(CODE.ok)
})

test('cancelling a voluntary case brings the member back; it needs its reason', async () => {
  const memberId = await member()
  const withdrawId = await opened(memberId, 'voluntary')
  expect(await step(withdrawId, 1, 'cancel')).toMatchObject(refusedAt('reason'))
  expect((await step(withdrawId, 1, 'cancel', '公司撤回申请')).returnCode).toBe(CODE.ok)
  expect(await statusOf(memberId)).toBe('normal')
  expect((await open(memberId, 'dissolved')).returnCode).toBe(CODE.ok)
})

test('expulsion and lapse need the number of their decision; member and kind of a case stay', async () => {
  const memberId = await member()
  const withdrawId = await opened(memberId, 'expelled')
  await step(withdrawId, 1, 'accept')
  expect(await step(withdrawId, 2, 'decide')).toMatchObject({ returnCode: CODE.input, returnMessage: expect.stringContaining('决议文号') })
  expect(await statusOf(memberId)).toBe('normal')
  expect(await server.call(memberWithdraw.update, { withdrawId, version: 2, memberId, withdrawType: 'lapsed', reason: '公司申请', applyLetter: [], certReturned: false })).toMatchObject(refusedAt('withdrawType'))
  await server.ok(memberWithdraw.update, { withdrawId, version: 2, memberId, withdrawType: 'expelled', reason: '公司申请', applyLetter: [], certReturned: false, decisionNo: '协字〔2026〕2号' })
  expect((await step(withdrawId, 3, 'decide')).returnCode).toBe(CODE.ok)
})

test('one open case a member, also of ten at once; a member with one is not deleted', async () => {
  const memberId = await member()
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(memberId, 'dissolved')))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(answers.find((a) => a.returnCode !== CODE.ok)).toMatchObject(refusedAt('memberId'))
  expect(await server.call(memberResource.remove, { memberId, version: 1 })).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('未办结') })
})

test('who registered, changed or accepted an expulsion does not decide it, the administrator neither', async () => {
  const memberId = await member()
  const withdrawId = await opened(memberId, 'expelled', '协字〔2026〕3号')
  expect((await step(withdrawId, 1, 'accept', undefined, decider)).returnCode).toBe(CODE.ok)
  expect(await step(withdrawId, 2, 'decide')).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您办理过此记录的“受理”，“审议通过”须由其他人办理' })
  expect(await step(withdrawId, 2, 'decide', undefined, server.admin)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“审议通过”须由其他人办理' })
  expect(await server.ok(memberWithdraw.read, { withdrawId })).toMatchObject({ abilities: ['update', 'cancel'], separated: ['decide'] })
  expect(await statusOf(memberId)).toBe('normal')
  const third = await server.person({ permits: ['member:withdraw:read', 'member:withdraw:decide'], scopes: { member: 'all' } })
  expect((await step(withdrawId, 2, 'decide', undefined, third)).returnCode).toBe(CODE.ok)
})

test('what is owed is told and keeps nobody', async () => {
  const memberId = await member()
  await sql`with s as (insert into fee_standard (standard_name, category_id, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes)
      values ('甲', ${category}, 500000, 2024, '甲', '2024-01-01', 9, 9, 9) returning standard_id)
    insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, paid_amount, due_date, bill_status)
    select 'B' || v.y, ${memberId}, v.y, standard_id, 500000, v.paid, '2024-12-31', v.status from s, (values (2024, 120000, 'part'), (2025, 0, 'due'), (2023, 0, 'cancelled')) as v(y, paid, status)`.execute(server.platform.db)
  const withdrawId = await opened(memberId, 'voluntary')
  expect((await server.ok(memberWithdraw.read, { withdrawId })).arrears).toBe(880_000)
  await step(withdrawId, 1, 'accept')
  expect((await step(withdrawId, 2, 'decide')).returnCode).toBe(CODE.ok)
})

test('who may register does not decide; who sees none of them finds none', async () => {
  const memberId = await member()
  const withdrawId = await opened(memberId, 'voluntary')
  await step(withdrawId, 1, 'accept')
  const clerk = await server.person({ permits: ['member:withdraw:read', 'member:withdraw:insert'], scopes: { member: 'all' } })
  expect((await server.call(memberWithdraw.change, { withdrawId, version: 2, verb: 'decide' }, { as: clerk })).returnCode).toBe(CODE.forbidden)
  const stranger = await server.person({ permits: ['member:withdraw:read'], scopes: { member: 'self' } })
  expect((await server.ok(memberWithdraw.list, {}, { as: stranger })).total).toBe(0)
})
