import { CODE } from '@assoc/contract'
import { selectSystemContent, system } from '@assoc/contract/rbac/system'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the three systems with what they have; a menu stands below its group', async () => {
  const { items } = await server.ok(system.list, {})
  expect(items.map((s) => [s.systemId, s.systemName])).toEqual([['1', '会员端'], ['2', '管理端'], ['3', '移动端']])
  expect(items[1]?.menuCount).toBeGreaterThan(10)
  expect(items[0]).toMatchObject({ menuCount: 0, permitCount: 0 })
  const { menus, permits } = await server.ok(selectSystemContent, { systemId: '2' })
  expect(menus.filter((m) => m.menuPath.startsWith('/systemManage')).slice(0, 2)).toMatchObject([{ menuName: '系统管理', level: 0 }, { menuName: '用户管理', level: 1 }])
  expect(permits.length).toBe(items[1]?.permitCount)
  expect(await server.ok(selectSystemContent, { systemId: '3' })).toEqual({ menus: [], permits: [] })
})

test('a system is renamed, never to a name that another has, and the second editor is told', async () => {
  expect(await server.ok(system.update, { systemId: '3', version: 1, systemName: '移动会员端' })).toEqual({ version: 2 })
  expect(await server.call(system.update, { systemId: '3', version: 2, systemName: '会员端' })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'systemName' }] } })
  expect(await server.call(system.update, { systemId: '3', version: 1, systemName: '旧的改名' })).toMatchObject({ returnCode: CODE.conflict, data: { current: { systemName: '移动会员端' } } })
  const reader = await server.person({ permits: ['rbac:system:read'] })
  expect((await server.ok(system.list, {}, { as: reader })).items[0]?.abilities).toEqual([])
  expect((await server.call(system.update, { systemId: '3', version: 2, systemName: '别名' }, { as: reader })).returnCode).toBe(CODE.forbidden)
})
