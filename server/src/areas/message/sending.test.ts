import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { dunning, unpaidCase } from '@assoc/contract/fee/arrears'
import { createMail, createSms } from '@assoc/contract/message/message'
import { mailMessage, smsMessage } from '@assoc/contract/message/list'
import { richOf } from '@assoc/contract/core/rich-text'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../test/harness'
import type { Db } from '../../platform/database/database'
import { DeliveryRefused } from '../../platform/mail/delivery'
import type { Accepted } from '../../platform/mail/mail'
import { runSending } from './message/sending'
import { standingStill, type Claimed } from './message/sending.repository'
import { addContact, buildAssociation, EVERYBODY, settled, templateFor, WRITER, type Association } from './testing.repository'

/** A real SMTP server; it refuses for good whoever stands in `refused`. */
const refused = new Set<string>()
const taken: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onRcptTo: (address, _session, callback) => (refused.has(address.address) ? callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) : callback()),
  onData(stream, _session, callback) {
    let text = ''
    stream.on('data', (piece: Buffer) => (text += piece.toString()))
    stream.on('end', () => {
      taken.push(text)
      callback()
    })
  },
})
smtp.on('error', () => undefined)

let server: TestServer
let at: Association
let writer: Session
const sms = () => server.platform.sms as unknown as { live: boolean; failWith: string | null; sent: { to: string; text: string }[]; send: (m: { to: string; text: string }) => Promise<Accepted> }
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as { port: number }
  server = await startTestServer({ env: { SERVER_ROLE: 'api', SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: '示例协会 <office@association.example>' } })
})
afterAll(async () => {
  await server.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})
beforeEach(async () => {
  await asOwner(server.platform.db, sql`truncate contact, member, message, message_recipient, opt_out, notification restart identity cascade`)
  refused.clear()
  taken.length = sms().sent.length = 0
  sms().failWith = null
  sms().live = true
  at = await buildAssociation(server)
  writer = await server.person({ permits: WRITER, scopes: { message: 'dept', member: 'dept' }, deptId: at.deptId })
})

const numbers = (n: number) => Array.from({ length: n }, (_, i) => `198${String(i).padStart(8, '0')}`)
const notice = { msgKind: 'notice', content: '会议提醒' } as const
const make = async (n: number, more: object = {}) => (await server.ok(createSms, { ...notice, templateId: await templateFor(server, notice.content), audience: { contacts: null, extra: numbers(n) }, send: true, ...more }, { as: writer })).messageId
const run = (messageId: string, options: Parameters<typeof runSending>[2] = {}) => runSending({ messageId }, server.platform, { mailsAMinute: 0, ...options })
const row = (messageId: string) => server.ok(smsMessage.read, { messageId })
const jobs = async (messageId: string) =>
  (await sql<{ run_at: Date }>`select j.run_at from graphile_worker._private_jobs j where j.key = ${`message:send:${messageId}`}`.execute(server.platform.db)).rows

