import { useId, useState, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react'

interface FieldProps {
  label: string
  name: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
  type?: 'text' | 'tel' | 'email'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'tel' | 'email'
  autoFocus?: boolean
  maxLength?: number
  required?: boolean
  hint?: string
  /** Something at the right end of the field. */
  addon?: ReactNode
}

/** One labelled input with its error below it, bound for screen readers. */
export function TextField(props: FieldProps) {
  return <Field {...props} kind={props.type ?? 'text'} />
}

/** A password with a button that shows what was typed. */
export function PasswordField(props: Omit<FieldProps, 'addon' | 'type'>) {
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  return (
    <Field
      {...props}
      hint={caps ? '大写锁定已打开' : props.hint}
      kind={shown ? 'text' : 'password'}
      onCapsLock={setCaps}
      addon={
        <button type="button" className="l-eye" aria-label={shown ? '隐藏密码' : '显示密码'} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
            <path d="M1.5 9S4.2 4 9 4s7.5 5 7.5 5-2.7 5-7.5 5S1.5 9 1.5 9Z" />
            <circle cx="9" cy="9" r="2.3" />
            {shown ? null : <path d="M3 15 15 3" />}
          </svg>
        </button>
      }
    />
  )
}

function Field(props: FieldProps & { kind: string; onCapsLock?: (on: boolean) => void }) {
  const id = useId()
  const described = [props.error ? `${id}-error` : '', props.hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className="l-field">
      <label htmlFor={id}>
        {props.label}
        {props.required === false ? <span className="l-optional">（选填）</span> : null}
      </label>
      <div className={`l-box${props.error ? ' l-box-bad' : ''}`}>
        <input
          id={id}
          name={props.name}
          type={props.kind}
          value={props.value}
          maxLength={props.maxLength}
          inputMode={props.inputMode}
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the first field of a form that is the whole page
          autoFocus={props.autoFocus}
          aria-required={props.required !== false}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyUp={props.onCapsLock ? (event) => props.onCapsLock?.(event.getModifierState('CapsLock')) : undefined}
        />
        {props.addon}
      </div>
      {props.error ? (
        <p className="l-error" id={`${id}-error`}>
          {props.error}
        </p>
      ) : null}
      {props.hint ? (
        <p className="l-hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      ) : null}
    </div>
  )
}

/** Moves the focus to the first refused field of the form that stands on the page. */
export function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.l-card [aria-invalid="true"]')?.focus())
}
