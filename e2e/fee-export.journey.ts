import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Download, Page } from 'playwright-core'
import { dialog, inYuan, openList, rowOf, SLOW } from './lists'
import { startConsole, type Console } from './harness'
import { countClicks, letSignIn, until } from './steps'
import { readWorkbook } from './workbook'

// Bills taken out as a workbook: at once with the filter and the columns that were chosen, and as a work where they are many.

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'fanzhiyuan')
})
afterAll(() => app?.stop())

const YEAR = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()
const SHOWN = ['账单编号', '会员名称', '年度', '账单状态', '应收净额（元）', '欠缴金额（元）', '缴费截止日', '建议下一步']
async function take(page: Page, entry: string): Promise<Download> {
  await page.getByRole('button', { name: /导出$/ }).click()
  const coming = page.waitForEvent('download', { timeout: SLOW })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  return coming
}
const sheets = async (file: Download) => {
  const bytes = readFileSync(await file.path())
  const [header = [], ...rows] = readWorkbook(bytes)
  return { header, rows, told: Object.fromEntries(readWorkbook(bytes, 2).map(([key, value]) => [key, value])) as Record<string, string> }
}

test('the bills of a filter, with the usual columns or all of them: the file says what it holds', async () => {
  const { context, page, problems } = await app.signedIn('fanzhiyuan')
  const clicks = await countClicks(page)
  const bills = await app.sql<{ bill_no: string; net: number; unpaid: number }>(
    `select bill_no, payable_amount::float8 as net, unpaid_amount::float8 as unpaid from dues_bill where bill_year = ${YEAR} and bill_status = any('{due,part}') order by bill_no desc`)
  await openList(page, app, `/feeManage/duesBill?billYear=${YEAR}&billStatus=due,part`, '年度会费账单')
  await page.getByText(`共 ${bills.length} 条`, { exact: true }).waitFor({ timeout: SLOW })
  // The order of the list is that of the file.
  await page.getByRole('columnheader', { name: '账单编号' }).click()
  await until(() => new URL(page.url()).searchParams.get('sort') === 'billNo.asc', 'the order is in the address')
  const usual = await take(page, '导出显示的列')
  expect(usual.suggestedFilename()).toMatch(/^会费账单_\d{14}\.xlsx$/)
  // The order, 导出, and which columns.
  expect(clicks.count).toBeLessThanOrEqual(3)
  const { header, rows, told } = await sheets(usual)
  expect(header).toEqual(SHOWN)
  expect(rows.map((row) => row[0])).toEqual(bills.map((bill) => bill.bill_no).reverse())
  // Money in 元, as numbers that can be added up.
  const sum = (place: number) => rows.reduce((total, row) => total + Number(row[place]), 0)
  expect([sum(4), sum(5)]).toEqual([bills.reduce((n, b) => n + b.net, 0) / 100, bills.reduce((n, b) => n + b.unpaid, 0) / 100])
  expect(new Set(rows.map((row) => row[3]))).toEqual(new Set(['待缴', '部分缴纳']))
  expect(told).toMatchObject({ 行数: String(bills.length), 筛选条件: `年度：${YEAR}；账单状态：待缴、部分缴纳` })
  expect(told['导出人']).toContain('fanzhiyuan')
  const first = rowOf(page, rows[0]?.[0] ?? '')
  await first.getByRole('cell', { name: inYuan(Number(rows[0]?.[5]) * 100), exact: true }).first().waitFor()

  const all = await sheets(await take(page, '导出全部列'))
  expect(all.header).toEqual(expect.arrayContaining([...SHOWN, '会员编号', '会费标准', '应缴金额（元）', '减免金额（元）', '已缴金额（元）', '更新时间']))
  expect(all.rows).toHaveLength(bills.length)
  expect(problems).toEqual([])
  await context.close()
})

