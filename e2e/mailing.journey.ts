import { createHmac } from 'node:crypto'
import { createSms, updateMail } from '@assoc/contract/message/message'
import type { Page } from 'playwright-core'
import { decoded, headerOf, startSmtpPeer, type SmtpPeer } from '../scripts/jest/smtp-peer.mjs'
import { startConsole, type Console } from './harness'
import { chooseTemplate, registerTemplates } from './messages'
import { countCalls, letSignIn, until } from './steps'

// Writing to people chosen in a list, going on with a draft, and the way off the list of a promotion.

let app: Console
let peer: SmtpPeer
const NAME = '甄邮程'
beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startConsole({ env: { SMTP_URL: peer.url } })
  await letSignIn(app, 'zhenjingban')
  const [clerk] = await app.sql<{ user_id: string; dept_id: string }>(`select user_id, dept_id from sys_user where login_name = 'zhenjingban'`)
  // Enough contacts of one name for three pages of ten.
  await app.sql(
    `insert into contact (company_id, name, post_type, mobile, email, contact_status, dept_id, create_by)
     select company_id, $1 || n, 'affairs', '1990066' || lpad(n::text, 4, '0'), 'youcheng' || n || '@example.com', 'serving', $2, $3
     from (select company_id, row_number() over (order by company_id) as n from company where not deleted limit 25) c`,
    [NAME, clerk?.dept_id, clerk?.user_id],
  )
  await registerTemplates(app, { 邮程三人: '邮程三人：请于周五前回执。', 邮程全体: '邮程全体：请于周五前回执。' })
})
afterAll(async () => {
  await app?.stop()
  await peer?.close()
})

const openContacts = async (page: Page, pageNo = 1) => {
  await page.goto(`${app.url}/memberManage/contactList?keyword=${encodeURIComponent(NAME)}&pageSize=10&page=${pageNo}`)
  await page.getByText('共 25 条').waitFor()
}
const check = (page: Page, place: number) => page.getByRole('row').filter({ hasText: NAME }).nth(place).getByRole('checkbox').check()
const preview = (page: Page) => page.getByRole('dialog', { name: '短信预览' })
const message = async (content: string) => (await app.sql<{ message_id: string; msg_status: string; n: number }>(`select message_id, msg_status, (select count(*)::int from message_recipient r where r.message_id = m.message_id and recipient_status = 'kept') as n from message m where content = $1`, [content]))[0]

test('contacts chosen on two pages, then all that match, get a text message each, once', async () => {
  const { context, page, problems } = await app.signedIn('zhenjingban')
  await openContacts(page)
  await check(page, 0)
  await check(page, 1)
  await page.getByTitle('2', { exact: true }).click()
  await until(async () => new URL(page.url()).searchParams.get('page') === '2', 'the second page')
  // Until the second page is there the rows of the first one stand, of which the first is chosen already.
  const first = page.getByRole('row').filter({ hasText: NAME }).first()
  await until(async () => !(await first.getByRole('checkbox').isChecked()), 'the rows of the second page')
  await check(page, 0)
  await page.getByText(/（其中 2 条在其他页）/).waitFor()
  await page.getByRole('button', { name: '发短信' }).click()
  await page.getByText('已选 3 位联系人').waitFor()
  await chooseTemplate(page, '邮程三人')
  await page.getByRole('button', { name: '预览并发送' }).click()
  await preview(page).getByText('【示例协会】').first().waitFor()
  expect(await preview(page).getByRole('row').filter({ hasText: '将发送' }).innerText()).toMatch(/收件人\s+3\s+将发送\s+3\s+跳过\s+0/)
  await preview(page).getByRole('button', { name: '返回修改' }).click()
  // Taken away, nobody is left; chosen anew as all that match, they are found again when it is sent.
  const saved = page.waitForResponse((r) => r.url().includes('saveDraft'))
  await page.getByRole('button', { name: /^移\s?除$/ }).click()
  await page.getByText('已选 3 位联系人').waitFor({ state: 'detached' })
  await saved

  await openContacts(page)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '选择全部 25 条符合条件的记录' }).click()
  await page.getByRole('button', { name: '发短信' }).click()
  await page.getByText(/^符合筛选条件的全部联系人，选择时共 25 位/).waitFor()
  // What was typed before stands there again.
  await until(async () => (await page.getByLabel('短信内容').inputValue()) === '邮程三人：请于周五前回执。', 'the text is kept')
  await chooseTemplate(page, '邮程全体')
  const calls = countCalls(page, createSms.path)
  await page.getByRole('button', { name: '预览并发送' }).click()
  await preview(page).getByText('【示例协会】').first().waitFor()
  await preview(page).getByRole('button', { name: '确认发送' }).dblclick()
  await page.getByRole('heading', { name: '短信列表' }).waitFor()
  expect(calls.count).toBe(1)
  await until(async () => (await message('邮程全体：请于周五前回执。'))?.msg_status === 'kept', 'everybody was gone through: no provider is connected')
  expect(await message('邮程全体：请于周五前回执。')).toMatchObject({ n: 25 })
  expect(problems).toEqual([])
  await context.close()
})

