import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from './harness'

// Lint keeps areas to their own tables by the lists; here the lists are kept to the database.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const SOURCE = 'server/src'
const lists = [...readdirSync(`${SOURCE}/areas`, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => `${SOURCE}/areas/${name}`), `${SOURCE}/platform`, `${SOURCE}/platform/identity`].map(
  (folder) => JSON.parse(readFileSync(`${folder}/tables.json`, 'utf8')) as { own: string[]; published?: string[] },
)
const named = async (kind: 'BASE TABLE' | 'VIEW') =>
  (await sql<{ name: string }>`select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = ${kind}`.execute(server.platform.db)).rows.map((row) => row.name)

test('every table and view has one owner, and every list names what there is', async () => {
  const all = lists.flatMap(({ own, published = [] }) => [...own, ...published])
  expect(all.sort()).toEqual([...(await named('BASE TABLE')), ...(await named('VIEW'))].sort())
})

test('what is published of a table holds nothing that is encrypted or that records are found by', async () => {
  const { rows } = await sql<{ view: string; name: string }>`select table_name::text as view, column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name like '%\\_public'`.execute(server.platform.db)
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter(({ name }) => /sealed|print|id_card|search_grams|password/.test(name))).toEqual([])
})
