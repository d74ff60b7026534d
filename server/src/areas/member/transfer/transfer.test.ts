import { CODE, type FileItem, type RequestOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { companyResource } from '@assoc/contract/member/company'
import { memberResource } from '@assoc/contract/member/member'
import { memberTransfer as contract } from '@assoc/contract/member/transfer'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { demoCompany } from '../company/demo-rows'
import { buildCategory, buildCompanies, buildContact, buildMember } from '../membership/testing'
import { takeDueTransfers } from '.'

let server: TestServer
let companies: string[]
let [plain, higher] = ['', '']
let clerk: Session
let head: Session
let next = 0
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  companies = await buildCompanies(server, 500)
  plain = await buildCategory(server)
  higher = await buildCategory(server)
  const permits = ['member:transfer:read', 'member:transfer:insert', 'member:transfer:approve', 'member:member:read', 'member:company:read']
  ;[clerk, head] = [await server.person({ permits, scopes: { member: 'all' } }), await server.person({ permits, scopes: { member: 'all' } })]
})
afterAll(() => server.stop())

const DAY_MS = 86_400_000
const inDays = (days: number) => today(new Date(Date.now() + days * DAY_MS))
const fresh = () => companies[next++] ?? ''
const member = (given: object = {}) => buildMember(server, { companyId: fresh(), categoryId: plain, ...given })
const paper = async (as: Session) => (await server.upload(uploadFile, { purpose: 'memberTransfer.proofFiles' }, { name: '证明.pdf', bytes: Buffer.from(`%PDF-1.7 ${next++}`) }, as)).data as FileItem
type Form = RequestOf<typeof contract.insert>
const form = async (memberId: string, given: Partial<Form> = {}): Promise<Form> => ({
  memberId, transferType: 'category', toCompanyId: null, toJurisdiction: null, toCategoryId: higher, effectiveDate: today(), carryBalance: false, proofFiles: [await paper(clerk)], remark: null, ...given,
})
const ask = async (memberId: string, given: Partial<Form> = {}) => server.call(contract.insert, await form(memberId, given), { as: clerk })
const read = (transferId: string) => server.ok(contract.read, { transferId }, { as: head })
async function step(transferId: string, verb: string, as = head, reason: string | null = null) {
  const { version } = await read(transferId)
  return server.call(contract.change, { transferId, version, verb, reason }, { as })
}
async function pending(memberId: string, given: Partial<Form> = {}): Promise<string> {
  const answer = await ask(memberId, given)
  expect(answer.returnCode).toBe(CODE.ok)
  const { transferId } = answer.data
  expect((await step(transferId, 'submit', clerk)).returnCode).toBe(CODE.ok)
  return transferId
}
const memberOf = (memberId: string) => server.ok(memberResource.read, { memberId })
const refusedAt = (path: string, message = '') => ({ returnCode: CODE.input, data: { fields: [{ path, message: expect.stringContaining(message) }] } })
const versionOf = async (memberId: string) => (await memberOf(memberId)).version

