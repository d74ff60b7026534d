import { API_BASE, CODE } from '@assoc/contract'
import { downloadStatementTemplate } from '@assoc/contract/fee/bank'
import { createFileTicket } from '@assoc/contract/platform/file-ticket'
import { queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { loginTheUser } from '@assoc/contract/rbac/sign-in'
import { OWN_HEADERS, startTestServer, type TestServer } from '../../../test/harness'
import { fileTicket } from '../auth/file-ticket'
import { hashToken, newToken } from '../auth/tokens'

// Console and API at two origins: listed pages may call, cookies come along, and everybody else's browser is told nothing.
const API = 'https://api.example.cn'
const PAGE = 'https://console.example.cn'
const FILES_ONLY = 'https://files-page.example.cn'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    env: { SERVER_ROLE: 'api', PUBLIC_URL: API, TRUST_PROXY: '1', SLIDER_CHECK: 'on' },
    config: {
      environments: [
        { name: 'production', origins: [PAGE], apiHost: API },
        { name: 'test', origins: ['https://test.example.cn'], apiHost: 'https://api.test.example.cn' },
        { name: 'preProduction', origins: [FILES_ONLY], apiHost: 'https://elsewhere.example.cn', downloads: `${API}/` },
        { name: 'localhost', origins: ['localhost'], apiHost: API },
      ],
    },
  })
})
afterAll(() => server.stop())

