import { QUESTION_TYPES } from '@assoc/contract/form/engine/document'
import { cellName } from '@assoc/contract/form/engine/problems'
import type { Axis } from '@assoc/contract/form/engine/table-commands'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, type ReactNode, type Ref } from 'react'
import { quotedLabel } from '../document-parts'
import type { DesignerStore } from '../store'
import { attachLine } from './grid-drag'

/** Pixels of a millimetre, as browsers have it. */
export const MM = 96 / 25.4

/** Head of a row or column: a press chooses it whole, dragging moves it. */
export function LineHead({ store, axis, at, title, children }: { store: DesignerStore; axis: Axis; at: number; title: string; children: ReactNode }) {
  const ref = useCallback((element: HTMLTableCellElement | null) => (element ? attachLine(store, axis, at, element) : undefined), [store, axis, at])
  return (
    // By keyboard Shift or Ctrl with the blank chooses a row or column whole.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <th ref={ref} scope={axis === 'row' ? 'row' : 'col'} title={title} data-line={at} data-axis={axis} onClick={(event) => store.table.chooseLines(axis, at, event.shiftKey)}>
      {children}
    </th>
  )
}

/** A row of the grid with its cells; what a merged cell of an earlier row covers is left out. */
export const GridRow = observer(function GridRow({ store, at: r, measure }: { store: DesignerStore; at: number; measure?: Ref<HTMLTableRowElement> }) {
  const { table, doc } = store
  const { cursor, area, typing } = table
  const isTyping = typing !== null
  const row = doc.table?.rows[r]
  if (!doc.table || !row) return null
  return (
    <tr ref={measure} data-index={r} style={{ height: row.height * MM }}>
      <LineHead store={store} axis="row" at={r} title={`${row.height} 毫米`}>
        {r + 1}
        {row.head ? ' 表头' : row.band ? ' 重复' : ''}
      </LineHead>
      {doc.table.columns.map((column, c) => {
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
                  {QUESTION_TYPES[question.type]} · {quotedLabel(doc, question.label)}
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
