import { hash } from 'node:crypto'
import { API_BASE, CODE } from '@assoc/contract'
import { createHandOver, redeemHandOver } from '@assoc/contract/rbac/hand-over'
import { loginOutTheUser, queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { sql } from 'kysely'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { hashToken, newToken } from '../../../platform/auth/tokens'

const SIGN_ON = 'https://sign-on.example.cn'
const PAGE = 'https://console.example.cn'
const OTHER = 'https://other.example.cn'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    env: { SERVER_ROLE: 'api', PUBLIC_URL: SIGN_ON },
    config: {
      title: '',
      organisation: '',
      environments: [
        { name: 'production', origins: [PAGE, OTHER], ssoDesktop: `${SIGN_ON}/login` },
        { name: 'test', origins: ['https://test.example.cn'], ssoDesktop: 'https://elsewhere.example.cn/login' },
        { name: 'localhost', origins: ['localhost'] },
      ],
    },
  })
})
afterAll(() => server.stop())

const challengeOf = (verifier: string) => hash('sha256', verifier, 'base64url')

/** The sign-on page's half, for a browser that keeps `verifier`; answers the code of the address. */
async function handedOver(as: Session, verifier: string, reback = `${PAGE}/companyList?page=2/manager`): Promise<string> {
  const { address } = await server.ok(createHandOver, { reback, challenge: challengeOf(verifier) }, { as })
  return /[#&]signOnCode=([\w-]{43})$/.exec(address)?.[1] ?? ''
}
/** The console's half. */
const redeem = (code: string, verifier: string, origin: string | null = PAGE) => server.call(redeemHandOver, { code, verifier }, { as: null, headers: origin === null ? {} : { origin } })
/** The session that was taken over, as the console then shows it. */
async function taken(from: Session, origin = PAGE): Promise<Session> {
  const verifier = newToken()
  const code = await handedOver(from, verifier, `${origin}/`)
  const response = await server.raw(`${API_BASE}${redeemHandOver.path}`, { method: 'POST', as: null, headers: { ...OWN_HEADERS, 'content-type': 'application/json', origin }, body: JSON.stringify({ code, verifier }) })
  const { data } = (await response.json()) as { data: { userId: string; token: string } }
  const cookie = /sid=([\w-]{43})/.exec(response.headers.getSetCookie().join())?.[1] ?? ''
  return { userId: data.userId, token: data.token, cookie }
}
const codes = async () => (await server.platform.db.selectFrom('session_hand_over').select('code_hash').execute()).length

test('the whole way: the console has a session of its own, which counts from the first sign-in', async () => {
  const person = await server.person()
  await server.platform.db.updateTable('session').set({ create_time: sql<Date>`create_time - interval '3 hours'`, expire_time: sql<Date>`expire_time - interval '3 hours'` }).where('token_hash', '=', hashToken(person.token)).execute()
  const verifier = newToken()
  const { address } = await server.ok(createHandOver, { reback: `${PAGE}/companyList?page=2#part/manager`, challenge: challengeOf(verifier) }, { as: person })
  expect(address).toMatch(/^https:\/\/console\.example\.cn\/companyList\?page=2#part&signOnCode=[\w-]{43}$/)
  const code = await handedOver(person, verifier)
  // The address is not kept anywhere, nor the code in it.
  expect(await server.platform.db.selectFrom('session_hand_over').select('origin').where('code_hash', '=', hashToken(code)).execute()).toEqual([{ origin: PAGE }])
  const { returnCode, data } = await redeem(code, verifier)
  expect([returnCode, data.userId, data.mustChangePassword]).toEqual([CODE.ok, person.userId, false])
  expect(data.token).not.toBe(person.token)
  const times = await server.platform.db.selectFrom('session').select(['create_time', 'expire_time']).where('user_id', '=', person.userId).where('end_time', 'is', null).orderBy('session_id').execute()
  expect(times).toHaveLength(2)
  expect(times[1]).toEqual(times[0])
  const log = await server.platform.db.selectFrom('login_log').select(['login_way', 'login_result']).where('user_id', '=', person.userId).execute()
  expect(log).toEqual([{ login_way: 'handOver', login_result: 'success' }])
  // Both go on, each by itself.
  expect((await server.call(queryMenuListByUserId, { userId: person.userId }, { as: person })).returnCode).toBe(CODE.ok)
})

test('a code is good once, also for four at the same time', async () => {
  const [person, verifier] = [await server.person(), newToken()]
  const code = await handedOver(person, verifier)
  expect((await redeem(code, verifier)).returnCode).toBe(CODE.ok)
  expect((await redeem(code, verifier)).returnCode).toBe(CODE.challengeEnded)
  const next = await handedOver(person, verifier)
  const answers = await Promise.all(Array.from({ length: 4 }, () => redeem(next, verifier)))
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.challengeEnded, CODE.challengeEnded, CODE.challengeEnded].sort())
})

