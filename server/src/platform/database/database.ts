import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { faultOf } from './fault'
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
  /**
   * The same pool for one request: its slow statements are logged with its id, and its transactions bear the id as their
   * application_name, so that PostgreSQL's own log and pg_stat_activity name the request.
   */
  forRequest(requestId: string): Db
  close(): Promise<void>
}

/** A statement that took longer than `slowMs`. Its values are not told: they are people's data. */
export interface SlowStatement {
  requestId?: string
  ms: number
  sql: string
}

export interface DatabaseOptions {
  /** Milliseconds from which a statement counts as slow. */
  slowMs?: number
  onSlow?: (statement: SlowStatement) => void
}

const APPLICATION = 'association-console'

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
  const through = preparing(pool, slowMs, onSlow)
  const on = (requestId?: string) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect: () => through.connect(requestId), end: through.end } as unknown as pg.Pool }) })
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

/** Most statements that are kept under a name; each takes memory in every connection. */
const MAX_NAMED = 400
const MAX_SEEN = 2_000
// A read that begins with `with` keeps none: it is written so where the best plan depends on the values, as for a keyword.
const isNamed = (text: string): boolean => /^\s*(?:select|insert|update|delete)\b/.test(text) || (/^\s*with\b/.test(text) && /\b(?:insert into|update|delete from)\b/.test(text))
const names = new Map<string, string>()
const seen = new Set<string>()

/** The name for a statement's text, from its second use on: texts that come once, such as an import's, are not worth one. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MAX_NAMED || !isNamed(text)) return undefined
  if (!seen.delete(text)) {
    if (seen.size >= MAX_SEEN) seen.clear()
    seen.add(text)
    return undefined
  }
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Milliseconds after which a connection counts as dead: the server itself ends a statement sooner. */
const DEAD_AFTER_MS = 65_000
/** A transaction that allows itself longer statements, until it ends. */
const LONGER = /^set local statement_timeout/
const END = /^(?:commit|rollback)$/

const BEGUN = { command: 'BEGIN', rowCount: null, rows: [] }

/** A connection as Kysely uses it; it serves one request at a time. */
class Prepared {
  private readonly stream: Writable
  private requestId: string | undefined
  private longer = false

  constructor(
    private readonly client: pg.PoolClient,
    private readonly slowMs: number,
    private readonly onSlow: (statement: SlowStatement) => void,
  ) {
    this.stream = (client as unknown as { connection: { stream: Writable } }).connection.stream
  }

  serve(requestId: string | undefined): this {
    this.requestId = requestId
    return this
  }

  query(text: unknown, values?: unknown[]) {
    if (typeof text !== 'string') return this.client.query(text as never)
    if (text === 'begin') return this.begin()
    const { requestId } = this
    const began = performance.now()
    const name = nameOf(text)
    if (LONGER.test(text)) this.longer = true
    else if (END.test(text)) this.longer = false
    const statement = { ...(name ? { name } : {}), text, values: values ?? [], ...(this.longer ? {} : { query_timeout: DEAD_AFTER_MS }) }
    const answer = this.client.query(statement)
    if (this.stream.writableCorked > 0) this.stream.uncork()
    const look = () => {
      const ms = performance.now() - began
      if (ms >= this.slowMs) this.onSlow({ ...(requestId ? { requestId } : {}), ms: Math.round(ms), sql: text.slice(0, MAX_TOLD) })
    }
    return answer.then(
      (result) => {
        look()
        return result
      },
      (error: unknown) => {
        look()
        throw faultOf(error)
      },
    )
  }

  /** Travels with the transaction's first statement, which saves a round trip for every write. Should it fail, that statement fails with it. */
  private begin() {
    this.stream.cork()
    const text = this.requestId ? `begin; set local application_name = '${APPLICATION} ${this.requestId}'` : 'begin'
    this.client.query(text).catch(() => undefined)
    return Promise.resolve(BEGUN)
  }

  release() {
    this.client.release()
  }
}

/** Characters of a slow statement that the log shows. */
const MAX_TOLD = 2_000

/** What Kysely needs of a pool, with names put on repeated statements and the request's id on its transactions. */
function preparing(pool: pg.Pool, slowMs: number, onSlow: (statement: SlowStatement) => void) {
  const known = new WeakMap<pg.PoolClient, Prepared>()
  return {
    async connect(requestId?: string) {
      const client = await pool.connect().catch((error: unknown) => {
        throw faultOf(error)
      })
      let prepared = known.get(client)
      if (!prepared) known.set(client, (prepared = new Prepared(client, slowMs, onSlow)))
      return prepared.serve(requestId)
    },
    end: () => pool.end(),
  }
}

/** Text of an instant for the wire. */
export const iso = (value: Date): string => value.toISOString()
export const isoOrNull = (value: Date | null): string | null => (value ? value.toISOString() : null)
