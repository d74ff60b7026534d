import { itemOf, metaOf, shapeOf } from '@assoc/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import '../../src/areas'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import { startTestServer, type TestServer } from '../harness'

// A status or choice stands twice: in the contract and in the CHECK of its column. They must be the same set, or a step that the
// contract offers ends as a fault of the database.

interface Check {
  table: string
  column: string
  values: string[]
}

let server: TestServer
let checks: Check[]

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const { rows } = await sql<{ table: string; column: string; definition: string }>`
    select c.conrelid::regclass::text as table, a.attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and array[a.attnum] = c.conkey
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace`.execute(server.platform.db)
  checks = rows.flatMap(({ table, column, definition }) => {
    const values = listed(column, definition)
    return values ? [{ table, column, values }] : []
  })
})
afterAll(() => server?.stop())

/** The literals of `check (column = any (array['a', 'b']))`; null for any other kind of check. */
function listed(column: string, definition: string): string[] | null {
  const list = new RegExp(`^CHECK \\(\\(\\(?${column}\\)?(?:::text)? (?:= ANY \\(\\(?ARRAY\\[|<@ ARRAY\\[)([^\\]]*)\\]`).exec(definition)?.[1]
  return list === undefined ? null : [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value as string)
}

const resources = resourceRuntimes().map((m) => [m.contract.definition.name, m] as const)

test.each(resources)('%s stores exactly the statuses and choices that its contract names', (_name, m) => {
  const shape = shapeOf(m.contract.row) ?? {}
  const differing = Object.entries(shape).flatMap(([field, schema]) => {
    const options = metaOf(schema as z.ZodType).options ?? metaOf(itemOf(schema as z.ZodType) ?? (schema as z.ZodType)).options
    const check = checks.find(({ table, column }) => table === m.options.table && column === m.columnOf(field))
    if (!options || !check) return []
    const wanted = Object.keys(options).sort()
    const stored = [...check.values].sort()
    return JSON.stringify(wanted) === JSON.stringify(stored) ? [] : [{ field, contract: wanted, database: stored }]
  })
  expect(differing).toEqual([])
})

test.each(resources.filter(([, { contract }]) => contract.definition.status))('%s has a check on its status', async (_name, m) => {
  const { rows } = await sql<{ view: boolean }>`select relkind = 'v' as view from pg_class where oid = ${m.options.table}::regclass`.execute(server.platform.db)
  // A view shows a part of a table whose statuses are more than its own.
  if (rows[0]?.view) return
  const column = m.columnOf(m.contract.definition.status?.field as string)
  const check = checks.find((c) => c.table === m.options.table && c.column === column)
  expect(check?.values.length).toBeGreaterThan(1)
})

test('a value that only one side knows is found', () => {
  expect(listed('bill_status', "CHECK ((bill_status = ANY (ARRAY['open'::text, 'paid'::text])))")).toEqual(['open', 'paid'])
  expect(listed('amount', 'CHECK ((amount > 0))')).toBeNull()
})
