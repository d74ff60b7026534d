import type { Locator, Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { until, visit } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> => {
  const [found] = await app.sql<T>(text, values)
  if (!found) throw new Error(`no row: ${text}`)
  return found
}

/** Types into a picker that asks the server, and takes what it offers. */
async function pick(page: Page, field: Locator, typed: string, offered: RegExp): Promise<void> {
  await field.click()
  await field.fill(typed)
  await page.locator('.ant-select-item-option').filter({ hasText: offered }).first().click()
}

test('departments: one is made with its leader, moved by button, hung below another, and deleted only while empty', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(app.url)
  await visit(page, '系统管理', '部门管理')
  await page.getByRole('button', { name: '新增部门' }).click()
  const form = drawer(page, '新增部门')
  await form.getByLabel('部门名称').fill('国际部')
  await pick(page, form.getByLabel('部门负责人'), '平自', /平自律/)
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await page.getByText('国际部 负责人：平自律').waitFor()
  const place = () => one<{ parent: string | null; sort_no: number; leader: string }>(
    `select p.dept_name as parent, d.sort_no, u.real_name as leader from dept d left join dept p on p.dept_id = d.parent_id join employee e on e.employee_id = d.leader_id join sys_user u using (user_id) where d.dept_name = '国际部'`,
  )
  expect(await place()).toEqual({ parent: null, sort_no: 8, leader: '平自律' })
  await page.getByRole('button', { name: '上移国际部' }).click()
  await until(async () => (await place()).sort_no === 7, 'it moved up')
  await page.getByRole('button', { name: '修改国际部' }).click()
  const edit = drawer(page, '修改部门 · 国际部')
  await edit.getByLabel('上级部门').click()
  await page.locator('.ant-select-tree-title').filter({ hasText: '秘书处' }).click()
  await edit.getByRole('button', { name: /保\s?存/ }).click()
  await until(async () => (await place()).parent === '秘书处', 'it hangs below')
  await edit.waitFor({ state: 'hidden' })
  // The tree is drawn anew with what was saved; a press on a line that goes in that moment does nothing.
  const question = drawer(page, '删除部门：财务部')
  await until(async () => {
    await page.getByRole('button', { name: '删除财务部' }).click()
    return question.waitFor({ timeout: 2_000 }).then(() => true, () => false)
  }, 'the question is asked')
  await drawer(page, '删除部门：财务部').getByRole('button', { name: /删\s?除/ }).click()
  await page.getByText('该部门下还有员工，不能删除').first().waitFor()
  await drawer(page, '删除部门：财务部').getByRole('button', { name: /取\s?消/ }).click()
  await page.getByRole('button', { name: '删除国际部' }).click()
  await drawer(page, '删除部门：国际部').getByRole('button', { name: /删\s?除/ }).click()
  await until(async () => (await app.sql(`select 1 from dept where dept_name = '国际部'`)).length === 0, 'it is gone')
  expect(problems).toEqual([])
  await context.close()
})

test('posts: made, and a code that is taken is told at its field', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/post`)
  await page.getByRole('button', { name: '新增岗位' }).click()
  const form = drawer(page, '新增岗位')
  await form.getByLabel('岗位名称').fill('法务')
  await form.getByLabel('岗位编码').fill('MSZ')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await form.getByText('该岗位编码已被使用').first().waitFor()
  await form.getByLabel('岗位编码').fill('FW')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await row(page, '法务').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('an employee leaves: without a successor it is refused, with one all they looked after is his', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/employee`)
  await row(page, '贾明示').getByRole('button', { name: '离职' }).click()
  const form = drawer(page, '员工离职：贾明示')
  await form.getByText('会员服务部').waitFor()
  await form.getByRole('button', { name: '办理离职' }).click()
  await form.getByText(/还有负责的部门 1 项/).first().waitFor()
  await pick(page, form.getByLabel('接任人'), '裴主', /裴主管/)
  await form.getByRole('button', { name: '办理离职' }).click()
  // The error's toast may still stand and hides that of the success.
  await form.waitFor({ state: 'detached' })
  await row(page, '贾明示').getByText('离职', { exact: true }).waitFor()
  expect(await one(`select u.account_status, (select count(*)::int from user_role r where r.user_id = u.user_id) as roles from sys_user u where login_name = 'jiamingshi'`)).toEqual({ account_status: 'disabled', roles: 0 })
  expect(await one(`select u.real_name from dept d join employee e on e.employee_id = d.leader_id join sys_user u using (user_id) where dept_name = '会员服务部'`)).toEqual({ real_name: '裴主管' })
  expect(problems).toEqual([])
  await context.close()
})

