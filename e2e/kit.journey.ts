import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { openBrowser } from './browser'
import { until } from './steps'

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const ROOT = process.cwd()

let server: ChildProcess
let browser: Browser
let url: string

// The page is its own server: neither console nor database is started.
beforeAll(async () => {
  server = spawn(process.execPath, [join(ROOT, 'scripts/kit.mjs'), '--built'], { cwd: ROOT, env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const opened = new Promise<string>((resolve, reject) => {
    let said = ''
    server.stdout?.on('data', (piece: Buffer) => {
      const ready = /^ready (\S+)/m.exec((said += piece.toString()))
      if (ready?.[1]) resolve(ready[1])
    })
    server.once('exit', (code) => reject(new Error(`the kit's page ended with ${code}: ${said}`)))
  })
  browser = await openBrowser()
  url = await opened
})
afterAll(async () => {
  await browser?.close()
  server?.kill('SIGTERM')
})

type Theme = 'light' | 'dark'

let context: BrowserContext
let page: Page
let problems: string[] = []

async function open(section: string, theme: Theme = 'light'): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1366, height: 900 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' })
  await context.addInitScript((wanted) => localStorage.setItem('appearance', JSON.stringify({ theme: wanted })), theme)
  page = await context.newPage()
  page.setDefaultTimeout(60_000)
  problems = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) problems.push(`asked ${request.url()}`)
  })
  await page.goto(`${url}/${section}`)
  await page.getByRole('navigation', { name: '目录' }).waitFor()
}
afterEach(async () => {
  await context?.close()
  expect(problems).toEqual([])
})

interface Found {
  id: string
  nodes: { target: string[]; failureSummary?: string }[]
}

/** Everything that axe holds against the page as it is now. */
async function findings(): Promise<string[]> {
  // Fading in counts as too pale.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<{ violations: Found[] }> } }
    // The row in which antd measures the columns repeats the head's checkbox, out of sight: it is antd's, not the page's.
    return (await axe.run(document, { resultTypes: ['violations'], runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] } })).violations
  })
  return violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ')}`))
}

const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
const section = (name: string) => page.getByRole('navigation', { name: '目录' }).getByRole('link', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const loaded = (count = 5) => page.locator('tr[data-row]').nth(count - 1).waitFor()

/** What has to be done in a section until all of it can be seen. */
const SHOWN: Record<string, () => Promise<unknown>> = {
  资源页: () => loaded(),
  手写列表: () => loaded(),
  列表的状态: () => page.getByText('7f3c1e90-demo', { exact: true }).waitFor(),
  表单: async () => (await button('打开表单').click(), await dialog('各种字段').getByRole('combobox', { name: '树形' }).waitFor()),
  字段种类与规则: async () => (await loaded(), await button(/新增茶样订单$/).click(), await button(/增加明细$/).click(), await button('保存').click(), await page.getByText('请填写品名', { exact: true }).waitFor()),
  长表单: async () => (await button('打开 40 项表单').click(), await page.getByLabel('检测项 40').waitFor()),
  服务端拒绝: async () => (await button('打开待保存的表单').click(), await button('保存').click(), await page.getByText('有 2 处需要修改').waitFor()),
  编辑冲突: async () => (await button('修改，同时他人已先保存').click(), await button('保存').click(), await dialog('该记录已被他人修改').waitFor()),
  草稿: async () => (await button('打开有草稿的表单').click(), await button('恢复').waitFor()),
  询问原因: async () => (await button('停售（须填原因）').click(), await button('停售').click(), await page.getByText('请填写原因').waitFor()),
  详情: async () => (await button('白毫银针 012').click(), await page.getByText('缺少产地证明，请补充后再提交').waitFor()),
  页内列表: () => loaded(4),
  自定义表单: async () => (await page.getByRole('radio', { name: '是', exact: true }).check(), await button('检查').click(), await page.getByText('请填写茶园面积').first().waitFor()),
  树形选项: async () => (await page.getByRole('combobox', { name: '产地' }).click(), await page.getByText('武夷山').waitFor()),
  // A browser of a test has no camera: what stands there is why, and what to do.
  扫码: async () => (await button('打开摄像头').click(), await page.getByText('或改用扫码枪').waitFor()),
  提示: async () => (await button('没有成功').click(), await page.getByRole('alert').waitFor()),
  状态标签: () => page.getByText('已发出').waitFor(),
  说明页: () => page.getByText('您没有此页面的权限').waitFor(),
}

test.each<Theme>(['light', 'dark'])('in the %s theme every section shows itself without an error, and axe finds nothing', async (theme) => {
  await open('', theme)
  await page.evaluate(AXE)
  const found: string[] = []
  const names = await page.getByRole('navigation', { name: '目录' }).getByRole('link').allInnerTexts()
  expect(names).toEqual(Object.keys(SHOWN))
  for (const name of names) {
    // By script: an open dialog covers the list of contents.
    await section(name).evaluate((link) => (link as HTMLElement).click())
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await SHOWN[name]?.()
    found.push(...(await findings()).map((line) => `${name}: ${line}`))
  }
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
  expect(found).toEqual([])
})

const firstCells = () => page.locator('tr[data-row] td:nth-child(2)').allInnerTexts()
const selectAll = () => page.getByRole('checkbox', { name: '选择本页全部' }).first()
const nextPage = async () => {
  const [before] = await firstCells()
  await page.getByTitle('下一页').click()
  await until(async () => (await firstCells())[0] !== before, 'the next page')
}

test('the list of 500 sorts, selects over pages, and does the same by keyboard alone', async () => {
  await open('page?size=100')
  await loaded(100)
  await page.getByRole('columnheader', { name: '单价（元）' }).click()
  await until(async () => /sort=price\.asc/.test(page.url()), 'the order is in the address')
  await until(async () => (await page.locator('tr[data-row]').first().innerText()).includes('60'), 'the cheapest first')
  await selectAll().click()
  await nextPage()
  await selectAll().click()
  const bar = page.getByRole('status').filter({ hasText: '已选' })
  expect(await bar.innerText()).toMatch(/已选 200 条（其中 100 条在其他页）/)
  await button('选择全部 500 条符合条件的记录').click()
  expect(await bar.innerText()).toMatch(/已选 500 条/)
  await button('清空', bar).click()
  await page.locator('main h1').first().focus()
  await page.keyboard.press('/')
  await page.keyboard.type('大红袍 00')
  await page.keyboard.press('Enter')
  await until(async () => (await firstCells()).length > 0 && (await firstCells()).every((name) => name.startsWith('大红袍 00')), 'found')
  await page.getByRole('heading', { name: '茶样管理' }).evaluate((e) => (document.activeElement as HTMLElement | null)?.blur() ?? e)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await dialog('大红袍 002').waitFor()
  await page.keyboard.press('Escape')
  await dialog('大红袍 002').waitFor({ state: 'hidden' })
})

test('by keyboard alone: the list of contents, a form, the theme', async () => {
  await open('')
  await section('表单').focus()
  await page.keyboard.press('Enter')
  await until(() => page.evaluate(() => document.activeElement?.tagName === 'H1' && document.activeElement.textContent === '表单'), 'the focus is at the section')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const form = dialog('各种字段')
  await form.waitFor()
  await page.getByLabel('单行文本').focus()
  await page.keyboard.type('春茶')
  await page.keyboard.press('Control+s')
  await form.getByText('有 3 处需要修改').waitFor()
  expect(await form.getByRole('alert').first().innerText()).toContain('日期')
  await button('取消', form).focus()
  await page.keyboard.press('Enter')
  await button('放 弃').or(button('放弃')).focus()
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'hidden' })
  await page.getByRole('radio', { name: '浅色' }).focus()
  await page.keyboard.press('ArrowRight')
  await until(() => page.evaluate(() => document.documentElement.dataset['theme'] === 'dark'), 'dark')
})

