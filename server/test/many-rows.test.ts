import pg from 'pg'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from './harness'
import { insertInBulk } from './many-rows'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  await asOwner(server.platform.db, sql`create table thing (id int primary key, name text, note text) with (fillfactor = 50)`)
  await asOwner(server.platform.db, sql`create index thing_name on thing (name)`)
  await sql`insert into thing select n, 'n' || n, '' from generate_series(1, 100) n`.execute(server.platform.db)
})
afterAll(() => server.stop())

const fill = (from: number) => insertInBulk(server.platform.db, ['thing'], sql`insert into thing select n, 'n' || n, '' from generate_series(${from}::int, ${from + 5000}::int) n`)
const plan = async () => (await sql<{ 'QUERY PLAN': string }>`explain select * from thing where name = 'n4711'`.execute(server.platform.db)).rows.map((r) => r['QUERY PLAN']).join('\n')

test('rows are there and the indexes serve plans, also when another transaction of the cluster was open since before', async () => {
  // In another database, as another test file would have it; its number is what counts.
  const other = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
  await other.connect()
  await other.query('begin')
  await other.query('select pg_current_xact_id()')
  await sql`update thing set note = 'changed'`.execute(server.platform.db)
  let done = false
  const filling = fill(1000).then(() => (done = true))
  while ((await sql<{ n: number }>`select count(*)::int as n from thing`.execute(server.platform.db)).rows[0]?.n !== 5101) await new Promise((r) => setTimeout(r, 20))
  await sql`analyze thing`.execute(server.platform.db)
  // The control: without waiting the plan would read the table through.
  expect([done, await plan()]).toEqual([false, expect.stringContaining('Seq Scan')])
  await other.query('commit')
  await other.end()
  await filling
  expect(await plan()).toContain('thing_name')
})
