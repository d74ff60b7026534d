import { EditOutlined, Flex, Tooltip, theme } from '../../shell'
import { cloneElement, useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { injectStyle } from '../../shell/styles'
import { controlOf, fromForm, toForm, type FormField } from './FormFields'

export interface EditableCellProps {
  field: FormField
  label: string
  value: unknown
  /** Saves the value; answers the sentence of a refusal, or undefined when it is saved. */
  save: (value: unknown) => Promise<string | undefined>
  children: ReactNode
}

const css = `.kit-cell{cursor:text;display:inline-flex;min-width:32px;max-width:100%;align-items:center;gap:4px;min-height:22px;border-radius:4px}
.kit-cell .anticon{opacity:0;transition:opacity .12s}.kit-cell:hover .anticon,.kit-cell:focus-visible .anticon{opacity:.65}
@media print{.kit-cell .anticon{display:none}}`

/**
 * A cell that is changed in place: Enter or a double click opens it, Enter or leaving it saves, Escape goes back. Only the
 * cell that is being edited mounts an input, however long the list is.
 */
export function EditableCell({ field, label, value, save, children }: EditableCellProps) {
  injectStyle('kit-cell', css)
  const { token } = theme.useToken()
  const [typed, setTyped] = useState<{ value: unknown } | null>(null)
  const [error, setError] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const cell = useRef<HTMLDivElement>(null)
  const begin = () => {
    setError(undefined)
    setTyped({ value: toForm([field], { [field.name]: value })[field.name] })
  }
  const returning = useRef(false)
  const close = () => {
    returning.current = true
    setTyped(null)
  }
  // The way on with the keyboard begins where the person was.
  useEffect(() => {
    if (typed || !returning.current) return
    returning.current = false
    cell.current?.focus()
  }, [typed])
  const finish = async (back: boolean) => {
    if (!typed || busy) return
    const next = fromForm([field], { [field.name]: typed.value })[field.name]
    if (JSON.stringify(next) === JSON.stringify(value ?? null)) return back ? close() : setTyped(null)
    setBusy(true)
    const refused = await save(next)
    setBusy(false)
    setError(refused)
    if (refused === undefined) {
      if (back) close()
      else setTyped(null)
    }
  }
  if (!typed) {
    return (
      <div
        ref={cell}
        className="kit-cell"
        role="button"
        tabIndex={0}
        aria-label={`修改${label}`}
        onDoubleClick={(e) => {
          e.stopPropagation()
          begin()
        }}
        onKeyDown={(e) => {
          if (e.key !== 'Enter' || e.target !== e.currentTarget) return
          e.preventDefault()
          e.stopPropagation()
          begin()
        }}
      >
        {children}
        <EditOutlined aria-hidden />
      </div>
    )
  }
  const onKeyDown = (e: KeyboardEvent) => {
    e.stopPropagation()
    if (e.nativeEvent.isComposing) return
    if (e.key === 'Enter') void finish(true)
    if (e.key === 'Escape') close()
  }
  const control = controlOf(field) as ReactElement<Record<string, unknown>>
  return (
    <Tooltip title={error} open={error !== undefined} color={token.colorError}>
      <Flex onKeyDown={onKeyDown} onDoubleClick={(e) => e.stopPropagation()} onBlur={() => void finish(false)}>
        {cloneElement(control, {
          autoFocus: true,
          size: 'small',
          'aria-label': label,
          'aria-invalid': error !== undefined,
          disabled: busy,
          status: error === undefined ? '' : 'error',
          ...(field.kind === 'switch' ? { checked: typed.value } : { value: typed.value }),
          onChange: (given: unknown) => {
            const target = (given as { target?: { value?: unknown } } | null)?.target
            setTyped({ value: target ? target.value : given })
            setError(undefined)
          },
        })}
      </Flex>
    </Tooltip>
  )
}
