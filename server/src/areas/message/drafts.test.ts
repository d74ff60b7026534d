import { CODE } from '@assoc/contract'
import { createSms, previewSms, selectSmsDraft, updateSms } from '@assoc/contract/message/message'
import { smsMessage } from '@assoc/contract/message/list'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../test/harness'
import { claimSms } from './message/daily.repository'
import { runSending } from './message/sending'
import { claimNext } from './message/sending.repository'
import { addContact, buildAssociation, EVERYBODY, templateFor, WRITER, type Association } from './testing.repository'

// Drafts that are opened again, people chosen in a list, and what one number gets a day.

let server: TestServer
let at: Association
let writer: Session
let head: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await asOwner(server.platform.db, sql`truncate contact, member, message, message_recipient, opt_out restart identity cascade`)
  sms().sent.length = 0
  Object.assign(server.platform.sms, { live: true })
  at = await buildAssociation(server)
  given.templateId = await templateFor(server, given.content)
  const permits = [...WRITER, 'member:contact:read', 'member:member:read']
  writer = await server.person({ permits, scopes: { message: 'self', member: 'dept' }, deptId: at.deptId })
  head = await server.person({ permits: [...permits, 'message:send:approve'], scopes: { message: 'dept', member: 'dept' }, deptId: at.deptId })
})

const sms = () => server.platform.sms as unknown as { sent: { to: string; text: string }[] }
const typed = (extra: string[]) => ({ contacts: null, extra })
const given = { msgKind: 'notice' as const, content: '会议提醒', templateId: '', audience: typed(['19800000001']), scheduleTime: null as string | null }
const draft = async (more: object = {}) => (await server.ok(createSms, { ...given, send: false, ...more }, { as: writer })).messageId
const row = (messageId: string) => server.ok(smsMessage.read, { messageId })
const run = (messageId: string) => runSending({ messageId }, server.platform)

test('a draft is read as it was written, changed, and handed in as it then is', async () => {
  const audience = { contacts: { ...EVERYBODY, postTypes: ['secretary' as const] }, chosen: { contactIds: [], memberIds: [], filter: { from: 'contact' as const, conditions: { keyword: '甄' } }, total: 3 }, extra: ['19800000001'] }
  const scheduleTime = new Date(Date.now() + 3_600_000).toISOString()
  const messageId = await draft({ audience, scheduleTime })
  expect(await server.ok(selectSmsDraft, { messageId }, { as: writer })).toMatchObject({ messageId, version: 1, msgStatus: 'draft', content: '会议提醒', audience, scheduleTime, attachments: [] })
  const { msgStatus } = await server.ok(updateSms, { messageId, version: 1, ...given, content: '改期通知', templateId: await templateFor(server, '改期通知'), audience: typed(['19800000001', '19800000002']), send: true }, { as: writer })
  expect(msgStatus).toBe('queued')
  await run(messageId)
  expect(sms().sent.map((m) => [m.to, m.text]).sort()).toEqual([['19800000001', '【示例协会】改期通知'], ['19800000002', '【示例协会】改期通知']])
  const log = await server.platform.db.selectFrom('audit_log').select('verb').where('record_type', '=', 'smsMessage').where('record_id', '=', messageId).orderBy('audit_id').execute()
  expect(log.map((l) => l.verb)).toEqual(['insert', 'update', 'submit', 'queue', 'begin', 'finish'])
  // What has gone is no draft any more.
  expect((await server.call(selectSmsDraft, { messageId }, { as: writer })).returnCode).toBe(CODE.notFound)
  expect((await server.call(updateSms, { messageId, version: (await row(messageId)).version, ...given, send: false }, { as: writer })).returnCode).toBe(CODE.badTransition)
})

test('a refused message that is kept is a draft again; its errors are told at their fields and change nothing', async () => {
  const messageId = await draft()
  await sql`update message set msg_status = 'refused'`.execute(server.platform.db)
  expect((await server.call(updateSms, { messageId, version: 1, ...given, content: '您好${昵称}', send: false }, { as: writer })).data).toMatchObject({ fields: [{ path: 'content' }] })
  expect(await row(messageId)).toMatchObject({ msgStatus: 'refused', content: '会议提醒', version: 1 })
  expect(await server.ok(updateSms, { messageId, version: 1, ...given, content: '改好了', send: false }, { as: writer })).toEqual({ messageId, msgStatus: 'draft' })
  expect((await row(messageId)).abilities).not.toContain('reopen')
})

