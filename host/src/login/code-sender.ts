import { CODE } from '@assoc/contract'
import { checkVerificationCode, emailSendVerificationCode, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { ApiError, api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { makeAutoObservable, runInAction } from 'mobx'
import { Countdown } from './countdown'
import { SliderStore } from './slider-store'

type Purpose = 'login' | 'register' | 'reset'

export const isMail = (target: string) => target.includes('@')

/** Sends verification codes, each after a slider check of its own, and counts down to the next one. */
export class CodeSender {
  sending = false
  /** The slider stands on the page: before the first code, and again once another is asked for. */
  checking = true
  /** What the last code was asked for with; it is good for nothing without it. */
  challenge = ''
  readonly wait = new Countdown()
  readonly slider = new SliderStore()
  private readonly purpose: Purpose

  constructor(purpose: Purpose) {
    this.purpose = purpose
    makeAutoObservable<this, 'purpose'>(this, { wait: false, slider: false, purpose: false })
  }

  /** What is wrong with a code as it was typed; empty when nothing is. */
  errorOf(code: string): string {
    if (code === '') return '请输入验证码'
    if (code.length !== 6) return '验证码为 6 位数字'
    return this.challenge ? '' : '请先获取验证码'
  }

  /** Whether a code may be sent now; where the slider comes first, it is shown and said. */
  ready(): boolean {
    if (this.sending || this.wait.seconds > 0) return false
    if (!this.checking) {
      this.checking = true
      void this.slider.load('请先完成滑块验证')
      return false
    }
    if (!this.slider.settled) this.slider.ask()
    return this.slider.settled
  }

  /** What is wrong with a whole code, told before the rest of a long form is filled; empty when it is right, or cannot be told now. */
  async check(target: string, code: string): Promise<string> {
    if (code.length !== 6 || !this.challenge) return ''
    const answer = await api(checkVerificationCode, { target, purpose: this.purpose, challenge: this.challenge, code }, { quiet: [CODE.input, CODE.tooMany, CODE.badVerificationCode] }).catch(() => null)
    return answer && !answer.valid ? '验证码不正确或已失效' : ''
  }

  /** Has a code sent; answers what is wrong with the target when the server refuses it. */
  async send(target: string): Promise<string> {
    this.sending = true
    const input = { purpose: this.purpose, ...(this.slider.ticket ? { sliderTicket: this.slider.ticket } : {}) }
    const quiet = { quiet: [CODE.input, CODE.sliderRequired] }
    // A ticket serves one try, whatever became of it.
    let next = ''
    try {
      const answer = isMail(target) ? await api(emailSendVerificationCode, { email: target, ...input }, quiet) : await api(sendVerificationCode, { mobile: target, ...input }, quiet)
      runInAction(() => {
        this.challenge = answer.challenge
        this.checking = this.slider.state === 'off'
      })
      this.wait.start(answer.resendAfterSeconds)
      // The same sentence whether or not an account has that number.
      toasts.success('验证码已发送，五分钟内有效')
    } catch (error) {
      const seconds = error instanceof ApiError && error.code === CODE.tooMany ? (error.data as { retryAfterSeconds?: number } | null)?.retryAfterSeconds : 0
      if (seconds) this.wait.start(seconds)
      if (!(error instanceof ApiError)) toasts.error('网络连接不成功，请检查网络后重试')
      else if (error.code === CODE.sliderRequired) next = '请重新完成滑块验证'
      if (this.slider.state !== 'off') void this.slider.load(next)
      if (error instanceof ApiError && error.code === CODE.input) return error.fields[0]?.message ?? error.message
    } finally {
      runInAction(() => {
        this.sending = false
      })
    }
    return ''
  }
}
