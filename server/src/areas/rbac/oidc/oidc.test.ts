import { createServer } from 'node:net'
import { CODE } from '@assoc/contract'
import { loginOutTheUser, queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { verifySecondFactor } from '@assoc/contract/rbac/second-factor'
import { finishSignOn } from '@assoc/contract/rbac/sign-on'
import type { Call, RequestOf } from '@assoc/contract'
import { OWN_HEADERS, startTestServer, type TestServer } from '../../../../test/harness'
import { clientSecretOf, startProvider, type RunningProvider } from '../../../../../scripts/jest/start-provider.mjs'
import { signOnFromEnv } from '../../../platform/sign-on'
import { newSecret, codeAt } from '../second-factor/totp'
import * as factor from '../second-factor/repository'

// Against a real provider (oidc-provider): nothing of it is imitated here but the person who types.
// The console's address stands before it starts: the provider knows where people come back to.
const PUBLIC = 'http://console.example'
const CALLBACK = `${PUBLIC}/sso/oidc/callback`

let provider: RunningProvider
let server: TestServer
const envOf = (issuer: string) => ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: clientSecretOf('console'), PUBLIC_URL: PUBLIC, SERVER_ROLE: 'api' })
beforeAll(async () => {
  provider = await startProvider({ redirectUris: [CALLBACK], postLogoutRedirectUris: [`${PUBLIC}/login`] })
  server = await startTestServer({ env: envOf(provider.issuer) })
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})
afterEach(() => provider.swapIdToken(null))

let n = 0
async function account(status: 'normal' | 'disabled' = 'normal', mustChange = false) {
  const loginName = `signon${++n}`
  const { user_id } = await server.platform.db
    .insertInto('sys_user')
    .values({ login_name: loginName, real_name: '贾统一', type_id: 'staff', account_status: status, must_change_password: mustChange })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return { loginName, userId: user_id }
}

/** A browser: follows nothing by itself, and keeps the cookies of each site apart. */
class Browser {
  private readonly jars = new Map<string, Map<string, string>>()

  jar(url: string): Map<string, string> {
    const { origin } = new URL(url)
    const jar = this.jars.get(origin) ?? new Map<string, string>()
    this.jars.set(origin, jar)
    return jar
  }

