import { CODE } from '@assoc/contract'
import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { createMail, createSms, previewMail, previewSms, testSms } from '@assoc/contract/message/message'
import { smsMessage, smsRecipient } from '@assoc/contract/message/list'
import { memberResource } from '@assoc/contract/member/member'
import { selectFeeStat } from '@assoc/contract/member/statistics'
import { countDues } from '@assoc/contract/member/home'
import { selectDebtors } from '@assoc/contract/fee/arrears'
import { duesBill } from '@assoc/contract/fee/bill'
import { richOf } from '@assoc/contract/core/rich-text'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../test/harness'
import { billsDue } from '../fee/reminder/repository'
import { isOverdue } from '../member/api'
import { addContact, buildAssociation, EVERYBODY, settled, templateFor, WRITER, type Association } from './testing.repository'
import { fill, unknownVariable } from './variables'
import { runSending } from './message/sending'
import { validate, nextWithinHours, withinHours } from './message/rules'
import { lockQuota, takeParts, usedParts, monthOf } from './quota/repository'

let server: TestServer
let at: Association
let writer: Session
let head: Session
beforeAll(async () => {
  // No worker: what is handed in stays queued.
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await asOwner(server.platform.db, sql`truncate contact, member, dues_bill, message, message_recipient, opt_out restart identity cascade`)
  at = await buildAssociation(server)
  notice.templateId = await templateFor(server, notice.content)
  advertTemplate = await templateFor(server, ADVERT)
  const scopes = { message: 'dept', member: 'dept' } as const
  writer = await server.person({ permits: WRITER, scopes, deptId: at.deptId })
  head = await server.person({ permits: [...WRITER, 'message:send:approve'], scopes, deptId: at.deptId })
})

const notice = { msgKind: 'notice' as const, content: '会员大会将于下月召开，请留意通知。', templateId: null as string | null, audience: { contacts: EVERYBODY, extra: [] as string[] } }
const ADVERT = '培训班开始报名，拒收请回复R'
let advertTemplate: string
const tomorrowAt = (hour: number) => instantOf(`${dayAfter(today(), 1)} ${String(hour).padStart(2, '0')}:00`)
const promotion = (content = ADVERT) => ({ ...notice, msgKind: 'promotion' as const, content, templateId: advertTemplate, scheduleTime: tomorrowAt(10) })
const asMail = <T extends { content: string; templateId: string | null }>({ templateId: _ofText, content, ...given }: T) => ({ ...given, content: richOf(content), attachments: [] })
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields: { path: string; message: string }[] }).fields
const row = (messageId: string) => server.ok(smsMessage.read, { messageId }, { as: head })

test('recipients are serving contacts of standing members, once each, the others skipped with the reason', async () => {
  const first = await addContact(server, at)
  await addContact(server, at, { mobile: first.mobile })
  await addContact(server, at, { contactStatus: 'left' })
  await addContact(server, at, { memberStatus: 'expelled' })
  await addContact(server, at, { memberStatus: 'suspended' })
  await addContact(server, at, { mobile: '12345' })
  const answer = await server.ok(previewSms, { ...notice, audience: { contacts: EVERYBODY, extra: [first.mobile, '+86 199-7777-0001', 'abc'] } }, { as: writer })
  expect(answer).toMatchObject({ total: 7, willSend: 3, skipped: 4, parts: 3, quotaLeft: 10_000, needsApproval: false })
  expect(answer.skippedList.map((s) => s.reason)).toEqual(['与前面的收件人重复', '手机号码格式不正确', '与前面的收件人重复', '手机号码格式不正确'])
  // What they typed themselves is told as it is, what is stored masked.
  expect(answer.skippedList[3]?.target).toBe('abc')
  expect(answer.samples[0]).toMatchObject({ target: expect.stringMatching(/^199\*{4}\d{4}$/), content: `【示例协会】${notice.content}` })
  expect(await server.platform.db.selectFrom('message').select('message_id').execute()).toEqual([])
})

test('contacts outside of the data scope are not found, and typed ones of theirs keep their names', async () => {
  const elsewhere = await buildAssociation(server)
  const hidden = await addContact(server, elsewhere)
  await addContact(server, at)
  const answer = await server.ok(previewSms, { ...notice, audience: { contacts: EVERYBODY, extra: [hidden.mobile] } }, { as: writer })
  expect(answer).toMatchObject({ willSend: 2 })
  expect(answer.samples.map((s) => s.name)).not.toContain(hidden.name)
})

