import { dayAfter, today } from '@assoc/contract/core/day'
import type { Locator, Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { letSignIn, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'xinanquan', 'shenrizhi')
})
afterAll(() => app?.stop())

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const one = async <T>(text: string, values: unknown[] = []): Promise<T | undefined> => (await app.sql<{ v: T }>(text, values))[0]?.v

async function choose(page: Page, picker: Locator, word: string): Promise<void> {
  await picker.click()
  await picker.fill(word)
  await page.locator('.ant-select-item-option:visible').filter({ hasText: word }).first().click()
}

test('permits: who holds one is shown; a built-in one is switched off and on, and offers nothing else', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/permit?system=2&keyword=${encodeURIComponent('维护会议室')}`)
  const row = page.getByRole('row', { name: /维护会议室/ })
  await row.getByRole('button', { name: '持有者' }).click()
  const holders = dialog(page, '持有者：维护会议室')
  await holders.getByRole('cell', { name: '石会务' }).waitFor()
  expect(await holders.getByRole('region', { name: '持有角色' }).getByText('会务专员').isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await row.getByRole('button', { name: '修改' }).count()).toBe(0)
  const status = () => one(`select permit_status as v from permit where permit_code = 'meeting:room:update'`)
  for (const [verb, after] of [['停用', 'disabled'], ['启用', 'enabled']] as const) {
    await row.getByRole('button', { name: new RegExp(`^${verb[0]}\\s?${verb[1]}$`) }).click()
    await dialog(page, `${verb}权限点：维护会议室`).getByRole('button', { name: new RegExp(`^${verb[0]}\\s?${verb[1]}$`) }).click()
    await until(async () => (await status()) === after, `the permit is ${after}`)
    await page.getByText(`维护会议室：已${verb}`).waitFor()
  }
  expect(problems).toEqual([])
  await context.close()
})

test('roles beside each other: a permit is granted until the end of a day, two roles are compared, a person gets an end date', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/rolePermit`)
  const table = page.getByRole('region', { name: '角色与权限对照表' })
  await page.getByLabel('查找权限').fill('查看公司')
  await table.getByRole('button', { name: '会务专员，查看公司：未授予' }).click()
  const grant = dialog(page, '会务专员 · 查看公司')
  await grant.getByText('授予到指定日期').click()
  const day = dayAfter(today(), 30)
  await grant.getByLabel('有效期至').fill(day)
  await grant.getByLabel('有效期至').press('Enter')
  await grant.getByRole('button', { name: /^保\s?存$/ }).click()
  await table.getByRole('button', { name: `会务专员，查看公司：已授予，至 ${day} 23:59` }).waitFor()
  const stored = await one<string>(
    `select to_char(rp.expire_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as v from role_permit rp join role r using (role_id) join permit p using (permit_id) where r.role_code = 'MEET_OP' and p.permit_code = 'member:company:read'`,
  )
  expect(stored).toBe(`${day} 23:59:59`)

  await page.getByLabel('查找权限').fill('')
  await choose(page, page.getByLabel('角色甲'), '会员经办')
  await choose(page, page.getByLabel('角色乙'), '会员部主任')
  await page.getByText(/只有“会员经办”有 0 项，只有“会员部主任”有 \d+ 项/).waitFor()
  expect(await table.getByRole('columnheader').count()).toBe(3)
  expect(await table.getByText('删除公司').isVisible()).toBe(true)
  expect(await table.getByRole('rowheader', { name: '查看公司' }).count()).toBe(0)

  await table.getByRole('button', { name: '会员部主任', exact: true }).click()
  const holders = dialog(page, '角色人员：会员部主任')
  await holders.getByRole('row', { name: /jiamingshi/ }).getByRole('button', { name: /^期\s?限$/ }).click()
  const term = dialog(page, '贾明示 · 会员部主任')
  await term.getByText('授予到指定日期').click()
  await term.getByLabel('有效期至').fill(day)
  await term.getByLabel('有效期至').press('Enter')
  await term.getByRole('button', { name: /^保\s?存$/ }).click()
  await holders.getByRole('row', { name: /jiamingshi/ }).getByText(`${day} 23:59`).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('why may she: the role that gives it is named, what is missing too, and a record that no scope reaches', async () => {
  const { context, page, problems } = await app.signedIn('xinanquan')
  await page.goto(`${app.url}/systemManage/whyCan`)
  await choose(page, page.getByLabel('人员'), '甄经办')
  await choose(page, page.locator('#why-target'), 'member:company:read')
  await page.getByText(/甄经办（会员服务部）有此权限/).waitFor()
  expect(await page.getByRole('row', { name: /会员经办 .*给予 角色已授予此权限/ }).isVisible()).toBe(true)
  await choose(page, page.locator('#why-target'), 'rbac:role:update')
  await page.getByText(/甄经办（会员服务部）没有此权限/).waitFor()
  await page.getByText('菜单', { exact: true }).first().click()
  await choose(page, page.locator('#why-target'), '公司管理')
  await page.getByText(/甄经办（会员服务部）看得到此菜单/).waitFor()
  await page.getByText('某条数据').click()
  await choose(page, page.locator('#why-target'), '用户')
  await page.getByLabel('记录编号').fill('1')
  await page.getByLabel('记录编号').press('Enter')
  await page.getByText(/甄经办（会员服务部）的数据范围不包含：用户（编号 1）/).waitFor()
  await page.reload()
  await page.getByText(/甄经办（会员服务部）的数据范围不包含：用户（编号 1）/).waitFor()
  expect(await page.getByText('甄经办（zhenjingban，会员服务部）').isVisible()).toBe(true)
  expect(problems).toEqual([])
  await context.close()
})

