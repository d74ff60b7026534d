import type { KeyboardEvent } from 'react'
import { actionFor } from '../actions'
import { toProperties } from '../regions'
import type { DesignerStore } from '../store'

const ARROWS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }

/** What a key does in the grid; whether it did anything. */
function carryOut(store: DesignerStore, event: KeyboardEvent): boolean {
  const { table } = store
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const command = ctrlKey || metaKey
  const arrow = ARROWS[key]
  if (arrow && !command && !altKey) {
    table.step(...arrow, shiftKey)
    return true
  }
  if (arrow && altKey && store.mayEdit) {
    const axis = arrow[0] === 0 ? 'column' : 'row'
    const by = arrow[0] + arrow[1] > 0 ? 1 : -1
    // Chosen by their heads, rows and columns move; of cells a new line stands beside.
    if (table.heads === axis) table.moveLines(axis, by)
    else table.insert(axis, by > 0)
    return true
  }
  if (key === 'Home' || key === 'End') {
    const end = key === 'End'
    table.go({ row: command ? (end ? Infinity : 0) : table.cursor.row, column: end ? Infinity : 0 }, shiftKey)
    return true
  }
  if (key === ' ' && (shiftKey !== command) && !altKey) {
    table.chooseOwnLines(shiftKey ? 'row' : 'column')
    return true
  }
  if (key === 'Enter' && !command && table.here?.cell.key) {
    toProperties(store)
    return true
  }
  return store.mayEdit && change(store, event)
}

function change(store: DesignerStore, { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  const { table } = store
  const command = ctrlKey || metaKey
  const commands: Record<string, () => void> = {
    a: table.selectAll,
    m: shiftKey ? table.split : table.merge,
    b: () => table.style({ bold: table.here?.cell.bold ? undefined : true }),
  }
  const run = command && !altKey ? commands[key.toLowerCase()] : undefined
  if (run) {
    run()
    return true
  }
  if (command && (key === '-' || key === 'Delete')) {
    table.remove(shiftKey ? 'column' : 'row')
    return true
  }
  if (!command && !altKey) {
    if (key === 'Enter' || key === 'F2') table.startTyping()
    else if (key === 'Delete' || key === 'Backspace') table.clear()
    else if (key === 'Insert') store.openPalette('add')
    else if (key.length === 1) table.startTyping(key)
    else return false
    return true
  }
  const action = actionFor(store, nativeEvent, 'all')
  action?.run(store)
  return action !== undefined
}

/** Keys of the grid: arrows move, Shift chooses, typing writes. */
export function gridKey(store: DesignerStore, event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || store.table.typing !== null || !carryOut(store, event)) return
  event.preventDefault()
  event.stopPropagation()
}
