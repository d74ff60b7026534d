import { QUESTION_TYPES } from '@assoc/contract/form/engine/document'
import { cellName } from '@assoc/contract/form/engine/problems'
import { Button, StateScreen } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { actionFor } from '../actions'
import { toProperties } from '../regions'
import type { DesignerStore } from '../store'

/** Pixels of a millimetre, as browsers have it. */
const MM = 96 / 25.4

/** The table as it will be printed, cell by cell: arrows move, Shift chooses, typing writes. */
export const TableGrid = observer(function TableGrid({ store }: { store: DesignerStore }) {
  const { table, doc } = store
  const frame = useRef<HTMLTableElement>(null)
  const { cursor, area, typing } = table
  const isTyping = typing !== null
  const wasTyping = useRef(false)
  useEffect(() => {
    if (wasTyping.current && !isTyping) frame.current?.focus({ preventScroll: true })
    wasTyping.current = isTyping
    frame.current?.querySelector('[data-at=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [cursor, isTyping])

  if (!doc.table)
    return (
      <div className="ft-wrap">
        <StateScreen
          title="此表单还没有表格版式"
          actions={
            <Button type="primary" disabled={!store.mayEdit} onClick={() => table.begin()}>
              建立表格
            </Button>
          }
        >
          建立后，现有题目各占一行；也可从 Excel 复制单元格后直接粘贴。
        </StateScreen>
      </div>
    )

  const { rows, columns } = doc.table
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || isTyping) return
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    const command = ctrlKey || metaKey
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    const arrows: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }
    const arrow = arrows[key]
    if (arrow && !command && !altKey) {
      table.step(...arrow, shiftKey)
      return done()
    }
    if (arrow && altKey && store.mayEdit) {
      table.insert(arrow[0] === 0 ? 'column' : 'row', arrow[0] + arrow[1] > 0)
      return done()
    }
    if (key === 'Home' || key === 'End') {
      const end = key === 'End'
      table.go({ row: command ? (end ? Infinity : 0) : cursor.row, column: end ? Infinity : 0 }, shiftKey)
      return done()
    }
    if (key === 'Enter' && !command && table.here?.cell.key) {
      toProperties(store)
      return done()
    }
    if (!store.mayEdit) return
    const commands: Record<string, () => void> = {
      a: table.selectAll,
      m: shiftKey ? table.split : table.merge,
      b: () => table.style({ bold: table.here?.cell.bold ? undefined : true }),
    }
    const command_ = command && !altKey ? commands[key.toLowerCase()] : undefined
    if (command_) {
      command_()
      return done()
    }
    if (command && (key === '-' || key === 'Delete')) {
      table.remove(shiftKey ? 'column' : 'row')
      return done()
    }
    if (!command && !altKey) {
      if (key === 'Enter' || key === 'F2') table.startTyping()
      else if (key === 'Delete' || key === 'Backspace') table.clear()
      else if (key === 'Insert') store.openPalette('add')
      else if (key.length === 1) table.startTyping(key)
      else return
      return done()
    }
    const action = actionFor(store, event.nativeEvent, 'all')
    if (action) {
      action.run(store)
      done()
    }
  }

  return (
    <div className="ft-wrap">
      <table
        ref={frame}
        className="ft"
        // A table by its elements, and a grid by its keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label="表格版式"
        aria-multiselectable
        aria-rowcount={rows.length}
        aria-colcount={columns.length}
        aria-activedescendant={`${store.id}-t-${table.here?.area.top ?? cursor.row}-${table.here?.area.left ?? cursor.column}`}
        tabIndex={0}
        data-region="canvas"
        style={{ width: 56 + columns.reduce((sum, { width }) => sum + width * MM, 0) }}
        onKeyDown={onKey}
        onCopy={(event) => {
          if (isTyping) return
          event.preventDefault()
          event.clipboardData.setData('text/plain', table.copied())
          store.say(`已复制 ${table.name}`)
        }}
        onCut={(event) => {
          if (isTyping || !store.mayEdit) return
          event.preventDefault()
          event.clipboardData.setData('text/plain', table.copied())
          table.clear()
        }}
        onPaste={(event) => {
          if (isTyping || !store.mayEdit) return
          event.preventDefault()
          table.paste(event.clipboardData.getData('text/plain'))
        }}
      >
        <colgroup>
          <col style={{ width: 56 }} />
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width: width * MM }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th>行\列</th>
            {columns.map(({ id, width }, c) => (
              <th key={id} scope="col" title={`${width} 毫米`}>
                {cellName(c, 0).replace(/\d+$/, '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr key={row.id} style={{ height: row.height * MM }}>
              <th scope="row" title={`${row.height} 毫米`}>
                {r + 1}
                {row.head ? ' 表头' : row.band ? ' 重复' : ''}
              </th>
              {columns.map((column, c) => {
                const one = table.grid.at(r, c)
                if (one && (one.area.top !== r || one.area.left !== c)) return null
                const span = one?.area ?? { top: r, bottom: r, left: c, right: c }
                const at = cursor.row >= span.top && cursor.row <= span.bottom && cursor.column >= span.left && cursor.column <= span.right
                const chosen = span.top >= area.top && span.bottom <= area.bottom && span.left >= area.left && span.right <= area.right
                const question = one?.cell.key === undefined ? undefined : doc.questions[one.cell.key]
                return (
                  // The grid has the keys.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                  <td
                    key={column.id}
                    id={`${store.id}-t-${r}-${c}`}
                    aria-selected={chosen}
                    aria-rowindex={r + 1}
                    aria-colindex={c + 1}
                    aria-label={question ? `${cellName(c, r)}，填写${question.label}` : `${cellName(c, r)}，${one?.cell.text ?? '空'}`}
                    rowSpan={span.bottom - span.top + 1}
                    colSpan={span.right - span.left + 1}
                    data-at={at}
                    data-chosen={chosen}
                    data-bare={!one}
                    style={{ textAlign: one?.cell.align, fontWeight: one?.cell.bold ? 600 : undefined }}
                    onMouseDown={(event) => {
                      if (isTyping && at) return
                      table.go({ row: r, column: c }, event.shiftKey)
                    }}
                    onMouseEnter={(event) => {
                      if (event.buttons === 1 && !isTyping) table.go({ row: r, column: c }, true)
                    }}
                    onDoubleClick={() => table.startTyping()}
                  >
                    {at && isTyping ? (
                      <CellInput store={store} />
                    ) : question ? (
                      <>
                        <span className="ft-key">
                          {QUESTION_TYPES[question.type]} · {question.label}
                        </span>
                        {question.required ? <span className="fd-must"> *</span> : null}
                      </>
                    ) : (
                      one?.cell.text
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})

const CellInput = observer(function CellInput({ store }: { store: DesignerStore }) {
  const { table } = store
  const field = useRef<HTMLTextAreaElement>(null)
  const first = useRef(table.typing ?? '')
  useEffect(() => {
    const area = field.current
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [])
  return (
    <textarea
      ref={field}
      aria-label={`${table.name} 的文字`}
      defaultValue={first.current}
      rows={Math.max(1, first.current.split('\n').length)}
      maxLength={1000}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        const text = event.currentTarget.value
        if (event.key === 'Enter' && !event.altKey) {
          event.preventDefault()
          table.endTyping(text, event.shiftKey ? -1 : 1)
        } else if (event.key === 'Tab') {
          event.preventDefault()
          table.endTyping(text, 0, event.shiftKey ? -1 : 1)
        } else if (event.key === 'Escape') {
          event.preventDefault()
          table.endTyping(null)
        }
      }}
      onBlur={(event) => table.endTyping(event.currentTarget.value)}
    />
  )
})
