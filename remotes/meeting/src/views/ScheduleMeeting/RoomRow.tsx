import { reserveStatus } from '@assoc/contract/meeting/reservation'
import { appearance, toneColours } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import type { PointerEvent } from 'react'
import { stretchOf } from './rules'
import type { ScheduleStore } from './store'
import { clock, HALF_HOUR, minutesOf, parseClock } from './time'
import type { Reservation, Room } from './types'

export interface RowHandlers {
  /** Id of a cell's element, for the keyboard's focus. */
  cellId: (row: number, slot: number) => string
  onCellDown: (event: PointerEvent, row: number, slot: number) => void
  onBlockDown: (event: PointerEvent, reservation: Reservation, edge: 'from' | 'to' | null) => void
}

/** Left edge and width of a stretch in its lane, in percent of the shown hours. */
const spanOf = (store: ScheduleStore, from: number, to: number) => {
  const { from: first, to: last } = store.hours
  const percent = (minutes: number) => ((Math.max(first, Math.min(last, minutes)) - first) / (last - first)) * 100
  return { left: `${percent(from)}%`, width: `${percent(to) - percent(from)}%` }
}

/** One room: its name, a cell for each half hour, and what stands in it. */
export const RoomRow = observer(function RoomRow({ store, room, row, mine, handlers }: { store: ScheduleStore; room: Room; row: number; mine: string; handlers: RowHandlers }) {
  const { cursor } = store
  return (
    <div className="rg-row" role="row" aria-rowindex={row + 2}>
      <div className="rg-room" role="rowheader" title={[room.roomName, room.location, room.remark].filter(Boolean).join('，')}>
        <span>{room.roomName}</span>
        <small>
          {room.capacity} 人{room.needAudit ? ' · 需审批' : ''} · {room.location}
        </small>
      </div>
      {store.slots.map((from, slot) => {
        const standing = store.at(room.roomId, from)
        const problem = standing ? null : store.problem({ roomId: room.roomId, from, to: from + HALF_HOUR })
        const here = cursor.row === row && cursor.slot === slot
        const { first, last } = cursor.marked
        return (
          <div
            key={from}
            id={handlers.cellId(row, slot)}
            role="gridcell"
            className="rg-cell"
            aria-colindex={slot + 2}
            aria-selected={cursor.row === row && cursor.anchor !== null && slot >= first && slot <= last}
            aria-label={`${room.roomName} ${clock(from)} 到 ${clock(from + HALF_HOUR)}，${standing ? sayReservation(standing) : (problem ?? '空闲')}`}
            data-free={!standing && problem === null}
            data-hour={from % 60 === 0}
            tabIndex={here ? 0 : -1}
            onPointerDown={(e) => handlers.onCellDown(e, row, slot)}
          />
        )
      })}
      <Lane store={store} room={room} mine={mine} handlers={handlers} />
    </div>
  )
})

const sayReservation = (r: Reservation): string => {
  const { from, to } = stretchOf(r)
  return `${r.title}，${clock(from)} 到 ${clock(to)}，${r.applicantName}，${reserveStatus.labels[r.reserveStatus]}`
}

// What is drawn over the cells; for screen readers the cells say it.
const Lane = observer(function Lane({ store, room, mine, handlers }: { store: ScheduleStore; room: Room; mine: string; handlers: RowHandlers }) {
  const { hours, drag, day, today } = store
  const [open, close] = [parseClock(room.openFrom), parseClock(room.openTo)]
  const nowAt = minutesOf(store.now)
  const pastTo = day < today ? hours.to : day === today ? nowAt : hours.from
  const { stretch } = drag
  return (
    <div className="rg-lane" aria-hidden="true">
      {pastTo > hours.from ? <div className="rg-past" style={spanOf(store, hours.from, pastTo)} /> : null}
      {room.roomStatus === 'maintenance' ? (
        <div className="rg-closed" style={spanOf(store, hours.from, hours.to)}>
          维护中
        </div>
      ) : (
        <>
          {open > hours.from ? <div className="rg-closed" style={spanOf(store, hours.from, open)} /> : null}
          {close < hours.to ? <div className="rg-closed" style={spanOf(store, close, hours.to)} /> : null}
        </>
      )}
      {store.ofRoom(room.roomId).map((r) => (
        <Block key={r.reservationId} store={store} reservation={r} own={r.applicantId === mine} handlers={handlers} />
      ))}
      {stretch && stretch.roomId === room.roomId && (drag.drag?.kind === 'create' || drag.moved) ? (
        <div className="rg-preview" data-clash={drag.problem !== null} style={spanOf(store, stretch.from, stretch.to)}>
          <strong>
            {clock(stretch.from)}–{clock(stretch.to)}
          </strong>
          <div>{drag.problem ?? drag.reservation?.title ?? '新预约'}</div>
        </div>
      ) : null}
      {day === today && nowAt >= hours.from && nowAt <= hours.to ? <div className="rg-now" style={{ left: spanOf(store, nowAt, nowAt).left }} /> : null}
    </div>
  )
})

const Block = observer(function Block({ store, reservation, own, handlers }: { store: ScheduleStore; reservation: Reservation; own: boolean; handlers: RowHandlers }) {
  const { from, to } = stretchOf(reservation)
  const [colour, ground] = toneColours[appearance.dark ? 'dark' : 'light'][reserveStatus.tones[reservation.reserveStatus]]
  const movable = reservation.abilities.includes('update')
  const lifted = store.drag.moved && store.drag.reservation?.reservationId === reservation.reservationId
  return (
    <div
      className="rg-block"
      data-testid={`reservation-${reservation.reservationId}`}
      data-pending={reservation.reserveStatus === 'pending'}
      data-own={own}
      data-movable={movable}
      data-short={to - from <= 60}
      data-lifted={lifted}
      title={`${reservation.title}\n${clock(from)}–${clock(to)} ${reservation.applicantName} ${reserveStatus.labels[reservation.reserveStatus]}`}
      style={{ ...spanOf(store, from, to), color: colour, background: ground }}
      onPointerDown={(e) => handlers.onBlockDown(e, reservation, null)}
    >
      <div>
        <strong>{reservation.title}</strong>
      </div>
      <div>
        {clock(from)}–{clock(to)} {reservation.applicantName} · {reserveStatus.labels[reservation.reserveStatus]}
      </div>
      {movable ? (
        <>
          <div className="rg-edge" style={{ left: 0 }} onPointerDown={(e) => handlers.onBlockDown(e, reservation, 'from')} />
          <div className="rg-edge" style={{ right: 0 }} onPointerDown={(e) => handlers.onBlockDown(e, reservation, 'to')} />
        </>
      ) : null}
    </div>
  )
})
