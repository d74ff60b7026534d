import { CODE } from '@assoc/contract'
import { outbox, selectOutboxContent } from '@assoc/contract/platform/outbox'
import { sql } from 'kysely'
import { queueMail, queueSecret, queueSms } from '../../../platform/mail/outbox'
import { recorderOf } from '../../../platform/mail/recorder'
import { gramsOf } from '../../../platform/search/grams'
import { startTestServer, type TestServer } from '../../../../test/harness'

const plain = outbox.plain as NonNullable<typeof outbox.plain>
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('staff find a message by whole recipient or subject, masked; reading its text and its recipient is noted', async () => {
  const { db } = server.platform
  await queueSms(db, '13900000001', '会议改在周五', { template: null })
  await queueMail(db, 'jia@example.com', '会费通知', '正文')
  const byNumber = await server.ok(outbox.list, { keyword: '139 0000 0001' })
  expect(byNumber).toMatchObject({ total: 1, items: [{ channel: 'sms', recipient: '139****0001' }] })
  expect(await server.ok(outbox.list, { keyword: '会费' })).toMatchObject({ total: 1, items: [{ subject: '会费通知' }] })
  expect(await server.ok(outbox.list, { keyword: 'JIA@Example.com' })).toMatchObject({ total: 1, items: [{ recipient: 'j**@example.com' }] })
  // A part of a number or address finds nobody, or the rest could be asked for digit by digit.
  for (const keyword of ['%', '1390000000', '39', '1', 'jia@', 'ji', 'example']) expect(await server.ok(outbox.list, { keyword })).toMatchObject({ total: 0 })
  expect(await server.ok(outbox.list, { channel: 'mail' })).toMatchObject({ total: 1 })
  const outboxId = byNumber.items[0]?.outboxId ?? ''
  expect(await server.ok(selectOutboxContent, { outboxId })).toEqual({ content: '会议改在周五' })
  expect(await server.ok(plain, { outboxId, fields: ['recipient'] })).toEqual({ values: { recipient: '13900000001' } })
  const noted = await db.selectFrom('audit_log').select(['user_id', 'verb', 'after']).where('record_type', '=', 'outbox').where('record_id', '=', outboxId).orderBy('audit_id').execute()
  expect(noted).toEqual([
    { user_id: server.admin.userId, verb: 'read', after: { recipient: '139****0001', subject: '' } },
    { user_id: server.admin.userId, verb: 'viewPlain', after: { fields: ['recipient'] } },
  ])
  const reader = await server.person({ permits: ['rbac:outbox:read'] })
  const looker = await server.person({ permits: ['pi:plain:view'] })
  for (const as of [reader, looker]) expect((await server.call(plain, { outboxId, fields: ['recipient'] }, { as })).returnCode).toBe(CODE.forbidden)
})

const stored = async () => (await server.platform.db.selectFrom('outbox').selectAll().orderBy('outbox_id', 'desc').limit(1).execute())[0]
async function settled(...wanted: string[]) {
  for (let i = 0; i < 300; i++) {
    const row = await stored()
    if (row && wanted.includes(row.outbox_status)) return row
    await new Promise((r) => setTimeout(r, 20))
  }
  throw new Error(`the message is ${(await stored())?.outbox_status}`)
}
const secret = (minutes = 5) => queueSecret(server.platform.db, server.platform.encryption, { to: '13900000002', subject: '', text: '您正在登录，验证码 482913，5 分钟内有效。', code: '482913', minutes, use: 'code' })

test('a code is masked in the outbox from the beginning, sealed while it waits, and wiped when it is handed over', async () => {
  const sms = server.platform.sms as unknown as { failWith: string | null; sent: { text: string }[] }
  sms.failWith = '通道繁忙'
  await secret()
  const failed = await settled('failed')
  expect(failed.sealed_content).not.toBeNull()
  expect(JSON.stringify(failed)).not.toContain('482913')
  const reader = await server.person({ permits: ['rbac:outbox:read', 'pi:plain:view'] })
  const asked = async () => JSON.stringify([await server.ok(outbox.list, {}, { as: reader }), await server.ok(selectOutboxContent, { outboxId: failed.outbox_id }, { as: reader }), await server.ok(plain, { outboxId: failed.outbox_id, fields: ['recipient'] }, { as: reader })])
  expect(await asked()).not.toContain('482913')
  expect(await asked()).toContain('验证码 ******')
  sms.failWith = null
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(server.platform.db)
  expect(await settled('kept')).toMatchObject({ sealed_content: null, attempts: 2 })
  expect(sms.sent.at(-1)?.text).toContain('482913')
  expect(await asked()).not.toContain('482913')
  // On a console of this machine alone it is told on the terminal.
  expect(server.platform.recorder.shown.at(-1)).toEqual({ to: '13900000002', text: expect.stringContaining('482913') })
})

test('a code that has ended is not sent any more, and nothing of it is kept', async () => {
  const { sent } = server.platform.sms as unknown as { sent: unknown[] }
  const before = sent.length
  await secret(0)
  expect(await settled('failed')).toMatchObject({ sealed_content: null, error_message: '验证码已过期，没有再发送' })
  expect(sent).toHaveLength(before)
})

test.each([[{ loopback: true, logLevel: 'silent' }, 1], [{ loopback: false, logLevel: 'silent' }, 0]])('where the console is %j, %d codes are told', (config, told) => {
  const recorder = recorderOf(config)
  recorder.show('13900000003', '验证码 123456')
  expect(recorder.shown).toHaveLength(told)
})

test('without the permit nothing is read', async () => {
  const anna = await server.person()
  expect((await server.call(outbox.list, {}, { as: anna })).returnCode).toBe(CODE.forbidden)
})

test('the database makes the same search grams as the server', async () => {
  for (const given of ['会费 通知', 'ＡＢc-1', '一', '', 'jia@example.com']) {
    const { rows } = await sql<{ g: string[] }>`select text_grams(${given}) as g`.execute(server.platform.db)
    expect([...new Set(rows[0]?.g ?? [])].sort()).toEqual(gramsOf([given]).sort())
  }
})
