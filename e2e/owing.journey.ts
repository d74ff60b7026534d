import { openList, SLOW } from './lists'
import { startConsole, type Console } from './harness'
import { countClicks, letSignIn, until } from './steps'

// Independent directors of companies that owe this year's dues, kept as a view.

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'jiamingshi')
})
afterAll(() => app?.stop())

const OWING = `exists (select 1 from member m join dues_bill b using (member_id) where m.company_id = c.company_id and not m.deleted and b.bill_status in ('due', 'part')
  and b.due_date < (now() at time zone 'Asia/Shanghai')::date and b.bill_year = $1)`
const count = async (year: number, more = '') => (await app.sql<{ n: number }>(`select count(*)::int as n from contact c where ${OWING} ${more}`, [year]))[0]?.n ?? 0

test('欠费, the year and 独立董事 together, kept as a view that is there again after a reload and in another browser', async () => {
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()
  const { context, page, problems } = await app.signedIn('jiamingshi')
  const clicks = await countClicks(page)
  await page.goto(`${app.url}/home`)
  await page.getByRole('navigation', { name: '主菜单' }).waitFor({ timeout: SLOW })
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: '搜索' }).getByRole('combobox')
  await search.fill('联系人管理')
  await page.getByRole('option', { name: /^联系人管理/ }).first().waitFor()
  await search.press('Enter')
  await page.getByRole('heading', { name: '联系人管理', exact: true }).waitFor({ timeout: SLOW })
  await page.getByText(/^共 [\d,]+ 条$/).waitFor({ timeout: SLOW })
  await page.getByRole('button', { name: '展开' }).click()
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
  }
  await choose('是否欠费', '欠费')
  await choose('欠费年度', `${year} 年`)
  await choose('职务类别', '独立董事')
  await page.keyboard.press('Escape')
  const wanted = await count(year, `and post_type = 'independent'`)
  expect(wanted).toBeGreaterThan(0)
  expect(wanted).toBeLessThan(await count(year))
  await page.getByText(`共 ${wanted} 条`, { exact: true }).waitFor({ timeout: SLOW })
  const params = () => new URL(page.url()).searchParams
  await until(() => params().get('feeYear') === String(year), 'the address says it')
  expect([params().get('inArrears'), params().get('postType')]).toEqual(['yes', 'independent'])

  await page.getByRole('button', { name: '列表视图' }).click()
  await page.getByRole('textbox', { name: '视图名称' }).fill('欠费独董')
  await page.getByRole('textbox', { name: '视图名称' }).press('Enter')
  await page.getByRole('button', { name: '欠费独董', exact: true }).waitFor()
  await until(async () => (await app.sql(`select 1 from saved_view where list = 'member/ContactList'`)).length === 1, 'the view is kept')
  // Each of three filters is opened and chosen; 展开, and the list of views.
  expect(clicks.count).toBeLessThanOrEqual(8)
  await page.reload()
  await page.getByText(`共 ${wanted} 条`, { exact: true }).waitFor({ timeout: SLOW })
  expect(problems).toEqual([])
  await context.close()

  const other = await app.signedIn('jiamingshi')
  await openList(other.page, app, '/memberManage/contactList', '联系人管理')
  await other.page.getByRole('button', { name: '列表视图' }).click()
  await other.page.getByRole('button', { name: '欠费独董', exact: true }).click()
  await other.page.getByText(`共 ${wanted} 条`, { exact: true }).waitFor({ timeout: SLOW })
  expect(new URL(other.page.url()).searchParams.get('feeYear')).toBe(String(year))
  expect(other.problems).toEqual([])
  await other.context.close()
})

test('the list of members narrows by the same', async () => {
  const { context, page, problems } = await app.signedIn()
  const [owing] = await app.sql<{ n: number }>(`select count(distinct member_id)::int as n from dues_bill b join member m using (member_id) where not m.deleted and b.bill_status in ('due', 'part') and b.due_date < (now() at time zone 'Asia/Shanghai')::date`)
  await openList(page, app, '/memberManage/memberList?inArrears=yes', '会员列表')
  await page.getByText(`共 ${owing?.n} 条`, { exact: true }).waitFor({ timeout: SLOW })
  expect(problems).toEqual([])
  await context.close()
})
