import { readdirSync, readFileSync } from 'node:fs'
import { shapeOf } from '@assoc/contract'
import { allCalls } from '@assoc/contract/all'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../harness'

// Anonymous calls, and the tables that an area calls nameless in its tables.json (ADR 081): neither has a place for somebody's name.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const calls = allCalls.filter((call) => call.anonymous)
const AREAS = 'server/src/areas'
const tables = readdirSync(AREAS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => (JSON.parse(readFileSync(`${AREAS}/${name}/tables.json`, 'utf8')) as { nameless?: string[] }).nameless ?? [])

test('an anonymous call writes, is nobody’s by a permit, and answers nothing that its idempotency row would keep', () => {
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) {
    expect([call.path, call.write, call.access.kind, call.blob ?? call.multipart ?? call.form ?? call.ownSettings]).toEqual([call.path, true, 'signedIn', undefined])
    expect([call.path, Object.keys(shapeOf(call.response) ?? { unknown: 1 })]).toEqual([call.path, []])
  }
})

interface Column {
  table: string
  name: string
  type: string
  counted: boolean
}

/** Columns that say who, from where, when, or in which order; whose answer a row belongs to is told by chance alone. */
const tells = ({ name, type, counted }: Column): boolean =>
  counted || /timestamp|^time|inet/.test(type) || /_by$|^(?:user|person|company|member|task|session|account|dept|request)|^ip$|_time$|^version$|agent|acted/.test(name)

test('nameless tables have no column for a person, an address, a clock or a count', async () => {
  const columns = async (names: readonly string[]) =>
    (
      await sql<Column>`select table_name::text as "table", column_name::text as name, data_type::text as type, (is_identity = 'YES' or column_default like 'nextval%') as counted
        from information_schema.columns where table_schema = 'public' and table_name = any(${[...names]}::text[])`.execute(server.platform.db)
    ).rows
  const found = await columns(tables)
  expect(new Set(found.map(({ table }) => table))).toEqual(new Set(tables))
  expect(tables.length).toBeGreaterThan(2)
  expect(found.filter(tells)).toEqual([])
  // The control: the tables of answers that bear names would be found.
  expect((await columns(['form_answer', 'form_submission', 'form_task'])).filter(tells).length).toBeGreaterThan(10)
})
