import { queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { redeemHandOver } from '@assoc/contract/rbac/hand-over'
import { downloadStatementTemplate } from '@assoc/contract/fee/bank'
import { chromium, type Browser, type Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { signInByHand, until } from './steps'

// One server under names that to a browser are origins of one site: pages, their API and files, their sign-on, and a stranger.
const [PAGES, API, FILES, SIGN_ON, STRANGER] = ['console', 'api', 'files', 'sign-on', 'stranger'].map((name) => `http://${name}.assoc.localhost`) as [string, string, string, string, string]

let app: Console
let browser: Browser
beforeAll(async () => {
  app = await startConsole({
    config: { title: '会员信息平台', organisation: '协会', environments: [{ name: 'localhost', origins: ['localhost'] }, { name: 'test', origins: [PAGES], apiHost: API, downloads: FILES, ssoDesktop: `${SIGN_ON}/login` }, { name: 'production', origins: [SIGN_ON] }] },
  })
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--lang=zh-CN', `--host-resolver-rules=MAP *.assoc.localhost ${new URL(app.url).host}`],
  })
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

async function newPage(): Promise<{ page: Page; problems: string[]; calls: string[]; visits: string[] }> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const problems: string[] = []
  const calls: string[] = []
  const visits: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (pathname.startsWith('/capcoapi/') && new URL(page.url()).origin === PAGES) calls.push(origin)
    if (request.isNavigationRequest() && pathname === '/login') visits.push(origin)
  })
  return { page, problems, calls, visits }
}
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem', { name: '个人中心' }).first()

test('sign-on, console and API at three origins: back to where the person was going, signed in, and every call goes to the API with its cookie', async () => {
  const { page, problems, calls, visits } = await newPage()
  await page.goto(`${PAGES}/personalCenter?x=1#part`)
  await page.waitForURL((url) => url.pathname === '/login')
  const asked = new URL(page.url())
  expect([asked.origin, asked.searchParams.get('reback')]).toEqual([SIGN_ON, `${PAGES}/personalCenter?x=1#part/manager`])
  expect(asked.searchParams.get('challenge')).toMatch(/^[\w-]{43}$/)
  await signInByHand(page, 'admin')
  await menu(page).waitFor()
  // Nothing of the code is left in the address, nor in what Back leads to.
  await until(() => page.url() === `${PAGES}/personalCenter?x=1#part`, 'the address without the code')
  expect([new Set(calls), visits]).toEqual([new Set([API]), [SIGN_ON]])
  const sessions = async (origin: string) => (await page.context().cookies(origin)).filter((c) => c.name === 'sid').length
  expect([await sessions(API), await sessions(SIGN_ON), await sessions(PAGES)]).toEqual([1, 1, 0])
  expect(problems).toEqual([])

  // A file comes from its own place, where no cookie of the session is, with its name.
  await page.goto(`${PAGES}/feeManage/bankStatement`)
  await page.getByRole('button', { name: '导入流水' }).click()
  const [fetched, file] = await Promise.all([page.waitForRequest(`**${downloadStatementTemplate.path}`), page.waitForEvent('download'), page.getByRole('button', { name: '下载模板' }).click()])
  expect([new URL(fetched.url()).origin, file.suggestedFilename(), await sessions(FILES)]).toEqual([FILES, '银行流水导入模板.xlsx', 0])
  expect(problems).toEqual([])

  // Whoever is signed in there passes through without typing, as often as it is needed.
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${PAGES}/`)
  await menu(page).waitFor()
  expect(new URL(page.url()).origin).toBe(PAGES)
  expect(visits).toEqual([SIGN_ON, SIGN_ON])

  // Signing out here is signing out there: the way back asks for the password.
  await page.getByRole('button', { name: '我的账号' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL(`${PAGES}/login`)
  await page.goto(`${PAGES}/`)
  await page.waitForURL((url) => url.origin === SIGN_ON)
  await page.getByLabel('密码', { exact: true }).waitFor()

  // A page that no environment lists reads nothing, whatever it brings along.
  await page.goto(`${STRANGER}/login`)
  const heard = await page.evaluate(
    ([address]) => fetch(address as string, { method: 'POST', credentials: 'include', headers: { 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager', 'content-type': 'application/json' }, body: '{}' }).then(() => 'heard', () => 'nothing'),
    [`${API}/capcoapi${queryMenuListByUserId.path}`],
  )
  expect(heard).toBe('nothing')
  await page.context().close()
})

test('a sign-on that brings nobody back ends after two rounds with a sentence; trying again leads in', async () => {
  const { page, visits } = await newPage()
  await page.goto(`${SIGN_ON}/login`)
  await signInByHand(page, 'admin')
  await menu(page).waitFor()
  visits.length = 0
  await page.route(`**${redeemHandOver.path}`, (route) => route.abort())
  await page.goto(`${PAGES}/`)
  await page.getByTestId('state-screen').getByText('登录没有完成').waitFor()
  await page.waitForTimeout(1_500)
  expect([visits.length, new URL(page.url()).origin]).toEqual([2, PAGES])
  await page.unroute(`**${redeemHandOver.path}`)
  await page.getByRole('button', { name: '重新登录' }).click()
  await menu(page).waitFor()
  expect(visits).toHaveLength(3)
  await page.context().close()
})
