import { readFileSync } from 'node:fs'
import { startConsole, type Console } from './harness'
import { dialog, rowOf } from './lists'
import { letSignIn, until, visit } from './steps'
import { readWorkbook, workbook } from './workbook'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'pingzilv')
})
afterAll(() => app?.stop())

test('a figure opens the answers behind it, and these are narrowed by a second question', async () => {
  const { page, problems } = await app.signedIn('pingzilv')
  await page.goto(app.url)
  await visit(page, '表单管理', '表单列表')
  await rowOf(page, '2026年度独立董事自查').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '统计' }).click()
  const committees = page.getByRole('region', { name: '已设立的专门委员会', exact: true }).first()
  const figure = committees.getByRole('link', { name: /提名委员会：\d+，查看填报/ })
  await figure.waitFor()
  const count = Number(await figure.innerText())
  expect(count).toBeGreaterThan(0)
  await figure.click()
  await page.getByText('已设立的专门委员会：提名委员会').waitFor()
  await page.getByText(new RegExp(`^共 ${count} 条$`)).filter({ visible: true }).waitFor()

  await page.getByRole('button', { name: '按题目筛选' }).click()
  const asked = dialog(page, '按题目筛选')
  await asked.getByLabel('题目', { exact: true }).fill('董事会人数')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '董事会人数' }).first().click()
  await asked.getByLabel('不低于').fill('30')
  await asked.getByLabel('不高于').fill('20')
  await asked.getByRole('button', { name: /^筛\s?选$/ }).click()
  await asked.getByText('起始值不能大于截止值').waitFor()
  await asked.getByLabel('不低于').fill('1000')
  await asked.getByLabel('不高于').fill('')
  await asked.getByRole('button', { name: /^筛\s?选$/ }).click()
  await page.getByText('董事会人数：不低于 1000 人').waitFor()
  await page.getByText('没有符合条件的记录').filter({ visible: true }).waitFor()
  // The address holds both: it can be sent to a colleague.
  await page.reload()
  await page.getByText('董事会人数：不低于 1000 人').waitFor()
  await page.getByText('没有符合条件的记录').filter({ visible: true }).waitFor()
  expect(problems).toEqual([])
})

test('the answers of a round and one answer arrive as files', async () => {
  const { page, problems } = await app.signedIn('pingzilv')
  await page.goto(app.url)
  await visit(page, '表单管理', '表单列表')
  await rowOf(page, '2026年董办人员配置统计').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '导出填报' }).click()
  const asked = dialog(page, /^导出填报/)
  const saved = async (press: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press()])
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
  }
  const press = () => asked.getByRole('button', { name: /^导\s?出$/ }).click()
  const book = await saved(press)
  expect(book.name).toMatch(/^2026年董办人员配置统计_\d+\.xlsx$/)
  expect(readWorkbook(book.bytes)[0]?.slice(0, 3)).toEqual(['填报对象', '填报状态', '提交时间'])
  expect(readWorkbook(book.bytes)).toHaveLength(13)
  await asked.getByText('SPSS（语法与数据）').click()
  const spss = await saved(press)
  expect(spss.name).toMatch(/SPSS_\d+\.zip$/)
  expect(spss.bytes.includes(Buffer.from('answers.sps'))).toBe(true)
  await asked.getByRole('button', { name: /^取\s?消$/ }).click()

  await visit(page, '表单管理', '表单认证')
  await page.locator('tr[data-row]:visible').first().locator('button').first().click()
  const paper = await saved(() => page.getByRole('button', { name: '下载 PDF' }).click())
  expect([paper.name.endsWith('.pdf'), paper.bytes.subarray(0, 5).toString()]).toEqual([true, '%PDF-'])
  expect(problems).toEqual([])
})

test('a dictionary is edited in a workbook, its difference read, and taken into the draft', async () => {
  const { page, problems } = await app.signedIn('pingzilv')
  await page.goto(app.url)
  await visit(page, '表单管理', '表单模板')
  await rowOf(page, '独立董事年度自查表').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '数据字典' }).click()
  const shown = dialog(page, /^数据字典/)
  const [file] = await Promise.all([page.waitForEvent('download'), shown.getByRole('button', { name: '下载草稿的数据字典' }).click()])
  const rows = readWorkbook(readFileSync(await file.path()))
  const row = rows.find((one) => one.includes('董事会人数'))
  row?.splice(row.indexOf('董事会人数'), 1, '董事会成员人数')
  await shown.locator('input[type=file]').setInputFiles({ name: '数据字典.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: workbook(rows) })
  await shown.getByText('与草稿相比有 1 处修改：').waitFor()
  await shown.getByText(/的题目从“董事会人数”改为“董事会成员人数”/).waitFor()
  expect(await app.sql(`select 1 from form_template where doc::text like '%董事会成员人数%'`)).toEqual([])
  await shown.getByRole('button', { name: '写入草稿' }).click()
  await shown.waitFor({ state: 'hidden' })
  await until(async () => (await app.sql(`select 1 from form_template where doc::text like '%董事会成员人数%'`)).length === 1, 'the draft has the new label')
  expect(problems).toEqual([])
})
