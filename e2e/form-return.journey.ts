import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { letSignIn, until, visit } from './steps'

let app: Console
const ROUND = '董办人员补充统计'
const [BUDGET, YEARS] = ['t1v3ie', 't8b5rn/r1/t3y8gk']
const CONTENT = {
  t4m2xc: 'yes',
  t8b5rn: [
    { id: 'r1', cells: { t2q9hd: '甲1', t6w3jl: 'o1', t9e1sv: 'o3', t3y8gk: '12' } },
    { id: 'r2', cells: { t2q9hd: '甲2', t6w3jl: 'o2', t9e1sv: 'o2', t3y8gk: '3' } },
  ],
  t5d4pz: '2',
  t7n6uo: '7.5',
  t1v3ie: 2_000_000,
  t9c7ab: '2026-02-26',
}

/** A table form that one account has handed in, as its own saves and submission would have left it. */
async function handIn(): Promise<void> {
  await app.sql(
    `with round as (
       insert into form_round (round_name, template_id, version_no, start_time, end_time, grace_minutes, respondent_kind, certify_flag, round_status, dept_id, create_by)
       select $1, template_id, 1, now() - interval '1 day', now() + interval '1 day', 5, 'accounts', true, 'filling', dept_id, create_by from form_template where form_kind = 'table' order by template_id limit 1
       returning round_id, dept_id
     ), filler as (select user_id from sys_user where login_name = 'zhenjingban'
     ), task as (insert into form_task (round_id, user_id) select round_id, user_id from round, filler returning task_id, round_id
     ), answer as (
       insert into form_answer (task_id, round_id, content, revision, answer_status, submit_by, submit_time, submission_count, dept_id, acted_by)
       select task_id, task.round_id, $2::jsonb, 1, 'submitted', user_id, now(), 1, dept_id, array['write:' || user_id, 'submit:' || user_id] from task, round, filler returning answer_id, submit_by
     ) insert into form_submission (answer_id, submission_no, content, omitted, submit_by, submit_time) select answer_id, 1, $2::jsonb, '[]', submit_by, now() from answer`,
    [ROUND, JSON.stringify(CONTENT)],
  )
}

const statuses = async () =>
  Object.fromEntries(
    (await app.sql<{ path: string; status: string }>(`select answer_path as path, query_status as status from form_query q join form_answer a using (answer_id) join form_round r on r.round_id = a.round_id where r.round_name = $1`, [ROUND])).map(({ path, status }) => [path, status]),
  )
const answerStatus = async () => (await app.sql<{ status: string }>(`select answer_status as status from form_answer a join form_round r on r.round_id = a.round_id where r.round_name = $1`, [ROUND]))[0]?.status

/** Opens the answer as those see it who check it. */
async function check(page: Page): Promise<void> {
  await page.goto(`${app.url}/formManage/formAuth?keyword=${encodeURIComponent('甄经办')}`)
  await page.locator('tr[data-row]').filter({ hasText: ROUND }).first().getByRole('button', { name: '甄经办' }).click()
  await page.getByRole('region', { name: '填报内容' }).getByText('平均从业年限').waitFor()
}
async function sendBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退回填报人' }).click()
  await page.getByRole('dialog', { name: /退回填报人/ }).getByRole('button', { name: /^退\s?回$/ }).click()
  await until(async () => (await answerStatus()) === 'returned', 'it is sent back')
}

beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'pingzilv', 'zhenjingban')
  await handIn()
})
afterAll(() => app?.stop())

test('two answers are sent back, one is changed and one explained, one is closed and one raised again', async () => {
  const reviewer = await app.signedIn('pingzilv')
  const filler = await app.signedIn('zhenjingban')
  const { page } = reviewer
  await page.goto(app.url)
  await check(page)
  await page.getByRole('button', { name: '逐题退回' }).click()
  await page.getByRole('button', { name: '退回：本年度董办工作经费' }).click()
  await page.keyboard.type('与预算批复不符')
  await page.getByRole('button', { name: '退回：董办人员 / 第 1 行 / 从业年限' }).click()
  await page.keyboard.type('请核对入职时间')
  await sendBack(page)

  const own = filler.page
  await own.goto(app.url)
  await visit(own, '我的问卷', '待填问卷')
  await own.locator('tr[data-row]').filter({ hasText: ROUND }).getByRole('button', { name: '填报' }).click()
  await own.getByText('有 2 道题被退回，请逐题修改或说明').waitFor()
  // Nothing else is to be changed: what was not sent back is only read.
  expect(await own.getByRole('textbox', { name: '人员代号，第 1 行' }).count()).toBe(0)
  const budget = own.getByRole('textbox', { name: '本年度董办工作经费', exact: true })
  await budget.waitFor()
  // Pressed again where a busy machine was still drawing the page when it jumped.
  await until(async () => {
    await own.getByRole('list', { name: '退回的题目' }).getByRole('button', { name: '本年度董办工作经费' }).click()
    await own.waitForTimeout(300)
    return budget.evaluate((element) => element === document.activeElement)
  }, 'the cursor is at the question')
  await own.keyboard.press('Control+a')
  await own.keyboard.type('25000')
  await own.getByRole('button', { name: '提交', exact: true }).click()
  await own.getByRole('dialog', { name: '提交填报' }).getByRole('button', { name: /^提.?交$/ }).click()
  await own.getByRole('button', { name: '请修改“董办人员 / 第 1 行 / 从业年限”，或说明不修改的原因' }).click()
  await own.getByRole('textbox', { name: /从业年限：说明$/ }).fill('按劳动合同计算')
  await own.getByRole('button', { name: '提交', exact: true }).click()
  await own.getByRole('dialog', { name: '提交填报' }).getByRole('button', { name: /^提.?交$/ }).click()
  await until(async () => (await answerStatus()) === 'submitted', 'it is handed in')
  expect(await statuses()).toEqual({ [BUDGET]: 'answered', [YEARS]: 'answered' })

  await check(page)
  const sent = page.getByRole('region', { name: '退回的题目' })
  const of = (label: string) => sent.locator('tr').filter({ hasText: label })
  await of('董办人员 / 第 1 行 / 从业年限').getByText('按劳动合同计算').waitFor()
  await of('本年度董办工作经费').getByText(/已修改答案/).waitFor()
  await page.getByRole('button', { name: '对比提交' }).click()
  const compared = page.getByRole('dialog', { name: '对比提交' })
  await compared.locator('tr').filter({ hasText: '本年度董办工作经费' }).getByText('25,000 元').waitFor()
  await page.keyboard.press('Escape')
  await of('本年度董办工作经费').getByRole('button', { name: /^关\s?闭$/ }).click()
  await until(async () => (await statuses())[BUDGET] === 'closed', 'it is closed')
  await of('从业年限').getByRole('button', { name: '重新提出' }).click()
  const again = page.getByRole('dialog', { name: /重新提出/ })
  await again.getByRole('textbox').fill('请按首次从业计算')
  await again.getByRole('button', { name: '重新提出' }).click()
  await until(async () => (await statuses())[YEARS] === 'reopened', 'it is raised again')
  await page.getByRole('button', { name: /^逐题退回/ }).click()
  await sendBack(page)

  await own.reload()
  await own.getByText('有 1 道题被退回，请逐题修改或说明').waitFor()
  await own.getByText('请按首次从业计算').first().waitFor()
  expect(await own.getByRole('textbox', { name: '本年度董办工作经费', exact: true }).count()).toBe(0)
  expect([...reviewer.problems, ...filler.problems]).toEqual([])
})
