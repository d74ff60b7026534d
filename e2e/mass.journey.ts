import { createSms } from '@assoc/contract/message/message'
import { openList, rowOf, SLOW } from './lists'
import { startConsole, type Console } from './harness'
import { chooseTemplate, registerTemplates } from './messages'
import { countCalls, letSignIn, until } from './steps'

// A text message to all members that a filter matches: many, so that somebody else has to agree.

let app: Console
const TEXT = '群发旅程：会员大会定于下月召开，请关注通知。'
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'zhenjingban', 'jiamingshi')
  await registerTemplates(app, { 群发旅程: TEXT })
})
afterAll(() => app?.stop())

const sent = () => app.sql<{ message_id: string; s: string }>('select message_id, msg_status as s from message where content = $1', [TEXT])

test('members chosen on two pages, then all that match: the preview says how many and what it costs, two presses make one message, and another person agrees', async () => {
  const { context, page, problems } = await app.signedIn('zhenjingban')
  await openList(page, app, '/memberManage/memberList?memberStatus=normal&pageSize=20', '会员列表')
  const total = Number((await page.getByText(/^共 [\d,]+ 条$/).innerText()).replace(/\D/g, ''))
  expect(total).toBeGreaterThan(200)
  const row = (at: number) => page.locator('tr[data-row]').nth(at)
  await row(0).getByRole('checkbox').check()
  await page.getByTitle('2', { exact: true }).click()
  await until(() => new URL(page.url()).searchParams.get('page') === '2', 'the second page', SLOW)
  await row(0).waitFor({ timeout: SLOW })
  await row(0).getByRole('checkbox').check()
  await page.getByText('（其中 1 条在其他页）').waitFor({ timeout: SLOW })
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: /^选择全部 [\d,]+ 条符合条件的记录$/ }).click()
  await page.getByRole('button', { name: '发短信' }).click()
  await page.getByText(`符合筛选条件的全部会员的在任联系人和个人会员本人，选择时共 ${total} 个会员；发送时按同一条件重新查找`).waitFor({ timeout: SLOW })
  await chooseTemplate(page, '群发旅程')
  await page.getByRole('button', { name: '预览并发送' }).click()
  const preview = page.getByRole('dialog', { name: '短信预览' })
  await preview.getByText('【示例协会】').first().waitFor({ timeout: SLOW })
  const text = (await preview.innerText()).replace(/\s+/g, ' ')
  const shown = (label: string) => Number(new RegExp(`${label} ([\\d,.]+)`).exec(text)?.[1]?.replace(/,/g, ''))
  const going = shown('将发送')
  expect(going).toBeGreaterThan(200)
  expect(shown('收件人')).toBe(going + shown('跳过'))
  expect(shown('计费条数')).toBe(going)
  const cost = shown('预计费用')
  expect(cost).toBeGreaterThan(0)
  await preview.getByText('收件人超过 200 个，须由其他人批准后发送。').waitFor()
  const calls = countCalls(page, createSms.path)
  await preview.getByRole('button', { name: '提交审批' }).dblclick()
  await page.getByRole('heading', { name: '短信列表' }).waitFor({ timeout: SLOW })
  expect(calls.count).toBe(1)
  expect((await sent()).map((m) => m.s)).toEqual(['approval'])
  // 分 a part, as it was agreed for this message.
  const [kept] = await app.sql<{ fen: number }>('select (part_count * part_price)::float8 as fen from message where content = $1', [TEXT])
  expect(kept?.fen).toBe(Math.round(cost * 100))

  const lead = await app.signedIn('jiamingshi')
  await openList(lead.page, app, `/textMessageManagement/messageList?keyword=${encodeURIComponent('群发旅程')}`, '短信列表')
  await rowOf(lead.page, '群发旅程').getByRole('button', { name: '批准发送', exact: true }).click()
  await lead.page.getByRole('dialog', { name: /^批准发送短信/ }).getByRole('button', { name: '批准发送' }).click()
  await until(async () => (await sent())[0]?.s === 'kept', 'everybody was gone through: no provider is connected', SLOW * 2)
  expect(await app.sql(`select count(*)::int as n, count(distinct target)::int as numbers from message_recipient where message_id = $1 and recipient_status = 'kept'`, [(await sent())[0]?.message_id])).toEqual([{ n: going, numbers: going }])
  expect([...problems, ...lead.problems]).toEqual([])
  await context.close()
  await lead.context.close()
})
