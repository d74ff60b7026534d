import { deleteDraft, saveDraft, selectDraft } from '@assoc/contract/platform/workspace'
import { getDraftKey } from '@assoc/contract/platform/session'
import { CODE } from '@assoc/contract'
import { api, ApiError } from '@assoc/http'
import { onBeforeSessionEnd, session } from '@assoc/session'

export interface Draft {
  content: unknown
  savedTime: string
}

const DATABASE = 'assoc-drafts'
const STORE = 'drafts'
/** Milliseconds after the last key until a draft is sent. */
const PAUSE_MS = 2000

let keyPromise: Promise<CryptoKey | null> | null = null

// The key is the server's and the person's: who signs in later at this machine cannot read the draft.
function draftKey(): Promise<CryptoKey | null> {
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

/**
 * Keeps what is typed in one form. The server holds the draft; what cannot be sent any more, because
 * the network or the session ended, rests encrypted in this browser until the person is back.
 */
export class DraftKeeper {
  private readonly key: string
  private readonly userId: string
  private readonly pause: number
  private timer: ReturnType<typeof setTimeout> | undefined
  private latest: unknown
  private pending = false
  private takeBack: (() => void) | null = null
  /** What is on its way to the server. */
  private sending: Promise<void> = Promise.resolve()

  /** `pause` is how long after the last key it is sent, where that is not two seconds. */
  constructor(key: string, pause = PAUSE_MS) {
    this.key = key
    this.pause = pause
    this.userId = session().userInfo?.userId ?? ''
  }

  /** The newest draft, of the server or of this browser; null when there is none. */
  async find(): Promise<Draft | null> {
    const [remote, local] = await Promise.all([api(selectDraft, { key: this.key }).catch(() => null), this.unseal()])
    if (!local) return remote
    return !remote || local.savedTime > remote.savedTime ? local : remote
  }

  /** Notes what stands in the form now; it is sent a moment after the last change. */
  note(content: unknown): void {
    this.latest = content
    this.pending = true
    // Here and not at the start: a tab that is hidden closes its keeper and goes on with it when it is shown.
    this.takeBack ??= onBeforeSessionEnd(() => this.rest())
    void draftKey()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.send(), this.pause)
  }

  private send(): void {
    this.sending = this.sendNow()
  }

  private async sendNow(): Promise<void> {
    if (!this.pending) return
    const content = this.latest
    try {
      await api(saveDraft, { key: this.key, content: JSON.parse(JSON.stringify(content)) as never }, { quiet: ['V00001', 'S00001', 'L00001', CODE.roleView] })
      if (this.latest === content) this.pending = false
    } catch (error) {
      // Looked at as a role the console keeps nothing, here neither.
      if (error instanceof ApiError && error.code === CODE.roleView) this.pending = false
      else await this.seal(content)
    }
  }

  /** Puts what was not sent into this browser's store. */
  private async rest(): Promise<void> {
    clearTimeout(this.timer)
    if (this.pending) await this.seal(this.latest)
  }

  private get place(): string {
    return `${this.userId}/${this.key}`
  }

  private async seal(content: unknown): Promise<void> {
    const key = await draftKey()
    if (!key) return
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(content)))
    await inStore('readwrite', (s) => s.put({ iv, bytes, savedTime: new Date().toISOString() } satisfies Encrypted, this.place)).catch(() => undefined)
  }

  private async unseal(): Promise<Draft | null> {
    try {
      const sealed = await inStore<Encrypted | undefined>('readonly', (s) => s.get(this.place) as IDBRequest<Encrypted | undefined>)
      const key = sealed ? await draftKey() : null
      if (!sealed || !key) return null
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes)
      return { content: JSON.parse(new TextDecoder().decode(text)) as unknown, savedTime: sealed.savedTime }
    } catch {
      return null
    }
  }

  /** Forgets the draft everywhere: it was saved as a record, or thrown away. */
  async drop(): Promise<void> {
    clearTimeout(this.timer)
    this.pending = false
    // One that arrived after it was forgotten would be offered as if its record had not been saved.
    await this.sending
    await Promise.allSettled([api(deleteDraft, { key: this.key }, { quiet: [CODE.roleView] }), inStore('readwrite', (s) => s.delete(this.place))])
  }

  /** Ends keeping; what was noted and not yet sent is sent now. */
  close(): void {
    this.takeBack?.()
    this.takeBack = null
    clearTimeout(this.timer)
    if (this.pending) this.send()
  }
}
