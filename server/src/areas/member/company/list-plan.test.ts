import { companyResource, JURISDICTIONS } from '@assoc/contract/member/company'
import type { RequestOf } from '@assoc/contract'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { KEEPER, manyCompanies } from '../../../../test/many-companies'
import { demoCompany } from './demo-rows'
import { explainList } from './list.repository'

let server: TestServer
let boss: Principal
let clerk: Principal

beforeAll(async () => {
  server = await startTestServer({ demo: true, more: manyCompanies, env: { SERVER_ROLE: 'api' } })
  const { db } = server.platform
  const principalOf = async (userId: string): Promise<Principal> => ({
    ...((await loadUserFacts(db, userId))?.principal as Omit<Principal, 'sessionId'>),
    sessionId: '',
  })
  boss = await principalOf(server.admin.userId)
  clerk = { ...(await principalOf((await server.person({ permits: ['member:company:read'], scopes: { member: 'self' } })).userId)), userId: KEEPER }
}, 600_000)
afterAll(() => server.stop())

type Input = RequestOf<typeof companyResource.list>
const sorts = (['stockCode', 'shortName', 'listDate', 'updateTime'] as const).flatMap((field) =>
  (['asc', 'desc'] as const).map((order) => ({ field, order })),
)
const filters: [name: string, input: Input][] = [
  ['nothing', {}],
  ['board', { board: 'star' }],
  ['jurisdiction', { jurisdiction: JURISDICTIONS[25] }],
  ['status', { listStatus: 'warned' }],
  ['type', { companyType: 'listed' }],
  ['a section, which half of the companies are in', { csrcIndustry: 'C' }],
  ['a class', { csrcIndustry: 'P83' }],
  ['an industry of Shenwan', { swIndustry: '270000' }],
  ['an industry of Shenwan that none is in', { swIndustry: '510000' }],
  ['both industries and a jurisdiction', { csrcIndustry: 'C', swIndustry: '270000', jurisdiction: '北京' }],
  ['a section within a keyword', { keyword: '太虚', csrcIndustry: 'C' }],
  ['dates', { listDateFrom: '2001-01-01', listDateTo: '2001-12-31' }],
  ['a filter that matches nothing', { board: 'star', listStatus: 'unlisted', jurisdiction: '北京' }],
  ['a code', { keyword: '605998' }],
  ['a column of a hundred codes', { stockCodes: Array.from({ length: 100 }, (_, i) => String(605_000 + i)) }],
  ['codes and a board', { stockCodes: ['605998', '920001', '300001'], board: 'star' }],
  ['two characters that 60,000 hold', { keyword: '集团' }],
  ['two characters that 60,000 hold, in a jurisdiction', { keyword: '集团', jurisdiction: '北京' }],
  ['two characters that 4,000 hold', { keyword: '太虚' }],
  ['two characters that none holds', { keyword: '龘靐' }],
  ['one character', { keyword: '电' }],
  ['four characters', { keyword: '太虚甲子' }],
  ['what nearly every name ends in', { keyword: '股份有限公司' }],
  ['a word of what names end in, on a board', { keyword: '公司', board: 'star' }],
  ['a name up to a part of its end', { keyword: '太虚甲子股份' }],
  ['a credit code that none has', { keyword: '91440300MA5FQTNM9X' }],
  ['a legal representative', { keyword: '如幻' }],
  ['a legal representative whom hundreds have', { keyword: demoCompany(0).legal_rep ?? '' }],
  ['initials', { keyword: 'txjzdz' }],
]

test.each(filters)('no list reads the companies through: %s', async (_name, input) => {
  for (const principal of [boss, clerk]) {
    for (const sort of sorts) {
      const plans = await explainList(server.platform.db, principal, input, sort, 20, 0)
      // The names of industries come from a dictionary of a few pages.
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (?!industry i)/)
    }
  }
})

test('a keyword that most names hold is counted whole', async () => {
  expect((await server.ok(companyResource.list, { keyword: '集团' })).total).toBe(60_000)
})
