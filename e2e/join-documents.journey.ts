import { today } from '@assoc/contract/core/day'
import { joinApply } from '@assoc/contract/member/join-apply'
import type { Locator, Page } from 'playwright-core'
import { chooseIn, dialog, openList, PDF, rowOf, SLOW } from './lists'
import { startConsole, type Console } from './harness'
import { countCalls, countClicks, letSignIn, until } from './steps'

// An application for membership with its documents, from the first file to the member and the first bill; four steps by four people.

let app: Console
/** A company of the register that is no member: the fee follows from its shares. */
let name: string
let code: string
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'zhenjingban', 'jiamingshi', 'zhenglingdao')
  const [company] = await app.sql<{ company_name: string; credit_code: string }>(
    `select company_name, credit_code from company c where not deleted and credit_code is not null and total_shares > 0 and list_status = 'normal' and not exists (select 1 from member m where m.company_id = c.company_id)
       and not exists (select 1 from join_apply a where a.credit_code = c.credit_code) order by company_id desc limit 1 offset 20`)
  if (!company) throw new Error('the demo has no company that could join')
  name = company.company_name
  code = company.credit_code
})
afterAll(() => app?.stop())

const FORM = '新增入会申请'
const TODAY = today()
const stored = async () => (await app.sql<{ s: string; n: number; member_id: string | null }>(`select apply_status as s, jsonb_array_length(coalesce(materials, '[]')) as n, member_id from join_apply where company_name = $1`, [name]))[0]
const open = (page: Page) => openList(page, app, `/memberManage/joinAudit?keyword=${encodeURIComponent(name)}`, '入会申请审核')
const slot = (form: Locator, item: string) => form.getByRole('region', { name: item, exact: true })
async function give(form: Locator, item: string, fileName: string): Promise<void> {
  await slot(form, item).locator('input[type=file]').setInputFiles(PDF(fileName))
  await slot(form, item).getByRole('button', { name: fileName, exact: true }).waitFor({ timeout: SLOW })
}
/** A step of the application's row, with the opinion that it asks for; answers why it was refused, nothing when it was not. */
async function step(page: Page, label: string, opinion?: string): Promise<string> {
  const row = rowOf(page, name)
  await row.getByRole('button').first().waitFor()
  const [direct, more] = [row.getByRole('button', { name: label, exact: true }), row.getByRole('button', { name: '更多' })]
  if (await direct.isVisible()) await direct.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
  }
  const question = dialog(page, new RegExp(`^${label.replace(/入会$/, '')}入会申请：`))
  if (opinion !== undefined) await question.getByRole('textbox').fill(opinion)
  await question.getByRole('button', { name: new RegExp(`^${[...label].join('\\s?')}$`) }).click()
  const alert = question.getByRole('alert')
  await until(async () => !(await question.isVisible()) || (await alert.isVisible()), `${label} is answered`, SLOW)
  if (!(await question.isVisible())) return ''
  const said = await alert.innerText()
  await question.getByRole('button', { name: /^取\s?消$/ }).click()
  return said
}

/** The question of a step, from the record's own page. */
async function openedFor(page: Page, label: string): Promise<Locator> {
  await openList(page, app, `/memberManage/joinAudit?keyword=${encodeURIComponent(name)}`, '入会申请审核')
  await rowOf(page, name).getByRole('button').first().click()
  await dialog(page, name).getByRole('button', { name: '下一条' }).waitFor({ timeout: SLOW })
  await dialog(page, name).getByRole('button', { name: label, exact: true }).first().click()
  return dialog(page, new RegExp(`^${label.replace(/入会$/, '')}入会申请：`))
}
const confirmed = (question: Locator, label: string) => question.getByRole('button', { name: label, exact: true }).click()

