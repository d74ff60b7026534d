import { CODE } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { countUnread, selectDraft } from '@assoc/contract/platform/workspace'
import type { Page } from 'playwright-core'
import { choose, COMPANIES, drawer, openCompanies } from './companies'
import { startConsole, type Console } from './harness'
import { killSessions, letSignIn, signInByHand, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'jiamingshi', 'zhenjingban', 'huilianxi')
})
afterAll(() => app?.stop())

const cover = (page: Page) => page.getByRole('alertdialog', { name: '登录已失效' })
const atLogin = (url: URL) => url.pathname === '/login'

test('a session that is ended while a form is dirty: cover, one redirect, and the draft for its owner alone', async () => {
  const { context, page } = await app.signedIn('jiamingshi')
  await openCompanies(page, app)
  await page.getByRole('button', { name: '新增公司' }).click()
  const form = drawer(page, '新增公司')
  await form.getByLabel('公司全称').fill('子虚乌有股份有限公司')
  // The draft reaches the server two seconds after the last key.
  await until(async () => (await app.sql(`select 1 from draft where key = 'member/CompanyList/new'`)).length === 1, 'the draft is kept')
  // Calls that the page makes by itself wait until all is typed: the first of them finds the session ended.
  let typed = () => undefined as void
  const whole = new Promise<void>((resolve) => (typed = resolve))
  await page.route('**/capcoapi/**', (route) => whole.then(() => route.continue()))
  await killSessions(app, 'jiamingshi')
  const logins: number[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && atLogin(new URL(frame.url()))) logins.push(Date.now())
  })
  // What is typed now no server hears of any more.
  await form.getByLabel('公司简称').fill('断线之后')
  await form.getByLabel('备注').fill('还没有存')
  typed()
  await cover(page).waitFor()
  const covered = Date.now()
  expect(await cover(page).innerText()).toMatch(/登录已失效，[0-3] 秒后跳转/)
  await until(() => page.evaluate(() => localStorage.length === 0), 'local storage is cleared', 2_000)
  await page.waitForURL(atLogin)
  const waited = Date.now() - covered
  expect(waited).toBeGreaterThan(2_000)
  expect(waited).toBeLessThan(6_000)
  expect(page.url()).toBe(`${app.url}/login?reback=${encodeURIComponent(`${app.url}${COMPANIES}/manager`)}`)
  expect(logins).toHaveLength(1)

  // Somebody else at the same machine finds nothing of it.
  await signInByHand(page, 'zhenjingban')
  await page.waitForURL(app.url + COMPANIES)
  const [asked] = await Promise.all([page.waitForResponse(`**${selectDraft.path}`), page.getByRole('button', { name: '新增公司' }).click()])
  await asked.finished()
  await form.getByLabel('公司全称').waitFor()
  await page.waitForTimeout(500)
  expect(await form.getByText('未保存的草稿').count()).toBe(0)
  expect(await form.getByLabel('公司全称').inputValue()).toBe('')
  await form.getByRole('button', { name: /取\s?消/ }).click()
  await page.getByRole('button', { name: '我的账号' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL(atLogin)

  // Its owner finds all of it, also what the server never heard of.
  await signInByHand(page, 'jiamingshi')
  await page.waitForURL((url) => !atLogin(url))
  await openCompanies(page, app)
  await page.getByRole('button', { name: '新增公司' }).click()
  await form.getByText(/未保存的草稿/).waitFor()
  expect(await form.getByLabel('公司全称').inputValue()).toBe('')
  await form.getByRole('button', { name: /恢\s?复/ }).click()
  expect(await form.getByLabel('公司全称').inputValue()).toBe('子虚乌有股份有限公司')
  expect(await form.getByLabel('公司简称').inputValue()).toBe('断线之后')
  expect(await form.getByLabel('备注').inputValue()).toBe('还没有存')
  await context.close()
})

test('many calls that find the session ended make one cover and one redirect', async () => {
  const { context, page } = await app.signedIn('jiamingshi')
  await openCompanies(page, app)
  await killSessions(app, 'jiamingshi')
  let logins = 0
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && atLogin(new URL(frame.url()))) logins += 1
  })
  await page.getByRole('menuitem', { name: '首页' }).click()
  await cover(page).waitFor()
  await cover(page).getByRole('button', { name: '立即前往' }).click()
  await page.waitForURL(atLogin)
  await page.waitForTimeout(4_000)
  expect(logins).toBe(1)
  await context.close()
})