test('a draft of a mail with a file is opened again, changed and sent; somebody faster is told', async () => {
  const { context, page, problems } = await app.signedIn('zhenjingban')
  await openContacts(page)
  await check(page, 0)
  await page.getByRole('button', { name: '发邮件' }).click()
  await page.getByText('已选 1 位联系人').waitFor()
  await page.getByLabel('邮件主题').fill('邮程草稿')
  await page.getByRole('textbox', { name: '邮件内容' }).fill('第一稿')
  await page.getByRole('region', { name: '内容' }).locator('input[type=file]').setInputFiles({ name: '会议议程.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n议程') })
  await page.getByRole('button', { name: '会议议程.pdf', exact: true }).waitFor()
  await page.getByRole('button', { name: '存为草稿' }).click()
  await page.getByRole('heading', { name: '邮件列表' }).waitFor()

  const row = page.getByRole('row').filter({ hasText: '邮程草稿' })
  await row.getByRole('button', { name: '修改' }).click()
  await page.getByRole('heading', { name: /^修改邮件 YJ\d{12}$/ }).waitFor()
  expect(await page.getByLabel('邮件主题').inputValue()).toBe('邮程草稿')
  await page.getByText('已选 1 位联系人').waitFor()
  await page.getByRole('button', { name: '会议议程.pdf', exact: true }).waitFor()
  await page.getByRole('textbox', { name: '邮件内容' }).fill('第二稿')
  // Somebody else saves first: they are told, and nothing typed is lost.
  await app.sql(`update message set version = version + 1 where subject = '邮程草稿'`)
  const calls = countCalls(page, updateMail.path)
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText(/此邮件已被其他人修改或提交/).waitFor()
  expect(await page.getByRole('textbox', { name: '邮件内容' }).innerText()).toBe('第二稿')
  await page.getByRole('button', { name: '载入最新内容' }).click()
  await page.getByRole('button', { name: '放弃并载入' }).click()
  await until(async () => (await page.getByRole('textbox', { name: '邮件内容' }).innerText()) === '第一稿', 'what is stored')
  await page.getByRole('textbox', { name: '邮件内容' }).fill('第三稿')
  await page.getByRole('button', { name: '预览并发送' }).click()
  const dialog = page.getByRole('dialog', { name: '邮件预览' })
  await dialog.getByText('第三稿').waitFor()
  await dialog.getByRole('button', { name: '确认发送' }).click()
  await page.getByRole('heading', { name: '邮件列表' }).waitFor()
  await until(() => peer.taken.length > 0, 'the mail has left')
  await until(async () => (await app.sql(`select 1 from message m join message_recipient r using (message_id) where m.content = '第三稿' and recipient_status = 'submitted'`)).length === 1, 'it counts as handed over')
  const [mail = ''] = peer.taken
  expect(peer.taken).toHaveLength(1)
  expect(decoded(headerOf(mail, 'Subject'))).toContain('邮程草稿')
  expect(headerOf(mail, 'To')).toMatch(/youcheng\d+@example\.com/)
  expect(mail).toContain(Buffer.from('%PDF-1.7\n议程').toString('base64'))
  expect(calls.count).toBe(2)
  expect(await app.sql(`select attachments -> 0 ->> 'fileName' as name from message where content = '第三稿'`)).toEqual([{ name: '会议议程.pdf' }])
  expect(problems).toEqual([])
  await context.close()
})

test('the link of a promotion asks once, and takes its recipient off the list', async () => {
  const [to] = await app.sql<{ message_id: string; recipient_id: string; target: string }>(
    `select r.message_id, r.recipient_id, r.target from message_recipient r join message m using (message_id)
     where m.channel = 'mail' and m.msg_kind = 'promotion' and r.recipient_status = 'submitted' and not exists (select 1 from opt_out o where o.address = r.target) limit 1`,
  )
  const [secret] = await app.sql<{ value: string }>(`select value from installation where key = 'secret'`)
  const told = `${to?.message_id}.${to?.recipient_id}`
  const seal = createHmac('sha256', Buffer.from(secret?.value ?? '', 'base64')).update(`mail-opt-out\n${told}`).digest('base64url')
  const { context, page, problems } = await app.newPerson()
  const list = () => app.sql('select source from opt_out where address = $1', [to?.target])
  await page.goto(`${app.url}/unsubscribe/${told}.${seal}`)
  await page.getByRole('heading', { name: '退订邮件' }).waitFor()
  expect(await list()).toEqual([])
  await page.getByRole('button', { name: '确认退订' }).click()
  await page.getByRole('heading', { name: '已退订' }).waitFor()
  expect(await list()).toEqual([{ source: 'link' }])
  expect(problems).toEqual([])
  await context.close()
  const staff = await app.signedIn()
  await staff.page.goto(`${app.url}/emailManagement/optOutList?address=${encodeURIComponent(to?.target ?? '')}`)
  await staff.page.getByText('共 1 条').waitFor()
  await staff.page.getByText(`${to?.target[0]}**@${to?.target.split('@')[1]}`).waitFor()
  await staff.context.close()
})
