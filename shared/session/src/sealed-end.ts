import type * as Sealed from './sealed'

// What the session does with sealed rows (sealed.ts). Few browsers have any: what handles them is fetched where their database is.

export type { SealedRows, Stay } from './sealed'

export const SEALED_DATABASE = 'assoc-sealed'

const load = (): Promise<typeof Sealed> => import(/* webpackChunkName: "sealed" */ './sealed')

/** Whether this browser has sealed rows, without making a place for them. */
async function hasSealed(): Promise<boolean> {
  if (!globalThis.indexedDB?.databases) return false
  return (await indexedDB.databases()).some(({ name }) => name === SEALED_DATABASE)
}

/** Rows of a person in this browser, sealed with a key that nobody can take out of it; null where the browser cannot keep any. */
export const openSealed = async (owner: string): Promise<Sealed.SealedRows | null> => (await load()).SealedRows.open(owner).catch(() => null)

/** At the end of a session: what was kept for it goes. */
export async function endSealed(): Promise<void> {
  if (await hasSealed().catch(() => false)) await load().then((sealed) => sealed.end()).catch(() => undefined)
}

/** Takes away what has run out, at once and as long as this page is open. */
export async function sweepSealed(): Promise<void> {
  if (await hasSealed().catch(() => false)) await load().then((sealed) => sealed.sweep()).catch(() => undefined)
}
