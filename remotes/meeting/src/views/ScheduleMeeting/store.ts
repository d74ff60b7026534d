import { CODE, type RequestOf } from '@assoc/contract'
import { changeReservationStatus, insertReservation, selectRoomWeek, updateReservation } from '@assoc/contract/meeting/reservation'
import { api, ApiError, isCancelled } from '@assoc/http'
import { toasts } from '@assoc/session'
import { makeAutoObservable, runInAction } from 'mobx'
import { GridCursor } from './cursor'
import { DragState } from './drag'
import { hoursOf, loadOf, problemOf, stretchOf } from './rules'
import { addDays, dayOf, HALF_HOUR, instantOf, mondayOf } from './time'
import type { Booking, Reservation, Room, Stretch } from './types'

/** Shown as a sentence in the form instead of a toast. */
export const IN_FORM = [CODE.input, CODE.roomTaken, CODE.conflict, CODE.badTransition, CODE.forbidden]

export type Step = 'approve' | 'reject' | 'cancel' | 'confirm'

/** The week of rooms: what is loaded, which day is shown, and what is being done to it. */
export class ScheduleStore {
  day: string
  now: number
  rooms: Room[] = []
  reservations: Reservation[] = []
  /** Days ahead that a room may be booked. */
  daysAhead = 0
  loading = false
  loaded = false
  error: string | null = null
  /** The form that is open. */
  booking: Booking | null = null
  /** The reservation whose details are open. */
  openId: string | null = null
  /** The step that is asked about before it is taken. */
  asking: { reservation: Reservation; verb: Step } | null = null
  readonly cursor: GridCursor
  readonly drag: DragState
  private request: AbortController | null = null

  constructor(day?: string, now: number = Date.now()) {
    this.now = now
    this.day = day ?? dayOf(now)
    makeAutoObservable<this, 'request'>(this, { request: false, cursor: false, drag: false })
    this.cursor = new GridCursor(this)
    this.drag = new DragState(this)
  }

  get weekStart(): string {
    return mondayOf(this.day)
  }

  get week(): string[] {
    return Array.from({ length: 7 }, (_, i) => addDays(this.weekStart, i))
  }

  get today(): string {
    return dayOf(this.now)
  }

  get hours(): { from: number; to: number } {
    return hoursOf(this.rooms)
  }

  /** First minutes of the half hours across. */
  get slots(): number[] {
    const { from, to } = this.hours
    return Array.from({ length: (to - from) / HALF_HOUR }, (_, i) => from + i * HALF_HOUR)
  }

  get ofDay(): Reservation[] {
    return this.reservations.filter((r) => dayOf(r.startTime) === this.day)
  }

  get open(): Reservation | undefined {
    return this.reservations.find((r) => r.reservationId === this.openId)
  }

  get dialogOpen(): boolean {
    return this.booking !== null || this.openId !== null || this.asking !== null
  }

  ofRoom(roomId: string): Reservation[] {
    return this.ofDay.filter((r) => r.roomId === roomId)
  }

  room(roomId: string): Room | undefined {
    return this.rooms.find((r) => r.roomId === roomId)
  }

  /** The reservation that covers a minute of a room on the shown day. */
  at(roomId: string, minute: number): Reservation | undefined {
    return this.ofRoom(roomId).find((r) => {
      const { from, to } = stretchOf(r)
      return from < minute + HALF_HOUR && to > minute
    })
  }

  countOf(day: string): number {
    return this.reservations.filter((r) => dayOf(r.startTime) === day).length
  }

  load(day: string): number {
    return loadOf(day, this.rooms, this.reservations)
  }

  problem(stretch: Stretch, exceptId?: string, day = this.day): string | null {
    return problemOf(this.room(stretch.roomId), day, stretch, this.reservations, this.now, this.daysAhead, exceptId)
  }

  tick(now: number = Date.now()): void {
    this.now = now
  }

  /** Shows a day; loads its week when that is another one. */
  show(day: string): void {
    const other = mondayOf(day) !== this.weekStart
    this.day = day
    this.cursor.clear()
    this.drag.cancel()
    if (other) void this.reload()
  }

  /** Loads the shown week; of several requests the latest wins. */
  async reload(): Promise<void> {
    this.request?.abort()
    const mine = new AbortController()
    this.request = mine
    this.loading = true
    try {
      const week = await api(selectRoomWeek, { weekStart: this.weekStart }, { signal: mine.signal })
      if (this.request !== mine) return
      runInAction(() => {
        this.rooms = week.rooms
        this.reservations = week.reservations
        this.daysAhead = week.daysAhead
        this.loaded = true
        this.error = null
        this.cursor.keepInside()
      })
    } catch (error) {
      if (isCancelled(error) || this.request !== mine) return
      runInAction(() => (this.error = error instanceof ApiError ? error.message : '网络连接失败，请检查网络后重试'))
    } finally {
      if (this.request === mine) runInAction(() => (this.loading = false))
    }
  }

