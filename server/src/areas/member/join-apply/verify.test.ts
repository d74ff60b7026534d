import { CODE, type RequestOf } from '@assoc/contract'
import { joinApply, noteApplicantCalled, sendApplicantCode, verifyApplicant } from '@assoc/contract/member/join-apply'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { demoCompany } from '../company/demo-rows'
import { buildCategory } from '../membership/testing'
import * as repository from './verify.repository'

let server: TestServer
let category: string
let maker: Session
let first: Session
let next = 500
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  category = await buildCategory(server)
  await sql`update data_item set data_item_status = 'disabled'`.execute(server.platform.db)
  maker = await server.person({ name: '甄登记', permits: ['member:apply:read', 'member:apply:insert'], scopes: { member: 'all' } })
  first = await server.person({ permits: ['member:apply:read', 'member:apply:first'], scopes: { member: 'all' } })
})
afterAll(() => server.stop())

const mobile = () => String(19_900_000_000 + next)
const form = () => {
  const { company_name, credit_code } = demoCompany(next++)
  return { companyName: company_name, creditCode: credit_code ?? '', applyCategoryId: category, applicantName: '尤例文', applicantMobile: mobile() }
}
const read = (applyId: string) => server.ok(joinApply.read, { applyId })
const step = async (applyId: string, verb: string, as: Session) => server.call(joinApply.change, { applyId, version: (await read(applyId)).version, verb, ...(verb === 'submit' ? {} : { reason: '材料齐全' }) }, { as })
async function submitted(): Promise<string> {
  const { applyId } = await server.ok(joinApply.insert, form(), { as: maker })
  expect((await step(applyId, 'submit', maker)).returnCode).toBe(CODE.ok)
  return applyId
}
const codeSent = async () => /\d{6}/.exec(await server.sentTo((await sql<{ to: string }>`select recipient as to from outbox order by outbox_id desc limit 1`.execute(server.platform.db)).rows[0]?.to ?? ''))?.[0] ?? ''
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const verify = (applyId: string, code: string) => server.call(verifyApplicant, { applyId, code }, { as: maker })

test('the first review passes once the applicant has been reached: by a code that they read out', async () => {
  const applyId = await submitted()
  expect(await step(applyId, 'passFirst', first)).toMatchObject({ data: { fields: [{ path: 'input.verifyBy', message: expect.stringContaining('申请人手机尚未核实') }] } })
  expect(await server.ok(sendApplicantCode, { applyId }, { as: maker })).toEqual({ resendAfterSeconds: 60 })
  expect((await server.call(sendApplicantCode, { applyId }, { as: maker })).returnCode).toBe(CODE.tooMany)
  const code = await codeSent()
  expect(await verify(applyId, wrong(code))).toMatchObject({ returnCode: CODE.badVerificationCode, data: { fields: [{ path: 'code' }] } })
  expect((await verify(applyId, code)).returnCode).toBe(CODE.ok)
  expect(await read(applyId)).toMatchObject({ verifyWay: 'sms', verifiedBy: '甄登记', verifiedTime: expect.any(String) })
  // A code is used once.
  expect((await verify(applyId, code)).returnCode).toBe(CODE.badVerificationCode)
  expect((await step(applyId, 'passFirst', first)).returnCode).toBe(CODE.ok)
  expect((await server.call(noteApplicantCalled, { applyId }, { as: maker })).returnMessage).toBe('该申请已过初审，不能再核实手机')
})

test('or by a call, under the name of who made it; a new number has to be verified anew', async () => {
  const applyId = await submitted()
  expect((await server.call(noteApplicantCalled, { applyId }, { as: first })).returnCode).toBe(CODE.forbidden)
  await server.ok(noteApplicantCalled, { applyId }, { as: maker })
  expect(await read(applyId)).toMatchObject({ verifyWay: 'call', verifiedBy: '甄登记' })
  expect((await server.call(joinApply.change, { applyId, version: (await read(applyId)).version, verb: 'returnFirst', reason: '请补交营业执照' }, { as: first })).returnCode).toBe(CODE.ok)
  const { applicantMobile: _same, ...own } = form()
  const update = async (more: object) => server.ok(joinApply.update, { applyId, version: (await read(applyId)).version, ...own, ...more } as RequestOf<typeof joinApply.update>, { as: maker })
  await update({})
  expect(await read(applyId)).toMatchObject({ verifyWay: 'call' })
  await update({ applicantMobile: '19900009999' })
  expect(await read(applyId)).toMatchObject({ verifyWay: null, verifiedBy: null, verifiedTime: null })
})

