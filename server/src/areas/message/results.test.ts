import { CODE } from '@assoc/contract'
import { copySms, createMail, createSms, selectSmsDraft, updateSms } from '@assoc/contract/message/message'
import { countMessages } from '@assoc/contract/message/home'
import { mailMessage, smsMessage, smsRecipient } from '@assoc/contract/message/list'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { optOut } from '@assoc/contract/message/opt-out'
import { richOf } from '@assoc/contract/core/rich-text'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../test/harness'
import { DeliveryFailed, DeliveryRefused, ProviderUnavailable } from '../../platform/mail/delivery'
import { validateError } from './message/outcome'
import { settleReceipt } from './message/receipts'
import { runSending } from './message/sending'
import { addContact, buildAssociation, EVERYBODY, templateFor, WRITER, type Association } from './testing.repository'

// What becomes of recipients: refused, stopped, taken, arrived, kept; and messages that are stopped by hand.

let server: TestServer
let at: Association
let writer: Session
const tried: string[] = []
/** What the mail server answers to an address; nothing is that it takes the mail. */
let answer: (to: string) => Error | undefined
const sms = () => server.platform.sms as unknown as { live: boolean; sent: { to: string }[]; send: (m: { to: string }) => Promise<{ ref: string }> }
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await asOwner(server.platform.db, sql`truncate contact, member, message, message_recipient, message_callback, opt_out, notification restart identity cascade`)
  answer = () => undefined
  tried.length = sms().sent.length = 0
  sms().live = true
  Object.assign(server.platform, {
    mail: {
      close: () => undefined,
      send: async ({ to }: { to: string }) => {
        tried.push(to)
        const wrong = answer(to)
        if (wrong) throw wrong
        return { ref: `outbox-of-${to}` }
      },
    },
  })
  at = await buildAssociation(server)
  writer = await server.person({ permits: WRITER, scopes: { message: 'dept', member: 'dept' }, deptId: at.deptId })
})

const noMailbox = () => new DeliveryRefused('no such mailbox', '550 5.1.1', true)
const wrongPassword = () => new ProviderUnavailable('Invalid login: authentication failed', '535 5.7.8')
const mail = async () => (await server.ok(createMail, { msgKind: 'notice', subject: '通知', content: richOf('请缴会费。'), attachments: [], audience: { contacts: EVERYBODY, extra: [] }, send: true }, { as: writer })).messageId
const numbers = (n: number) => Array.from({ length: n }, (_, i) => `198${String(i).padStart(8, '0')}`)
const text = async (n: number) => (await server.ok(createSms, { msgKind: 'notice', content: '会议提醒', templateId: await templateFor(server, '会议提醒'), audience: { contacts: null, extra: numbers(n) }, send: true }, { as: writer })).messageId
const run = (messageId: string, options: Parameters<typeof runSending>[2] = {}) => runSending({ messageId }, server.platform, { mailsAMinute: 0, ...options })
const mailRow = (messageId: string) => server.ok(mailMessage.read, { messageId })
const smsRow = (messageId: string) => server.ok(smsMessage.read, { messageId })
const notices = async () => (await server.platform.db.selectFrom('notification').select(['title', 'content']).where('user_id', '=', writer.userId).orderBy('notification_id').execute())
const listed = () => server.platform.db.selectFrom('opt_out').select(['channel', 'address', 'source']).execute()
const step = async (messageId: string, verb: string, as = writer) => server.call(smsMessage.change, { messageId, version: (await smsRow(messageId)).version, verb } as never, { as })

