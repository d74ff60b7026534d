import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { openCompanies } from './companies'
import { allViews } from '../scripts/lib/looks.mjs'
import { startConsole, type Console, type Person } from './harness'
import { chosenViews, openInTab, viewsOfMenu, type Entry } from './menu'
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

/** What axe finds on the page by the rules of WCAG 2.1 A and AA. With `part`, a selector, in that part alone: contrast, or by `all` rules. */
async function findings(page: Page, part?: string, all = false): Promise<string[]> {
  // Fading in counts as too pale.
  await page.evaluate(() => Promise.all(document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => undefined))))
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const result = await page.evaluate(async ([within, rule]) => {
    const { axe } = globalThis as unknown as { axe: { run(context: object | string, options: object): Promise<AxeResult> } }
    return axe.run(within ?? document, { preload: false, runOnly: rule ? { type: 'rule', values: [rule] } : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] } })
  }, [part, part && !all ? CONTRAST : ''] as const)
  const nodesOf = (list: Found[]) => list.find((f) => f.id === CONTRAST)?.nodes ?? []
  // What axe could not check proves nothing: most of the page must have been checked. In a part, lists that scroll hide much of themselves.
  const unseen = nodesOf(result.incomplete).filter((node) => node.any?.some((check) => /could not be determined/.test(check.message)))
  const seen = nodesOf(result.passes).length
  return [
    ...(!part && unseen.length > seen / 2 ? [`axe judged only ${seen} texts and could not judge ${unseen.length}, such as ${unseen[0]?.target.join(' ')}`] : []),
    ...result.violations
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
    // Whoever takes the layer away again when a drawer closes must not stumble over its absence.
    const { removeChild } = Node.prototype
    Node.prototype.removeChild = function <T extends Node>(child: T): T {
      return child.parentNode === this ? (removeChild.call(this, child) as T) : child
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
  ['not published', '/submissionCategory', (page) => page.getByText('此功能尚未发布').waitFor()],
]

/** Follows the system, so that the page changes its theme where it stands. */
async function themeOfSystem(): Promise<void> {
  await app.sql(
    `insert into preference (user_id, key, value) select user_id, 'appearance', $1::jsonb from sys_user where login_name = 'admin'
     on conflict (user_id, key) do update set value = excluded.value`,
    [JSON.stringify({ theme: 'auto', fontSize: 14, compact: false })],
  )
}

async function inTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
  await until(() => page.evaluate((wanted) => document.documentElement.dataset['theme'] === wanted, theme), `the ${theme} theme`)
}

test.each([
  [1366, 768],
  [1920, 1080],
])('at %i x %i in both themes: no page is wider than the window, and axe finds no contrast below the norm', async (width, height) => {
  const found: string[] = []
  const look = async (page: Page, name: string, again?: () => Promise<unknown>) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
      await again?.()
      await inTheme(page, theme)
      const wider = await overflow(page)
      if (wider > 0) found.push(`${name}, ${theme}: ${wider} px wider than the window`)
      if (width === 1366) for (const line of await findings(page)) found.push(`${name}, ${theme}: ${line}`)
    }
  }
  const guest = await app.newPerson({ width, height })
  await guest.context.addInitScript(() => localStorage.setItem('appearance', JSON.stringify({ theme: 'auto' })))
  // The page of signing in asks the system once, as it is loaded.
  await look(guest.page, 'login', async () => {
    await guest.page.goto(`${app.url}/login`)
    await guest.page.getByRole('button', { name: '登 录' }).waitFor()
  })
  await guest.context.close()

  await themeOfSystem()
  const { context, page, problems } = await app.signedIn('admin', undefined, { width, height })
  if (width === 1366) await withoutWatermark(page)
  for (const [name, path, ready] of PAGES) {
    await page.goto(app.url + path)
    await ready(page)
    await look(page, name)
  }
  await app.sql(`delete from preference where key = 'appearance'`)
  expect(problems).toEqual([])
  expect(found).toEqual([])
  await context.close()
})