  async go(url: string, init: RequestInit = {}): Promise<{ status: number; location: string; text: string; setCookie: string[] }> {
    const at = url.replace(PUBLIC, server.url)
    const jar = this.jar(at)
    const response = await fetch(at, { redirect: 'manual', ...init, headers: { ...(init.headers as Record<string, string>), cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') } })
    const setCookie = response.headers.getSetCookie()
    for (const line of setCookie) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const location = response.headers.get('location')
    return { status: response.status, location: location ? new URL(location, url).href : '', text: await response.text(), setCookie }
  }

  async call<C extends Call>(call: C, input: RequestOf<C>, token?: string) {
    const { text } = await this.go(`${PUBLIC}/capcoapi${call.path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...OWN_HEADERS, ...(token ? { authorization: token } : {}) }, body: JSON.stringify(input) })
    return JSON.parse(text) as { returnCode: string; data: { userId: string; token: string; challenge: string; kind: string; signOutAt?: string } }
  }
}

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams(fields).toString() })

/** Begins at the console; answers the provider's address that it sends the browser to. */
const begin = async (browser: Browser, query = '') => (await browser.go(`${PUBLIC}/sso/oidc/start${query}`)).location

/** Signs in at the provider and agrees; answers the address at the console that it sends the browser back to. */
async function atProvider(browser: Browser, address: string, name: string): Promise<string> {
  let next = address
  for (let i = 0; i < 12; i++) {
    if (next.startsWith(PUBLIC)) return next
    const page = await browser.go(next)
    if (page.location) next = page.location
    else {
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? ''
      const action = new URL(/action="([^"]+)"/.exec(page.text)?.[1] ?? '', next).href
      next = (await browser.go(action, form(prompt === 'login' ? { prompt, login: name, password: 'typed' } : { prompt }))).location
    }
  }
  throw new Error(`the provider never came back: ${next}`)
}

async function signIn(browser: Browser, name: string, query = '') {
  const back = await atProvider(browser, await begin(browser, query), name)
  return { back, arrived: await browser.go(back) }
}

test('the whole way: by PKCE, state and nonce to a session like any other, without anything secret in an address', async () => {
  const { loginName, userId } = await account('normal', true)
  const browser = new Browser()
  const address = await begin(browser)
  const asked = new URL(address).searchParams
  expect([asked.get('code_challenge_method'), asked.get('response_type'), asked.get('redirect_uri'), (asked.get('state') ?? '').length, (asked.get('nonce') ?? '').length]).toEqual(['S256', 'code', CALLBACK, 43, 43])
  const back = await atProvider(browser, address, loginName)
  const arrived = await browser.go(back)
  expect([arrived.status, arrived.location]).toEqual([302, `${PUBLIC}/login?sso=1`])
  expect(arrived.setCookie.join()).toMatch(/arrival=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
  const { returnCode, data } = await browser.call(finishSignOn, {})
  expect([returnCode, data.userId]).toEqual([CODE.ok, userId])
  // They have typed no password here, so no first password is in their way.
  expect((await browser.call(queryMenuListByUserId, { userId }, data.token)).returnCode).toBe(CODE.ok)
  const log = await server.platform.db.selectFrom('login_log').select(['login_way', 'login_result']).where('user_id', '=', userId).execute()
  expect(log).toEqual([{ login_way: 'oidc', login_result: 'success' }])
  // What the return has left is good once.
  expect((await browser.call(finishSignOn, {})).returnCode).toBe(CODE.challengeEnded)
  // No right came with it.
  expect(await server.platform.db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()).toEqual([])
})

test('a return is good once, for its own browser and its own state', async () => {
  const { loginName } = await account()
  const [one, two] = [new Browser(), new Browser()]
  const { back, arrived } = await signIn(one, loginName)
  expect(arrived.location).toContain('/login?sso=1')
  expect((await one.go(back)).status).toBe(400)
  // Another person's return in this browser: nobody is signed in as somebody else (login CSRF).
  const stolen = await atProvider(two, await begin(two), loginName)
  const victim = new Browser()
  await begin(victim)
  const refused = await victim.go(stolen)
  expect([refused.status, refused.location, refused.text]).toEqual([400, '', expect.stringContaining('登录未完成')])
  expect((await victim.call(finishSignOn, {})).returnCode).toBe(CODE.challengeEnded)
  // A state that nobody gave out.
  const changed = new URL(await atProvider(two, await begin(two), loginName))
  changed.searchParams.set('state', 'A'.repeat(43))
  expect((await two.go(changed.href)).status).toBe(400)
})

test('an expired way back is refused', async () => {
  const { loginName } = await account()
  const browser = new Browser()
  const back = await atProvider(browser, await begin(browser), loginName)
  await server.platform.db.updateTable('sign_on_flow').set({ expire_time: new Date(Date.now() - 1000) }).execute()
  expect((await browser.go(back)).status).toBe(400)
})

test.each([
  ['another nonce', { nonce: 'B'.repeat(43) }],
  ['a code meant for another client', { client_id: 'other' }],
  ['another challenge of PKCE', { code_challenge: 'C'.repeat(43) }],
])('%s: the provider’s answer is refused', async (_what, change) => {
  const { loginName } = await account()
  const browser = new Browser()
  const address = new URL(await begin(browser))
  for (const [key, value] of Object.entries(change)) address.searchParams.set(key, value)
  const refused = await browser.go(await atProvider(browser, address.href, loginName))
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('未通过校验')])
  expect((await browser.call(finishSignOn, {})).returnCode).toBe(CODE.challengeEnded)
})

test('an ID token of another client, genuine as it is, and one whose signature is not the provider’s are refused', async () => {
  const { loginName } = await account()
  // A genuine ID token for the client `other`, fetched with its own secret, with the nonce of the console's own request.
  const browser = new Browser()
  const address = new URL(await begin(browser))
  const verifier = 'v'.repeat(43)
  const { calculatePKCECodeChallenge } = await import('openid-client')
  const other = new URL(address)
  other.searchParams.set('client_id', 'other')
  other.searchParams.set('code_challenge', await calculatePKCECodeChallenge(verifier))
  const code = new URL(await atProvider(new Browser(), other.href, loginName)).searchParams.get('code') ?? ''
  const tokens = (await (await fetch(`${provider.issuer}/token`, {
    ...form({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier }),
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${Buffer.from(`other:${clientSecretOf('other')}`).toString('base64')}` },
  })).json()) as { id_token: string }
  expect(JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ aud: 'other', nonce: address.searchParams.get('nonce') })
  const back = await atProvider(browser, address.href, loginName)
  await provider.swapIdToken(tokens.id_token)
  expect((await browser.go(back)).status).toBe(400)

  // The same with the right audience but a signature of nobody's.
  const second = new URL(await begin(browser))
  const [head, body] = tokens.id_token.split('.')
  const claims = { ...(JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as object), aud: 'console', nonce: second.searchParams.get('nonce') }
  const next = await atProvider(browser, second.href, loginName)
  await provider.swapIdToken(`${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${Buffer.alloc(256, 7).toString('base64url')}`)
  expect((await browser.go(next)).status).toBe(400)
  // Control: left alone, the provider's own answer is taken.
  await provider.swapIdToken(null)
  expect((await browser.go(await atProvider(browser, await begin(browser), loginName))).status).toBe(302)
})