test('a probationer is confirmed, and an account becomes an employee', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/employee`)
  await row(page, '石会务').getByRole('button', { name: '转正' }).click()
  await drawer(page, '转正：石会务').getByRole('button', { name: /转\s?正/ }).click()
  await page.getByText('石会务：已转正').waitFor()
  await page.getByRole('button', { name: '用户转为员工' }).click()
  const form = drawer(page, '用户转为员工')
  await pick(page, form.getByLabel('用户'), 'admin', /系统管理员/)
  await form.getByLabel('工号').fill('E9001')
  await form.getByLabel('部门').click()
  await page.locator('.ant-select-tree-title').filter({ hasText: '信息技术部' }).click()
  await form.getByLabel('入职日期').fill('2026-01-05')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await row(page, 'E9001').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a user group: made, filled with all people of a search, one taken out again', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/userGroup`)
  await page.getByRole('button', { name: '新增用户组' }).click()
  await drawer(page, '新增用户组').getByLabel('用户组名称').fill('值班组')
  await page.getByRole('button', { name: '保存并选择成员' }).click()
  const form = drawer(page, '用户组：值班组')
  const named = (await app.sql<{ name: string }>(`select real_name as name from sys_user where real_name like '%范%' and account_status = 'normal' order by 1`)).map(({ name }) => name)
  await form.getByLabel('查找用户').fill('范')
  await form.getByText(`可加入 ${named.length} 人`).waitFor()
  await form.getByRole('button', { name: '全部加入' }).click()
  await form.getByText(`已选 ${named.length} 人`).waitFor()
  await form.getByRole('button', { name: '移出范职员' }).click()
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await page.getByText('用户组已保存').waitFor()
  expect((await app.sql<{ name: string }>(`select u.real_name as name from usergroup_member m join usergroup g using (usergroup_id) join sys_user u on u.user_id = m.user_id where group_name = '值班组' order by 1`)).map(({ name }) => name)).toEqual(named.filter((name) => name !== '范职员'))
  expect(problems).toEqual([])
  await context.close()
})

test('user types lead to their people; the form of a new one begins with that type', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/userType`)
  await page.getByRole('link', { name: '评审专家' }).click()
  await page.getByRole('heading', { name: '评审专家' }).waitFor()
  const [{ n } = { n: 0 }] = await app.sql<{ n: number }>(`select count(*)::int as n from sys_user where type_id = 'expert'`)
  await page.getByText(`共 ${n.toLocaleString('zh-CN')} 条`).waitFor()
  expect(new URL(page.url()).pathname).toBe('/userTypeManage/expert')
  await page.getByRole('button', { name: '新增用户' }).click()
  await drawer(page, '新增用户').getByText('评审专家').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('registrations: one is confirmed, one is rejected with a reason that they are told', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/userAuthenticationList`)
  await row(page, '乌有国').getByRole('button', { name: '通过', exact: true }).click()
  await drawer(page, /乌有国/).getByRole('button', { name: /通\s?过/ }).click()
  await page.getByText('乌有国：已通过').waitFor()
  await row(page, '子虚无').getByRole('button', { name: '不通过' }).click()
  const question = drawer(page, /子虚无/)
  await question.getByRole('textbox').fill('与公司备案不符')
  await question.getByRole('button', { name: '不通过' }).click()
  await page.getByText('暂无').or(page.getByText('没有')).first().waitFor()
  expect(await app.sql(`select login_name, account_status from sys_user where login_name in ('wuyouguo', 'zixuwu') order by 1`)).toEqual([
    { login_name: 'wuyouguo', account_status: 'normal' },
    { login_name: 'zixuwu', account_status: 'cancelled' },
  ])
  expect((await one<{ content: string }>(`select content from outbox where recipient = 'zixuwu@example.com'`)).content).toContain('与公司备案不符')
  expect(problems).toEqual([])
  await context.close()
})

test('systems: what one has is shown, and it is renamed', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/system`)
  await page.getByRole('button', { name: '管理端' }).click()
  await drawer(page, '管理端').getByRole('cell', { name: '/systemManage/system' }).waitFor()
  await page.keyboard.press('Escape')
  await row(page, '移动端').getByRole('button', { name: '修改' }).click()
  await page.getByRole('dialog').getByLabel('系统名称').fill('移动会员端')
  await page.getByRole('dialog').getByRole('button', { name: /保\s?存/ }).click()
  await row(page, '移动会员端').waitFor()
  expect(problems).toEqual([])
  await context.close()
})
