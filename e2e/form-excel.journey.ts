import { readFileSync } from 'node:fs'
import { startConsole, type Console } from './harness'
import { letSignIn, until, visit } from './steps'
import { readWorkbook, typedInto } from './workbook'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'pingzilv', 'zhenjingban')
})
afterAll(() => app?.stop())

const FIXTURES = 'server/src/areas/form/workbook/fixtures'

test('an Excel sheet becomes a table form by keyboard alone, and is taken back by one step', async () => {
  const { page, problems } = await app.signedIn('pingzilv')
  await page.goto(app.url)
  await visit(page, '表单管理', '表单模板')
  await page.getByRole('button', { name: '由 Excel 新建' }).press('Enter')
  const named = page.getByRole('dialog', { name: '由 Excel 新建表格表单' })
  await named.getByLabel('表单名称').fill('主要财务指标表')
  await named.getByRole('button', { name: '新建并选择文件' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '由 Excel 导入版面' })
  await dialog.waitFor()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: '选择 Excel 文件' }).press('Enter')])
  await chooser.setFiles(`${FIXTURES}/functions.xlsx`)
  const list = dialog.getByRole('listbox', { name: '识别到的单元格' })
  await list.and(page.locator(':focus')).waitFor()
  // What cannot be computed here is told by its cell.
  await dialog.getByText('B19').waitFor()
  await dialog.getByText('不支持乘方').waitFor()
  const count = await list.getByRole('option').count()
  // The first becomes another type and is taken, the second is passed, the rest is taken.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  for (let i = 2; i < count; i += 1) await page.keyboard.press('Enter')
  const done = dialog.getByRole('button', { name: `导入 ${count - 1} 项` })
  await done.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('函数测算表').first().waitFor()
  const kept = async () => (await app.sql<{ doc: { table?: object; questions: Record<string, { type: string; code: string }> } }>(`select doc from form_template where form_name = '主要财务指标表'`))[0]?.doc
  await until(async () => (await kept())?.table !== undefined, 'it is saved')
  const made = Object.values((await kept())?.questions ?? {})
  expect(made.find(({ code }) => code === 'b2')?.type).toBe('money')
  // What reads the cell that was passed is not there either.
  expect(made.filter(({ type }) => type === 'calc').map(({ code }) => code).sort()).toEqual(['b13', 'b15', 'b17'])
  await page.keyboard.press('Control+z')
  await until(async () => (await kept())?.table === undefined, 'one step takes it back')
  expect(problems).toEqual([])
})

test('a form is fetched as a workbook, filled in there, and its differences are taken', async () => {
  const { page, problems } = await app.signedIn('zhenjingban')
  await app.sql(`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made)
    select u.user_id, 'company', a.company_id, 'liaison', 'COMPANY_USER', 'enterpriseUser', u.user_id, false from sys_user u, form_answer a join form_round r using (round_id)
    where u.login_name = 'zhenjingban' and r.round_name = '2026年度独立董事自查' and a.answer_status = 'empty' order by a.answer_id limit 1`)
  await page.goto(app.url)
  await visit(page, '我的问卷', '待填问卷')
  await page.getByRole('button', { name: '填报' }).first().click()
  await page.getByRole('textbox', { name: '董事会人数' }).fill('9')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载 Excel' }).click()])
  const bytes = readFileSync(await file.path())
  const rows = readWorkbook(bytes)
  const at = (label: string) => `B${rows.findIndex(([text = '']) => text.includes(label)) + 1}`
  expect(rows.find(([text = '']) => text.includes('董事会人数'))?.[1]).toBe('9')
  await page.getByRole('button', { name: '上传 Excel' }).click()
  const dialog = page.getByRole('dialog', { name: '上传离线填写的 Excel' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: '选择填写好的文件' }).click()])
  await chooser.setFiles({ name: '填好.xlsx', mimeType: 'application/octet-stream', buffer: typedInto(bytes, { [at('董事会人数')]: 11, [at('独立董事人数')]: 4, [at('已设立的专门委员会')]: '审计委员会、战略委员会', [at('自查完成日期')]: '去年' }) })
  await dialog.getByText('自查完成日期须为日期').waitFor()
  await dialog.getByRole('row').filter({ hasText: '董事会人数' }).filter({ hasText: '11' }).waitFor()
  await dialog.getByRole('button', { name: '采用 3 处' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.getByRole('textbox', { name: '独立董事人数' }).inputValue()).toBe('4')
  await page.getByText('36.4 %').waitFor()
  await until(async () => (await app.sql(`select 1 from form_answer where content @> '{"k8h3rd":"11","k1w6bn":"4","k9d5ne":["o1","o4"]}'`)).length === 1, 'it is with the server')
  expect(problems).toEqual([])
})