test('marks of the audience: post and arrears', async () => {
  await addContact(server, at, { postType: 'secretary', owed: 123_456 })
  await addContact(server, at, { postType: 'secretary' })
  await addContact(server, at, { owed: 100 })
  // Not due yet: no arrears, neither for the mark nor in the text.
  await addContact(server, at, { postType: 'director', owed: 999_900 })
  await sql`update dues_bill set due_date = (now() at time zone 'Asia/Shanghai')::date where gross_amount = 999900`.execute(server.platform.db)
  const of = async (marks: object) => (await server.ok(previewSms, { ...notice, content: '${公司简称}欠费${欠费金额}元', audience: { contacts: { ...EVERYBODY, ...marks }, extra: [] } }, { as: writer }))
  expect((await of({ postTypes: ['secretary'] })).willSend).toBe(2)
  expect((await of({ inArrears: true })).willSend).toBe(2)
  const both = await of({ postTypes: ['secretary'], inArrears: true })
  expect(both.samples).toMatchObject([{ content: expect.stringMatching(/^【示例协会】子虚\d+欠费1,234\.56元$/) }])
  expect((await of({ postTypes: ['director'] })).samples).toMatchObject([{ content: expect.stringMatching(/欠费0\.00元$/) }])
  expect((await of({ categoryIds: [at.categoryId] })).willSend).toBe(4)
  // The list of members means the same by it.
  expect((await server.ok(memberResource.list, { inArrears: 'yes' })).total).toBe(2)
  // So do members who are chosen one by one, and the figures of dues.
  const { items } = await server.ok(memberResource.list, { pageSize: 100 })
  const chosen = { contactIds: [], memberIds: items.map((m) => m.memberId), filter: null, total: items.length, postTypes: ['director'] }
  const told = await server.ok(previewSms, { ...notice, content: '欠${欠费金额}，待缴${待缴金额}', audience: { contacts: null, chosen, extra: [] } as never }, { as: writer })
  expect(told.samples.map((one) => one.content)).toEqual(expect.arrayContaining([expect.stringContaining('欠0.00，待缴9,999.00')]))
  const { rows } = await sql<{ overdue: number }>`select coalesce(sum(unpaid_amount) filter (where ${isOverdue('b')}), 0)::float8 as overdue from dues_bill b`.execute(server.platform.db)
  expect(items.reduce((sum, m) => sum + m.overdueAmount, 0)).toBe(rows[0]?.overdue)
  const overdueOf = (await server.ok(selectFeeStat, {})).ageing.filter(({ label }) => label !== '未到期').reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  expect(overdueOf).toBe(rows[0]?.overdue)
  // The list of bills, the home page, those who are reminded by hand and by a rule.
  const bills = await server.ok(duesBill.list, { overdue: 'yes' })
  expect(bills.items.reduce((sum, b) => sum + b.unpaidAmount, 0)).toBe(rows[0]?.overdue)
  expect((await server.ok(countDues, {})).find(({ label }) => label === '逾期账单')?.value).toBe(bills.total)
  expect((await server.ok(selectDebtors, { from: 'bill', billIds: [], caseIds: [], filter: {} })).memberIds.sort()).toEqual([...new Set(bills.items.map((b) => b.memberId))].sort())
  const principal = await server.platform.sessions.identify(server.admin.token, server.admin.cookie)
  if (!principal) throw new Error('nobody is signed in')
  const reminded = await billsDue(server.platform.db, principal, { ruleId: '0', timing: 'after', days: 0 }, { from: '2000-01-01', to: today(), today: today() })
  expect(reminded.map((b) => b.billId).sort()).toEqual(bills.items.map((b) => b.billId).sort())
})

test('a promotion skips who opted out, who refuses and who has not agreed; a notice reaches them', async () => {
  const gone = await addContact(server, at, { consent: true })
  await addContact(server, at, { consent: true, smsOptOut: true })
  await addContact(server, at)
  await addContact(server, at, { consent: true })
  await sql`insert into opt_out (channel, address) values ('sms', ${gone.mobile})`.execute(server.platform.db)
  const answer = await server.ok(previewSms, promotion(), { as: writer })
  expect(answer).toMatchObject({ willSend: 1, needsApproval: true })
  expect(answer.skippedList.map((s) => s.reason)).toEqual(['已退订', '本人拒收短信', '没有本人同意的记录'])
  expect((await server.ok(previewSms, notice, { as: writer })).willSend).toBe(4)
  // An address that bounces gets nothing more of any kind.
  await sql`insert into opt_out (channel, address, source) values ('mail', ${gone.email}, 'bounce')`.execute(server.platform.db)
  const mail = await server.ok(previewMail, { ...asMail(notice), subject: '通知' }, { as: writer })
  expect([mail.willSend, mail.parts, mail.skippedList[0]?.reason]).toEqual([3, 0, '多次退信，不再发送'])
})

