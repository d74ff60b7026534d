import { setTimeout as wait } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/utils'
import pg from 'pg'

/** Milliseconds between two tries for a lock, and after which it is given up. */
const TRY_MS = 100
const PATIENCE_MS = 5_000

export const LOCKED = { status_code: 423, body: 'another request is adding to this file' }

/**
 * One request at a time adds to a file, whichever process it has reached. The locks are PostgreSQL's advisory ones and belong to one
 * connection of the process: they go with it, also when it is killed. Within the process whoever holds one is asked to let go.
 */
export class UploadLocks implements Locker {
  private readonly held = new Map<string, RequestRelease>()
  private connecting: Promise<pg.Client> | undefined

  constructor(private readonly url: string) {}

  newLock(id: string): Lock {
    let mine = false
    return {
      lock: async (signal, release) => {
        for (const until = performance.now() + PATIENCE_MS; ; ) {
          if (await this.take(id, release)) {
            mine = true
            return
          }
          if (signal.aborted || performance.now() > until) throw LOCKED
          await wait(TRY_MS)
        }
      },
      unlock: async () => {
        if (mine) await this.leave(id)
        mine = false
      },
    }
  }

  private async take(id: string, release: RequestRelease): Promise<boolean> {
    const holder = this.held.get(id)
    if (holder) {
      await holder()
      return false
    }
    // Before anything is waited for: the connection gives a lock that it has again.
    this.held.set(id, release)
    try {
      const { rows } = await (await this.client()).query<{ locked: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as locked', [nameOf(id)])
      if (rows[0]?.locked) return true
    } catch (error) {
      this.held.delete(id)
      throw error
    }
    this.held.delete(id)
    return false
  }

  private async leave(id: string): Promise<void> {
    try {
      // Without the connection there is no lock.
      if (this.connecting) await (await this.connecting).query('select pg_advisory_unlock(hashtextextended($1, 0))', [nameOf(id)])
    } catch {
      this.lost()
    } finally {
      this.held.delete(id)
    }
  }

  private client(): Promise<pg.Client> {
    this.connecting ??= (async () => {
      const client = new pg.Client({ connectionString: this.url, application_name: 'association-console uploads', keepAlive: true, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
      client.on('error', () => this.lost())
      client.on('end', () => this.lost())
      await client.connect()
      return client
    })()
    this.connecting.catch(() => this.lost())
    return this.connecting
  }

  /** The locks went with the connection: whoever works under one stops. Rows are only moved on from where they are, so nothing is torn meanwhile. */
  private lost(): void {
    const gone = this.connecting
    this.connecting = undefined
    void gone?.then((client) => client.end()).catch(() => undefined)
    for (const release of this.held.values()) void release()
  }

  async close(): Promise<void> {
    const client = await this.connecting?.catch(() => undefined)
    this.connecting = undefined
    await client?.end().catch(() => undefined)
  }
}

const nameOf = (id: string): string => `file_upload:${id}`