const opened = (page: Page) => page.getByRole('dialog').waitFor()
const openFirst = async (page: Page) => {
  await page.locator('tr[data-row]:visible').first().getByRole('button').first().click()
  await opened(page)
}
const openLeaving = async (page: Page) => {
  await page.locator('tr[data-row]:visible').first().getByRole('button', { name: '离职' }).click()
  await opened(page)
}

/** What is opened above a view that draws something of its own there; plain lists are like these. */
const OPENED: Record<string, (page: Page) => Promise<unknown>> = {
  用户组管理: openFirst,
  角色管理: openFirst,
  员工管理: openLeaving,
  操作日志: openFirst,
  字典管理: openFirst,
  权限管理: openFirst,
}
const BUSY = ['.ant-skeleton', '.ant-btn-loading', '.ant-spin-spinning', '[aria-busy=true]'].map((busy) => `${busy}:visible`).join()

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
  await page.goto(`${app.url}/submissionCategory`, { waitUntil: 'commit' })
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
  // A menu is measured away from the page before it is put in its place.
  const near = async (opener: Locator, entry: Locator) => {
    const places = async () => [await opener.boundingBox(), await entry.boundingBox()] as const
    await until(async () => {
      const [from, to] = await places()
      return from !== null && to !== null && Math.hypot(from.x - to.x, from.y - to.y) < 300
    }, 'the menu is beside what opened it').catch(async (cause: unknown) => {
      throw new Error(`the menu and what opened it are at ${JSON.stringify(await places())}`, { cause })
    })
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
  await page.getByRole('dialog').waitFor()
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

const VIEWS = chosenViews()
/** Few enough for a test of half a minute on a quiet machine: none comes near the limit that ends one which hangs. */
const AT_ONCE = 6
const parts = Array.from({ length: Math.ceil(VIEWS.length / AT_ONCE) }, (_, i) => VIEWS.slice(i * AT_ONCE, (i + 1) * AT_ONCE))

describe('views of the menu', () => {
  let walker: Person
  let entries: (Entry & { view: string })[]
  let theme: Theme = 'light'
  beforeAll(async () => {
    await themeOfSystem()
    walker = await app.signedIn()
    await withoutWatermark(walker.page)
    await walker.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
    await walker.page.goto(app.url)
    entries = await viewsOfMenu(app, walker.page)
  })
  afterAll(async () => {
    await walker?.context.close()
    await app.sql(`delete from preference where key = 'appearance'`)
  })

  test('the walk knows the menu, what it opens above views and the views themselves', () => {
    expect(entries.length).toBeGreaterThan(70)
    expect(Object.keys(OPENED).filter((name) => !entries.some((entry) => entry.name === name))).toEqual([])
    const known = allViews()
    expect(entries.filter(({ view }) => view && !known.includes(view))).toEqual([])
  })

  test.each(parts.map((views): [string, string[]] => [views.join(', '), views]))('axe finds nothing against WCAG 2.1 AA in either theme: %s', async (_names, views) => {
    const { page, problems } = walker
    const found: string[] = []
    const read = async (name: string) => until(async () => (await page.locator(BUSY).count()) === 0, `${name} is read`)
    // Both themes draw the same elements: what differs is contrast. The view comes in the theme that the last one was left in.
    const look = async (name: string, part: string) => {
      for (const line of await findings(page, part, true)) found.push(`${name}, ${theme}: ${line}`)
      theme = theme === 'light' ? 'dark' : 'light'
      await inTheme(page, theme)
      for (const line of await findings(page, part)) found.push(`${name}, ${theme}: ${line}`)
    }
    for (const { path, name } of entries.filter(({ view }) => views.includes(view))) {
      await openInTab(page, path)
      await read(name)
      await look(name, 'main')
      const wider = await overflow(page)
      if (wider > 0) found.push(`${name}: ${wider} px wider than the window`)
      const open = OPENED[name]
      if (!open) continue
      await open(page)
      await read(`what ${name} opened`)
      await look(`${name}, opened`, '[role=dialog]')
      await page.keyboard.press('Escape')
      await until(async () => (await page.getByRole('dialog').filter({ visible: true }).count()) === 0, `what ${name} opened is closed`)
    }
    expect(problems.splice(0)).toEqual([])
    expect(found).toEqual([])
  })
})
