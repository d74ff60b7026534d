import type { SignedRegistry } from '@assoc/contract/platform/release'
import type { Page, Route } from 'playwright-core'
import { openCompanies, COMPANIES } from './companies'
import { startConsole, type Console } from './harness'
import { changeSigned, putSigned, readSigned } from './releases'
import { until, visit } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

const MEMBER = '**/remotes/member/**'
const card = (page: Page) => page.getByTestId('state-screen').filter({ hasText: '内容没有加载成功' })
const rows = (page: Page) => page.getByText(/^共 [\d,]+ 条$/).filter({ visible: true })
const faults: [name: string, answer: (route: Route) => Promise<void>][] = [
  ['is not reachable', (route) => route.abort()],
  ['answers 503', (route) => route.fulfill({ status: 503, body: 'Service Unavailable' })],
  ['answers with a page of HTML', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>maintenance' })],
  ['answers with garbage', (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: 'var assoc_member = {{{' })],
  ['answers with a script that is none of its own', (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: 'globalThis.assoc_member = { get() { throw new Error("strange") }, init() {} }' })],
]

test.each(faults)('a remote that %s: one card, the others work, and a retry brings it back', async (_name, answer) => {
  const { context, page } = await app.signedIn()
  await page.route(MEMBER, answer)
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  await page.goto(app.url + COMPANIES)
  await card(page).waitFor()
  expect(await card(page).count()).toBe(1)
  expect(await card(page).innerText()).toContain('member/CompanyList')
  // The menu, the tabs and another remote are as they were.
  await visit(page, '系统管理', '用户管理')
  await page.getByRole('heading', { name: '用户管理' }).waitFor()
  await rows(page).waitFor()
  await page.getByRole('tab', { name: '公司管理' }).click()
  await card(page).waitFor()
  // Still down: the card comes again, no loop and no blank page.
  await card(page).getByRole('button', { name: /重\s?试/ }).click()
  await card(page).waitFor()
  await page.unroute(MEMBER)
  await card(page).getByRole('button', { name: /重\s?试/ }).click()
  await page.getByRole('heading', { name: '公司管理' }).waitFor()
  await rows(page).waitFor()
  expect(await card(page).count()).toBe(0)
  expect(thrown.filter((message) => !/Unexpected token/.test(message))).toEqual([])
  await context.close()
})

test('a view whose own chunk is missing: its card, the next view of the same remote works, the retry loads it', async () => {
  const { context, page } = await app.signedIn()
  const chunk = '**/remotes/rbac/*/RoleList*'
  await page.route(chunk, (route) => route.abort())
  await page.goto(`${app.url}/systemManage/role`)
  await card(page).waitFor()
  await visit(page, '系统管理', '在线会话')
  await page.getByRole('heading', { name: '在线会话' }).waitFor()
  await page.getByRole('tab', { name: '角色管理' }).click()
  await card(page).waitFor()
  await page.unroute(chunk)
  await card(page).getByRole('button', { name: /重\s?试/ }).click()
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  await context.close()
})