test('a wrong password stops the message, blames nobody, and is tried again after longer and longer pauses', async () => {
  for (let n = 0; n < 3; n++) await addContact(server, at)
  const messageId = await mail()
  answer = wrongPassword
  await run(messageId)
  const held = await mailRow(messageId)
  expect(held).toMatchObject({ msgStatus: 'sending', totalCount: 3, waitingCount: 3, failedCount: 0 })
  expect(held.situation).toMatch(/^暂时发不出去：Invalid login: authentication failed；将于 \d\d-\d\d \d\d:\d\d 自动重试$/)
  expect(await notices()).toEqual([{ title: expect.stringMatching(/^邮件暂时发不出去：YJ/), content: expect.stringContaining('authentication failed') }])
  const state = async () => server.platform.db.selectFrom('message').select(['held_tries', 'held_until', 'held_code']).where('message_id', '=', messageId).executeTakeFirstOrThrow()
  expect((await state()).held_code).toBe('535 5.7.8')
  // Before its time it waits.
  const before = tried.length
  await run(messageId)
  expect(tried).toHaveLength(before)
  const pauses: number[] = []
  for (let n = 0; n < 8; n++) {
    await run(messageId, { now: new Date(Date.now() + 3 * 3_600_000) })
    pauses.push(Math.round(((await state()).held_until?.getTime() ?? 0) / 60_000 - Date.now() / 60_000))
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  expect(await notices()).toHaveLength(1)
  expect(await listed()).toEqual([])
  expect(await server.platform.db.selectFrom('message_recipient').select('bounces').where('bounces', '>', 0).execute()).toEqual([])
  // With the right one everybody gets it.
  answer = () => undefined
  await run(messageId, { now: new Date(Date.now() + 3 * 3_600_000) })
  expect(await mailRow(messageId)).toMatchObject({ msgStatus: 'done', submittedCount: 3, situation: null })
  expect(await state()).toMatchObject({ held_tries: 0, held_until: null })
})

test('an error that nobody foresaw stops the message too, and whoever was in hand is not sent to again', async () => {
  const messageId = await text(10)
  const send = sms().send
  sms().send = async (m) => {
    await send.call(sms(), m)
    throw new TypeError('provider answered nonsense')
  }
  await run(messageId)
  sms().send = send
  const tried = sms().sent.length
  expect(tried).toBeLessThanOrEqual(4)
  expect(await smsRow(messageId)).toMatchObject({ msgStatus: 'sending', unknownCount: tried, waitingCount: 10 - tried })
  await run(messageId, { now: new Date(Date.now() + 3_600_000) })
  expect(sms().sent.map((m) => m.to).sort()).toEqual(numbers(10))
  expect(await smsRow(messageId)).toMatchObject({ msgStatus: 'partly', unknownCount: tried, submittedCount: 10 - tried })
})

test('who is refused for now waits for a later try while the others get theirs; after a day they have failed', async () => {
  const { db } = server.platform
  for (let n = 0; n < 2; n++) await addContact(server, at)
  const messageId = await mail()
  const rows = () => db.selectFrom('message_recipient').select(['recipient_id', 'recipient_status', 'fail_code', 'deferrals', 'retry_time', 'reason']).where('message_id', '=', messageId).orderBy('recipient_id').execute()
  const total = (await rows()).length
  let n = 0
  answer = () => (n++ === 0 ? new DeliveryFailed('greylisted', '451 4.7.1') : undefined)
  await run(messageId)
  const deferred = (await rows()).filter((r) => r.recipient_status === 'queued')
  expect(deferred).toEqual([expect.objectContaining({ deferrals: 1, fail_code: '451 4.7.1', reason: '对方暂时拒收，将自动重试：greylisted' })])
  expect(await mailRow(messageId)).toMatchObject({ msgStatus: 'sending', submittedCount: total - 1, waitingCount: 1, failedCount: 0 })
  const pause = Number(deferred[0]?.retry_time) - Date.now()
  expect(pause).toBeGreaterThan(30_000)
  expect(pause).toBeLessThanOrEqual(60_000)
  // Before its time it is not tried; the job waits for that time.
  const before = tried.length
  await run(messageId)
  expect(tried).toHaveLength(before)
  const { rows: due } = await sql<{ run_at: Date }>`select run_at from graphile_worker._private_jobs where key = ${`message:send:${messageId}`}`.execute(db)
  expect(due).toEqual([{ run_at: deferred[0]?.retry_time }])
  // The last try of the day.
  await sql`update message_recipient set deferrals = 29, retry_time = now() where message_id = ${messageId}::bigint and recipient_status = 'queued'`.execute(db)
  answer = () => new DeliveryFailed('still greylisted', '451 4.7.1')
  await run(messageId)
  expect(await mailRow(messageId)).toMatchObject({ msgStatus: 'partly', failedCount: 1, submittedCount: total - 1 })
})

test('errors are checked by whom they speak of', () => {
  const of = (error: Error, channel: 'sms' | 'mail' = 'mail') => validateError(channel, error)
  expect(of(noMailbox())).toEqual({ verdict: 'failed', reason: 'no such mailbox', code: '550 5.1.1', bounced: true, unsent: false })
  expect(of(wrongPassword())).toMatchObject({ verdict: 'stop', unsent: true, code: '535 5.7.8', bounced: false })
  // A full mailbox or a text that is not taken is no fault of the address.
  expect(of(new DeliveryFailed('mailbox full', '452 4.2.2'))).toMatchObject({ verdict: 'later', code: '452 4.2.2', bounced: false })
  expect(of(new DeliveryFailed('通道繁忙', 'MB:1026'), 'sms')).toMatchObject({ verdict: 'failed', code: 'MB:1026' })
  expect(of(new DeliveryRefused('looks like spam', '554 5.7.1'))).toMatchObject({ verdict: 'failed', code: '554 5.7.1', bounced: false })
  expect(of(new Error('nobody knows'))).toMatchObject({ verdict: 'stop', code: null })
  expect(of(new DeliveryRefused('空号', 'MK:0001', true), 'sms')).toMatchObject({ verdict: 'failed', code: 'MK:0001', bounced: false })
})

test('two refusals block an address, unless a mail was taken in between or it was taken off the list', async () => {
  const { email } = await addContact(server, at)
  const send = async (wrong?: () => Error) => {
    answer = wrong ?? (() => undefined)
    const messageId = await mail()
    await run(messageId)
    return messageId
  }
  await send(noMailbox)
  await send()
  await send(noMailbox)
  expect(await listed()).toEqual([])
  await send(noMailbox)
  expect(await listed()).toEqual([{ channel: 'mail', address: email, source: 'bounce' }])
  const [entry] = (await server.ok(optOut.list, {})).items
  await server.ok(optOut.remove, { optOutId: entry?.optOutId ?? '', version: entry?.version ?? 0 })
  await send(noMailbox)
  expect(await listed()).toEqual([])
  await send(noMailbox)
  expect(await listed()).toHaveLength(1)
})

test('a mail that is taken and sent back later is no mail taken', async () => {
  const { email } = await addContact(server, at)
  for (const wanted of [0, 1]) {
    const messageId = await mail()
    await run(messageId)
    const { recipient_id } = await server.platform.db.selectFrom('message_recipient').select('recipient_id').where('message_id', '=', messageId).executeTakeFirstOrThrow()
    await server.platform.db.transaction().execute((tx) => settleReceipt(tx, { providerRef: `<outbox-message-${recipient_id}@association.example>`, result: 'failed', code: '550 5.1.1', reason: 'user unknown' }))
    expect(await mailRow(messageId)).toMatchObject({ msgStatus: 'partly', failedCount: 1, submittedCount: 0 })
    expect(await listed()).toHaveLength(wanted)
  }
  expect((await listed())[0]?.address).toBe(email)
})

test('taken is not arrived: receipts say that, each once, and a failure after the end is told', async () => {
  let given = 0
  const send = sms().send
  sms().send = async (m) => (await send.call(sms(), m), { ref: `P-${(given += 1)}` })
  const messageId = await text(3)
  await run(messageId)
  sms().send = send
  expect(await smsRow(messageId)).toMatchObject({ msgStatus: 'done', submittedCount: 3, deliveredCount: 0 })
  const settle = (providerRef: string, result: 'delivered' | 'failed', code?: string) => server.platform.db.transaction().execute((tx) => settleReceipt(tx, { providerRef, result, code, reason: code ? '空号' : null }))
  expect([await settle('P-1', 'delivered'), await settle('P-1', 'delivered'), await settle('P-1', 'failed', 'MK:0001'), await settle('P-9', 'delivered')]).toEqual([true, false, false, false])
  expect(await smsRow(messageId)).toMatchObject({ msgStatus: 'done', submittedCount: 2, deliveredCount: 1, failedCount: 0 })
  expect(await settle('P-2', 'failed', 'MK:0001')).toBe(true)
  const partly = await smsRow(messageId)
  expect(partly).toMatchObject({ msgStatus: 'partly', submittedCount: 1, deliveredCount: 1, failedCount: 1 })
  expect(partly.abilities).toContain('retry')
  expect((await notices()).at(-1)).toEqual({ title: expect.stringMatching(/^短信有收件人未送达：DX/), content: '已提交 2，失败 1' })
  expect((await server.ok(smsRecipient.list, { messageId, recipientStatus: 'failed' }, { as: writer })).items).toMatchObject([{ failCode: 'MK:0001', reason: '空号' }])
  expect(await server.platform.db.selectFrom('opt_out').selectAll().execute()).toEqual([])
  // What was given up as unknown and arrived after all makes the message whole.
  await sql`update message_recipient set recipient_status = 'unknown' where recipient_status = 'failed'`.execute(server.platform.db)
  expect(await settle('P-2', 'delivered')).toBe(true)
  expect(await smsRow(messageId)).toMatchObject({ msgStatus: 'done', deliveredCount: 2, failedCount: 0 })
})

test('without a provider nothing is told as sent: it is kept, and costs nothing', async () => {
  sms().live = false
  const messageId = await text(2)
  await run(messageId)
  expect(await smsRow(messageId)).toMatchObject({ msgStatus: 'kept', keptCount: 2, submittedCount: 0, deliveredCount: 0, partCount: 0, situation: '尚未接入短信服务，2 条已留存，没有发出' })
  expect(await notices()).toEqual([{ title: expect.stringMatching(/^短信未发出：/), content: '尚未接入短信服务，2 条已留存，没有发出，失败 0' }])
  Object.assign(server.platform, { mail: null })
  await addContact(server, at)
  const other = await mail()
  await run(other)
  expect(await mailRow(other)).toMatchObject({ msgStatus: 'kept', keptCount: 1, situation: '尚未接入邮件服务，1 封已留存，没有发出' })
})

test('a message that is being sent is paused: nobody is taken any more, until it goes on', async () => {
  const messageId = await text(30)
  const send = sms().send
  let stopped = false
  sms().send = async (m) => {
    const taken = await send.call(sms(), m)
    await new Promise((r) => setTimeout(r, 40))
    if (sms().sent.length < 8 || stopped) return taken
    stopped = true
    expect((await step(messageId, 'pause')).returnCode).toBe(CODE.ok)
    return taken
  }
  await run(messageId)
  const sent = sms().sent.length
  expect(sent).toBeLessThan(30)
  const paused = await smsRow(messageId)
  expect(paused).toMatchObject({ msgStatus: 'paused', submittedCount: sent, waitingCount: 30 - sent })
  await run(messageId)
  expect(sms().sent).toHaveLength(sent)
  expect((await server.ok(smsMessage.read, { messageId }, { as: writer })).abilities).toEqual(['resume', 'cancelRest'])
  expect((await step(messageId, 'resume')).returnCode).toBe(CODE.ok)
  await run(messageId)
  sms().send = send
  expect(sms().sent.map((m) => m.to).sort()).toEqual(numbers(30))
  expect(await smsRow(messageId)).toMatchObject({ msgStatus: 'done', submittedCount: 30 })
})

test('negative control: a claim that does not look whether the message is stopped goes on', async () => {
  const messageId = await text(6)
  await sql`update message set msg_status = 'sending'`.execute(server.platform.db)
  const blind = async () =>
    (await sql<{ recipientId: string; target: string; facts: object; deferrals: number }>`update message_recipient set recipient_status = 'sending', submit_time = now()
      where recipient_id = (select recipient_id from message_recipient where recipient_status = 'queued' limit 1 for update skip locked) returning recipient_id as "recipientId", target, facts, deferrals`.execute(server.platform.db)).rows[0]
  const send = sms().send
  sms().send = async (m) => {
    const taken = await send.call(sms(), m)
    await sql`update message set msg_status = 'paused'`.execute(server.platform.db)
    return taken
  }
  await run(messageId, { claim: blind })
  sms().send = send
  expect(sms().sent).toHaveLength(6)
})

test('the rest of a paused message is taken back: who was not reached is skipped, what went out is paid', async () => {
  const messageId = await text(5)
  await sql`update message set msg_status = 'paused'`.execute(server.platform.db)
  await sql`update message_recipient set recipient_status = 'submitted' where target in ('19800000000', '19800000001')`.execute(server.platform.db)
  expect((await step(messageId, 'cancelRest')).returnCode).toBe(CODE.ok)
  expect(await smsRow(messageId)).toMatchObject({ msgStatus: 'cancelled', submittedCount: 2, skippedCount: 3, partCount: 2 })
  expect((await server.ok(smsRecipient.list, { messageId, recipientStatus: 'skipped' }, { as: writer })).items.map((r) => r.reason)).toEqual(['已取消', '已取消', '已取消'])
  const { rows } = await sql<{ used: number }>`select coalesce(sum(part_count), 0)::int as used from message where dept_id = ${at.deptId} and quota_month is not null`.execute(server.platform.db)
  expect(rows[0]?.used).toBe(2)
})

test('what has gone or was taken back is copied as a draft; what is under way is not', async () => {
  const messageId = await text(2)
  expect((await server.call(copySms, { messageId }, { as: writer })).returnCode).toBe(CODE.badTransition)
  await run(messageId)
  const copied = await server.ok(copySms, { messageId }, { as: writer })
  expect(copied).toMatchObject({ msgNo: expect.stringMatching(/^DX\d{12}$/), filesLeft: 0 })
  expect(copied.messageId).not.toBe(messageId)
  expect(await server.ok(selectSmsDraft, { messageId: copied.messageId }, { as: writer })).toMatchObject({ msgStatus: 'draft', content: '会议提醒', scheduleTime: null, audience: { extra: numbers(2) } })
  const stranger = await server.person({ permits: WRITER, scopes: { message: 'self', member: 'dept' }, deptId: at.deptId })
  expect((await server.call(copySms, { messageId }, { as: stranger })).returnCode).toBe(CODE.notFound)
})

test('who may only write keeps drafts; handing in, pausing and sending again need the right', async () => {
  const scribe = await server.person({ permits: WRITER.filter((p) => p !== 'message:send:submit'), scopes: { message: 'dept', member: 'dept' }, deptId: at.deptId })
  const given = { msgKind: 'notice' as const, content: '会议提醒', templateId: await templateFor(server, '会议提醒'), audience: { contacts: null, extra: numbers(1) } }
  const refused = await server.call(createSms, { ...given, send: true }, { as: scribe })
  expect([refused.returnCode, refused.returnMessage]).toEqual([CODE.forbidden, '您没有“提交群发”权限，可以存为草稿，由有权限的人提交'])
  const { messageId } = await server.ok(createSms, { ...given, send: false }, { as: scribe })
  expect((await server.call(updateSms, { messageId, version: 1, ...given, send: true }, { as: scribe })).returnCode).toBe(CODE.forbidden)
  expect((await step(messageId, 'submit', scribe)).returnCode).toBe(CODE.forbidden)
  expect((await smsRow(messageId)).msgStatus).toBe('draft')
  expect((await step(messageId, 'submit')).returnCode).toBe(CODE.ok)
  await sql`update message set msg_status = 'sending'`.execute(server.platform.db)
  expect((await step(messageId, 'pause', scribe)).returnCode).toBe(CODE.forbidden)
})

test('the home page tells what was refused, paused or did not reach everybody of late, each with the list of just these', async () => {
  const made = new Map<string, string>()
  for (const status of ['refused', 'partly', 'partly', 'paused', 'done']) {
    const messageId = await text(1)
    made.set(status, messageId)
    await sql`update message set msg_status = ${status} where message_id = ${messageId}`.execute(server.platform.db)
  }
  await sql`update message set create_time = now() - interval '40 days' where message_id = (select min(message_id) from message where msg_status = 'partly')`.execute(server.platform.db)
  const todos = await server.ok(selectTodos, {}, { as: writer })
  expect(todos).toEqual([
    { label: '被驳回的短信', value: 1, link: `/go/member/TextMessageList?msgStatus=refused&record=${made.get('refused')}` },
    { label: '近期部分失败的短信', value: 1, link: expect.stringMatching(/^\/go\/member\/TextMessageList\?msgStatus=partly&createTimeFrom=\d{4}-\d\d-\d\d&record=\d+$/) },
    { label: '已暂停的短信', value: 1, link: `/go/member/TextMessageList?msgStatus=paused&record=${made.get('paused')}` },
  ])
  expect(await server.ok(countMessages, {}, { as: writer })).toMatchObject([{ label: '本月短信', value: expect.any(Number) }, { label: '本月邮件', value: 0 }])
})
