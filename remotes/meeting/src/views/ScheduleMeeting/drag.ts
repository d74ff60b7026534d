import { makeAutoObservable } from 'mobx'
import { stretchOf } from './rules'
import { HALF_HOUR, QUARTER } from './time'
import type { Drag, Reservation, Stretch } from './types'

interface Grid {
  readonly hours: { from: number; to: number }
  problem(stretch: Stretch, exceptId?: string): string | null
  book(stretch: Stretch): void
  showDetails(reservation: Reservation): void
  move(reservation: Reservation, to: Stretch): Promise<void>
}

const floorTo = (minutes: number, step: number) => Math.floor(minutes / step) * step
const roundTo = (minutes: number, step: number) => Math.round(minutes / step) * step

/** A drag over the grid, from pressing to dropping. New bookings grow by half hours, others move by quarters. */
export class DragState {
  drag: Drag | null = null
  /** Where it would come to stand. */
  stretch: Stretch | null = null
  private readonly grid: Grid

  constructor(grid: Grid) {
    this.grid = grid
    makeAutoObservable<this, 'grid'>(this, { grid: false })
  }

  /** The reservation that is on the move. */
  get reservation(): Reservation | null {
    return this.drag && this.drag.kind !== 'create' ? this.drag.reservation : null
  }

  /** Why it cannot be dropped here; null when it can. */
  get problem(): string | null {
    return this.stretch ? this.grid.problem(this.stretch, this.reservation?.reservationId) : null
  }

  /** Whether it has left the place where it stood. */
  get moved(): boolean {
    if (!this.reservation || !this.stretch) return false
    const old = stretchOf(this.reservation)
    return old.roomId !== this.stretch.roomId || old.from !== this.stretch.from || old.to !== this.stretch.to
  }

  beginCreate(roomId: string, minute: number): void {
    const from = floorTo(minute, HALF_HOUR)
    this.drag = { kind: 'create', anchor: from }
    this.stretch = { roomId, from, to: from + HALF_HOUR }
  }

  beginMove(reservation: Reservation, minute: number): void {
    const stretch = stretchOf(reservation)
    this.drag = { kind: 'move', reservation, grab: minute - stretch.from }
    this.stretch = stretch
  }

  beginResize(reservation: Reservation, edge: 'from' | 'to'): void {
    this.drag = { kind: 'resize', reservation, edge }
    this.stretch = stretchOf(reservation)
  }

  /** Follows the pointer. A new booking and an edge stay in their room. */
  to(roomId: string, minute: number): void {
    const { drag, stretch } = this
    if (!drag || !stretch) return
    const { from: first, to: last } = this.grid.hours
    if (drag.kind === 'create') {
      const cell = Math.max(first, Math.min(last - HALF_HOUR, floorTo(minute, HALF_HOUR)))
      this.stretch = { ...stretch, from: Math.min(drag.anchor, cell), to: Math.max(drag.anchor, cell) + HALF_HOUR }
    } else if (drag.kind === 'move') {
      const length = stretch.to - stretch.from
      const from = Math.max(first, Math.min(last - length, roundTo(minute - drag.grab, QUARTER)))
      this.stretch = { roomId, from, to: from + length }
    } else if (drag.edge === 'from') {
      this.stretch = { ...stretch, from: Math.max(first, Math.min(stretch.to - QUARTER, roundTo(minute, QUARTER))) }
    } else {
      this.stretch = { ...stretch, to: Math.min(last, Math.max(stretch.from + QUARTER, roundTo(minute, QUARTER))) }
    }
  }

  /** Lets go: a new booking opens the form, a moved one is sent, one that was only pressed shows its details. What clashes stays where it was. */
  drop(): void {
    const { drag, stretch, problem, moved } = this
    this.cancel()
    if (!drag || !stretch) return
    if (drag.kind === 'create') {
      if (problem === null) this.grid.book(stretch)
    } else if (!moved) this.grid.showDetails(drag.reservation)
    else if (problem === null) void this.grid.move(drag.reservation, stretch)
  }

  cancel(): void {
    this.drag = null
    this.stretch = null
  }
}
