import { createSms } from '@assoc/contract/message/message'
import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { chooseTemplate, registerTemplates } from './messages'
import { countCalls, letSignIn, until } from './steps'

// Text messages to members: written for a filter, looked at, sent; agreed to by somebody else; the failed ones sent again.

let app: Console
let clerk: string
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'zhenjingban', 'jiamingshi')
  const [row] = await app.sql<{ user_id: string; dept_id: string }>(`select user_id, dept_id from sys_user where login_name = 'zhenjingban'`)
  clerk = row?.user_id ?? ''
  // Members of their own with a contact of a kind that few have, one of them without a number that can be reached.
  await app.sql(
    `with category as (insert into member_category (category_name, category_level) values ('旅程类别', 90) returning category_id),
     companies as (select company_id, row_number() over (order by company_id desc) as n from company c where not deleted
       and not exists (select 1 from member m where m.company_id = c.company_id) order by company_id desc limit 4),
     members as (insert into member (member_no, company_id, category_id, join_date, dept_id, create_by)
       select 'LC' || n, company_id, category_id, '2020-01-01', $1, $2 from companies, category returning company_id)
     insert into contact (company_id, name, post_type, mobile, contact_status, dept_id, create_by)
     select company_id, '甄旅程' || n, 'auditChair', case n when 4 then '12345' else '1990077000' || n end, 'serving', $1, $2 from companies`,
    [row?.dept_id, clerk],
  )
  await registerTemplates(app, { 旅程报送: '${姓名}您好，请${公司简称}报送审计资料。', 旅程群发: '旅程群发：会员大会下月召开。' })
})
afterAll(() => app?.stop())

