import { CODE } from '@assoc/contract'
import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { contact } from '@assoc/contract/member/contact'
import { createSms, previewMail, previewSms } from '@assoc/contract/message/message'
import { richOf } from '@assoc/contract/core/rich-text'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { skipOptedOut } from './message/sending.repository'
import { addContact, buildAssociation, EVERYBODY, templateFor, WRITER, type Association } from './testing.repository'

let server: TestServer
let at: Association
let writer: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api', PUBLIC_URL: 'https://console.example' } })
  at = await buildAssociation(server)
  writer = await server.person({ permits: [...WRITER, 'member:contact:read', 'member:contact:update'], scopes: { message: 'dept', member: 'dept' }, deptId: at.deptId, name: '甄登记' })
})
afterAll(() => server.stop())

const ADVERT = '培训班开始报名，拒收请回复R'
const tomorrow = () => instantOf(`${dayAfter(today(), 1)} 10:00`)
const sms = async () => ({ msgKind: 'promotion' as const, content: ADVERT, templateId: await templateFor(server, ADVERT), audience: { contacts: EVERYBODY, extra: [] }, scheduleTime: tomorrow() })
const mail = () => ({ msgKind: 'promotion' as const, subject: '（广告）培训', content: richOf('培训班开始报名'), attachments: [], audience: { contacts: EVERYBODY, extra: [] }, scheduleTime: tomorrow() })
const db = () => server.platform.db

test('consent to one channel is none to the other; who opted out gets nothing whatever they agreed to; notices go as before', async () => {
  await addContact(server, at, { consent: 'sms' })
  await addContact(server, at, { consent: 'mail' })
  await addContact(server, at, { consent: true, smsOptOut: true })
  const gone = await addContact(server, at, { consent: true })
  await sql`insert into opt_out (channel, address) values ('mail', ${gone.email})`.execute(db())
  const reasonsOf = (answer: { skippedReasons: { reason: string; count: number }[] }) => Object.fromEntries(answer.skippedReasons.map((r) => [r.reason, r.count]))
  const text = await server.ok(previewSms, await sms(), { as: writer })
  expect([text.willSend, reasonsOf(text)]).toEqual([2, { 没有本人同意的记录: 1, 本人拒收短信: 1 }])
  const letter = await server.ok(previewMail, mail(), { as: writer })
  expect([letter.willSend, reasonsOf(letter)]).toEqual([2, { 没有本人同意的记录: 1, 已退订: 1 }])
  expect((await server.ok(previewSms, { ...(await sms()), msgKind: 'notice' }, { as: writer })).willSend).toBe(4)
  // Where staff do not ask for it, who opted out gets nothing all the same.
  await sql`insert into setting (key, value) values ('param/message.promotionConsent', '0')`.execute(db())
  await server.platform.revocations.announce(db(), { kind: 'all' })
  for (let tries = 0; tries < 50 && (await server.platform.settings.parameter('message.promotionConsent')) !== 0; tries++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await server.ok(previewSms, await sms(), { as: writer })).willSend).toBe(3)
  expect(reasonsOf(await server.ok(previewMail, mail(), { as: writer }))).toEqual({ 已退订: 1 })
  await sql`delete from setting where key = 'param/message.promotionConsent'`.execute(db())
  await server.platform.revocations.announce(db(), { kind: 'all' })
})

test('what is taken back before a promotion goes out is minded then', async () => {
  const person = await addContact(server, at, { consent: true })
  const { messageId } = await server.ok(createSms, { ...(await sms()), audience: { contacts: null, chosen: { contactIds: [person.contactId], memberIds: [], filter: null, total: 1 }, extra: [] }, send: true }, { as: writer })
  const standing = async () => (await sql<{ s: string; r: string | null }>`select recipient_status as s, reason as r from message_recipient where message_id = ${messageId}`.execute(db())).rows
  await skipOptedOut(db(), messageId, 'sms', true, true)
  expect(await standing()).toEqual([{ s: 'queued', r: null }])
  await sql`update contact set sms_consent_date = null, sms_consent_source = null where contact_id = ${person.contactId}`.execute(db())
  await skipOptedOut(db(), messageId, 'sms', true, true)
  expect(await standing()).toEqual([{ s: 'skipped', r: '没有本人同意的记录' }])
})

test('a consent has a day, a source and who wrote it down; a change of it stands in the log', async () => {
  const { contactId } = await addContact(server, at)
  const read = async () => (await server.ok(contact.read, { contactId }, { as: writer })) as unknown as Record<string, unknown> & { version: number }
  const save = async (fields: object) => {
    const row = await read()
    const own = Object.fromEntries(['companyId', 'name', 'gender', 'postType', 'postName', 'telephone', 'startDate', 'endDate', 'isPrimary', 'smsOptOut', 'emailOptOut', 'consentDate', 'remark', 'smsConsentDate', 'smsConsentSource', 'emailConsentDate', 'emailConsentSource'].map((f) => [f, row[f]]))
    return server.call(contact.update, { contactId, version: row.version, ...own, ...fields } as never, { as: writer })
  }
  const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields?: { path: string }[] } | null)?.fields?.map((f) => f.path)
  expect(fieldsOf(await save({ smsConsentDate: '2026-02-03' }))).toEqual(['smsConsentSource'])
  expect(fieldsOf(await save({ smsConsentSource: 'paper' }))).toEqual(['smsConsentDate'])
  expect(fieldsOf(await save({ emailConsentDate: dayAfter(today(), 1), emailConsentSource: 'online' }))).toEqual(['emailConsentDate'])
  expect((await save({ smsConsentDate: '2026-02-03', smsConsentSource: 'paper' })).returnCode).toBe(CODE.ok)
  expect(await read()).toMatchObject({ smsConsentDate: '2026-02-03', smsConsentSource: 'paper', smsConsentBy: '甄登记', smsConsentTime: expect.any(String), emailConsentDate: null, emailConsentBy: null })
  expect((await save({ smsConsentDate: null, smsConsentSource: null })).returnCode).toBe(CODE.ok)
  expect(await read()).toMatchObject({ smsConsentDate: null, smsConsentBy: null, smsConsentTime: null })
  const { rows } = await sql<{ before: object; after: object }>`select before, after from audit_log where record_type = 'contact' and record_id = ${contactId} and verb = 'update' order by audit_id`.execute(db())
  expect(rows).toMatchObject([{ after: { smsConsentDate: '2026-02-03', smsConsentSource: 'paper' } }, { before: { smsConsentDate: '2026-02-03', smsConsentSource: 'paper' }, after: { smsConsentDate: null } }])
})
