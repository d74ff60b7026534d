import { createSms } from '@assoc/contract/message/message'
import { smsMessage } from '@assoc/contract/message/list'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../test/harness'
import { addressKey, callbackRoutes, sealOf, wantsOut } from './callback'
import { noteCallback } from './message/receipts.repository'
import { runSending } from './message/sending'
import { buildAssociation, templateFor, WRITER } from './testing.repository'

// What providers call back with: receipts and answers, sealed by a secret.

const SECRET = 'a-secret-of-this-test-alone-0001'
let server: TestServer
let routes: FastifyInstance
let writer: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  routes = Fastify()
  callbackRoutes(routes, server.platform, SECRET)
})
afterAll(async () => {
  await routes.close()
  await server.stop()
})
beforeEach(async () => {
  await asOwner(server.platform.db, sql`truncate message, message_recipient, message_callback, opt_out restart identity cascade`)
  Object.assign(server.platform.sms, { live: true })
  const { deptId } = await buildAssociation(server)
  writer = await server.person({ permits: WRITER, scopes: { message: 'dept' }, deptId })
})

const post = (body: string, seal: string | undefined = sealOf(SECRET, body)) =>
  routes.inject({ method: 'POST', url: '/messageCallback', payload: body, headers: { 'content-type': 'application/json', ...(seal ? { 'x-signature': seal } : {}) } })
const words = (more: object) => JSON.stringify({ time: new Date().toISOString(), ...more })
const listed = () => server.platform.db.selectFrom('opt_out').select(['channel', 'address', 'source']).orderBy('address').execute()

test('receipts settle their recipients, and told again they change nothing', async () => {
  const { messageId } = await server.ok(createSms, { msgKind: 'notice', content: '会议提醒', templateId: await templateFor(server, '会议提醒'), audience: { contacts: null, extra: ['19800000001', '19800000002'] }, send: true }, { as: writer })
  await runSending({ messageId }, server.platform)
  const refs = (await server.platform.db.selectFrom('message_recipient').select('provider_ref').orderBy('recipient_id').execute()).map((r) => r.provider_ref)
  const body = words({ receipts: [{ providerRef: refs[0], result: 'delivered' }, { providerRef: refs[1], result: 'failed', code: 'MK:0001', reason: '空号' }, { providerRef: 'nobody', result: 'delivered' }] })
  const first = await post(body)
  expect([first.statusCode, first.json()]).toEqual([200, { ok: true, repeated: false, settled: 2, optedOut: 0 }])
  const row = await server.ok(smsMessage.read, { messageId })
  expect(row).toMatchObject({ msgStatus: 'partly', deliveredCount: 1, failedCount: 1 })
  expect((await post(body)).json()).toEqual({ ok: true, repeated: true, settled: 0, optedOut: 0 })
  expect((await server.ok(smsMessage.read, { messageId })).version).toBe(row.version)
  expect(await server.platform.db.selectFrom('audit_log').select(['title', 'user_name']).where('record_type', '=', 'messageCallback').execute()).toEqual([{ title: '消息回执', user_name: '消息服务商' }])
})

test('without the seal, with a wrong one or of other bytes nothing is taken', async () => {
  const body = words({ replies: [{ mobile: '19900000001', text: 'R' }] })
  const wrong = [await post(body, ''), await post(body, 'abc'), await post(body, sealOf('another-secret-of-some-length', body)), await post(`${body} `, sealOf(SECRET, body))]
  expect(wrong.map((r) => r.statusCode)).toEqual([401, 401, 401, 401])
  expect(await listed()).toEqual([])
  expect((await post(body, `sha256=${sealOf(SECRET, body).toUpperCase()}`)).statusCode).toBe(200)
  expect((await listed()).length).toBe(1)
})

test('words that are not as they should be, or of long ago, are refused', async () => {
  const old = JSON.stringify({ time: new Date(Date.now() - 8 * 86_400_000).toISOString(), replies: [{ mobile: '19900000001', text: 'R' }] })
  for (const body of ['nothing', '[]', words({ receipts: [{ providerRef: 'x', result: 'maybe' }] }), old]) expect((await post(body)).statusCode).toBe(400)
  expect(await listed()).toEqual([])
})

test('an answer by which a recipient wants out puts their number on the list, once; a replay does not bring it back', async () => {
  expect(['R', ' r ', 'Ｒ', 'T', 'td', 'TD', '退订', 'r。', '好的', 'RR', ''].map(wantsOut)).toEqual([true, true, true, true, true, true, true, false, false, false, false])
  const body = words({ replies: [{ mobile: '+86 19900000001', text: 'td' }, { mobile: '19900000002', text: '收到' }, { mobile: 'abc', text: 'R' }] })
  expect((await post(body)).json()).toMatchObject({ repeated: false, optedOut: 1 })
  expect(await listed()).toEqual([{ channel: 'sms', address: '19900000001', source: 'reply' }])
  await asOwner(server.platform.db, sql`truncate opt_out`)
  expect((await post(body)).json()).toMatchObject({ repeated: true, optedOut: 0 })
  expect(await listed()).toEqual([])
})

