import { autorun } from 'mobx'
import { observer } from 'mobx-react-lite'
import { isValidElement, memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { late } from '../../shell/late'
import type { PrintHeadProps } from './PrintHead'
import { ResizableHeader } from './ResizableHeader'
import { RowMenu } from './RowActions'
import { PADDING } from './table-css'
import type { Density } from './column-settings'

/** A column as the table draws it. */
export interface TableColumn<Row> {
  key: string
  title: string
  /** In px; wider where the page has room. */
  width: number
  align: 'left' | 'right' | 'center'
  pinned?: 'start' | 'end'
  sortable: boolean
  onResizeTo?: (width: number) => void
  className?: string
  /** Its cells open the row. */
  opens?: boolean
  draw: (row: Row) => ReactNode
}

/** Which rows are chosen; an observable one, for a tick draws no row. */
export interface TableSelection<Row> {
  isChosen: (row: Row) => boolean
  nameOf: (row: Row) => string
  choose: (rows: readonly Row[], on: boolean) => void
}

export interface KitTableProps<Row> {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  sort: { field: string; order: 'asc' | 'desc' } | null
  onSort: (sort: { field: string; order: 'asc' | 'desc' } | null) => void
  density: Density
  selection: TableSelection<Row> | undefined
  onOpen: ((row: Row) => void) | undefined
  empty: ReactNode
}

/** Column of the checkboxes. */
const SELECTION_WIDTH = 48
/** Rows that are drawn at once; the others of a long page follow without holding up a key or a click. */
const AT_ONCE = 50

interface Place {
  className: string
  style: CSSProperties | undefined
}

/** Where the columns stand: pinned ones in front of the others, at the sum of the widths beside them. */
function placesOf<Row>(columns: readonly TableColumn<Row>[], selectable: boolean): Place[] {
  const start = columns.filter((c) => c.pinned === 'start')
  const end = columns.filter((c) => c.pinned === 'end')
  let left = selectable ? SELECTION_WIDTH : 0
  let right = end.reduce((sum, c) => sum + c.width, 0)
  return columns.map((column) => {
    const names = [column.className ?? '', column.align === 'left' ? '' : `kit-${column.align}`]
    if (!column.pinned) return { className: names.filter(Boolean).join(' '), style: undefined }
    const edge = column === start.at(-1) || column === end[0]
    names.push('kit-pin', `kit-pin-${column.pinned}`, edge ? 'kit-edge' : '')
    const className = names.filter(Boolean).join(' ')
    if (column.pinned === 'start') {
      left += column.width
      return { className, style: { insetInlineStart: left - column.width } }
    }
    right -= column.width
    return { className, style: { insetInlineEnd: right } }
  })
}

/**
 * The kit's own table: native elements, a component a row, one menu for all rows, and nothing that measures. Head and body are two
 * tables of the same columns; what is moved sideways in one moves the other.
 */
function Table_<Row extends object>({ label, columns, rows, idOf, sort, onSort, density, selection, onOpen, empty }: KitTableProps<Row>) {
  const root = useRef<HTMLDivElement>(null)
  useScrolledTogether(root)
  const selectable = selection !== undefined
  const places = useMemo(() => placesOf(columns, selectable), [columns, selectable])
  const width = columns.reduce((sum, c) => sum + c.width, selectable ? SELECTION_WIDTH : 0)
  const count = useDeferredValue(rows.length, AT_ONCE)
  const printing = usePrinting()
  const shown = !printing && rows.length > AT_ONCE && count < rows.length ? rows.slice(0, Math.max(count, AT_ONCE)) : rows
  useRowKeys(root, rows, idOf, onOpen)
  useTicks(root, shown, idOf, selection)
  const widths = (
    <colgroup>
      {selectable ? <col style={{ width: SELECTION_WIDTH }} /> : null}
      {columns.map((c) => (
        <col key={c.key} style={{ width: c.width }} />
      ))}
    </colgroup>
  )
  return (
    <div ref={root} className="kit-table" {...(printing ? { 'data-printing': '' } : {})} style={{ '--k-pad': PADDING[density] } as CSSProperties}>
      <div className="kit-head">
        <table style={{ width }}>
          {widths}
          <thead>
            <tr>
              {selection ? (
                <th className="kit-select kit-pin kit-pin-start" style={{ insetInlineStart: 0 }}>
                  <ChooseAll rows={rows} selection={selection} />
                </th>
              ) : null}
              {columns.map((column, i) => (
                <HeadCell key={column.key} column={column} place={places[i] as Place} sort={sort?.field === column.key ? sort.order : null} onSort={onSort} />
              ))}
            </tr>
          </thead>
        </table>
      </div>
      <div className="kit-body">
        <table style={{ width }} aria-label={label}>
          {widths}
          {printing ? <PrintHead selectable={selectable} columns={columns.map(({ title }, i) => ({ title, className: places[i]?.className }))} /> : null}
          <tbody>
            <RowMenu>
              {shown.map((row) => (
                <TableRow key={idOf(row)} id={idOf(row)} row={row} columns={columns as readonly TableColumn<object>[]} places={places} selection={selection as TableSelection<object> | undefined} />
              ))}
            </RowMenu>
          </tbody>
        </table>
      </div>
      {rows.length === 0 ? empty : null}
      <div className="kit-bar" aria-hidden="true">
        <div style={{ width }} />
      </div>
    </div>
  )
}

export const KitTable = observer(Table_) as unknown as typeof Table_

const PrintHead = late<PrintHeadProps>((forms) => forms.PrintHead)

/** Whether the page is being printed: a head that is a table of its own would stand on the first sheet alone, and rows still to be drawn nowhere. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The page is laid out for print right after the event.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

/** Ticks the boxes of the chosen rows, and colours them, where they stand: drawn anew, two hundred rows would hold up the click. */
function useTicks<Row>(root: { current: HTMLDivElement | null }, rows: readonly Row[], idOf: (row: Row) => string, selection: TableSelection<Row> | undefined): void {
  // Before anything is painted, and again for rows that have come since.
  useLayoutEffect(() => {
    const body = root.current?.querySelector<HTMLElement>('.kit-body')
    if (!body || !selection) return
    const byId = new Map(rows.map((row) => [idOf(row), row]))
    return autorun(() => {
      for (const element of body.querySelectorAll<HTMLElement>('tr[data-row]')) {
        const row = byId.get(element.dataset['row'] ?? '')
        const box = element.querySelector<HTMLInputElement>('.kit-select input')
        if (!row || !box) continue
        const chosen = selection.isChosen(row)
        if (box.checked !== chosen) box.checked = chosen
        if (element.classList.contains('kit-chosen') !== chosen) element.classList.toggle('kit-chosen', chosen)
      }
    })
  }, [root, rows, idOf, selection])
}

/** A double click in a row, or Enter on it, opens it; Space ticks it; the arrows go to the next row and the one before. One pair of listeners for all rows. */
function useRowKeys<Row>(root: { current: HTMLDivElement | null }, rows: readonly Row[], idOf: (row: Row) => string, onOpen: ((row: Row) => void) | undefined): void {
  useEffect(() => {
    const body = root.current?.querySelector<HTMLElement>('.kit-body')
    if (!body) return
    const open = (target: EventTarget | null) => {
      const id = (target as HTMLElement | null)?.closest<HTMLElement>('tr[data-row]')?.dataset['row']
      const row = id === undefined ? undefined : rows.find((one) => idOf(one) === id)
      if (row) onOpen?.(row)
    }
    const doubleClick = (e: globalThis.MouseEvent) => {
      // A cell that is changed in place, a box or a button has its own use for it.
      if (!(e.target as HTMLElement).closest('button,input,[role=button],.kit-editing')) open(e.target)
    }
    const keyDown = (e: globalThis.KeyboardEvent) => {
      const row = e.target as HTMLElement
      if (!row.matches('tr[data-row]') || e.ctrlKey || e.metaKey || e.altKey) return
      if (e.key === 'Enter') return open(row)
      const next = e.key === 'ArrowDown' ? row.nextElementSibling : e.key === 'ArrowUp' ? row.previousElementSibling : null
      // Of a list that nothing is chosen in, the page moves on as everywhere.
      const box = e.key === ' ' ? row.querySelector<HTMLInputElement>('.kit-select input') : null
      if (!next && !box) return
      e.preventDefault()
      box?.click()
      if (next instanceof HTMLElement) next.focus()
    }
    body.addEventListener('dblclick', doubleClick)
    body.addEventListener('keydown', keyDown)
    return () => {
      body.removeEventListener('dblclick', doubleClick)
      body.removeEventListener('keydown', keyDown)
    }
  }, [root, rows, idOf, onOpen])
}

/** Head, body and bar show the same part of a table that is wider than the page; its edges say whether there is more. */
function useScrolledTogether(root: { current: HTMLDivElement | null }): void {
  useEffect(() => {
    const table = root.current
    const body = table?.querySelector<HTMLElement>('.kit-body')
    if (!table || !body) return
    const parts = [...table.querySelectorAll<HTMLElement>('.kit-head,.kit-body,.kit-bar')]
    const edges = () => {
      const { scrollLeft, scrollWidth, clientWidth } = body
      table.toggleAttribute('data-more-start', scrollLeft > 0)
      table.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const follow = (e: Event) => {
      const { scrollLeft } = e.currentTarget as HTMLElement
      for (const part of parts) if (part !== e.currentTarget && part.scrollLeft !== scrollLeft) part.scrollLeft = scrollLeft
      edges()
    }
    for (const part of parts) part.addEventListener('scroll', follow, { passive: true })
    // It is called once the page has been laid out, so that nothing is measured too early.
    const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(edges) : null
    observer?.observe(body)
    return () => {
      for (const part of parts) part.removeEventListener('scroll', follow)
      observer?.disconnect()
    }
  }, [root])
}

interface HeadCellProps<Row> {
  column: TableColumn<Row>
  place: Place
  sort: 'asc' | 'desc' | null
  onSort: KitTableProps<Row>['onSort']
}

/** From unsorted up, down, and back. */
const NEXT = { none: 'asc', asc: 'desc', desc: null } as const

const HeadCell = memo(function HeadCell<Row>({ column, place, sort, onSort }: HeadCellProps<Row>) {
  const { key, title, width, sortable, onResizeTo } = column
  const change = () => {
    const order = NEXT[sort ?? 'none']
    onSort(order ? { field: key, order } : null)
  }
  const sorting = sortable
    ? {
        tabIndex: 0,
        onClick: change,
        onKeyDown: (e: KeyboardEvent) => {
          if (e.key === 'Enter' && e.target === e.currentTarget) change()
        },
        ...(sort ? { 'aria-sort': sort === 'asc' ? ('ascending' as const) : ('descending' as const) } : {}),
      }
    : {}
  return (
    <ResizableHeader
      scope="col"
      title={title}
      className={`${place.className}${sortable ? ' kit-sorts' : ''}`}
      style={place.style}
      columnWidth={width}
      columnTitle={title}
      {...(onResizeTo ? { onResizeTo } : {})}
      {...sorting}
    >
      {sortable ? (
        <span className="kit-sort">
          <span className="kit-clip">{title}</span>
          <span className="kit-carets" aria-hidden="true">
            <i />
            <i />
          </span>
        </span>
      ) : (
        <span className="kit-clip">{title}</span>
      )}
    </ResizableHeader>
  )
}) as <Row>(props: HeadCellProps<Row>) => ReactNode

interface TableRowProps {
  id: string
  row: object
  columns: readonly TableColumn<object>[]
  places: readonly Place[]
  selection: TableSelection<object> | undefined
}

// Drawn again when its record or the columns are others; what stands in a cell is drawn once for a record.
const TableRow = memo(function TableRow({ id, row, columns, places, selection }: TableRowProps) {
    return (
      <tr data-row={id} data-row-key={id} tabIndex={-1}>
        {selection ? (
          <td className="kit-select kit-pin kit-pin-start" style={{ insetInlineStart: 0 }}>
            <input type="checkbox" className="kit-check" aria-label={`选择${selection.nameOf(row)}`} onChange={(e) => selection.choose([row], e.target.checked)} />
          </td>
        ) : null}
        {columns.map((column, i) => (
          <Cell key={column.key} place={places[i] as Place} content={column.draw(row)} />
        ))}
      </tr>
    )
})

const Cell = memo(function Cell({ place, content }: { place: Place; content: ReactNode }) {
  const text = typeof content === 'string' ? content : isValidElement<{ children?: unknown }>(content) && typeof content.props.children === 'string' ? content.props.children : undefined
  return (
    <td {...(place.className ? { className: place.className } : {})} {...(place.style ? { style: place.style } : {})} {...(text ? { title: text } : {})}>
      {place.className.includes('kit-edge') && typeof content === 'string' ? <span className="kit-clip">{content}</span> : content}
    </td>
  )
})

const ChooseAll = observer(function ChooseAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: TableSelection<Row> }) {
  const count = rows.filter(selection.isChosen).length
  const all = rows.length > 0 && count === rows.length
  return (
    <input
      type="checkbox"
      className="kit-check"
      aria-label="选择本页全部"
      disabled={rows.length === 0}
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !all
      }}
      onChange={(e) => selection.choose(rows, e.target.checked)}
    />
  )
}) as <Row>(props: { rows: readonly Row[]; selection: TableSelection<Row> }) => ReactNode
