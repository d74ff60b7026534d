import { CODE } from '@assoc/contract'
import { contact } from '@assoc/contract/member/contact'
import { memberResource } from '@assoc/contract/member/member'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { noteApplicant } from '../contact/applicant'
import { buildCategory, buildCompanies, buildContact, buildMember, memberFields } from './testing'

let server: TestServer
let companies: string[]
let categoryId: string
let next = 0
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  companies = await buildCompanies(server, 40)
  categoryId = await buildCategory(server)
})
afterAll(() => server.stop())

const fresh = () => companies[next++] ?? ''
const read = (memberId: string) => server.ok(memberResource.read, { memberId })
const leave = async (contactId: string) => server.call(contact.change, { contactId, version: (await server.ok(contact.read, { contactId })).version, verb: 'leave' })
const missing = async (what: 'any' | 'representative' | 'liaison') => (await server.ok(memberResource.list, { missing: what, pageSize: 100 })).items.map((m) => m.memberId)

test('whoever leaves leaves the posts they held at the member open: in the log, with a notice to its keeper, in the list and among what waits', async () => {
  const companyId = fresh()
  const [first, second] = [await buildContact(server, companyId), await buildContact(server, companyId)]
  const memberId = await buildMember(server, { companyId, categoryId, representativeId: first, liaisonId: second })
  const { memberNo } = await read(memberId)
  expect(await missing('any')).not.toContain(memberId)
  expect((await leave(first)).returnCode).toBe(CODE.ok)
  expect(await read(memberId)).toMatchObject({ representativeId: null, liaisonId: second, version: 2 })
  const log = await server.platform.db.selectFrom('audit_log').select(['verb', 'before', 'after']).where('record_type', '=', 'member').where('record_id', '=', memberId).orderBy('audit_id', 'desc').limit(1).executeTakeFirst()
  expect(log).toMatchObject({ verb: 'update', before: { representativeId: first }, after: { representativeId: null } })
  const notices = await server.platform.db.selectFrom('notification').select(['title', 'link', 'user_id']).where('link', '=', `/go/member/MemberList?record=${memberId}`).execute()
  expect(notices).toEqual([{ title: expect.stringContaining(`（${memberNo}）的会员代表已离任`), link: expect.any(String), user_id: server.admin.userId }])
  expect([await missing('any'), await missing('representative'), await missing('liaison')].map((ids) => ids.includes(memberId))).toEqual([true, true, false])
  const todo = (await server.ok(selectTodos, {})).find((t) => t.label === '缺会员代表或联络员的会员')
  expect(await missing('any')).toEqual([memberId])
  expect(todo).toEqual({ label: '缺会员代表或联络员的会员', value: 1, link: `/go/member/MemberList?missing=any&record=${memberId}` })
  // One who holds both leaves both open; a membership that has ended keeps whom it had.
  await server.ok(memberResource.update, { memberId, version: 2, ...memberFields({ companyId, categoryId, representativeId: second, liaisonId: second }) })
  const ended = await buildContact(server, companyId)
  await sql`insert into member (member_no, company_id, category_id, join_date, member_status, representative_id) values ('M199900001', ${companyId}, ${categoryId}, '1999-01-01', 'left', ${ended})`.execute(server.platform.db)
  await leave(second)
  await leave(ended)
  expect(await read(memberId)).toMatchObject({ representativeId: null, liaisonId: null })
  expect((await server.ok(memberResource.list, { keyword: 'M199900001' })).items).toMatchObject([{ representativeId: ended }])
})

test('who is named at the moment they leave: never a member with somebody who has left; control: named without the lock, it has', async () => {
  for (let i = 0; i < 5; i++) {
    const companyId = fresh()
    const person = await buildContact(server, companyId)
    const memberId = await buildMember(server, { companyId, categoryId })
    await Promise.all([server.call(memberResource.update, { memberId, version: 1, ...memberFields({ companyId, categoryId, representativeId: person }) }), leave(person)])
    expect(await read(memberId)).toMatchObject({ representativeId: null })
  }
  const companyId = fresh()
  const person = await buildContact(server, companyId)
  const memberId = await buildMember(server, { companyId, categoryId })
  await server.platform.db.transaction().execute(async (tx) => {
    const { rows } = await sql`select 1 from contact where contact_id = ${person} and contact_status = 'serving'`.execute(tx)
    expect(rows).toHaveLength(1)
    expect((await leave(person)).returnCode).toBe(CODE.ok)
    await sql`update member set representative_id = ${person} where member_id = ${memberId}`.execute(tx)
  })
  expect(await read(memberId)).toMatchObject({ representativeId: person })
})

test('who applied for a company is its contact, waiting to be verified, once', async () => {
  const companyId = fresh()
  const { db, sessions } = server.platform
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  const clerk = await server.person({ permits: ['member:contact:read'], scopes: { member: 'self' } })
  const note = () => db.transaction().execute((tx) => noteApplicant({ db: tx, principal, audit: () => undefined } as never, { companyId, name: '贾设一', mobile: '19900000021', remark: '入会申请 RH202601010001 的申请人', userId: clerk.userId, deptId: null }))
  await note()
  await note()
  expect((await server.ok(contact.list, {}, { as: clerk })).items).toMatchObject([{ name: '贾设一', mobile: '199****0021', contactStatus: 'pending', postType: 'liaison' }])
})
