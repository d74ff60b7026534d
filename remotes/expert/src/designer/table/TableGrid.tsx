import { cellName } from '@assoc/contract/form/engine/problems'
import { Button, StateScreen } from '@assoc/ui'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef } from 'react'
import type { DesignerStore } from '../store'
import type { Grid } from './grid'
import { attachGrid } from './grid-drag'
import { gridKey } from './grid-keys'
import { GridRow, LineHead, MM } from './GridRow'

/** Cells that a browser draws at once without anybody noticing; of a larger table only rows that are seen are drawn. */
const SMALL = 1200

/** The table as it will be printed, cell by cell: arrows move, Shift chooses, typing writes. */
export const TableGrid = observer(function TableGrid({ store }: { store: DesignerStore }) {
  const { table, doc } = store
  const frame = useRef<HTMLTableElement | null>(null)
  const wrap = useRef<HTMLDivElement>(null)
  const { cursor, typing } = table
  const isTyping = typing !== null
  const wasTyping = useRef(false)
  useEffect(() => {
    if (wasTyping.current && !isTyping) frame.current?.focus({ preventScroll: true })
    wasTyping.current = isTyping
    frame.current?.querySelector('[data-at=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [cursor, isTyping])
  const place = useCallback(
    (element: HTMLTableElement | null) => {
      frame.current = element
      return element ? attachGrid(store, element) : undefined
    },
    [store],
  )

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
  const large = rows.length * columns.length > SMALL
  return (
    <div className="ft-wrap" ref={wrap} style={{ overflowX: 'auto', overflowY: 'auto' }}>
      <table
        ref={place}
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
        onKeyDown={(event) => gridKey(store, event)}
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
              <LineHead key={id} store={store} axis="column" at={c} title={`${width} 毫米`}>
                {cellName(c, 0).replace(/\d+$/, '')}
              </LineHead>
            ))}
          </tr>
        </thead>
        {large ? (
          <SeenRows store={store} wrap={wrap} />
        ) : (
          <tbody>
            {rows.map((row, r) => (
              <GridRow key={row.id} store={store} at={r} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
})

/** Rows that are seen, and those that their merged cells begin and end in: a cell is drawn with all of its rows or not at all. */
function withMerged(grid: Grid, columns: number, range: Range): number[] {
  let [first, last] = [Math.max(0, range.startIndex - range.overscan), Math.min(range.count - 1, range.endIndex + range.overscan)]
  for (let grown = true; grown; ) {
    grown = false
    for (let c = 0; c < columns; c += 1) {
      const [above, below] = [grid.at(first, c)?.area.top ?? first, grid.at(last, c)?.area.bottom ?? last]
      if (above < first || below > last) {
        first = Math.min(first, above)
        last = Math.max(last, below)
        grown = true
      }
    }
  }
  return defaultRangeExtractor({ ...range, startIndex: first, endIndex: last, overscan: 0 })
}

const SeenRows = observer(function SeenRows({ store, wrap }: { store: DesignerStore; wrap: React.RefObject<HTMLDivElement | null> }) {
  const { table } = store
  const { rows, columns } = table.layout
  const { grid, cursor } = table
  // No component is memoized by a compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => wrap.current,
    estimateSize: (at) => (rows[at]?.height ?? 8) * MM,
    overscan: 6,
    getItemKey: (at) => rows[at]?.id ?? at,
    rangeExtractor: (range) => withMerged(grid, columns.length, range),
  })
  useEffect(() => list.scrollToIndex(cursor.row, { align: 'auto' }), [cursor, list])
  const items = list.getVirtualItems()
  const [before, behind] = [items[0]?.start ?? 0, list.getTotalSize() - (items.at(-1)?.end ?? 0)]
  return (
    <tbody>
      {before > 0 ? <tr aria-hidden="true" style={{ height: before }} /> : null}
      {items.map((item) => (
        <GridRow key={item.key} store={store} at={item.index} measure={list.measureElement} />
      ))}
      {behind > 0 ? <tr aria-hidden="true" style={{ height: behind }} /> : null}
    </tbody>
  )
})
