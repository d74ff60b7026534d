import { renameCompany, splitCompany } from '@assoc/contract/member/company-change'
import { changeRequest } from '@assoc/contract/member/change-request'
import type { Page } from 'playwright-core'
import { creditCode, openCompanies } from './companies'
import { chooseIn, dialog, mark, openList, pick, rowOf, SLOW, stepOf } from './lists'
import { startConsole, type Console } from './harness'
import { countCalls, letSignIn, until } from './steps'

// A company gets a new name, another one comes out of it, and what is written of it changes on request, with another person's yes.

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'zhenjingban', 'jiamingshi')
})
afterAll(() => app?.stop())

interface Company {
  company_id: string
  stock_code: string
  short_name: string
  company_name: string
}
const stored = async ({ company_id: id }: Company) => (await app.sql<{ company_name: string; short_name: string; version: number; people: number }>('select company_name, short_name, version, (select count(*)::int from contact p where p.company_id = c.company_id) as people from company c where company_id = $1', [id]))[0]
const openPage = async (page: Page, companyId: string, title: string) => {
  await page.goto(`${app.url}/companyDetail?companyId=${companyId}`)
  await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor({ timeout: SLOW })
}
/** What stands beside a label on a company's page. */
const field = (page: Page, label: string) => page.locator(`xpath=//th[normalize-space()='${label}']/following-sibling::td[1]`).first()

