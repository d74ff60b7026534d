import { createContext } from 'react'

/** A field that sends files. */
interface SendingField {
  /** Whether one of its files comes no further by itself: it was paused, or its connection is gone for good. */
  isStopped: () => boolean
  /** Somebody wants to save and cannot yet: the field says why, and what helps. */
  onAwaited: () => void
}

/** Files of a form that are still on their way: whoever saves waits for them, so that none is left out without a word. */
export class Uploads {
  private readonly running = new Set<Promise<boolean>>()
  private readonly fields = new Set<SendingField>()
  private wake: () => void = () => undefined

  /** Notes a file that is being sent; `work` answers whether it arrived. */
  add(work: Promise<boolean>): void {
    this.running.add(work)
    void work.finally(() => this.running.delete(work))
  }

  /** Takes a field in whose files may stop on their way; answers how it leaves. */
  join(field: SendingField): () => void {
    this.fields.add(field)
    return () => void this.fields.delete(field)
  }

  /** Told by a field whose file has stopped: who waits for it would wait forever. */
  stop(): void {
    this.wake()
  }

  private get stopped(): boolean {
    return [...this.fields].some((field) => field.isStopped())
  }

  get busy(): boolean {
    return this.running.size > 0 || this.stopped
  }

  /** Waits for all that are on their way, while they are; false when one of them did not arrive, or stopped. */
  async arrived(): Promise<boolean> {
    for (const field of this.fields) field.onAwaited()
    let all = true
    while (this.running.size > 0 && !this.stopped) {
      const woken = new Promise<boolean[]>((resolve) => (this.wake = () => resolve([])))
      all = (await Promise.race([Promise.all(this.running), woken])).every(Boolean) && all
    }
    return all && !this.stopped
  }
}

export const UploadsContext = createContext<Uploads | null>(null)
