import { startConsole, type Console } from './harness'
import { letSignIn, until, visit } from './steps'

let app: Console
const ROUND = '服务匿名评价'
const DOC = {
  format: 1,
  title: '服务评价',
  pages: ['pg1aaa'],
  blocks: { pg1aaa: { kind: 'page', title: '', items: ['sc1aaa'] }, sc1aaa: { kind: 'section', title: '', items: ['kchoic', 'kwords'] } },
  questions: {
    kchoic: { type: 'radio', code: 'content', label: '是否满意', required: true, options: [{ value: 'o1', label: '满意' }, { value: 'o2', label: '不满意' }] },
    kwords: { type: 'textarea', code: 'advice', label: '您的建议' },
  },
}

/** A form that names nobody, and a round of it for one account, which begins in an hour. */
async function draftRound(): Promise<void> {
  await app.sql(
    `with form as (insert into form_template (form_name, form_kind, doc, latest_version, form_status, dept_id, create_by) select '服务评价', 'survey', $1::jsonb, 1, 'published', u.dept_id, u.user_id from sys_user u where u.login_name = 'pingzilv' returning template_id, create_by),
    version as (insert into form_version (template_id, version_no, document, sha256, create_by) select template_id, 1, $2::text, encode(sha256(convert_to($2::text, 'UTF8')), 'hex'), create_by from form returning template_id)
    select 1 from version`,
    [JSON.stringify(DOC), JSON.stringify(DOC)],
  )
  await app.sql(
    `insert into form_round (round_name, template_id, version_no, start_time, end_time, grace_minutes, respondent_kind, user_ids, certify_flag, anonymous_flag, round_status, dept_id, create_by)
      select $1, template_id, 1, now() - interval '1 hour', now() + interval '1 day', 5, 'accounts', array(select user_id from sys_user where login_name = 'zhenjingban'), false, true, 'draft', dept_id, create_by from form_template where form_name = '服务评价'`,
    [ROUND],
  )
}

beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'pingzilv', 'zhenjingban')
  await draftRound()
})
afterAll(() => app?.stop())

test('a round without names is sent, what is typed stays in the browser over a reload, and staff see that somebody took part and not what they said', async () => {
  const staff = await app.signedIn('pingzilv')
  await staff.page.goto(`${app.url}/formManage/formList`)
  const row = staff.page.locator('tr[data-row]').filter({ hasText: ROUND })
  await row.getByRole('button', { name: '下发' }).click()
  await staff.page.getByRole('dialog').last().getByRole('button', { name: /^(下\s?发|确\s?定)$/ }).click()
  const status = async () => (await app.sql<{ status: string }>('select answer_status as status from form_answer a join form_round r using (round_id) where r.round_name = $1', [ROUND]))[0]?.status
  await until(async () => (await status()) === 'empty', 'the round has begun')

  const filler = await app.signedIn('zhenjingban')
  const own = filler.page
  await own.goto(app.url)
  await visit(own, '我的问卷', '待填问卷')
  await own.locator('tr[data-row]').filter({ hasText: ROUND }).getByRole('button', { name: '填报' }).click()
  await own.getByText('协会只知道您是否参与').waitFor()
  await own.getByRole('button', { name: /^提\s?交$/ }).click()
  await own.getByRole('button', { name: /是否满意/ }).first().waitFor()
  await own.getByRole('radio', { name: '不满意' }).click()
  await own.getByLabel('您的建议').fill('多办培训')
  // The draft rests in this browser a moment after the last key, and nowhere else.
  await own.waitForTimeout(1_000)
  await own.reload()
  await own.getByLabel('您的建议').waitFor()
  expect(await own.getByLabel('您的建议').inputValue()).toBe('多办培训')
  expect(await app.sql("select 1 from draft d join sys_user u on u.user_id = d.user_id where u.login_name = 'zhenjingban'")).toEqual([])
  await own.getByRole('button', { name: /^提\s?交$/ }).click()
  await own.getByRole('dialog').getByRole('button', { name: /提\s?交/ }).click()
  await own.getByText('已参与，匿名填报提交后不能查看或修改').waitFor()
  expect(await status()).toBe('submitted')

  await staff.page.goto(`${app.url}/formManage/formAuth?keyword=${encodeURIComponent('甄经办')}`)
  await staff.page.locator('tr[data-row]').filter({ hasText: ROUND }).first().getByRole('button', { name: '甄经办' }).click()
  await staff.page.getByText('只记录是否参与，不记录时间').waitFor()
  expect(await staff.page.getByText('多办培训').count()).toBe(0)
  expect([...staff.problems, ...filler.problems]).toEqual([])
  await staff.context.close()
  await filler.context.close()
})
