import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { openDatabase, type Database } from '../../platform/database/database'

// A database for tests whose actions can be broken off at any statement, in the ways in which a process or a connection goes.

/**
 * `throw`: an error before the statement. `lost`: it is carried out, and its answer does not come. `kill`: the server ends the
 * connection. `die`: it is carried out, and the process is gone. After the last two nothing of the action speaks with the database any more.
 */
export type How = 'throw' | 'lost' | 'kill' | 'die'

export interface Fate {
  how: How | null
  /** Statements that still pass before it strikes. */
  left: number
  /** Statements that have been sent. */
  sent: number
  /** The statement that was struck. */
  struck: string | null
}

/** What an action that was broken off on purpose throws. */
export class Broken extends Error {}

const fates = new AsyncLocalStorage<Fate>()

/** Runs an action under its fate. */
export const under = <T>(fate: Fate, action: () => Promise<T>): Promise<T> => fates.run(fate, action)

type Query = (query: unknown, values?: unknown) => Promise<unknown>
type Client = pg.PoolClient & { processID: number }

/**
 * Opens the database. `kill` ends a connection by its process id; `rewrite` changes each statement, for a control that takes the
 * locks out.
 */
export function openBreakable(url: string, size: number, kill: (pid: number) => Promise<unknown>, rewrite: (text: string) => string = (text) => text): Database {
  const database = openDatabase(url, size)
  database.pool.on('connect', (client) => {
    // Connections are killed on purpose.
    client.on('error', () => undefined)
    const send = client.query.bind(client) as unknown as Query
    client.query = breaking(client as Client, send, kill, rewrite) as never
  })
  return database
}

const rewritten = (query: unknown, rewrite: (text: string) => string) => {
  const { text } = query as { text?: string }
  return text === undefined ? query : { ...(query as object), text: rewrite(text) }
}

/** Ends a connection, and waits until its client has seen it: the pool gives no dead one to the next action then. */
function gone(client: Client, kill: (pid: number) => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('end', () => resolve())
    kill(client.processID).catch(reject)
  })
}

function breaking(client: Client, send: Query, kill: (pid: number) => Promise<unknown>, rewrite: (text: string) => string): Query {
  return (query, values) => {
    const fate = fates.getStore()
    const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
    const given = rewritten(query, rewrite)
    // The beginning travels with the first statement, and a transaction that is given up is given up.
    if (!fate || text.startsWith('begin') || text === 'rollback') return send(given, values)
    if (fate.struck !== null && (fate.how === 'kill' || fate.how === 'die')) return Promise.reject(new Broken('the process is gone'))
    fate.sent += 1
    if (fate.how === null || fate.struck !== null || fate.left-- > 0) return send(given, values)
    fate.struck = text
    if (fate.how === 'throw') return Promise.reject(new Broken(`before: ${text}`))
    if (fate.how === 'kill') return gone(client, kill).then(() => send(given, values))
    return send(given, values).then(() => Promise.reject(new Broken(`after: ${text}`)))
  }
}