test('a message that tells what is owed is a reminder to each member that it reached and that owes, once; their case goes on', async () => {
  const { db } = server.platform
  const owing = await addContact(server, at, { owed: 25_000 })
  const colleague = await addContact(server, at, { owed: 0 })
  const failing = await addContact(server, at, { owed: 300 })
  await sql`insert into unpaid_case (member_id, unpaid_years, unpaid_total) select m.member_id, '{2025}', 25000 from member m join contact c using (company_id) where c.contact_id = ${owing.contactId}`.execute(db)
  const numberOf = ({ company }: { company: string }) => `HY${company.slice(2).padStart(5, '0')}`
  const reminders = async () => (await server.ok(dunning.list, {})).items.map((d) => [d.memberNo, d.dunningWay, d.dunningNote, d.unpaidTotal]).sort()
  const mail = async (content: string) =>
    server.ok(createMail, { msgKind: 'notice', subject: '会费', content: richOf(content), attachments: [], audience: { contacts: null, extra: [owing, colleague, failing].map((c) => c.email) }, send: true }, { as: writer })
  await run((await mail('${姓名}您好，年会即将召开。')).messageId)
  expect(await reminders()).toEqual([])
  refused.add(failing.email)
  const { messageId } = await mail('${姓名}您好，尚欠会费${欠费金额}元。')
  await run(messageId)
  const { msgNo, msgStatus } = await server.ok(mailMessage.read, { messageId })
  expect(msgStatus).toBe('partly')
  expect(await reminders()).toEqual([[numberOf(owing), 'mail', `邮件 ${msgNo}`, 25_000]])
  expect((await server.ok(unpaidCase.list, {})).items).toMatchObject([{ memberNo: numberOf(owing), handleStatus: 'dunning', dunningCount: 1 }])
  expect(await db.selectFrom('audit_log').select(['record_type', 'verb', 'reason']).where('record_type', 'in', ['dunning', 'unpaidCase']).orderBy('audit_id').execute()).toEqual([
    { record_type: 'dunning', verb: 'insert', reason: `邮件 ${msgNo}` },
    { record_type: 'unpaidCase', verb: 'dun', reason: `邮件 ${msgNo}` },
  ])
  // Tried again, the failed one is reached, and the other is not reminded twice.
  refused.clear()
  await sql`update message_recipient set recipient_status = 'queued', fail_code = null, bounces = 0 where message_id = ${messageId} and recipient_status = 'failed'`.execute(db)
  await sql`delete from opt_out`.execute(db)
  await sql`update message set msg_status = 'queued' where message_id = ${messageId}`.execute(db)
  await run(messageId)
  expect(await reminders()).toEqual([[numberOf(owing), 'mail', `邮件 ${msgNo}`, 25_000], [numberOf(failing), 'mail', `邮件 ${msgNo}`, 300]].sort())
})

test('a text message goes to everybody once, signed, and its writer hears of the result', async () => {
  const messageId = await make(7)
  await run(messageId)
  expect(await row(messageId)).toMatchObject({ msgStatus: 'done', totalCount: 7, submittedCount: 7, deliveredCount: 0, failedCount: 0, skippedCount: 0, unknownCount: 0, partCount: 7, situation: null })
  expect(sms().sent.map((m) => m.to).sort()).toEqual(numbers(7))
  expect(sms().sent[0]?.text).toBe('【示例协会】会议提醒')
  expect(await server.platform.db.selectFrom('notification').select('content').where('user_id', '=', writer.userId).execute()).toEqual([{ content: '已提交 7，失败 0' }])
  const log = await server.platform.db.selectFrom('audit_log').select(['verb', 'user_name']).where('record_type', '=', 'smsMessage').where('record_id', '=', messageId).orderBy('audit_id').execute()
  expect(log.map((l) => l.verb)).toEqual(['insert', 'submit', 'queue', 'begin', 'finish'])
  expect(log.at(-1)?.user_name).toBe('系统')
  // Nothing is left to do, however often it is begun again.
  await run(messageId)
  expect(sms().sent).toHaveLength(7)
})

test('only the failed ones are sent again', async () => {
  const messageId = await make(5)
  const send = sms().send
  sms().send = async (m) => (m.to.endsWith('3') ? Promise.reject(new DeliveryRefused('号码停机', 'DB:0141', true)) : send.call(sms(), m))
  await run(messageId)
  sms().send = send
  const partly = await row(messageId)
  expect(partly).toMatchObject({ msgStatus: 'partly', submittedCount: 4, failedCount: 1, situation: '1 个失败，可以重发' })
  expect(await server.platform.db.selectFrom('message_recipient').select(['target', 'fail_code', 'reason']).where('recipient_status', '=', 'failed').execute()).toEqual([{ target: '19800000003', fail_code: 'DB:0141', reason: '号码停机' }])
  expect(partly.abilities).toContain('retry')
  await server.ok(smsMessage.change, { messageId, version: partly.version, verb: 'retry' }, { as: writer })
  await run(messageId)
  expect(await row(messageId)).toMatchObject({ msgStatus: 'done', submittedCount: 5 })
  expect(sms().sent.map((m) => m.to).sort()).toEqual(numbers(5))
})

