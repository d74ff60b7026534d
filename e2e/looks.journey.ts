import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { openCompanies } from './companies'
import { startConsole, type Console } from './harness'
import { until } from './steps'

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

type Theme = 'light' | 'dark'

interface Found {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary?: string; any?: { message: string }[] }[]
}
interface AxeResult {
  violations: Found[]
  passes: Found[]
  incomplete: Found[]
}
const CONTRAST = 'color-contrast'

/** What axe finds on the page: contrast, and unless `only` says so whatever else it holds for critical. */
async function findings(page: Page, only?: typeof CONTRAST): Promise<string[]> {
  // Fading in counts as too pale.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  await page.evaluate(AXE)
  const result = await page.evaluate(async (rule) => {
    const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResult> } }
    return axe.run(document, { runOnly: rule ? { type: 'rule', values: [rule] } : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] } })
  }, only)
  const nodesOf = (list: Found[]) => list.find((f) => f.id === CONTRAST)?.nodes ?? []
  // What axe could not judge proves nothing: most of the page must have been judged.
  const unseen = nodesOf(result.incomplete).filter((node) => node.any?.some((check) => /could not be determined/.test(check.message)))
  const seen = nodesOf(result.passes).length
  return [
    ...(unseen.length > seen / 2 ? [`axe judged only ${seen} texts and could not judge ${unseen.length}, such as ${unseen[0]?.target.join(' ')}`] : []),
    ...result.violations
      .filter((v) => v.id === CONTRAST || v.impact === 'critical')
      .flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ')}`)),
  ]
}

/** Keeps the watermark away, which axe cannot see through: its layer is never put into the page. */
async function withoutWatermark(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { append } = Element.prototype
    const isMark = (node: Node | string) => node instanceof HTMLElement && node.style.pointerEvents === 'none' && node.style.backgroundImage !== ''
    Element.prototype.append = function (...nodes) {
      if (!nodes.some(isMark)) append.apply(this, nodes)
    }
  })
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const PAGES: [name: string, path: string, ready: (page: Page) => Promise<unknown>][] = [
  ['home', '/', (page) => page.getByRole('button', { name: /^正常上市/ }).waitFor()],
  ['companies', '/memberManage/companyList', (page) => page.getByRole('row').nth(5).waitFor()],
  ['users', '/systemManage/user', (page) => page.getByRole('row').nth(5).waitFor()],
  ['roles', '/systemManage/role', (page) => page.getByRole('row').nth(5).waitFor()],
  ['room grid', '/meetingRoom/scheduleMeeting/index', (page) => page.getByRole('grid').waitFor()],
  ['personal centre', '/personalCenter', (page) => page.getByRole('tab', { name: '登录密码' }).waitFor()],
  ['not published', '/expertManage', (page) => page.getByText('此功能尚未发布').waitFor()],
]

test.each<[Theme, number, number]>([
  ['light', 1366, 768],
  ['light', 1920, 1080],
  ['dark', 1366, 768],
  ['dark', 1920, 1080],
])('the %s theme at %i x %i: no page is wider than the window, and axe finds no contrast below the norm', async (theme, width, height) => {
  const found: string[] = []
  const look = async (page: Page, name: string) => {
    expect([name, await page.evaluate(() => document.documentElement.dataset['theme'])]).toEqual([name, theme])
    const wider = await overflow(page)
    if (wider > 0) found.push(`${name}: ${wider} px wider than the window`)
    if (width === 1366) for (const line of await findings(page)) found.push(`${name}: ${line}`)
  }
  const guest = await app.newPerson({ width, height })
  await guest.context.addInitScript((wanted) => localStorage.setItem('appearance', JSON.stringify({ theme: wanted })), theme)
  await guest.page.goto(`${app.url}/login`)
  await guest.page.getByRole('button', { name: '登 录' }).waitFor()
  await look(guest.page, 'login')
  await guest.context.close()

  const { context, page, problems } = await app.signedIn('admin', undefined, { width, height })
  if (width === 1366) await withoutWatermark(page)
  await app.sql(
    `insert into preference (user_id, key, value) select user_id, 'appearance', $1::jsonb from sys_user where login_name = 'admin'
     on conflict (user_id, key) do update set value = excluded.value`,
    [JSON.stringify({ theme, fontSize: 14, compact: false })],
  )
  for (const [name, path, ready] of PAGES) {
    await page.goto(app.url + path)
    await ready(page)
    await until(() => page.evaluate((wanted) => document.documentElement.dataset['theme'] === wanted, theme), `the ${theme} theme`)
    await look(page, name)
  }
  expect(problems).toEqual([])
  expect(found).toEqual([])
  await context.close()
})

const opened = (page: Page) => page.getByRole('dialog').waitFor()
const openFirst = async (page: Page) => {
  await page.locator('tr[data-row]').first().getByRole('button').first().click()
  await opened(page)
}

