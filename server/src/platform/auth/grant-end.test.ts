import { CODE } from '@assoc/contract'
import { dict } from '@assoc/contract/rbac/dict'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'

let server: TestServer
beforeAll(async () => {
  // Without a worker: nothing announces the end, the facts must end by themselves.
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

test.each([
  ['a role', (roleId: string) => sql`update user_role set expire_time = now() + interval '700 milliseconds' where role_id = ${roleId}`],
  ['a permit', (roleId: string) => sql`update role_permit set expire_time = now() + interval '700 milliseconds' where role_id = ${roleId}`],
])('%s with an end date is gone on the next request after it, also for facts that were read before', async (_what, end) => {
  const person = await server.person({ permits: ['rbac:dict:read'] })
  await end(person.roleId).execute(server.platform.db)
  await server.platform.revocations.announce(server.platform.db, { kind: 'all' })
  const list = async () => (await server.call(dict.list, {}, { as: person })).returnCode
  expect(await list()).toBe(CODE.ok)
  await new Promise((r) => setTimeout(r, 900))
  expect(await list()).toBe(CODE.forbidden)
})
