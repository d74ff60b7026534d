import { dayAfter, today } from '@assoc/contract/core/day'
import { testMail } from '@assoc/contract/message/message'
import type { Page } from 'playwright-core'
import { decoded, headerOf, refusal, startSmtpPeer, type SmtpPeer } from '../scripts/jest/smtp-peer.mjs'
import { dialog, openList, rowOf, SLOW, stepOf } from './lists'
import { startConsole, type Console } from './harness'
import { chooseTemplate, registerTemplates } from './messages'
import { countCalls, letSignIn, until } from './steps'

// Mails as they are written, tried, put off, stopped and gone on with, over a real SMTP server; a month's quota that is used up.

let app: Console
let peer: SmtpPeer
const taken: string[] = []
/** Answers that the server keeps back while it is slow. */
const kept: (() => void)[] = []
let slow = false
let away = ''
const SMS = '额度旅程：年会资料请于周五前报送。'
beforeAll(async () => {
  peer = await startSmtpPeer({
    onRcptTo: ({ address }, _session, callback) => callback(address === away ? refusal(550, '5.1.1 no such mailbox') : null),
    onData(stream, _session, callback) {
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString()))
      stream.on('end', () => {
        taken.push(text)
        const answer = () => callback()
        if (slow) kept.push(answer)
        else answer()
      })
    },
  })
  app = await startConsole({ env: { SMTP_URL: peer.url } })
  await letSignIn(app, 'zhenjingban', 'jiamingshi')
  await registerTemplates(app, { 额度旅程: SMS })
})
afterAll(async () => {
  await app?.stop()
  await peer?.close()
})

const openWriting = async (page: Page) => {
  await page.goto(`${app.url}/emailManagement/writeEmail`)
  await page.getByRole('heading', { name: '写邮件' }).waitFor({ timeout: SLOW })
}
/** Writes a mail to typed addresses alone. */
async function write(page: Page, subject: string, addresses: readonly string[]): Promise<void> {
  await page.getByLabel('邮件主题').fill(subject)
  await page.getByRole('textbox', { name: '邮件内容' }).fill('请于周五前回执。')
  await page.getByLabel('按条件选择在任联系人').uncheck()
  await page.getByLabel('另外填写邮箱').fill(addresses.join('\n'))
}
const openMails = (page: Page, subject: string) => openList(page, app, `/emailManagement/emailList?keyword=${encodeURIComponent(subject)}`, '邮件列表')
const mails = (subject: string) => app.sql<{ message_id: string; s: string }>('select message_id, msg_status as s from message where subject = $1 order by message_id', [subject])
const statusOf = async (subject: string) => (await mails(subject))[0]?.s
const people = (subject: string) => app.sql<{ s: string; n: number }>('select recipient_status as s, count(*)::int as n from message_recipient r join message m using (message_id) where m.subject = $1 group by 1 order by 1', [subject])
/** Whom the mails of a subject went to, in the order in which the server took them. */
const takenOf = (subject: string) => taken.filter((mail) => decoded(headerOf(mail, 'Subject')) === subject).map((mail) => headerOf(mail, 'To')?.trim())
/** Ten in the morning, two days from now, as the field of time reads it. */
const later = () => `${dayAfter(today(), 2)} 10:00`

