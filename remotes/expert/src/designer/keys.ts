import type { ClipboardEvent, KeyboardEvent } from 'react'
import { actionFor } from './actions'
import { PAYLOAD } from './clipboard'
import { copied, paste, remove } from './commands'
import { toProperties } from './regions'
import type { DesignerStore } from './store'

const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true], [role=combobox]') !== null

/** Keys of outline and canvas: moving about, choosing, and whatever is done to questions. */
export function listKeys(store: DesignerStore) {
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || isTyped(event.target)) return
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (plain && walk(store, event)) return event.preventDefault()
      const action = actionFor(store, event.nativeEvent, 'list')
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      action.run(store, where(event.currentTarget))
    },
    onCopy: (event: ClipboardEvent) => take(store, event, false),
    onCut: (event: ClipboardEvent) => take(store, event, true),
    onPaste: (event: ClipboardEvent) => {
      if (isTyped(event.target) || !store.mayEdit) return
      event.preventDefault()
      paste(store, event.clipboardData.getData(PAYLOAD), event.clipboardData.getData('text/plain'))
    },
  }
}

const where = (target: EventTarget | null): 'outline' | 'canvas' =>
  target instanceof HTMLElement && target.dataset['region'] === 'canvas' ? 'canvas' : 'outline'

function walk(store: DesignerStore, event: KeyboardEvent): boolean {
  const { key, shiftKey } = event
  switch (key) {
    case 'ArrowUp':
    case 'ArrowDown':
      store.step(key === 'ArrowUp' ? -1 : 1, shiftKey)
      return true
    case 'PageUp':
    case 'PageDown':
      store.step(key === 'PageUp' ? -10 : 10, shiftKey)
      return true
    case 'Home':
    case 'End':
      store.step(key === 'Home' ? -Infinity : Infinity, shiftKey)
      return true
    case 'ArrowLeft':
    case 'ArrowRight':
      store.turn(key === 'ArrowRight')
      return true
    case 'Escape':
      store.step(0, false)
      return true
    case 'Enter':
      toProperties(store)
      return true
    default:
      return false
  }
}

function take(store: DesignerStore, event: ClipboardEvent, cut: boolean): void {
  if (isTyped(event.target)) return
  const found = copied(store)
  if (!found) return
  event.preventDefault()
  event.clipboardData.setData(PAYLOAD, found.payload)
  event.clipboardData.setData('text/plain', found.text)
  if (cut && store.mayEdit) void remove(store, true)
  else store.say(`已复制 ${found.count} 道题`)
}
