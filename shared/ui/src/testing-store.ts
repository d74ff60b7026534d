import { webcrypto } from 'node:crypto'

const request = <T>(result: T) => {
  const made: { result: T; onsuccess?: () => void; onupgradeneeded?: () => void } = { result }
  void Promise.resolve().then(() => {
    made.onupgradeneeded?.()
    made.onsuccess?.()
  })
  return made
}

/** What jsdom lacks: encryption, and a database in the browser with one store and the actions that are used. Answers what rests there. */
export function fakeBrowserStore(): Map<string, unknown> {
  Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: webcrypto.subtle })
  const rest = new Map<string, unknown>()
  const objectStore = () => ({
    get: (key: string) => request(rest.get(key)),
    put: (value: unknown, key: string) => request(rest.set(key, value) && undefined),
    delete: (key: string) => request(rest.delete(key) && undefined),
    getAllKeys: ({ lower, upper }: { lower: string; upper: string }) => request([...rest.keys()].filter((key) => key >= lower && key <= upper).sort()),
  })
  globalThis.IDBKeyRange = { bound: (lower: string, upper: string) => ({ lower, upper }) } as unknown as typeof IDBKeyRange
  globalThis.indexedDB = { open: () => request({ createObjectStore: () => undefined, transaction: () => ({ objectStore }), close: () => undefined }) } as unknown as IDBFactory
  return rest
}
