import { CODE } from '@assoc/contract'
import { queryUserCenterByUserId, loginOutTheUser, queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { loginTheUser, updatePassWordByUserId } from '@assoc/contract/rbac/sign-in'
import { startServer } from '../../../platform/start'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { workerFile } from '../../../../test/global-setup'
import { modules } from '../..'
import { hashPassword } from '../../../platform/auth/passwords'
import { ensureAdministrator, hasAdministrator } from './administrator'

const PASSWORD = 'Blue-Kettle-Seven'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let n = 0
async function account(given: { status?: 'normal' | 'disabled' | 'pending'; mustChange?: boolean } = {}) {
  const loginName = `signer${++n}`
  const { user_id } = await server.platform.db
    .insertInto('sys_user')
    .values({ login_name: loginName, real_name: '贾登录', type_id: 'staff', password_hash: await hashPassword(PASSWORD), account_status: given.status ?? 'normal', must_change_password: given.mustChange ?? false })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return { loginName, userId: user_id }
}

/** Signs in as a browser would: the cookie comes from the answer's header. */
async function signIn(loginName: string, passWord = PASSWORD): Promise<{ code: string; session: Session; mustChange: boolean; wait: number }> {
  const response = await fetch(`${server.url}/capcoapi${loginTheUser.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...OWN_HEADERS },
    body: JSON.stringify({ loginName, passWord }),
  })
  const body = (await response.json()) as { returnCode: string; data: { userId: string; token: string; mustChangePassword: boolean; retryAfterSeconds?: number } | null }
  const cookie = /sid=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return { code: body.returnCode, session: { userId: body.data?.userId ?? '', token: body.data?.token ?? '', cookie }, mustChange: body.data?.mustChangePassword ?? false, wait: body.data?.retryAfterSeconds ?? 0 }
}

const codeOf = async (as: Session) => (await server.call(queryMenuListByUserId, { userId: as.userId }, { as })).returnCode

test('header token and cookie must name the same session', async () => {
  const { loginName } = await account()
  const one = (await signIn(loginName)).session
  const two = (await signIn(loginName)).session
  expect(await codeOf(one)).toBe(CODE.ok)
  expect(await codeOf({ ...one, cookie: '' })).toBe(CODE.sessionUnknown)
  expect(await codeOf({ ...one, token: '' })).toBe(CODE.sessionUnknown)
  expect(await codeOf({ ...one, cookie: two.cookie })).toBe(CODE.sessionUnknown)
})

test('the cookie is host-only, HttpOnly and lax', async () => {
  const { loginName } = await account()
  const response = await fetch(`${server.url}/capcoapi${loginTheUser.path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...OWN_HEADERS }, body: JSON.stringify({ loginName, passWord: PASSWORD }) })
  const header = response.headers.get('set-cookie') ?? ''
  expect(header).toMatch(/HttpOnly/i)
  expect(header).toMatch(/SameSite=Lax/i)
  expect(header).toMatch(/Path=\//i)
  expect(header).not.toMatch(/Domain/i)
})

test('unknown, disabled and pending accounts and a wrong password get the same answer', async () => {
  const answers = await Promise.all([
    signIn('nobody-there'),
    signIn((await account({ status: 'disabled' })).loginName),
    signIn((await account({ status: 'pending' })).loginName),
    signIn((await account()).loginName, 'Wrong-Kettle-Seven'),
  ])
  expect(new Set(answers.map((a) => a.code))).toEqual(new Set([CODE.badCredentials]))
})

test('after five wrong tries the pair of account and address rests, also for the right password; 50 parallel tries count as 50', async () => {
  const { loginName } = await account()
  const tries = await Promise.all(Array.from({ length: 50 }, (_, i) => signIn(loginName, `Wrong-${i}-Kettle`)))
  expect(tries.filter((t) => t.code === CODE.badCredentials).length).toBeLessThanOrEqual(5)
  const right = await signIn(loginName)
  expect(right.code).toBe(CODE.tooMany)
  expect(right.wait).toBeGreaterThan(60)
  await server.platform.db.deleteFrom('throttle').execute()
  // Another name at the same address is not touched by the lock.
  expect((await signIn((await account()).loginName)).code).toBe(CODE.ok)
})

test('sign-in name, mobile and mail of an account share one count; a name that is nobody’s is shut after as many, with the same answers', async () => {
  const { loginName, userId } = await account()
  const [mobile, email] = [`1990099${String(n).padStart(4, '0')}`, `${loginName}@example.com`]
  await server.platform.db.updateTable('sys_user').set({ mobile, email }).where('user_id', '=', userId).execute()
  const spread = []
  for (let i = 0; i < 7; i++) spread.push((await signIn([loginName.toUpperCase(), mobile, email][i % 3] as string, 'Wrong-Kettle-Seven')).code)
  const nobody = []
  for (let i = 0; i < 7; i++) nobody.push((await signIn('Nobody-Of-Ours', 'Wrong-Kettle-Seven')).code)
  const five = Array<string>(5).fill(CODE.badCredentials)
  expect([spread, nobody]).toEqual([[...five, CODE.tooMany, CODE.tooMany], [...five, CODE.tooMany, CODE.tooMany]])
  for (const name of [loginName, mobile, email]) expect((await signIn(name)).code).toBe(CODE.tooMany)
  await server.platform.db.deleteFrom('throttle').execute()
})