  /** Goes to the first reservation from today on that this person may approve, and opens it; false when there is none. */
  async showFirstPending(): Promise<boolean> {
    // As far ahead as rooms may be booked, which the first week's answer tells.
    for (let week = 0; week <= Math.ceil(this.daysAhead / 7); week++) {
      runInAction(() => (this.day = week === 0 ? this.today : addDays(mondayOf(this.today), week * 7)))
      await this.reload()
      const found = this.reservations.find((r) => r.abilities.includes('approve'))
      if (found) {
        runInAction(() => {
          this.day = dayOf(found.startTime)
          this.openId = found.reservationId
        })
        return true
      }
      if (this.error) return false
    }
    this.show(this.today)
    return false
  }

  /** Goes to a reservation that a link names, and opens it; false when it stands in the schedule no more. */
  async showOne(day: string, reservationId: string): Promise<boolean> {
    this.day = day
    await this.reload()
    const found = this.reservations.find((r) => r.reservationId === reservationId)
    if (found) {
      runInAction(() => {
        this.day = dayOf(found.startTime)
        this.openId = reservationId
      })
    }
    return found !== undefined
  }

  /** Opens the form for a new booking; without a stretch for the next free hour of the first room. */
  book(stretch?: Stretch): void {
    const wish = stretch ?? this.nextFree()
    this.booking = { ...wish, day: this.day, title: '', attendNum: 2, reservation: null }
  }

  /** Opens the form for a time that the person has waited for. */
  bookWaited(day: string, stretch: Stretch, title: string, attendNum: number): void {
    this.show(day)
    this.booking = { ...stretch, day, title, attendNum, reservation: null }
  }

  private nextFree(): Stretch {
    for (const room of this.rooms) {
      for (const from of this.slots) {
        const stretch = { roomId: room.roomId, from, to: from + 60 }
        if (this.problem(stretch) === null) return stretch
      }
    }
    return { roomId: this.rooms[0]?.roomId ?? '', from: this.hours.from, to: this.hours.from + 60 }
  }

  edit(reservation: Reservation): void {
    this.openId = null
    const { title, attendNum } = reservation
    this.booking = { ...stretchOf(reservation), day: dayOf(reservation.startTime), title, attendNum, reservation }
  }

  showDetails(reservation: Reservation): void {
    this.openId = reservation.reservationId
  }

  ask(reservation: Reservation, verb: Step): void {
    this.asking = { reservation, verb }
  }

  closeForm(): void {
    this.booking = null
  }

  closeDetails(): void {
    this.openId = null
  }

  stopAsking(): void {
    this.asking = null
  }

  /** Books, or changes the booking that the form is for. Throws the refusal, for the form to show. */
  async save(booking: Booking, idempotencyKey: string): Promise<void> {
    const fields = fieldsOf(booking, booking.day)
    const { reservation } = booking
    const options = { idempotencyKey, quiet: IN_FORM }
    const saved = reservation
      ? await api(updateReservation, { ...fields, reservationId: reservation.reservationId, version: reservation.version }, options)
      : await api(insertReservation, fields, options)
    toasts.success(saved.reserveStatus === 'pending' ? '已提交，等待审批' : reservation ? '预约已修改' : '预约成功')
    runInAction(() => {
      this.booking = null
      this.put(saved)
      this.day = dayOf(saved.startTime)
      this.cursor.clear()
    })
    await this.reload()
  }

  /** Puts a booking into another room or time, as it was dropped. A refusal is told by toast and the booking stays where it was. */
  async move(reservation: Reservation, to: Stretch): Promise<void> {
    const before = this.reservations
    const fields = fieldsOf({ ...to, title: reservation.title, attendNum: reservation.attendNum }, this.day)
    // Shown at once where it was dropped; taken back when refused.
    this.put({ ...reservation, ...fields })
    try {
      const saved = await api(updateReservation, { ...fields, reservationId: reservation.reservationId, version: reservation.version })
      toasts.success('预约已移动')
      runInAction(() => this.put(saved))
    } catch (error) {
      runInAction(() => (this.reservations = before))
      if (!(error instanceof ApiError)) toasts.error('网络连接失败，预约没有移动，请重试')
    }
    await this.reload()
  }

  private put(reservation: Reservation): void {
    this.reservations = [...this.reservations.filter((r) => r.reservationId !== reservation.reservationId), reservation]
  }

  /** Approves, rejects or cancels. Throws the refusal after its toast, so that the dialog stays. */
  async step(reservation: Reservation, verb: Step, reason: string): Promise<void> {
    const { reservationId, version } = reservation
    try {
      await api(changeReservationStatus, { reservationId, version, verb, ...(reason ? { reason } : {}) })
      toasts.success({ approve: '已同意', reject: '已驳回', cancel: '预约已取消', confirm: '已确认到场' }[verb])
      runInAction(() => (this.openId = null))
    } finally {
      await this.reload()
    }
  }
}

type Fields = Pick<RequestOf<typeof insertReservation>, 'roomId' | 'title' | 'startTime' | 'endTime' | 'attendNum'>

/** What the server is told of a booking. */
export const fieldsOf = (b: Stretch & { title: string; attendNum: number }, day: string): Fields => ({
  roomId: b.roomId,
  title: b.title,
  startTime: instantOf(day, b.from),
  endTime: instantOf(day, b.to),
  attendNum: b.attendNum,
})
