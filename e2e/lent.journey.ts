import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startConsole, type Console } from './harness'
import { visit } from './steps'

let app: Console
let lender: ChildProcess
let port: number

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })

beforeAll(async () => {
  port = await freePort()
  app = await startConsole({ config: { title: '会员信息平台', organisation: '协会', environments: [{ name: 'localhost', origins: ['localhost'], remoteOverrides: [`http://127.0.0.1:${port}`] }] } })
  lender = spawn(process.execPath, ['scripts/dev.mjs', 'meeting', '--lend'], { env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PORT: String(port), TEST_HOST: app.url } })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    lender.stdout?.on('data', (piece: Buffer) => /^ready /m.test((said += piece.toString())) && resolve())
    lender.stderr?.on('data', (piece: Buffer) => (said += piece.toString()))
    lender.once('exit', () => reject(new Error(said)))
  })
  expect(said).toContain(`ready ${app.url}/?remote=meeting@http://127.0.0.1:${port}`)
})
afterAll(async () => {
  lender?.removeAllListeners('exit').kill('SIGTERM')
  await app?.stop()
})

test('a remote on a developer’s machine runs in the console of a test host, a bar says so, a change loads the page again, and a reset brings the released one back', async () => {
  const { context, page, problems } = await app.signedIn()
  // Of the remote in question alone: the shell fetches another one early when it is pointed at, or when its page is open.
  const scripts: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (pathname.includes('/remoteEntry.') && (origin !== app.url || pathname.startsWith('/remotes/meeting/'))) scripts.push(origin)
  })
  await page.goto(`${app.url}/?remote=meeting@http://127.0.0.1:${port}`)
  await page.getByText(`正在使用开发机上的模块：meeting（http://127.0.0.1:${port}）`).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await visit(page, '会议室管理', '会议室预约')
  await page.getByRole('region', { name: '会议室预约' }).waitFor()
  await visit(page, '系统管理', '角色管理')
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  expect(scripts).toEqual([`http://127.0.0.1:${port}`])

  // The developer saves: the page is loaded again. Until then every look finds another version, for one that takes too long is let go;
  // the page that comes finds the one that it will go on with.
  const loadedAgain = page.waitForEvent('load')
  let left = false
  page.on('request', (request) => (left ||= request.isNavigationRequest()))
  await page.route('**/release.json', async (route) => {
    if (left) return route.continue()
    const release = (await (await route.fetch()).json()) as { version: string }
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { ...release, version: `${release.version}x` } })
  })
  await loadedAgain
  await page.getByText('正在使用开发机上的模块').waitFor()

  const back = page.waitForEvent('load')
  await page.getByRole('button', { name: '恢复已发布版本' }).click()
  await back
  // Before it is drawn, a page that is loaded anew says nothing of a lent remote either.
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  await page.getByText('正在使用开发机上的模块').waitFor({ state: 'hidden' })
  scripts.length = 0
  await visit(page, '会议室管理', '会议室预约')
  await page.getByRole('region', { name: '会议室预约' }).waitFor()
  expect(scripts).toEqual([app.url])
  expect(problems).toEqual([])
  await context.close()
})

test('an address that the environment does not list is not taken, and nothing of it is asked for', async () => {
  const { context, page } = await app.signedIn()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.goto(`${app.url}/?remote=meeting@http://127.0.0.1:${port + 1}&remote=rbac@https://evil.example`)
  await page.getByText(`没有采用：meeting@http://127.0.0.1:${port + 1}、rbac@https://evil.example`).waitFor()
  expect(new Set(asked)).toEqual(new Set([app.url]))
  await context.close()
})
