import { emailSendVerificationCode, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { CODE } from '@assoc/contract'
import { ApiError, api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { makeAutoObservable, runInAction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Countdown } from './countdown'
import { TextField } from './fields'
import { fieldErrors } from './form-store'

type Purpose = 'login' | 'register' | 'reset'

const isMail = (target: string) => target.includes('@')

/** What is wrong with a mobile number or mail address; empty when nothing is. */
export function targetError(target: string, mobileOnly = false): string {
  if (!target.trim()) return mobileOnly ? '请填写手机号码' : '请填写手机号码或邮箱'
  return isMail(target) && !mobileOnly
    ? (fieldErrors<'email'>(emailSendVerificationCode.request, { email: target, purpose: 'login' }).email ?? '')
    : (fieldErrors<'mobile'>(sendVerificationCode.request, { mobile: target, purpose: 'login' }).mobile ?? '')
}

/** What is wrong with a verification code as it was typed; empty when nothing is. */
export const codeError = (code: string): string => (code === '' ? '请输入验证码' : code.length === 6 ? '' : '验证码为 6 位数字')

/** Sends verification codes and counts down to the next one. */
export class CodeSender {
  sending = false
  readonly wait = new Countdown()
  private readonly purpose: Purpose

  constructor(purpose: Purpose) {
    this.purpose = purpose
    makeAutoObservable<this, 'purpose'>(this, { wait: false, purpose: false })
  }

  /** Has a code sent; answers what is wrong with the target when the server refuses it. */
  async send(target: string): Promise<string> {
    if (this.sending || this.wait.seconds > 0) return ''
    this.sending = true
    const { purpose } = this
    try {
      const answer = isMail(target)
        ? await api(emailSendVerificationCode, { email: target, purpose }, { quiet: [CODE.input] })
        : await api(sendVerificationCode, { mobile: target, purpose }, { quiet: [CODE.input] })
      this.wait.start(answer.resendAfterSeconds)
      // The same sentence whether or not an account has that number.
      toasts.success('验证码已发送，五分钟内有效')
    } catch (error) {
      const seconds = error instanceof ApiError && error.code === CODE.tooMany ? (error.data as { retryAfterSeconds?: number } | null)?.retryAfterSeconds : 0
      if (seconds) this.wait.start(seconds)
      if (!(error instanceof ApiError)) toasts.error('网络连接不成功，请检查网络后重试')
      else if (error.code === CODE.input) return error.fields[0]?.message ?? error.message
    } finally {
      runInAction(() => {
        this.sending = false
      })
    }
    return ''
  }
}

interface CodeFieldProps {
  label?: string
  value: string
  error?: string | undefined
  purpose: Purpose
  target: string
  mobileOnly?: boolean
  onChange: (value: string) => void
  /** Told what is wrong with the target when a code is asked for. */
  onBadTarget: (message: string) => void
}

/** Six digits, and the button that has them sent. */
export const CodeField = observer(function CodeField(props: CodeFieldProps) {
  const [sender] = useState(() => new CodeSender(props.purpose))
  const seconds = sender.wait.seconds
  const send = async () => {
    const wrong = targetError(props.target, props.mobileOnly) || (await sender.send(props.target.trim()))
    if (wrong) props.onBadTarget(wrong)
  }
  return (
    <TextField
      label={props.label ?? '验证码'}
      name="code"
      value={props.value}
      error={props.error}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      onChange={(value) => props.onChange(value.replace(/\D/g, ''))}
      addon={
        <button type="button" className="l-send" disabled={sender.sending || seconds > 0} onClick={() => void send()}>
          {seconds > 0 ? `${seconds} 秒后重发` : sender.sending ? '正在发送' : '获取验证码'}
        </button>
      }
    />
  )
})