test('documents are checked at their slots and asked for at handing in; two reviews by different people, the meeting, and the member has their number and first bill', async () => {
  const [clerk, lead, admin] = [await app.signedIn('zhenjingban'), await app.signedIn('jiamingshi'), await app.signedIn()]
  const { page } = clerk
  await openList(page, app, '/memberManage/joinAudit', '入会申请审核')
  await page.getByRole('button', { name: FORM }).first().click()
  const form = dialog(page, FORM)
  await form.getByLabel('申请单位').fill(name)
  await form.getByLabel('统一社会信用代码').fill(code)
  await chooseIn(page, FORM, '申请类别', '会员单位')
  await form.getByLabel('申请人姓名').fill('甄入会')
  await form.getByLabel('申请人手机').fill('19900000077')
  // By its name, and by what is in it.
  const promise = slot(form, '承诺书')
  await promise.getByText('必传，尚未上传').waitFor()
  await promise.locator('input[type=file]').setInputFiles({ name: '承诺书.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG') })
  await promise.getByRole('alert').filter({ hasText: '只能上传 pdf 格式的文件' }).waitFor({ timeout: SLOW })
  await promise.locator('input[type=file]').setInputFiles({ name: '假承诺书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('GIF89a') })
  await promise.getByRole('alert').filter({ hasText: '文件内容与扩展名不符' }).waitFor({ timeout: SLOW })
  const made = countCalls(page, joinApply.insert?.path ?? '')
  await form.getByRole('button', { name: /^保\s?存$/ }).dblclick()
  await form.waitFor({ state: 'hidden', timeout: SLOW })
  // It begins without documents.
  expect([made.count, await stored()]).toEqual([1, { s: 'draft', n: 0, member_id: null }])
  await open(page)
  const change = dialog(page, /^修改入会申请/)
  const put = async (papers: readonly [item: string, fileName: string][]) => {
    await rowOf(page, name).getByRole('button', { name: '修改', exact: true }).click()
    for (const [item, fileName] of papers) await give(change, item, fileName)
  }
  const save = async () => {
    await change.getByRole('button', { name: /^保\s?存$/ }).click()
    await change.waitFor({ state: 'hidden', timeout: SLOW })
  }
  await put([['营业执照副本', '执照.pdf'], ['入会申请书', '申请书.pdf'], ['会员登记表', '登记表.pdf']])
  await save()

  // One is missing: told when it is handed in, and in the detail.
  expect(await step(page, '提交')).toMatch(/^材料还不齐全：承诺书尚未上传。/)
  await rowOf(page, name).getByRole('button').first().click()
  const detail = dialog(page, name)
  await detail.getByRole('region', { name: '材料' }).getByText('必传，尚未上传').waitFor({ timeout: SLOW })
  await page.keyboard.press('Escape')
  await put([['承诺书', '承诺书.pdf']])
  await slot(change, '营业执照副本').getByRole('button', { name: '执照.pdf', exact: true }).waitFor()
  await save()
  expect(await step(page, '提交')).toBe('')
  await rowOf(page, name).getByText('待初审', { exact: true }).waitFor({ timeout: SLOW })
  expect(await stored()).toEqual({ s: 'firstReview', n: 4, member_id: null })

  // From the open application to the member, by three people: their presses are counted. The first review verifies the mobile itself.
  const leader = await app.signedIn('zhenglingdao')
  const clicks = await Promise.all([lead, admin, leader].map((who) => countClicks(who.page)))
  const ask = await openedFor(lead.page, '初审通过')
  await ask.getByRole('textbox', { name: '审核意见' }).fill('材料齐全，同意')
  await confirmed(ask, '初审通过')
  await ask.getByText('请选择申请人手机核实').waitFor({ timeout: SLOW })
  await ask.getByRole('radio', { name: '电话核实' }).click()
  await confirmed(ask, '初审通过')
  await rowOf(lead.page, name).getByText('待复审', { exact: true }).waitFor({ timeout: SLOW })
  await lead.page.keyboard.press('Escape')
  await rowOf(lead.page, name).getByRole('button', { name: '复审通过（须由其他人办理）', exact: true }).waitFor({ timeout: SLOW })
  const second = await openedFor(admin.page, '复审通过')
  await second.getByRole('textbox').fill('同意初审意见')
  await confirmed(second, '复审通过')
  await rowOf(admin.page, name).getByText('待批准', { exact: true }).waitFor({ timeout: SLOW })

  // The approval asks for the meeting, its day and who represents the member; who has reviewed does not approve.
  await openList(lead.page, app, `/memberManage/joinAudit?keyword=${encodeURIComponent(name)}`, '入会申请审核')
  await rowOf(lead.page, name).getByRole('button', { name: '批准入会（须由其他人办理）', exact: true }).waitFor({ timeout: SLOW })
  const last = await openedFor(leader.page, '批准入会')
  await confirmed(last, '批准入会')
  await last.getByText('请填写审议会议').waitFor({ timeout: SLOW })
  await last.getByLabel('审议会议').fill('第三届理事会第十三次会议')
  await last.getByLabel('批准日期').fill(TODAY)
  await last.getByLabel('批准日期').press('Enter')
  await confirmed(last, '批准入会')
  await until(async () => (await stored())?.member_id != null, 'there is a member', SLOW)
  const [member] = await app.sql<{ member_no: string; short_name: string; bills: number; due: number }>(
    `select m.member_no, c.short_name, (select count(*)::int from dues_bill b where b.member_id = m.member_id) as bills, (select sum(unpaid_amount)::float8 from dues_bill b where b.member_id = m.member_id) as due
     from member m join company c using (company_id) where c.company_name = $1`, [name])
  expect(member).toMatchObject({ member_no: expect.stringMatching(/^M\d{9}$/), bills: 1 })
  expect(member?.due).toBeGreaterThan(0)
  const no = member?.member_no ?? ''
  const pressed = clicks.reduce((sum, { count }) => sum + count, 0)
  if (pressed > 15) throw new Error(`${pressed} presses from the open application to the member`)
  const [represented] = await app.sql<{ name: string; contact_status: string }>('select p.name, p.contact_status from member m join contact p on p.contact_id = m.representative_id where m.member_no = $1', [no])
  expect(represented).toEqual({ name: '甄入会', contact_status: 'serving' })
  await openList(lead.page, app, `/memberManage/memberList?keyword=${no}`, '会员列表')
  await rowOf(lead.page, no).getByText('正常', { exact: true }).waitFor({ timeout: SLOW })
  await openList(admin.page, app, `/feeManage/duesBill?keyword=${no}`, '年度会费账单')
  await rowOf(admin.page, name).getByText('待缴', { exact: true }).first().waitFor({ timeout: SLOW })
  // Who applied is in the company's list of people.
  await openList(lead.page, app, `/memberManage/contactList?keyword=${encodeURIComponent('甄入会')}`, '联系人管理')
  await rowOf(lead.page, '甄入会').first().waitFor({ timeout: SLOW })
  expect([...clerk.problems, ...lead.problems, ...admin.problems]).toEqual([])
  for (const { context } of [clerk, lead, leader, admin]) await context.close()
})
