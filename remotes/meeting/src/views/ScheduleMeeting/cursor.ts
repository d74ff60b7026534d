import { makeAutoObservable } from 'mobx'
import { HALF_HOUR } from './time'
import type { Room, Stretch } from './types'

interface Grid {
  readonly rooms: readonly Room[]
  readonly slots: readonly number[]
}

/** Where the keyboard stands in the grid, and the half hours of one room that it has marked. */
export class GridCursor {
  row = 0
  slot = 0
  /** Where marking began; null when only the cell itself is meant. */
  anchor: number | null = null
  private readonly grid: Grid

  constructor(grid: Grid) {
    this.grid = grid
    makeAutoObservable<this, 'grid'>(this, { grid: false })
  }

  /** Moves by cells, stopping at the edges. With `extend` the marking grows along the room. */
  move(rows: number, slots: number, extend = false): void {
    if (extend && slots !== 0) this.anchor ??= this.slot
    else this.anchor = null
    this.row = Math.max(0, Math.min(this.grid.rooms.length - 1, this.row + (extend ? 0 : rows)))
    this.slot = Math.max(0, Math.min(this.grid.slots.length - 1, this.slot + slots))
  }

  put(row: number, slot: number): void {
    this.row = row
    this.slot = slot
    this.anchor = null
  }

  clear(): void {
    this.anchor = null
  }

  keepInside(): void {
    this.move(0, 0)
  }

  get marked(): { first: number; last: number } {
    const other = this.anchor ?? this.slot
    return { first: Math.min(this.slot, other), last: Math.max(this.slot, other) }
  }

  /** The marked stretch; undefined while there is no room. */
  get stretch(): Stretch | undefined {
    const room = this.grid.rooms[this.row]
    const from = this.grid.slots[this.marked.first]
    const last = this.grid.slots[this.marked.last]
    return room && from !== undefined && last !== undefined ? { roomId: room.roomId, from, to: last + HALF_HOUR } : undefined
  }
}
