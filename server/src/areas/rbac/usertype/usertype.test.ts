import { CODE } from '@assoc/contract'
import { userType } from '@assoc/contract/rbac/user-kinds'
import { selectUserTypeList } from '@assoc/contract/rbac/user-type'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.stop())

test('all nine types stand there with their people by status; the cancelled are not in the total', async () => {
  const { db } = server.platform
  // Beside the four of the demo, of whom two are kept out.
  await db.insertInto('sys_user').values(['locked', 'cancelled', 'normal'].map((account_status, i) => ({ login_name: `trial${i}`, real_name: '试用', type_id: 'trial', account_status: account_status as 'locked' }))).execute()
  const types = await server.ok(selectUserTypeList, {})
  expect(types.map((t) => t.typeId)).toEqual(userType.keys)
  expect(types.find((t) => t.typeId === 'trial')).toMatchObject({ total: 6, normal: 3, locked: 1, disabled: 2, cancelled: 1 })
  expect(types.find((t) => t.typeId === 'company')).toMatchObject({ pending: 1 })
})

test('only those whom the caller may see are counted', async () => {
  const narrow = await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'self' } })
  expect((await server.ok(selectUserTypeList, {}, { as: narrow })).reduce((sum, t) => sum + t.total, 0)).toBe(1)
  const nobody = await server.person()
  expect((await server.call(selectUserTypeList, {}, { as: nobody })).returnCode).toBe(CODE.forbidden)
})
