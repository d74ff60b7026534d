import { newKey } from '@assoc/http'

/**
 * What all savers share: a pause after the last change, one request at a time, and the same idempotency key for the same request, so
 * that one whose answer was lost is the same request when it is sent again.
 */
export class Outgoing {
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | null = null
  private attempt: { body: string; key: string } | null = null

  constructor(private readonly send: () => Promise<void>) {}

  /** Sends after a pause, which begins anew with each call. */
  later(pause: number): void {
    this.stop()
    this.timer = setTimeout(() => void this.now(), pause)
  }

  /** Sends now; whoever asks while it is being sent waits for the same. */
  now(): Promise<void> {
    this.stop()
    this.running ??= this.send().finally(() => {
      this.running = null
    })
    return this.running
  }

  keyFor(input: unknown): string {
    const body = JSON.stringify(input)
    if (this.attempt?.body !== body) this.attempt = { body, key: newKey() }
    return this.attempt.key
  }

  /** The request was answered. */
  answered(): void {
    this.attempt = null
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}
