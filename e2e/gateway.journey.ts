import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from 'playwright-core'
import { REMOTES, output, programOf } from './gateway'
import { startWorld, type World } from './gateway-world'
import { ask, callOnce, load, stopLoads, type Caller } from './load'
import { signInByHand, until, visit } from './steps'

let world: World
let browser: Browser
let me: Caller
beforeAll(async () => {
  world = await startWorld()
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '', args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--lang=zh-CN'] })
})
afterEach(stopLoads)
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const one = async <R extends object>(text: string, values: unknown[] = []): Promise<R> => (await world.database.query(text, values)).rows[0] as R

interface Composed {
  services: Record<string, { read_only?: boolean; cap_drop?: string[]; healthcheck?: { disable?: boolean }; environment?: Record<string, string>; secrets?: object[]; user?: string }>
}

test('docker-compose takes the file, alone, with what ends TLS and with a store, and every piece is closed up', () => {
  const compose = programOf('docker-compose')
  const secrets = { SECRETS_DIR: join(world.folder, 'secrets'), TLS_CERT: join(world.folder, 'tls_cert'), TLS_KEY: join(world.folder, 'tls_key') }
  output(compose, ['-f', 'docker-compose.yml', 'config', '-q'], secrets)
  output(compose, ['-f', 'docker-compose.yml', '-f', 'deploy/compose.tls.yml', 'config', '-q'], secrets)
  output(compose, ['-f', 'docker-compose.yml', '-f', 'deploy/compose.s3.yml', '--profile', 's3', 'config', '-q'], { ...secrets, RELEASE_S3: 's3://releases', RELEASE_PUBLIC_URL: 'https://files.example.com/releases' })
  const names = output(compose, ['-f', 'docker-compose.yml', '--profile', 's3', 'config', '--services'], secrets).trim().split('\n').sort()
  expect(names).toEqual(['api-1', 'api-2', 'gateway', 'mail', 'postgres', 'store', 'worker', ...REMOTES.flatMap((name) => [`remote-${name}`, `publish-${name}`])].sort())
  // The reader of YAML that the compose file is checked by: Python's, which docker-compose is made of.
  const text = output(compose, ['-f', 'docker-compose.yml', 'config'], secrets)
  const { services } = JSON.parse(output('/usr/bin/python3', ['-c', 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.argv[1])))', text])) as Composed
  for (const [name, service] of Object.entries(services)) {
    expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']])
    const open = Object.entries(service.environment ?? {}).filter(([key, value]) => /PASSWORD|SECRET|KEY|DATABASE_URL/.test(key) && !(key.endsWith('_FILE') && value.startsWith('/run/secrets/')))
    expect([name, open]).toEqual([name, []])
  }
})

/** Moves the slider's piece where the database says that it belongs. */
async function slide(page: Page): Promise<void> {
  await page.getByRole('button', { name: '换一张' }).waitFor()
  const { answer } = await one<{ answer: number }>('select answer from slider_challenge order by create_time desc limit 1')
  await page.getByRole('slider').focus()
  // Slower than the 120 ms below which the server takes a track for a machine's, however few steps the answer needs.
  for (let at = 0; answer - at >= 10; at += 10) await page.keyboard.press('Shift+ArrowRight', { delay: 40 })
  for (let left = answer % 10; left >= 2; left -= 2) await page.keyboard.press('ArrowRight', { delay: 40 })
  await page.keyboard.press('Enter')
  await page.getByText('验证通过').waitFor()
}

test('a person signs in through the gateway and opens a list of each remote', async () => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'zh-CN', viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  const protocols = new Set<string>()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ response }) => void (response.url.startsWith(world.tls) && protocols.add(response.protocol ?? '')))
  await page.goto(`${world.tls}/memberManage/companyList`)
  await page.waitForURL((url) => url.pathname === '/login')
  await slide(page)
  await signInByHand(page, 'admin')
  const rows = page.getByText(/^共 [\d,]+ 条$/).filter({ visible: true })
  await rows.waitFor()
  await visit(page, '系统管理', '角色管理')
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  await rows.waitFor()
  await visit(page, '会议室管理', '会议室预约')
  await page.getByRole('region', { name: '会议室预约' }).waitFor()
  expect(problems).toEqual([])
  expect([...protocols]).toEqual(['h2'])
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { token: string })
  const cookies = await context.cookies(world.tls)
  // Host-only and over TLS alone: the server knows from the gateway that the page came by https.
  expect(cookies.map((c) => c.name)).toContain('__Host-sid')
  me = { origin: world.tls, token, cookie: cookies.map((c) => `${c.name}=${c.value}`).join('; ') }
  await context.close()
})