test('who was slower hears of it, and two at once never both write', async () => {
  const messageId = await draft()
  const answers = await Promise.all(['甲改', '乙改', '丙改'].map((content) => server.call(updateSms, { messageId, version: 1, ...given, content, send: false }, { as: writer })))
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.conflict, CODE.conflict].sort())
  expect((await row(messageId)).version).toBe(2)
  // Negative control: with the version of the moment instead of the one that was read, the first of two is overwritten unseen.
  const blindly = async (content: string) => server.call(updateSms, { messageId, version: (await row(messageId)).version, ...given, content, send: false }, { as: writer })
  expect([(await blindly('甲改')).returnCode, (await blindly('乙改')).returnCode]).toEqual([CODE.ok, CODE.ok])
  expect((await row(messageId)).content).toBe('乙改')
})

test('a draft of somebody else is opened by whose data scope has it; who hands it in does not agree to it', async () => {
  const stranger = await server.person({ permits: WRITER, scopes: { message: 'self', member: 'dept' }, deptId: at.deptId })
  const extra = Array.from({ length: 201 }, (_, n) => `198${String(n).padStart(8, '0')}`)
  const messageId = await draft({ audience: typed(extra) })
  for (const call of [selectSmsDraft, smsMessage.read] as const) expect((await server.call(call, { messageId }, { as: stranger })).returnCode).toBe(CODE.notFound)
  expect((await server.call(updateSms, { messageId, version: 1, ...given, send: false }, { as: stranger })).returnCode).toBe(CODE.notFound)
  expect((await server.ok(selectSmsDraft, { messageId }, { as: head })).content).toBe('会议提醒')
  expect(await server.ok(updateSms, { messageId, version: 1, ...given, audience: typed(extra), send: true }, { as: head })).toMatchObject({ msgStatus: 'approval' })
  const after = await server.ok(smsMessage.read, { messageId }, { as: head })
  expect(after.abilities).not.toContain('approve')
  expect((await server.call(smsMessage.change, { messageId, version: after.version, verb: 'approve' }, { as: head })).returnMessage).toBe('您登记或修改过此记录，“批准发送”须由其他人办理')
  await server.ok(smsMessage.change, { messageId, version: after.version, verb: 'approve' })
})

const chosen = (more: object) => ({ contacts: null, extra: [], chosen: { contactIds: [], memberIds: [], filter: null, total: 1, ...more } })
const preview = (audience: object, as = writer) => server.ok(previewSms, { ...given, audience: audience as never }, { as })

test('people chosen in a list: those ids, or all that the filter matches now; who may get nothing stands there with the reason', async () => {
  const [one, two] = [await addContact(server, at), await addContact(server, at, { contactStatus: 'left' })]
  await addContact(server, at)
  const byId = await preview(chosen({ contactIds: [one.contactId, two.contactId] }))
  expect([byId.total, byId.willSend, byId.skippedList]).toEqual([2, 1, [expect.objectContaining({ name: two.name, reason: '不是在任联系人' })]])
  // Chosen one by one and by their marks, each is one recipient.
  expect((await preview({ ...chosen({ contactIds: [one.contactId] }), contacts: EVERYBODY })).total).toBe(2)
  expect((await preview(chosen({ filter: { from: 'contact', conditions: { contactStatus: 'serving' } } }))).willSend).toBe(2)
  await addContact(server, at)
  expect((await preview(chosen({ filter: { from: 'contact', conditions: { contactStatus: 'serving' } } }))).willSend).toBe(3)
  expect((await preview(chosen({ filter: { from: 'contact', conditions: { keyword: one.name } } }))).samples).toMatchObject([{ name: one.name }])
  const wrong = await server.call(previewSms, { ...given, audience: chosen({ filter: { from: 'contact', conditions: { nothing: 1 } } }) as never }, { as: writer })
  expect(wrong.returnCode).toBe(CODE.input)
})

