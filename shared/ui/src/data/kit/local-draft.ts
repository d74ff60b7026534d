import { onBeforeSessionEnd, session } from '@assoc/session'
import { draftKey, forget, placesUnder, seal, unseal } from './sealed-drafts'

/** Milliseconds between two writes while somebody types. */
const PAUSE_MS = 300

/**
 * What is not with the server yet, in this browser alone and encrypted: written at once and then every 300 ms while it changes, so
 * that a process that is killed takes no more than that along. Each tab has a place of its own; what a tab that is gone has left
 * there is taken over by the next one of the same person.
 */
export class LocalDraft<T> {
  private readonly prefix: string
  private readonly place: string
  private timer: ReturnType<typeof setTimeout> | undefined
  /** What is to be written; null where nothing is open. */
  private latest: (() => T | null) | null = null
  private writing: Promise<void> = Promise.resolve()
  private takeBack: (() => void) | null = null

  constructor(key: string) {
    this.prefix = `${session().userInfo?.userId ?? ''}/${key}/`
    this.place = `${this.prefix}${newTab()}`
    // Asked for now: when the connection is gone it is too late.
    void draftKey()
  }

  /** Notes that something has changed; `content` is asked when it is written, and null says that all is with the server. */
  note(content: () => T | null): void {
    this.latest = content
    // Here and not at the start: a tab that is hidden closes it and goes on when it is shown.
    this.takeBack ??= onBeforeSessionEnd(() => this.flush())
    if (this.timer === undefined) this.write()
  }

  private write(): void {
    const content = this.latest
    this.latest = null
    if (!content) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.write()
    }, PAUSE_MS)
    this.writing = this.writing.then(async () => {
      const now = content()
      await (now === null ? forget(this.place) : seal(this.place, now))
    }).catch(() => undefined)
  }

  /** Writes what is noted now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.write()
    await this.writing
  }

  /** What other tabs have left, the oldest first. */
  async find(): Promise<T[]> {
    const found = await Promise.all((await this.others()).map(unseal))
    return found.flatMap((one) => (one ? [one] : [])).sort((a, b) => (a.savedTime < b.savedTime ? -1 : 1)).map(({ content }) => content as T)
  }

  /** Forgets what other tabs have left: it is in this one's care, or thrown away. */
  async forgetOthers(): Promise<void> {
    for (const place of await this.others()) await forget(place).catch(() => undefined)
  }

  private others = async (): Promise<string[]> => (await placesUnder(this.prefix)).filter((place) => place !== this.place)

  /** Ends keeping; what is noted is written. */
  close(): void {
    void this.flush()
    this.takeBack?.()
    this.takeBack = null
  }
}

const newTab = (): string => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
