import type { Writable } from 'node:stream'
import { createHash } from 'node:crypto'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import { faultOf } from './fault'

/** A statement that took longer than `slowMs`. Its values are not told: they are people's data. */
export interface SlowStatement {
  requestId?: string
  ms: number
  sql: string
}

export const APPLICATION = 'association-console'

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
/** Characters of a slow statement that the log shows. */
const MAX_TOLD = 2_000

const LAST = Symbol('last of its transaction')

/**
 * Marks a statement as the last of its transaction: it is sent together with the commit, which saves a round trip for every write. Its
 * rows are not answered; where it fails, PostgreSQL takes the whole transaction back and committing throws its error.
 */
export const lastOfTransaction = <R>(statement: CompiledQuery<R>): CompiledQuery<R> => Object.assign({}, statement, { [LAST]: true })

const NOTHING: QueryResult<never> = { rows: [] }
const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A connection of the pool as Kysely uses it; it serves one request at a time. */
export class Connection implements DatabaseConnection {
  private readonly stream: Writable
  private requestId: string | undefined
  private longer = false
  private last: Promise<unknown> | undefined

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

  async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    if (LAST in statement) return this.keepLast(statement)
    const { command, rowCount, rows } = await this.send(statement.sql, statement.parameters)
    return WRITES.has(command) ? { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) } : { rows: (rows as R[] | undefined) ?? [] }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('statements are read part by part with eachPart')
  }

  /** Travels with the transaction's first statement, which saves a round trip for every write. Should it fail, that statement fails with it. */
  begin({ isolationLevel, accessMode }: TransactionSettings): Promise<unknown> {
    if (isolationLevel || accessMode) return this.send(`start transaction${isolationLevel ? ` isolation level ${isolationLevel}` : ''}${accessMode ? ` ${accessMode}` : ''}`, [])
    this.stream.cork()
    const text = this.requestId ? `begin; set local application_name = '${APPLICATION} ${this.requestId}'` : 'begin'
    this.client.query(text).catch(() => undefined)
    return Promise.resolve()
  }

  async commit(): Promise<void> {
    const { last } = this
    this.last = undefined
    const commit = this.send('commit', [])
    commit.catch(() => undefined)
    // What the last statement says is the reason; the commit after it was a rollback then.
    await last
    await commit
    this.longer = false
  }

  async rollback(): Promise<void> {
    this.last = undefined
    this.longer = false
    await this.send('rollback', [])
  }

  release(): void {
    this.client.release()
  }

  private keepLast<R>(statement: CompiledQuery): QueryResult<R> {
    // One cork more than there was: it is let go with the commit.
    this.stream.cork()
    const last = this.send(statement.sql, statement.parameters, true)
    last.catch(() => undefined)
    this.last = last
    return NOTHING
  }

  private async send(text: string, values: readonly unknown[], held = false): Promise<pg.QueryResult> {
    const { requestId } = this
    const began = performance.now()
    if (LONGER.test(text)) this.longer = true
    const name = nameOf(text)
    const statement = { ...(name ? { name } : {}), text, values, ...(this.longer ? {} : { query_timeout: DEAD_AFTER_MS }) }
    try {
      const answer = this.client.query(statement as pg.QueryConfig)
      while (!held && this.stream.writableCorked > 0) this.stream.uncork()
      return await answer
    } catch (error) {
      throw faultOf(error)
    } finally {
      const ms = performance.now() - began
      if (ms >= this.slowMs) this.onSlow({ ...(requestId ? { requestId } : {}), ms: Math.round(ms), sql: text.slice(0, MAX_TOLD) })
    }
  }
}

/** The pool as Kysely uses it, with names put on repeated statements and the request's id on its transactions. */
export class PoolDriver implements Driver {
  private readonly known = new WeakMap<pg.PoolClient, Connection>()

  constructor(
    private readonly pool: pg.Pool,
    private readonly slowMs: number,
    private readonly onSlow: (statement: SlowStatement) => void,
  ) {}

  async init(): Promise<void> {}

  async acquireConnection(requestId?: string): Promise<Connection> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw faultOf(error)
    })
    let connection = this.known.get(client)
    if (!connection) this.known.set(client, (connection = new Connection(client, this.slowMs, this.onSlow)))
    return connection.serve(requestId)
  }

  async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings)
  }

  commitTransaction(connection: Connection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: Connection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release()
  }

  destroy(): Promise<void> {
    return this.pool.end()
  }
}

/** A statement whose text is written already. */
export const written = <R>(text: string, values: readonly unknown[]): CompiledQuery<R> => CompiledQuery.raw(text, [...values]) as CompiledQuery<R>
