import type { Page } from 'playwright-core'
import { startConsole, type Console, type Person } from './harness'
import { pdfPages } from './pdf-text'
import { until } from './steps'

const COMPANIES = '/memberManage/companyList'

let app: Console
let admin: Person
beforeAll(async () => {
  app = await startConsole()
  admin = await app.signedIn()
})
afterAll(() => app?.stop())

const list = async (query = ''): Promise<Page> => {
  const { page } = admin
  await page.goto(`${app.url}${COMPANIES}${query}`)
  await page.locator('tr[data-row]').first().waitFor()
  // How a list is printed comes with the forms, right after its first rows.
  await page.locator('style[data-id=kit-print]').waitFor({ state: 'attached' })
  return page
}
const focused = (page: Page, selector: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

/** A text as a printed page bears it: some characters have a second code as radicals, which the printer may choose. */
const asPrinted = (text: string) => new RegExp([...text.normalize('NFKC').replace(/\s+/g, '')].map((c) => (/\p{Script=Han}/u.test(c) ? `[${c}\u2E80-\u2EFF]` : c.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))).join(''))
const printed = async (page: Page) => pdfPages(await page.pdf({ preferCSSPageSize: true })).map((text) => text.normalize('NFKC'))

test('a list is printed without its frame, no text cut, its head on every sheet', async () => {
  const page = await list('?size=100')
  const cells = await page.locator('tr[data-row]').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td:not(.kit-select,.kit-actions)')].map((cell) => cell.textContent ?? '')))
  const sheets = await printed(page)
  expect(cells).toHaveLength(100)
  expect(sheets.length).toBeGreaterThan(2)
  for (const sheet of sheets) expect(sheet).toMatch(asPrinted('公司简称证券代码公司全称公司类型'))
  // Row by row whole and in order, as the table is read.
  const all = sheets.join('')
  for (const row of cells) expect(all).toMatch(asPrinted(row.join('')))
  for (const frame of ['新增公司', '查询', '跳到', '修改', '个人中心', '会员列表']) expect(all).not.toMatch(asPrinted(frame))
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await until(async () => (await page.locator('.kit-print-head').count()) === 0, 'the printed head is gone from the screen')
})

test('a record is printed alone, whole, without the list behind it', async () => {
  const page = await list()
  const rows = page.locator('tr[data-row]')
  const other = (await rows.nth(5).locator('.kit-open').textContent()) ?? ''
  const title = (await rows.nth(1).locator('.kit-open').textContent()) ?? ''
  await rows.nth(1).locator('.kit-open').click()
  const record = page.locator('.ant-drawer-open')
  await record.getByText('更新时间', { exact: true }).waitFor()
  await record.getByLabel('备注').waitFor()
  const values = await record.locator('.ant-descriptions-item-content').allTextContents()
  const sheets = (await printed(page)).join('')
  expect(sheets).toMatch(asPrinted(title))
  expect(values.length).toBeGreaterThan(8)
  for (const value of values) expect(sheets).toMatch(asPrinted(value))
  for (const behind of [other, '查询', '修改', '添加备注', '共5,']) expect(sheets).not.toMatch(asPrinted(behind))
  await page.keyboard.press('Escape')
})

test('three presses of Tab at most lead to the first row; Space chooses it, the arrows go on, Enter opens', async () => {
  const page = await list()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await focused(page, 'main')).toBe(true)
  await page.keyboard.press('Tab')
  expect(await focused(page, '.kit-skip')).toBe(true)
  await page.keyboard.press('Enter')
  expect(await focused(page, 'tr[data-row]:first-child')).toBe(true)
  const chosen = page.locator('tr.kit-chosen')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await until(async () => (await chosen.count()) === 2, 'two rows are chosen')
  await page.keyboard.press('Space')
  await until(async () => (await chosen.count()) === 1, 'one is no longer')
  await page.keyboard.press('Enter')
  await page.locator('.ant-drawer-open').waitFor()
  await page.keyboard.press('Escape')
})

