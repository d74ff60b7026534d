import { CODE } from '@assoc/contract'
import { emailSendVerificationCode, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { ApiError, api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { useEffect, useRef, useState } from 'react'

/** Sends a code to a new mobile or mail address and counts the seconds until the next may be sent. */
export function useCodeSender(purpose: 'changeMobile' | 'changeEmail') {
  const [seconds, setSeconds] = useState(0)
  const [sending, setSending] = useState(false)
  const until = useRef(0)
  // What the last code was asked for with; it is good for nothing without it.
  const [challenge, setChallenge] = useState('')

  useEffect(() => {
    if (seconds <= 0) return
    // By the clock, not by ticks: timers of a hidden tab stand still.
    const timer = setTimeout(() => setSeconds(Math.max(0, Math.ceil((until.current - Date.now()) / 1000))), 500)
    return () => clearTimeout(timer)
  })

  const wait = (s: number) => {
    until.current = Date.now() + s * 1000
    setSeconds(s)
  }
  const send = async (target: string) => {
    if (sending || seconds > 0) return
    setSending(true)
    try {
      const answer = purpose === 'changeMobile' ? await api(sendVerificationCode, { mobile: target, purpose }) : await api(emailSendVerificationCode, { email: target, purpose })
      wait(answer.resendAfterSeconds)
      setChallenge(answer.challenge)
      toasts.success('验证码已发送，五分钟内有效')
    } catch (error) {
      if (!(error instanceof ApiError)) return toasts.error('网络连接失败，请检查网络后重试')
      const after = error.code === CODE.tooMany ? (error.data as { retryAfterSeconds?: number } | null)?.retryAfterSeconds : undefined
      if (after) wait(after)
    } finally {
      setSending(false)
    }
  }
  return { seconds, sending, send, challenge }
}
