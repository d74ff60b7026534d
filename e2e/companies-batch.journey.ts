import { companyResource } from '@assoc/contract/member/company'
import type { Page } from 'playwright-core'
import { openCompanies } from './companies'
import { startConsole, type Console } from './harness'
import { countCalls, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

const BOARD = 'chiNext'
const byStatus = async () =>
  Object.fromEntries((await app.sql<{ list_status: string; n: string }>('select list_status, count(*) as n from company where board = $1 and not deleted group by 1', [BOARD])).map((r) => [r.list_status, Number(r.n)]))
const shown = async (page: Page) => Number((await page.getByText(/^共 [\d,]+ 条$/).innerText()).replace(/\D/g, ''))

test('all that match are suspended: asked for the reason, done in steps, those that cannot are told, and tried again', async () => {
  const { context, page, problems } = await app.signedIn()
  // A few of the board cannot be suspended, whatever the demo has.
  await app.sql(`update company set list_status = 'normal' where board = $1`, [BOARD])
  const stuck = await app.sql<{ company_id: string; short_name: string }>(
    `update company set list_status = 'delisting' where company_id in (select company_id from company where board = $1 and not deleted order by company_id limit 3) returning company_id, short_name`,
    [BOARD],
  )
  await openCompanies(page, app, `?board=${BOARD}`)
  const total = await shown(page)
  expect(total).toBeGreaterThan(50)
  const calls = countCalls(page, companyResource.batch.path)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: new RegExp(`^选择全部 ${total} 条`) }).click()
  await page.getByText(`已选 ${total} 条`).waitFor()
  await page.getByRole('button', { name: /^停\s?牌$/ }).click()
  const dialog = page.getByRole('dialog', { name: '批量停牌' })
  await dialog.getByRole('button', { name: `停牌 ${total} 条` }).click()
  await dialog.getByText('请填写原因').waitFor()
  expect(calls.count).toBe(0)
  await dialog.getByRole('textbox').fill('年报尚未披露')
  await dialog.getByRole('button', { name: `停牌 ${total} 条` }).click()
  await dialog.getByText(`成功 ${total - 3} 条，失败 3 条`).waitFor()
  expect(calls.count).toBe(Math.floor(total / 50) + 1)
  const told = await dialog.getByRole('list', { name: '失败的记录' }).getByRole('listitem').allInnerTexts()
  expect(told.sort()).toEqual(stuck.map((c) => `${c.short_name}：当前状态不允许此操作`).sort())
  expect(await byStatus()).toEqual({ suspended: total - 3, delisting: 3 })

  // Two of the three can be now; only the three are sent again.
  await app.sql(`update company set list_status = 'normal' where company_id = any($1)`, [stuck.slice(0, 2).map((c) => c.company_id)])
  await dialog.getByRole('button', { name: '重试失败的 3 条' }).click()
  await dialog.getByText(`成功 ${total - 1} 条，失败 1 条`).waitFor()
  expect(await byStatus()).toEqual({ suspended: total - 1, delisting: 1 })
  await dialog.getByText(/^关\s?闭$/).click()
  await until(async () => (await page.getByText(/^已选/).count()) === 0, 'the selection is gone')
  const [noted] = await app.sql<{ n: string }>(`select count(*) as n from audit_log where record_type = 'company' and verb = 'suspend' and reason = '年报尚未披露'`)
  expect(Number(noted?.n)).toBe(total - 1)
  expect(problems).toEqual([])
  await context.close()
})

test('a column of codes is pasted, those of once included; the address keeps them', async () => {
  const { context, page, problems } = await app.signedIn()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [now] = await app.sql<{ stock_code: string }>('select stock_code from company where stock_code is not null and old_stock_code is null and not deleted order by company_id limit 1')
  const [moved] = await app.sql<{ stock_code: string; old_stock_code: string }>('select stock_code, old_stock_code from company where old_stock_code is not null and not deleted order by company_id limit 1')
  await openCompanies(page, app)
  await page.getByRole('button', { name: '展开' }).click()
  const field = page.getByRole('combobox', { name: '证券代码' })
  await field.click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${now?.stock_code}\r\n${moved?.old_stock_code}\r\n`)
  await page.keyboard.press('Control+V')
  await page.getByText('共 2 条', { exact: true }).waitFor()
  for (const code of [now?.stock_code, moved?.stock_code]) expect(await page.getByRole('row').filter({ hasText: code ?? '' }).count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('stockCodes')).toBe(`${now?.stock_code},${moved?.old_stock_code}`)
  await page.reload()
  await page.getByText('共 2 条', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a range of dates that moves with the calendar: the address keeps its name, the call gets days', async () => {
  const { context, page, problems } = await app.signedIn()
  await openCompanies(page, app)
  await page.getByRole('button', { name: '展开' }).click()
  const asked: { listDateFrom?: string; listDateTo?: string }[] = []
  page.on('request', (r) => {
    if (r.url().endsWith(companyResource.list.path)) asked.push(r.postDataJSON() as (typeof asked)[number])
  })
  await page.locator('#search-listDateFrom').click()
  await page.getByRole('group', { name: '相对日期' }).getByRole('button', { name: '本年度' }).click()
  await until(async () => asked.length > 0, 'the list is asked')
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()
  expect(asked.at(-1)).toMatchObject({ listDateFrom: `${year}-01-01`, listDateTo: `${year}-12-31` })
  expect(new URL(page.url()).searchParams.get('listDateFrom')).toBe('~year')
  await page.locator('.kit-search').getByText('本年度').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})