test('two runs at once: nobody gets it twice', async () => {
  const messageId = await make(40)
  await Promise.all([run(messageId), run(messageId), run(messageId)])
  expect(sms().sent.map((m) => m.to).sort()).toEqual(numbers(40))
  expect(await row(messageId)).toMatchObject({ msgStatus: 'done', submittedCount: 40 })
})

test('negative control: without the marking the same runs send twice', async () => {
  const messageId = await make(10)
  const reading = () => {
    let place = 0
    return async (db: Db, id: string): Promise<Claimed | undefined> => {
      const offset = place++
      return db.selectFrom('message_recipient').select(['recipient_id as recipientId', 'target', 'deferrals', sql<Claimed['facts']>`facts`.as('facts')]).where('message_id', '=', id).orderBy('recipient_id').offset(offset).limit(1).executeTakeFirst()
    }
  }
  await Promise.all([run(messageId, { claim: reading() }), run(messageId, { claim: reading() })])
  expect(sms().sent).toHaveLength(20)
})

test('a run that died leaves unknown ones, which nothing sends again by itself', async () => {
  const messageId = await make(6)
  await sql`update message set msg_status = 'sending'`.execute(server.platform.db)
  await sql`update message_recipient set recipient_status = 'sending', submit_time = now() - interval '3 minutes' where target in ('19800000000', '19800000001')`.execute(server.platform.db)
  await run(messageId)
  expect(sms().sent.map((m) => m.to).sort()).toEqual(numbers(6).slice(2))
  const after = await row(messageId)
  expect(after).toMatchObject({ msgStatus: 'partly', submittedCount: 4, unknownCount: 2, failedCount: 0 })
  expect(after.abilities).not.toContain('retry')
  expect((await server.call(smsMessage.change, { messageId, version: after.version, verb: 'retry' })).returnMessage).toContain('没有失败的收件人')
})

test('what another run has just taken is waited for, not given up', async () => {
  const messageId = await make(3)
  await sql`update message set msg_status = 'sending'`.execute(server.platform.db)
  await sql`update message_recipient set recipient_status = 'sending', submit_time = now() where target = '19800000000'`.execute(server.platform.db)
  await run(messageId)
  expect(await row(messageId)).toMatchObject({ msgStatus: 'sending', submittedCount: 2, unknownCount: 0 })
  expect((await jobs(messageId))[0]?.run_at.getTime()).toBeGreaterThan(Date.now() + 100_000)
})

test('a scheduled message waits, one that was cancelled never goes', async () => {
  const scheduleTime = new Date(Date.now() + 3_600_000).toISOString()
  const messageId = await make(2, { scheduleTime })
  expect((await jobs(messageId))[0]?.run_at.toISOString()).toBe(scheduleTime)
  await run(messageId)
  expect([sms().sent.length, (await row(messageId)).msgStatus]).toEqual([0, 'queued'])
  await run(messageId, { now: new Date(Date.now() + 3_601_000) })
  expect([sms().sent.length, (await row(messageId)).msgStatus]).toEqual([2, 'done'])

  const other = await make(2, { scheduleTime })
  await server.ok(smsMessage.change, { messageId: other, version: (await row(other)).version, verb: 'cancel' }, { as: writer })
  await run(other, { now: new Date(Date.now() + 3_601_000) })
  expect([sms().sent.length, (await row(other)).msgStatus]).toEqual([2, 'cancelled'])
})