test('a code is good for sixty seconds', async () => {
  const [person, verifier] = [await server.person(), newToken()]
  const age = (code: string, seconds: number) =>
    server.platform.db.updateTable('session_hand_over').set({ expire_time: sql<Date>`expire_time - make_interval(secs => ${seconds})` }).where('code_hash', '=', hashToken(code)).execute()
  const [young, old] = [await handedOver(person, verifier), await handedOver(person, verifier)]
  await age(young, 30)
  await age(old, 60)
  expect((await redeem(old, verifier)).returnCode).toBe(CODE.challengeEnded)
  expect((await redeem(young, verifier)).returnCode).toBe(CODE.ok)
})

test('a code is good for pages of the origin that it was made for, and no other', async () => {
  const [person, verifier] = [await server.person(), newToken()]
  const code = await handedOver(person, verifier)
  for (const origin of [OTHER, SIGN_ON, 'http://console.example.cn', `${PAGE}:8443`, `${PAGE}.evil.example`, 'null', null]) {
    expect([origin, (await redeem(code, verifier, origin)).returnCode]).toEqual([origin, CODE.challengeEnded])
  }
  expect((await redeem(code, verifier)).returnCode).toBe(CODE.ok)
})

test('a code is good in the browser that asked: without its verifier it opens nothing', async () => {
  const [person, verifier, stranger] = [await server.person(), newToken(), newToken()]
  const code = await handedOver(person, verifier)
  // What stood in the address of the sign-on page is no verifier either.
  for (const shown of [stranger, challengeOf(verifier)]) expect((await redeem(code, shown)).returnCode).toBe(CODE.challengeEnded)
  // Nor does a stranger's own code give them this person: a page that is lured with it has another verifier.
  expect((await redeem(await handedOver(await server.person(), stranger), verifier)).returnCode).toBe(CODE.challengeEnded)
  expect((await redeem(code, verifier)).data.userId).toBe(person.userId)
})

test('no code is made for an origin that is not listed, signs on elsewhere, or is this one', async () => {
  const person = await server.person()
  const before = await codes()
  const challenge = challengeOf(newToken())
  for (const reback of ['https://evil.example/manager', `${PAGE}.evil.example/`, 'https://console.example.cn@evil.example/', 'https://test.example.cn/a/manager', `${SIGN_ON}/a/manager`, 'http://localhost:8080/', '/a', 'javascript:alert(1)']) {
    expect([reback, (await server.call(createHandOver, { reback, challenge }, { as: person })).returnCode]).toEqual([reback, CODE.input])
  }
  expect((await server.call(createHandOver, { reback: `${PAGE}/`, challenge }, { as: null })).returnCode).toBe(CODE.sessionUnknown)
  expect(await codes()).toBe(before)
  await server.ok(createHandOver, { reback: `${OTHER}/`, challenge }, { as: person })
  expect(await codes()).toBe(before + 1)
})

test('a session that has ended meanwhile is not handed over, nor that of a disabled account', async () => {
  const [gone, shut, verifier] = [await server.person(), await server.person(), newToken()]
  const codesOf = [await handedOver(gone, verifier), await handedOver(shut, verifier)]
  await server.platform.sessions.endAllOf(server.platform.db, gone.userId, 'kicked')
  await server.platform.db.updateTable('sys_user').set({ account_status: 'disabled' }).where('user_id', '=', shut.userId).execute()
  for (const code of codesOf) expect((await redeem(code, verifier)).returnCode).toBe(CODE.challengeEnded)
})

test('who came by the provider is signed out there from the console, too', async () => {
  const [person, verifier] = [await server.person(), newToken()]
  await sql`insert into session_sign_on (session_id, id_token) select session_id, 'sealed' from session where token_hash = ${hashToken(person.token)}`.execute(server.platform.db)
  const { data } = await redeem(await handedOver(person, verifier), verifier)
  const { rows } = await sql<{ id_token: string }>`select o.id_token from session_sign_on o join session s using (session_id) where s.token_hash = ${hashToken(data.token)}`.execute(server.platform.db)
  expect(rows).toEqual([{ id_token: 'sealed' }])
})

test('signing out anywhere ends every session of that sign-in, and no other of the person', async () => {
  const person = await server.person()
  const [console, other] = [await taken(person), await taken(person, OTHER)]
  const further = await taken(console, OTHER)
  const apart = await server.sessionOf(person.userId)
  const read = async (as: Session) => (await server.call(queryMenuListByUserId, { userId: person.userId }, { as })).returnCode
  for (const session of [person, console, other, further, apart]) expect(await read(session)).toBe(CODE.ok)
  await server.ok(loginOutTheUser, {}, { as: further })
  expect(await Promise.all([person, console, other, further, apart].map(read))).toEqual([CODE.sessionUnknown, CODE.sessionUnknown, CODE.sessionUnknown, CODE.sessionUnknown, CODE.ok])
})
