import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { allViews } from '../scripts/lib/looks.mjs'
import { startConsole, type Console, type Person } from './harness'
import { chosenViews, openInTab, viewsOfMenu, type Entry } from './menu'
import { until } from './steps'

// looks.journey.ts sees views as they open. Here is what stands behind them: the form with its faults, the first record, the printed sheet.

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const ALL = allViews()
/** Walked whatever is chosen, half of them in each theme: forms of the kit, of a tree, of a view's own, and a form that is a page. */
const ALWAYS = ['meeting/MeetingList', 'member/CompanyList', 'member/PaymentList', 'rbac/DeptList', 'rbac/PostList', 'rbac/UserGroup']
/** What they open is looked at as it comes: no fault can be had by one press. */
const WITHOUT_FAULTS: Record<string, string> = {
  'expert/MyDeclare': 'the scheme is chosen before there is a form',
  'meeting/ExchangeApply': 'the activity is chosen before there is a form',
  'meeting/QueryRegistration': 'the meeting is chosen before there is a form',
  'member/BankStatement': 'a file is read first',
  'member/DuesBill': 'a preview of the year, without a field that may be wrong',
  'member/EmailList': 'a message is written on a page of its own, and its draft may be kept empty',
  'member/TextMessageList': 'as above',
  'rbac/RoleList': 'goes on step by step',
}
const chosen = chosenViews()
/** The theme of a view is the same in every run that walks it. */
const themeOf = (view: string): Theme => (ALL.indexOf(view) % 2 === 0 ? 'light' : 'dark')
const VIEWS = ALL.filter((view) => ALWAYS.includes(view) || chosen.includes(view)).sort((a, b) => themeOf(b).localeCompare(themeOf(a)))

let app: Console
let walker: Person
let entries: (Entry & { view: string })[]
beforeAll(async () => {
  app = await startConsole()
  await app.sql(
    `insert into preference (user_id, key, value) select user_id, 'appearance', $1::jsonb from sys_user where login_name = 'admin'
     on conflict (user_id, key) do update set value = excluded.value`,
    [JSON.stringify({ theme: 'auto', fontSize: 14, compact: false })],
  )
  walker = await app.signedIn()
  await walker.page.goto(app.url)
  entries = await viewsOfMenu(app, walker.page)
})
afterAll(() => app?.stop())

type Theme = 'light' | 'dark'
async function inTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
  await until(() => page.evaluate((wanted) => document.documentElement.dataset['theme'] === wanted, theme), `the ${theme} theme`)
}

interface Found {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary?: string }[]
}
/** Waits for what fades or grows: it counts as too pale, or as cut. */
const settled = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => undefined))).then(() => undefined))

/** What axe holds against a part of the page by the rules of WCAG 2.1 A and AA, where it is serious or critical. */
async function findings(page: Page, part: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  await settled(page)
  const violations = await page.evaluate(async (within) => {
    const { axe } = globalThis as unknown as { axe: { run(context: string, options: object): Promise<{ violations: Found[] }> } }
    return (await axe.run(within, { preload: false, resultTypes: ['violations'], runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] } })).violations
  }, part)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ')}`))
}

const BUSY = ['.ant-skeleton', '.ant-btn-loading', '.ant-spin-spinning', '[aria-busy=true]'].map((busy) => `${busy}:visible`).join()
const read = (page: Page, what: string) => until(async () => (await page.locator(BUSY).count()) === 0, `${what} is read`)
const dialogs = (page: Page) => page.getByRole('dialog').filter({ visible: true })
const pathOf = (page: Page) => new URL(page.url()).pathname
/** What a press has opened: a dialog, or another page in its tab. */
async function opened(page: Page, path: string, what: string): Promise<'[role=dialog]' | 'main'> {
  await until(async () => (await dialogs(page).count()) > 0 || pathOf(page) !== path, `${what} is open`)
  await read(page, what)
  return pathOf(page) === path ? '[role=dialog]' : 'main'
}
const firstRecord = (page: Page) => page.locator('main tr[data-row] .kit-open:visible').first()
/** The one filled button of a list, or the button of a tree. */
const make = (page: Page) => page.locator('main').locator('.kit-no-print .ant-btn-primary:visible').or(page.locator('main').getByRole('button', { name: /^(plus )?(新增|登记)/ })).first()
const save = (within: Locator) => within.getByRole('button', { name: /^保存/ }).or(within.locator('.ant-drawer-footer .ant-btn-primary, .ant-modal-footer .ant-btn-primary')).last()
const faults = (page: Page) => page.locator('.ant-form-item-explain-error:visible, [aria-invalid=true]:visible')