test('or in the review itself: by a code that its own button sends, or by a call', async () => {
  const pass = async (applyId: string, input: Record<string, unknown>) => server.call(joinApply.change, { applyId, version: (await read(applyId)).version, verb: 'passFirst', reason: '同意', input }, { as: first })
  const applyId = await submitted()
  expect(await pass(applyId, { verifyBy: 'sms' })).toMatchObject({ data: { fields: [{ path: 'input.verifyCode', message: '请填写验证码' }] } })
  // Of another number than the tests before, which may be sent one a minute.
  await sql`update join_apply set applicant_mobile = '19900008866' where apply_id = ${applyId}`.execute(server.platform.db)
  await server.ok(sendApplicantCode, { applyId }, { as: first })
  const code = await codeSent()
  expect(await pass(applyId, { verifyBy: 'sms', verifyCode: wrong(code) })).toMatchObject({ data: { fields: [{ path: 'input.verifyCode' }] } })
  expect((await pass(applyId, { verifyBy: 'sms', verifyCode: code })).returnCode).toBe(CODE.ok)
  expect(await read(applyId)).toMatchObject({ applyStatus: 'secondReview', verifyWay: 'sms', verifiedTime: expect.any(String) })
  const { rows } = await sql<{ noted: string }>`select concat(before, after) as noted from audit_log where record_type = 'joinApply' and record_id = ${applyId}`.execute(server.platform.db)
  expect(rows.filter(({ noted }) => noted.includes(code))).toEqual([])
  const called = await submitted()
  expect((await pass(called, { verifyBy: 'call' })).returnCode).toBe(CODE.ok)
  expect(await read(called)).toMatchObject({ verifyWay: 'call' })
  const looker = await server.person({ permits: ['member:apply:read'], scopes: { member: 'all' } })
  expect((await server.call(sendApplicantCode, { applyId: called }, { as: looker })).returnCode).toBe(CODE.forbidden)
})

test('six wrong tries at once void the code; without the count in the same statement each finds it good', async () => {
  const applyId = await submitted()
  await server.ok(sendApplicantCode, { applyId }, { as: maker })
  const code = await codeSent()
  await Promise.all(Array.from({ length: 6 }, () => verify(applyId, wrong(code))))
  expect((await verify(applyId, code)).returnCode).toBe(CODE.badVerificationCode)
  const { db } = server.platform
  expect((await sql<{ tries: number }>`select tries from verification_code where purpose = ${`joinApply:${applyId}`}`.execute(db)).rows).toEqual([{ tries: 5 }])
  // The control: who only looks finds the code as good after as many tries.
  await sql`update verification_code set tries = 0 where purpose = ${`joinApply:${applyId}`}`.execute(db)
  const look = async () => (await sql<{ tries: number }>`select tries from verification_code where purpose = ${`joinApply:${applyId}`}`.execute(db)).rows[0]?.tries
  expect(await Promise.all(Array.from({ length: 6 }, look))).toEqual(Array(6).fill(0))
})

test('a number that is changed while it is being verified stays unverified', async () => {
  const applyId = await submitted()
  const { db } = server.platform
  const before = await repository.mobileOf(db, applyId)
  await sql`update join_apply set applicant_mobile = '19900009998' where apply_id = ${applyId}`.execute(db)
  expect(await repository.noteVerified(db, applyId, before ?? '', 'sms', server.admin.userId)).toBe(false)
  expect(await repository.noteVerified(db, applyId, '19900009998', 'sms', server.admin.userId)).toBe(true)
})
