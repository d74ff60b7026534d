import { getDraftKey } from '@assoc/contract/platform/session'
import { api } from '@assoc/http'

// Drafts that rest in this browser, encrypted. The key is the server's and the person's: who signs in later at this machine cannot
// read them.

const DATABASE = 'assoc-drafts'
const STORE = 'drafts'

let keyPromise: Promise<CryptoKey | null> | null = null

/** The person's key; null while the server cannot be asked for it. */
export function draftKey(): Promise<CryptoKey | null> {
  keyPromise ??= (async () => {
    if (!globalThis.crypto?.subtle) return null
    const { key } = await api(getDraftKey, {})
    const raw = Uint8Array.from(atob(key), (c) => c.charCodeAt(0))
    return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  })().catch(() => {
    keyPromise = null
    return null
  })
  return keyPromise
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error as Error)
  })
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction(STORE, mode).objectStore(STORE))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error as Error)
    })
  } finally {
    database.close()
  }
}

interface Encrypted {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
  savedTime: string
}

/** What rests at a place. */
export interface Rested {
  content: unknown
  savedTime: string
}

/** Lays a draft down at a place; without a key it is not kept at all. */
export async function seal(place: string, content: unknown): Promise<void> {
  const key = await draftKey()
  if (!key) return
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(content)))
  await inStore('readwrite', (s) => s.put({ iv, bytes, savedTime: new Date().toISOString() } satisfies Encrypted, place)).catch(() => undefined)
}

/** The draft at a place; null where there is none that this person can read. */
export async function unseal(place: string): Promise<Rested | null> {
  try {
    const sealed = await inStore<Encrypted | undefined>('readonly', (s) => s.get(place) as IDBRequest<Encrypted | undefined>)
    const key = sealed ? await draftKey() : null
    if (!sealed || !key) return null
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes)
    return { content: JSON.parse(new TextDecoder().decode(text)) as unknown, savedTime: sealed.savedTime }
  } catch {
    return null
  }
}

export const forget = (place: string): Promise<unknown> => inStore('readwrite', (s) => s.delete(place))

/** Places whose names begin so. */
export async function placesUnder(prefix: string): Promise<string[]> {
  try {
    return (await inStore('readonly', (s) => s.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))).map(String)
  } catch {
    return []
  }
}
