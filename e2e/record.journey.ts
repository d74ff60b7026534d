import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { byPalette, letSignIn, signInByHand, until } from './steps'

const LIST = '/memberManage/memberList'


let app: Console
let mine: { member_id: string; member_name: string }
let other: { member_id: string; member_name: string }
beforeAll(async () => {
  app = await startConsole()
  // 甄经办 looks after members of their own alone; 贾明示 leads the department.
  await letSignIn(app, 'zhenjingban', 'jiamingshi')
  const members = async (own: boolean) =>
    (await app.sql<{ member_id: string; member_name: string }>(
      `select member_id::text, coalesce(c.company_name, '') as member_name from member m join company c using (company_id), (select user_id from sys_user where login_name = 'zhenjingban') u
       where m.delete_time is null and m.member_status = 'normal' and (m.create_by = u.user_id) = $1
         and m.dept_id = (select dept_id from sys_user where login_name = 'jiamingshi') order by member_id limit 1`,
      [own],
    ))[0] as typeof mine
  mine = await members(true)
  other = await members(false)
})
afterAll(() => app?.stop())

const open = (page: Page) => page.locator('.ant-drawer-open').getByRole('dialog')
const recordOf = (page: Page) => new URL(page.url()).searchParams.get('record')

test('a record has an address: Back closes it, the neighbours keep it true, and the switch to a whole page is remembered', async () => {
  const { context, page, problems } = await app.signedIn('jiamingshi')
  await page.goto(`${app.url}${LIST}?memberStatus=normal`)
  const rows = page.locator('tr[data-row]')
  await rows.first().waitFor()
  await rows.first().getByRole('button').first().click()
  await open(page).waitFor()
  const first = recordOf(page)
  expect(first).toMatch(/^\d+$/)
  await open(page).getByRole('button', { name: '下一条' }).click()
  await until(() => recordOf(page) !== first, 'the address names the next record')
  expect(new URL(page.url()).searchParams.get('memberStatus')).toBe('normal')
  await page.goBack()
  await until(async () => (await open(page).count()) === 0, 'Back closes the record')
  expect(page.url()).toBe(`${app.url}${LIST}?memberStatus=normal`)
  // Closed by hand, the entry of the history is given back: Back leads out of the list.
  await rows.nth(1).getByRole('button').first().click()
  await open(page).waitFor()
  await page.keyboard.press('Escape')
  await until(() => recordOf(page) === null, 'the address is the list’s again')
  await rows.nth(1).getByRole('button').first().click()
  const kept = page.waitForResponse((r) => r.url().endsWith('savePreference') && (r.request().postDataJSON() as { key: string }).key === 'record')
  await open(page).getByRole('button', { name: '展开为整页' }).click()
  await until(async () => ((await open(page).boundingBox())?.width ?? 0) > 1300, 'the record takes the whole width')
  await kept
  await page.reload()
  await open(page).getByRole('button', { name: '收起为侧栏' }).waitFor()
  await until(async () => ((await open(page).boundingBox())?.width ?? 0) > 1300, 'it does so again')
  expect(problems).toEqual([])
  await context.close()
})

test('the address sent to a colleague opens the record after signing in; for who may not see it, it is not there', async () => {
  const { context, page, problems } = await app.newPerson()
  await page.goto(`${app.url}${LIST}?memberStatus=normal&record=${other.member_id}`)
  await signInByHand(page, 'jiamingshi')
  await open(page).getByText(other.member_name).first().waitFor()
  expect(new URL(page.url()).searchParams.get('memberStatus')).toBe('normal')
  await context.close()
  const colleague = await app.signedIn('zhenjingban')
  await colleague.page.goto(`${app.url}${LIST}?record=${other.member_id}`)
  await open(colleague.page).getByText('会员可能已删除，或不在您的数据范围内。').waitFor()
  await colleague.page.goto(`${app.url}${LIST}?record=${mine.member_id}`)
  await open(colleague.page).getByText(mine.member_name).first().waitFor()
  expect([...problems, ...colleague.problems]).toEqual([])
  await colleague.context.close()
})

test('a kept tab keeps what was typed in its form and what was chosen in its list', async () => {
  const { context, page, problems } = await app.signedIn('jiamingshi')
  for (const [path, button, field, title] of [
    ['/memberManage/memberList', '新增会员', '备注', '会员列表'],
    ['/memberManage/joinAudit', '新增入会申请', '申请单位', '入会申请审核'],
  ] as const) {
    await page.goto(app.url + path)
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    const rows = page.locator('tr[data-row]:visible')
    await rows.first().getByRole('checkbox').check()
    await page.getByRole('button', { name: button }).click()
    await open(page).getByLabel(field).fill('写到一半')
    await byPalette(page, '公司管理', '公司管理')
    await page.getByRole('heading', { name: '公司管理', exact: true }).waitFor()
    await byPalette(page, title, title)
    await open(page).getByLabel(field).waitFor()
    expect(await open(page).getByLabel(field).inputValue()).toBe('写到一半')
    expect(await rows.first().locator('input[type=checkbox]').isChecked()).toBe(true)
  }
  expect(problems).toEqual([])
  await context.close()
})

