import { queryMenuListByUserId, loginOutTheUser } from '@assoc/contract/rbac/own'
import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { countCalls, letSignIn, signInByHand, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'zhenjingban', 'wenmishu')
})
afterAll(() => app?.stop())

const menuOf = async (page: Page) => {
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('menuitem', { name: '个人中心' }).first().waitFor()
  const groups = (await menu.getByRole('menu').first().locator('> li').allInnerTexts()).map((t) => t.trim())
  // Their own recent pages, which come and go; no matter of roles.
  return groups.filter((name) => name !== '收藏与最近')
}

test('public paths need no session: result page, and a view that is not published yet', async () => {
  const { context, page, problems } = await app.newPerson()
  const menu = countCalls(page, queryMenuListByUserId.path)
  await page.goto(`${app.url}/success?of=registration&text=${encodeURIComponent('请致电领奖')}`)
  await page.getByRole('heading', { name: '操作成功' }).waitFor()
  expect(await page.getByText('您的报名已提交').isVisible()).toBe(true)
  expect(await page.getByText('领奖').count()).toBe(0)
  for (const path of ['/writingArticlesUser/index', '/writingArticlesUser/index?id=1']) {
    await page.goto(app.url + path)
    await page.getByText('此页面尚未开放').waitFor()
    // A visitor cannot do anything with the name of a view.
    expect(await page.getByText(/article\/\w/).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/writingArticlesUser/index')
  }
  await page.goto(`${app.url}/register`)
  await page.getByRole('heading', { name: '注册' }).waitFor()
  expect(menu.count).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test.each(['/', '/personalCenter', '/memberManage/companyList?keyword=%E6%9C%89%26#a', '/signinTable', '/success/x', '/no/such/page'])('%s without a session goes to the login page with the address in reback', async (path) => {
  const { context, page } = await app.newPerson()
  await page.goto(app.url + path)
  await page.waitForURL((url) => url.pathname === '/login')
  expect(page.url()).toBe(`${app.url}/login?reback=${encodeURIComponent(`${app.url}${path}/manager`)}`)
  // In place of the blocked page: the way back does not lead into it again.
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
  await signInByHand(page, 'admin')
  await page.waitForURL(app.url + path)
  await context.close()
})

test('a signed-in person sees a fixed page, a menu page, an unpublished and an unknown one; one menu request for each load', async () => {
  const { context, page, problems } = await app.signedIn()
  const menu = countCalls(page, queryMenuListByUserId.path)
  await page.goto(`${app.url}/personalCenter`)
  await page.getByRole('tab', { name: '个人中心' }).first().waitFor()
  await until(async () => (await page.title()).startsWith('个人中心 - '), 'the title')
  await page.goto(`${app.url}/systemManage/role`)
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  expect(await page.locator('header').innerText()).toContain('系统管理')
  await page.goto(`${app.url}/submissionCategory`)
  await page.getByText('此功能尚未发布').waitFor()
  expect(await page.getByText('article/SubmissionCategory').isVisible()).toBe(true)
  await page.goto(`${app.url}/no/such/page`)
  await page.getByTestId('state-screen').getByText('页面不存在').waitFor()
  expect(await page.getByTestId('state-screen').innerText()).toContain('/no/such/page')
  await page.getByRole('button', { name: '返回首页' }).click()
  await page.waitForURL(`${app.url}/`)
  expect(menu.count).toBe(4)
  expect(problems).toEqual([])
  await context.close()
})

test('pages outside the shell have a way home, and parameters', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/articleDetails?id=1`)
  await page.getByText('此功能尚未发布').waitFor()
  expect(await page.getByRole('navigation', { name: '主菜单' }).count()).toBe(0)
  await page.getByRole('button', { name: '返回首页' }).first().click()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  await page.goto(`${app.url}/userTypeManage/expert`)
  await page.getByRole('heading', { name: '评审专家' }).waitFor()
  await page.goto(`${app.url}/userTypeManage/nobody`)
  await page.getByText('没有这个用户类型').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('/login sends a signed-in person home, or to the page in reback', async () => {
  const { context, page } = await app.signedIn()
  await page.goto(`${app.url}/login`)
  await page.waitForURL(`${app.url}/`)
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  await page.goto(`${app.url}/login?reback=${encodeURIComponent(`${app.url}/systemManage/user/manager`)}`)
  await page.waitForURL(`${app.url}/systemManage/user`)
  await context.close()
})

test('two roles have two menus, and a view opened by its address without the permit says so', async () => {
  const admin = await app.signedIn()
  await admin.page.goto(app.url)
  expect(await menuOf(admin.page)).toEqual(['首页', '会员管理', '会费管理', '发票管理', '短信管理', '邮件管理', '独董信息库', '公司报告', '会议管理', '会议室管理', '独董课程', '学习交流', '专家评审', '董事信息', '履职评价', '上市公司申报管理', '辖区申报管理', '表单管理', '我的问卷', '系统管理', '个人中心'])
  const clerk = await app.signedIn('zhenjingban')
  await clerk.page.goto(app.url)
  // Of system management they have their own export jobs, nothing else.
  expect(await menuOf(clerk.page)).toEqual(['首页', '会员管理', '短信管理', '邮件管理', '独董信息库', '公司报告', '会议管理', '会议室管理', '我的问卷', '系统管理', '个人中心'])
  const entry = ({ page }: typeof clerk, name: string) => page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem', { name: new RegExp(`${name}$`) })
  await entry(admin, '系统管理').click()
  await entry(admin, '用户管理').waitFor()
  await entry(clerk, '系统管理').click()
  await entry(clerk, '导出任务').waitFor()
  expect(await entry(clerk, '用户管理').count()).toBe(0)
  expect(await clerk.page.getByRole('main').getByText('用户管理').count()).toBe(0)
  // Not in their menu: there is no such page for them, whatever the address.
  await clerk.page.goto(`${app.url}/systemManage/user`)
  await clerk.page.getByTestId('state-screen').getByText('页面不存在').waitFor()
  // In their menu, but the permit is gone meanwhile: the view is not even loaded.
  const loaded: string[] = []
  clerk.page.on('request', (r) => loaded.push(new URL(r.url()).pathname))
  await app.sql(
    `insert into role_menu (role_id, menu_id) select role_id, 7001 from role where role_code = 'MEMBER_OP'`,
  )
  await app.sql(`select pg_notify('assoc_access', 'all')`)
  await clerk.page.goto(`${app.url}/systemManage/user`)
  await clerk.page.getByText('您没有此页面的权限').waitFor()
  expect(loaded.filter((path) => path.includes('/UserList.'))).toEqual([])
  await app.sql(`delete from role_menu where menu_id = 7001 and role_id = (select role_id from role where role_code = 'MEMBER_OP')`)
  expect([...admin.problems, ...clerk.problems]).toEqual([])
  await admin.context.close()
  await clerk.context.close()
})

test('when the menu cannot be had there is a retry and a way out, and no loop', async () => {
  const { context, page } = await app.signedIn('wenmishu')
  const menu = countCalls(page, queryMenuListByUserId.path)
  const path = `**${queryMenuListByUserId.path}`
  await page.route(path, (route) => route.fulfill({ json: { returnCode: 'S00001', returnMessage: '系统出错了', data: null } }))
  await page.goto(`${app.url}/personalCenter`)
  await page.getByText('菜单没有加载成功').waitFor()
  await page.waitForTimeout(2_000)
  expect(menu.count).toBe(1)
  await page.getByRole('button', { name: '重试' }).click()
  await until(() => menu.count === 2, 'the retry asks again')
  await page.getByText('菜单没有加载成功').waitFor()
  await page.unroute(path)
  await page.route(path, (route) => route.abort())
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('菜单没有加载成功').waitFor()
  await page.unroute(path)
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('navigation', { name: '主菜单' }).getByText('个人中心').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/personalCenter')
  // And out.
  await page.route(path, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' }))
  await page.reload()
  const out = countCalls(page, loginOutTheUser.path)
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL(`${app.url}/login`)
  expect(out.count).toBe(1)
  expect(await app.sql(`select 1 from session where end_time is null and user_id = (select user_id from sys_user where login_name = 'wenmishu')`)).toEqual([])
  await context.close()
})

test('the page runs scripts of its own only, and styles that it made itself', async () => {
  const { context, page } = await app.signedIn()
  const policyOf = async () => {
    const csp = (await page.goto(`${app.url}/`))?.headers()['content-security-policy'] ?? ''
    return Object.fromEntries(csp.split('; ').map((part) => [part.split(' ')[0], part] as const))
  }
  const [first, second] = [await policyOf(), await policyOf()]
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  for (const policy of [first, second]) expect(`${policy['script-src']} ${policy['style-src']}`).not.toMatch(/unsafe|\*/)
  const nonce = /'nonce-([^']{20,})'/
  expect(nonce.exec(second['style-src'] ?? '')?.[1]).not.toBe(nonce.exec(first['style-src'] ?? '')?.[1])
  const ran = await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<style>:root{--foreign:1}</style><img src="data:," onerror="window.foreign=1">')
    const script = document.createElement('script')
    script.textContent = 'window.foreign=1'
    document.body.append(script)
    const own = document.createElement('style')
    own.textContent = ':root{--own:1}'
    document.head.append(own)
    return new Promise((resolve) => {
      setTimeout(() => {
        const root = getComputedStyle(document.documentElement)
        resolve({ foreignStyle: root.getPropertyValue('--foreign'), ownStyle: root.getPropertyValue('--own'), script: 'foreign' in window })
      }, 300)
    })
  })
  expect(ran).toEqual({ foreignStyle: '', ownStyle: '1', script: false })
  await context.close()
})
