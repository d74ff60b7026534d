import { readFileSync } from 'node:fs'
import { companyResource } from '@assoc/contract/member/company'
import { drawer, editCompany, fillNewCompany, openCompanies } from './companies'
import { startConsole, type Console } from './harness'
import { countCalls, until } from './steps'
import { readWorkbook, workbook } from './workbook'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

const rowsNamed = async (companyName: string) => (await app.sql('select company_id from company where company_name = $1 and not deleted', [companyName])).length
const save = (title: string | RegExp, page: Parameters<typeof drawer>[0]) => drawer(page, title).getByRole('button', { name: /保\s?存/ })

test('a double click on save makes one company, whose detail opens', async () => {
  const { context, page, problems } = await app.signedIn()
  await openCompanies(page, app)
  const name = await fillNewCompany(page, '双击甲')
  await save('新增公司', page).dblclick()
  await drawer(page, '双击甲').getByText('双击甲股份有限公司').first().waitFor()
  expect(await rowsNamed(name)).toBe(1)
  await drawer(page, '双击甲').getByText('未上市').first().waitFor()
  expect(new URL(page.url()).searchParams.get('record')).toMatch(/^\d+$/)
  expect(problems).toEqual([])
  await context.close()
})

test('an answer that is lost on its way: the text stays, and the second try makes no second company', async () => {
  const { context, page } = await app.signedIn()
  await openCompanies(page, app)
  const calls = countCalls(page, companyResource.insert.path)
  const name = await fillNewCompany(page, '断线乙')
  await page.route(
    `**${companyResource.insert.path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await save('新增公司', page).click()
  await page.getByText('网络连接失败，内容已保留，请重试').waitFor()
  expect(await rowsNamed(name)).toBe(1)
  expect(await drawer(page, '新增公司').getByLabel('公司全称').inputValue()).toBe(name)
  await save('新增公司', page).click()
  await drawer(page, '断线乙').getByText('断线乙股份有限公司').first().waitFor()
  expect([calls.count, await rowsNamed(name)]).toEqual([2, 1])
  await context.close()
})

test('what the contract refuses is said at the fields and in a summary, before anything is sent', async () => {
  const { context, page, problems } = await app.signedIn()
  await openCompanies(page, app)
  const calls = countCalls(page, companyResource.insert.path)
  await page.getByRole('button', { name: '新增公司' }).click()
  const form = drawer(page, '新增公司')
  await form.getByLabel('公司全称').fill('甲')
  await form.getByLabel('统一社会信用代码').fill('91330100MA0000000X')
  await save('新增公司', page).click()
  await form.getByText(/^有 \d+ 处需要修改$/).waitFor()
  // At the field, and as a link in the summary that leads there.
  expect(await form.getByText('统一社会信用代码不正确').count()).toBe(2)
  await form.getByRole('button', { name: /统一社会信用代码不正确/ }).click()
  await until(() => form.getByLabel('统一社会信用代码').evaluate((e) => e === document.activeElement), 'the summary leads to the field')
  expect(calls.count).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('two editors: the second one sees both values and decides, either way', async () => {
  const [company] = await app.sql<{ stock_code: string; company_id: string }>('select stock_code, company_id from company where stock_code is not null and not deleted order by company_id limit 1 offset 40')
  const code = company?.stock_code ?? ''
  const state = async () => (await app.sql<{ legal_rep: string; version: number }>('select legal_rep, version from company where company_id = $1', [company?.company_id]))[0]
  const [first, second] = [await app.signedIn(), await app.signedIn()]
  const edit = async (person: typeof first, legalRep: string) => {
    await drawer(person.page, /^修改公司/).getByLabel('法定代表人').fill(legalRep)
    await save(/^修改公司/, person.page).click()
  }
  const dialog = second.page.getByRole('dialog', { name: '该记录已被他人修改' })

  await editCompany(first.page, app, code)
  await editCompany(second.page, app, code)
  await edit(first, '甄先存')
  await first.page.getByText('公司已保存').waitFor()
  await edit(second, '贾后存')
  await dialog.waitFor()
  const row = dialog.getByRole('row').filter({ hasText: '法定代表人' })
  expect((await row.getByRole('cell').allInnerTexts()).slice(1)).toEqual(['甄先存', '贾后存'])
  expect(await dialog.getByRole('row').count()).toBe(2)
  await dialog.getByRole('button', { name: '返回继续编辑' }).click()
  expect(await drawer(second.page, /^修改公司/).getByLabel('法定代表人').inputValue()).toBe('贾后存')
  expect((await state())?.legal_rep).toBe('甄先存')
  await save(/^修改公司/, second.page).click()
  await dialog.getByRole('button', { name: '按所选内容保存' }).click()
  await second.page.getByText('公司已保存').waitFor()
  expect(await state()).toEqual({ legal_rep: '贾后存', version: 3 })

  await editCompany(first.page, app, code)
  await editCompany(second.page, app, code)
  await edit(first, '甄再存')
  await first.page.getByText('公司已保存').waitFor()
  const calls = countCalls(second.page, companyResource.update.path)
  await edit(second, '贾又存')
  await dialog.getByRole('button', { name: '采用现有内容' }).click()
  await until(async () => (await drawer(second.page, /^修改公司/).getByLabel('法定代表人').inputValue()) === '甄再存', 'the form shows what stands now')
  expect(calls.count).toBe(1)
  expect(await state()).toEqual({ legal_rep: '甄再存', version: 4 })
  await first.context.close()
  await second.context.close()
})

test('a list of 50 rows with 3 bad ones: counted, all or nothing refuses, good rows only writes 47, the rest is downloaded', async () => {
  const { context, page, problems } = await app.signedIn()
  const codes = (
    await app.sql<{ code: string }>(
      `select n::text as code from generate_series(301000, 301999) n where not exists (select 1 from company where stock_code = n::text or old_stock_code like '%' || n || '%') order by n limit 50`,
    )
  ).map((r) => r.code)
  expect(codes).toHaveLength(50)
  const rows = codes.map((code, i) => ['创业板', code, `导入${i + 1}`, '2024-05-06', '80,000,000', '1', 'C 制造业'])
  rows[9] = ['创业板', '60599', '坏码股', '2024-05-06', '1', '1', 'C 制造业']
  rows[19] = ['创业板', codes[19] ?? '', '坏日股', '2024-13-45', '1', '1', 'C 制造业']
  rows[29] = ['创业板', codes[29] ?? '', '坏数股', '2024-05-06', '很多', '1', 'C 制造业']
  const buffer = workbook([['板块', 'A股代码', 'A股简称', 'A股上市日期', 'A股总股本', 'A股流通股本', '所属行业'], ...rows])
  const written = async () => (await app.sql('select 1 from company where stock_code = any($1)', [codes])).length

  await openCompanies(page, app)
  await page.getByRole('button', { name: '导入证券列表' }).click()
  const wizard = drawer(page, '导入证券列表')
  await wizard.locator('input[type=file]').setInputFiles({ name: 'A股列表.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer })
  await wizard.getByText('共 50 行：可写入 47 行，无变化 0 行，不能写入 3 行。').waitFor()
  await wizard.getByText('格式错误 3').click()
  await wizard.getByText('共 3 条').waitFor()
  for (const name of ['坏码股', '坏日股', '坏数股']) expect(await wizard.getByRole('cell', { name }).count()).toBe(1)
  const write = wizard.getByRole('button', { name: '写入 47 行' })
  expect(await write.isDisabled()).toBe(true)
  await wizard.getByText('整份写入').click()
  await write.click()
  await wizard.getByRole('alert').filter({ hasText: '行不能写' }).waitFor()
  expect(await written()).toBe(0)
  await wizard.getByText('只写入可以写入的 47 行').click()
  await write.click()
  await wizard.getByText('47 行', { exact: true }).waitFor()
  expect(await wizard.getByText('3 行', { exact: true }).isVisible()).toBe(true)
  expect(await written()).toBe(47)

  const [file] = await Promise.all([page.waitForEvent('download'), wizard.getByRole('button', { name: '下载错误行' }).click()])
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  const [titles, ...left] = readWorkbook(readFileSync(await file.path()))
  expect(titles?.at(-1)).toBe('错误说明')
  expect(left.map((r) => r[2])).toEqual(['坏码股', '坏日股', '坏数股'])
  for (const row of left) expect(row.at(-1)).not.toBe('')
  await wizard.getByRole('button', { name: /完\s?成/ }).click()
  await page.getByRole('row').filter({ hasText: '导入50' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