test('the page of a record tells its process; a note names a colleague, whose notice leads to the record', async () => {
  const { context, page, problems } = await app.signedIn('jiamingshi')
  await page.goto(`${app.url}/memberManage/joinAudit?applyStatus=secondReview`)
  await page.locator('tr[data-row]').first().getByRole('button').first().click()
  const process = open(page).getByRole('region', { name: '办理过程' })
  // What is behind with its opinion, where it stands and who may act, and what is ahead; the rows of reviewers are gone.
  await process.getByText('初审通过').waitFor()
  await process.getByText(/审核意见：材料齐全/).waitFor()
  await process.locator('[aria-current=step]').getByText('待复审').waitFor()
  await process.getByText(/已等待/).waitFor()
  await process.getByText('已批准', { exact: true }).waitFor()
  expect(await open(page).getByText('初审意见', { exact: true }).count()).toBe(0)
  const folded = open(page).getByRole('button', { name: /^另有 \d+ 项未填$/ })
  await folded.click()
  await open(page).getByRole('button', { name: /^收起未填的 \d+ 项$/ }).waitFor()

  const timeline = open(page).getByRole('region', { name: '动态' })
  await timeline.scrollIntoViewIfNeeded()
  await timeline.getByLabel('备注').pressSequentially('请看 @甄')
  await page.getByRole('menuitem', { name: /甄经办/ }).or(page.locator('.ant-mentions-dropdown-menu-item', { hasText: '甄经办' })).first().click()
  await timeline.getByText('将通知：甄经办').waitFor()
  await timeline.getByLabel('备注').pressSequentially('核对承诺书')
  await timeline.getByRole('button', { name: '添加备注' }).click()
  await timeline.getByText('核对承诺书').waitFor()
  await timeline.getByRole('button', { name: '撤回' }).waitFor()
  const record = recordOf(page)
  await context.close()

  const colleague = await app.signedIn('zhenjingban')
  await colleague.page.goto(`${app.url}/personal/message`)
  await colleague.page.getByText('贾明示在备注中提醒您').first().waitFor()
  const [notice] = await app.sql<{ link: string }>(`select link from notification n join sys_user u using (user_id) where u.login_name = 'zhenjingban' and n.title = $1`, ['贾明示在备注中提醒您'])
  expect(notice?.link).toContain(`record=${record}`)
  await colleague.page.goto(`${app.url}${notice?.link ?? ''}`)
  const notes = open(colleague.page).getByRole('region', { name: '动态' })
  await notes.scrollIntoViewIfNeeded()
  await notes.getByText('核对承诺书').waitFor()
  expect([...problems, ...colleague.problems]).toEqual([])
  await colleague.context.close()
})

test('a notice and a mailed address name the view: they open the record wherever the menu has its list by then', async () => {
  const { context, page, problems } = await app.signedIn('jiamingshi')
  await app.sql(
    `insert into notification (user_id, title, content, link) select user_id, v.title, '请办理。', v.link from sys_user, (values ('新的通知', $1), ('以前的通知', $2)) v (title, link) where login_name = 'jiamingshi'`,
    [`/go/member/MemberList?record=${other.member_id}`, `${LIST}?record=${other.member_id}`],
  )
  const notice = async (title: string) => {
    await page.goto(app.url)
    await page.getByRole('button', { name: /^通知/ }).click()
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
    await open(page).getByText(other.member_name).first().waitFor()
  }
  await notice('以前的通知')
  // An administrator moves the entry: what names the view follows.
  await app.sql(`update menu set menu_path = '/memberManage/moved' where menu_link = 'member/MemberList'`)
  await notice('新的通知')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/memberManage/moved?record=${other.member_id}`)
  await page.goto(`${app.url}/go/rbac/UserList`)
  await page.getByText('您的菜单中没有此功能').waitFor()
  expect(problems).toEqual([])
  await context.close()
  const stranger = await app.newPerson()
  await stranger.page.goto(`${app.url}/go/member/MemberList?record=${other.member_id}`)
  await signInByHand(stranger.page, 'jiamingshi')
  await open(stranger.page).getByText(other.member_name).first().waitFor()
  expect(new URL(stranger.page.url()).pathname).toBe('/memberManage/moved')
  await app.sql(`update menu set menu_path = $1 where menu_link = 'member/MemberList'`, [LIST])
  expect(stranger.problems).toEqual([])
  await stranger.context.close()
})