test('Escape leaves texts, choices and dates of the filter for its form, which shows where the focus is', async () => {
  const page = await list()
  await page.getByRole('button', { name: '展开' }).click()
  for (const [field, opens] of [['.kit-search input.ant-input', false], ['.kit-search input[role=combobox]', true], ['.kit-search .ant-picker input', true]] as const) {
    await page.locator(field).first().click()
    const popup = page.locator('.ant-select-dropdown:visible,.ant-picker-dropdown:visible')
    if (opens) {
      await popup.waitFor()
      await page.keyboard.press('Escape')
      await until(async () => (await popup.count()) === 0, 'the list has closed')
    }
    await page.keyboard.press('Escape')
    expect([field, await focused(page, 'form.kit-search')]).toEqual([field, true])
  }
  expect(await page.locator('form.kit-search').evaluate((form) => getComputedStyle(form).outline)).toMatch(/solid 2px/)
})

test('a reason that is asked for over a drawer is typed at once', async () => {
  const page = await list('?listStatus=normal')
  await page.locator('tr[data-row] .kit-open').first().click()
  const record = page.locator('.ant-drawer-open')
  await record.getByRole('button', { name: '风险警示' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: /原因/ }).waitFor()
  await until(() => focused(page, 'textarea'), 'the text has the focus')
  await page.keyboard.type('业绩预亏')
  expect(await page.getByRole('dialog').getByRole('textbox', { name: /原因/ }).inputValue()).toBe('业绩预亏')
  await page.keyboard.press('Escape')
})

test('the palette puts the focus on the record and on the page that it opens', async () => {
  const page = await list()
  const title = (await page.locator('tr[data-row] .kit-open').nth(2).textContent()) ?? ''
  const choose = async (words: string, kind: string) => {
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog', { name: '搜索' }).getByRole('combobox')
    await search.fill(words)
    const option = page.getByRole('option').filter({ hasText: kind }).first()
    await option.waitFor()
    await option.click()
  }
  await choose(title, '· 公司')
  await until(() => page.evaluate(() => document.querySelector('.ant-drawer-open')?.contains(document.activeElement) ?? false), 'the record has the focus')
  await choose('联系人管理', '菜单')
  await page.getByRole('heading', { name: '联系人管理', exact: true }).waitFor()
  await until(() => focused(page, 'main'), 'the page has the focus')
})

test('the head of a list stays over all of two hundred rows', async () => {
  const page = await list('?size=200')
  await until(async () => (await page.locator('tr[data-row]').count()) === 200, 'all rows are drawn')
  for (const at of [60, 199]) {
    await page.locator('tr[data-row]').nth(at).scrollIntoViewIfNeeded()
    const top = await page.evaluate(() => {
      const main = document.querySelector('main') as HTMLElement
      const head = main.querySelector('.kit-head') as HTMLElement
      const { top: edge, left } = head.getBoundingClientRect()
      return { above: Math.round(edge - main.getBoundingClientRect().top), inFront: head.contains(document.elementFromPoint(left + 90, edge + 15)) }
    })
    expect([at, top]).toEqual([at, { above: 0, inFront: true }])
  }
})

test('at 390 px nothing lies over another thing, and every column can be brought into view', async () => {
  const { page, context, problems } = await app.signedIn('admin', undefined, { width: 390, height: 844 })
  await page.goto(`${app.url}${COMPANIES}`)
  await page.locator('tr[data-row]').first().waitFor()
  const found = await page.evaluate(() => {
    const inSight = (e: Element) => {
      const { width, height, top, bottom } = e.getBoundingClientRect()
      return width > 2 && height > 2 && bottom > 0 && top < window.innerHeight && !e.closest('.visually-hidden,[aria-hidden=true],.kit-skip,.console-skip') && getComputedStyle(e).visibility !== 'hidden'
    }
    const all = [...document.querySelectorAll('button,a,input,label,h1,h2,[role=tab],th,td,.head-crumb li:last-child')].filter(inSight)
    const over: string[] = []
    for (const [i, one] of all.entries())
      for (const other of all.slice(i + 1)) {
        if (one.contains(other) || other.contains(one)) continue
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2) over.push(`${one.textContent} / ${other.textContent}`)
      }
    return { over, width: document.documentElement.scrollWidth }
  })
  expect(found).toEqual({ over: [], width: 390 })
  await page.locator('.kit-body').evaluate((body) => body.scrollTo({ left: 400 }))
  await until(() => page.evaluate(() => {
    const head = [...document.querySelectorAll('.kit-head th')].find((th) => th.textContent === '公司全称') as HTMLElement
    const { left, width, top, height } = head.getBoundingClientRect()
    return head.contains(document.elementFromPoint(Math.max(left + 8, 40) + Math.min(width, 80) / 2, top + height / 2))
  }), 'a column in the middle is in view')
  expect(problems).toEqual([])
  await context.close()
})