test('what is wrong is said at its field', async () => {
  await addContact(server, at)
  const wrong = async (fields: object) => fieldsOf(await server.call(createSms, { ...notice, send: true, ...(fields as typeof notice) }, { as: writer }))
  expect((await wrong({ content: '您好${昵称}' }))[0]).toMatchObject({ path: 'content', message: expect.stringContaining('${昵称}') })
  expect(await wrong({ content: '字'.repeat(495) })).toMatchObject([{ path: 'content', message: '短信连同签名不能超过 500 个字，现在是 501 个字' }])
  expect(await wrong({ scheduleTime: new Date(Date.now() - 1000).toISOString() })).toMatchObject([{ path: 'scheduleTime' }])
  expect(await wrong({ ...promotion('没有出路') })).toMatchObject([{ path: 'content', message: '商业推广短信须写明“拒收请回复R”' }])
  expect(await wrong({ ...promotion(), scheduleTime: tomorrowAt(21) })).toMatchObject([{ path: 'scheduleTime' }])
  expect(await wrong({ audience: { contacts: null, extra: [] } })).toMatchObject([{ path: 'audience' }])
  expect(await wrong({ audience: { contacts: null, extra: ['abc'] } })).toMatchObject([{ path: 'audience', message: expect.stringContaining('没有可以发送的收件人') }])
  const mail = await server.call(createMail, { ...asMail(promotion()), subject: '报名', send: true }, { as: writer })
  expect(fieldsOf(mail)).toMatchObject([{ path: 'subject', message: '商业推广邮件的主题须以“（广告）”或“AD”开头' }])
  expect(fieldsOf(await server.call(testSms, { ...notice, target: 'jia@example.com' }, { as: writer }))).toMatchObject([{ path: 'target' }])
  expect(await server.platform.db.selectFrom('message').select('message_id').execute()).toEqual([])
})

test('wording and hours by themselves', () => {
  expect(fill('${姓名}：${欠费金额}', { 姓名: '甄' })).toBe('甄：')
  expect(unknownVariable('content', '${姓名')).not.toBeNull()
  const day = (clock: string) => new Date(`2026-03-02T${clock}:00+08:00`)
  expect([day('07:59'), day('08:00'), day('20:59'), day('21:00')].map(withinHours)).toEqual([false, true, true, false])
  expect(nextWithinHours(day('22:30')).toISOString()).toBe('2026-03-03T00:00:00.000Z')
  expect(nextWithinHours(day('06:15')).toISOString()).toBe('2026-03-02T00:00:00.000Z')
  const mailOf = (subject: string) => validate('mail', { msgKind: 'promotion', subject, content: '', rich: null, scheduleTime: null }, null, day('10:00')).map((e) => e.path)
  expect([mailOf('AD 培训'), mailOf('（广告）培训'), mailOf('ADR 报告'), mailOf('培训')]).toEqual([[], [], ['subject'], ['subject']])
  expect(validate('sms', { msgKind: 'promotion', subject: '', content: '拒收请回复R', rich: null, scheduleTime: null }, null, day('22:00'))).toMatchObject([{ path: 'scheduleTime' }])
})