test('who has no account here, or a disabled one, is told what to do; no account is made; the log has it', async () => {
  const count = async () => Number((await server.platform.db.selectFrom('sys_user').select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
  const disabled = await account('disabled')
  const before = await count()
  const unknown = await signIn(new Browser(), 'nobody-here')
  expect([unknown.arrived.status, unknown.arrived.text]).toEqual([403, expect.stringContaining('请联系系统管理员开通账号')])
  const shut = await signIn(new Browser(), disabled.loginName)
  expect([shut.arrived.status, shut.arrived.text]).toEqual([403, expect.stringContaining('已停用')])
  expect(await count()).toBe(before)
  const log = await server.platform.db.selectFrom('login_log').select(['login_name', 'login_result']).where('login_way', '=', 'oidc').where('login_result', '<>', 'success').orderBy('login_log_id').execute()
  expect(log).toEqual([{ login_name: 'nobody-here', login_result: 'unknown' }, { login_name: disabled.loginName, login_result: 'disabled' }])
})

test('the account is disabled between the return and the session: no session', async () => {
  const { loginName, userId } = await account()
  const browser = new Browser()
  await signIn(browser, loginName)
  await server.platform.db.updateTable('sys_user').set({ account_status: 'disabled' }).where('user_id', '=', userId).execute()
  expect((await browser.call(finishSignOn, {})).returnCode).toBe(CODE.challengeEnded)
})

test('the return address is carried through and still checked by its own rules', async () => {
  const { loginName } = await account()
  const own = `${server.url}/fee?page=2`
  const kept = await signIn(new Browser(), loginName, `?reback=${encodeURIComponent(own)}`)
  expect(kept.arrived.location).toBe(`${PUBLIC}/login?sso=1&reback=${encodeURIComponent(own)}`)
  // The login page leads there by /sso/return, which decides; what it refuses ends at the home page.
  const evil = await signIn(new Browser(), loginName, `?reback=${encodeURIComponent('https://evil.example/')}`)
  expect(new URL(evil.arrived.location).origin).toBe(PUBLIC)
})

test('a second factor stands before this session as well', async () => {
  const { loginName, userId } = await account()
  const secret = newSecret()
  const sealed = server.platform.encryption.encrypt(secret)
  await factor.storePending(server.platform.db, userId, sealed)
  await factor.confirm(server.platform.db, userId, sealed, 1)
  const browser = new Browser()
  await signIn(browser, loginName)
  const { returnCode, data } = await browser.call(finishSignOn, {})
  expect([returnCode, data.kind]).toEqual([CODE.secondFactor, 'verify'])
  const done = await browser.call(verifySecondFactor, { challenge: data.challenge, code: codeAt(secret) })
  expect(done.returnCode).toBe(CODE.ok)
  // The provider's token has come through the challenge: signing out ends its session too.
  expect((await browser.call(loginOutTheUser, {}, done.data.token)).data.signOutAt).toContain(provider.issuer)
})

test('signing out leads through the provider and back; the next sign-in asks there again', async () => {
  const { loginName } = await account()
  const browser = new Browser()
  await signIn(browser, loginName)
  const { data } = await browser.call(finishSignOn, {})
  const { signOutAt = '' } = (await browser.call(loginOutTheUser, {}, data.token)).data
  const asked = new URL(signOutAt).searchParams
  expect([signOutAt.startsWith(provider.issuer), asked.get('post_logout_redirect_uri')]).toEqual([true, `${PUBLIC}/login`])
  const page = await browser.go(signOutAt)
  const action = new URL(/action="([^"]+)"/.exec(page.text)?.[1] ?? '', signOutAt).href
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const left = await browser.go(action, form({ xsrf, logout: 'yes' }))
  expect(left.location).toBe(`${PUBLIC}/login`)
  const again = await browser.go((await browser.go(await begin(browser))).location)
  expect(again.text).toContain('name="login"')
})

test('addresses that may not come are told so before anything is asked of the provider', async () => {
  const { settings } = server.platform
  const admits = jest.spyOn(settings, 'admits').mockResolvedValue(false)
  try {
    const page = await new Browser().go(`${PUBLIC}/sso/oidc/start`)
    expect([page.status, page.location]).toEqual([403, ''])
  } finally {
    admits.mockRestore()
  }
})

test('a provider that is away stops neither the start nor the password; it is asked again when it is there', async () => {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
  const lonely = await startTestServer({ env: { ...envOf(`http://127.0.0.1:${port}`) } })
  try {
    const start = () => fetch(`${lonely.url}/sso/oidc/start`, { redirect: 'manual' })
    const away = await start()
    expect([away.status, await away.text()]).toEqual([503, expect.stringContaining('暂时不可用')])
    expect((await lonely.call(queryMenuListByUserId, { userId: lonely.admin.userId })).returnCode).toBe(CODE.ok)
    const late = await startProvider({ port, redirectUris: [CALLBACK], postLogoutRedirectUris: [] })
    try {
      expect((await start()).status).toBe(302)
    } finally {
      await late.stop()
    }
  } finally {
    await lonely.stop()
  }
})

test('the configuration refuses what cannot work or would be unsafe', () => {
  const good = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'x' }
  expect(signOnFromEnv({})).toBeNull()
  expect(signOnFromEnv(good)).toMatchObject({ claim: 'preferred_username', field: 'loginName', scope: 'openid profile email' })
  for (const bad of [{ OIDC_ISSUER: 'http://id.example' }, { OIDC_ISSUER: 'id.example' }, { OIDC_CLIENT_SECRET: '' }, { OIDC_CLIENT_ID: '' }, { OIDC_FIELD: 'password' }, { OIDC_CLIENT_SECRET_FILE: '/nowhere/there' }]) {
    expect(() => signOnFromEnv({ ...good, ...bad })).toThrow()
  }
})
