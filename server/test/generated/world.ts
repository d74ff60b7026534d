import { API_BASE, needsNoSession, type Call, type Envelope } from '@assoc/contract'
import { allPermits } from '@assoc/contract/all'
import { sql } from 'kysely'
import { modules } from '../../src/areas'
import { entityNamed, refsOfCall, withinScope, type Entity } from '../../src/platform/access/entities'
import { loadUserFacts } from '../../src/platform/access/load-principal'
import type { Principal } from '../../src/platform/access/principal'
import type { Db } from '../../src/platform/database/database'
import { asOwner, OWN_HEADERS, startTestServer, type Session, type TestServer } from '../harness'
import { FIXTURES } from './fixtures'

/** Every call that this server answers. */
export const boundCalls: readonly Call[] = modules.flatMap((m) => m.bindings).map((b) => b.call)

export const isOpen = needsNoSession
export const named = (calls: readonly Call[]): [string, Call][] => calls.map((c) => [c.path, c])
export const entitiesOf = (call: Call): string[] => [...new Set(refsOfCall(call).flatMap((r) => (r.entity ? [r.entity] : [])))]

export const ALL_PERMITS = allPermits.map((p) => p.code)
export const MODULES = [...new Set(allPermits.map((p) => p.module))]

/** An id that no row has. */
export const NOWHERE = '999999999999999'

export interface Answer extends Envelope {
  status: number
}

/** A call as a client may send it: with any body, headers and content type. */
export interface Sent {
  as?: Session | null
  /** The body as text; JSON of `body` when left out. */
  raw?: string
  body?: unknown
  headers?: Record<string, string>
  /** Leaves out the two headers of our own client. */
  foreign?: boolean
}

export interface World {
  server: TestServer
  send(call: Call, sent: Sent): Promise<Answer>
  /** Rows that were written or deleted since the start, by table. */
  fingerprint(): Promise<Record<string, string>>
  /** An existing row of the entity. */
  anyId(entity: string): string
  /** Ids of the entity inside and outside of a person's data scope; undefined where there is none. */
  split(entity: Entity, userId: string): Promise<{ inside?: string; outside?: string }>
  audits(path: string, verb: string): Promise<number>
  stop(): Promise<void>
}

// What may change although a call is refused: the log of refusals, counters of tries, the time a session was last seen.
const NOT_BUSINESS = ['audit_log', 'audit_seal', 'audit_sealed', 'login_log', 'throttle', 'session', 'schema_migration']
// The search index of companies, 30 times their number, is written with them alone; reading it would take most of the time.
const DERIVED = ['company_gram']

/** Starts the server with the demo association, without its worker, and finds a row of every entity that bodies refer to. */
export async function buildWorld(): Promise<World> {
  const server = await startTestServer({ demo: true, env: { SERVER_ROLE: 'api' } })
  const { db } = server.platform
  const entities = [...new Set(boundCalls.flatMap(entitiesOf))]
  const existing = new Map<string, string>()
  for (const name of entities) existing.set(name, (await firstId(server, name)) ?? (await FIXTURES[name]?.(db)) ?? missing(name))
  await watchWrites(db)

  return {
    server,
    async send(call, { as = null, raw, body, headers, foreign }) {
      const own: Record<string, string> = { ...(foreign ? {} : OWN_HEADERS), ...headers }
      const text = raw ?? JSON.stringify(body)
      const form = new FormData()
      form.append('fields', text)
      const multipart = call.multipart && !headers?.['content-type']
      if (!multipart) own['content-type'] ??= 'application/json'
      const response = await server.raw(`${API_BASE}${call.path}`, { method: 'POST', as, headers: own, body: multipart ? form : text })
      const answer = await response.text()
      return { status: response.status, ...(parsed(answer) as Envelope) }
    },
    fingerprint: () => written(db),
    anyId: (entity) => existing.get(entity) ?? missing(entity),
    async split(entity, userId) {
      const facts = await loadUserFacts(db, userId)
      const principal = { ...facts?.principal, sessionId: '0' } as Principal
      const find = async (inside: boolean) => {
        const condition = inside ? sql`${withinScope(principal, entity)}` : sql`(${withinScope(principal, entity)}) is not true`
        const gone = entity.deleted ? sql`and not (${entity.deleted})` : sql``
        const { rows } = await sql<{ id: string }>`select ${sql.ref(entity.idColumn)} as id from ${sql.table(entity.table)} where ${condition} ${gone} order by 1 limit 1`.execute(db)
        return rows[0]?.id
      }
      const [inside, outside] = [await find(true), await find(false)]
      return { ...(inside ? { inside } : {}), ...(outside ? { outside } : {}) }
    },
    async audits(path, verb) {
      const { n } = await db.selectFrom('audit_log').select(sql<string>`count(*)`.as('n')).where('path', '=', path).where('verb', '=', verb).executeTakeFirstOrThrow()
      return Number(n)
    },
    stop: () => server.stop(),
  }
}

/** Notes every row that a transaction writes or deletes and keeps: counting whole tables before and after each test took most of the time. */
export async function watchWrites(db: Db): Promise<void> {
  await asOwner(db, sql`create unlogged table test_written (name text not null)`)
  await asOwner(db, sql`grant all on test_written to public`)
  await asOwner(db, sql`create function test_note_written() returns trigger language plpgsql as 'begin insert into test_written values (tg_table_name); return null; end'`)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${[...NOT_BUSINESS, ...DERIVED, 'test_written']}::text[])`.execute(db)
  for (const { name } of tables) await asOwner(db, sql`create trigger test_written after insert or update or delete on ${sql.table(name)} for each row execute function test_note_written()`)
}

/** Rows that were written or deleted since `watchWrites`, by table. */
export async function written(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; rows: string }>`select name, count(*) as rows from test_written group by name order by name`.execute(db)
  return Object.fromEntries(rows.map((r) => [r.name, r.rows]))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { returnCode: 'not an envelope', returnMessage: text.slice(0, 200), data: null }
  }
}

function missing(name: string): never {
  throw new Error(`The demo association has no row of the entity ${name}: give it one, or a fixture in server/test/generated/fixtures.ts.`)
}

async function firstId(server: TestServer, name: string): Promise<string | undefined> {
  const entity = entityNamed(name)
  if (!entity) throw new Error(`no module defines the entity ${name}`)
  const gone = entity.deleted ? sql`where not (${entity.deleted})` : sql``
  const { rows } = await sql<{ id: string }>`select ${sql.ref(entity.idColumn)} as id from ${sql.table(entity.table)} ${gone} order by 1 desc limit 1`.execute(server.platform.db)
  return rows[0]?.id
}
