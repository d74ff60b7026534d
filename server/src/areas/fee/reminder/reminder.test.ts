import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { richOf } from '@assoc/contract/core/rich-text'
import { dunning } from '@assoc/contract/fee/arrears'
import { previewReminders, reminderRule, selectReminderRuns } from '@assoc/contract/fee/reminder'
import { sql } from 'kysely'
import { decoded, headerOf, startSmtpPeer, type SmtpPeer } from '../../../../../scripts/jest/smtp-peer.mjs'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { runSending } from '../../message/message/sending'
import { addContact, buildAssociation, templateFor, type Association, type ContactInput } from '../../message/testing.repository'
import { runReminders } from './service'

// Bills are reminded of by themselves. A real SMTP server takes the mails.

const SENDER = ['fee:reminder:read', 'fee:reminder:update', 'fee:unpaid:read', 'message:mail:read', 'message:mail:write', 'message:sms:read', 'message:sms:write', 'message:send:submit', 'message:template:read']
const SCOPES = { fee: 'all', member: 'all', message: 'self' } as const

let smtp: SmtpPeer
let server: TestServer
let at: Association
let lead: Session & { roleId: string }
let templateId: string
beforeAll(async () => {
  smtp = await startSmtpPeer()
  server = await startTestServer({ env: { SERVER_ROLE: 'api', SMTP_URL: smtp.url, MAIL_FROM: 'office@association.example' } })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
})
beforeEach(async () => {
  const { db } = server.platform
  await asOwner(db, sql`truncate contact, member, dues_bill, message, message_recipient, message_template, reminder_rule, dunning, notification restart identity cascade`)
  smtp.taken.length = 0
  at = await buildAssociation(server)
  lead = await server.person({ name: '范主管', permits: SENDER, scopes: SCOPES, deptId: at.deptId })
  templateId = await mailTemplate('会费提醒', '${姓名}：贵公司尚有会费${待缴金额}元未缴，截止日为${待缴截止日}。')
})