const walked = { forms: new Set<string>(), records: new Set<string>() }

test.each(VIEWS)('axe finds nothing serious in the form with its faults and in the first record: %s', async (view) => {
  const entry = entries.find((one) => one.view === view)
  // Some views are reached from others alone.
  if (!entry) return
  const { page, problems } = walker
  const { path, name } = entry
  const found: string[] = []
  await inTheme(page, themeOf(view))
  await openInTab(page, path)
  await read(page, name)
  if ((await firstRecord(page).count()) > 0) {
    await firstRecord(page).click()
    const part = await opened(page, path, `a record of ${name}`)
    for (const line of await findings(page, part)) found.push(`record: ${line}`)
    walked.records.add(view)
    if (part === '[role=dialog]') {
      await page.keyboard.press('Escape')
      await dialogs(page).first().waitFor({ state: 'hidden' })
    } else await openInTab(page, path)
  }
  if ((await make(page).count()) > 0) {
    await make(page).click()
    const part = await opened(page, path, `the form of ${name}`)
    const form = part === 'main' ? page.locator('main') : dialogs(page).last()
    if (!WITHOUT_FAULTS[view]) {
      await save(form).click()
      await until(async () => (await faults(page).count()) > 0, `faults of ${name} are shown`)
    }
    for (const line of await findings(page, part)) found.push(`form: ${line}`)
    walked.forms.add(view)
  }
  expect(problems.splice(0)).toEqual([])
  expect(found).toEqual([])
})

test('the walk has found the forms and the records', () => {
  // Fewer would mean that the walk does not find them any more.
  if (VIEWS.length === ALL.length) {
    expect(walked.forms.size).toBeGreaterThan(60)
    expect(walked.records.size).toBeGreaterThan(70)
  }
  expect(ALWAYS.filter((view) => !walked.forms.has(view))).toEqual([])
  expect(ALWAYS.filter((view) => view !== 'rbac/DeptList' && !walked.records.has(view))).toEqual([])
})

