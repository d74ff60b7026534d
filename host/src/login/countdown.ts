import { makeAutoObservable } from 'mobx'

/** Counts whole seconds down to zero by the clock, so that a sleeping tab does not count too slowly. */
export class Countdown {
  seconds = 0
  private until = 0
  private timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    makeAutoObservable<this, 'until' | 'timer'>(this, { until: false, timer: false })
  }

  start(seconds: number): void {
    this.until = Date.now() + seconds * 1000
    this.seconds = Math.ceil(seconds)
    clearInterval(this.timer)
    this.timer = setInterval(() => this.tick(), 500)
  }

  stop(): void {
    this.seconds = 0
    clearInterval(this.timer)
  }

  private tick(): void {
    this.seconds = Math.max(0, Math.ceil((this.until - Date.now()) / 1000))
    if (this.seconds === 0) clearInterval(this.timer)
  }
}