test('the same words at once count once; negative control: without the mark each is taken', async () => {
  const body = words({ replies: [{ mobile: '19900000003', text: 'R' }] })
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(body)))
  expect(answers.map((a) => (a.json() as { repeated: boolean }).repeated).filter((again) => !again)).toHaveLength(1)
  const { db } = server.platform
  await asOwner(db, sql`alter table message_callback drop constraint message_callback_pkey`)
  expect(await Promise.all([noteCallback(db, 'one'), noteCallback(db, 'one')])).toEqual([true, true])
  await asOwner(db, sql`truncate message_callback`)
  await asOwner(db, sql`alter table message_callback add primary key (digest)`)
})

const push = (provider: string, body: object, key = addressKey(SECRET, provider)) => routes.inject({ method: 'POST', url: `/messageCallback/${provider}/${key}`, payload: body })
const CALLS_OF: Record<string, { receipts: (refs: string[]) => object; reply: (mobile: string, text: string) => object; heard: object }> = {
  aliyun: {
    receipts: ([good, bad]) => [{ phone_number: '19800000001', send_time: '2026-03-02 09:30:00', report_time: '2026-03-02 09:30:05', success: true, err_code: 'DELIVERED', err_msg: '用户接收成功', sms_size: '1', biz_id: good, out_id: '' }, { phone_number: '19800000002', success: false, err_code: 'MK:0001', err_msg: '空号', sms_size: '1', biz_id: bad }],
    reply: (mobile, text) => [{ phone_number: mobile, send_time: '2026-03-02 09:30:00', content: text, sign_name: '示例协会', dest_code: '123', sequence_id: 1 }],
    heard: { code: 0, msg: '成功' },
  },
  tencent: {
    receipts: ([good, bad]) => [{ user_receive_time: '2026-03-02 09:30:05', nationcode: '86', mobile: '19800000001', report_status: 'SUCCESS', errmsg: 'DELIVRD', description: '用户短信送达成功', sid: good }, { mobile: '19800000002', report_status: 'FAIL', errmsg: 'MK:0001', description: '空号', sid: bad }],
    reply: (mobile, text) => ({ extend: '01', mobile, nationcode: '86', sign: '示例协会', text, time: 1772415000 }),
    heard: { result: 0, errmsg: 'OK' },
  },
}

test.each(Object.keys(CALLS_OF))('%s tells what became of messages, and who wants out, under the key of its address alone', async (provider) => {
  const { receipts, reply, heard } = CALLS_OF[provider] ?? { receipts: () => [], reply: () => [], heard: {} }
  const { messageId } = await server.ok(createSms, { msgKind: 'notice', content: '会议提醒', templateId: await templateFor(server, '会议提醒'), audience: { contacts: null, extra: ['19800000001', '19800000002'] }, send: true }, { as: writer })
  await runSending({ messageId }, server.platform)
  const refs = (await server.platform.db.selectFrom('message_recipient').select('provider_ref').orderBy('recipient_id').execute()).map((r) => r.provider_ref ?? '')
  for (const key of ['x', addressKey(SECRET, provider === 'aliyun' ? 'tencent' : 'aliyun'), addressKey('another-secret-of-some-length', provider)]) expect((await push(provider, receipts(refs), key)).statusCode).toBe(401)
  expect(await server.ok(smsMessage.read, { messageId })).toMatchObject({ deliveredCount: 0, failedCount: 0 })
  expect((await push(provider, receipts(refs))).json()).toEqual(heard)
  expect(await server.ok(smsMessage.read, { messageId })).toMatchObject({ msgStatus: 'partly', deliveredCount: 1, failedCount: 1 })
  expect((await push(provider, reply('19900000011', 'TD'))).json()).toEqual(heard)
  expect(await listed()).toEqual([{ channel: 'sms', address: '19900000011', source: 'reply' }])
  expect((await push(provider, [{ something: 'else' }])).statusCode).toBe(400)
  expect((await push('pigeon', [], addressKey(SECRET, 'pigeon'))).statusCode).toBe(401)
})

test('who keeps coming with a wrong key is not listened to for a while, and whoever has the right one is', async () => {
  await sql`delete from throttle where key like 'callback:%'`.execute(server.platform.db)
  const codes: number[] = []
  for (let n = 0; n < 22; n++) codes.push((await post(words({}), 'wrong')).statusCode)
  expect([codes.filter((c) => c === 401).length, codes.filter((c) => c === 429).length]).toEqual([20, 2])
  expect((await post(words({}))).statusCode).toBe(200)
  await sql`delete from throttle where key like 'callback:%'`.execute(server.platform.db)
})

test('without a secret, or with a short one, there is no such address', async () => {
  for (const secret of ['', 'short']) {
    const app = Fastify()
    callbackRoutes(app, server.platform, secret)
    expect((await app.inject({ method: 'POST', url: '/messageCallback', payload: '{}' })).statusCode).toBe(404)
    await app.close()
  }
})
