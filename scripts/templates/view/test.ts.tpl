import { CODE } from '@assoc/contract'
import { __entity__ } from '@assoc/contract/__area__/__kebab__'
import { startTestServer, type TestServer } from '../../../../test/harness'

// What every resource does is proven over all of them; here stand the rules of this one.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

test('it is found by name and initials; a name that is taken is refused at its field', async () => {
  const as = await server.person({ permits: ['__area__:__entity__:read', '__area__:__entity__:update'], scopes: { __area__: 'all' } })
  const { __entity__Id } = await server.ok(__entity__.insert, { __entity__Name: '子虚记录', remark: '乌有' }, { as })
  for (const keyword of ['子虚', 'zxjl']) expect((await server.ok(__entity__.list, { keyword }, { as })).items.map((row) => row.__entity__Id)).toEqual([__entity__Id])
  const again = await server.call(__entity__.insert, { __entity__Name: '子虚记录', remark: null }, { as })
  expect(again).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: '__entity__Name' }] } })
})
