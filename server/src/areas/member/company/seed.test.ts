import { boardOfStockCode, isCreditCode } from '@assoc/contract/rules/identifiers'
import { board, companyResource, companyType, JURISDICTIONS, listStatus } from '@assoc/contract/member/company'
import { countCompanies } from '@assoc/contract/member/home'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { demoCompany, demoCreditCode } from './demo-rows'
import { demoSeed } from './seed'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const companies = Array.from({ length: 5000 }, (_, n) => demoCompany(n))
const distinct = (values: (string | null | undefined)[]) => new Set(values.filter(Boolean)).size

test('the invented companies are the same each time, unique, and right in every code', () => {
  expect(demoCompany(77)).toEqual(companies[77])
  expect(distinct(companies.map((c) => c.short_name))).toBe(5000)
  expect(distinct(companies.map((c) => c.credit_code))).toBe(5000)
  const listed = companies.filter((c) => c.stock_code)
  expect(distinct(listed.map((c) => c.stock_code))).toBe(listed.length)
  expect(listed.every((c) => boardOfStockCode(c.stock_code ?? '') === c.board && c.list_date)).toBe(true)
  expect(companies.every((c) => isCreditCode(c.credit_code ?? ''))).toBe(true)
  // The codes of the trade's own sample table.
  expect([1, 2, 3, 4, 5].map(demoCreditCode)).toEqual([
    '91000000FCT0000145',
    '91000000FCT0000220',
    '91000000FCT000030T',
    '91000000FCT000049P',
    '91000000FCT000057J',
  ])
})

test('every board, office, type and status has some', () => {
  expect(distinct(companies.map((c) => c.board))).toBe(board.keys.length)
  expect(distinct(companies.map((c) => c.jurisdiction))).toBe(JURISDICTIONS.length)
  expect(distinct(companies.map((c) => c.company_type))).toBe(companyType.keys.length)
  expect(distinct(companies.map((c) => c.list_status))).toBe(listStatus.options.length)
})

test('the administrator sees them all', async () => {
  await server.platform.db.transaction().execute((tx) => demoSeed.run(tx, server.platform))
  expect((await server.ok(companyResource.list, { keyword: '子虚' })).total).toBe(200)
  const counts = await server.ok(countCompanies, {})
  expect(counts.reduce((sum, c) => sum + c.value, 0)).toBe(5000)
  expect(counts[1]).toMatchObject({ label: '正常上市', link: '/go/member/CompanyList?listStatus=normal' })
})

test('the demo’s people of the member department have companies: each clerk their own, the head all of them', async () => {
  const demo = await startTestServer({ demo: true })
  try {
    const total = async (loginName: string) => {
      const { user_id } = await demo.platform.db.selectFrom('sys_user').select('user_id').where('login_name', '=', loginName).executeTakeFirstOrThrow()
      return (await demo.ok(companyResource.list, {}, { as: await demo.sessionOf(user_id) })).total
    }
    // The first password must be changed before anything else is answered.
    await demo.platform.db.updateTable('sys_user').set({ must_change_password: false }).execute()
    expect([await total('zhenjingban'), await total('huilianxi'), await total('jiamingshi'), await total('zhenglingdao')]).toEqual([2500, 2500, 5000, 5000])
  } finally {
    await demo.stop()
  }
})