const ownFile = (folder: string, pattern: RegExp) => readdirSync(folder).find((name) => pattern.test(name)) ?? ''

test('files come pressed and are kept for ever, pages are asked for anew, both by HTTP/2', async () => {
  const folder = join(process.cwd(), 'host/dist/assets')
  const asset = ownFile(folder, /^console\.[0-9a-f]+\.js$/)
  const dist = join(process.cwd(), 'remotes/member/dist')
  const entry = ownFile(dist, /^remoteEntry\.[0-9a-f]+\.js$/)
  const files: [path: string, bytes: Buffer][] = [
    [`/assets/${asset}`, readFileSync(join(folder, asset))],
    [`/remotes/member/${world.versions['member']}/${entry}`, readFileSync(join(dist, entry))],
  ]
  for (const [path, bytes] of files) {
    for (const [accept, unpack] of [['br, gzip', brotliDecompressSync], ['gzip', gunzipSync], ['identity', (b: Buffer) => b], ['gzip, br;q=0', gunzipSync]] as const) {
      const { status, headers, body } = await ask(world.tls + path, { headers: { 'accept-encoding': accept } })
      expect([path, accept, status, headers['content-encoding']]).toEqual([path, accept, 200, accept === 'br, gzip' ? 'br' : accept === 'identity' ? undefined : 'gzip'])
      expect(unpack(body).equals(bytes)).toBe(true)
      expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
    }
    expect((await ask(`${world.tls}${path.replace(/\.js$/, 'x.js')}`)).headers['cache-control'] ?? '').not.toContain('immutable')
  }
  expect((await ask(world.tls + files[1]?.[0])).headers['access-control-allow-origin']).toBe('*')
  const page = await ask(`${world.tls}/login`, { headers: { 'accept-encoding': 'gzip' } })
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'gzip' })
  expect(page.headers['strict-transport-security']).toContain('max-age=')
  expect((await ask(`${world.tls}/metrics`)).status).toBe(404)
  const client = connect(world.tls, { rejectUnauthorized: false })
  const status = await new Promise((resolve, reject) => client.on('error', reject).request({ ':path': '/login' }).on('response', (headers) => resolve(headers[':status'])).on('error', reject).resume())
  expect([status, client.alpnProtocol]).toEqual([200, 'h2'])
  client.close()
})

test('versions that the image does not have come from the shared folder; a remote whose container is down from the API', async () => {
  const older = join(world.releases, 'remotes/meeting/0.0.9-older')
  mkdirSync(older, { recursive: true })
  writeFileSync(join(older, 'Old.0123456789ab.js'), 'old')
  expect((await ask(`${world.tls}/remotes/meeting/0.0.9-older/Old.0123456789ab.js`)).body.toString()).toBe('old')
  writeFileSync(join(world.releases, 'assets/base.000000000000.js'), 'of an older console')
  expect((await ask(`${world.tls}/assets/base.000000000000.js`)).body.toString()).toBe('of an older console')
  const meeting = world.remotes['meeting']
  if (meeting) await world.processes.end(meeting, 'SIGQUIT')
  const entry = ownFile(join(process.cwd(), 'remotes/meeting/dist'), /^remoteEntry\.[0-9a-f]+\.js$/)
  expect((await ask(`${world.tls}/remotes/meeting/${world.versions['meeting']}/${entry}`)).status).toBe(200)
})

const READ = '/user/rolecontroller/queryAllRoleMessage'
const WRITE = '/user/rolecontroller/updateRoleMessage'
const OPEN = '/user/security/selectPasswordRules'

async function read(): Promise<void> {
  const { returnCode } = await callOnce(me, READ, { page: 1, pageSize: 10 })
  if (returnCode !== '000000') throw new Error(`a read answered ${returnCode}`)
}

/** Steps that make a role each; those that were acknowledged stand in `made`. */
const writer = (prefix: string, made: string[]) => async (count: number) => {
  const code = `${prefix}_${count}`
  const { returnCode } = await callOnce(me, WRITE, { roleCode: code, roleName: `网关 ${code}`, roleStatus: 'enabled' }, { 'idempotency-key': `gateway-${code}` })
  if (returnCode !== '000000') throw new Error(`a write answered ${returnCode}`)
  made.push(code)
}

