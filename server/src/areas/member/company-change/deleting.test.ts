import { CODE } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { contact } from '@assoc/contract/member/contact'
import { memberResource } from '@assoc/contract/member/member'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { holdCompany } from '../company/keyword.repository'
import { feeWorld } from '../../fee/testing.repository'
import { buildCompanies, buildContact, buildMember, memberFields } from '../membership/testing'

let server: TestServer
let companies: string[]
let categoryId: string
let next = 0
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  companies = await buildCompanies(server, 40)
  categoryId = (await feeWorld(server)).categoryId
})
afterAll(() => server.stop())

const fresh = () => companies[next++] ?? ''
const remove = async (companyId: string) => server.call(companyResource.remove, { companyId, version: (await server.ok(companyResource.read, { companyId })).version })

test('a company with members, people in office or other records is kept, and the sentence counts them; alone it goes', async () => {
  const companyId = fresh()
  const [first, second] = [await buildContact(server, companyId), await buildContact(server, companyId)]
  const memberId = await buildMember(server, { companyId, categoryId, representativeId: first })
  await sql`insert into demand (demand_no, company_id, demand_type, professions, demand_count, deadline, description, contact_name, contact_mobile) values ('XQ1', ${companyId}, 'other', array['law'], 1, '2027-01-01', '说明', '甄', '19900000000')`.execute(server.platform.db)
  const answer = await remove(companyId)
  expect(answer).toMatchObject({ returnCode: CODE.inUse })
  expect(answer.returnMessage).toMatch(/^该公司还有会员 1 条、(会费账单 \d 条、)?联系人 2 条、需求 1 条，不能删除；已被合并的公司请用“合并到其他公司”/)
  // What is over stands in nobody's way: left contacts, a member in the bin.
  await sql`delete from demand where company_id = ${companyId}`.execute(server.platform.db)
  await server.ok(memberResource.update, { memberId, version: 1, ...memberFields({ companyId, categoryId, representativeId: null }) })
  await sql`delete from dues_bill where member_id = ${memberId}`.execute(server.platform.db)
  await server.ok(memberResource.remove, { memberId, version: 2 })
  expect((await remove(companyId)).returnMessage).toMatch(/^该公司还有联系人 2 条，不能删除/)
  for (const contactId of [first, second]) await server.ok(contact.change, { contactId, version: (await server.ok(contact.read, { contactId })).version, verb: 'leave' })
  expect((await remove(companyId)).returnCode).toBe(CODE.ok)
})

test('in a batch each company has its own sentence, and the others go', async () => {
  const [held, free] = [fresh(), fresh()]
  await buildMember(server, { companyId: held, categoryId })
  const answer = await server.ok(companyResource.batch, { verb: 'delete', ids: [held, free] })
  expect(answer).toMatchObject({ done: 1, failed: [{ id: held, message: expect.stringContaining('会员 1 条') }] })
  expect((await server.call(companyResource.read, { companyId: free })).returnCode).toBe(CODE.notFound)
})

/** A transaction that writes a member down while the company is deleted; answers what the deletion said, and whether the member was written. */
async function joinWhileDeleted(held: boolean): Promise<{ deleted: string; stands: boolean }> {
  const companyId = fresh()
  const { version } = await server.ok(companyResource.read, { companyId })
  return server.platform.db.transaction().execute(async (tx) => {
    if (held) expect(await holdCompany(tx, companyId)).toBe(true)
    const deleting = server.call(companyResource.remove, { companyId, version })
    const first = await Promise.race([deleting.then(() => 'deleted'), new Promise((r) => setTimeout(() => r('waits'), 700))])
    expect(first).toBe(held ? 'waits' : 'deleted')
    await sql`insert into member (member_no, company_id, category_id, join_date) values (${`R${companyId}`}, ${companyId}, ${categoryId}, '2020-01-01')`.execute(tx)
    return { deleting }
  }).then(async ({ deleting }) => ({ deleted: (await deleting).returnCode, stands: true }))
}

test('who joins while the company is being deleted keeps it; control: without the lock a member of a deleted company stands', async () => {
  expect(await joinWhileDeleted(true)).toEqual({ deleted: CODE.inUse, stands: true })
  expect(await joinWhileDeleted(false)).toEqual({ deleted: CODE.ok, stands: true })
})

test('nothing is written down at a company that is gone', async () => {
  const companyId = fresh()
  expect((await remove(companyId)).returnCode).toBe(CODE.ok)
  expect(await holdCompany(server.platform.db, companyId)).toBe(false)
  expect((await server.call(memberResource.insert, memberFields({ companyId, categoryId }))).returnCode).not.toBe(CODE.ok)
  const { n } = (await sql<{ n: number }>`select count(*)::int as n from member join company using (company_id) where company.deleted and not member.deleted and member_no not like 'R%'`.execute(server.platform.db)).rows[0] as { n: number }
  expect(n).toBe(0)
})
