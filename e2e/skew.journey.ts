import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '@assoc/contract/platform/release'
import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { changeSigned } from './releases'
import { visit } from './steps'

let app: Console
let scratch: string

const PATH = '会议室预约'
const TEXT = "aria-label=\"会议室预约\""
const wish = (out: string, version: string, hostApi: string, shared: Record<string, string>) => ({ out, version, hostApi, shared, text: [TEXT, `aria-label="${PATH} ${out}"`] })

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'console-skew-'))
  const wishes = [
    // As built before the host's last updates of what is shared, and after: one minor version of its own down and up.
    wish('older', '0.0.9', '^1.0.0', { react: '19.0.0', mobx: '7.0.0', '@assoc/ui': '0.1.0' }),
    wish('newer', '0.2.0', '^1.0.0', { react: '19.3.0', mobx: '7.1.0', '@assoc/ui': '0.1.0' }),
    wish('nextKit', '0.3.0', '^1.0.0', { react: '19.3.0', mobx: '7.1.0', '@assoc/ui': '0.2.0' }),
    wish('nextHost', '2.0.0', '^2.0.0', {}),
  ]
  await Promise.all([built(wishes), startConsole().then((started) => void (app = started))])
})
afterAll(async () => {
  await app?.stop()
  if (scratch) rmSync(scratch, { recursive: true, force: true })
})

function built(wishes: object[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['e2e/skew-builds.mjs', scratch, JSON.stringify(wishes)], { env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the builds ended with ${code}: ${said.slice(-2_000)}`))))
  })
}

/** Gives everybody one of the builds, as a release does. */
function give(out: string): Manifest {
  const folder = join(scratch, 'out', out)
  const manifest = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as Manifest
  cpSync(folder, join(app.dataDir, 'releases/remotes/meeting', manifest.version), { recursive: true })
  const base = `/remotes/meeting/${manifest.version}/`
  changeSigned(app.dataDir, (registry) => ({ ...registry, remotes: [...registry.remotes.filter((r) => r.name !== 'meeting'), { ...manifest, base, rule: { kind: 'all' } }] }))
  return manifest
}

interface FederationGlobal {
  __FEDERATION__: { __INSTANCES__: { shareScopeMap: Record<string, Record<string, Record<string, { lib?: () => unknown }>>> }[] }
}

/** Versions and instances of every shared module, over the scopes of host and remotes. */
const copies = (page: Page) =>
  page.evaluate(() => {
    const scopes = (globalThis as unknown as FederationGlobal).__FEDERATION__.__INSTANCES__.map((instance) => instance.shareScopeMap['default'] ?? {})
    return [...new Set(scopes.flatMap((scope) => Object.keys(scope)))].sort().map((name) => {
      const all = scopes.flatMap((scope) => Object.entries(scope[name] ?? {}))
      return [name, new Set(all.map(([version]) => version)).size, new Set(all.map(([, one]) => one.lib?.())).size] as const
    })
  })

test.each([
  ['older', ['^19.0.0', '^7.0.0']],
  ['newer', ['^19.3.0', '^7.1.0']],
])('a remote of the %s checkout runs in this host, on the one instance of everything shared', async (out, wants) => {
  const { version, entry } = give(out)
  // The build really asks for other versions than this checkout's own.
  const code = readFileSync(join(scratch, 'out', out, entry), 'utf8')
  expect(wants.filter((range) => code.includes(`"${range}"`) || code.includes(`\`${range}\``))).toEqual(wants)
  const { context, page, problems } = await app.signedIn()
  const warned: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()))
  await page.goto(app.url)
  await visit(page, '会议室管理', '会议室预约')
  await page.getByRole('region', { name: `${PATH} ${out}` }).waitFor({ timeout: 60_000 })
  await visit(page, '系统管理', '用户管理')
  await page.getByText(/^共 [\d,]+ 条$/).filter({ visible: true }).waitFor()
  const seen = await copies(page)
  const names = seen.map(([name]) => name)
  for (const name of ['react', 'react-dom', 'mobx', 'mobx-react-lite', 'zod', 'dayjs', '@assoc/http', '@assoc/session', '@assoc/router', '@assoc/ui/parts/shell', '@assoc/ui/parts/list']) expect(names).toContain(name)
  for (const [name, versions, instances] of seen) expect([name, versions, instances]).toEqual([name, 1, 1])
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname))
  expect(scripts.some((path) => path.startsWith(`/remotes/meeting/${version}/`))).toBe(true)
  expect(warned.filter((text) => text.includes('satisfy'))).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('a remote that was built for the next host is refused before anything of it is fetched, with names and versions', async () => {
  const { version } = give('nextHost')
  const { context, page } = await app.signedIn()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto(app.url)
  await visit(page, '会议室管理', '会议室预约')
  await page.getByText('功能模块与控制台版本不匹配').waitFor()
  await page.getByText(`meeting ${version}，需要 ^2.0.0，当前 1.0.0`).waitFor()
  expect(fetched.filter((path) => path.startsWith('/remotes/meeting/'))).toEqual([])
  await visit(page, '系统管理', '用户管理')
  await page.getByText(/^共 [\d,]+ 条$/).filter({ visible: true }).waitFor()
  await context.close()
})

test('a remote that was built for the next version of a shared module is refused with names and versions; the others work', async () => {
  const { version } = give('nextKit')
  const { context, page } = await app.signedIn()
  await page.goto(app.url)
  await visit(page, '会议室管理', '会议室预约')
  const card = page.getByTestId('state-screen').filter({ hasText: '内容没有加载成功' })
  await card.waitFor()
  expect(await card.innerText()).toContain(`meeting/ScheduleMeeting ${version}`)
  expect(await card.innerText()).toMatch(/@assoc\/ui\/parts\/\w+ \^0\.2\.0 is wanted, the console has 0\.1\.0/)
  expect(await page.getByRole('region', { name: PATH }).count()).toBe(0)
  await visit(page, '系统管理', '用户管理')
  await page.getByText(/^共 [\d,]+ 条$/).filter({ visible: true }).waitFor()
  await context.close()
})