test('a trial reaches one address once, marked as such, however often Enter is pressed; a mail that was put off is taken back and never leaves', async () => {
  const { context, page, problems } = await app.signedIn('zhenjingban')
  await openWriting(page)
  await write(page, '试发旅程', ['shifa1@example.com', 'shifa2@example.com'])
  const trials = countCalls(page, testMail.path)
  await page.getByRole('button', { name: /^试\s?发$/ }).click()
  const trial = dialog(page, '试发')
  const address = trial.getByLabel('试发的邮箱')
  await address.fill('不是一个邮箱')
  await address.press('Enter')
  await trial.getByRole('alert').filter({ hasText: '邮箱格式不正确' }).waitFor({ timeout: SLOW })
  await address.fill('tongshi@example.com')
  await until(async () => (await trial.getByRole('button', { name: /^发\s?送$/ }).getAttribute('class'))?.includes('loading') === false, 'the first answer has come', SLOW)
  expect(trials.count).toBe(1)
  // The answer is long in coming, and they press again.
  let goOn: (() => void) | undefined
  const patience = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(`**${testMail.path}`, async (route) => (await patience, await route.continue()))
  for (let n = 0; n < 3; n++) await address.press('Enter')
  goOn?.()
  await trial.waitFor({ state: 'hidden', timeout: SLOW })
  await until(() => takenOf('[试发] 试发旅程').length > 0, 'the trial has arrived', SLOW)
  expect(trials.count).toBe(2)
  await until(async () => (await app.sql(`select 1 from outbox where recipient = 'tongshi@example.com' and outbox_status = 'sent'`)).length === 1, 'the outbox knows of it', SLOW)
  expect(takenOf('[试发] 试发旅程')).toEqual(['tongshi@example.com'])
  expect(await mails('试发旅程')).toEqual([])

  // Put off: the preview says until when, and the list has it waiting.
  const when = later()
  await page.getByLabel('定时发送').fill(when)
  await page.getByLabel('定时发送').press('Enter')
  await page.getByRole('button', { name: '预览并发送' }).click()
  const preview = dialog(page, '邮件预览')
  await preview.getByText(when, { exact: true }).waitFor({ timeout: SLOW })
  await preview.getByRole('button', { name: '确认定时发送' }).dblclick()
  await page.getByRole('heading', { name: '邮件列表' }).waitFor({ timeout: SLOW })
  await openMails(page, '试发旅程')
  await rowOf(page, '试发旅程').getByText('待发送', { exact: true }).waitFor({ timeout: SLOW })
  expect(await mails('试发旅程')).toHaveLength(1)
  await stepOf(page, '试发旅程', '取消发送', /^取消发送邮件/)
  await rowOf(page, '试发旅程').getByText('已取消', { exact: true }).waitFor({ timeout: SLOW })
  // Its hour comes all the same: the work is there, and finds nothing to do.
  const [put] = await mails('试发旅程')
  const jobs = () => app.sql(`select 1 from graphile_worker.jobs where key = 'message:send:' || $1`, [put?.message_id])
  await app.sql(`update message set schedule_time = now() - interval '1 minute' where subject = '试发旅程'`)
  await app.sql(`update graphile_worker._private_jobs set run_at = now() where key = 'message:send:' || $1`, [put?.message_id])
  await until(async () => (await jobs()).length === 0, 'the work of its hour is over', SLOW)
  expect([await statusOf('试发旅程'), await people('试发旅程'), takenOf('试发旅程')]).toEqual(['cancelled', [{ s: 'skipped', n: 2 }], []])

  // Pressed twice, it is copied once, and the draft opens.
  await rowOf(page, '试发旅程').getByRole('button', { name: '复制', exact: true }).dblclick()
  await page.getByRole('heading', { name: /^修改邮件 YJ\d{12}$/ }).waitFor({ timeout: SLOW })
  expect((await mails('试发旅程')).map((m) => m.s)).toEqual(['cancelled', 'draft'])
  expect(problems).toEqual([])
  await context.close()
})

test('a mailing to a slow server is paused and gone on with, one who was refused is tried alone: nobody has it twice', async () => {
  const { context, page, problems } = await app.signedIn('zhenjingban')
  const to = Array.from({ length: 9 }, (_, n) => `zanting${n + 1}@example.com`)
  away = to[8] ?? ''
  slow = true
  await openWriting(page)
  // What was put aside when the last mail was handed in is gone: the form is empty.
  expect(await page.getByLabel('邮件主题').inputValue()).toBe('')
  await write(page, '暂停旅程', to)
  await page.getByRole('button', { name: '预览并发送' }).click()
  await dialog(page, '邮件预览').getByRole('button', { name: '确认发送' }).dblclick()
  await page.getByRole('heading', { name: '邮件列表' }).waitFor({ timeout: SLOW })
  // As many as go at a time are in the server's hands, which does not answer.
  await until(() => kept.length === 4, 'four are at the server', SLOW)
  await openMails(page, '暂停旅程')
  await rowOf(page, '暂停旅程').getByText('发送中', { exact: true }).waitFor({ timeout: SLOW })
  await stepOf(page, '暂停旅程', '暂停', /^暂停邮件/)
  await rowOf(page, '暂停旅程').getByText('已暂停', { exact: true }).waitFor({ timeout: SLOW })
  slow = false
  for (const answer of kept.splice(0)) answer()
  await until(async () => (await people('暂停旅程')).some((r) => r.s === 'submitted' && r.n === 4), 'those in hand have arrived', SLOW)
  expect([await statusOf('暂停旅程'), await people('暂停旅程'), takenOf('暂停旅程').length]).toEqual(['paused', [{ s: 'queued', n: 5 }, { s: 'submitted', n: 4 }], 4])

  await stepOf(page, '暂停旅程', '继续', /^继续邮件/)
  await until(async () => (await statusOf('暂停旅程')) === 'partly', 'all were gone through', SLOW)
  expect(takenOf('暂停旅程').sort()).toEqual(to.slice(0, 8))
  away = ''
  await openMails(page, '暂停旅程')
  await rowOf(page, '暂停旅程').getByText('部分失败', { exact: true }).waitFor({ timeout: SLOW })
  await rowOf(page, '暂停旅程').getByText('1 个失败，可以重发').first().waitFor()
  await stepOf(page, '暂停旅程', '重发失败的', /^重发失败的邮件/)
  await until(async () => (await statusOf('暂停旅程')) === 'done', 'the last one has it', SLOW)
  expect(takenOf('暂停旅程').sort()).toEqual(to)
  expect(await people('暂停旅程')).toEqual([{ s: 'submitted', n: 9 }])
  expect(problems).toEqual([])
  await context.close()
})

