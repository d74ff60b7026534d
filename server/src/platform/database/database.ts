import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// Calendar dates stay text: a Date would move them by the machine's time zone.
const types = {
  getTypeParser: ((oid: number, format?: never) =>
    oid === 1082 ? (text: string) => text : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens the pool. Statements are prepared under a name made from their text, so that PostgreSQL plans a
 * list once per connection instead of for every page.
 */
export function openDatabase(url: string, poolSize: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'association-console',
  })
  // A broken idle connection must not end the process; the pool makes a new one.
  pool.on('error', () => undefined)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) as pg.Pool }) })
  return {
    db,
    pool,
    close: async () => {
      await db.destroy()
    },
  }
}

/** Most statements that are kept under a name; each takes memory in every connection. */
const MAX_NAMED = 400
const MAX_SEEN = 2_000
// A read that begins with `with` keeps none: it is written so where the best plan depends on the values, as for a keyword.
const NAMED = /^\s*(?:select|insert|update|delete)\b|^\s*with\b.*\b(?:insert into|update|delete from)\b/s
const names = new Map<string, string>()
const seen = new Set<string>()

/** The name for a statement's text, from its second use on: texts that come once, such as an import's, are not worth one. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MAX_NAMED || !NAMED.test(text)) return undefined
  if (!seen.delete(text)) {
    if (seen.size >= MAX_SEEN) seen.clear()
    seen.add(text)
    return undefined
  }
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

const BEGUN = { command: 'BEGIN', rowCount: null, rows: [] }

/**
 * What Kysely needs of a pool, with names put on repeated statements. `begin` does not wait for its
 * answer: it travels with the transaction's first statement, which saves a round trip for every write.
 * Should it fail, that statement fails with it.
 */
function preparing(pool: pg.Pool) {
  const wrapped = new WeakMap<pg.PoolClient, object>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
      const given = {
        query(text: unknown, values?: unknown[]) {
          if (typeof text !== 'string') return client.query(text as never)
          if (text === 'begin') {
            stream.cork()
            client.query(text).catch(() => undefined)
            return Promise.resolve(BEGUN)
          }
          const name = nameOf(text)
          const answer = client.query(name ? { name, text, values: values ?? [] } : { text, values: values ?? [] })
          if (stream.writableCorked > 0) stream.uncork()
          return answer
        },
        release: () => client.release(),
      }
      wrapped.set(client, given)
      return given
    },
    end: () => pool.end(),
  }
}

/** Text of an instant for the wire. */
export const iso = (value: Date): string => value.toISOString()
export const isoOrNull = (value: Date | null): string | null => (value ? value.toISOString() : null)
