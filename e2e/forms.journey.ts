import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { letSignIn, until, visit } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'pingzilv', 'zhenjingban')
})
afterAll(() => app?.stop())

interface Kept {
  doc: {
    questions: Record<
      string,
      { label: string; type: string; required?: true; visibleIf?: unknown; options?: { value: string; label: string }[] }
    >
    blocks: Record<string, { items: string[] }>
    pages: string[]
  }
}

const outline = (page: Page) => page.getByRole('tree', { name: '表单大纲' })
const naming = (page: Page) => page.getByRole('textbox', { name: '名称', exact: true })

/** Puts a question of a type behind the one with the focus, and names it; not a single press of a mouse. */
async function add(page: Page, type: string, label: string): Promise<void> {
  await page.keyboard.press('Insert')
  await page.getByRole('combobox', { name: '查找命令' }).waitFor()
  await page.keyboard.type(type)
  await page.keyboard.press('Enter')
  await name(page, label)
  await page.keyboard.press('Enter')
  await naming(page).waitFor({ state: 'hidden' })
}

async function name(page: Page, label: string): Promise<void> {
  await naming(page).waitFor()
  await page.keyboard.type(label)
}

test('ten questions with two conditions by keyboard alone, saved by themselves, and seen in the preview before', async () => {
  const { page, context, problems } = await app.signedIn('pingzilv')
  const [form] = await app.sql<{ template_id: string }>(
    `select template_id::text from form_template where form_status = 'draft' order by template_id limit 1`,
  )
  if (!form) throw new Error('the demo has no draft of a form')
  await page.goto(`${app.url}/editForm?formId=${form.template_id}`)
  await outline(page).waitFor()
  await outline(page).focus()
  await page.keyboard.press('End')
  const before = await outline(page).getByRole('treeitem').count()

  await add(page, '单选', '是否设有审计委员会')
  // Its options: the first is typed over, the next comes with Enter.
  await page.keyboard.press('Alt+o')
  await page.getByRole('textbox', { name: '选项 1', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('是')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('否')
  await page.keyboard.press('Enter')
  await page.keyboard.type('筹备中')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await add(page, '数字', '审计委员会人数')
  await page.keyboard.press('Alt+c')
  await page.getByRole('combobox', { name: '第 1 项的题目' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await add(page, '多行文字', '未设立的原因')
  // Behind a number the condition begins with the choice before it; its value is the second option.
  await page.keyboard.press('Alt+c')
  await page.getByRole('combobox', { name: '第 1 项的题目' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: '第 1 项的值' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('当「是否设有审计委员会」等于「否」时显示').first().waitFor()
  await page.keyboard.press('Escape')
  await add(page, '日期', '设立日期')
  await page.keyboard.press('Control+Enter')
  await name(page, '换届日期')
  await page.keyboard.press('Control+Enter')
  await name(page, '下次会议日期')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  await page.keyboard.press('F2')
  await name(page, '报告提交日期')
  await page.keyboard.press('Enter')
  await add(page, '单行文字', '召集人')
  await add(page, '金额', '年度经费')
  await add(page, '评分', '履职评价')

  // Two of them are chosen, made required and moved up as one.
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Alt+r')
  await page.keyboard.press('Alt+ArrowUp')
  await until(
    async () => (await page.locator('[aria-live=polite]').allInnerTexts()).some((text) => text.includes('2 道题已移到')),
    'a voice says where they went',
  )
  expect(await outline(page).getByRole('treeitem').count()).toBe(before + 10)

  // The preview hears of what is not saved yet.
  const [preview] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: /^预\s?览$/ }).press('Enter')])
  await preview.getByText('召集人').waitFor()
  await preview.getByText('正在设计的内容，随修改更新').waitFor()
  await preview.close()

  await until(async () => (await page.locator('header .fd-state').innerText()) === '已保存', 'all is saved')
  const [kept] = await app.sql<Kept>('select doc from form_template where template_id = $1', [form.template_id])
  const made = Object.values(kept?.doc.questions ?? {}).filter(({ label }) => /审计委员会|日期|未设立|召集人|年度经费|履职评价/.test(label))
  expect(made.map(({ label }) => label)).toEqual(
    expect.arrayContaining([
      '是否设有审计委员会',
      '审计委员会人数',
      '未设立的原因',
      '设立日期',
      '换届日期',
      '下次会议日期',
      '报告提交日期',
      '召集人',
      '年度经费',
      '履职评价',
    ]),
  )
  const choice = made.find(({ label }) => label === '是否设有审计委员会')
  expect(choice?.options?.map(({ label }) => label)).toEqual(['是', '否', '筹备中'])
  expect(made.filter(({ visibleIf }) => visibleIf !== undefined)).toHaveLength(2)
  expect(
    made
      .filter(({ required }) => required)
      .map(({ label }) => label)
      .sort(),
  ).toEqual(['履职评价', '年度经费'].sort())
  expect(problems).toEqual([])
})

test('questions go from one form to another through the clipboard, and back by undo', async () => {
  const { page, problems } = await app.signedIn('pingzilv')
  const forms = await app.sql<{ template_id: string }>(
    `select template_id::text from form_template where form_kind <> 'table' and create_by is not null order by template_id limit 2`,
  )
  const [first, second] = forms.map(({ template_id: id }) => id)
  await page.goto(`${app.url}/editForm?formId=${first}`)
  await outline(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  const copied = await outline(page).locator('[aria-selected=true]').count()
  await page.goto(`${app.url}/editForm?formId=${second}`)
  await outline(page).focus()
  await page.keyboard.press('End')
  const before = await outline(page).getByRole('treeitem').count()
  await page.keyboard.press('Control+v')
  await until(async () => (await outline(page).getByRole('treeitem').count()) >= before + copied, 'they stand in the other form')
  await page.keyboard.press('Control+z')
  await until(async () => (await outline(page).getByRole('treeitem').count()) === before, 'they are taken back')
  expect(problems).toEqual([])
})

test('a form goes to a colleague, is filled in, handed in, sent back with a reason, and certified', async () => {
  const maker = await app.signedIn('pingzilv')
  const filler = await app.signedIn('zhenjingban')
  const { page } = maker
  await page.goto(app.url)
  await visit(page, '表单管理', '表单列表')
  await page.getByRole('button', { name: '新增发放' }).click()
  const form = page.getByRole('dialog', { name: '新增发放' })
  await form.getByLabel('发放名称').fill('同事试填')
  await form.getByLabel('表单', { exact: true }).click()
  await page.keyboard.type('独立董事')
  await page.locator('.ant-select-item-option-active').filter({ hasText: '独立董事年度自查表' }).waitFor()
  await page.keyboard.press('Enter')
  for (const [label, at] of [['开始时间', '2026-01-05 09:00'], ['截止时间', '2099-12-31 18:00']] as const) {
    await form.getByLabel(label).fill(at)
    await page.keyboard.press('Enter')
  }
  await form.getByLabel('填报对象').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '指定账号' }).click()
  await form.locator('.ant-form-item').filter({ hasText: '输入姓名或账号查找' }).getByRole('combobox').click()
  await page.keyboard.type('甄经办')
  await page.locator('.ant-select-item-option').filter({ hasText: '甄经办' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('switch', { name: '需要认证' }).click()
  await form.getByRole('button', { name: '保存' }).click()
  const row = page.locator('tr[data-row]').filter({ hasText: '同事试填' })
  await row.getByRole('button', { name: '下发' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下发' }).click()
  await until(async () => (await app.sql(`select 1 from form_task t join form_round r using (round_id) where r.round_name = '同事试填'`)).length === 1, 'the task is there')

  const own = filler.page
  await own.goto(app.url)
  await visit(own, '我的问卷', '待填问卷')
  await own.getByRole('button', { name: '填报' }).click()
  await own.getByRole('button', { name: '提交', exact: true }).click()
  await own.getByRole('button', { name: '请填写董事会人数' }).click()
  await own.keyboard.type('9')
  await own.getByRole('textbox', { name: '独立董事人数' }).fill('3')
  await own.getByRole('radiogroup', { name: '全体独立董事是否符合独立性要求' }).getByRole('radio', { name: '否' }).check()
  await own.getByRole('textbox', { name: '不符合独立性要求的情况说明' }).fill('换届后补正')
  await own.getByRole('radiogroup', { name: '全体独立董事是否符合独立性要求' }).getByRole('radio', { name: '是' }).check()
  await own.getByRole('checkbox', { name: '审计委员会' }).check()
  await own.getByRole('radiogroup', { name: /审计委员会召集人/ }).getByRole('radio', { name: '是' }).check()
  await own.getByRole('textbox', { name: '本年度独立董事专门会议次数' }).fill('4')
  await own.getByRole('textbox', { name: '自查完成日期' }).fill('2026-03-02')
  await own.keyboard.press('Enter')
  await own.getByRole('textbox', { name: '填报联系人手机' }).fill('19900000123')
  await own.getByText(/^已保存/).waitFor()
  // What is typed is with the server: a page that is loaded anew has it, the mobile number masked.
  await own.reload()
  await until(async () => (await own.getByRole('textbox', { name: '填报联系人手机' }).inputValue()) === '199****0123', 'the number comes back masked')
  await own.getByRole('button', { name: '提交', exact: true }).click()
  const asked = own.getByRole('dialog', { name: '提交填报' })
  await asked.getByText('不符合独立性要求的情况说明').waitFor()
  await asked.getByRole('button', { name: /^提.?交$/ }).click()
  await own.getByText('已提交', { exact: true }).waitFor()

  await visit(page, '表单管理', '表单认证')
  const open = async () => {
    await page.goto(`${app.url}/formManage/formAuth?keyword=${encodeURIComponent('甄经办')}`)
    await page.locator('tr[data-row]').first().getByRole('button', { name: '甄经办' }).click()
    await page.getByText('33.3 %').waitFor()
  }
  await open()
  await page.getByRole('dialog').getByRole('button', { name: /认证不通过$/ }).click()
  const why = page.getByRole('dialog', { name: /认证不通过/ })
  await why.getByRole('textbox').fill('请核对人数')
  await why.getByRole('button', { name: '认证不通过' }).click()
  await until(async () => (await app.sql(`select 1 from form_answer where answer_status = 'returned' and audit_opinion = '请核对人数'`)).length === 1, 'it is sent back')

  await own.reload()
  await own.getByText('请核对人数').waitFor()
  await own.getByRole('textbox', { name: '独立董事人数' }).fill('4')
  await own.getByRole('button', { name: '提交', exact: true }).click()
  await own.getByRole('dialog', { name: '提交填报' }).getByRole('button', { name: /^提.?交$/ }).click()
  await own.getByText('已提交', { exact: true }).waitFor()
  await page.goto(`${app.url}/formManage/formAuth?keyword=${encodeURIComponent('甄经办')}`)
  await page.locator('tr[data-row]').first().getByRole('button', { name: '甄经办' }).click()
  await page.getByText('44.4 %').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: /认证通过$/ }).click()
  await page.getByRole('dialog', { name: /认证通过/ }).getByRole('button', { name: '认证通过' }).click()
  await until(async () => (await app.sql(`select 1 from form_answer a join form_task t using (task_id) join form_round r on r.round_id = t.round_id where r.round_name = '同事试填' and a.answer_status = 'certified'`)).length === 1, 'it is certified')
  expect([...maker.problems, ...filler.problems]).toEqual([])
})