test('a form shows what the server refuses at its fields, and the summary leads there', async () => {
  await open('refusals')
  await SHOWN['服务端拒绝']?.()
  const form = dialog('新增茶样')
  const at = (label: string) => form.locator('.ant-form-item').filter({ has: page.getByLabel(label) })
  expect(await at('茶样名称').innerText()).toContain('该茶样名称已被使用')
  expect(await at('单价（元）').innerText()).toContain('绿茶的单价不能超过 5000 元')
  await button(/单价（元）：绿茶/, form).click()
  await until(() => page.getByLabel('单价（元）').evaluate((field) => field === document.activeElement), 'the focus is at the price')
  await page.getByLabel('单价（元）').fill('90')
  await page.getByLabel('茶样名称').fill('新龙井')
  await button('保存', form).click()
  await form.waitFor({ state: 'hidden' })
})

test('a conflict is settled field by field and then saved', async () => {
  await open('conflict')
  await button('修改，同时他人已先保存').click()
  await page.getByLabel('单价（元）').fill('555')
  await button('保存').click()
  const conflict = dialog('该记录已被他人修改')
  await conflict.waitFor()
  expect(await conflict.getByRole('radio', { checked: true }).count()).toBe(2)
  await button('按所选内容保存', conflict).click()
  await until(async () => /武夷山桐木关，555 元，第 3 版/.test(await page.getByTestId('stored').innerText()), 'hers and theirs are saved')
})

test('a draft is found again; a reason is asked for; the detail goes to its neighbour', async () => {
  await open('draft')
  await SHOWN['草稿']?.()
  await button('恢复').click()
  expect(await page.getByLabel('品鉴人').inputValue()).toBe('沈青禾')
  await context.close()
  await open('reason')
  await SHOWN['询问原因']?.()
  await page.getByRole('textbox').fill('春茶售罄')
  await button('停售').click()
  await page.getByText('已停售：春茶售罄').waitFor()
  await context.close()
  await open('detail')
  await SHOWN['详情']?.()
  await button('下一条').click()
  await dialog('熟普 014').waitFor()
  expect(await button('下一条').isDisabled()).toBe(true)
})

test('a batch shows what failed and tries it again; export gives a file; import tells its bad rows', async () => {
  await open('page')
  await loaded(20)
  await selectAll().click()
  await button('删除').first().click()
  const batch = dialog('批量删除')
  await button('删除 20 条', batch).click()
  await batch.getByText('成功 16 条，失败 4 条').waitFor()
  await batch.getByText('仍有品鉴记录，不能删除').first().waitFor()
  await button('重试失败的 4 条', batch).click()
  await batch.getByText('成功 18 条，失败 2 条').waitFor()
  await button('关闭', batch).last().click()
  await page.getByText('共 482 条').waitFor()

  await button(/导出$/).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('导出显示的列').click()])
  expect(file.suggestedFilename()).toBe('茶样.csv')

  await button(/导入$/).click()
  const imported = dialog('导入茶样')
  await imported.locator('input[type=file]').setInputFiles({ name: '春茶.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('x') })
  await imported.getByText('共 12 行，可写入 9 行，有问题 3 行').waitFor()
  await imported.getByText('库存须为整数').waitFor()
  await button('写入 9 条', imported).click()
  await imported.getByText('已写入 9 条，3 条没有写入').waitFor()
  await button('完成', imported).click()
  await page.getByText('共 491 条').waitFor()
})
