import { savePreference } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer } from '../../../test/harness'

// A server that is told to stop finishes what runs, and does not wait for connections that browsers keep open.

const KEEP_ALIVE_MS = 72_000

test('a call that runs when the server closes is answered and stored, and holds the closing up no longer than it takes itself', async () => {
  const server = await startTestServer()
  const { db } = server.platform
  const calls = async () => Number((await sql<{ n: string }>`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)).rows[0]?.n)
  let call: Promise<{ returnCode: string }> | undefined
  let closed: Promise<void> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`lock table preference in access exclusive mode`.execute(tx)
    call = server.call(savePreference, { key: 'appearance', value: { mode: 'dark' } })
    while ((await calls()) === 0) await new Promise((done) => setTimeout(done, 10))
    closed = server.app.close()
    await new Promise((done) => setTimeout(done, 100))
  })
  expect((await call)?.returnCode).toBe('000000')
  const began = Date.now()
  await closed
  expect(Date.now() - began).toBeLessThan(KEEP_ALIVE_MS / 4)
  expect(await db.selectFrom('preference').select('value').execute()).toEqual([{ value: { mode: 'dark' } }])
  await server.stop()
})
