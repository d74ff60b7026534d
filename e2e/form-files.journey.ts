import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { letSignIn, until, visit } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'pingzilv', 'zhenjingban')
})
afterAll(() => app?.stop())

const PDF = Buffer.from('%PDF-1.7 invented')
const DOC = {
  format: 1,
  title: '现场检查材料',
  pages: ['pg1aaa'],
  blocks: { pg1aaa: { kind: 'page', title: '', items: ['sc1aaa'] }, sc1aaa: { kind: 'section', title: '', items: ['kpaper', 'ksigna'] } },
  questions: {
    kpaper: { type: 'file', code: 'report', label: '检查报告', required: true, exts: ['pdf'], max: '2' },
    ksigna: { type: 'signature', code: 'signed', label: '负责人签名', required: true },
  },
}

/** A round of a form with a file and a signature, for one account. */
async function sendRound(): Promise<void> {
  await app.sql(
    `with form as (insert into form_template (form_name, form_kind, doc, latest_version, form_status, dept_id, create_by) select '现场检查材料', 'normal', $1::jsonb, 1, 'published', u.dept_id, u.user_id from sys_user u where u.login_name = 'pingzilv' returning template_id, dept_id, create_by),
    version as (insert into form_version (template_id, version_no, document, sha256, create_by) select template_id, 1, $2::text, encode(sha256(convert_to($2::text, 'UTF8')), 'hex'), create_by from form returning template_id)
    select 1 from version`,
    [JSON.stringify(DOC), JSON.stringify(DOC)],
  )
  await app.sql(
    `with round as (insert into form_round (round_name, template_id, version_no, start_time, end_time, grace_minutes, respondent_kind, user_ids, certify_flag, round_status, dept_id, create_by)
      select '材料报送', template_id, 1, now() - interval '1 hour', now() + interval '1 day', 5, 'accounts', array(select user_id from sys_user where login_name = 'zhenjingban'), true, 'filling', dept_id, create_by from form_template where form_name = '现场检查材料' returning round_id, dept_id, user_ids),
    task as (insert into form_task (round_id, user_id) select round_id, unnest(user_ids) from round returning task_id, round_id)
    insert into form_answer (task_id, round_id, dept_id) select task_id, round_id, (select dept_id from round) from task`,
  )
}

/** Draws with the pointer from the left of something to its right. */
async function drawOn(page: Page, label: string): Promise<void> {
  const box = await page.getByLabel(label).boundingBox()
  if (!box) throw new Error(`nothing to draw on: ${label}`)
  await page.mouse.move(box.x + 30, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 120, { steps: 5 })
  await page.mouse.move(box.x + 160, box.y + 50, { steps: 5 })
  await page.mouse.up()
}

test('a file is sent and a signature drawn, both are there after a reload, and whoever reviews sees them', async () => {
  await sendRound()
  const { page, problems } = await app.signedIn('zhenjingban')
  await page.goto(app.url)
  await visit(page, '我的问卷', '待填问卷')
  await page.getByRole('button', { name: '填报' }).first().click()
  await page.getByLabel('检查报告', { exact: true }).setInputFiles({ name: '检查报告.pdf', mimeType: 'application/pdf', buffer: PDF })
  await page.getByRole('button', { name: '移除 检查报告.pdf' }).waitFor()
  await page.getByRole('button', { name: '手写签名：负责人签名' }).click()
  await drawOn(page, '签名区：负责人签名')
  await page.getByRole('button', { name: '撤销一笔' }).click()
  await until(() => page.getByRole('button', { name: '使用此签名' }).isDisabled(), 'the stroke is taken back')
  await drawOn(page, '签名区：负责人签名')
  await page.getByRole('button', { name: '使用此签名' }).click()
  await page.getByRole('img', { name: '签名.png' }).waitFor()
  await page.getByText(/^甄经办，.* 签署$/).waitFor()
  await page.getByText(/^已保存/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: '检查报告.pdf', exact: true }).waitFor()
  await page.getByRole('img', { name: '签名.png' }).waitFor()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByRole('dialog', { name: '提交填报' }).getByRole('button', { name: /^提.?交$/ }).click()
  await page.getByText('已提交', { exact: true }).waitFor()

  const reviewer = await app.signedIn('pingzilv')
  await reviewer.page.goto(app.url)
  await visit(reviewer.page, '表单管理', '表单认证')
  await reviewer.page.locator('tr[data-row]').filter({ hasText: '材料报送' }).getByRole('button', { name: '甄经办' }).click()
  await reviewer.page.getByRole('img', { name: '签名.png' }).waitFor()
  const [sent] = await Promise.all([reviewer.page.waitForEvent('download'), reviewer.page.getByLabel('填报内容').getByRole('button', { name: '检查报告.pdf' }).click()])
  expect(sent.suggestedFilename()).toBe('检查报告.pdf')
  expect([...problems, ...reviewer.problems]).toEqual([])
})

test('a question is dragged to another place, which is one step that is taken back; a kind of question is dragged in', async () => {
  const { page, problems } = await app.signedIn('pingzilv')
  const [form] = await app.sql<{ id: string }>(`select template_id::text as id from form_template where form_name = '现场检查材料'`)
  await page.goto(`${app.url}/editForm?formId=${form?.id}`)
  const outline = page.getByRole('tree', { name: '表单大纲' })
  const labels = async () => (await outline.locator('[data-kind=question] .fd-label').allInnerTexts()).join(' ')
  await until(async () => (await labels()) === '检查报告 负责人签名', 'the form is open')
  const line = (label: string) => outline.getByRole('treeitem').filter({ hasText: label })
  await line('负责人签名').dragTo(line('检查报告'), { targetPosition: { x: 60, y: 4 } })
  await until(async () => (await labels()) === '负责人签名 检查报告', 'it stands before the other')
  await until(async () => (await page.locator('[aria-live=polite]').allInnerTexts()).some((text) => text.includes('已移到')), 'a voice says where it went')
  await page.getByRole('button', { name: /^撤\s?销$/ }).click()
  await until(async () => (await labels()) === '检查报告 负责人签名', 'it is back')
  await page.getByRole('button', { name: '日期', exact: true }).dragTo(line('检查报告'), { targetPosition: { x: 60, y: 26 } })
  await page.getByRole('textbox', { name: '名称', exact: true }).waitFor()
  await page.keyboard.type('检查日期')
  await page.keyboard.press('Enter')
  await until(async () => (await labels()) === '检查报告 检查日期 负责人签名', 'it stands where it was let go')
  expect(problems).toEqual([])
})
