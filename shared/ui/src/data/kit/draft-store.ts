import { deleteDraft, saveDraft, selectDraft } from '@assoc/contract/platform/workspace'
import { CODE } from '@assoc/contract'
import { api, ApiError } from '@assoc/http'
import { onBeforeSessionEnd, session } from '@assoc/session'
import { draftKey, forget, seal, unseal, type Rested } from './sealed-drafts'

export type Draft = Rested

/** Milliseconds after the last key until a draft is sent. */
const PAUSE_MS = 2000

/**
 * Keeps what is typed in one form. The server holds the draft; what cannot be sent any more, because
 * the network or the session ended, rests encrypted in this browser until the person is back.
 */
export class DraftKeeper {
  private readonly key: string
  private readonly userId: string
  private readonly pause: number
  private readonly here: boolean
  private timer: ReturnType<typeof setTimeout> | undefined
  private latest: unknown
  private pending = false
  private takeBack: (() => void) | null = null
  /** What is on its way to the server. */
  private sending: Promise<void> = Promise.resolve()

  /** `pause` is how long after the last key it is sent, where that is not two seconds. With `here` it never leaves this browser. */
  constructor(key: string, pause = PAUSE_MS, { here = false }: { here?: boolean } = {}) {
    this.key = key
    this.pause = pause
    this.here = here
    this.userId = session().userInfo?.userId ?? ''
  }

  /** The newest draft, of the server or of this browser; null when there is none. */
  async find(): Promise<Draft | null> {
    const [remote, local] = await Promise.all([this.here ? null : api(selectDraft, { key: this.key }).catch(() => null), unseal(this.place)])
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
    if (this.here) {
      await seal(this.place, content)
      if (this.latest === content) this.pending = false
      return
    }
    try {
      await api(saveDraft, { key: this.key, content: JSON.parse(JSON.stringify(content)) as never }, { quiet: ['V00001', 'S00001', 'L00001', CODE.roleView] })
      if (this.latest === content) this.pending = false
    } catch (error) {
      // Looked at as a role the console keeps nothing, here neither.
      if (error instanceof ApiError && error.code === CODE.roleView) this.pending = false
      else await seal(this.place, content)
    }
  }

  /** Puts what was not sent into this browser's store. */
  private async rest(): Promise<void> {
    clearTimeout(this.timer)
    if (this.pending) await seal(this.place, this.latest)
  }

  private get place(): string {
    return `${this.userId}/${this.key}`
  }

  /** Forgets the draft everywhere: it was saved as a record, or thrown away. */
  async drop(): Promise<void> {
    clearTimeout(this.timer)
    this.pending = false
    // One that arrived after it was forgotten would be offered as if its record had not been saved.
    await this.sending
    await Promise.allSettled([this.here ? undefined : api(deleteDraft, { key: this.key }, { quiet: [CODE.roleView] }), forget(this.place)])
  }

  /** Ends keeping; what was noted and not yet sent is sent now. */
  close(): void {
    this.takeBack?.()
    this.takeBack = null
    clearTimeout(this.timer)
    if (this.pending) this.send()
  }
}
