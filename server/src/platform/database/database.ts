import { DefaultQueryExecutor, Kysely, PostgresDialect, type DatabaseConnection, type Transaction } from 'kysely'
import pg from 'pg'
import { APPLICATION, PoolDriver, type SlowStatement } from './driver'
import type { Tables } from './tables'

export type { SlowStatement }
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
  /**
   * The same pool for one request: its slow statements are logged with its id, and its transactions bear the id as their
   * application_name, so that PostgreSQL's own log and pg_stat_activity name the request.
   */
  forRequest(requestId: string): Db
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Milliseconds from which a statement counts as slow. */
  slowMs?: number
  onSlow?: (statement: SlowStatement) => void
}

/**
 * Opens the pool. Statements are prepared under a name made from their text, so that PostgreSQL plans a
 * list once per connection instead of for every page.
 */
export function openDatabase(url: string, poolSize: number, { slowMs = Infinity, onSlow = () => undefined }: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    pipeline: true,
    // Also how long a caller waits for a free connection before they hear that the system is busy.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: APPLICATION,
  })
  // A connection that breaks must not end the process, idle or in use: its statements fail, and the pool makes a new one.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const driver = new PoolDriver(pool, slowMs, onSlow)
  const dialect = new PostgresDialect({ pool })
  const [compiler, adapter] = [dialect.createQueryCompiler(), dialect.createAdapter()]
  // The parts are made once: each request has a handle of its own, for its id.
  const on = (requestId?: string): Db => {
    const provideConnection = async <T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> => {
      const connection = await driver.acquireConnection(requestId)
      try {
        return await consumer(connection)
      } finally {
        connection.release()
      }
    }
    return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection }) })
  }
  const db = on()
  return {
    db,
    pool,
    forRequest(requestId) {
      if (!/^\w+$/.test(requestId)) throw new Error(`${requestId} is no id of a request`)
      return on(requestId)
    },
    close: async () => {
      await db.destroy()
    },
  }
}

/** Text of an instant for the wire. */
export const iso = (value: Date): string => value.toISOString()
export const isoOrNull = (value: Date | null): string | null => (value ? value.toISOString() : null)
