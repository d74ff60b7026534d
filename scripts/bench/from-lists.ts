import { metaOf, typeOf, itemOf } from '@assoc/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import '../../server/src/areas'
import { demoCompany } from '../../server/src/areas/member/company/demo-rows'
import { insertMany } from '../../server/src/areas/member/company/seed.repository'
import { openDatabase } from '../../server/src/platform/database/database'
import { loadUserFacts } from '../../server/src/platform/access/load-principal'
import { resourceRuntimes } from '../../server/src/platform/resource/mount'
import { countOf, rowsOf } from '../../server/src/platform/resource/rows.repository'
import { FIXTURES } from '../../server/test/generated/fixtures'
import { multiply } from '../../server/test/many-rows'

// What the bench of all lists takes from contract and server; bundled before it runs.

/** Filled first: others refer to their rows one by one. */
const FIRST = ['member', 'contact', 'dues_bill', 'payment', 'bank_line', 'invoice']
/** Shows accounts, which are filled for themselves; sessions and accounts are what the bench itself signs in with. */
const LEFT_OUT = ['registration']
/** What one types into the search of a list. */
const WORDS = ['集团', '龘靐', 'M201200017', '甄']
const CHUNK = 5_000

export interface ListQuestions {
  name: string
  path: string
  table: string
  rows: number
  bodies: Record<string, unknown>[]
}

const lists = () => resourceRuntimes().filter(({ contract }) => contract.definition.access.read.kind === 'permit' && !LEFT_OUT.includes(contract.definition.name))

/** Values that a filter may take: its first choices, a few days, an id. */
function valuesOf(name: string, schema: z.ZodType): unknown[] {
  const meta = metaOf(schema)
  const item = itemOf(schema)
  if (item) return valuesOf(name, item).map((value) => [value])
  if (meta.options) return Object.keys(meta.options).slice(0, 2)
  if (meta.ref || name.endsWith('Id')) return ['17']
  if (meta.show === 'date') return ['2025-06-30']
  if (typeOf(schema) === 'number' || typeOf(schema) === 'int') return [2025]
  if (typeOf(schema) === 'boolean') return [true]
  return name === 'keyword' ? WORDS : ['M201200017']
}

/**
 * Fills the table of every mounted resource to so many rows with copies of its demo rows, as the superuser, and answers what to ask of its
 * list: the first page, each order, each filter. A new resource is in it by itself.
 */
export async function fillEveryList(adminUrl: string, rows: number, log: (line: string) => void): Promise<ListQuestions[]> {
  const { db, close } = openDatabase(adminUrl, 2)
  const { rows: had } = await sql<{ n: number }>`select count(*)::int as n from company`.execute(db)
  for (let from = had[0]?.n ?? 0; from < rows; from += CHUNK) await insertMany(db, Array.from({ length: CHUNK }, (_, i) => demoCompany(from + i)))
  const filled = new Set<string>()
  const fill = async (table: string, name?: string) => {
    if (filled.has(table)) return
    filled.add(table)
    const { rows: some } = await sql`select 1 as one from ${sql.table(table)} limit 1`.execute(db)
    if (some.length === 0 && name) await FIXTURES[name]?.(db)
    // Where choices or sums keep rows from being copied, or a view makes them, there are never many; the report tells how many each list had.
    await multiply(db, table, rows).catch((error: { code?: string; message: string }) => {
      if (!/^(?:23|0A)/.test(error.code ?? '') && !/no row to copy/.test(error.message)) throw error
      log(`${table} keeps its rows: ${error.message}`)
    })
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  }
  await sql`vacuum (analyze) company`.execute(db)
  await sql`vacuum (analyze) company_gram`.execute(db)
  for (const table of FIRST) await fill(table)
  const all: ListQuestions[] = []
  for (const { contract, options } of lists()) {
    const { name, sortable, filters = {} } = contract.definition
    await fill(options.table, name)
    const { rows: now } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(options.table)}`.execute(db)
    const always = Object.fromEntries(Object.entries(filters).flatMap(([field, schema]) => (schema.safeParse(undefined).success ? [] : [[field, valuesOf(field, schema)[0]]])))
    const asked = [
      {},
      ...sortable.flatMap((field) => (['asc', 'desc'] as const).map((order) => ({ sort: { field, order } }))),
      ...Object.entries(filters).flatMap(([field, schema]) => valuesOf(field, schema).map((value) => ({ [field]: value }))),
    ].map((body) => ({ page: 1, pageSize: 20, ...always, ...body }))
    all.push({ name, path: contract.list.path, table: options.table, rows: now[0]?.n ?? 0, bodies: asked.filter((body) => contract.list.request.safeParse(body).success) })
    log(`${all.length}. ${name}: ${now[0]?.n ?? 0} rows, ${all.at(-1)?.bodies.length ?? 0} questions`)
  }
  await close()
  return all
}

/**
 * Asks lists by their statements alone, page and total together as the server does: for those whose copied rows have a form that no answer
 * may have, such as a code with a number behind it.
 */
export async function statementsOf(databaseUrl: string, userId: string) {
  const { db, close } = openDatabase(databaseUrl, 2)
  const facts = await loadUserFacts(db, userId)
  if (!facts) throw new Error('nobody has signed in')
  const principal = { ...facts.principal, sessionId: '' }
  const byName = new Map(lists().map((m) => [m.contract.definition.name, m]))
  const ask = async (name: string, body: Record<string, unknown>) => {
    const m = byName.get(name)
    if (!m) throw new Error(`no list is called ${name}`)
    const { page, pageSize, sort, ...filters } = body as { page: number; pageSize: number; sort?: { field: string; order: 'asc' | 'desc' } }
    await Promise.all([rowsOf(db, m, principal, { filters, sort }, pageSize, (page - 1) * pageSize), countOf(db, m, principal, { filters })])
  }
  return { ask, close }
}