const openWriting = async (page: Page) => {
  await page.goto(`${app.url}/textMessageManagement/writeText`)
  await page.getByRole('heading', { name: '写短信' }).waitFor()
}
const openList = async (page: Page, keyword: string) => {
  await page.goto(`${app.url}/textMessageManagement/messageList?keyword=${encodeURIComponent(keyword)}`)
  await page.getByText('共 1 条').waitFor()
}
const preview = (page: Page) => page.getByRole('dialog', { name: '短信预览' })
const statusOf = async (content: string) => (await app.sql<{ msg_status: string }>('select msg_status from message where content = $1', [content]))[0]?.msg_status
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a message to the people of a filter: kept over a reload, looked at, sent once, told by recipient', async () => {
  const { context, page, problems } = await app.signedIn('zhenjingban')
  await openWriting(page)
  const text = '${姓名}您好，请${公司简称}报送审计资料。'
  await chooseTemplate(page, '旅程报送')
  await page.getByLabel('职务类别').click()
  await page.getByTitle('审计委员会召集人').click()
  await page.getByLabel('短信内容').click()
  const saved = page.waitForResponse((r) => r.url().includes('saveDraft'))
  await page.getByLabel('另外填写手机号码').fill('19900770001\nabc')
  await saved
  await page.reload()
  await page.getByText(/^已恢复 .+ 未发送的内容$/).waitFor()
  expect(await page.getByLabel('短信内容').inputValue()).toBe(text)

  const [found] = await app.sql<{ total: string; good: string }>(
    `select count(*) as total, count(distinct mobile) filter (where mobile ~ '^1[3-9][0-9]{9}$') as good from contact c join member m using (company_id)
     where post_type = 'auditChair' and contact_status = 'serving' and not m.deleted and member_status in ('normal', 'suspended', 'leaving') and c.create_by = $1`,
    [clerk],
  )
  const total = Number(found?.total) + 2
  const good = Number(found?.good)
  await page.getByRole('button', { name: '预览并发送' }).click()
  await preview(page).getByText('【示例协会】').first().waitFor()
  expect(await preview(page).getByRole('row').filter({ hasText: '将发送' }).innerText()).toMatch(new RegExp(`收件人\\s+${total}\\s+将发送\\s+${good}\\s+跳过\\s+${total - good}`))
  await preview(page).getByRole('tab', { name: `跳过（${total - good}）` }).click()
  await preview(page).getByRole('cell', { name: '与前面的收件人重复' }).first().waitFor()
  expect(await app.sql('select 1 from message where content = $1', [text])).toEqual([])

  const calls = countCalls(page, createSms.path)
  await preview(page).getByRole('button', { name: /确认发送|提交审批/ }).click()
  await page.getByRole('heading', { name: '短信列表' }).waitFor()
  expect(calls.count).toBe(1)
  await until(async () => (await statusOf(text)) === 'kept', 'everybody was gone through: no provider is connected')
  await openList(page, '报送审计资料')
  await rowOf(page, '已留存').getByText(/^DX\d{12}$/).click()
  const detail = page.getByRole('dialog', { name: /^DX/ })
  await detail.getByText('甄旅程1', { exact: true }).first().waitFor()
  await detail.getByText('手机号码格式不正确').first().waitFor()
  await detail.getByText(/^尚未接入短信服务，\d+ 条已留存，没有发出$/).first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('above 200 recipients somebody else agrees; the writer cannot', async () => {
  const text = '旅程群发：会员大会下月召开。'
  const writer = await app.signedIn('jiamingshi')
  await openWriting(writer.page)
  await chooseTemplate(writer.page, '旅程群发')
  await writer.page.getByLabel('按条件选择在任联系人').uncheck()
  await writer.page.getByLabel('另外填写手机号码').fill(Array.from({ length: 201 }, (_, n) => `198${String(n).padStart(8, '0')}`).join('\n'))
  await writer.page.getByRole('button', { name: '预览并发送' }).click()
  await preview(writer.page).getByText('收件人超过 200 个，须由其他人批准后发送。').waitFor()
  await preview(writer.page).getByRole('button', { name: '提交审批' }).click()
  await writer.page.getByRole('heading', { name: '短信列表' }).waitFor()
  await openList(writer.page, '旅程群发')
  expect(await rowOf(writer.page, '旅程群发').getByRole('button', { name: '批准发送' }).count()).toBe(0)
  expect(await statusOf(text)).toBe('approval')
  await writer.context.close()

  const other = await app.signedIn()
  await openList(other.page, '旅程群发')
  await rowOf(other.page, '旅程群发').getByRole('button', { name: '批准发送' }).click()
  await other.page.getByRole('dialog', { name: /^批准发送短信/ }).getByRole('button', { name: '批准发送' }).click()
  await until(async () => (await statusOf(text)) === 'kept', 'it was gone through after it was agreed to')
  expect(await app.sql(`select count(*)::int as n, count(distinct target)::int as people from message_recipient r join message m using (message_id) where m.content = $1 and recipient_status = 'kept'`, [text])).toEqual([{ n: 201, people: 201 }])
  expect(other.problems).toEqual([])
  await other.context.close()
})

test('only the failed ones are sent again, the unknown ones stay as they are', async () => {
  const [message] = await app.sql<{ message_id: string; msg_no: string }>(
    `select message_id, msg_no from message where channel = 'sms' and msg_status = 'partly' and exists (select 1 from message_recipient r where r.message_id = message.message_id and recipient_status = 'unknown') order by message_id limit 1`,
  )
  const counts = async () => Object.fromEntries((await app.sql<{ s: string; n: number }>('select recipient_status as s, count(*)::int as n from message_recipient where message_id = $1 group by 1', [message?.message_id])).map((r) => [r.s, r.n]))
  const before = await counts()
  const { context, page, problems } = await app.signedIn('jiamingshi')
  await openList(page, message?.msg_no ?? '')
  await page.getByRole('button', { name: '重发失败的' }).click()
  await page.getByRole('dialog', { name: /^重发失败的短信/ }).getByRole('button', { name: '重发失败的' }).click()
  await until(async () => (await counts())['failed'] === undefined && (await counts())['queued'] === undefined, 'the failed ones were sent')
  expect(await counts()).toMatchObject({ unknown: before['unknown'], skipped: before['skipped'] })
  await until(async () => (await app.sql<{ s: string }>('select msg_status as s from message where message_id = $1', [message?.message_id]))[0]?.s === 'partly', 'it is told as partly, for some are unknown')
  expect(problems).toEqual([])
  await context.close()
})
