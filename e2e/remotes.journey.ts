import type { Page, Route } from 'playwright-core'
import { openCompanies, COMPANIES } from './companies'
import { startConsole, type Console } from './harness'
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
  const chunk = '**/remotes/rbac/RoleList*'
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
  await page.route('**/remotes/member/remoteEntry*', async (route) => {
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
  await page.route(/\/(memberManage|systemManage)\//, async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    await route.fulfill({
      response: answer,
      body: html
        .replace(/("name":"member"[^}]*?"hostApi":)"[^"]*"/, '$1"^9.0.0"')
        .replace('"menuLink":"rbac/UserList"', '"menuLink":"rbac/SomethingElse"'),
    })
  })
  await page.goto(app.url + COMPANIES)
  await page.getByText('功能模块与控制台版本不匹配').waitFor()
  expect(loaded.filter((path) => path.startsWith('/remotes/member/'))).toEqual([])
  await visit(page, '系统管理', '用户管理')
  await page.getByText('此功能尚未发布').waitFor()
  await visit(page, '系统管理', '角色管理')
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
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
  scripts.length = 0
  await visit(page, '系统管理', '角色管理')
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  await until(() => scripts.length > 0, 'the view is fetched')
  expect(scripts.map((path) => path.split('.')[0])).toEqual(['/remotes/rbac/RoleList'])
  expect(problems).toEqual([])
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
  for (const name of ['react', 'react-dom', 'mobx', 'mobx-react-lite', 'zod', 'dayjs', '@assoc/http', '@assoc/session', '@assoc/router', '@assoc/ui', '@assoc/ui/data']) {
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
