import { CODE } from '@assoc/contract'
import { selectOutboxByPage, selectOutboxContent } from '@assoc/contract/platform/outbox'
import { sql } from 'kysely'
import { queueMail, queueSms } from '../../../platform/mail/outbox'
import { gramsOf } from '../../../platform/search/grams'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('staff find a message by recipient or subject, read its text, and the reading is noted', async () => {
  const { db } = server.platform
  await queueSms(db, '13900000001', '验证码 482913，五分钟内有效')
  await queueMail(db, 'jia@example.com', '会费通知', '正文')
  const byNumber = await server.ok(selectOutboxByPage, { keyword: '13900000001' })
  expect(byNumber).toMatchObject({ total: 1, items: [{ channel: 'sms', recipient: '13900000001' }] })
  expect(JSON.stringify(byNumber)).not.toContain('482913')
  expect(await server.ok(selectOutboxByPage, { keyword: '会费' })).toMatchObject({ total: 1, items: [{ subject: '会费通知' }] })
  expect(await server.ok(selectOutboxByPage, { keyword: 'JIA@Example' })).toMatchObject({ total: 1 })
  expect(await server.ok(selectOutboxByPage, { keyword: '%' })).toMatchObject({ total: 0 })
  expect(await server.ok(selectOutboxByPage, { channel: 'mail' })).toMatchObject({ total: 1 })
  const outboxId = byNumber.items[0]?.outboxId ?? ''
  expect(await server.ok(selectOutboxContent, { outboxId })).toEqual({ content: '验证码 482913，五分钟内有效' })
  const noted = await db.selectFrom('audit_log').select(['user_id', 'after']).where('record_type', '=', 'outbox').where('record_id', '=', outboxId).execute()
  expect(noted).toEqual([{ user_id: server.admin.userId, after: { recipient: '13900000001', subject: '' } }])
  expect(JSON.stringify(noted)).not.toContain('482913')
})

test('without the permit nothing is read', async () => {
  const anna = await server.person()
  expect((await server.call(selectOutboxByPage, {}, { as: anna })).returnCode).toBe(CODE.forbidden)
})

test('the database makes the same search grams as the server', async () => {
  for (const given of ['会费 通知', 'ＡＢc-1', '一', '', 'jia@example.com']) {
    const { rows } = await sql<{ g: string[] }>`select text_grams(${given}) as g`.execute(server.platform.db)
    expect([...new Set(rows[0]?.g ?? [])].sort()).toEqual(gramsOf([given]).sort())
  }
})

test('search and order use an index', async () => {
  const { db } = server.platform
  await sql`insert into outbox (channel, recipient, subject, content, outbox_status)
    select 'mail', 'p' || n || '@example.com', case when n % 5000 = 0 then '驳回' else '通知' end, 'x', 'kept' from generate_series(1, 20000) n`.execute(db)
  await sql`analyze outbox`.execute(db)
  const plans = [
    sql`explain select * from outbox where search_grams @> array['驳回'] order by create_time desc nulls last, outbox_id desc limit 20`,
    sql`explain select count(*) from outbox where search_grams @> array['驳回']`,
    sql`explain select * from outbox order by create_time desc nulls last, outbox_id desc limit 20`,
    sql`explain select * from outbox order by create_time asc, outbox_id asc limit 20`,
    sql`explain select * from outbox where outbox_status = 'failed' order by create_time desc nulls last, outbox_id desc limit 20`,
  ]
  for (const plan of plans) {
    const text = JSON.stringify((await plan.execute(db)).rows)
    expect(text).not.toContain('Seq Scan')
  }
})
