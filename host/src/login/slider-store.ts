import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import type { ResponseOf } from '@assoc/contract'
import { ApiError, api } from '@assoc/http'
import { makeAutoObservable, runInAction } from 'mobx'

export type Challenge = ResponseOf<typeof createSlider>
export type SliderState = 'loading' | 'ready' | 'checking' | 'passed' | 'off' | 'unavailable'

/** A challenge lives two minutes on the server; an older one is renewed before it is used. */
const CHALLENGE_AGE_MS = 110_000

/** One slider check: the challenge, where the piece stands, how it was moved, and the ticket in the end. */
export class SliderStore {
  state: SliderState = 'loading'
  challenge: Challenge | null = null
  x = 0
  message = ''
  ticket = ''
  private track: { t: number; x: number }[] = []
  private startedAt = 0
  private loadedAt = 0
  private latest = 0
  private loading: Promise<void> = Promise.resolve()

  constructor() {
    makeAutoObservable<this, 'track' | 'startedAt' | 'loadedAt' | 'latest' | 'loading'>(this, { track: false, startedAt: false, loadedAt: false, latest: false, loading: false })
  }

  /** Largest position of the piece's left edge, in pixels of the picture. */
  get max(): number {
    return this.challenge ? this.challenge.width - this.challenge.pieceSize : 0
  }

  /** Whether signing in may go on: passed, or the server does not ask for it. */
  get settled(): boolean {
    return this.state === 'passed' || this.state === 'off'
  }

  /** Says that the check comes before signing in. */
  ask(): void {
    this.message = '请先完成滑块验证'
  }

  /** Ends when the server has said whether it asks for the check: a button that was pressed before waits for it. */
  loaded(): Promise<void> {
    return this.loading
  }

  load(message = ''): Promise<void> {
    this.loading = this.fetch(message)
    return this.loading
  }

  private async fetch(message: string): Promise<void> {
    const turn = ++this.latest
    this.state = 'loading'
    this.message = message
    this.ticket = ''
    this.reset()
    try {
      const challenge = await api(createSlider, {}, { quiet: ['S00001', 'L00001'] })
      runInAction(() => {
        if (turn !== this.latest) return
        this.loadedAt = Date.now()
        this.challenge = challenge.width > 0 ? challenge : null
        this.state = challenge.width > 0 ? 'ready' : 'off'
      })
    } catch (error) {
      runInAction(() => {
        if (turn !== this.latest) return
        this.state = 'unavailable'
        this.message = error instanceof ApiError ? error.message : '滑块没有加载成功'
      })
    }
  }

  /** Renews a challenge that has grown too old while the person typed. */
  async freshen(): Promise<void> {
    if (this.state === 'ready' && Date.now() - this.loadedAt > CHALLENGE_AGE_MS) await this.load()
  }

  moveTo(x: number): void {
    if (this.state !== 'ready') return
    if (this.track.length === 0) this.startedAt = Date.now()
    this.message = ''
    this.x = Math.min(this.max, Math.max(0, Math.round(x)))
    if (this.track.length < 2000) this.track.push({ t: Date.now() - this.startedAt, x: this.x })
  }

  async check(): Promise<void> {
    if (this.state !== 'ready' || !this.challenge || this.track.length === 0) return
    this.state = 'checking'
    try {
      const { sliderTicket } = await api(
        checkSlider,
        { challengeId: this.challenge.challengeId, x: this.x, track: this.track },
        { quiet: ['B00003', 'F00006', 'V00001'] },
      )
      runInAction(() => {
        this.ticket = sliderTicket
        this.state = 'passed'
        this.message = ''
      })
    } catch (error) {
      await this.load(error instanceof ApiError ? '没有对准缺口，请再试一次' : '网络连接不成功，请再试一次')
    }
  }

  private reset(): void {
    this.x = 0
    this.track = []
  }
}
