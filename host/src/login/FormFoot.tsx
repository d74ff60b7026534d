import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { FormStore } from './form-store'

interface FormFootProps {
  form: FormStore<string>
  text: string
  busyText: string
  disabled?: boolean
  children?: ReactNode
}

/** The sentence of the form, its one filled button, and the links below it. */
export const FormFoot = observer(function FormFoot({ form, text, busyText, disabled, children }: FormFootProps) {
  const seconds = form.lock.seconds
  return (
    <>
      <div aria-live="assertive">
        {form.message ? <p className="l-message">{form.message}</p> : null}
        {seconds > 0 ? <p className="l-message">尝试次数过多，请稍后再试。</p> : null}
      </div>
      <button type="submit" className="l-button" disabled={disabled || form.busy || seconds > 0}>
        {seconds > 0 ? `请等待 ${seconds} 秒` : form.busy ? busyText : text}
      </button>
      {children ? <div className="l-links">{children}</div> : null}
    </>
  )
})

/** A link that is a button: it changes what the card shows. */
export function Go({ to, children }: { to: () => void; children: ReactNode }) {
  return (
    <button type="button" className="l-link" onClick={to}>
      {children}
    </button>
  )
}
