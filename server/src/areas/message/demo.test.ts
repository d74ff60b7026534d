import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'
import { demoMessagesSeed } from './demo'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the demo has messages with every result, each finished one as its recipients say, and is laid within three seconds', async () => {
  const { db } = server.platform
  const begin = Date.now()
  await demoMessagesSeed.run(db, server.platform)
  expect(Date.now() - begin).toBeLessThan(3000)
  const { rows } = await sql<{ status: string; n: number }>`select recipient_status as status, count(*)::int as n from message_recipient group by 1`.execute(db)
  expect(rows.map((r) => r.status).sort()).toEqual(['delivered', 'failed', 'queued', 'skipped', 'submitted', 'unknown'])
  expect(rows.reduce((sum, r) => sum + r.n, 0)).toBeGreaterThan(6000)
  const wrong = await sql`select m.message_id from message m where msg_status in ('done', 'partly')
    and (msg_status = 'partly') <> exists (select 1 from message_recipient r where r.message_id = m.message_id and recipient_status in ('failed', 'unknown'))`.execute(db)
  expect(wrong.rows).toEqual([])
  expect(Number((await sql<{ n: string }>`select count(*) as n from message where msg_status in ('done', 'partly')`.execute(db)).rows[0]?.n)).toBe(40)
})