describe('printed on A4', () => {
  /** A4 without its margins of 12 mm, in CSS pixels. */
  const WIDTH = Math.floor(((210 - 24) / 25.4) * 96)
  let printer: Person
  beforeAll(async () => {
    printer = await app.signedIn()
    // A browser lays a page out anew for printing and tells nobody: what measures itself stays as wide as it was on the screen.
    await printer.page.addInitScript(() => {
      const { ResizeObserver: Own } = globalThis
      globalThis.ResizeObserver = class extends Own {
        constructor(tell: ResizeObserverCallback) {
          super((...told) => window.matchMedia('print').matches || tell(...told))
        }
      }
    })
  })

  /** Opens a view by its address, as whoever prints it first of all. */
  async function open(view: string): Promise<Page> {
    const { page } = printer
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce', colorScheme: 'light' })
    await page.setViewportSize({ width: 1366, height: 768 })
    const path = entries.find((entry) => entry.view === view)?.path
    await page.goto(`${app.url}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await read(page, view)
    return page
  }

  /** Lays the page out for A4 and answers what does not belong there or is cut. */
  async function laidOutForPrint(page: Page): Promise<string[]> {
    await settled(page)
    await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: WIDTH, height: 1000 })
    await settled(page)
    return page.evaluate((width) => {
      const wrong: string[] = []
      const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().height > 1
      for (const element of document.querySelectorAll('nav, header, aside, [role=menu], [role=tablist], [role=radiogroup], button:not(.kit-open)')) {
        if (seen(element)) wrong.push(`is printed: ${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`)
      }
      const check = (rect: DOMRect, from: Element | null, what: string) => {
        // Links that come into sight with the focus lie beside the sheet.
        if (rect.width === 0 || rect.height === 0 || rect.right < 0) return
        if (rect.left < -1 || rect.right > width + 1) wrong.push(`is wider than the sheet: ${what}`)
        for (let above = from; above; above = above.parentElement) {
          const box = above.getBoundingClientRect()
          const { overflowX, overflowY } = getComputedStyle(above)
          // What only screen readers read, and the row in which antd measures columns.
          if (box.width <= 1 || box.height <= 1) return
          if (overflowX !== 'visible' && (rect.left < box.left - 1 || rect.right > box.right + 1)) wrong.push(`is cut at its side: ${what}`)
          if (overflowY !== 'visible' && (rect.top < box.top - 2 || rect.bottom > box.bottom + 2)) wrong.push(`is cut below: ${what}`)
        }
      }
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.textContent?.trim() || !node.parentElement || !seen(node.parentElement)) continue
        range.selectNodeContents(node)
        check(range.getBoundingClientRect(), node.parentElement, node.textContent)
      }
      const sheet = document.documentElement.scrollWidth
      if (sheet > width + 1) wrong.push(`the page is ${sheet - width} px wider than the sheet`)
      for (const canvas of document.querySelectorAll('canvas')) if (seen(canvas)) check(canvas.getBoundingClientRect(), canvas.parentElement, 'a chart')
      return wrong
    }, WIDTH)
  }

  test('a tree is printed whole, without what is pressed', async () => {
    const page = await open('rbac/DeptList')
    const names = await page.locator('.ant-tree-title').allInnerTexts()
    expect(names.length).toBeGreaterThan(5)
    expect(await laidOutForPrint(page)).toEqual([])
    expect(await page.locator('.ant-tree-title:visible').count()).toBe(names.length)
  })

  test('figures are printed whole, the chart as wide as the sheet', async () => {
    const page = await open('meeting/MeetingStat')
    await page.locator('canvas').first().waitFor()
    expect(await laidOutForPrint(page)).toEqual([])
    expect(await page.locator('canvas:visible').count()).toBe(1)
    expect(await page.getByRole('columnheader', { name: '到会率' }).isVisible()).toBe(true)
  })

  test('a record and a form with its faults are printed alone', async () => {
    const page = await open('member/PaymentList')
    await firstRecord(page).click()
    await opened(page, pathOf(page), 'a record')
    await dialogs(page).getByLabel('备注').waitFor()
    await read(page, 'the record')
    const title = await dialogs(page).locator('.ant-drawer-title').innerText()
    const recordWrong = await laidOutForPrint(page)
    expect(recordWrong).toEqual([])
    expect(await dialogs(page).getByText(title, { exact: true }).first().isVisible()).toBe(true)
    expect(await page.locator('main tr[data-row]:visible').count()).toBe(0)

    await open('member/PaymentList')
    await make(page).click()
    await opened(page, pathOf(page), 'a form')
    await save(dialogs(page)).click()
    await faults(page).first().waitFor()
    const labels = await dialogs(page).locator('.ant-form-item-label').count()
    const formWrong = await laidOutForPrint(page)
    expect(formWrong).toEqual([])
    expect(labels).toBeGreaterThan(4)
    expect(await dialogs(page).locator('.ant-form-item-label:visible').count()).toBe(labels)
    expect(await page.locator('main tr[data-row]:visible').count()).toBe(0)
  })
})
