import { createMail, createSms, previewMail } from '@assoc/contract/message/message'
import { mailMessage } from '@assoc/contract/message/list'
import { richOf } from '@assoc/contract/core/rich-text'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { lockSentAlone, sentAlone } from './message/alone.repository'
import { buildAssociation, templateFor, WRITER, type Association } from './testing.repository'

let server: TestServer
let at: Association
beforeAll(async () => {
  // No worker: what is handed in stays queued.
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  at = await buildAssociation(server)
})
afterAll(() => server.stop())

const writer = () => server.person({ permits: [...WRITER, 'message:send:approve'], scopes: { message: 'dept', member: 'dept' }, deptId: at.deptId })
const addresses = (n: number) => Array.from({ length: n }, (_, i) => `jia${i}@example.com`)
const mail = (n: number) => ({ msgKind: 'notice' as const, subject: '会议', content: richOf('会议提醒'), attachments: [], audience: { contacts: null, extra: addresses(n) } })
const send = async (n: number, as: Session) => (await server.ok(createMail, { ...mail(n), send: true }, { as })).msgStatus
const text = async (n: number, as: Session) => {
  const extra = Array.from({ length: n }, (_, i) => `198${String(i).padStart(8, '0')}`)
  return (await server.ok(createSms, { msgKind: 'notice', content: '会议提醒', templateId: await templateFor(server, '会议提醒'), audience: { contacts: null, extra }, send: true }, { as })).msgStatus
}

test('the limit above which a second person agrees holds for a sender, a channel and a day, however many messages it is spread over', async () => {
  const [her, other] = [await writer(), await writer()]
  expect(await send(200, her)).toBe('queued')
  expect(await server.ok(previewMail, mail(1), { as: her })).toMatchObject({ needsApproval: true, sentToday: 200 })
  for (let i = 0; i < 3; i++) expect(await send(200, her)).toBe('approval')
  // Another sender and another channel have limits of their own.
  expect(await send(150, other)).toBe('queued')
  expect(await text(200, her)).toBe('queued')
  expect(await text(1, her)).toBe('approval')
  expect(await server.ok(previewMail, mail(50), { as: other })).toMatchObject({ needsApproval: false, sentToday: 150 })
  // What another person agreed to does not count, and the next day begins anew.
  const waiting = (await server.ok(mailMessage.list, { msgStatus: ['approval'] }, { as: other })).items[0]
  await server.ok(mailMessage.change, { messageId: String(waiting?.messageId), version: Number(waiting?.version), verb: 'approve' }, { as: other })
  expect(await sentAlone(server.platform.db, 'mail', her.userId)).toBe(200)
  await sql`update message set alone_time = alone_time - interval '1 day' where submit_by = ${her.userId}`.execute(server.platform.db)
  expect(await send(200, her)).toBe('queued')
})

test('what is taken back before it went, and what a reminder rule wrote, does not count', async () => {
  const her = await writer()
  const { messageId } = await server.ok(createMail, { ...mail(180), send: true }, { as: her })
  const row = (await server.ok(mailMessage.read, { messageId }, { as: her })) as unknown as { version: number }
  await server.ok(mailMessage.change, { messageId, version: row.version, verb: 'cancel' }, { as: her })
  expect(await send(190, her)).toBe('queued')
  await sql`update message set automatic = true where submit_by = ${her.userId}`.execute(server.platform.db)
  expect(await send(190, her)).toBe('queued')
})

test('two messages handed in at once do not both slip below the limit', async () => {
  for (let i = 0; i < 3; i++) {
    const her = await writer()
    // As drafts that are there already: writing one would take a number, which messages wait for by itself.
    const drafts = [await server.ok(createMail, { ...mail(150), send: false }, { as: her }), await server.ok(createMail, { ...mail(150), send: false }, { as: her })]
    await Promise.all(drafts.map(({ messageId }) => server.ok(mailMessage.change, { messageId, version: 1, verb: 'submit' }, { as: her })))
    const statuses = await Promise.all(drafts.map(async ({ messageId }) => String((await server.ok(mailMessage.read, { messageId }, { as: her })).msgStatus)))
    expect(statuses.sort()).toEqual(['approval', 'queued'])
  }
})

test('control: without the lock a message sees nothing of one that is just being handed in; with it, it waits', async () => {
  const { db } = server.platform
  const her = await writer()
  const { messageId } = await server.ok(createMail, { ...mail(150), send: false }, { as: her })
  const outcome = await db.transaction().execute(async (first) => {
    await lockSentAlone(first, 'mail', her.userId)
    await sql`update message set submit_by = ${her.userId}, alone_time = now() where message_id = ${messageId}`.execute(first)
    await sql`insert into message_recipient (message_id, target, recipient_status) values (${messageId}, 'jia@example.com', 'queued')`.execute(first)
    const unlocked = await sentAlone(db, 'mail', her.userId)
    return { unlocked, locked: db.transaction().execute((second) => lockSentAlone(second, 'mail', her.userId)).then((n) => ({ n })) }
  })
  expect([outcome.unlocked, await outcome.locked]).toEqual([0, { n: 1 }])
})
