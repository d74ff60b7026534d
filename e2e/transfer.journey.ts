import { memberTransfer } from '@assoc/contract/member/transfer'
import { COMPANIES, choose, drawer, openCompanies } from './companies'
import { startConsole, type Console } from './harness'
import { countCalls, countClicks, letSignIn, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

const TRANSFERS = '/memberManage/memberTransfer'
const PDF = { name: '理事会决议.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 决议') }

/** A clerk of the demo with a plain member of theirs that has neither a transfer nor a case, and the head of their department. */
async function people() {
  const [member] = await app.sql<{ member_id: string; member_no: string; login: string; category_id: string }>(
    `select m.member_id, m.member_no, u.login_name as login, m.category_id from member m join sys_user u on u.user_id = m.create_by join member_category g using (category_id)
     where m.member_status = 'normal' and not m.deleted and m.join_date < '2025-01-01' and g.category_name = '会员单位' and not exists (select 1 from member_transfer t where t.member_id = m.member_id)
       and not exists (select 1 from member_withdraw w where w.member_id = m.member_id) order by m.member_id desc limit 1`,
  )
  const [head] = await app.sql<{ login: string }>(
    `select u.login_name as login from sys_user u join user_role ur using (user_id) join role r using (role_id) where r.role_code = 'MEMBER_LEAD' order by u.user_id limit 1`,
  )
  if (!member || !head) throw new Error('the demo has nobody for this journey')
  await letSignIn(app, member.login, head.login)
  return { member, head: head.login }
}

test('a transfer is asked for, approved by another person, and undone within the notice', async () => {
  const { member, head } = await people()
  const category = async () => (await app.sql<{ category_id: string }>('select category_id from member where member_id = $1', [member.member_id]))[0]?.category_id

  const clerk = await app.signedIn(member.login)
  await clerk.page.goto(app.url + TRANSFERS)
  await clerk.page.getByRole('button', { name: '新增会籍转移' }).first().click()
  const form = drawer(clerk.page, '新增会籍转移')
  await form.getByLabel('会员', { exact: true }).fill(member.member_no)
  await clerk.page.locator('.ant-select-item-option').filter({ hasText: member.member_no }).first().click()
  await choose(clerk.page, form, '转移类型', '类别调整')
  // The first day of the next fee year stands there by itself.
  await until(async () => (await form.getByLabel('生效日期').inputValue()).endsWith('-01-01'), 'the day is suggested')
  expect(await form.getByLabel('承继公司').isVisible()).toBe(false)
  await choose(clerk.page, form, '调整后类别', '理事单位')
  await form.getByLabel('生效日期').fill('2026-01-05')
  await form.getByLabel('生效日期').press('Enter')
  await form.locator('input[type=file]').setInputFiles(PDF)
  await form.getByText('理事会决议.pdf').waitFor()
  await form.getByRole('button', { name: /保\s?存/ }).click()
  const row = (page: typeof clerk.page) => page.getByRole('row').filter({ hasText: member.member_no })
  await form.waitFor({ state: 'hidden', timeout: 60_000 })
  const ask = async (page: typeof clerk.page, label: string) => {
    await row(page).getByRole('button', { name: label, exact: true }).click()
    const question = page.getByRole('dialog', { name: new RegExp(`^${label}会籍转移`) })
    await question.getByRole('button', { name: new RegExp(`^${[...label].join('\\s?')}$`) }).click()
    await question.waitFor({ state: 'hidden', timeout: 60_000 })
  }
  await ask(clerk.page, '提交审核')
  await row(clerk.page).getByText('待审核', { exact: true }).waitFor({ timeout: 60_000 })
  expect(await row(clerk.page).getByRole('button', { name: '批准' }).count()).toBe(0)

  const chief = await app.signedIn(head)
  await chief.page.goto(`${app.url}${TRANSFERS}?transferStatus=pending`)
  await ask(chief.page, '批准')
  // It has left the filtered list; the way back stands in the notice, by key as well.
  const notice = chief.page.getByRole('button', { name: '撤销（U）' })
  await notice.waitFor({ timeout: 60_000 })
  expect(await category()).not.toBe(member.category_id)
  await chief.page.keyboard.press('u')
  await until(async () => (await category()) === member.category_id, 'the category of before')
  await notice.waitFor({ state: 'hidden' })

  // Done once more with time running out: the notice goes by itself, and then its key undoes nothing.
  await app.sql(`update member_transfer set transfer_status = 'pending', version = version + 1 where member_id = $1`, [member.member_id])
  await chief.page.reload()
  await row(chief.page).waitFor({ timeout: 60_000 })
  await ask(chief.page, '批准')
  await notice.waitFor({ timeout: 60_000 })
  const shownAt = Date.now()
  await chief.page.mouse.move(5, 5)
  await notice.waitFor({ state: 'hidden', timeout: 60_000 })
  expect(Date.now() - shownAt).toBeGreaterThan(2_500)
  const calls = countCalls(chief.page, memberTransfer.change?.path ?? '')
  const effective = await category()
  expect(effective).not.toBe(member.category_id)
  await chief.page.keyboard.press('u')
  // Whatever the key had set going would have been sent before this list is asked for again.
  const listed = chief.page.waitForResponse((r) => new URL(r.url()).pathname.endsWith(memberTransfer.list.path), { timeout: 60_000 })
  await chief.page.goto(`${app.url}${TRANSFERS}?transferStatus=effective`)
  await listed
  await row(chief.page).getByText('已生效', { exact: true }).waitFor({ timeout: 60_000 })
  expect(await category()).toBe(effective)
  expect(calls.count).toBe(0)
  expect([...clerk.problems, ...chief.problems]).toEqual([])
  await clerk.context.close()
  await chief.context.close()
})