test('a page that is left open does not keep the session alive: at the idle limit it shows that the session has ended', async () => {
  const { context, page } = await app.newPerson()
  // The minutes between two looks at the bell pass at once in the page, and in the database with them.
  await page.clock.install()
  await page.goto(`${app.url}/login`)
  await signInByHand(page, 'jiamingshi')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  // What the page asks when it opens is the person's doing, and would move the last activity after it was set back.
  await page.waitForLoadState('networkidle')
  const asked = async () => {
    // Two looks may fall into one step of the clock: where the first has ended the session, no other is asked for.
    const answer = page.waitForResponse(`**${countUnread.path}`, { timeout: 5_000 }).catch(() => null)
    await page.clock.fastForward(61_000)
    const given = await answer
    if (given) return ((await given.json()) as { returnCode: string }).returnCode
    return (await cover(page).isVisible()) ? CODE.sessionExpired : null
  }
  const later = async (minutes: number) => {
    await app.sql(`update session set last_seen_time = last_seen_time - make_interval(mins => $1) where end_time is null and user_id = (select user_id from sys_user where login_name = 'jiamingshi')`, [minutes])
    await app.sql(`select pg_notify('assoc_access', 'all')`)
  }
  for (const code of [CODE.ok, CODE.ok, CODE.sessionExpired]) {
    await later(11)
    // A poll that overtakes the notice is answered from the cache; the next one is not.
    await until(async () => (await asked()) === code, `a poll is answered ${code}`)
  }
  await cover(page).waitFor()
  await page.clock.fastForward(3_500)
  await page.waitForURL(atLogin)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await context.close()
})

test('signing out in one tab ends the others within two seconds, also one with a dirty form', async () => {
  const { context, page, problems } = await app.signedIn('jiamingshi')
  await openCompanies(page, app)
  const other = await context.newPage()
  await openCompanies(other, app)
  await other.getByRole('button', { name: '新增公司' }).click()
  await drawer(other, '新增公司').getByLabel('公司全称').fill('别处退出股份有限公司')
  await page.getByRole('button', { name: '我的账号' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL(atLogin)
  const begin = Date.now()
  await other.waitForURL(atLogin, { timeout: 2_000 })
  expect(Date.now() - begin).toBeLessThan(2_000)
  expect(await other.evaluate(() => [localStorage.getItem('userInfo'), localStorage.getItem('menuTree'), document.cookie])).toEqual([null, null, ''])
  expect(await app.sql(`select 1 from session where end_time is null and user_id = (select user_id from sys_user where login_name = 'jiamingshi')`)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('another person who signs in in a second tab: the first tab does not go on as the one before', async () => {
  const { context, page } = await app.signedIn('jiamingshi')
  await openCompanies(page, app)
  const other = await context.newPage()
  await other.goto(`${app.url}/`)
  await other.getByRole('button', { name: '我的账号' }).click()
  await other.getByRole('menuitem', { name: '退出登录' }).click()
  await other.waitForURL(atLogin)
  await page.waitForURL(atLogin)
  await signInByHand(other, 'zhenjingban')
  await other.getByRole('button', { name: '我的账号' }).filter({ hasText: '甄经办' }).waitFor()
  await page.goto(`${app.url}/`)
  await page.getByRole('button', { name: '我的账号' }).filter({ hasText: '甄经办' }).waitFor()
  await context.close()
})

test('a role that the administrator takes away: the next call of the open console is refused, the entry leaves the menu; given back, it works', async () => {
  const admin = await app.signedIn()
  const clerk = await app.signedIn('huilianxi')
  const group = clerk.page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem', { name: '会员管理' })
  await clerk.page.goto(app.url + COMPANIES)
  await clerk.page.getByRole('heading', { name: '公司管理' }).waitFor()
  await group.waitFor()
  const roles = async (change: (form: ReturnType<typeof drawer>) => Promise<void>) => {
    await admin.page.goto(`${app.url}/systemManage/user?keyword=huilianxi`)
    await admin.page.getByRole('row').filter({ hasText: 'huilianxi' }).getByRole('button', { name: '分配角色' }).click()
    const form = drawer(admin.page, /^分配角色/)
    await form.waitFor()
    await change(form)
    await form.getByRole('button', { name: /保\s?存/ }).click()
    await admin.page.getByText('角色已分配').waitFor()
  }
  await roles(async (form) => {
    await form.locator('.ant-select-selection-item').filter({ hasText: '会员经办' }).locator('.ant-select-selection-item-remove').click()
  })
  const [refused] = await Promise.all([clerk.page.waitForResponse(`**${companyResource.list.path}`), clerk.page.getByRole('button', { name: '刷新' }).click()])
  expect(((await refused.json()) as { returnCode: string }).returnCode).toBe('P00001')
  // At first the list says that it may not be read; once the menu has been read anew, the page is none of theirs.
  await clerk.page.getByText(/您没有此页面的权限|页面不存在/).filter({ visible: true }).first().waitFor()
  await clerk.page.reload()
  await clerk.page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem', { name: '首页' }).waitFor()
  await clerk.page.getByTestId('state-screen').getByText('页面不存在').waitFor()
  expect(await group.count()).toBe(0)
  await roles(async (form) => {
    await choose(admin.page, form, '角色', '会员经办')
    await admin.page.keyboard.press('Escape')
  })
  await clerk.page.goto(app.url + COMPANIES)
  await group.waitFor()
  await clerk.page.getByRole('heading', { name: '公司管理' }).waitFor()
  await admin.context.close()
  await clerk.context.close()
})