test('contacts of chosen members; a member without any is told; nothing outside of the data scope', async () => {
  const one = await addContact(server, at)
  const none = await addContact(server, at, { contactStatus: 'left' })
  const gone = await addContact(server, at, { memberStatus: 'expelled' })
  const elsewhere = await buildAssociation(server)
  const hidden = await addContact(server, elsewhere)
  const { rows } = await sql<{ member_id: string; short_name: string }>`select m.member_id, co.short_name from member m join company co using (company_id)`.execute(server.platform.db)
  const memberOf = (company: string) => rows.find((r) => r.short_name === company)?.member_id ?? ''
  const answer = await preview(chosen({ memberIds: [memberOf(one.company), memberOf(none.company), memberOf(gone.company)] }))
  expect([answer.willSend, answer.skippedList.map((s) => s.reason)]).toEqual([1, ['没有在任联系人', '会籍已终止']])
  expect((await preview(chosen({ filter: { from: 'member', conditions: { memberStatus: ['normal'] } } }))).samples).toMatchObject([{ name: one.name }])
  for (const ids of [{ memberIds: [memberOf(hidden.company)] }, { contactIds: [hidden.contactId] }])
    expect((await server.call(previewSms, { ...given, audience: chosen(ids) as never }, { as: writer })).returnCode).toBe(CODE.notFound)
  // Who may not read the list may not ask it by a filter either.
  const blind = await server.person({ permits: WRITER, scopes: { message: 'self', member: 'dept' }, deptId: at.deptId })
  expect((await server.call(previewSms, { ...given, audience: chosen({ filter: { from: 'contact', conditions: {} } }) as never }, { as: blind })).returnCode).toBe(CODE.forbidden)
})

/** Text messages that the number has had at a time today. */
const had = async (number: string, count: number) => {
  const { rows } = await sql<{ id: string }>`insert into message (channel, msg_no, msg_kind, content, audience, msg_status) values ('sms', 'H' || floor(random() * 1e9), 'notice', '早些时候', '{}', 'done') returning message_id as id`.execute(server.platform.db)
  for (let n = 0; n < count; n++)
    await sql`with m as (insert into message (channel, msg_no, msg_kind, content, audience, msg_status) values ('sms', 'H' || floor(random() * 1e12), 'notice', '早', '{}', 'done') returning message_id)
      insert into message_recipient (message_id, target, recipient_status, submit_time) select message_id, ${number}, 'delivered', now() from m`.execute(server.platform.db)
  return rows[0]?.id ?? ''
}

test('a number gets fifty text messages a day: the preview tells, and what was full meanwhile is skipped and costs nothing', async () => {
  await had('19800000001', 49)
  const messageId = (await server.ok(createSms, { ...given, audience: typed(['19800000001', '19800000002']), send: true }, { as: writer })).messageId
  await had('19800000001', 1)
  expect((await preview(typed(['19800000001', '19800000002']))).skippedList).toMatchObject([{ reason: '当日已达 50 条' }])
  // Tomorrow there is room again.
  expect((await server.ok(previewSms, { ...given, audience: typed(['19800000001']), scheduleTime: new Date(Date.now() + 24 * 3_600_000).toISOString() }, { as: writer })).willSend).toBe(1)
  await run(messageId)
  expect(sms().sent.map((m) => m.to)).toEqual(['19800000002'])
  expect(await row(messageId)).toMatchObject({ msgStatus: 'done', submittedCount: 1, skippedCount: 1, partCount: 1 })
})

test('two sendings at once do not pass fifty; negative control: without the lock both see the room', async () => {
  const takeAtOnce = async (locked: boolean) => {
    await asOwner(server.platform.db, sql`truncate message, message_recipient restart identity cascade`)
    await had('19800000001', 49)
    const ids = await Promise.all([1, 2].map(async () => (await server.ok(createSms, { ...given, send: true }, { as: writer })).messageId))
    await sql`update message set msg_status = 'sending' where msg_status = 'queued'`.execute(server.platform.db)
    let reached = 0
    const looked = async () => {
      reached += 1
      // Without the lock both have counted before either is done.
      for (let i = 0; !locked && reached < 2 && i < 200; i++) await new Promise((r) => setTimeout(r, 10))
    }
    const claimed = await Promise.all(ids.map((id) => claimSms(server.platform.db, id, locked ? {} : { take: claimNext, looked })))
    return claimed.filter((c) => c && !c.full).length
  }
  expect(await takeAtOnce(true)).toBe(1)
  expect(await takeAtOnce(false)).toBe(2)
})