test('a company is merged, told beforehand what goes over, and the other one is found by its code', async () => {
  const companies = await app.sql<{ company_id: string; short_name: string; stock_code: string; people: string }>(
    `select c.company_id, c.short_name, c.stock_code, (select count(*) from contact p where p.company_id = c.company_id) as people from company c
     where not c.deleted and c.stock_code is not null and c.list_status = 'normal' and exists (select 1 from member m where m.company_id = c.company_id and m.member_status = 'normal' and not m.deleted) order by c.company_id limit 1 offset 50`,
  )
  const survivors = await app.sql<{ company_id: string; stock_code: string }>(
    `select company_id, stock_code from company c where not deleted and stock_code is not null and not exists (select 1 from member m where m.company_id = c.company_id) order by company_id desc limit 1`,
  )
  const [gone, into] = [companies[0], survivors[0]]
  if (!gone || !into) throw new Error('the demo has no such companies')
  const { context, page, problems } = await app.signedIn()
  const clicks = await countClicks(page)
  await openCompanies(page, app, `?keyword=${gone.stock_code}`)
  await page.getByRole('row').filter({ hasText: gone.stock_code }).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '合并到其他公司' }).click()
  const form = drawer(page, /^合并「/)
  await choose(page, form, '存续公司', into.stock_code)
  await form.getByText(new RegExp(`将转入：.*联系人 ${gone.people} 条.*会员 1 条`)).waitFor()
  await form.getByLabel('依据').fill('股东会决议')
  await form.getByRole('button', { name: /^合\s?并$/ }).click()
  await page.getByText('公司已合并').waitFor()
  const merged = clicks.count
  await page.goto(`${app.url}${COMPANIES}?keyword=${gone.stock_code}`)
  await page.getByRole('row').filter({ hasText: into.stock_code }).waitFor()
  expect((await app.sql('select 1 from member where company_id = $1', [into.company_id])).length).toBe(1)

  // Its history tells it, and takes it back.
  await page.getByRole('row').filter({ hasText: into.stock_code }).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '沿革与撤销' }).click()
  const history = drawer(page, '公司沿革')
  await history.getByText(new RegExp(`（${gone.stock_code}）并入本公司`)).waitFor()
  await history.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('dialog', { name: /^撤销公司沿革/ }).getByRole('button', { name: /撤\s?销/ }).click()
  await history.getByText('已撤销', { exact: true }).waitFor()
  // 更多, 合并, the other company opened and chosen, and the action; as many to take it back from the history.
  expect([merged, clicks.count]).toEqual([5, 9])
  expect((await app.sql('select 1 from member where company_id = $1', [gone.company_id])).length).toBe(1)
  expect(problems).toEqual([])
  await context.close()
})
