import { CODE } from '@assoc/contract'
import { countUnread } from '@assoc/contract/platform/workspace'
import { lockSession, unlockSession } from '@assoc/contract/rbac/lock'
import { loginOutTheUser } from '@assoc/contract/rbac/own'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'

const PASSWORD = 'Correct-Horse-27'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

/** Somebody with the administrator's password. */
async function person() {
  const as = await server.person()
  await sql`update sys_user set password_hash = (select password_hash from sys_user where user_id = ${server.admin.userId}) where user_id = ${as.userId}`.execute(server.platform.db)
  return as
}
const code = async (as: Awaited<ReturnType<typeof person>>) => (await server.call(countUnread, {}, { as })).returnCode

test('a locked session is refused everything until its password is typed; another session of the person goes on', async () => {
  const as = await person()
  const other = { ...as, ...(await server.sessionOf(as.userId)) }
  expect(await code(as)).toBe(CODE.ok)
  await server.ok(lockSession, {}, { as })
  expect([await code(as), await code(other)]).toEqual([CODE.sessionLocked, CODE.ok])
  expect(await server.call(unlockSession, { passWord: 'wrong-Horse-27' }, { as })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'passWord', message: '登录密码不正确' }] } })
  expect(await code(as)).toBe(CODE.sessionLocked)
  // The token without its cookie unlocks nothing, whoever knows the password.
  await server.call(unlockSession, { passWord: PASSWORD }, { as: { ...as, cookie: other.cookie } })
  expect(await code(as)).toBe(CODE.sessionLocked)
  await server.ok(unlockSession, { passWord: PASSWORD }, { as })
  expect(await code(as)).toBe(CODE.ok)
  const noted = await server.platform.db.selectFrom('audit_log').select('verb').where('user_id', '=', as.userId).where('record_type', '=', 'login').orderBy('audit_id').execute()
  expect(noted.map((a) => a.verb)).toEqual(['lockScreen', 'unlockScreen'])
})

test('five wrong passwords end the session; signing out ends a locked one as well', async () => {
  const as = await person()
  await server.ok(lockSession, {}, { as })
  const codes: string[] = []
  for (let n = 0; n < 6; n++) codes.push((await server.call(unlockSession, { passWord: 'wrong-Horse-27' }, { as })).returnCode)
  expect(codes).toEqual([...Array<string>(5).fill(CODE.input), CODE.tooMany])
  expect(await code(as)).toBe(CODE.sessionExpired)

  const leaver = await person()
  await server.ok(lockSession, {}, { as: leaver })
  await server.ok(loginOutTheUser, {}, { as: leaver })
  const { rows } = await sql<{ end_reason: string }>`select end_reason from session where user_id = ${leaver.userId}`.execute(server.platform.db)
  expect(rows).toEqual([{ end_reason: 'logout' }])
})

test('who has no password could never go on, and is told so', async () => {
  const as = await server.person()
  await sql`update sys_user set password_hash = null where user_id = ${as.userId}`.execute(server.platform.db)
  expect((await server.call(lockSession, {}, { as })).returnCode).toBe(CODE.inUse)
  expect(await code(as)).toBe(CODE.ok)
})