test('a promotion that is due at night waits for the morning, and minds who opted out meanwhile', async () => {
  const [one, two, three] = [await addContact(server, at, { consent: true }), await addContact(server, at, { consent: true }), await addContact(server, at, { consent: true })]
  const content = '培训班报名，拒收请回复R'
  const day = (hour: string) => new Date(instantOf(`${dayAfter(today(), 1)} ${hour}`))
  const scheduleTime = day('10:00').toISOString()
  const { messageId } = await server.ok(createSms, { msgKind: 'promotion', content, templateId: await templateFor(server, content), audience: { contacts: EVERYBODY, extra: [] }, scheduleTime, send: true }, { as: writer })
  await server.ok(smsMessage.change, { messageId, version: (await row(messageId)).version, verb: 'approve' })
  await run(messageId, { now: day('23:00') })
  expect((await jobs(messageId))[0]?.run_at.getTime()).toBe(day('23:00').getTime() + 9 * 3_600_000)
  await sql`insert into opt_out (channel, address, source) values ('sms', ${one.mobile}, 'reply')`.execute(server.platform.db)
  await sql`update contact set sms_opt_out = true where contact_id = ${three.contactId}`.execute(server.platform.db)
  await run(messageId, { now: day('10:30') })
  expect(sms().sent).toMatchObject([{ to: two.mobile, text: `【示例协会】${content}` }])
  expect(await row(messageId)).toMatchObject({ msgStatus: 'done', submittedCount: 1, skippedCount: 2, partCount: 1 })
})

test('what should be on its way and stands still is found; what waits for its time is not', async () => {
  const [still, waiting] = [await make(1), await make(1, { scheduleTime: new Date(Date.now() + 3_600_000).toISOString() })]
  expect(await standingStill(server.platform.db)).toEqual([])
  await sql`update message set update_time = now() - interval '6 minutes' where message_id in (${still}, ${waiting})`.execute(server.platform.db)
  expect(await standingStill(server.platform.db)).toEqual([still])
})

const mail = async (more: object = {}) => (await server.ok(createMail, { ...notice, subject: '致${姓名}', content: richOf('${公司简称}：请缴会费。'), attachments: [], audience: { contacts: EVERYBODY, extra: [] }, send: true, ...more }, { as: writer })).messageId
const mailRow = (messageId: string) => server.ok(mailMessage.read, { messageId })

test('mails go out filled for each; an address that is refused twice for good is written to no more', async () => {
  const [good, bad] = [await addContact(server, at), await addContact(server, at)]
  refused.add(bad.email)
  const messageId = await mail()
  await run(messageId)
  expect(await mailRow(messageId)).toMatchObject({ msgStatus: 'partly', submittedCount: 1, failedCount: 1 })
  expect(taken).toHaveLength(1)
  expect(taken[0]).toContain(`To: ${good.email}`)
  expect(await server.platform.db.selectFrom('opt_out').select('address').execute()).toEqual([])
  await server.ok(mailMessage.change, { messageId, version: (await mailRow(messageId)).version, verb: 'retry' }, { as: writer })
  await run(messageId)
  expect(await server.platform.db.selectFrom('opt_out').select(['channel', 'address', 'source']).execute()).toEqual([{ channel: 'mail', address: bad.email, source: 'bounce' }])
  const next = await mail()
  await run(next)
  expect(await mailRow(next)).toMatchObject({ msgStatus: 'done', submittedCount: 1, skippedCount: 1 })
  expect(taken).toHaveLength(2)
})

test('mails keep to their number a minute; the rest waits for the next', async () => {
  for (let n = 0; n < 5; n++) await addContact(server, at)
  const messageId = await mail()
  await run(messageId, { mailsAMinute: 3 })
  expect(taken).toHaveLength(3)
  await run(messageId, { mailsAMinute: 3 })
  expect(taken).toHaveLength(3)
  expect(await mailRow(messageId)).toMatchObject({ msgStatus: 'sending', submittedCount: 3 })
  await sql`update message_recipient set submit_time = now() - interval '61 seconds' where submit_time is not null`.execute(server.platform.db)
  await run(messageId, { mailsAMinute: 3 })
  expect(taken).toHaveLength(5)
  expect(await mailRow(messageId)).toMatchObject({ msgStatus: 'done', submittedCount: 5 })
})

test('the queue itself brings a message to its end', async () => {
  const { startWorker } = await import('../../platform/jobs/worker')
  const worker = await startWorker(server.platform)
  const messageId = await make(3)
  expect(await settled(server, messageId, 'done', 'partly')).toBe('done')
  await worker.stop()
})