const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
const ask = (origin: string, path: string = queryMenuListByUserId.path) =>
  fetch(`${server.url}${API_BASE}${path}`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,model-type' } })
const read = (origin: string | null) =>
  server.raw(`${API_BASE}${queryMenuListByUserId.path}`, { method: 'POST', headers: { ...OWN_HEADERS, 'content-type': 'application/json', ...(origin === null ? {} : { origin }) }, body: JSON.stringify({ userId: server.admin.userId }) })

test.each([PAGE, FILES_ONLY])('a page of the listed origin %s may call, with its cookie and our headers', async (origin) => {
  const asked = await ask(origin)
  expect([asked.status, asked.headers.get('vary')]).toEqual([204, 'origin'])
  expect(headersOf(asked)).toEqual({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'POST, GET, HEAD, PATCH, PUT, DELETE',
    'access-control-allow-headers': 'content-type, authorization, x-requested-with, model-type, idempotency-key, tus-resumable, upload-offset, file-ticket',
    'access-control-expose-headers': 'content-disposition, x-console, x-request-id, x-return-code, retry-after, upload-offset, upload-length, tus-resumable',
    'access-control-max-age': '600',
  })
  const answer = await read(origin)
  expect(((await answer.json()) as { returnCode: string }).returnCode).toBe(CODE.ok)
  expect([answer.headers.get('access-control-allow-origin'), answer.headers.get('access-control-allow-credentials'), answer.headers.get('vary')]).toEqual([origin, 'true', 'origin, accept-encoding'])
})

test.each([
  'https://evil.example', 'http://console.example.cn', 'https://console.example.cn:8443', 'https://console.example.cn.evil.example', 'https://sub.console.example.cn', 'https://CONSOLE.example.cn', 'null', '*', 'localhost', 'http://localhost:8080',
  // Listed, with its API elsewhere; and this very origin, which needs no leave.
  'https://test.example.cn', API,
])('%s is told nothing', async (origin) => {
  const asked = await ask(origin)
  expect([asked.status, headersOf(asked)]).toEqual([404, {}])
  expect(headersOf(await read(origin))).toEqual({})
})

test('a refusal can be read, too; an address that is no call and a page without an origin get nothing', async () => {
  const refused = await fetch(`${server.url}${API_BASE}${queryMenuListByUserId.path}`, { method: 'POST', headers: { ...OWN_HEADERS, origin: PAGE, 'content-type': 'text/plain' }, body: 'x' })
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([415, PAGE])
  expect(headersOf(await read(null))).toEqual({})
  expect(headersOf(await fetch(`${server.url}/healthz`, { headers: { origin: PAGE } }))).toEqual({})
})

test('the session cookie fits: for pages of our site to it alone, for listed ones of another site over TLS kept apart for that site', async () => {
  const address = '198.51.100.1'
  const cookieFor = async (headers: Record<string, string>) => {
    const sliderTicket = newToken()
    await server.platform.db.insertInto('slider_challenge').values({ challenge_id: newToken(), answer: 0, address, ticket_hash: hashToken(sliderTicket), used: true }).execute()
    const answer = await server.raw(`${API_BASE}${loginTheUser.path}`, { method: 'POST', as: null, headers: { ...OWN_HEADERS, 'content-type': 'application/json', 'x-forwarded-for': address, ...headers }, body: JSON.stringify({ loginName: 'admin', passWord: 'Correct-Horse-27', sliderTicket }) })
    const line = answer.headers.getSetCookie().find((cookie) => /^(?:__Host-)?sid=/.test(cookie)) ?? ''
    return line.replace(/=[\w-]{43}/, '').split('; ').filter((part) => !part.startsWith('Max-Age'))
  }
  const tls = { 'x-forwarded-proto': 'https' }
  const strict = ['__Host-sid', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']
  expect((await cookieFor({ ...tls, origin: PAGE, 'sec-fetch-site': 'same-site' })).sort()).toEqual([...strict].sort())
  expect((await cookieFor({ ...tls, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).sort()).toEqual([...strict].sort())
  expect((await cookieFor({ ...tls, origin: PAGE, 'sec-fetch-site': 'cross-site' })).sort()).toEqual(['__Host-sid', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=None', 'Partitioned'].sort())
  expect(await cookieFor({ origin: PAGE, 'sec-fetch-site': 'cross-site' })).toContain('SameSite=Lax')
})

test('a ticket stands for the cookie: for files by the call that it was made for, in its session, for a minute, from a listed page', async () => {
  const { encryption } = server.platform
  const { token } = server.admin
  const fetched = async (ticket: string | null, { origin = PAGE, path = downloadStatementTemplate.path, as = token }: { origin?: string; path?: string; as?: string } = {}) => {
    const answer = await server.raw(`${API_BASE}${path}`, { method: 'POST', as: null, headers: { ...OWN_HEADERS, 'content-type': 'application/json', authorization: as, origin, ...(ticket === null ? {} : { 'file-ticket': ticket }) }, body: '{}' })
    return answer.headers.get('x-return-code')
  }
  const { ticket } = await server.ok(createFileTicket, { path: downloadStatementTemplate.path })
  expect(await fetched(ticket)).toBe(CODE.ok)
  expect(await fetched(null)).toBe(CODE.sessionUnknown)
  expect(await fetched(ticket, { origin: 'https://evil.example' })).toBe(CODE.sessionUnknown)
  expect(await fetched(ticket, { as: (await server.person()).token })).toBe(CODE.sessionUnknown)
  expect(await fetched((await server.ok(createFileTicket, { path: '/fee/bankLine/other' })).ticket)).toBe(CODE.sessionUnknown)
  // Of calls that answer no file nothing, whatever the ticket says; nor of other sealed texts.
  const menu = (await server.ok(createFileTicket, { path: queryMenuListByUserId.path })).ticket
  expect(await fetched(menu, { path: queryMenuListByUserId.path })).toBe(CODE.sessionUnknown)
  expect(await fetched(encryption.encrypt(JSON.stringify(['other', '1', downloadStatementTemplate.path, Date.now() + 60_000])))).toBe(CODE.sessionUnknown)
  expect(await fetched('1.AAAA')).toBe(CODE.sessionUnknown)
  const { sessionId } = await server.platform.sessions.identify(token, server.admin.cookie)
  expect(await fetched(fileTicket(encryption, sessionId, downloadStatementTemplate.path, Date.now() - 59_000))).toBe(CODE.ok)
  expect(await fetched(fileTicket(encryption, sessionId, downloadStatementTemplate.path, Date.now() - 60_000))).toBe(CODE.sessionUnknown)
})
