import { itemOf, metaOf, shapeOf, typeOf } from '@assoc/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import '../../src/areas'
import { loadUserFacts } from '../../src/platform/access/load-principal'
import type { Principal } from '../../src/platform/access/principal'
import type { ResourceRuntime } from '../../src/platform/resource/definition'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import { explainRows } from '../../src/platform/resource/rows.repository'
import { startTestServer, vacuumed, type TestServer } from '../harness'
import { manyCompanies } from '../many-companies'
import { FIXTURES } from './fixtures'
import { multiply } from '../many-rows'

// Every list of a mounted resource with 100,000 rows, in one database: no sorted or searched path reads its table through. Statements that
// a repository writes by hand have tests of their own.

const ROWS = 100_000
/** Kept by hand, some hundred rows in any association; what is searched in them their own tests prove. */
const SMALL = ['memberCategory', 'boardTerm', 'messageAudience', 'dataItem', 'industry', 'indicator', 'smsQuota', 'contactQrCode', 'trialAccount', 'reminderRule', 'expertStatement', 'dict', 'dictItem', 'accessReview', 'system', 'permit']
/** Has statements of its own, which member/company explains. */
const BY_HAND = ['company']
/** Views: accounts, which rbac/registration fills and explains, and rows of the audit log about declarations, whose own test explains them. */
const VIEWS = ['registration', 'declarationLog']
/** Filled first: others refer to their rows one by one. */
const FIRST = ['member', 'contact', 'dues_bill', 'payment', 'bank_line', 'invoice']
/** Values that copies cannot take over as they are; `n` is the copy's number, `b` the row it is copied from. */
const OWN: Record<string, Record<string, string>> = {
  // A hundred have ended for one that is live.
  session: { end_time: 'case when n % 100 > 0 then now() end', token_hash: "decode(md5('t' || n), 'hex')", cookie_hash: "decode(md5('c' || n), 'hex')", last_seen_time: "now() - n % 1500 * interval '1 second'", expire_time: "now() + interval '1 day'", user_id: '1 + n % 5000' },
  // A room is booked once at a time.
  room_reservation: { start_time: "timestamptz '2020-01-01' + n * interval '1 hour'", end_time: "timestamptz '2020-01-01' + n * interval '1 hour' + interval '30 minutes'" },
  // Lists of a person's own.
  notification: { user_id: '1 + n % 500' },
  work: { user_id: '1 + n % 500', file_id: 'null' },
}
/** Filters that mean something with another one alone, such as a record's id with what it is a record of. */
const TOGETHER: Record<string, Record<string, Record<string, unknown>>> = { auditLog: { recordId: { recordType: 'dict' } } }
/** What one types into the search of a list. */
const WORDS = ['集团', '龘靐', '子虚', 'M201200017', '605998', '甄']
/** Above this share of the rows a filter is no search: to count them, reading the table is the shortest way. */
const MANY = 0.05

const lists = resourceRuntimes().filter(({ contract }) => ![...SMALL, ...VIEWS, ...BY_HAND].includes(contract.definition.name))
let server: TestServer
let principal: Principal

beforeAll(async () => {
  server = await startTestServer({ demo: true, more: manyCompanies, env: { SERVER_ROLE: 'api' } })
  const { db } = server.platform
  for (const table of FIRST) await fill(table)
  principal = { ...((await loadUserFacts(db, server.admin.userId))?.principal as Omit<Principal, 'sessionId'>), sessionId: '' }
}, 600_000)
afterAll(() => server?.stop())

const filled = new Set<string>()
async function fill(table: string): Promise<void> {
  if (filled.has(table)) return
  filled.add(table)
  const { db } = server.platform
  // What the demo has none of, the other generated tests lay too.
  if ((await firstOf(table)) === undefined) for (const m of lists) if (m.options.table === table) await FIXTURES[m.contract.definition.name]?.(db)
  await multiply(db, table, ROWS, OWN[table])
  await vacuumed(db, table)
}

const firstOf = async (table: string) => (await sql`select 1 as one from ${sql.table(table)} limit 1`.execute(server.platform.db)).rows[0]

/** A business number that one of the rows bears, where they bear any. */
async function numberOf({ contract, columnOf, options }: ResourceRuntime): Promise<string[]> {
  const field = contract.definition.sortable.find((name) => name.endsWith('No'))
  if (!field) return []
  const { rows } = await sql<{ no: string }>`select ${sql.ref(columnOf(field))} as no from ${sql.table(options.table)} offset 17 limit 1`.execute(server.platform.db)
  return rows.map((row) => row.no)
}