test('more than fits at once becomes a work: one is cancelled while it runs, one fails and is begun again from the list of works, and its file is fetched', async () => {
  // Bills that were cancelled long ago: any number of them may stand for one member and year.
  await app.sql(`insert into dues_bill (bill_no, member_id, bill_year, gross_amount, due_date, bill_status, source)
    select 'HF2001' || lpad(n::text, 6, '0'), (select min(member_id) from member), 2001, 100000, '2001-12-31', 'cancelled', 'imported' from generate_series(1, 6001) n`)
  const { context, page, problems } = await app.signedIn('fanzhiyuan')
  await openList(page, app, '/feeManage/duesBill?billYear=2001', '年度会费账单')
  await page.getByText('共 6,001 条', { exact: true }).or(page.getByText('共 6001 条', { exact: true })).waitFor({ timeout: SLOW })
  const works = () => app.sql<{ work_id: string; s: string }>(`select work_id, work_status as s from work where title like '%会费账单%' order by work_id`)
  // What the rows are read with is held, so that the work stands still where it can be taken back.
  const holder = new pg.Client(app.databaseUrl)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table company in access exclusive mode')
    await page.getByRole('button', { name: /导出$/ }).click()
    await page.getByRole('menuitem', { name: '导出显示的列', exact: true }).click()
    await until(async () => (await works())[0]?.s === 'running', 'the work runs', SLOW)
    await page.goto(`${app.url}/systemManage/exportJob`)
    const row = rowOf(page, '会费账单')
    await row.getByText('处理中', { exact: true }).waitFor({ timeout: SLOW })
    // The list is read again every few seconds, and draws the row anew: it is pressed until it asks.
    const question = dialog(page, /^取消任务/)
    await until(async () => {
      if (await question.isVisible()) return true
      await row.getByRole('button', { name: /取\s?消/ }).click({ timeout: 5_000 }).catch(() => undefined)
      return question.waitFor({ timeout: 5_000 }).then(() => true, () => false)
    }, 'it is asked about')
    await question.getByRole('button', { name: '取消任务' }).click()
    await row.getByText('已取消', { exact: true }).waitFor({ timeout: SLOW })
  } finally {
    await holder.query('rollback')
    await holder.end()
  }
  // What was taken back has no file. Another is asked for in the list, and this time the rows cannot be read.
  const row = rowOf(page, '会费账单')
  expect(await row.getByRole('button', { name: /下\s?载/ }).count()).toBe(0)
  await openList(page, app, '/feeManage/duesBill?billYear=2001', '年度会费账单')
  await app.sql('alter table company rename column company_name to company_name_away')
  await page.getByRole('button', { name: /导出$/ }).click()
  await page.getByRole('menuitem', { name: '导出显示的列', exact: true }).click()
  await until(async () => (await works())[1]?.s === 'failed', 'the work has failed', SLOW)
  // The queue tries thrice by itself.
  await until(async () => (await app.sql(`select 1 from graphile_worker.jobs where task_identifier = 'resource:export' and attempts >= max_attempts and locked_at is null`)).length === 1, 'the queue has given up', SLOW * 2)
  await app.sql('alter table company rename column company_name_away to company_name')
  await page.goto(`${app.url}/systemManage/exportJob`)
  await row.filter({ hasText: '失败' }).getByRole('button', { name: /重\s?试/ }).click({ timeout: SLOW })
  await dialog(page, /^重试任务/).getByRole('button', { name: /^重\s?试$/ }).click()
  await until(async () => (await works())[1]?.s === 'done', 'the work is done', SLOW * 2)
  const done = row.filter({ hasText: '已完成' })
  await done.waitFor({ timeout: SLOW })
  const coming = page.waitForEvent('download', { timeout: SLOW })
  await done.getByRole('button', { name: /下\s?载/ }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^会费账单_\d{14}\.xlsx$/)
  const { header, rows, told } = await sheets(file)
  expect(header).toEqual(SHOWN)
  expect(rows).toHaveLength(6001)
  expect(told).toMatchObject({ 行数: '6001', 筛选条件: '年度：2001' })
  // What was taken back begins anew, too.
  await page.goto(`${app.url}/systemManage/exportJob`)
  await row.filter({ hasText: '已取消' }).getByRole('button', { name: /重\s?试/ }).click({ timeout: SLOW })
  await dialog(page, /^重试任务/).getByRole('button', { name: /^重\s?试$/ }).click()
  await until(async () => (await works())[0]?.s === 'done', 'the work that was taken back is done', SLOW * 2)
  expect(problems).toEqual([])
  await context.close()
})
