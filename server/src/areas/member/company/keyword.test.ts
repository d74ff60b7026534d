import { companyResource } from '@assoc/contract/member/company'
import { searchCompanies } from '@assoc/contract/member/home'
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
  expect((await server.ok(searchCompanies, { keyword: '尾字丁光学股份' })).map((c) => c.label)).toEqual(['尾字光学'])
  expect((await server.ok(searchCompanies, { keyword: '公司' })).length).toBeGreaterThan(0)
})
