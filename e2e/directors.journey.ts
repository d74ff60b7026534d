import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { letSignIn, letterOf, signInByHand, until, visit } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'zhenjingban', 'jiamingshi')
})
afterAll(() => app?.stop())

const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const waiting = async (name: string) =>
  app.sql<{ pool_status: string; reason: string | null }>(
    `select d.pool_status, (select a.reason from audit_log a where a.record_type = 'directorUser' and a.record_id = d.director_id order by a.audit_id desc limit 1) as reason from director_user d where d.name = $1`,
    [name],
  )

test('people are checked one after the other: one is sent back with an opinion, one passes and then stands in the pool', async () => {
  const people = await app.sql<{ name: string }>(
    `select name from director_user where pool_status = 'pending' and experience_years >= 5 and current_seats <= 3 and not punished36m
       and name in (select name from director_user group by name having count(*) = 1) order by update_time desc, director_id desc`,
  )
  const [back, pass] = people.map((p) => p.name) as [string, string]
  const { context, page, problems } = await app.signedIn('jiamingshi')
  await page.goto(`${app.url}/home`)
  await visit(page, '独董信息库', '独立董事用户审核')
  await page.getByRole('heading', { name: '独立董事用户审核' }).waitFor()
  await rowOf(page, back).getByRole('button', { name: back }).click()
  // By the whole name: the question's title holds it as well.
  const opened = page.getByRole('dialog', { name: back, exact: true })
  await opened.getByText(/^110\*+/).waitFor()
  await opened.getByRole('button', { name: '退回补正' }).click()
  const question = dialog(page, new RegExp(`退回补正独立董事：${back}`))
  await question.getByLabel(/原因/).fill('简历缺少近五年任职经历')
  await question.getByRole('button', { name: '退回补正' }).click()
  await until(async () => (await waiting(back))[0]?.pool_status === 'returned', 'she is sent back')
  expect((await waiting(back))[0]?.reason).toBe('简历缺少近五年任职经历')
  // The next one who waits is open by then.
  await opened.waitFor({ state: 'hidden', timeout: 60_000 })
  await page.locator('.ant-drawer-open').getByText('待审核', { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')

  await rowOf(page, pass).getByRole('button', { name: '审核通过' }).click()
  await dialog(page, new RegExp(`审核通过独立董事：${pass}`)).getByRole('button', { name: '审核通过' }).click()
  await until(async () => (await waiting(pass))[0]?.pool_status === 'listed', 'she is taken in')
  await visit(page, '独董信息库', '独董人才库')
  await page.getByRole('heading', { name: '独董人才库' }).waitFor()
  await page.getByPlaceholder('姓名、拼音首字母或单位').last().fill(pass)
  await page.keyboard.press('Enter')
  await rowOf(page, pass).getByText('已入库').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the résumés of two chosen people come as one zip, and each record tells who took it', async () => {
  const { context, page, problems } = await app.signedIn('jiamingshi')
  await page.goto(`${app.url}/soleManager/directorPool?poolStatus=listed`)
  await page.getByText(/^共 \d+ 条$/).waitFor()
  const names: string[] = []
  for (const at of [1, 2]) {
    const row = page.getByRole('row').nth(at)
    names.push(`${await row.getByRole('cell').nth(1).innerText()}-${await row.getByRole('cell').nth(2).innerText()}`)
    await row.getByRole('checkbox').check()
  }
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '打包下载简历（2）' }).click()])
  expect(file.suggestedFilename()).toMatch(/^独立董事简历_\d{4}-\d{2}-\d{2}\.zip$/)
  const text = readFileSync(await file.path()).toString('utf8')
  for (const name of names) expect(text).toContain(`简历/${name}.pdf`)
  expect(await app.sql(`select 1 from audit_log where verb = 'exportResume'`)).toHaveLength(2)
  expect(problems).toEqual([])
  await context.close()
})

test('a trial is asked for, opened by somebody else, and its user signs in, sets a password and sees only their menus', async () => {
  const clerk = await app.signedIn('zhenjingban')
  await clerk.page.goto(`${app.url}/soleManager/probationAudit`)
  await clerk.page.getByRole('button', { name: '新增试用账号' }).click()
  const form = dialog(clerk.page, '新增试用账号')
  await form.getByLabel('账号', { exact: true }).fill('tryout88')
  await form.getByLabel('试用单位').fill('子虚商行')
  await form.getByLabel('申请人').fill('莫试用')
  await form.getByLabel('手机号码').fill('19900000988')
  const menu = clerk.page.locator('.ant-select-tree').getByText('联系人管理', { exact: true })
  // The list closes with what is typed when the focus is taken from it.
  await until(async () => {
    await form.getByRole('combobox', { name: /开放菜单/ }).fill('联系人管理')
    return menu.waitFor({ timeout: 2_000 }).then(() => true, () => false)
  }, 'the menu is offered')
  await menu.click()
  await form.getByText('试用单位').click()
  const days = await app.sql<{ start: string; end: string }>(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as start, to_char((now() at time zone 'Asia/Shanghai')::date + 20, 'YYYY-MM-DD') as end`)
  for (const [label, day] of [['开始日期', days[0]?.start ?? ''], ['结束日期', days[0]?.end ?? '']] as const) {
    await form.getByLabel(label).fill(day)
    await clerk.page.keyboard.press('Enter')
  }
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await rowOf(clerk.page, 'tryout88').getByText('待审核').waitFor()
  // Who asked for it does not open it.
  expect(await rowOf(clerk.page, 'tryout88').getByRole('button', { name: '开通' }).count()).toBe(0)

  const lead = await app.signedIn('jiamingshi')
  await lead.page.goto(`${app.url}/soleManager/probationAudit`)
  await rowOf(lead.page, 'tryout88').getByRole('button', { name: '开通' }).click()
  await dialog(lead.page, '开通试用账号：tryout88').getByRole('button', { name: /开\s?通/ }).click()
  const password = await letterOf(lead.page, () => dialog(lead.page, '打印密码函：tryout88').getByRole('button', { name: '打印密码函' }).click())
  await rowOf(lead.page, 'tryout88').getByText('试用中').waitFor()

  const { context, page } = await app.newPerson()
  await page.goto(`${app.url}/login`)
  await signInByHand(page, 'tryout88', password)
  await page.getByRole('heading', { name: '设置新密码' }).waitFor()
  await page.getByLabel('新密码', { exact: true }).fill('Ganlan-Shu-Xia-9')
  await page.getByLabel('再次输入').fill('Ganlan-Shu-Xia-9')
  await page.getByRole('button', { name: '保存并进入' }).click()
  await visit(page, '会员管理', '联系人管理')
  await page.getByText(/^共 [\d,]+ 条$/).waitFor()
  const entries = await page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem').allInnerTexts()
  expect(entries.map((text) => text.trim()).filter((text) => !['首页', '收藏与最近'].includes(text))).toEqual(['会员管理', '联系人管理'])
  expect(await page.getByRole('button', { name: '新增联系人' }).count()).toBe(0)
  expect([...clerk.problems, ...lead.problems]).toEqual([])
  for (const one of [context, clerk.context, lead.context]) await one.close()
})
