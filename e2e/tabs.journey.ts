import type { Page } from 'playwright-core'
import { COMPANIES, drawer, openCompanies } from './companies'
import { startConsole, type Console } from './harness'
import { byPalette, tabNames, until, visit } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

const tab = (page: Page, name: string) => page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Waits until exactly these tabs are open; tells which are where they are not. */
async function tabsAre(page: Page, names: string): Promise<void> {
  await until(async () => (await tabNames(page)).join() === names, names).catch(async (cause: unknown) => {
    throw new Error(`open are ${(await tabNames(page)).join()}`, { cause })
  })
}

test('an open drawer with typed text survives three switches of tab; the tab is marked and asks before it closes', async () => {
  const { context, page, problems } = await app.signedIn()
  await openCompanies(page, app)
  await page.getByRole('button', { name: '新增公司' }).click()
  const form = drawer(page, '新增公司')
  await form.getByLabel('公司全称').fill('页签之间股份有限公司')
  await form.getByLabel('备注').fill('写到一半')
  for (let round = 0; round < 3; round++) {
    await byPalette(page, round === 1 ? 'yhgl' : '用户管理', '用户管理')
    await heading(page, '用户管理').waitFor()
    await until(async () => !(await form.isVisible()), 'the drawer goes with its tab')
    expect(await tab(page, '公司管理').locator('[title=有未保存的内容]').count()).toBe(1)
    await tab(page, '公司管理').click()
    await form.getByLabel('公司全称').waitFor()
    expect(await form.getByLabel('公司全称').inputValue()).toBe('页签之间股份有限公司')
    expect(await form.getByLabel('备注').inputValue()).toBe('写到一半')
  }
  await byPalette(page, '用户管理', '用户管理')
  await heading(page, '用户管理').waitFor()
  await tab(page, '公司管理').click({ button: 'middle' })
  const question = page.getByRole('dialog', { name: '关闭前请确认' })
  await question.getByRole('button', { name: '继续编辑' }).click()
  expect(await tabNames(page)).toEqual(['公司管理', '用户管理'])
  await tab(page, '公司管理').click({ button: 'middle' })
  await question.getByRole('button', { name: '放弃并关闭' }).click()
  await until(async () => (await tabNames(page)).join() === '用户管理', 'the tab is closed')
  expect(problems).toEqual([])
  await context.close()
})

test('an open dialog with a typed reason comes back with its tab', async () => {
  const { context, page, problems } = await app.signedIn()
  await openCompanies(page, app, '?listStatus=normal')
  await page.getByRole('row').nth(2).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '停牌' }).click()
  const dialog = page.getByRole('dialog', { name: /^停牌公司：/ })
  await dialog.getByRole('textbox').fill('重大事项')
  for (let round = 0; round < 2; round++) {
    await byPalette(page, '角色管理', '角色管理')
    await heading(page, '角色管理').waitFor()
    await until(async () => !(await dialog.isVisible()), 'the dialog goes with its tab')
    await tab(page, '公司管理').click()
    await dialog.waitFor()
    expect(await dialog.getByRole('textbox').inputValue()).toBe('重大事项')
  }
  await dialog.getByRole('button', { name: /停\s?牌/ }).click()
  await page.getByText(/：已停牌$/).waitFor()
  expect(await app.sql(`select 1 from company where list_status = 'suspended' and version = 2`)).toHaveLength(1)
  expect(problems).toEqual([])
  await context.close()
})

const PAGES: [group: string, entry: string][] = [
  ['会员管理', '公司管理'],
  ['会员管理', '证券列表解析'],
  ['会议室管理', '会议室列表'],
  ['会议室管理', '会议室预约'],
  ['系统管理', '用户管理'],
  ['系统管理', '角色管理'],
  ['系统管理', '菜单管理'],
  ['系统管理', '在线会话'],
  ['系统管理', '发件箱'],
]

