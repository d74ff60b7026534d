import { SEALED_DATABASE } from './sealed-end'

// Rows that outlive the page, such as what a sign-in counter scanned without a connection. They are encrypted with a key that the browser
// makes and gives to nobody, belong to one person, and go at the end of the session or at their own end.

/** How long a row stays at most, besides its end: as long as the session, until it is taken away, or as long as its owner has such rows. */
export type Stay = 'session' | 'unsent' | 'withUnsent'

interface Row {
  id: string
  owner: string
  /** Milliseconds of this device's clock. */
  until: number
  stay: Stay
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

const [KEYS, ROWS] = ['keys', 'rows'] as const
const OWN_KEY = 'own'

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error as Error)
  })

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error as Error)
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(SEALED_DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(KEYS)
    request.result.createObjectStore(ROWS, { keyPath: 'id' })
  }
  return result(request)
}

async function inRows<T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(ROWS, mode)
    const over = finished(transaction)
    const answer = await result(work(transaction.objectStore(ROWS)))
    await over
    return answer
  } finally {
    database.close()
  }
}

async function ownKey(): Promise<CryptoKey> {
  const database = await openDatabase()
  try {
    const kept = await result(database.transaction(KEYS).objectStore(KEYS).get(OWN_KEY) as IDBRequest<CryptoKey | undefined>)
    if (kept) return kept
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    // Another tab may have made one meanwhile: that one is used.
    const keys = database.transaction(KEYS, 'readwrite').objectStore(KEYS)
    const there = await result(keys.get(OWN_KEY) as IDBRequest<CryptoKey | undefined>)
    if (!there) await result(keys.put(made, OWN_KEY))
    return there ?? made
  } finally {
    database.close()
  }
}

/** Rows of one person. */
export class SealedRows {
  private readonly owner: string
  private readonly key: CryptoKey
  private constructor(owner: string, key: CryptoKey) {
    this.owner = owner
    this.key = key
  }

  static async open(owner: string): Promise<SealedRows> {
    return new SealedRows(owner, await ownKey())
  }

  /** Keeps a value under a name; `until` in milliseconds of this device's clock. Done when it is on the disk. */
  async put(id: string, value: unknown, { until, stay }: { until: number; stay: Stay }): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, this.key, new TextEncoder().encode(JSON.stringify(value)))
    const row: Row = { id: `${this.owner}/${id}`, owner: this.owner, until, stay, iv, bytes }
    await inRows('readwrite', (rows) => rows.put(row))
  }

  /** The values whose names begin so, in the order of the names. */
  async list<T>(prefix: string): Promise<T[]> {
    const range = IDBKeyRange.bound(`${this.owner}/${prefix}`, `${this.owner}/${prefix}\uffff`)
    const rows = (await inRows('readonly', (all) => all.getAll(range))) as Row[]
    const opened = await Promise.all(rows.filter(({ until }) => until > Date.now()).map((row) => this.unseal<T>(row)))
    return opened.flatMap((value) => (value === null ? [] : [value]))
  }

  async get<T>(id: string): Promise<T | null> {
    return (await this.list<T>(id))[0] ?? null
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await inRows('readwrite', (rows) => rows.delete(`${this.owner}/${id}`))
  }

  private async unseal<T>({ iv, bytes }: Row): Promise<T | null> {
    try {
      return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, this.key, bytes))) as T
    } catch {
      // Sealed with a key that is gone: it tells nobody anything any more.
      return null
    }
  }
}

const LONGEST_MS = 3_600_000

/** Takes away what has run out, now and whenever the next does. */
export async function sweep(): Promise<void> {
  const living = await keepOnly((row) => row.until > Date.now())
  const next = Math.min(...living.map(({ until }) => until))
  if (living.length > 0) setTimeout(() => void sweep().catch(() => undefined), Math.min(LONGEST_MS, Math.max(1_000, next - Date.now())))
}

/** The end of a session: what was kept for it goes. Only what still has to be sent stays; without any the key goes as well. */
export async function end(): Promise<void> {
  const owing = new Set<string>()
  await keepOnly(({ stay, until, owner }) => {
    const unsent = stay === 'unsent' && until > Date.now()
    if (unsent) owing.add(owner)
    return unsent || stay === 'withUnsent'
  })
  const left = await keepOnly(({ stay, owner }) => stay === 'unsent' || owing.has(owner))
  if (left.length === 0) await result(indexedDB.deleteDatabase(SEALED_DATABASE))
}

/** Takes away the other rows; answers those that stay. */
async function keepOnly(stays: (row: Row) => boolean): Promise<Row[]> {
  const all = (await inRows('readonly', (rows) => rows.getAll())) as Row[]
  const kept = all.filter(stays)
  for (const row of all) if (!kept.includes(row)) await inRows('readwrite', (rows) => rows.delete(row.id))
  return kept
}
