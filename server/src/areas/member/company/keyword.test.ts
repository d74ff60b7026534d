import { companyResource } from '@assoc/contract/member/company'
import { memberResource } from '@assoc/contract/member/member'
import { searchRecords } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { demoCompany } from './demo-rows'
import { searchTextOf } from './grams'
import { insertMany } from './seed.repository'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a keyword finds whatever a name contains, its end too', async () => {
  const names = [['尾字光学', '深圳尾字丁光学股份有限公司'], ['尾字光学院', '尾字光学研究院有限责任公司']] as const
  await insertMany(server.platform.db, names.map(([shortName, companyName], i) => ({ ...demoCompany(i), short_name: shortName, company_name: companyName, search_text: searchTextOf({ shortName, companyName }) })))
  const [companyId = '', other = ''] = await Promise.all(names.map(async ([shortName]) => (await server.ok(companyResource.list, { keyword: shortName, sort: { field: 'shortName', order: 'asc' } })).items.find((c) => c.shortName === shortName)?.companyId ?? ''))
  const found = async (keyword: string) => (await server.ok(companyResource.list, { keyword, pageSize: 200 })).items.map((c) => c.companyId).filter((id) => id === companyId || id === other).sort()
  const both = [companyId, other].sort()
  for (const keyword of ['公司', '有限', '司', '尾字']) expect([keyword, await found(keyword)]).toEqual([keyword, both])
  for (const keyword of ['股份有限公司', '限公司', '股份', '尾字丁光学股份', '尾字丁光学股份有限', '尾字丁光学股', '丁光学股份有限公司']) expect([keyword, await found(keyword)]).toEqual([keyword, [companyId]])
  for (const keyword of ['研究院有限', '责任公司', '研究院有限责任公司']) expect([keyword, await found(keyword)]).toEqual([keyword, [other]])
  for (const keyword of ['光学院股份', '公司股份', '尾字丁光学有限责任']) expect([keyword, await found(keyword)]).toEqual([keyword, []])
  expect((await server.ok(searchRecords, { keyword: '尾字丁光学股份' })).map((c) => c.label)).toEqual(['尾字光学'])
  expect((await server.ok(searchRecords, { keyword: '公司' })).length).toBeGreaterThan(0)
})

test('a company is found by credit code, legal representative and contact, its member by the people whom the list shows', async () => {
  const { db } = server.platform
  const shortName = '寻人光电'
  await insertMany(db, [{ ...demoCompany(9), short_name: shortName, company_name: '乌有寻人光电有限公司', search_text: searchTextOf({ shortName, companyName: '乌有寻人光电有限公司' }), legal_rep: '甄寻之', credit_code: '91440300MA5FQTNM9X' }])
  const { rows } = await sql<{ company_id: string; contact_id: string }>`
    with c as (update company set list_status = list_status where short_name = ${shortName} returning company_id),
      g as (insert into member_category (category_name, category_level) values ('寻人会员', 9) returning category_id),
      m as (insert into member (member_no, company_id, category_id, join_date) select 'M202699991', company_id, category_id, date '2026-01-05' from c, g)
    insert into contact (company_id, name, post_type, mobile, contact_status, start_date)
      select company_id, '贾联络', 'other', '13900000000', 'serving', date '2026-01-05' from c returning company_id, contact_id`.execute(db)
  const { company_id: companyId = '', contact_id: contactId = '' } = rows[0] ?? {}
  const companies = async (keyword: string) => {
    const { items, total } = await server.ok(companyResource.list, { keyword, pageSize: 200 })
    expect([keyword, total]).toEqual([keyword, items.length])
    return items.map((c) => c.companyId).filter((id) => id === companyId)
  }
  const members = async (keyword: string) => (await server.ok(memberResource.list, { keyword, pageSize: 200 })).items.map((m) => m.memberNo).filter((no) => no === 'M202699991')
  for (const keyword of ['91440300MA5FQTNM9X', '91440300ma5fqt', '甄寻之', '甄寻', '贾联络', '联络']) expect([keyword, await companies(keyword)]).toEqual([keyword, [companyId]])
  for (const keyword of ['91440300MA5FQTNM8X', '寻之', '甄联络']) expect([keyword, await companies(keyword)]).toEqual([keyword, []])
  expect((await server.ok(searchRecords, { keyword: '甄寻之' })).filter((c) => c.group === '公司').map((c) => c.label)).toEqual([shortName])

  for (const keyword of ['91440300MA5FQTNM9X', '甄寻之']) expect([keyword, await members(keyword)]).toEqual([keyword, ['M202699991']])
  expect(await members('贾联络')).toEqual([])
  await sql`update member set liaison_id = ${contactId} where member_no = 'M202699991'`.execute(db)
  expect(await members('贾联络')).toEqual(['M202699991'])
  await sql`update contact set contact_status = 'left' where contact_id = ${contactId}`.execute(db)
  for (const found of [companies, members]) expect(await found('贾联络')).toEqual([])
})

test('a contact finds a company for those who may see the contact', async () => {
  const { db } = server.platform
  const shortName = '限见电子'
  await insertMany(db, [{ ...demoCompany(11), short_name: shortName, company_name: '乌有限见电子有限公司', search_text: searchTextOf({ shortName, companyName: '乌有限见电子有限公司' }) }])
  await sql`insert into contact (company_id, name, post_type, mobile, contact_status, start_date)
    select company_id, '贾限见', 'other', '13900000001', 'serving', date '2026-01-05' from company where short_name = ${shortName}`.execute(db)
  const found = async (permits: string[]) => (await server.ok(companyResource.list, { keyword: '贾限见' }, { as: await server.person({ permits, scopes: { member: 'all' } }) })).total
  expect(await found(['member:company:read'])).toBe(0)
  expect(await found(['member:company:read', 'member:contact:read'])).toBe(1)
})