async function reshape(page: Page, company: Company, entry: string): Promise<void> {
  await openCompanies(page, app, `?keyword=${company.stock_code}`)
  await rowOf(page, company.stock_code).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('a company is renamed in one window while another still has the old name: both are shown, what was typed stays, and the old names find it', async () => {
  const [company] = await app.sql<Company>(
    `select company_id, stock_code, short_name, company_name from company c where not deleted and stock_code is not null and list_status = 'normal' and company_type = 'listed'
       and exists (select 1 from member m where m.company_id = c.company_id) order by company_id limit 1 offset 30`)
  if (!company) throw new Error('the demo has no such company')
  const [first, second] = [await app.signedIn('jiamingshi'), await app.signedIn('jiamingshi')]
  const title = /^公司更名 · /
  await reshape(second.page, company, '更名')
  const late = dialog(second.page, title)
  await late.getByLabel('公司全称').fill('子虚后改名股份有限公司')
  await late.getByLabel('依据').fill('工商变更登记通知书')

  await reshape(first.page, company, '更名')
  const form = dialog(first.page, title)
  await form.getByLabel('公司全称').fill('子虚先改名股份有限公司')
  await form.getByLabel('公司简称').fill('子虚先改名')
  await form.getByLabel('依据').fill('股东会决议')
  const calls = countCalls(first.page, renameCompany.path)
  await form.getByRole('button', { name: /^更\s?名$/ }).dblclick()
  await form.waitFor({ state: 'hidden', timeout: SLOW })
  await rowOf(first.page, '子虚先改名').first().waitFor({ timeout: SLOW })
  expect(calls.count).toBe(1)

  await late.getByRole('button', { name: /^更\s?名$/ }).click()
  const conflict = dialog(second.page, '该记录已被他人修改')
  await conflict.waitFor({ timeout: SLOW })
  const differing = (await conflict.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split(/\s+/))
  expect(differing).toEqual([['公司全称', '子虚先改名股份有限公司', '子虚后改名股份有限公司'], ['公司简称', '子虚先改名', company.short_name]])
  await conflict.getByRole('button', { name: '返回继续编辑' }).click()
  expect([await late.getByLabel('公司全称').inputValue(), await late.getByLabel('依据').inputValue()]).toEqual(['子虚后改名股份有限公司', '工商变更登记通知书'])
  await late.getByRole('button', { name: /^更\s?名$/ }).click()
  await conflict.getByRole('button', { name: '按所选内容保存' }).click()
  await late.waitFor({ state: 'hidden', timeout: SLOW })
  // Of the short name, which they had not touched, what the other window saved.
  expect(await stored(company)).toMatchObject({ company_name: '子虚后改名股份有限公司', short_name: '子虚先改名' })

  for (const word of [company.short_name, company.company_name, '子虚先改名股份有限公司', company.stock_code]) {
    await openCompanies(first.page, app, `?keyword=${encodeURIComponent(word)}`)
    await rowOf(first.page, '子虚后改名股份有限公司').first().waitFor({ timeout: SLOW })
  }
  await openPage(first.page, company.company_id, '子虚先改名')
  await first.page.getByText(`${company.company_name}、子虚先改名股份有限公司`).or(first.page.getByText(`子虚先改名股份有限公司、${company.company_name}`)).first().waitFor({ timeout: SLOW })
  await first.page.getByText('全称由「子虚先改名股份有限公司」变更为「子虚后改名股份有限公司」').first().waitFor({ timeout: SLOW })
  expect([...first.problems, ...second.problems]).toEqual([])
  for (const { context } of [first, second]) await context.close()
})

test('a new company comes out of one: who speaks for a member stays until they are replaced, the others go along, and both pages tell it', async () => {
  const [company] = await app.sql<Company & { speaker: string; goes: string }>(
    `select c.company_id, c.stock_code, c.short_name, c.company_name, s.name as speaker, p.name as goes from company c join member m using (company_id) join contact s on s.contact_id = m.representative_id
       join contact p on p.company_id = c.company_id and p.contact_id not in (coalesce(m.representative_id, 0), coalesce(m.liaison_id, 0)) and p.name <> s.name
     where not c.deleted and not m.deleted and m.member_status = 'normal' and c.stock_code is not null order by c.company_id limit 1 offset 40`)
  if (!company) throw new Error('the demo has no such company')
  const before = await stored(company)
  const { context, page, problems } = await app.signedIn('jiamingshi')
  await reshape(page, company, '分立')
  const form = dialog(page, `公司分立 · ${company.short_name}`)
  const people = form.getByLabel('随迁联系人')
  const choose = async (name: string, wanted = true) => {
    await people.click()
    await mark(page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: `${name} · ` }).first(), wanted)
    await form.getByLabel('依据').click()
  }
  await form.getByLabel('新公司全称').fill('子虚分立出股份有限公司')
  await form.getByLabel('新公司简称').fill('子虚分立')
  await form.getByLabel('统一社会信用代码').fill(creditCode())
  await form.getByLabel('依据').fill('分立协议')
  await choose(company.speaker)
  const calls = countCalls(page, splitCompany.path)
  await form.getByRole('button', { name: /^分\s?立$/ }).click()
  await form.locator('.ant-form-item-explain-error').filter({ hasText: /会员代表或联络员，请先更换$/ }).waitFor({ timeout: SLOW })
  expect(await form.getByLabel('新公司全称').inputValue()).toBe('子虚分立出股份有限公司')
  expect(await app.sql(`select 1 from company where short_name = '子虚分立'`)).toEqual([])
  await choose(company.speaker, false)
  await choose(company.goes)
  await form.getByRole('button', { name: /^分\s?立$/ }).dblclick()
  await form.waitFor({ state: 'hidden', timeout: SLOW })
  expect(calls.count).toBe(2)
  const made = await app.sql<{ company_id: string; list_status: string; n: number }>(`select company_id, list_status, (select count(*)::int from contact p where p.company_id = c.company_id) as n from company c where short_name = '子虚分立'`)
  expect(made).toMatchObject([{ list_status: 'unlisted', n: 1 }])
  expect((await stored(company))?.people).toBe((before?.people ?? 0) - 1)
  await openPage(page, made[0]?.company_id ?? '', '子虚分立')
  await page.getByText(company.goes, { exact: true }).first().waitFor({ timeout: SLOW })
  await openPage(page, company.company_id, company.short_name)
  await page.getByText('分立出 子虚分立出股份有限公司，随迁联系人 1 人').first().waitFor({ timeout: SLOW })
  expect(problems).toEqual([])
  await context.close()
})