test('a review: lines are kept or taken back by somebody else, it is signed when all are decided, the auditor reads', async () => {
  await app.sql(`update access_review set review_status = 'signedOff'`)
  const { context, page, problems } = await app.signedIn()
  // The administrator of the demo holds all roles; a reviewer without them decides on hers.
  const security = await app.signedIn('xinanquan')
  await security.page.goto(`${app.url}/systemManage/accessReview`)
  await security.page.getByRole('button', { name: '新增权限复核' }).first().click()
  const form = dialog(security.page, '新增权限复核')
  await form.getByLabel('复核名称').fill('年度旅程复核')
  await form.getByLabel('复核日期').fill('2026-01-15')
  await form.getByLabel('复核日期').press('Enter')
  await form.getByRole('button', { name: /^保\s?存$/ }).click()
  await security.page.getByText('权限复核已新增').waitFor()
  const reviewId = await one<string>(`select review_id as v from access_review where title = '年度旅程复核'`)
  const lines = () => app.sql<{ login_name: string; role_name: string; decision: string }>(`select login_name, role_name, decision from access_review_line where review_id = $1 order by line_id`, [reviewId])
  const own = (await lines()).filter((l) => l.login_name === 'xinanquan')
  expect(own.length).toBeGreaterThan(0)

  await security.page.getByRole('row', { name: /年度旅程复核/ }).getByRole('button', { name: /^复\s?核$/ }).click()
  const detail = dialog(security.page, /年度旅程复核/)
  // Her name stands in the lines that she has decided, too.
  const lineOf = (inside: Locator, name: string) => inside.locator('tr[data-row]').filter({ has: inside.page().getByRole('button', { name, exact: true }) })
  const hers = lineOf(detail, '辛安全')
  await hers.waitFor()
  expect(await hers.getByRole('button', { name: /确认保留|收\s?回/ }).count()).toBe(0)
  const boss = lineOf(detail, '贾明示')
  await boss.getByRole('button', { name: /^收\s?回$/ }).click()
  const question = dialog(security.page, /^收回复核项/)
  await question.getByRole('button', { name: /^收\s?回$/ }).click()
  await question.getByText('请填写原因').waitFor()
  await question.getByRole('textbox').fill('已离开会员部')
  await question.getByRole('button', { name: /^收\s?回$/ }).click()
  await detail.getByText(/^已复核 1 \/ \d+$/).waitFor()
  expect(await one(`select count(*)::int as v from user_role ur join sys_user u using (user_id) join role r using (role_id) where u.login_name = 'jiamingshi' and r.role_code = 'MEMBER_LEAD'`)).toBe(0)

  // All that are left, but her own.
  await detail.getByLabel('选择本页全部').first().check()
  await detail.getByRole('status').getByRole('button', { name: '确认保留' }).click()
  const batch = dialog(security.page, /确认保留/)
  await batch.getByRole('button', { name: /确认保留 \d+ 条/ }).click()
  await until(async () => (await lines()).filter((l) => l.decision === 'pending').length === own.length, 'only her own lines are left')

  await page.goto(`${app.url}/systemManage/accessReview`)
  await page.getByRole('row', { name: /年度旅程复核/ }).getByRole('button', { name: /^复\s?核$/ }).click()
  const again = dialog(page, /年度旅程复核/)
  await lineOf(again, '辛安全').first().getByRole('button', { name: '确认保留' }).click()
  await dialog(page, /^确认保留复核项/).getByRole('button', { name: '确认保留' }).click()
  await until(async () => (await lines()).every((l) => l.decision !== 'pending'), 'all lines are decided')
  // Neither of the two who decided signs; the auditor does.
  expect(await again.getByRole('button', { name: /^签\s?署$/ }).count()).toBe(0)
  const auditor = await app.signedIn('shenrizhi')
  await auditor.page.goto(`${app.url}/systemManage/accessReview`)
  await auditor.page.getByRole('row', { name: /年度旅程复核/ }).getByRole('button', { name: /^签\s?署$/ }).click()
  await dialog(auditor.page, /^签署权限复核/).getByRole('button', { name: /^签\s?署$/ }).click()
  await until(async () => (await one(`select review_status as v from access_review where review_id = $1`, [reviewId])) === 'signedOff', 'it is signed')
  expect(await auditor.page.getByRole('button', { name: '新增权限复核' }).count()).toBe(0)
  expect([...problems, ...security.problems, ...auditor.problems]).toEqual([])
  await auditor.context.close()
  await security.context.close()
  await context.close()
})

test('a role is previewed: its menus, permits and data, and nothing to press', async () => {
  const { context, page, problems } = await app.signedIn('xinanquan')
  await page.goto(`${app.url}/systemManage/role`)
  const row = page.getByRole('row', { name: /会务专员/ })
  await row.waitFor()
  const direct = row.getByRole('button', { name: /^预\s?览$/ })
  if ((await direct.count()) > 0) await direct.click()
  else {
    await row.getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '预览' }).click()
  }
  const drawer = dialog(page, '预览角色：会务专员')
  await drawer.getByText('会议室管理').first().waitFor()
  expect(await drawer.getByText('用户管理').count()).toBe(0)
  await drawer.getByRole('tab', { name: /^权限（\d+）$/ }).click()
  await drawer.getByText('审批预约').waitFor()
  await drawer.getByRole('tab', { name: '数据范围' }).click()
  await drawer.getByRole('row', { name: /会议管理 全部/ }).waitFor()
  expect(await drawer.locator('a[href], form, input[type=checkbox]').count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})