test('a slow remote: skeleton at once, a word after eight seconds, and the page when it comes', async () => {
  const { context, page, problems } = await app.signedIn()
  let let_go: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (let_go = resolve))
  await page.route('**/remotes/member/*/remoteEntry*', async (route) => {
    await gate
    await route.continue()
  })
  const begin = Date.now()
  await page.goto(app.url + COMPANIES)
  await page.getByText('网络较慢，仍在加载此页面').waitFor({ timeout: 20_000 })
  expect(Date.now() - begin).toBeGreaterThan(7_500)
  await visit(page, '系统管理', '用户管理')
  await page.getByRole('heading', { name: '用户管理' }).waitFor()
  let_go()
  await page.getByRole('tab', { name: '公司管理' }).click()
  await page.getByRole('heading', { name: '公司管理' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a remote that was built for another version of the console is not loaded and says so; one with no such view neither', async () => {
  const { context, page } = await app.signedIn()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const before = readSigned(app.dataDir)
  changeSigned(app.dataDir, (registry) => ({
    ...registry,
    remotes: registry.remotes.map((r) => (r.name === 'member' ? { ...r, hostApi: '^9.0.0' } : r.name === 'rbac' ? { ...r, views: r.views.filter((v) => v.menuLink !== 'rbac/UserList') } : r)),
  }))
  await page.goto(app.url + COMPANIES)
  await page.getByText('功能模块与控制台版本不匹配').waitFor()
  expect(loaded.filter((path) => path.startsWith('/remotes/member/'))).toEqual([])
  await visit(page, '系统管理', '用户管理')
  await page.getByText('此功能尚未发布').waitFor()
  await visit(page, '系统管理', '角色管理')
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  putSigned(app.dataDir, before)
  await context.close()
})

test('nothing of a remote is fetched before it is wanted; its second view costs one request', async () => {
  const { context, page, problems } = await app.signedIn()
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname)) scripts.push(pathname)
  })
  await page.goto(app.url)
  await page.getByRole('navigation', { name: '主菜单' }).getByText('系统管理').waitFor()
  await page.waitForTimeout(500)
  expect(scripts.filter((path) => path.startsWith('/remotes/'))).toEqual([])
  await visit(page, '系统管理', '用户管理')
  await rows(page).waitFor()
  // What a list needs later is fetched once, when the page has nothing else to do.
  await until(() => ['ui-controls', 'ui-form'].every((part) => scripts.some((path) => path.includes(part))), 'the parts of lists are fetched')
  scripts.length = 0
  await visit(page, '系统管理', '角色管理')
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  await until(() => scripts.length > 0, 'the view is fetched')
  expect(scripts.map((path) => path.split('/').at(-1)?.split('.')[0])).toEqual(['RoleList'])
  expect(problems).toEqual([])
  await context.close()
})

const refused = (page: Page) => page.getByText('功能模块未通过校验，没有运行')
const RAN = 'globalThis.__ran = true;'

test.each([
  ['was changed after it was signed', (signed: SignedRegistry) => ({ ...signed, payload: signed.payload.replace('"hostApi":"^1.0.0"', '"hostApi":"^1.0.1"') }), 'badSignature'],
  ['is signed with a key that nobody knows', (signed: SignedRegistry) => ({ ...signed, keyId: 'ffffffffffffffff' }), 'unknownKey'],
  ['is gone', () => null, 'missing'],
] as const)('a registry that %s: no remote is run, the home page and the menu work, the server hears of it', async (_name, change, refusal) => {
  const before = readSigned(app.dataDir)
  putSigned(app.dataDir, change(before))
  try {
    const { context, page } = await app.signedIn()
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const reported = page.waitForRequest((request) => request.url().endsWith('/reportClientError'))
    await page.goto(app.url + COMPANIES)
    await refused(page).waitFor()
    expect((await reported).postData()).toContain(`registry: ${refusal}`)
    expect(loaded.filter((path) => path.startsWith('/remotes/'))).toEqual([])
    await page.getByRole('navigation', { name: '主菜单' }).getByText('首页', { exact: true }).click()
    await page.waitForURL(app.url + '/')
    await refused(page).waitFor({ state: 'hidden' })
    await context.close()
  } finally {
    putSigned(app.dataDir, before)
  }
})

test('an old registry that is played again is not used; the same one taken back on purpose is', async () => {
  const old = readSigned(app.dataDir)
  const { context, page } = await app.signedIn()
  changeSigned(app.dataDir, (registry) => registry)
  await page.goto(app.url + COMPANIES)
  await rows(page).waitFor()
  putSigned(app.dataDir, old)
  await page.reload()
  await refused(page).waitFor()
  // The same releases under a higher serial: that is what taking back does.
  changeSigned(app.dataDir, (registry) => ({ ...registry, serial: registry.serial + 1 }))
  await page.reload()
  await rows(page).waitFor()
  await context.close()
})