async function page(): Promise<void> {
  const { status } = await ask(`${world.tls}/login`)
  if (status !== 200) throw new Error(`a page answered ${status}`)
}

async function once(): Promise<void> {
  const { returnCode } = await callOnce(me, OPEN, {})
  if (returnCode !== '000000') throw new Error(`an open call answered ${returnCode}`)
}

async function expectEachOnce(prefix: string, made: string[]): Promise<void> {
  const there = await world.database.query<{ role_code: string; actions: string }>(
    `select role_code, (select count(*) from audit_log a where a.record_type = 'role' and a.record_id = role.role_id and a.path = $2) as actions from role where role_code like $1`,
    [`${prefix}\\_%`, WRITE],
  )
  expect(there.rows.map((row) => row.role_code).sort()).toEqual([...made].sort())
  expect(there.rows.filter((row) => row.actions !== '1')).toEqual([])
}

test('one API process is killed under load: nothing acknowledged is lost, nothing is done twice, nobody sees an error', async () => {
  const made: string[] = []
  const loads = { reads: load(8, read), writes: load(6, writer('KILL', made)), pages: load(2, page) }
  const control = load(2, async () => {
    const { status } = await fetch(`${world.withoutRetry}/login`)
    if (status !== 200) throw new Error(`answered ${status}`)
  })
  await until(() => made.length > 40 && loads.reads.tally.done > 80, 'the load runs')
  const before = made.length
  await world.endApi(0, 'SIGKILL')
  await pause(2_500)
  const [reads, writes, pages, without] = await Promise.all([loads.reads.stop(), loads.writes.stop(), loads.pages.stop(), control.stop()])
  expect({ reads: reads.errors, writes: writes.errors, pages: pages.errors }).toEqual({ reads: [], writes: [], pages: [] })
  expect(made.length).toBeGreaterThan(before + 40)
  await expectEachOnce('KILL', made)
  // The same without asking the other process: people would have seen it.
  expect(without.errors.length).toBeGreaterThan(0)
  process.stdout.write(`killed under load: ${reads.done} reads, ${writes.done} writes, ${pages.done} pages without an error; without a second try ${without.errors.length} errors in ${without.done} pages\n`)
  await world.startApi(0)
})

test('both API processes are restarted one after the other: plain clients see no error', async () => {
  const made: string[] = []
  const loads = [load(6, read), load(4, writer('ROLL', made)), load(2, page), load(2, once)]
  await until(() => made.length > 20, 'the load runs')
  for (const index of [0, 1]) {
    await world.endApi(index, 'SIGTERM')
    await world.startApi(index)
    await pause(1_000)
  }
  const tallies = await Promise.all(loads.map((one) => one.stop()))
  expect(tallies.map((tally) => tally.errors)).toEqual([[], [], [], []])
  await expectEachOnce('ROLL', made)
  process.stdout.write(`rolling restart: ${tallies.map((tally) => tally.done).join(' + ')} reads, writes, pages and calls that are made once, no error\n`)
})

test('the server believes what the gateway has seen, not what a client says of itself', async () => {
  const ipOf = async (headers: Record<string, string>, origin: string, code: string) => {
    const { status } = await fetch(`${world.plain}/gatewayz`)
    expect(status).toBe(200)
    const body = JSON.stringify({ roleCode: code, roleName: `网关 ${code}`, roleStatus: 'enabled' })
    const all = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager', authorization: me.token, cookie: me.cookie, 'idempotency-key': `gateway-${code}`, ...headers }
    const answer = origin.startsWith('https') ? await ask(`${origin}/capcoapi${WRITE}`, { method: 'POST', headers: all, body }) : { body: Buffer.from(await (await fetch(`${origin}/capcoapi${WRITE}`, { method: 'POST', headers: all, body })).arrayBuffer()) }
    expect(JSON.parse(answer.body.toString())).toMatchObject({ returnCode: '000000' })
    return (await one<{ ip: string }>(`select ip from audit_log where record_type = 'role' order by audit_id desc limit 1`)).ip
  }
  expect(await ipOf({ 'x-forwarded-for': '6.6.6.6' }, world.tls, 'ADDRESS_1')).toBe('127.0.0.1')
  // Behind a proxy, its own word is the last one.
  expect(await ipOf({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'x-forwarded-proto': 'https' }, world.plain, 'ADDRESS_2')).toBe('203.0.113.9')
})