test('ten tabs stay as they were left; the eleventh lets the longest unused view go but keeps its tab', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(app.url)
  const search = page.locator('#search-keyword').filter({ visible: true })
  for (const [group, entry] of PAGES) {
    await visit(page, group, entry)
    await until(async () => (await page.title()).startsWith(entry), `the title of ${entry}`)
    if (entry === '公司管理') await search.fill('没有查询的词')
  }
  expect(await tabNames(page)).toEqual(['首页', ...PAGES.map(([, entry]) => entry)])
  await tab(page, '公司管理').click()
  await heading(page, '公司管理').waitFor()
  expect(await search.inputValue()).toBe('没有查询的词')
  // All nine others are used after it, then one more page opens.
  for (const [, entry] of PAGES.slice(1)) {
    await tab(page, entry).click()
    await until(async () => (await page.title()).startsWith(entry), `the title of ${entry}`)
  }
  await page.getByRole('button', { name: '我的账号' }).click()
  await page.getByRole('menuitem', { name: '个人中心' }).last().click()
  await page.getByRole('region', { name: '个人中心' }).waitFor()
  expect(await tabNames(page)).toHaveLength(11)
  await tab(page, '公司管理').click()
  await heading(page, '公司管理').waitFor()
  expect(await search.inputValue()).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

test('tabs survive a reload with their queries; middle click, keys and the context menu close them; a pinned one stays', async () => {
  const { context, page, problems } = await app.signedIn()
  await openCompanies(page, app, '?keyword=zx')
  await visit(page, '系统管理', '用户管理')
  await heading(page, '用户管理').waitFor()
  await page.locator('#search-keyword').filter({ visible: true }).fill('zhen')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.url}/systemManage/user?keyword=zhen`)
  await visit(page, '系统管理', '角色管理')
  await heading(page, '角色管理').waitFor()
  await page.reload()
  await heading(page, '角色管理').waitFor()
  expect(await tabNames(page)).toEqual(['公司管理', '用户管理', '角色管理'])
  await tab(page, '用户管理').click()
  await page.waitForURL(`${app.url}/systemManage/user?keyword=zhen`)
  await heading(page, '用户管理').waitFor()
  expect(await page.locator('#search-keyword').filter({ visible: true }).inputValue()).toBe('zhen')
  await tab(page, '公司管理').click()
  await page.waitForURL(`${app.url}${COMPANIES}?keyword=zx`)

  // The way back is the way of the tabs.
  await page.goBack()
  await page.waitForURL(`${app.url}/systemManage/user?keyword=zhen`)
  await heading(page, '用户管理').waitFor()
  await tab(page, '用户管理').press('ArrowRight')
  await page.waitForURL(`${app.url}/systemManage/role`)
  await tab(page, '角色管理').click({ button: 'middle' })
  await tabsAre(page, '公司管理,用户管理')
  expect(new URL(page.url()).pathname).toBe('/systemManage/user')
  const choice = async (name: string, entry: string) => {
    await tab(page, name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry, exact: true }).filter({ visible: true }).click()
  }
  await choice('公司管理', '固定')
  await visit(page, '系统管理', '在线会话')
  await choice('在线会话', '关闭其他')
  await tabsAre(page, '公司管理,在线会话')
  await tab(page, '在线会话').press('Delete')
  await tabsAre(page, '公司管理')
  await page.waitForURL(`${app.url}${COMPANIES}?keyword=zx`)
  // Pinned tabs are the person's: another window of theirs would begin with it.
  await choice('公司管理', '取消固定')
  expect(problems).toEqual([])
  await context.close()
})

test('twenty switches between two views of two remotes leave no error and no second copy on the page', async () => {
  const { context, page, problems } = await app.signedIn()
  await openCompanies(page, app)
  await visit(page, '系统管理', '用户管理')
  await heading(page, '用户管理').waitFor()
  for (let i = 0; i < 10; i++) {
    await tab(page, '公司管理').click()
    await heading(page, '公司管理').waitFor()
    await tab(page, '用户管理').click()
    await heading(page, '用户管理').waitFor()
  }
  // Faster than anybody can look.
  for (let i = 0; i < 10; i++) {
    await tab(page, i % 2 ? '用户管理' : '公司管理').click({ noWaitAfter: true })
  }
  await heading(page, '用户管理').waitFor()
  expect(await page.locator('[id=search-keyword]').filter({ visible: true }).count()).toBe(1)
  expect(await heading(page, '公司管理').filter({ visible: true }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})
