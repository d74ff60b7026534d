import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from '../database/database'

export interface Notice {
  kind: 'session' | 'user' | 'all'
  id?: string
}

const CHANNEL = 'assoc_access'

/** The expression that tells every process a notice in words, `session:17`, when the statement around it is committed. */
export const announcement = (payload: RawBuilder<unknown> | string): RawBuilder<unknown> => sql`pg_notify(${CHANNEL}, ${payload})`

/** Milliseconds between two questions whether the listener's connection is still there. */
const BEAT_MS = 3_000
/** Milliseconds within which it must answer, and within which a new one must stand. */
const PATIENCE_MS = 3_000
/** Milliseconds between two tries to listen again. */
const RETRY_MS = 500

/** Ends a connection without a goodbye, which on a dead line would never be sent. */
const drop = (client: pg.Client): void => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

/**
 * Carries "this session ended", "this person's rights changed" and "everybody's may have" to every
 * process, by LISTEN/NOTIFY: within the change's transaction, so that nobody hears of it before it
 * holds. While the listener is down, `live` is false and caches must not be used. The connection is
 * asked every few seconds: one that a firewall has dropped gives no error, only silence.
 */
export class Revocations {
  live = false
  /** Rises with every notice, so that a read begun before one is not cached after it. */
  generation = 0
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  private closed = false
  private readonly listeners: ((notice: Notice) => void)[] = []
  private readonly uncommitted = new WeakMap<Db, Notice[]>()
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  onNotice(listener: (notice: Notice) => void): void {
    this.listeners.push(listener)
  }

  /** Begins to listen; where that does not succeed it goes on trying by itself. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'association-console listener',
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    this.client = client
    client.on('error', () => this.lost(client))
    client.on('end', () => this.lost(client))
    client.on('notification', (message) => this.hear(message.payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch {
      return this.lost(client)
    }
    if (this.client !== client) return drop(client)
    // What was missed while nobody listened is unknown: start afresh.
    this.deliver({ kind: 'all' })
    this.live = true
    this.later(BEAT_MS, () => this.beat(client))
  }

  private async beat(client: pg.Client): Promise<void> {
    try {
      await client.query('select')
      if (this.client === client) this.later(BEAT_MS, () => this.beat(client))
    } catch {
      this.lost(client)
    }
  }

  private lost(client: pg.Client): void {
    if (this.client !== client) return
    this.live = false
    this.client = undefined
    drop(client)
    // The timer keeps the process alive: one that only does jobs has nothing else while the database is away.
    this.later(RETRY_MS, () => this.start())
  }

  private later(ms: number, work: () => Promise<void>): void {
    clearTimeout(this.timer)
    if (!this.closed) this.timer = setTimeout(() => void work(), ms)
  }

  private hear(payload: string): void {
    const [kind, id] = payload.split(':')
    if (kind === 'session' || kind === 'user') this.deliver({ kind, ...(id ? { id } : {}) })
    else this.deliver({ kind: 'all' })
  }

  private deliver(notice: Notice): void {
    this.generation += 1
    for (const listener of this.listeners) listener(notice)
  }

  /** Announces in a transaction; other processes hear of it when that commits, this one by committed(). */
  async announce(tx: Db, notice: Notice): Promise<void> {
    const payload = notice.id ? `${notice.kind}:${notice.id}` : notice.kind
    await sql`select ${announcement(payload)}`.execute(tx)
    this.announced(tx, notice)
  }

  /** Notes what a statement has announced by itself, so that this process hears of it like the others. */
  announced(tx: Db, notice: Notice): void {
    if (!tx.isTransaction) return this.deliver(notice)
    const waiting = this.uncommitted.get(tx) ?? []
    waiting.push(notice)
    this.uncommitted.set(tx, waiting)
  }

  /** Delivers here what a transaction announced, so that the very next request in this process sees it. */
  committed(tx: Db): void {
    for (const notice of this.uncommitted.get(tx) ?? []) this.deliver(notice)
    this.uncommitted.delete(tx)
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    this.live = false
    const client = this.client
    this.client = undefined
    if (!client) return
    const timer = setTimeout(() => drop(client), PATIENCE_MS)
    await client.end().catch(() => undefined)
    clearTimeout(timer)
  }
}
