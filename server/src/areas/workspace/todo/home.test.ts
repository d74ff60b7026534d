import { body, call, type Call } from '@assoc/contract'
import { countCompanies, countDues, countMembers } from '@assoc/contract/member/home'
import { countMessages } from '@assoc/contract/message/home'
import { selectInbox } from '@assoc/contract/platform/inbox'
import { HOME_OLDEST, selectHome } from '@assoc/contract/platform/home'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { z } from 'zod'
import { handleNumber } from '../../../platform/workspace/numbers'
import { startTestServer, type TestServer } from '../../../../test/harness'

const PERMITS = ['member:member:read', 'member:company:read'] as const

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

test('the home page gets in one answer what its parts answer by themselves, each within permit and data scope', async () => {
  const all = await server.ok(selectHome, {})
  const { items } = await server.ok(selectInbox, { page: 1, pageSize: HOME_OLDEST })
  expect(all.waiting).toEqual({ oldest: items, counts: await server.ok(selectTodos, {}) })
  const own = async (number: Call) => ({ path: number.path, figures: await server.ok(number, {}) })
  expect(all.numbers).toHaveLength(4)
  expect(all.numbers).toEqual(expect.arrayContaining(await Promise.all([countMembers, countDues, countCompanies, countMessages].map(own))))

  const clerk = await server.person({ permits: [...PERMITS], scopes: { member: 'self' } })
  const { numbers } = await server.ok(selectHome, {}, { as: clerk })
  expect(numbers.map(({ path }) => path).sort()).toEqual([countCompanies.path, countMembers.path].sort())
  expect(numbers.flatMap(({ figures }) => figures ?? []).reduce((sum, { value }) => sum + value, 0)).toBe(0)
  expect((await server.ok(selectHome, {}, { as: await server.person({ permits: [] }) })).numbers).toEqual([])
})

test('a number that cannot be counted takes none of the other parts along', async () => {
  const broken = call({ path: '/member/member/countBroken', title: '不能统计的数量', access: countMembers.access, home: 'number', request: body({}), response: z.array(z.object({ label: z.string(), value: z.number(), link: z.string() })) })
  handleNumber(broken, () => Promise.reject(new Error('no such table')))
  const { waiting, numbers } = await server.ok(selectHome, {}, { as: await server.person({ permits: [...PERMITS], scopes: { member: 'all' } }) })
  expect(waiting).not.toBeNull()
  expect(numbers.find(({ path }) => path === broken.path)).toEqual({ path: broken.path, figures: null })
  expect(numbers.find(({ path }) => path === countMembers.path)?.figures?.length).toBeGreaterThan(0)
})
