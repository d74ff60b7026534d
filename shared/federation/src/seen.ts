/** The highest serial of a registry that this browser has seen, by the key that it was signed with. */
export interface SeenSerials {
  /** Notes a serial unless a higher one is known; answers the highest that was known before, 0 for none. */
  note(keyId: string, serial: number): Promise<number>
}

const DATABASE = 'association-console-releases'
const STORE = 'serials'
/** Milliseconds for which the console waits: a database that does not open must not keep anybody from working. */
const WAIT_MS = 2_000

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    setTimeout(() => reject(new Error(`database does not open within ${WAIT_MS} ms`)), WAIT_MS)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no database'))
    request.onblocked = () => reject(new Error('database is blocked'))
  })
}

/**
 * Kept in IndexedDB: local storage is cleared whenever a session ends, and an old registry that is played again must not
 * pass because somebody has signed out. Reading and raising are one transaction, so that two tabs cannot lower it. Rejects
 * where the browser keeps nothing.
 */
export const browserSerials: SeenSerials = {
  async note(keyId, serial) {
    const database = await open()
    try {
      return await new Promise<number>((resolve, reject) => {
        const transaction = database.transaction(STORE, 'readwrite')
        const store = transaction.objectStore(STORE)
        let before = 0
        const read = store.get(keyId)
        read.onsuccess = () => {
          before = typeof read.result === 'number' ? read.result : 0
          if (serial > before) store.put(serial, keyId)
        }
        transaction.oncomplete = () => resolve(before)
        transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('not kept'))
      })
    } finally {
      database.close()
    }
  },
}