test('a month’s quota that does not suffice is told before and at the moment of sending; the text stays, and goes out once there is more', async () => {
  const [dept] = await app.sql<{ dept_id: string; name: string; used: number }>(
    `select d.dept_id, d.dept_name as name, (select coalesce(sum(part_count), 0)::int from message m where m.dept_id = d.dept_id and m.msg_status not in ('draft', 'refused')
       and quota_month = to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM')) as used from sys_user u join dept d using (dept_id) where u.login_name = 'zhenjingban'`)
  if (!dept) throw new Error('the demo has no department of members')
  const [lead, writer] = [await app.signedIn('jiamingshi'), await app.signedIn('zhenjingban')]
  const allow = async (parts: number) => {
    await openList(lead.page, app, '/textMessageManagement/signQuota', '签名与额度')
    await rowOf(lead.page, dept.name).getByRole('button', { name: '修改', exact: true }).click()
    const form = dialog(lead.page, /^修改签名与额度/)
    await form.getByLabel('每月额度（条）').fill(String(parts))
    await form.getByRole('button', { name: /^保\s?存$/ }).click()
    await form.waitFor({ state: 'hidden', timeout: SLOW })
    await rowOf(lead.page, dept.name).getByRole('cell', { name: parts.toLocaleString('zh-CN'), exact: true }).first().waitFor({ timeout: SLOW })
  }
  const { page } = writer
  const preview = dialog(page, '短信预览')
  const sent = () => app.sql<{ s: string }>('select msg_status as s from message where content = $1', [SMS])
  const look = async () => {
    await page.getByRole('button', { name: '预览并发送' }).click()
    await preview.getByText('【示例协会】').first().waitFor({ timeout: SLOW })
  }
  await allow(dept.used + 1)
  await page.goto(`${app.url}/textMessageManagement/writeText`)
  await page.getByRole('heading', { name: '写短信' }).waitFor({ timeout: SLOW })
  await chooseTemplate(page, '额度旅程')
  await page.getByLabel('按条件选择在任联系人').uncheck()
  await page.getByLabel('另外填写手机号码').fill('19900880001\n19900880002\n19900880003')
  await look()
  await preview.getByText(/^额度不足：需要 3 条，剩余 1 条。/).waitFor()
  expect(await preview.getByRole('button', { name: '确认发送' }).isDisabled()).toBe(true)
  await preview.getByRole('button', { name: '返回修改' }).click()

  // There is enough when they look, and somebody else was faster when they send.
  await allow(dept.used + 3)
  await look()
  await app.sql('update sms_quota set monthly_parts = $1 where dept_id = $2', [dept.used + 2, dept.dept_id])
  await preview.getByRole('button', { name: '确认发送' }).click()
  await page.locator('.ant-form-item-explain-error').filter({ hasText: /^本次需要 3 条，\d{4}-\d\d 的额度只剩 2 条$/ }).waitFor({ timeout: SLOW })
  await preview.waitFor({ state: 'hidden', timeout: SLOW })
  expect(await sent()).toEqual([])
  await page.reload()
  await page.getByText(/^已恢复 .+ 未发送的内容$/).waitFor({ timeout: SLOW })
  expect([await page.getByLabel('短信内容').inputValue(), await page.getByLabel('另外填写手机号码').inputValue()]).toEqual([SMS, '19900880001\n19900880002\n19900880003'])
  await app.sql('update sms_quota set monthly_parts = $1 where dept_id = $2', [dept.used + 3, dept.dept_id])
  await look()
  await preview.getByRole('button', { name: '确认发送' }).dblclick()
  await page.getByRole('heading', { name: '短信列表' }).waitFor({ timeout: SLOW })
  await until(async () => (await sent())[0]?.s === 'kept', 'everybody was gone through: no provider is connected', SLOW)
  expect(await sent()).toHaveLength(1)
  expect([...lead.problems, ...writer.problems]).toEqual([])
  for (const { context } of [lead, writer]) await context.close()
})
