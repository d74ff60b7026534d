import { CODE } from '@assoc/contract'
import { changeReservationStatus, insertReservation, selectRoomWeek, updateReservation } from '@assoc/contract/meeting/reservation'
import { fakeServer } from '@assoc/http/testing'
import { ScheduleStore } from './store'
import { buildReservation, buildRoom, NOW } from './testing'
import type { Reservation, Room } from './types'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})
afterEach(() => server.restore())

const ROOMS = [buildRoom(), buildRoom({ roomId: '2', roomName: '第二会议室', openTo: '21:00' }), buildRoom({ roomId: '3', roomStatus: 'maintenance' })]

async function loaded(reservations: Reservation[] = [], rooms: Room[] = ROOMS): Promise<ScheduleStore> {
  server.on(selectRoomWeek, () => ({ rooms, reservations, daysAhead: 30 }))
  const store = new ScheduleStore(undefined, NOW)
  await store.reload()
  return store
}

const sentTo = (call: { path: string }) => server.sent.filter((s) => s.path === call.path).map((s) => s.input)

test('the grid spans all opening hours in half hours', async () => {
  const store = await loaded()
  expect(store.hours).toEqual({ from: 480, to: 1260 })
  expect(store.slots).toHaveLength(26)
  expect(store.week).toEqual(['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15'])
})

test('what cannot be booked is told with its reason', async () => {
  const store = await loaded([buildReservation('14:00', '15:00'), buildReservation('16:00', '17:00', { reservationId: '8', reserveStatus: 'finished' })])
  const problem = (roomId: string, from: number, to: number) => store.problem({ roomId, from, to })
  expect(problem('1', 780, 840)).toBeNull()
  expect(problem('1', 780, 855)).toBe('与「例会」冲突')
  expect(problem('1', 900, 960)).toBeNull()
  expect(problem('1', 960, 1020)).toBeNull()
  expect(problem('1', 1050, 1110)).toBe('开放时间为 08:00–18:00')
  expect(problem('2', 1050, 1110)).toBeNull()
  expect(problem('2', 600, 660)).toBe('时间已过')
  expect(problem('3', 780, 840)).toBe('会议室维护中')
  expect(store.problem({ roomId: '1', from: 600, to: 660 }, undefined, '2026-04-10')).toBe('最多提前 30 天预约')
  expect(store.problem({ roomId: '1', from: 840, to: 900 }, '7')).toBeNull()
})

test('dragging over free cells opens the form for them, in either direction; over a clash it does not', async () => {
  const store = await loaded([buildReservation('14:00', '15:00')])
  store.drag.beginCreate('1', 700)
  store.drag.to('1', 755)
  expect(store.drag.stretch).toEqual({ roomId: '1', from: 690, to: 780 })
  store.drag.drop()
  expect(store.booking).toMatchObject({ roomId: '1', from: 690, to: 780, day: '2026-03-10', reservation: null })
  store.closeForm()
  store.drag.beginCreate('1', 930)
  store.drag.to('1', 850)
  expect(store.drag.stretch).toEqual({ roomId: '1', from: 840, to: 960 })
  expect(store.drag.problem).toBe('与「例会」冲突')
  store.drag.drop()
  expect(store.booking).toBeNull()
  expect(store.drag.drag).toBeNull()
})

test('a booking is moved by quarters to another room, stands there at once, and the server is asked', async () => {
  const own = buildReservation('14:00', '15:00')
  const store = await loaded([own])
  server.on(updateReservation, (input: { startTime: string; endTime: string }) => ({ ...own, ...input, version: 2 }))
  store.drag.beginMove(own, 850)
  store.drag.to('2', 896)
  expect(store.drag.stretch).toEqual({ roomId: '2', from: 885, to: 945 })
  store.drag.drop()
  expect(store.ofRoom('2')).toHaveLength(1)
  await new Promise((r) => setTimeout(r, 0))
  expect(sentTo(updateReservation)).toEqual([
    { reservationId: '7', version: 1, roomId: '2', title: '例会', attendNum: 5, startTime: '2026-03-10T06:45:00.000Z', endTime: '2026-03-10T07:45:00.000Z' },
  ])
})

test('a move that the server refuses puts the booking back', async () => {
  const own = buildReservation('14:00', '15:00')
  const store = await loaded([own])
  server.on(updateReservation, { returnCode: CODE.roomTaken, returnMessage: '已被预约' })
  await store.move(own, { roomId: '2', from: 900, to: 960 })
  expect(store.ofRoom('1')).toHaveLength(1)
  expect(store.ofRoom('2')).toHaveLength(0)
})

test('an edge is dragged; one quarter stays, and the hours are not left', async () => {
  const own = buildReservation('14:00', '15:00')
  const store = await loaded([own])
  store.drag.beginResize(own, 'to')
  store.drag.to('2', 932)
  expect(store.drag.stretch).toEqual({ roomId: '1', from: 840, to: 930 })
  store.drag.to('1', 700)
  expect(store.drag.stretch).toEqual({ roomId: '1', from: 840, to: 855 })
  store.drag.to('1', 5000)
  expect(store.drag.stretch?.to).toBe(1260)
  expect(store.drag.problem).toBe('开放时间为 08:00–18:00')
  store.drag.cancel()
  store.drag.beginResize(own, 'from')
  store.drag.to('1', 800)
  expect(store.drag.stretch).toEqual({ roomId: '1', from: 795, to: 900 })
})