test('a change of category: written with the approval of another person, with both ends in words, and undone to what stood before', async () => {
  const memberId = await member()
  const id = await pending(memberId)
  expect(await read(id)).toMatchObject({ fromText: expect.stringMatching(/^类别/), toText: expect.stringMatching(/^类别/), transferStatus: 'pending', abilities: ['approve', 'sendBack', 'reject', 'withdraw'] })
  expect(await step(id, 'approve', clerk)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“批准”须由其他人办理' })
  expect((await step(id, 'approve')).returnCode).toBe(CODE.ok)
  expect(await read(id)).toMatchObject({ transferStatus: 'effective', abilities: ['undo'] })
  expect(await memberOf(memberId)).toMatchObject({ categoryId: higher, version: 2 })
  const log = await server.platform.db.selectFrom('audit_log').select(['verb', 'reason']).where('record_type', '=', 'member').where('record_id', '=', memberId).orderBy('audit_id', 'desc').limit(1).executeTakeFirst()
  expect(log).toMatchObject({ verb: 'update', reason: expect.stringContaining('会籍转移：') })
  expect((await step(id, 'undo')).returnCode).toBe(CODE.ok)
  expect(await memberOf(memberId)).toMatchObject({ categoryId: plain })
  expect(await step(id, 'takeEffect')).toMatchObject({ returnCode: CODE.badTransition })
})

test('each kind needs its own target and keeps no other; the target is another one than now', async () => {
  const companyId = fresh()
  const memberId = await member({ companyId })
  for (const [given, path] of [[{ toCategoryId: null }, 'toCategoryId'], [{ toCategoryId: plain }, 'toCategoryId'], [{ transferType: 'succession' as const }, 'toCompanyId'], [{ transferType: 'jurisdiction' as const }, 'toJurisdiction'],
    [{ transferType: 'succession' as const, toCompanyId: companyId }, 'toCompanyId'], [{ transferType: 'jurisdiction' as const, toJurisdiction: demoCompany(next).jurisdiction as '北京' }, ''], [{ proofFiles: [] }, 'proofFiles'], [{ effectiveDate: '2000-01-01' }, 'effectiveDate']] as const)
    if (path) expect(await ask(memberId, given as Partial<Form>)).toMatchObject(refusedAt(path))
  const { jurisdiction } = await server.ok(companyResource.read, { companyId })
  expect(await ask(memberId, { transferType: 'jurisdiction', toJurisdiction: jurisdiction })).toMatchObject(refusedAt('toJurisdiction', '相同'))
  const target = fresh()
  const { data } = await ask(memberId, { transferType: 'succession', toCompanyId: target, toJurisdiction: '广东', toCategoryId: higher, carryBalance: true })
  expect(await read(data.transferId)).toMatchObject({ toCompanyId: target, toJurisdiction: null, toCategoryId: null, carryBalance: true })
  expect(await ask(memberId)).toMatchObject(refusedAt('memberId', '未办结的会籍转移'))
  expect(await server.call(memberResource.remove, { memberId, version: 1 })).toMatchObject({ returnCode: CODE.inUse })
})

test('a succession: the company changes, people of the old one are cleared, those of the new one stay; balance goes along or stands in the way', async () => {
  const [from, to] = [fresh(), fresh()]
  const [old, other] = [await buildContact(server, from), await buildContact(server, to)]
  const memberId = await member({ companyId: from, representativeId: old, liaisonId: old })
  await sql`update member set liaison_id = ${other}, balance = 12345 where member_id = ${memberId}`.execute(server.platform.db)
  const given = { transferType: 'succession' as const, toCompanyId: to, toCategoryId: null }
  expect(await ask(memberId, given)).toMatchObject(refusedAt('carryBalance', '123.45 元；不结转的，请先退还余额'))
  const id = await pending(memberId, { ...given, carryBalance: true })
  await step(id, 'approve')
  expect(await memberOf(memberId)).toMatchObject({ companyId: to, representativeId: null, liaisonId: other, balance: 12345 })
  expect((await step(id, 'undo')).returnCode).toBe(CODE.ok)
  expect(await memberOf(memberId)).toMatchObject({ companyId: from, representativeId: old, liaisonId: other })
  await buildMember(server, { companyId: to, categoryId: plain })
  expect(await ask(memberId, { ...given, carryBalance: true })).toMatchObject(refusedAt('toCompanyId', '已有在籍的会员'))
})

test('a jurisdiction is the company’s; what changed since is named, and keeps the transfer from being undone', async () => {
  const companyId = fresh()
  const memberId = await member({ companyId })
  const before = await server.ok(companyResource.read, { companyId })
  const to = before.jurisdiction === '广东' ? '浙江' : '广东'
  const id = await pending(memberId, { transferType: 'jurisdiction', toJurisdiction: to, toCategoryId: null })
  await step(id, 'approve')
  const now = await server.ok(companyResource.read, { companyId })
  expect(now).toMatchObject({ jurisdiction: to, version: before.version + 1 })
  const { abilities: _a, updateTime: _t, listStatus: _l, oldStockCode: _o, formerNames: _f, deptName: _d, createTime: _c, csrcIndustryName: _ci, swIndustryName: _si, nameState: _n, ...fields } = now
  await server.ok(companyResource.update, { ...fields, legalRep: '甄变更' } as RequestOf<typeof companyResource.update>)
  expect(await read(id)).toMatchObject({ abilities: [], changedSince: ['legal_rep'] })
  expect(await step(id, 'undo')).toMatchObject({ returnMessage: expect.stringContaining('“法定代表人”已有变化，不能撤销') })
  const moved = await pending(await member(), {})
  await step(moved, 'approve')
  const { memberId: other } = await read(moved)
  await server.ok(memberResource.change, { memberId: other, version: await versionOf(other), verb: 'suspend', reason: '欠费' })
  expect(await step(moved, 'undo')).toMatchObject({ returnMessage: expect.stringContaining('“会籍状态”已有变化') })
})

test('what lies ahead waits for its day; the calendar takes one after another, and a bad one holds up no other', async () => {
  const [bad, good] = [await member(), await member()]
  const ids = [await pending(bad, { effectiveDate: inDays(3) }), await pending(good, { effectiveDate: inDays(3) })]
  for (const id of ids) expect((await step(id, 'approve')).data).toMatchObject({ transferStatus: 'approved' })
  expect(await step(ids[1] ?? '', 'takeEffect')).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining('自动生效') })
  expect(await takeDueTransfers(server.platform)).toBe(0)
  await sql`update member set member_status = 'leaving' where member_id = ${bad}`.execute(server.platform.db)
  const runs = await Promise.all([takeDueTransfers(server.platform, inDays(3)), takeDueTransfers(server.platform, inDays(3))])
  expect(runs[0] + runs[1]).toBe(1)
  expect(await memberOf(good)).toMatchObject({ categoryId: higher, version: 2 })
  expect([(await read(ids[0] ?? '')).transferStatus, (await read(ids[1] ?? '')).transferStatus]).toEqual(['approved', 'effective'])
  const log = await server.platform.db.selectFrom('audit_log').select(['user_name']).where('record_type', '=', 'memberTransfer').where('record_id', '=', ids[1] ?? '').where('verb', '=', 'takeEffect').execute()
  expect(log).toEqual([{ user_name: '系统' }])
  const told = await server.platform.db.selectFrom('notification').select(['user_id', 'content']).where('title', 'like', '%会籍转移未能生效').execute()
  expect(new Set(told.map((n) => n.user_id))).toEqual(new Set([clerk.userId, head.userId]))
  expect(told[0]?.content).toContain('正在办理退会')
  // What has not taken effect yet is simply taken back.
  expect((await step(ids[0] ?? '', 'undo')).returnCode).toBe(CODE.ok)
})

