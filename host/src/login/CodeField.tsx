import { emailSendVerificationCode, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { isMail, type CodeSender } from './code-sender'
import { TextField } from './fields'
import { fieldErrors } from './form-store'
import { SliderCheck } from './SliderCheck'

/** What is wrong with a mobile number or mail address; empty when nothing is. */
export function targetError(target: string, mobileOnly = false): string {
  if (!target.trim()) return mobileOnly ? '请填写手机号码' : '请填写手机号码或邮箱'
  return isMail(target) && !mobileOnly
    ? (fieldErrors<'email'>(emailSendVerificationCode.request, { email: target, purpose: 'login' }).email ?? '')
    : (fieldErrors<'mobile'>(sendVerificationCode.request, { mobile: target, purpose: 'login' }).mobile ?? '')
}

interface CodeFieldProps {
  label?: string
  value: string
  error?: string | undefined
  sender: CodeSender
  target: string
  mobileOnly?: boolean
  /** No code can arrive, whatever is typed. */
  stopped?: boolean | undefined
  onChange: (value: string) => void
  /** Where more is to be filled below: told what is wrong with the code as soon as it is whole. */
  onWrong?: (message: string) => void
  /** Told what is wrong with the target when a code is asked for. */
  onBadTarget: (message: string) => void
}

/** The slider check, six digits, and the button that has them sent. */
export const CodeField = observer(function CodeField({ sender, ...props }: CodeFieldProps) {
  useEffect(() => void sender.slider.load(), [sender])
  const latest = useRef('')
  const seconds = sender.wait.seconds
  const send = async () => {
    const wrong = targetError(props.target, props.mobileOnly)
    if (wrong) return props.onBadTarget(wrong)
    await sender.slider.loaded()
    if (!sender.ready()) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.l-card [role="slider"]')?.focus())
      return
    }
    const refused = await sender.send(props.target.trim())
    if (refused) props.onBadTarget(refused)
  }
  return (
    <>
      {sender.checking ? <SliderCheck store={sender.slider} /> : null}
      <TextField
        label={props.label ?? '验证码'}
        name="code"
        value={props.value}
        error={props.error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        onChange={(value) => {
          const code = value.replace(/\D/g, '')
          latest.current = code
          props.onChange(code)
          if (props.onWrong && code.length === 6) void sender.check(props.target.trim(), code).then((wrong) => wrong && latest.current === code && props.onWrong?.(wrong))
        }}
        addon={
          <button type="button" className="l-send" disabled={props.stopped || sender.sending || seconds > 0} onClick={() => void send()}>
            {seconds > 0 ? `${seconds} 秒后重发` : sender.sending ? '正在发送' : '获取验证码'}
          </button>
        }
      />
    </>
  )
})