async function mailTemplate(name: string, words: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into message_template (channel, template_name, subject, template_content, rich_content)
    values ('mail', ${name}, ${'${公司简称}会费'}, ${words}, ${JSON.stringify(richOf(words))}) returning template_id as id`.execute(server.platform.db)
  return rows[0]?.id ?? ''
}

/** So many days from today, `YYYY-MM-DD`. */
const inDays = (days: number): string => dayAfter(today(), days)

/** A contact whose member owes 1,234.56 元, to be paid within so many days. */
async function owing(days: number, given: ContactInput = {}) {
  const person = await addContact(server, at, { owed: 123_456, ...given })
  await sql`update dues_bill set due_date = ${inDays(days)}::date where member_id = (select m.member_id from member m join contact c using (company_id) where c.contact_id = ${person.contactId}::bigint)`.execute(server.platform.db)
  return person
}

const form = () => ({ ruleName: '到期前三十天', timing: 'before' as const, days: 30, channel: 'mail' as const, templateId, postTypes: [] })
async function rule(given: Partial<Omit<ReturnType<typeof form>, 'timing' | 'channel' | 'postTypes'>> & { timing?: 'before' | 'after'; channel?: 'mail' | 'sms'; postTypes?: ('liaison' | 'secretary')[] } = {}, as = lead): Promise<string> {
  // Who wrote a rule does not put it to use.
  const { ruleId } = await server.ok(reminderRule.insert, { ...form(), ...given })
  await server.ok(reminderRule.change, { ruleId, version: 1, verb: 'enable' }, { as })
  return ruleId
}
const run = (days = 0) => runReminders(server.platform, inDays(days))
const messages = async () => (await sql<{ id: string; no: string; status: string; targets: string[] }>`select message_id as id, msg_no as no, msg_status as status,
  array(select r.target from message_recipient r where r.message_id = g.message_id and r.recipient_status <> 'skipped' order by 1) as targets from message g order by message_id`.execute(server.platform.db)).rows
const targets = async () => (await messages()).map((m) => m.targets)
const runs = async (ruleId: string) => (await server.ok(selectReminderRuns, { ruleId }, { as: lead })).items

test('on its day a bill is reminded of, neither earlier nor twice; the mail tells amount and last day, and the log of reminders has it', async () => {
  const [first, second] = [await owing(30), await owing(31)]
  const ruleId = await rule()
  await run()
  await run()
  expect(await targets()).toEqual([[first.email]])
  const [message] = await messages()
  await runSending({ messageId: message?.id ?? '' }, server.platform, { mailsAMinute: 0 })
  expect(smtp.taken).toHaveLength(1)
  expect(decoded(headerOf(smtp.taken[0] ?? '', 'Subject'))).toBe(`${first.company}会费`)
  const [, month, day] = inDays(30).split('-').map(Number)
  const { facts } = await server.platform.db.selectFrom('message_recipient').select('facts').executeTakeFirstOrThrow()
  expect(facts).toMatchObject({ 欠费金额: '0.00', 缴费截止日: '', 待缴金额: '1,234.56', 待缴截止日: `${inDays(30).slice(0, 4)}年${month}月${day}日` })
  expect((await server.ok(dunning.list, {}, { as: lead })).items).toMatchObject([{ dunningWay: 'mail', dunningNote: `邮件 ${message?.no}`, unpaidTotal: 123_456, operator: '范主管' }])
  await run(1)
  await run(1)
  expect(await targets()).toEqual([[first.email], [second.email]])
  expect(await runs(ruleId)).toMatchObject([
    { runDay: inDays(1), memberCount: 1, unpaidTotal: 123_456, result: '已生成邮件' },
    { runDay: inDays(0), memberCount: 1, unpaidTotal: 123_456, msgNo: message?.no },
  ])
})

test('after the last day as well; days on which nobody ran it are made up for, what lay before it was put to use is not', async () => {
  const [before, due, next] = [await owing(-16), await owing(-15), await owing(-12)]
  await rule({ timing: 'after', days: 15 })
  await run(4)
  expect(await targets()).toEqual([[due.email, next.email].sort()])
  expect((await targets()).flat()).not.toContain(before.email)
})

test('who has paid, asks for a reduction, has left, or whose last day has passed meanwhile is left alone', async () => {
  const { db } = server.platform
  await owing(30, { memberStatus: 'left' })
  const [paid, asking, late] = [await owing(30), await owing(30), await owing(31)]
  const billOf = ({ contactId }: { contactId: string }) => sql`(select b.bill_id from dues_bill b join member m using (member_id) join contact c using (company_id) where c.contact_id = ${contactId}::bigint)`
  await sql`update dues_bill set bill_status = 'paid', paid_amount = payable_amount where bill_id = ${billOf(paid)}`.execute(db)
  await sql`insert into reduction (reduce_no, bill_id, reduce_type, reason_type, decision_by, reduce_status) values ('JM1', ${billOf(asking)}, 'full', 'disaster', 'council', 'approval')`.execute(db)
  const ruleId = await rule()
  await run()
  expect(await targets()).toEqual([])
  // Held up until after the last day: it would tell of a day that has passed.
  await run(40)
  expect(await targets()).toEqual([])
  // A deferral gives the bill another last day, of which they are reminded.
  await sql`update dues_bill set due_date = ${inDays(80)}::date where bill_id = ${billOf(late)}`.execute(db)
  await run(50)
  expect(await targets()).toEqual([[late.email]])
  await sql`update dues_bill set due_date = ${inDays(100)}::date where bill_id = ${billOf(late)}`.execute(db)
  await run(70)
  expect(await targets()).toEqual([[late.email], [late.email]])
  expect(await runs(ruleId)).toHaveLength(2)
})

test('two runs at once write one message; control: without the key of reminded bills there are two', async () => {
  const { db } = server.platform
  await owing(30)
  await rule()
  await Promise.all([run(), run()])
  expect(await messages()).toHaveLength(1)
  await asOwner(db, sql`truncate message, reminder_run, reminded_bill cascade`)
  await asOwner(db, sql`alter table reminded_bill drop constraint reminded_bill_pkey`)
  await sql`update reminder_rule set gone_to = ${inDays(-1)}::date`.execute(db)
  await Promise.all([run(), run()])
  const without = await messages()
  await asOwner(db, sql`truncate reminded_bill`)
  await asOwner(db, sql`alter table reminded_bill add primary key (rule_id, bill_id, due_date)`)
  expect(without).toHaveLength(2)
})

test('a rule that cannot write leaves nothing behind, says why once a day, and makes up for it', async () => {
  const { db } = server.platform
  const smsId = await templateFor(server, '${公司简称}尚欠会费${待缴金额}元')
  await owing(30)
  const ruleId = await rule({ channel: 'sms', templateId: smsId })
  await sql`update sms_quota set monthly_parts = 0 where dept_id = ${at.deptId}`.execute(db)
  await run()
  await run()
  expect(await messages()).toEqual([])
  expect(await runs(ruleId)).toMatchObject([{ runDay: inDays(0), msgNo: null, result: expect.stringContaining('额度只剩 0 条') }])
  const notices = () => db.selectFrom('notification').select(['user_id', 'title']).execute()
  expect(await notices()).toEqual([{ user_id: lead.userId, title: '自动提醒“到期前三十天”未能发出' }])
  await sql`update sms_quota set monthly_parts = 100 where dept_id = ${at.deptId}`.execute(db)
  await run(1)
  expect(await messages()).toMatchObject([{ status: 'queued' }])
  expect((await server.ok(reminderRule.list, {}, { as: lead })).items).toMatchObject([{ lastRunDay: inDays(1), lastResult: '提醒 1 个会员', sender: '范主管' }])
})

test('messages go out with the rights that their sender has now, and no further than they see', async () => {
  const { db } = server.platform
  const own = await owing(30)
  at = { ...(await buildAssociation(server)), categoryId: at.categoryId }
  const other = await owing(30)
  const narrow = await server.person({ name: '甄一部', permits: SENDER, scopes: { ...SCOPES, member: 'dept' }, deptId: (await db.selectFrom('sys_user').select('dept_id').where('user_id', '=', lead.userId).executeTakeFirstOrThrow()).dept_id ?? '' })
  await rule({ ruleName: '本部门' }, narrow)
  await run()
  expect(await targets()).toEqual([[own.email]])
  expect((await targets()).flat()).not.toContain(other.email)
  await sql`update sys_user set account_status = 'disabled' where user_id = ${narrow.userId}`.execute(db)
  await owing(31)
  await run(1)
  expect(await messages()).toHaveLength(1)
  const { items } = await server.ok(reminderRule.list, {}, { as: lead })
  expect(items[0]?.lastResult).toBe('未能提醒：发送人的账号已停用，请停用此规则后由他人重新启用')
  // Those hear of it who can put somebody else in their place.
  expect((await db.selectFrom('notification').select('user_id').where('title', '=', '自动提醒“本部门”未能发出').execute()).map((n) => n.user_id)).toContain(lead.userId)
  const { ruleId = '', version = 0 } = items[0] ?? {}
  const next = Number((await server.ok(reminderRule.change, { ruleId, version, verb: 'disable' }, { as: lead }))['version'])
  const without = await server.person({ permits: SENDER.filter((code) => code !== 'message:send:submit'), scopes: SCOPES })
  expect(await server.call(reminderRule.change, { ruleId, version: next, verb: 'enable' }, { as: without })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '启用后消息以您的名义发出，您没有“提交群发”的权限' })
  await server.ok(reminderRule.change, { ruleId, version: next, verb: 'enable' }, { as: lead })
  // What could not go out meanwhile does now.
  await run(2)
  expect(await messages()).toHaveLength(2)
  await sql`delete from role_permit where role_id = ${lead.roleId} and permit_id = (select permit_id from permit where permit_code = 'message:send:submit')`.execute(db)
  await owing(33)
  await run(3)
  expect((await server.ok(reminderRule.list, {}, { as: lead })).items[0]?.lastResult).toBe('未能提醒：发送人范主管已没有“提交群发”的权限，请停用此规则后由他人重新启用')
})

test('only contacts in the chosen posts are written to; a member that has none is told with the reason', async () => {
  const [liaison, secretary] = [await owing(30), await owing(30, { postType: 'secretary' })]
  await rule({ postTypes: ['secretary'] })
  await run()
  expect(await targets()).toEqual([[secretary.email]])
  const skipped = await server.platform.db.selectFrom('message_recipient').select(['company_name', 'reason']).where('recipient_status', '=', 'skipped').execute()
  expect(skipped).toEqual([{ company_name: liaison.company, reason: '没有所选职务的在任联系人' }])
  const second = await rule({ ruleName: '没有人', days: 29, postTypes: ['secretary'] })
  await owing(29)
  await run()
  expect(await runs(second)).toMatchObject([{ memberCount: 1, msgNo: null, result: '未能提醒：1 个会员都没有可以发送的收件人' }])
})

test('above two hundred recipients another person has to agree first', async () => {
  for (let i = 0; i < 201; i++) await owing(30)
  await rule()
  await run()
  expect(await messages()).toMatchObject([{ status: 'approval' }])
  expect((await targets())[0]).toHaveLength(201)
})

test('a preview tells whom it would remind on which day and what they would read, and writes nothing', async () => {
  const [soon] = [await owing(30), await owing(32), await owing(32), await owing(200)]
  const { ruleId } = await server.ok(reminderRule.insert, form())
  const { days, message } = await server.ok(previewReminders, { ruleId }, { as: lead })
  expect(days).toEqual([
    { day: inDays(0), members: 1, bills: 1, unpaidTotal: 123_456 },
    { day: inDays(2), members: 2, bills: 2, unpaidTotal: 246_912 },
  ])
  expect(message).toMatchObject({ willSend: 1, needsApproval: false, samples: [{ name: soon?.name, content: expect.stringContaining('1,234.56元') }] })
  expect(await messages()).toEqual([])
  const reader = await server.person({ permits: ['fee:reminder:update'], scopes: SCOPES })
  expect(await server.call(previewReminders, { ruleId }, { as: reader })).toMatchObject({ returnCode: CODE.forbidden })
  await server.ok(reminderRule.change, { ruleId, version: 1, verb: 'enable' }, { as: lead })
  await run()
  expect((await server.ok(previewReminders, { ruleId }, { as: lead })).days).toMatchObject([{ day: inDays(2), members: 2 }])
})

test('a rule is checked at its fields, and changed only while it is out of use', async () => {
  const other = await mailTemplate('简报', '${姓名}：本期简报已发布。')
  const refused = async (given: object) => {
    const answer = await server.call(reminderRule.insert, { ...form(), ...given }, { as: lead })
    return (answer.data as unknown as { fields: { path: string; message: string }[] }).fields
  }
  expect(await refused({ templateId: other })).toEqual([{ path: 'templateId', message: '模板中没有变量 ${待缴金额}，不能用于到期前的提醒' }])
  expect(await refused({ templateId: other, timing: 'after', days: 3 })).toEqual([{ path: 'templateId', message: '模板中没有变量 ${欠费金额}，不能用于催缴' }])
  expect(await refused({ channel: 'sms' })).toEqual([{ path: 'templateId', message: '该模板不是此渠道的模板' }])
  expect(await refused({ timing: 'after', days: 0 })).toEqual([{ path: 'days', message: '到期后的天数须大于 0' }])
  expect(await refused({ days: 366 })).toEqual([{ path: 'days', message: '天数不能大于 365' }])
  const ruleId = await rule()
  expect(await refused({})).toEqual([{ path: 'ruleName', message: '已有同名的规则' }])
  const { version, ...row } = await server.ok(reminderRule.read, { ruleId }, { as: lead })
  expect(row).toMatchObject({ moment: '到期前 30 天', templateName: '会费提醒', ruleStatus: 'enabled', abilities: ['disable'] })
  for (const call of [server.call(reminderRule.update, { ruleId, version, ...form(), days: 20 }, { as: lead }), server.call(reminderRule.remove, { ruleId, version }, { as: lead })]) {
    expect(await call).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '请先停用此规则，再修改或删除' })
  }
  const unused = await templateFor(server, '尚欠会费${待缴金额}元')
  await sql`update message_template set provider_code = null where template_id = ${unused}`.execute(server.platform.db)
  const { ruleId: sms } = await server.ok(reminderRule.insert, { ...form(), ruleName: '短信', channel: 'sms', templateId: unused })
  expect((await server.call(reminderRule.change, { ruleId: sms, version: 1, verb: 'enable' }, { as: lead })).returnMessage).toBe('该模板还没有服务商模板号，备案并登记模板号后才能用于发送')
})

test('the migration gives rules ahead of the last day a text of their own that tells what is to be paid', async () => {
  const { db } = server.platform
  const shared = await mailTemplate('老模板', '${姓名}：尚欠${欠费金额}元，${缴费截止日}前缴纳。')
  await sql`update message_template set subject = ${'欠费${欠费金额}元'} where template_id = ${shared}`.execute(db)
  await sql`insert into reminder_rule (rule_name, timing, days, channel, template_id) values ('前', 'before', 30, 'mail', ${shared}), ('后', 'after', 15, 'mail', ${shared}), ('新', 'before', 3, 'mail', ${templateId})`.execute(db)
  const migration = readFileSync(join(__dirname, '../migrations/202611231700_reminders_ahead.sql'), 'utf8')
  // A second time it finds nothing to do.
  for (let times = 0; times < 2; times++) await asOwner(db, sql.raw(migration))
  const { rows } = await sql<{ rule: string; name: string; text: string }>`select r.rule_name as rule, x.template_name as name, concat_ws(' ', x.subject, x.template_content, x.rich_content::text) as text
    from reminder_rule r join message_template x using (template_id) order by r.rule_id`.execute(db)
  expect(rows.map(({ rule, name }) => [rule, name])).toEqual([['前', `老模板（到期前 ${shared}）`], ['后', '老模板'], ['新', '会费提醒']])
  const [before, after] = rows
  expect(before?.text).not.toMatch(/欠费金额|缴费截止日/)
  expect(before?.text.match(/待缴金额/g)).toHaveLength(3)
  expect(after?.text.match(/欠费金额/g)).toHaveLength(3)
})