test('signing out kills the token; without a session it answers success and does nothing', async () => {
  const { loginName } = await account()
  const { session } = await signIn(loginName)
  expect((await server.call(loginOutTheUser, { userId: session.userId }, { as: session })).returnCode).toBe(CODE.ok)
  expect(await codeOf(session)).toBe(CODE.sessionUnknown)
  expect((await server.call(loginOutTheUser, {}, { as: null })).returnCode).toBe(CODE.ok)
})

test('another person’s userId in the sign-out call ends nobody else’s session', async () => {
  const victim = (await signIn((await account()).loginName)).session
  const attacker = (await signIn((await account()).loginName)).session
  await server.call(loginOutTheUser, { userId: victim.userId }, { as: attacker })
  expect(await codeOf(victim)).toBe(CODE.ok)
})

test('the sixth session ends the first with 000099', async () => {
  const { loginName } = await account()
  const sessions: Session[] = []
  for (let i = 0; i < 6; i++) sessions.push((await signIn(loginName)).session)
  expect(await codeOf(sessions[0] as Session)).toBe(CODE.sessionEndedElsewhere)
  expect(await codeOf(sessions[1] as Session)).toBe(CODE.ok)
})

test('idle and absolute limits answer 000009', async () => {
  const { loginName } = await account()
  const idle = (await signIn(loginName)).session
  const old = (await signIn(loginName)).session
  const { db, sessions } = server.platform
  await db.updateTable('session').set({ last_seen_time: new Date(Date.now() - 31 * 60_000) }).where('user_id', '=', idle.userId).execute()
  await db.updateTable('session').set({ expire_time: new Date(Date.now() - 1000) }).where('user_id', '=', old.userId).execute()
  void sessions
  expect(await codeOf(idle)).toBe(CODE.sessionExpired)
  expect(await codeOf(old)).toBe(CODE.sessionExpired)
})

test('who must change the password can do nothing else until it is done', async () => {
  const { loginName } = await account({ mustChange: true })
  const { session, mustChange } = await signIn(loginName)
  expect(mustChange).toBe(true)
  expect(await codeOf(session)).toBe(CODE.mustChangePassword)
  expect((await server.call(queryUserCenterByUserId, { userId: session.userId }, { as: session })).returnCode).toBe(CODE.ok)
  const change = (newPassWord: string, oldPassWord = PASSWORD) => server.call(updatePassWordByUserId, { userId: session.userId, oldPassWord, newPassWord }, { as: session })
  expect((await change('Another-Kettle-8', 'not the old one')).data).toMatchObject({ fields: [{ path: 'oldPassWord' }] })
  for (const weak of ['short', 'aaaaaaaaaaaa', '12345678901', `my-${loginName}-x`, 'qwertyuiop', PASSWORD]) {
    expect((await change(weak)).returnCode).toBe(CODE.input)
  }
  expect((await change('Another-Kettle-8')).returnCode).toBe(CODE.ok)
  expect(await codeOf(session)).toBe(CODE.ok)
  expect((await signIn(loginName)).code).toBe(CODE.badCredentials)
  expect((await signIn(loginName, 'Another-Kettle-8')).code).toBe(CODE.ok)
})

test('a kick, a disabled account and a changed right bite in another process within 200 ms', async () => {
  const other = await startServer(
    { databaseUrl: server.databaseUrl, dataDir: server.platform.config.dataDir, port: 0, host: '127.0.0.1', empty: true, env: { SLIDER_CHECK: 'off', LOG_LEVEL: 'silent', SERVER_ROLE: 'api', DB_POOL: '3' } },
    { modules, migrations: `${process.cwd()}/server/migrations`, excelWorker: workerFile(process.cwd()), ensureAdministrator, hasAdministrator },
  )
  try {
    const there = async (as: Session) => {
      const response = await fetch(`${other.url}/capcoapi${queryMenuListByUserId.path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...OWN_HEADERS, authorization: as.token, cookie: `sid=${as.cookie}` }, body: JSON.stringify({ userId: as.userId }) })
      return ((await response.json()) as { returnCode: string }).returnCode
    }
    const within = async (as: Session, wanted: string) => {
      const began = performance.now()
      while (performance.now() - began < 2000) {
        if ((await there(as)) === wanted) return performance.now() - began
        await new Promise((r) => setTimeout(r, 5))
      }
      return Number.POSITIVE_INFINITY
    }
    const { db, sessions, revocations } = server.platform
    const kicked = (await signIn((await account()).loginName)).session
    expect(await there(kicked)).toBe(CODE.ok)
    await db.transaction().execute((tx) => sessions.endAllOf(tx, kicked.userId, 'kicked'))
    expect(await within(kicked, CODE.sessionEndedElsewhere)).toBeLessThan(200)
    const disabled = (await signIn((await account()).loginName)).session
    expect(await there(disabled)).toBe(CODE.ok)
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('sys_user').set({ account_status: 'disabled' }).where('user_id', '=', disabled.userId).execute()
      await sessions.endAllOf(tx, disabled.userId, 'disabled')
      await revocations.announce(tx, { kind: 'user', id: disabled.userId })
    })
    expect(await within(disabled, CODE.accountDisabled)).toBeLessThan(200)
    // Negative control: without the announcement the other process goes on believing its cache.
    const silent = (await signIn((await account()).loginName)).session
    expect(await there(silent)).toBe(CODE.ok)
    await db.updateTable('session').set({ end_time: new Date(), end_reason: 'kicked' }).where('user_id', '=', silent.userId).execute()
    expect(await there(silent)).toBe(CODE.ok)
  } finally {
    await other.close()
  }
})
