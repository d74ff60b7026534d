import { AppModal, Input } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { actionsOf, addActions, keyText } from './actions'
import type { DesignerStore } from './store'
import { useDesignerStyle } from './styles'

/** Every command by its name. Arrows choose while the focus stays in the field. */
export const Palette = observer(function Palette({ store }: { store: DesignerStore }) {
  const style = useDesignerStyle()
  return (
    <AppModal
      style={style}
      open={store.palette !== null}
      title={store.palette === 'add' ? '添加题目' : '命令面板'}
      footer={null}
      width={480}
      destroyOnHidden
      // Whoever presses the next key at once presses it for the palette, or for what comes after it: nothing is waited for.
      closable={false}
      transitionName=""
      maskTransitionName=""
      afterOpenChange={(open) => {
        if (open) document.getElementById(`${store.id}-find`)?.focus()
      }}
      // The store says where the focus goes: to the name of a new question, for one.
      focusable={{ focusTriggerAfterClose: false }}
      onCancel={() => store.closePalette()}
    >
      {store.palette ? <Commands store={store} /> : null}
    </AppModal>
  )
})

const Commands = observer(function Commands({ store }: { store: DesignerStore }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const only = store.palette
  const all = useMemo(() => (only === 'add' ? addActions() : actionsOf(store.mode)), [only, store.mode])
  const words = text.trim().toLowerCase()
  const found = all.filter(
    (action) =>
      action.id !== 'palette' &&
      (action.reads || store.mayEdit) &&
      (action.enabled?.(store) ?? true) &&
      (words === '' || action.label.toLowerCase().includes(words)),
  )
  const current = found[Math.min(at, found.length - 1)]
  const run = (index: number) => {
    const action = found[index]
    if (!action) return
    store.closePalette()
    // After the dialog has given the focus back.
    setTimeout(() => action.run(store, 'outline'), 0)
  }
  return (
    <>
      <Input
        id={`${store.id}-find`}
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={`${store.id}-commands`}
        aria-activedescendant={current ? `${store.id}-k-${current.id}` : undefined}
        aria-label="查找命令"
        placeholder="输入命令名称，↑↓ 选择，回车执行"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            const next = (Math.min(at, found.length - 1) + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % Math.max(1, found.length)
            setAt(next)
            document.getElementById(`${store.id}-k-${found[next]?.id}`)?.scrollIntoView?.({ block: 'nearest' })
          } else if (event.key === 'Enter') {
            event.preventDefault()
            run(Math.min(at, found.length - 1))
          }
        }}
      />
      {found.length === 0 ? (
        <p className="fd-hint">没有这样的命令</p>
      ) : (
        <div id={`${store.id}-commands`} role="listbox" aria-label="命令" className="fd-commands">
          {found.map((action, index) => (
            // The field above has the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={action.id}
              id={`${store.id}-k-${action.id}`}
              role="option"
              aria-selected={action === current}
              onClick={() => run(index)}
              onMouseMove={() => setAt(index)}
            >
              <span>{action.label}</span>
              {action.keys?.[0] ? <kbd>{keyText(action.keys[0])}</kbd> : null}
            </div>
          ))}
        </div>
      )}
    </>
  )
})
