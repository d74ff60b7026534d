import { Input, InputNumber, Select, Switch } from '@assoc/ui'
import { useId, useState, type ReactNode } from 'react'

interface FieldProps {
  label: string
  fault?: string | null | undefined
  hint?: ReactNode
  row?: boolean
  children: (id: string, told: { 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A property with its label, and what is wrong with it below. */
export function Field({ label, fault, hint, row, children }: FieldProps) {
  const id = useId()
  return (
    <div className="fd-field" data-row={row}>
      <label htmlFor={id}>{label}</label>
      {children(id, fault ? { 'aria-describedby': `${id}-fault`, 'aria-invalid': true } : {})}
      {fault ? (
        <div id={`${id}-fault`} className="fd-fault" role="alert">
          {fault}
        </div>
      ) : null}
      {hint ? <div className="fd-hint">{hint}</div> : null}
    </div>
  )
}

/** What is typed while it cannot stand in the document, such as a label that is empty until the next key. */
export function useTyped(value: string, commit: (text: string) => string | null) {
  const [typed, setTyped] = useState<{ text: string; of: string; fault: string } | null>(null)
  // The document has gone on without it: undo, or another question.
  const own = typed && typed.of === value ? typed : null
  return {
    text: own?.text ?? value,
    fault: own?.fault ?? null,
    change: (text: string) => {
      const fault = commit(text)
      setTyped(fault === null ? null : { text, of: value, fault })
    },
    forget: () => setTyped(null),
  }
}

interface TextProps {
  label: string
  value: string
  onChange: (text: string) => string | null
  onSettle: () => void
  rows?: number
  placeholder?: string
  hint?: ReactNode
  name?: string
  fault?: string | null
}

export function TextField({ label, value, onChange, onSettle, rows, placeholder, hint, name, fault }: TextProps) {
  const typed = useTyped(value, onChange)
  const shared = {
    value: typed.text,
    placeholder,
    'data-property': name,
    onBlur: () => {
      typed.forget()
      onSettle()
    },
  }
  return (
    <Field label={label} fault={typed.fault ?? fault} hint={hint}>
      {(id, told) =>
        rows ? (
          <Input.TextArea
            id={id}
            {...told}
            {...shared}
            autoSize={{ minRows: rows, maxRows: 8 }}
            onChange={(event) => typed.change(event.target.value)}
          />
        ) : (
          <Input id={id} {...told} {...shared} onChange={(event) => typed.change(event.target.value)} />
        )
      }
    </Field>
  )
}

interface CountProps {
  label: string
  value: number | undefined
  min: number
  max: number
  placeholder?: string
  onChange: (value: number | undefined) => void
}
export function CountField({ label, value, min, max, placeholder, onChange }: CountProps) {
  return (
    <Field label={label}>
      {(id) => (
        <InputNumber
          id={id}
          value={value ?? null}
          min={min}
          max={max}
          precision={0}
          placeholder={placeholder ?? ''}
          style={{ width: '100%' }}
          onChange={(next) => onChange(next === null ? undefined : Number(next))}
        />
      )}
    </Field>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
  required?: boolean
  placeholder?: string
  hint?: ReactNode
  disabled?: boolean
}
export function ChoiceField({ label, value, options, onChange, required, disabled, placeholder = '不限', hint }: ChoiceProps) {
  return (
    <Field label={label} hint={hint}>
      {(id) => (
        <Select
          id={id}
          style={{ width: '100%' }}
          value={value}
          placeholder={placeholder}
          allowClear={!required}
          disabled={disabled ?? false}
          showSearch
          options={[...options]}
          onChange={(next: string | undefined) => onChange(next)}
        />
      )}
    </Field>
  )
}

export function SwitchField({
  label,
  value,
  onChange,
  disabled,
}: {
  label: string
  value: boolean
  onChange: (value: boolean) => void
  disabled?: boolean
}) {
  return (
    <Field label={label} row>
      {(id) => <Switch id={id} size="small" checked={value} disabled={disabled ?? false} onChange={onChange} />}
    </Field>
  )
}
