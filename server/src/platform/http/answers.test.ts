import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { selectPasswordRules } from '@assoc/contract/rbac/security'
import type { FastifyInstance } from 'fastify'
import { startTestServer, type TestServer } from '../../../test/harness'
import { modules } from '../../areas'
import { loadConfig } from '../config'
import type { Platform } from '../platform'
import { buildApp } from './app'
import type { TrustProxy } from './trust-proxy'
import { mountWeb } from './web'

// What every answer says to a browser, whose word about a client's address is taken, and which addresses are calls.
let server: TestServer
let app: FastifyInstance
let root: string
const CALL = `/capcoapi${selectPasswordRules.path}`
const OWN = { 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager', 'content-type': 'application/json' }
const bindings = modules.flatMap((m) => m.bindings).filter((b) => b.call.path === selectPasswordRules.path)

async function appWith(more: Partial<Platform['config']>): Promise<FastifyInstance> {
  const platform: Platform = { ...server.platform, config: { ...server.platform.config, ...more } }
  const made = await buildApp(platform, bindings)
  made.get('/address', (request) => ({ ip: request.ip, protocol: request.protocol }))
  await mountWeb(made, platform)
  return made
}

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  root = mkdtempSync(join(tmpdir(), 'console-web-'))
  const put = (file: string, content: string | Buffer) => {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  for (const page of ['index.html', 'login.html']) put(`host/dist/${page}`, `<!doctype html><title>${page}</title>`)
  put('host/dist/assets/a.0123456789.js', 'const one = 1')
  put('host/dist/assets/a.0123456789.js.br', brotliCompressSync('const one = 1'))
  put('releases/remotes/member/1/b.js', 'const two = 2')
  put('releases/remotes/member/1/.secret', 'hidden')
  app = await appWith({ webRoot: root, releaseDir: join(root, 'releases') })
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

const SAFE = { 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin' }

test.each([
  ['a page', 'GET', '/', 200],
  ['another page', 'GET', '/member/company/list', 200],
  ['the sign-in page', 'GET', '/login', 200],
  ['an asset', 'GET', '/assets/a.0123456789.js', 200],
  ['a missing asset', 'GET', '/assets/missing.js', 404],
  ['a file of a remote', 'GET', '/remotes/member/1/b.js', 200],
  ['a hidden file', 'GET', '/remotes/member/1/.secret', 403],
  ['the configuration', 'GET', '/config.json', 200],
  ['the way back from the sign-on', 'GET', '/sso/return', 302],
  ['a call', 'POST', CALL, 200],
  ['an unknown call', 'POST', '/capcoapi/nothing', 404],
  ['an address that cannot be read', 'GET', '/%zz', 400],
  ['a file of the root', 'GET', '/favicon.ico', 404],
  ['an address with two slashes', 'GET', '//x', 308],
] as const)('%s tells the browser neither to guess nor to share its window', async (_what, method, url, status) => {
  const answer = await app.inject({ method, url, headers: method === 'POST' ? OWN : {}, ...(method === 'POST' ? { payload: '{}' } : {}) })
  expect([answer.statusCode, answer.headers]).toEqual([status, expect.objectContaining(SAFE)])
})

test('what is no HTTP is answered with the same headers, and the socket ends', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (piece) => (answer += piece.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write('no http at all\r\n\r\n')
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  for (const [name, value] of Object.entries(SAFE)) expect(answer).toContain(`${name}: ${value}\r\n`)
})

test('the policy of a page lets it call where its configuration has its API and files, and nowhere else', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-config-'))
  writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ environments: [{ name: 'production', origins: ['https://console.example'], apiHost: 'https://api.example', downloads: 'https://files.example/x/', fileBase: 'https://files.example' }] }))
  const made = await appWith({ webRoot: root, releaseDir: join(root, 'releases'), dataDir })
  try {
    const csp = (await made.inject({ url: '/' })).headers['content-security-policy']
    expect(String(csp).split('; ')).toContain(`connect-src 'self' https://api.example https://files.example`)
    const { headers } = await app.inject({ url: '/' })
    expect(String(headers['content-security-policy']).split('; ')).toContain(`connect-src 'self'`)
    // Sign-in counters have their camera, at this origin alone; nobody has a microphone.
    expect(String(headers['permissions-policy']).split(', ')).toEqual(expect.arrayContaining(['camera=(self)', 'microphone=()']))
  } finally {
    await made.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('an asset comes pressed for who takes that', async () => {
  const pressed = await app.inject({ url: '/assets/a.0123456789.js', headers: { 'accept-encoding': 'br' } })
  expect([pressed.headers['content-encoding'], pressed.headers['cache-control'], pressed.rawPayload.equals(brotliCompressSync('const one = 1'))]).toEqual(['br', 'public, max-age=31536000, immutable', true])
  expect((await app.inject({ url: '/assets/a.0123456789.js' })).body).toBe('const one = 1')
})

test('an address of two slashes leads to the one that is meant, never to another host', async () => {
  for (const [url, location] of [['//x?remote=member@http://127.0.0.1:9', '/x?remote=member@http://127.0.0.1:9'], ['///evil.example/a', '/evil.example/a']] as const) {
    const answer = await app.inject({ url })
    expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 308, location])
  }
})

