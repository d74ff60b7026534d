import { savePreference } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'
import { openDatabase, type Database, type Db, type SlowStatement } from './database'

// The way from a request to the database and back: whoever finds a slow or waiting statement finds the call behind it.

let server: TestServer
let database: Database
const slow: SlowStatement[] = []

beforeAll(async () => {
  server = await startTestServer()
  database = openDatabase(server.databaseUrl, 2, { slowMs: 80, onSlow: (statement) => void slow.push(statement) })
})
afterAll(async () => {
  await database.close()
  await server.stop()
})

const applicationName = async (db: Db) => (await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db)).rows[0]?.name

test('a transaction of a request bears its id, and the connection forgets it afterwards', async () => {
  expect(await database.forRequest('7458559300000022').transaction().execute(applicationName)).toBe('association-console 7458559300000022')
  expect(await applicationName(database.db)).toBe('association-console')
  expect(await database.db.transaction().execute(applicationName)).toBe('association-console')
})

test('also a transaction that is taken back', async () => {
  const failing = database.forRequest('7458559300000023').transaction().execute(async (tx) => {
    expect(await applicationName(tx)).toBe('association-console 7458559300000023')
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await applicationName(database.db)).toBe('association-console')
})

test('slow statements are told with the request they belong to, without their values; quick ones are not', async () => {
  const [of24, of25, none] = [database.forRequest('7458559300000024'), database.forRequest('7458559300000025'), database.db]
  slow.length = 0
  await Promise.all([
    sql`select pg_sleep(${0.12}), ${'秘密'}::text as a`.execute(of24),
    sql`select 1 as quick`.execute(of25),
  ])
  await sql`select pg_sleep(0.12) as b`.execute(none)
  expect(slow).toEqual([
    { requestId: '7458559300000024', ms: expect.any(Number), sql: 'select pg_sleep($1), $2::text as a' },
    { ms: expect.any(Number), sql: 'select pg_sleep(0.12) as b' },
  ])
  expect(JSON.stringify(slow)).not.toContain('秘密')
})

test('what is no id is not written into a statement', () => {
  expect(() => database.forRequest("x'; drop table member; --")).toThrow('is no id of a request')
})

test('a write through the API holds its locks under its own id', async () => {
  const seen: string[] = []
  let waiting: Promise<unknown> = Promise.resolve()
  await server.platform.db.transaction().execute(async (tx) => {
    await sql`lock table preference in access exclusive mode`.execute(tx)
    waiting = server.call(savePreference, { key: 'appearance', value: { mode: 'dark' } })
    for (let n = 0; n < 100 && seen.length === 0; n += 1) {
      await new Promise((done) => setTimeout(done, 20))
      const { rows } = await sql<{ name: string }>`
        select application_name as name from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and application_name like 'association-console %'`.execute(server.platform.db)
      seen.push(...rows.map(({ name }) => name))
    }
  })
  expect(await waiting).toMatchObject({ returnCode: '000000' })
  expect(seen).toEqual([expect.stringMatching(/^association-console [0-9a-f]{16}$/)])
})