test('above 200 recipients, or as a promotion, another person than the writer agrees', async () => {
  await addContact(server, at, { consent: true })
  const extra = Array.from({ length: 200 }, (_, n) => `198${String(n).padStart(8, '0')}`)
  const small = await server.ok(createSms, { ...notice, audience: { contacts: null, extra }, send: true }, { as: head })
  expect(small.msgStatus).toBe('queued')
  const { messageId, msgStatus } = await server.ok(createSms, { ...notice, audience: { contacts: EVERYBODY, extra }, send: true }, { as: head })
  expect(msgStatus).toBe('approval')
  expect((await row(messageId)).abilities).not.toContain('approve')
  expect(await server.ok(selectTodos, {})).toContainEqual({ label: '待审批短信', value: 1, link: `/go/member/TextMessageList?msgStatus=approval&record=${messageId}` })
  const { version } = await row(messageId)
  expect(await server.call(smsMessage.change, { messageId, version, verb: 'approve' }, { as: head })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“批准发送”须由其他人办理' })
  expect((await server.call(smsMessage.change, { messageId, version, verb: 'approve' }, { as: writer })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(smsMessage.change, { messageId, version, verb: 'queue' }, { as: head })).returnCode).toBe(CODE.forbidden)
  expect(await server.ok(smsMessage.change, { messageId, version, verb: 'approve' })).toMatchObject({ msgStatus: 'queued' })

  const one = await server.ok(createSms, { ...promotion(), send: true }, { as: writer })
  expect(one.msgStatus).toBe('approval')
  const before = await row(one.messageId)
  expect((await server.call(smsMessage.change, { messageId: one.messageId, version: before.version, verb: 'refuse' }, { as: head })).returnCode).toBe(CODE.input)
  await server.ok(smsMessage.change, { messageId: one.messageId, version: before.version, verb: 'refuse', reason: '措辞不当' }, { as: head })
  expect(await row(one.messageId)).toMatchObject({ msgStatus: 'refused', abilities: ['submit', 'cancel'] })
  // The writer hears why.
  const told = await server.platform.db.selectFrom('notification').select(['title', 'content']).where('user_id', '=', writer.userId).execute()
  expect(told).toEqual([{ title: expect.stringMatching(/^短信被驳回：DX\d{12}$/), content: '措辞不当' }])
})

test('a draft keeps no recipients; handing it in finds them then', async () => {
  const { messageId, msgStatus } = await server.ok(createSms, { ...notice, send: false }, { as: writer })
  expect([msgStatus, (await row(messageId)).totalCount]).toEqual(['draft', 0])
  const person = await addContact(server, at)
  await server.ok(smsMessage.change, { messageId, version: 1, verb: 'submit' }, { as: writer })
  expect(await row(messageId)).toMatchObject({ msgStatus: 'queued', totalCount: 1, partCount: 1 })
  const list = await server.ok(smsRecipient.list, { messageId, recipientStatus: 'queued' }, { as: writer })
  expect(list).toMatchObject({ total: 1, items: [{ name: person.name, companyName: person.company, target: `${person.mobile.slice(0, 3)}****${person.mobile.slice(-4)}` }] })
  await server.ok(smsMessage.change, { messageId, version: (await row(messageId)).version, verb: 'cancel' }, { as: writer })
  expect(await settled(server, messageId, 'cancelled')).toBe('cancelled')
})

test('the quota of the month: what does not fit is refused, and however many come at once it is never overdrawn', async () => {
  await addContact(server, at)
  await sql`update sms_quota set monthly_parts = 5 where dept_id = ${at.deptId}`.execute(server.platform.db)
  const long = await server.call(createSms, { ...notice, content: '长'.repeat(400), templateId: await templateFor(server, '长'.repeat(400)), send: true }, { as: writer })
  expect(fieldsOf(long)).toMatchObject([{ path: 'audience', message: expect.stringMatching(/^本次需要 7 条，\d{4}-\d{2} 的额度只剩 5 条$/) }])
  const answers = await Promise.all(Array.from({ length: 12 }, () => server.call(createSms, { ...notice, send: true }, { as: writer })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(5)
  expect(answers.filter((a) => a.returnCode === CODE.input)).toHaveLength(7)
  expect(await usedParts(server.platform.db, at.deptId, monthOf(new Date()))).toBe(5)
  // What is taken back gives its parts back.
  const id = answers.find((a) => a.returnCode === CODE.ok)?.data.messageId ?? ''
  await server.ok(smsMessage.change, { messageId: id, version: (await row(id)).version, verb: 'cancel' }, { as: writer })
  expect((await server.ok(previewSms, notice, { as: writer })).quotaLeft).toBe(1)
})

test('negative control: without the lock two that come at once both see the room', async () => {
  const { db } = server.platform
  await sql`update sms_quota set monthly_parts = 1 where dept_id = ${at.deptId}`.execute(db)
  const month = monthOf(new Date())
  const drafts = await Promise.all([1, 2].map(() => server.ok(createSms, { ...notice, send: false }, { as: writer })))
  const takeAtOnce = async (locked: boolean) => {
    await sql`update message set msg_status = 'queued', part_count = 0, quota_month = null`.execute(db)
    let reached = 0
    await Promise.all(
      drafts.map(({ messageId }) =>
        db.transaction().execute(async (tx) => {
          if (locked) await lockQuota(tx, at.deptId)
          const free = (await usedParts(tx, at.deptId, month)) < 1
          // Without the lock both have looked before either takes.
          reached += 1
          for (let i = 0; !locked && reached < 2 && i < 100; i++) await new Promise((r) => setTimeout(r, 10))
          if (free) await takeParts(tx, messageId, month, 1)
        }),
      ),
    )
    return usedParts(db, at.deptId, month)
  }
  expect(await takeAtOnce(true)).toBe(1)
  expect(await takeAtOnce(false)).toBe(2)
})

test('a department without a signature can preview and keep a draft, but not send', async () => {
  await addContact(server, at)
  await sql`update sms_quota set sign_status = 'disabled' where dept_id = ${at.deptId}`.execute(server.platform.db)
  expect((await server.ok(previewSms, notice, { as: writer })).quotaLeft).toBeNull()
  expect(fieldsOf(await server.call(createSms, { ...notice, send: true }, { as: writer }))).toMatchObject([{ path: 'content', message: expect.stringContaining('签名与额度') }])
})

test('a trial goes to one number, signed and with invented facts, and not without end', async () => {
  const trial = () => server.call(testSms, { ...notice, content: '${姓名}您好', target: '199 0000 0001' }, { as: writer })
  expect(await trial()).toMatchObject({ returnCode: CODE.ok, data: { target: '199****0001' } })
  expect(await server.platform.db.selectFrom('outbox').select(['recipient', 'content']).execute()).toEqual([{ recipient: '19900000001', content: '【示例协会】示例您好' }])
  for (let n = 0; n < 19; n++) await trial()
  expect((await trial()).returnCode).toBe(CODE.tooMany)
})

test('a text message goes by a registered template, word for word; a draft may do without', async () => {
  await addContact(server, at)
  const { db } = server.platform
  const refused = async (fields: object) => fieldsOf(await server.call(createSms, { ...notice, send: true, ...fields }, { as: writer }))
  expect(await refused({ templateId: null })).toEqual([{ path: 'templateId', message: expect.stringContaining('请选择短信模板') }])
  expect(await refused({ content: '别的内容' })).toEqual([{ path: 'templateId', message: expect.stringContaining('与模板不一致') }])
  await sql`update message_template set provider_code = null where template_id = ${notice.templateId}`.execute(db)
  expect(await refused({})).toEqual([{ path: 'templateId', message: expect.stringContaining('服务商模板号') }])
  expect((await server.ok(previewSms, notice, { as: writer })).wrongTemplate).toContain('服务商模板号')
  expect((await server.ok(createSms, { ...notice, templateId: null, send: false }, { as: writer })).msgStatus).toBe('draft')
  await sql`update message_template set provider_code = 'SMS_0001' where template_id = ${notice.templateId}`.execute(db)
  expect((await server.ok(previewSms, notice, { as: writer })).wrongTemplate).toBeNull()
})

test('the provider gets its template with what stands in its places; the price of the day stays with the message', async () => {
  const person = await addContact(server, at, { owed: 123_456 })
  const content = '${姓名}您好，${公司简称}欠费${欠费金额}元，${姓名}请缴。'
  const given = { ...notice, content, templateId: await templateFor(server, content) }
  expect(await server.ok(previewSms, given, { as: writer })).toMatchObject({ parts: 1, cost: 5, quotaTotal: 10_000, quotaLeft: 10_000 })
  const { messageId } = await server.ok(createSms, { ...given, send: true }, { as: writer })
  await sql`insert into setting (key, value) values ('param/message.smsPartPrice', '7') on conflict (key) do update set value = excluded.value`.execute(server.platform.db)
  Object.assign(server.platform.sms, { live: true })
  await runSending({ messageId }, server.platform)
  Object.assign(server.platform.sms, { live: false })
  const { sent } = server.platform.sms as unknown as { sent: { template?: object }[] }
  expect(sent.at(-1)?.template).toEqual({ code: expect.stringMatching(/^SMS_/), params: { 1: person.name, 2: person.company, 3: '1,234.56' } })
  expect(await row(messageId)).toMatchObject({ msgStatus: 'done', partCount: 1, cost: 5 })
})