test('three changes of a company are asked for at once, one of them emptied; passed by another person they stand on its page', async () => {
  const [company] = await app.sql<Company>(
    `select company_id, stock_code, short_name, company_name from company c where not deleted and stock_code is not null and create_by = (select user_id from sys_user where login_name = 'zhenjingban')
       and not exists (select 1 from change_request r where r.target_type = 'company' and r.target_id::text = c.company_id::text) order by company_id limit 1 offset 60`)
  if (!company) throw new Error('the demo has no company of hers')
  const put = (legalRep: string) => app.sql(`update company set legal_rep = $2, office_address = '乌有路 1 号', company_phone = '010-55510001', version = version + 1 where company_id = $1`, [company.company_id, legalRep])
  await put('贾旧任')
  const title = '新增变更申请'
  const [clerk, again, lead] = [await app.signedIn('zhenjingban'), await app.signedIn('zhenjingban'), await app.signedIn('jiamingshi')]
  const begin = async (page: Page) => {
    await openList(page, app, '/soleManager/changeMsg', '变更信息管理')
    await page.getByRole('button', { name: title }).first().click()
    await chooseIn(page, title, '变更对象', '公司')
    await pick(page, title, '对象', company.stock_code, company.stock_code)
    return dialog(page, title)
  }
  const item = async (page: Page, n: number, label: string, value: string | null) => {
    const form = dialog(page, title)
    if (n > 1) await form.getByRole('button', { name: '再加一项' }).click()
    await chooseIn(page, title, `第 ${n} 项`, label)
    if (value !== null) await form.getByLabel(`${label}变更为`).fill(value)
  }
  const form = await begin(clerk.page)
  await item(clerk.page, 1, '法定代表人', '甄新任')
  await item(clerk.page, 2, '办公地址', '子虚大道 8 号')
  await item(clerk.page, 3, '公司电话', null)
  await form.getByText('现为：010-55510001').waitFor({ timeout: SLOW })
  // The same person has begun one of these in another window.
  const late = await begin(again.page)
  await item(again.page, 1, '法定代表人', '吴另议')
  const calls = countCalls(clerk.page, changeRequest.insert?.path ?? '')
  await form.getByRole('button', { name: /^保\s?存$/ }).dblclick()
  await form.waitFor({ state: 'hidden', timeout: SLOW })
  expect(calls.count).toBe(1)
  await late.getByRole('button', { name: /^保\s?存$/ }).click()
  await late.locator('.ant-form-item-explain-error').filter({ hasText: '法定代表人已有待审核的变更申请' }).waitFor({ timeout: SLOW })
  expect(await late.getByLabel('法定代表人变更为').inputValue()).toBe('吴另议')
  await again.context.close()

  const [request] = await app.sql<{ change_no: string; change_id: string }>(`select change_no, change_id from change_request where target_type = 'company' and target_id::text = $1 and change_status = 'pending'`, [company.company_id])
  const no = request?.change_no ?? ''
  const mine = rowOf(clerk.page, no)
  await mine.getByText('甄新任').waitFor({ timeout: SLOW })
  await mine.getByText('（空）').waitFor()
  expect(await mine.getByRole('button', { name: /^通过$|^驳回$/ }).count()).toBe(0)

  // Somebody writes one of them down meanwhile: what was asked for is not true any more, and nothing of it is written.
  await put('尤居间')
  await openList(lead.page, app, `/soleManager/changeMsg?keyword=${no}`, '变更信息管理')
  await rowOf(lead.page, no).getByRole('button', { name: '通过', exact: true }).click()
  const question = dialog(lead.page, /^通过变更申请/)
  await question.getByRole('button', { name: /^通\s?过$/ }).click()
  await question.getByRole('alert').filter({ hasText: '提交之后，法定代表人已变为「尤居间」，不能通过' }).waitFor({ timeout: SLOW })
  await question.getByRole('button', { name: /^取\s?消$/ }).click()
  expect(await app.sql('select legal_rep, office_address, company_phone from company where company_id = $1', [company.company_id])).toEqual([{ legal_rep: '尤居间', office_address: '乌有路 1 号', company_phone: '010-55510001' }])

  await put('贾旧任')
  await stepOf(lead.page, no, '通过', /^通过变更申请/)
  await rowOf(lead.page, no).getByText('已通过', { exact: true }).waitFor({ timeout: SLOW })
  await until(async () => (await app.sql(`select 1 from company where company_id = $1 and legal_rep = '甄新任' and office_address = '子虚大道 8 号' and company_phone is null`, [company.company_id])).length === 1, 'all three are written', SLOW)
  await openPage(lead.page, company.company_id, company.short_name)
  for (const [label, value] of [['法定代表人', '甄新任'], ['办公地址', '子虚大道 8 号'], ['公司电话', '—']] as const) await until(async () => (await field(lead.page, label).innerText()).trim() === value, `${label} is ${value}`, SLOW)
  expect([...clerk.problems, ...again.problems, ...lead.problems]).toEqual([])
  for (const { context } of [clerk, lead]) await context.close()
})
