import { AsyncLocalStorage } from 'node:async_hooks'
import { refuse } from './errors'

const job = new AsyncLocalStorage<true>()

/** Carries out a job of the queue: whatever it asks for in between waits for its turn as long as it takes, since nobody waits at a screen. */
export const asJob = <T>(work: () => Promise<T>): Promise<T> => job.run(true, work)

export interface TurnLimits {
  /** How many are under way at a time. */
  atOnce: number
  /** How many calls may wait besides; the next one is refused at once. */
  waiting: number
  /** Milliseconds after which a call that still waits is refused. */
  patienceMs: number
}

interface Waiting {
  start(): void
  patient: boolean
}

/**
 * Turns at what a process has little of. So many are under way, a bounded number of calls waits for a bounded time and is refused
 * as 系统繁忙 (L00001, with `retryAfterSeconds`) beyond that; jobs wait until it is their turn.
 */
export class Turns {
  private readonly limits: TurnLimits
  private under = 0
  private readonly queue: Waiting[] = []

  constructor(limits: TurnLimits) {
    this.limits = limits
  }

  /** Does the work when it is its turn; the turn ends with the work. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.begin()
    try {
      return await work()
    } finally {
      const next = this.queue.shift()
      if (next) next.start()
      else this.under -= 1
    }
  }

  private async begin(): Promise<void> {
    if (this.under < this.limits.atOnce) {
      this.under += 1
      return
    }
    const patient = job.getStore() === true
    const busy = () => refuse.tooMany(5, '系统繁忙，请稍后重试')
    if (!patient && this.queue.filter((w) => !w.patient).length >= this.limits.waiting) throw busy()
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        patient,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      // Who waits here is handed the turn of one who ends, so the number under way stays as it is.
      this.queue.push(waiting)
      const timer = patient
        ? undefined
        : setTimeout(() => {
            this.queue.splice(this.queue.indexOf(waiting), 1)
            reject(busy())
          }, this.limits.patienceMs)
    })
  }
}

/** Milliseconds of work after which others are let in. */
const SLICE_MS = 20

/**
 * For loops over many rows: `await` what it answers in each round, and the event loop gets its turn whenever the loop has worked for
 * 20 ms. Answers undefined otherwise, which costs next to nothing.
 */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}
