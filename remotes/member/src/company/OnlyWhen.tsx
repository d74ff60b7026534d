import { Form } from '@assoc/ui/data'
import { cloneElement, useEffect, useRef, type ReactElement } from 'react'

/**
 * A control that matters only while another field has one of some values: otherwise its whole form item is hidden, and what it
 * holds is left to the server, which empties what does not belong to the choice.
 */
export function OnlyWhen({ field, is, children, ...given }: { field: string; is: readonly string[]; children: ReactElement }) {
  const mark = useRef<HTMLSpanElement>(null)
  const chosen = Form.useWatch<unknown>(field, Form.useFormInstance())
  const shown = is.includes(String(chosen))
  useEffect(() => {
    const item = mark.current?.closest<HTMLElement>('.ant-form-item')
    if (item) item.style.display = shown ? '' : 'none'
  }, [shown])
  return (
    <>
      <span ref={mark} hidden />
      {cloneElement(children, given)}
    </>
  )
}
