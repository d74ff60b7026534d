import { Input } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'
import type { InputRef } from '@assoc/ui'
import type { DesignerStore } from './store'

/** A name that is typed in its place: Enter takes it, Ctrl+Enter takes it and begins the next question, Esc leaves it as it was. */
export function RenameInput({ store, id }: { store: DesignerStore; id: string }) {
  const [text, setText] = useState(() => store.nameOf(id))
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<InputRef>(null)
  const done = useRef(false)
  useEffect(() => {
    field.current?.focus({ cursor: 'all' })
  }, [])
  const finish = (next: 'stay' | 'another' | 'leave') => {
    if (done.current) return
    const wrong = store.takeName(id, text)
    if (wrong !== null && next !== 'leave') return setFault(wrong)
    done.current = true
    store.endRenaming(next === 'another')
  }
  return (
    <>
      <Input
        ref={field}
        size="small"
        value={text}
        aria-label="名称"
        aria-invalid={fault ? true : undefined}
        status={fault ? 'error' : ''}
        onChange={(event) => {
          setText(event.target.value)
          setFault(null)
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') {
            event.preventDefault()
            finish(event.ctrlKey || event.metaKey ? 'another' : 'stay')
          } else if (event.key === 'Escape') {
            done.current = true
            store.endRenaming(false)
          }
        }}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onPaste={(event) => event.stopPropagation()}
        onBlur={() => finish('leave')}
      />
      {fault ? (
        <div className="fd-fault" role="alert">
          {fault}
        </div>
      ) : null}
    </>
  )
}