/** Values that a filter may take: each choice, days before and after all rows, an id, a word. */
function valuesOf(name: string, schema: z.ZodType): unknown[] {
  const meta = metaOf(schema)
  const item = itemOf(schema)
  if (item) return valuesOf(name, item).map((value) => [value])
  if (meta.options) return Object.keys(meta.options)
  if (meta.ref) return ['17']
  if (meta.show === 'date') return ['1990-01-01', '2025-06-30', '2090-01-01']
  if (typeOf(schema) === 'number' || typeOf(schema) === 'int') return [1, 2025]
  if (typeOf(schema) === 'boolean') return [true, false]
  if (name.endsWith('Id')) return ['17']
  return name === 'keyword' ? WORDS : ['M201200017']
}

const plansOf = async (m: ResourceRuntime, filters: Record<string, unknown>, sort?: { field: string; order: 'asc' | 'desc' }) => {
  const [page = '', count = ''] = (await explainRows(server.platform.db, m, principal, { filters, sort, listed: await m.options.listed?.(server.platform) })).split('\n\n')
  return { page, count }
}
const readsThrough = (m: ResourceRuntime) => new RegExp(`Seq Scan on ${m.options.table} t\\b`)

test.each(lists.map((m): [string, ResourceRuntime] => [m.contract.definition.name, m]))('%s: 100,000 rows, and no sorted or searched path reads them through', async (_name, m) => {
  const { definition } = m.contract
  await fill(m.options.table)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(m.options.table)}`.execute(server.platform.db)
  const all = rows[0]?.n ?? 0
  const wrong: string[] = []
  // What a list is never asked without, such as the message whose recipients it shows.
  const always = Object.fromEntries(Object.entries(definition.filters ?? {}).flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [] : [[name, valuesOf(name, schema)[0]]])))
  if (readsThrough(m).test((await plansOf(m, always)).page)) wrong.push('the first page')
  if (all < ROWS * 0.9) wrong.push(`only ${all} rows`)
  for (const field of definition.sortable) {
    for (const order of ['asc', 'desc'] as const) {
      const { page } = await plansOf(m, always, { field, order })
      if (readsThrough(m).test(page)) wrong.push(`sorted by ${field} ${order}`)
    }
  }
  const shape: Record<string, z.ZodType> = definition.filters ?? {}
  const own = await numberOf(m)
  // Each filter in the list's own order, and in one of those that a head of the table gives; these take turns.
  const sorts = definition.sortable.flatMap((field) => (['asc', 'desc'] as const).map((order) => ({ field, order })))
  let turn = 0
  for (const [name, schema] of Object.entries(shape)) {
    for (const value of [...valuesOf(name, schema), ...(name === 'keyword' ? own : [])]) {
      const asked = { ...always, ...TOGETHER[definition.name]?.[name], [name]: value }
      const { page, count } = await plansOf(m, asked)
      const estimated = Number(/rows=(\d+)/.exec(count.split('\n')[1] ?? '')?.[1] ?? 0)
      const told = `${name}=${JSON.stringify(value)}`
      if (readsThrough(m).test(page)) wrong.push(`page of ${told}`)
      const sort = name === 'keyword' ? sorts[turn++ % Math.max(1, sorts.length)] : undefined
      if (sort && readsThrough(m).test((await plansOf(m, asked, sort)).page)) wrong.push(`page of ${told} by ${sort.field} ${sort.order}`)
      if (readsThrough(m).test(count) && estimated < all * MANY) wrong.push(`count of ${told}`)
    }
  }
  // A few days of a column of times, as one looks for them.
  for (const from of Object.keys(shape).filter((name) => name.endsWith('From') && `${name.slice(0, -4)}To` in shape)) {
    const { page, count } = await plansOf(m, { ...always, [from]: '2030-01-01', [`${from.slice(0, -4)}To`]: '2030-01-02' })
    if (readsThrough(m).test(page) || readsThrough(m).test(count)) wrong.push(`a few days of ${from.slice(0, -4)}`)
  }
  expect(wrong).toEqual([])
  expect(Object.keys(shapeOf(m.contract.list.request) ?? {})).toEqual(expect.arrayContaining(Object.keys(shape)))
})
