import { Form } from '@assoc/ui'
import { useEffect, useRef } from 'react'

export interface Given {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

/** What a field of the form holds now. */
export function useChosen(name: string): string | undefined {
  return Form.useWatch<string | undefined>(name, Form.useFormInstance())
}

/** Empties a control when what it depends on is chosen anew; not when the form begins. */
export function useEmptied(on: string | undefined, onChange: Given['onChange']): void {
  const before = useRef(on)
  useEffect(() => {
    if (before.current !== undefined && before.current !== on) onChange?.(null)
    before.current = on
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the choice above counts
  }, [on])
}
