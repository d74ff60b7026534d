import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { countClicks, letSignIn, until } from './steps'
import { readWorkbook, workbook } from './workbook'

// Arrears of earlier years as somebody of the finance department brings them in: template, bad rows, corrected, sums.

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'fanchuna')
})
afterAll(() => app?.stop())

interface Member {
  member_no: string
  company_name: string
}
const members = () =>
  app.sql<Member>(`select m.member_no, c.company_name from member m join company c using (company_id)
    where not m.deleted and m.member_status = 'normal' and not exists (select 1 from dues_bill b where b.member_id = m.member_id and b.bill_year = 2019) order by m.member_id limit 5`)
const owed = async () => (await app.sql<{ n: number; sum: number }>(`select count(*)::int as n, coalesce(sum(unpaid_amount), 0)::float8 as sum from dues_bill where bill_year = 2019 and source = 'imported'`))[0]

const drawer = (page: Page, title: string) => page.getByRole('dialog', { name: title })
async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(`${app.url}${path}`)
  await page.getByRole('heading', { name: title, exact: true }).waitFor()
}
/** Chooses a file in the import that is open. */
async function give(page: Page, rows: (string | number)[][]): Promise<void> {
  await drawer(page, '导入历史欠费').locator('input[type=file]').setInputFiles({ name: '欠费.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: workbook(rows) })
}
async function saved(page: Page, button: string): Promise<string[][]> {
  const coming = page.waitForEvent('download')
  await drawer(page, '导入历史欠费').getByRole('button', { name: button }).click()
  return readWorkbook(readFileSync(await (await coming).path()))
}

test('the template is filled in, three bad rows come back with their reasons, corrected they go in, and the sums fit', async () => {
  const { context, page, problems } = await app.signedIn('fanchuna')
  const clicks = await countClicks(page)
  await open(page, '/feeManage/unpaidImport', '欠费导入')
  await page.getByText(/^共 [\d,]+ 条$/).waitFor()
  await page.getByRole('button', { name: /导入$/ }).click()
  const [header = []] = await saved(page, '下载模板')
  expect(header).toEqual(['会员编号', '证券代码', '公司全称', '统一社会信用代码', '年度', '欠缴金额（元）', '备注'])
  const all = await members()
  const rowOf = ({ member_no: no, company_name: name }: Member) => [no, '', name, '', 2019, 12_345.5, '']
  const rows = all.map(rowOf)
  rows[0] = rowOf({ member_no: all[0]?.member_no ?? '', company_name: '别家股份有限公司' })
  rows[1] = [...(rows[1] as (string | number)[]).slice(0, 4), 2999, 12_345.5, '']
  rows[2] = [...(rows[2] as (string | number)[]).slice(0, 5), 0, '']
  await give(page, [header, ...rows])
  const wizard = drawer(page, '导入历史欠费')
  await wizard.getByText('欠费.xlsx：共 5 行，可写入 2 行，有问题 3 行。').waitFor()
  // By the numbers of the file, as a spreadsheet program counts them: the titles are row 1.
  const told = wizard.locator('tr[data-row-key]')
  expect(await told.evaluateAll((rows) => rows.map((row) => row.querySelector('td')?.textContent))).toEqual(['2', '3', '4'])
  const [titles = [], ...bad] = await saved(page, '下载有问题的行')
  expect(titles).toEqual([...header, '错误说明'])
  expect(bad.map((row) => row.at(-1))).toEqual([expect.stringContaining('公司全称与会员不符'), expect.stringContaining('年度'), expect.stringContaining('欠缴金额（元）')])
  await wizard.getByRole('button', { name: '写入 2 条' }).click()
  await wizard.getByText(/^已写入 2 条/).waitFor()
  await wizard.getByRole('button', { name: /完\s?成/ }).click()
  await page.getByRole('button', { name: /导入$/ }).click()
  // What came back is set right in its own file, with the column of reasons still in it: one row is overlooked at first.
  const place = (title: string) => titles.indexOf(title)
  const mend = (row: string[], title: string, value: string | number) => row.map((cell, at) => (at === place(title) ? value : cell))
  const [name = [], year = [], amount = []] = bad
  const mended = [mend(name, '公司全称', all[0]?.company_name ?? ''), mend(year, '年度', 2019), mend(amount, '欠缴金额（元）', 12_345.5)]
  await give(page, [titles, ...mended.slice(0, 2), amount])
  await wizard.getByText('欠费.xlsx：共 3 行，可写入 2 行，有问题 1 行。').waitFor()
  expect(await told.evaluateAll((rows) => rows.map((row) => row.querySelector('td')?.textContent))).toEqual(['4'])
  // The reasons are no data: nobody is warned of them as of a strange column.
  expect(await wizard.getByText(/不属于历史欠费，不会写入/).count()).toBe(0)
  await wizard.getByRole('button', { name: '重新选择文件' }).click()
  await give(page, [titles, ...mended])
  await wizard.getByText('欠费.xlsx：共 3 行，可写入 3 行，有问题 0 行。').waitFor()
  await wizard.getByRole('button', { name: '写入 3 条' }).click()
  await wizard.getByText(/^已写入 3 条/).waitFor()
  await wizard.getByRole('button', { name: /完\s?成/ }).click()
  expect(await owed()).toEqual({ n: 5, sum: 5 * 1_234_550 })
  // Twice 导入, 写入 and 完成, both downloads, and the file that was overlooked.
  expect(clicks.count).toBeLessThanOrEqual(9)
  await open(page, '/feeManage/unpaidImport?importYear=2019', '欠费导入')
  await page.getByText('共 5 条', { exact: true }).waitFor()
  // A second time the same file is refused row by row.
  await page.getByRole('button', { name: /导入$/ }).click()
  await give(page, [header, ...all.map(rowOf)])
  await wizard.getByText('欠费.xlsx：共 5 行，可写入 0 行，有问题 5 行。').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the statistics tell the arrears, a figure leads to its list, and the account is taken out as PDF', async () => {
  const { context, page, problems } = await app.signedIn('fanchuna')
  await open(page, '/feeManage/feeStat', '会费统计')
  const block = page.getByRole('region', { name: '欠缴账龄' })
  await block.getByText('表', { exact: true }).click()
  const cell = block.getByRole('row').filter({ hasText: '3 年以上' })
  await cell.waitFor()
  const bills = (await app.sql<{ n: number }>(`select count(*)::int as n from dues_bill where bill_status in ('due', 'part') and due_date <= (now() at time zone 'Asia/Shanghai')::date - 1096`))[0]?.n
  await cell.getByRole('link').click()
  await page.getByText(`共 ${bills} 条`, { exact: true }).waitFor()
  await open(page, '/feeManage/balance', '会费余额')
  await page.getByRole('button', { name: '对账单' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^会费对账单/ })
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载 PDF' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^会费对账单-M\d+-\d{4}-01-01至[\d-]+\.pdf$/)
  expect(readFileSync(await file.path()).subarray(0, 5).toString()).toBe('%PDF-')
  await until(async () => (await dialog.count()) === 0 || !(await dialog.isVisible()), 'the dialog is gone')
  expect(problems).toEqual([])
  await context.close()
})
