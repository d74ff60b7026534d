import { useEffect, useRef, useState } from 'react'
import { injectStyle } from '../../shell/styles'
import { CellEditor } from '../forms'
import type { EditableCellProps } from './CellEditor'

// The pencil of @ant-design/icons, without a component of theirs for every cell.
const PENCIL = 'M257.7 752c2 0 4-.2 6-.5L431.9 722c2-.4 3.9-1.3 5.3-2.8l423.9-423.9a9.96 9.96 0 000-14.1L694.9 114.9c-1.9-1.9-4.4-2.9-7.1-2.9s-5.2 1-7.1 2.9L256.8 538.8c-1.5 1.5-2.4 3.3-2.8 5.3l-29.5 168.2a33.5 33.5 0 009.4 29.8c6.6 6.4 14.9 9.9 23.8 9.9zm67.4-174.4L687.8 215l73.3 73.3-362.7 362.6-88.9 15.7 15.6-89zM880 836H144c-17.7 0-32 14.3-32 32v36c0 4.4 3.6 8 8 8h784c4.4 0 8-3.6 8-8v-36c0-17.7-14.3-32-32-32z'

const css = `.kit-cell{cursor:text;display:inline-flex;min-width:32px;max-width:100%;align-items:center;gap:4px;min-height:22px;border-radius:4px}
.kit-cell svg{flex:none;width:1em;height:1em;fill:currentColor;opacity:0;transition:opacity .12s}.kit-cell:hover svg,.kit-cell:focus-visible svg{opacity:.65}
@media print{.kit-cell svg{display:none}}`

/**
 * A cell that is changed in place: Enter or a double click opens it, Enter or leaving it saves, Escape goes back. Only the
 * cell that is being edited mounts an input, however long the list is.
 */
export function EditableCell(props: EditableCellProps) {
  injectStyle('kit-cell', css)
  const [editing, setEditing] = useState(false)
  const cell = useRef<HTMLDivElement>(null)
  const returning = useRef(false)
  // The way on with the keyboard begins where the person was.
  useEffect(() => {
    if (editing || !returning.current) return
    returning.current = false
    cell.current?.focus()
  }, [editing])
  const close = (back: boolean) => {
    returning.current = back
    setEditing(false)
  }
  if (editing) return <CellEditor {...props} onClose={close} />
  return (
    <div
      ref={cell}
      className="kit-cell"
      role="button"
      tabIndex={0}
      // What it shows is its name, as who speaks to the machine reads it; an empty cell is named by what it does.
      {...(props.value === null || props.value === '' ? { 'aria-label': `修改${props.label}` } : { 'aria-description': `修改${props.label}` })}
      onDoubleClick={() => setEditing(true)}
      onKeyDown={(e) => {
        if (e.key !== 'Enter' || e.target !== e.currentTarget) return
        e.preventDefault()
        e.stopPropagation()
        setEditing(true)
      }}
    >
      {props.children}
      <svg viewBox="64 64 896 896" aria-hidden="true" focusable="false">
        <path d={PENCIL} />
      </svg>
    </div>
  )
}