/** The other views of the system's administration: heading, path, and what is opened above it. */
const ADMINISTRATION: [heading: string, path: string, open?: (page: Page) => Promise<unknown>][] = [
  ['用户类型', '/systemManage/userType'],
  ['协会员工', '/userTypeManage/staff', openFirst],
  ['用户认证列表', '/userAuthenticationList'],
  ['用户组管理', '/systemManage/userGroup', openFirst],
  ['角色管理', '/systemManage/role', openFirst],
  ['菜单管理', '/systemManage/menu'],
  ['权限管理', '/systemManage/permit', openFirst],
  ['角色权限', '/systemManage/rolePermit'],
  ['接入系统', '/systemManage/system'],
  ['部门管理', '/systemManage/dept'],
  ['岗位管理', '/systemManage/post'],
  ['员工管理', '/systemManage/employee', async (page) => (await page.getByRole('button', { name: '离职' }).first().click(), await opened(page))],
  ['操作日志', '/systemManage/operLog', openFirst],
  ['登录日志', '/systemManage/loginLog'],
  ['字典管理', '/systemManage/dict', openFirst],
  ['参数配置', '/systemManage/param'],
  ['安全策略', '/systemManage/securityPolicy'],
  ['导出任务', '/systemManage/exportJob'],
  ['在线会话', '/systemManage/onlineSession'],
  ['发件箱', '/systemManage/outbox'],
  ['数据库操作', '/temporary'],
  ['我的消息', '/personal/message'],
  ['权限解释', '/systemManage/whyCan'],
  ['权限复核', '/systemManage/accessReview'],
]

test('in the dark theme no view of the administration and nothing that opens above it falls below the norm of contrast', async () => {
  const { context, page, problems } = await app.signedIn()
  await withoutWatermark(page)
  await page.addInitScript(() => localStorage.setItem('appearance', JSON.stringify({ theme: 'dark' })))
  await app.sql(
    `insert into preference (user_id, key, value) select user_id, 'appearance', $1::jsonb from sys_user where login_name = 'admin'
     on conflict (user_id, key) do update set value = excluded.value`,
    [JSON.stringify({ theme: 'dark', fontSize: 14, compact: false })],
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const [heading, path, open] of ADMINISTRATION) {
    await page.goto(app.url + path)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await until(async () => (await page.locator('.ant-skeleton').count()) === 0, `${heading} is read`)
    await until(() => page.evaluate(() => document.documentElement.dataset['theme'] === 'dark'), 'the dark theme')
    const wider = await overflow(page)
    if (wider > 0) found.push(`${heading}: ${wider} px wider than the window`)
    for (const line of await findings(page, CONTRAST)) found.push(`${heading}: ${line}`)
    if (!open) continue
    await open(page)
    for (const line of await findings(page, CONTRAST)) found.push(`${heading}, opened: ${line}`)
  }
  await app.sql(`delete from preference where key = 'appearance'`)
  expect(problems).toEqual([])
  expect(found).toEqual([])
  await context.close()
})

test('the theme is changed in the console, holds after a reload and on another machine, and the first paint has it already', async () => {
  await app.sql(`delete from preference where key = 'appearance'`)
  const { context, page, problems } = await app.signedIn()
  const theme = (of: Page) => of.evaluate(() => document.documentElement.dataset['theme'])
  await page.goto(app.url)
  await page.getByRole('button', { name: '我的账号' }).click()
  await page.getByRole('menuitem', { name: '外观' }).click()
  await page.getByRole('dialog', { name: '外观' }).getByText('深色').click()
  await until(async () => (await theme(page)) === 'dark', 'the page is dark')
  await until(async () => (await app.sql<{ value: { theme: string } }>(`select value from preference where key = 'appearance'`))[0]?.value.theme === 'dark', 'the server keeps it')
  await page.goto(`${app.url}/expertManage`, { waitUntil: 'commit' })
  await until(async () => (await theme(page).catch(() => undefined)) === 'dark', 'the first paint is dark')
  const elsewhere = await app.signedIn()
  await elsewhere.page.goto(app.url)
  await until(async () => (await theme(elsewhere.page)) === 'dark', 'the other machine is dark')
  await app.sql(`delete from preference where key = 'appearance'`)
  expect([...problems, ...elsewhere.problems]).toEqual([])
  await context.close()
  await elsewhere.context.close()
})

test('a drawer, a dialog and the import at both widths stay inside the window', async () => {
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ] as const) {
    const { context, page, problems } = await app.signedIn('admin', undefined, { width, height })
    await openCompanies(page, app)
    for (const [button, title] of [
      ['新增公司', '新增公司'],
      ['导入证券列表', '导入证券列表'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.waitFor()
      await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
      const box = await dialog.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1).toBe(true)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await page.keyboard.press('Escape')
      await until(async () => !(await dialog.isVisible()), 'the drawer closes')
    }
    expect(problems).toEqual([])
    await context.close()
  }
})

test('without motion and by keyboard alone: menus open beside what opened them, and the focus comes back', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openCompanies(page, app)
  const focused = (locator: Locator) => until(() => locator.evaluate((e) => e === document.activeElement), 'the focus is there')
  const near = async (opener: Locator, entry: Locator) => {
    const [from, to] = [await opener.boundingBox(), await entry.boundingBox()]
    expect(from && to && Math.hypot(from.x - to.x, from.y - to.y) < 300).toBe(true)
  }
  const row = page.getByRole('row').nth(3)
  const more = row.getByRole('button', { name: '更多' })
  await more.focus()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: '删除' })
  await entry.waitFor()
  await near(more, entry)
  await page.keyboard.press('Escape')
  await focused(more)
  const name = row.getByRole('button').first()
  await name.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '公司详情' }).waitFor()
  await until(() => page.evaluate(() => document.activeElement?.closest('.ant-drawer') != null), 'the drawer has the focus')
  await page.keyboard.press('Escape')
  await focused(name)
  const account = page.getByRole('button', { name: '我的账号' })
  await account.focus()
  await page.keyboard.press('Enter')
  const center = page.getByRole('menuitem', { name: '个人中心' }).last()
  await focused(center)
  await near(account, center)
  await page.keyboard.press('Escape')
  await focused(account)
  expect(problems).toEqual([])
  await context.close()
})
