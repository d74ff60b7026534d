import { createHash } from 'node:crypto'
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
 * Opens the pool. Reads are prepared under a name made from their text, so that PostgreSQL plans a
 * list once per connection instead of for every page.
 */
export function openDatabase(url: string, poolSize: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
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

const MAX_NAMED = 400
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (!text.startsWith('select') || names.size >= MAX_NAMED) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** What Kysely needs of a pool, with names put on repeated reads. */
function preparing(pool: pg.Pool) {
  const wrapped = new WeakMap<pg.PoolClient, object>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const given = {
        query(text: unknown, values?: unknown[]) {
          if (typeof text !== 'string') return client.query(text as never)
          const name = nameOf(text)
          return client.query(name ? { name, text, values: values ?? [] } : { text, values: values ?? [] })
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