test('two approvals at once are one; two requests for one member at once are one; control: without condition and index both go through', async () => {
  const { db } = server.platform
  const memberId = await member()
  const id = await pending(memberId)
  const { version } = await read(id)
  const answers = await Promise.all([1, 2, 3].map(() => server.call(contract.change, { transferId: id, version, verb: 'approve' }, { as: head })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await versionOf(memberId)).toBe(2)

  const other = await member()
  const forms = await Promise.all([1, 2, 3, 4].map(() => form(other)))
  const asked = await Promise.all(forms.map((f) => server.call(contract.insert, f, { as: clerk })))
  expect(asked.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(asked.find((a) => a.returnCode !== CODE.ok)).toMatchObject(refusedAt('memberId'))

  // The control: the same rules only read, not held by index and condition, let all of them pass.
  await asOwner(db, sql`drop index member_transfer_open_unique`)
  const third = await member()
  let looked = 0
  const careless = await Promise.all(
    [1, 2].map(() =>
      db.transaction().execute(async (tx) => {
        const open = (await sql`select 1 from member_transfer where member_id = ${third} and transfer_status = 'draft'`.execute(tx)).rows.length
        looked += 1
        while (looked < 2) await new Promise((r) => setTimeout(r, 5))
        if (open === 0) await sql`insert into member_transfer (member_id, transfer_type, to_category_id, effective_date) values (${third}, 'category', ${higher}, ${today()})`.execute(tx)
        return open
      }),
    ),
  )
  expect(careless).toEqual([0, 0])
  expect((await server.ok(contract.list, { keyword: (await memberOf(third)).memberNo })).total).toBe(2)
  await sql`delete from member_transfer where member_id = ${third}`.execute(db)
  await asOwner(db, sql`create unique index member_transfer_open_unique on member_transfer (member_id) where transfer_status in ('draft', 'pending', 'returned', 'approved')`)
})