test('pressing a booking without moving it shows its details', async () => {
  const own = buildReservation('14:00', '15:00')
  const store = await loaded([own])
  store.drag.beginMove(own, 850)
  store.drag.to('1', 852)
  store.drag.drop()
  expect(store.open?.reservationId).toBe('7')
  expect(sentTo(updateReservation)).toEqual([])
})

test('the keyboard moves, marks along a room and stops at the edges', async () => {
  const store = await loaded()
  const { cursor } = store
  cursor.move(-1, -1)
  expect([cursor.row, cursor.slot]).toEqual([0, 0])
  cursor.move(1, 10)
  cursor.move(0, 1, true)
  cursor.move(0, 1, true)
  expect(cursor.stretch).toEqual({ roomId: '2', from: 780, to: 870 })
  cursor.move(0, -4, true)
  expect(cursor.marked).toEqual({ first: 8, last: 10 })
  cursor.clear()
  expect(cursor.stretch).toEqual({ roomId: '2', from: 720, to: 750 })
  cursor.move(99, 99)
  expect([cursor.row, cursor.slot]).toEqual([2, 25])
})

test('a refused booking leaves the form with what was typed; a good one closes it and reads the week anew', async () => {
  const store = await loaded()
  store.book({ roomId: '1', from: 780, to: 840 })
  const booking = { ...store.booking!, title: '周会' }
  server.on(insertReservation, { returnCode: CODE.roomTaken, returnMessage: '该会议室在这个时段已被预约' })
  await expect(store.save(booking, 'key-12345')).rejects.toMatchObject({ code: CODE.roomTaken })
  expect(store.booking).not.toBeNull()
  server.on(insertReservation, () => buildReservation('13:00', '14:00', { title: '周会' }))
  await store.save(booking, 'key-12345')
  expect(store.booking).toBeNull()
  expect(server.sent.filter((s) => s.path === insertReservation.path).map((s) => s.headers['Idempotency-Key'])).toEqual(['key-12345', 'key-12345'])
  expect(sentTo(selectRoomWeek)).toHaveLength(2)
})

test('another week is loaded, another day of the same week is not; the latest answer wins', async () => {
  const store = await loaded()
  store.show('2026-03-12')
  expect(sentTo(selectRoomWeek)).toHaveLength(1)
  let release = () => {}
  const slow = new Promise<void>((r) => (release = r))
  server.on(selectRoomWeek, async ({ weekStart }: { weekStart: string }) => {
    if (weekStart === '2026-03-16') await slow
    return { rooms: ROOMS.slice(0, weekStart === '2026-03-16' ? 1 : 2), reservations: [], daysAhead: 30 }
  })
  store.show('2026-03-18')
  const latest = (store.show('2026-03-25'), store.reload())
  await latest
  release()
  await new Promise((r) => setTimeout(r, 0))
  expect(store.rooms).toHaveLength(2)
  expect(store.loading).toBe(false)
})

test('steps are sent with version and reason, and a refusal is passed on', async () => {
  const waiting = buildReservation('14:00', '15:00', { reserveStatus: 'pending', abilities: ['approve', 'reject'] })
  const store = await loaded([waiting])
  server.on(changeReservationStatus, () => ({ reserveStatus: 'rejected', version: 2 }))
  await store.step(waiting, 'reject', '场地布置')
  expect(sentTo(changeReservationStatus)).toEqual([{ reservationId: '7', version: 1, verb: 'reject', reason: '场地布置' }])
  server.on(changeReservationStatus, { returnCode: CODE.conflict, returnMessage: '该记录已被他人修改' })
  await expect(store.step(waiting, 'approve', '')).rejects.toMatchObject({ code: CODE.conflict })
})

test('the to-do of the home page leads to the first reservation that waits for this person', async () => {
  const store = await loaded()
  const waiting = buildReservation('14:00', '15:00', { reserveStatus: 'pending', abilities: ['approve'] }, '2026-03-19')
  server.on(selectRoomWeek, ({ weekStart }: { weekStart: string }) => ({ rooms: ROOMS, reservations: weekStart === '2026-03-16' ? [waiting] : [], daysAhead: 30 }))
  expect(await store.showFirstPending()).toBe(true)
  expect([store.day, store.openId]).toEqual(['2026-03-19', '7'])
})

test('a link goes to the day of a reservation and opens it; one that is gone opens nothing', async () => {
  const store = await loaded()
  const named = buildReservation('14:00', '15:00', {}, '2026-03-19')
  server.on(selectRoomWeek, ({ weekStart }: { weekStart: string }) => ({ rooms: ROOMS, reservations: weekStart === '2026-03-16' ? [named] : [], daysAhead: 30 }))
  expect(await store.showOne('2026-03-18', named.reservationId)).toBe(true)
  expect([store.day, store.openId]).toEqual(['2026-03-19', named.reservationId])
  store.closeDetails()
  expect(await store.showOne('2026-03-18', '999')).toBe(false)
  expect([store.day, store.openId]).toEqual(['2026-03-18', null])
})

test('days show how full they are', async () => {
  const store = await loaded([buildReservation('08:00', '18:00')], [buildRoom(), buildRoom({ roomId: '2' })])
  expect(store.load('2026-03-10')).toBe(0.5)
  expect(store.load('2026-03-11')).toBe(0)
  expect(store.countOf('2026-03-10')).toBe(1)
})
