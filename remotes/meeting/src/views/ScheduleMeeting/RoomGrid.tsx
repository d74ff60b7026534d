import { observer } from 'mobx-react-lite'
import { useEffect, useId, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { RoomRow, type RowHandlers } from './RoomRow'
import type { ScheduleStore } from './store'
import { addDays, clock, longDay } from './time'
import type { Reservation } from './types'

const STEPS: Record<string, [rows: number, slots: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -1000],
  End: [0, 1000],
}

/**
 * Rooms down, half hours across. By pointer: drag over free cells to book, drag a booking or its edge to
 * move it. By keyboard: arrows, Shift to mark, Enter to book or open, Delete to cancel, Escape to let go.
 */
export const RoomGrid = observer(function RoomGrid({ store, mayBook, mine }: { store: ScheduleStore; mayBook: boolean; mine: string }) {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const { cursor, drag } = store
  const cellId = (row: number, slot: number) => `${id}-${row}-${slot}`
  const focusCell = () => document.getElementById(cellId(cursor.row, cursor.slot))?.focus()
  const dragging = drag.drag !== null

  useEffect(() => {
    if (!dragging) return
    const stop = (e: globalThis.KeyboardEvent) => {
      if (e.key === 'Escape') drag.cancel()
    }
    window.addEventListener('keydown', stop)
    return () => window.removeEventListener('keydown', stop)
  }, [dragging, drag])

  // A dialog that is gone leaves the focus nowhere: the keyboard goes on where it stood.
  const { dialogOpen } = store
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !dialogOpen && (document.activeElement === document.body || !document.activeElement)) focusCell()
    wasOpen.current = dialogOpen
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when a dialog opens or goes, not with every step of the cursor
  }, [dialogOpen])

  /** Room and minute below the pointer; outside of the grid the nearest. */
  const placeOf = (e: PointerEvent): { roomId: string; minute: number } | undefined => {
    const rows = [...(body.current?.children ?? [])]
    const index = Math.max(0, rows.findIndex((r) => e.clientY < r.getBoundingClientRect().bottom))
    const below = e.clientY > (rows.at(-1)?.getBoundingClientRect().bottom ?? 0)
    const row = below ? rows.length - 1 : index
    const room = store.rooms[row]
    const lane = rows[row]?.querySelector('.rg-lane')?.getBoundingClientRect()
    if (!room || !lane) return undefined
    const { from, to } = store.hours
    return { roomId: room.roomId, minute: from + ((e.clientX - lane.left) / lane.width) * (to - from) }
  }

  const handlers: RowHandlers = {
    cellId,
    onCellDown: (e, row, slot) => {
      if (e.button !== 0) return
      e.preventDefault()
      cursor.put(row, slot)
      focusCell()
      const room = store.rooms[row]
      const from = store.slots[slot]
      if (!mayBook || !room || from === undefined) return
      body.current?.setPointerCapture(e.pointerId)
      drag.beginCreate(room.roomId, from)
    },
    onBlockDown: (e, reservation, edge) => {
      if (e.button !== 0) return
      e.preventDefault()
      e.stopPropagation()
      if (!reservation.abilities.includes('update')) return store.showDetails(reservation)
      const place = placeOf(e)
      if (!place) return
      body.current?.setPointerCapture(e.pointerId)
      if (edge) drag.beginResize(reservation, edge)
      else drag.beginMove(reservation, place.minute)
    },
  }

  const standing = (): Reservation | undefined => {
    const room = store.rooms[cursor.row]
    const from = store.slots[cursor.slot]
    return room && from !== undefined ? store.at(room.roomId, from) : undefined
  }

  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing || e.ctrlKey || e.metaKey || e.altKey) return
    const step = STEPS[e.key]
    if (step) cursor.move(step[0], step[1], e.shiftKey)
    else if (e.key === 'PageUp' || e.key === 'PageDown') store.show(addDays(store.day, e.key === 'PageUp' ? -1 : 1))
    else if (e.key === 'Enter' || e.key === ' ') act()
    else if (e.key === 'Escape') cursor.clear()
    else if (e.key === 'Delete' || e.key === 'Backspace') {
      const found = standing()
      if (found?.abilities.includes('cancel')) store.ask(found, 'cancel')
    } else return
    e.preventDefault()
    if (step) focusCell()
  }

  const act = () => {
    const found = standing()
    if (found && cursor.anchor === null) return store.showDetails(found)
    if (mayBook && cursor.stretch && store.problem(cursor.stretch) === null) store.book(cursor.stretch)
  }

  return (
    <div
      className={dragging ? 'rg rg-dragging' : 'rg'}
      role="grid"
      tabIndex={-1}
      aria-label={`${longDay(store.day)} 会议室预约`}
      aria-rowcount={store.rooms.length + 1}
      aria-colcount={store.slots.length + 1}
      aria-multiselectable="true"
      onKeyDown={onKeyDown}
    >
      <div className="rg-row rg-head" role="row" aria-rowindex={1}>
        <div className="rg-corner" role="columnheader">
          会议室
        </div>
        {store.slots.map((from) => (
          <div key={from} className="rg-hour" role="columnheader">
            <span className={from % 60 === 0 ? '' : 'rg-unseen'}>{clock(from)}</span>
          </div>
        ))}
      </div>
      <div
        ref={body}
        role="rowgroup"
        onPointerMove={(e) => {
          const place = dragging ? placeOf(e) : undefined
          if (place) drag.to(place.roomId, place.minute)
        }}
        onPointerUp={() => drag.drop()}
        onPointerCancel={() => drag.cancel()}
      >
        {store.rooms.map((room, row) => (
          <RoomRow key={room.roomId} store={store} room={room} row={row} mine={mine} handlers={handlers} />
        ))}
      </div>
    </div>
  )
})