test('a call is known by its route, however its address is written', async () => {
  const guarded = await appWith({})
  const encoded = CALL.replace('capcoapi', '%63apcoapi')
  const plain = await guarded.inject({ method: 'POST', url: encoded, headers: OWN, payload: '{}' })
  expect([plain.statusCode, plain.headers['cache-control']]).toEqual([200, 'no-store'])
  // Too many requests wait: the overload guard stands before the encoded address as well.
  Object.defineProperty(server.platform.pool, 'waitingCount', { configurable: true, get: () => 1_000 })
  try {
    for (const url of [CALL, encoded]) {
      const answer = await guarded.inject({ method: 'POST', url, headers: OWN, payload: '{}' })
      expect([url, answer.statusCode, answer.headers['x-content-type-options']]).toEqual([url, 503, 'nosniff'])
    }
  } finally {
    Reflect.deleteProperty(server.platform.pool, 'waitingCount')
  }
  await guarded.close()
  expect((await app.inject({ url: '/%63apcoapi/nothing' })).statusCode).toBe(404)
})

const trust = (value: string): TrustProxy => loadConfig({ databaseUrl: '', dataDir: '', env: { TRUST_PROXY: value } }).trustProxy

test.each([
  // What the proxy wrote stands on the right; further left may stand what the client made up.
  ['1', '10.0.0.5', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['on', '10.0.0.5', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['2', '10.0.0.5', '6.6.6.6, 203.0.113.9, 10.0.0.4', '203.0.113.9'],
  ['1', '::ffff:172.31.91.10', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  // Who reaches the port past the proxy has no private address.
  ['1', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['10.0.0.0/24', '10.0.0.5', '6.6.6.6, 203.0.113.9, 10.0.0.4', '203.0.113.9'],
  ['10.0.0.5', '10.0.0.5', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['10.0.0.5', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['off', '10.0.0.5', '203.0.113.9', '10.0.0.5'],
  ['', '10.0.0.5', '203.0.113.9', '10.0.0.5'],
])('TRUST_PROXY=%s and a connection of %s that says %s: the client is %s', async (value, remoteAddress, forwarded, ip) => {
  const trusting = await appWith({ trustProxy: trust(value) })
  const answer = await trusting.inject({ url: '/address', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  expect(answer.json()).toEqual({ ip, protocol: 'http' })
  await trusting.close()
})

test.each([['yes'], ['10.0.0.0/0'], ['10.0.0.0/33'], ['11'], ['-1'], ['10.0.0.5,'], ['example.com'], ['*']])('TRUST_PROXY=%s is refused at the start', (value) => {
  expect(() => trust(value)).toThrow(/^TRUST_PROXY=/)
})