test.each([
  ['its entry', /\/remotes\/member\/[^/]+\/remoteEntry/],
  ['a chunk of it', /\/remotes\/member\/[^/]+\/CompanyList/],
])('a remote that was changed on the way, in %s: nothing of the changed file is run', async (_name, file) => {
  const { context, page } = await app.signedIn()
  await page.route(file, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${RAN}${await answer.text()}` })
  })
  await page.goto(app.url + COMPANIES)
  await card(page).waitFor()
  expect(await page.evaluate(() => '__ran' in globalThis)).toBe(false)
  await visit(page, '系统管理', '用户管理')
  await rows(page).waitFor()
  await context.close()
})

test('an entry that the registry does not vouch for is not even asked for', async () => {
  const before = readSigned(app.dataDir)
  changeSigned(app.dataDir, (registry) => ({ ...registry, remotes: registry.remotes.map((r) => (r.name === 'member' ? { ...r, integrity: {} } : r)) }))
  try {
    const { context, page } = await app.signedIn()
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(app.url + COMPANIES)
    await card(page).waitFor()
    expect(loaded.filter((path) => path.startsWith('/remotes/member/'))).toEqual([])
    await context.close()
  } finally {
    putSigned(app.dataDir, before)
  }
})

test('the list of the menu knows which views are published', async () => {
  const { context, page } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/menu`)
  await page.getByText('rbac/UserList', { exact: true }).waitFor()
  await until(async () => (await page.getByText('视图未发布').count()) === 0, 'every view of the demo menu is published')
  await context.close()
})

interface Shared {
  lib?: () => unknown
  useIn?: string[]
  loaded?: boolean
}
interface FederationGlobal {
  __FEDERATION__: { __INSTANCES__: { name: string; shareScopeMap: Record<string, Record<string, Record<string, Shared>>> }[] }
}

test('every shared singleton is there once, whatever remotes are open', async () => {
  const { context, page, problems } = await app.signedIn()
  await openCompanies(page, app)
  await visit(page, '系统管理', '用户管理')
  await rows(page).waitFor()
  await visit(page, '会议室管理', '会议室预约')
  await page.getByRole('region', { name: '会议室预约' }).waitFor()
  const seen = await page.evaluate(() => {
    const { __FEDERATION__ } = globalThis as unknown as FederationGlobal
    const scopes = __FEDERATION__.__INSTANCES__.map((instance) => instance.shareScopeMap['default'] ?? {})
    const names = [...new Set(scopes.flatMap((scope) => Object.keys(scope)))].sort()
    return {
      instances: __FEDERATION__.__INSTANCES__.map((instance) => instance.name),
      // Versions and instances over every scope: two of either is a second copy.
      copies: names.map((name) => {
        const all = scopes.flatMap((scope) => Object.entries(scope[name] ?? {}))
        return [name, new Set(all.map(([version]) => version)).size, new Set(all.map(([, shared]) => shared.lib?.())).size]
      }),
    }
  })
  const names = seen.copies.map(([name]) => name)
  for (const name of ['react', 'react-dom', 'mobx', 'mobx-react-lite', 'zod', 'dayjs', '@assoc/http', '@assoc/session', '@assoc/router', '@assoc/ui/parts/shell', '@assoc/ui/parts/list']) {
    expect(names).toContain(name)
  }
  for (const [name, versions, copies] of seen.copies) expect([name, versions, copies]).toEqual([name, 1, 1])
  // The store that the views of all remotes see is the shell's: a call of theirs bears its token, and one sign-out ends them.
  expect(await page.evaluate(() => document.querySelectorAll('style#antd-reset, [data-reactroot]').length)).toBeLessThanOrEqual(1)
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname).filter((path) => path.endsWith('.js')))
  expect(scripts.length).toBe(new Set(scripts).size)
  const sizes = await Promise.all(
    scripts.filter((path) => path.startsWith('/remotes/')).map(async (path) => [path, (await (await page.request.get(app.url + path)).text()).includes('react.transitional.element')] as const),
  )
  // No remote carries React's own code.
  expect(sizes.filter(([, carries]) => carries)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})
