import { companyResource } from '@assoc/contract/member/company'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, vacuumed, type TestServer } from '../../../../test/harness'
import { demoCompany } from './demo-rows'
import { explainList } from './list.repository'
import { insertMany } from './seed.repository'

const COMPANIES = 25_000
let server: TestServer
/** Listed companies on the market, in the order of their ids. */
let listed: string[]
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const { db } = server.platform
  await insertMany(db, Array.from({ length: COMPANIES }, (_, n) => demoCompany(n)))
  // All of them have both posts filled, and have been in the register for a year.
  await sql`update company set create_time = now() - interval '1 year'`.execute(db)
  await sql`insert into contact (company_id, name, post_type, mobile, contact_status) select company_id, '甄样本', p, '1990' || lpad(company_id::text, 7, '0'), 'serving' from company cross join unnest(array['secretary', 'affairs']) p where company_type = 'listed'`.execute(db)
  await vacuumed(db, 'company', 'contact', 'company_gram')
  listed = (await sql<{ id: string }>`select company_id::text as id from company where company_type = 'listed' and list_status = 'normal' order by company_id`.execute(db)).rows.map((r) => r.id)
})
afterAll(() => server.stop())

const vacant = async (vacancy: 'secretary' | 'affairs') => (await server.ok(companyResource.list, { vacancy, pageSize: 100 })).items.map((c) => c.companyId).sort((a, b) => Number(a) - Number(b))
const left = (companyId: string, post: string, ago: string) => sql`update contact set contact_status = 'left', end_date = current_date - ${ago}::interval where company_id = ${companyId} and post_type = ${post}`.execute(server.platform.db)

test('a listed company without a secretary for more than three months, or without 证券事务代表, is found, counted and told on its page', async () => {
  const { db } = server.platform
  const [longAgo = '', lately = '', never = '', fresh = '', delisted = '', affairs = ''] = listed
  await left(longAgo, 'secretary', '4 months')
  await left(lately, 'secretary', '2 months')
  await left(delisted, 'secretary', '1 year')
  await left(affairs, 'affairs', '1 day')
  await sql`update company set list_status = 'delisted' where company_id = ${delisted}`.execute(db)
  await sql`delete from contact where company_id in (${never}, ${fresh}) and post_type = 'secretary'`.execute(db)
  await sql`update company set create_time = now() where company_id = ${fresh}`.execute(db)
  expect(await vacant('secretary')).toEqual([longAgo, never])
  expect(await vacant('affairs')).toEqual([affairs])
  expect((await server.ok(selectTodos, {})).filter((t) => t.link.includes('vacancy='))).toEqual([
    { label: '董事会秘书空缺超过 3 个月的公司', value: 2, link: '/go/member/CompanyList?vacancy=secretary' },
  ])
  const reader = await server.person({ permits: ['member:company:read', 'member:contact:update'], scopes: { member: 'self' } })
  expect((await server.ok(selectTodos, {}, { as: reader })).filter((t) => t.link.includes('vacancy='))).toEqual([])
  const facts = async (companyId: string) => (await server.ok(selectCompanyParts, { companyId })).find((p) => p.key === 'people')?.facts
  expect(await facts(longAgo)).toEqual([{ label: '岗位空缺', value: expect.stringMatching(/^董事会秘书（\d{4}-\d{2}-\d{2} 离任后未补）$/) as unknown }])
  expect(await facts(never)).toEqual([{ label: '岗位空缺', value: '董事会秘书（未登记）' }])
  expect(await facts(delisted)).toEqual([])
  // Back in office: out of the list.
  await sql`update contact set contact_status = 'serving', end_date = null where company_id = ${longAgo}`.execute(db)
  expect(await vacant('secretary')).toEqual([never])
})

test('vacant posts are found without reading companies or contacts through', async () => {
  const { db, sessions } = server.platform
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const vacancy of ['secretary', 'affairs'] as const)
    for (const field of ['stockCode', 'shortName', 'listDate', 'updateTime'] as const)
      for (const order of ['asc', 'desc'] as const) for (const plan of await explainList(db, principal, { vacancy }, { field, order }, 20, 0)) expect(plan).not.toMatch(/Seq Scan on (?!industry i)/)
})
