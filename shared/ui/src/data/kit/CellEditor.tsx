import { cloneElement, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { Flex, Tooltip, theme } from '../../shell'
import { controlOf, fromForm, toForm, type FormField } from './FormFields'

export interface EditableCellProps {
  field: FormField
  label: string
  value: unknown
  /** Saves the value; answers the sentence of a refusal, or undefined when it is saved. */
  save: (value: unknown) => Promise<string | undefined>
  children: ReactNode
}

export type CellEditorProps = EditableCellProps & { onClose: (back: boolean) => void }

/** The control of a cell that is being changed. `onClose` is told whether the focus goes back to the cell. */
export function CellEditor({ field, label, value, save, onClose }: CellEditorProps) {
  const { token } = theme.useToken()
  const [typed, setTyped] = useState<unknown>(() => toForm([field], { [field.name]: value })[field.name])
  const [error, setError] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const finish = async (back: boolean) => {
    if (busy) return
    const next = fromForm([field], { [field.name]: typed })[field.name]
    if (JSON.stringify(next) === JSON.stringify(value ?? null)) return onClose(back)
    setBusy(true)
    const refused = await save(next)
    setBusy(false)
    setError(refused)
    if (refused === undefined) onClose(back)
  }
  const onKeyDown = (e: KeyboardEvent) => {
    e.stopPropagation()
    if (e.nativeEvent.isComposing) return
    if (e.key === 'Enter') void finish(true)
    if (e.key === 'Escape') onClose(true)
  }
  const control = controlOf(field) as ReactElement<Record<string, unknown>>
  return (
    <Tooltip title={error} open={error !== undefined} color={token.colorError}>
      <Flex className="kit-editing" onKeyDown={onKeyDown} onBlur={() => void finish(false)}>
        {cloneElement(control, {
          autoFocus: true,
          size: 'small',
          'aria-label': label,
          'aria-invalid': error !== undefined,
          disabled: busy,
          status: error === undefined ? '' : 'error',
          ...(field.kind === 'switch' ? { checked: typed } : { value: typed }),
          onChange: (given: unknown) => {
            const target = (given as { target?: { value?: unknown } } | null)?.target
            setTyped(target ? target.value : given)
            setError(undefined)
          },
        })}
      </Flex>
    </Tooltip>
  )
}
