import { CODE } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { changeReservationStatus, insertReservation } from '@assoc/contract/meeting/reservation'
import { reservation } from '@assoc/contract/meeting/reservation-record'
import { cancelSeries, daysOfSeries, insertSeries, previewSeries } from '@assoc/contract/meeting/reservation-series'
import { selectRoomDoor } from '@assoc/contract/meeting/room-door'
import { cancelRoomWait, insertRoomWait, selectRoomWaits } from '@assoc/contract/meeting/room-wait'
import { selectNotificationByPage } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { at, BOOKER, buildRoom, wish } from '../testing'
import { doorPage } from '../room/door'
import { lapseWaits } from '../wait/queue'

let server: TestServer
let anna: Session
let berta: Session
let clara: Session
beforeAll(async () => {
  server = await startTestServer()
  const person = (name: string) => server.person({ permits: BOOKER, scopes: { meeting: 'self' }, name })
  anna = await person('甄安娜')
  berta = await person('甄贝塔')
  clara = await person('甄克拉')
})
afterAll(() => server.stop())

const series = (roomIds: string[], given: object = {}) => ({
  roomIds, title: '周例会', startTime: at(1, '09:00'), endTime: at(1, '10:00'), attendNum: 5, repeat: 'weekly' as const, count: 4, withoutWeekends: false, ...given,
})
const statesOf = async (roomId: string) => (await server.ok(reservation.list, { roomId, page: 1, pageSize: 100, sort: { field: 'startTime', order: 'asc' } })).items.map((r) => r.reserveStatus)

test('the days of a series: each way of coming again, months without the day, the last of a weekday', () => {
  expect(daysOfSeries('2026-11-27', 'daily', 3, true)).toEqual(['2026-11-27', '2026-11-30', '2026-12-01'])
  expect(daysOfSeries('2026-11-27', 'daily', 3, false)).toEqual(['2026-11-27', '2026-11-28', '2026-11-29'])
  expect(daysOfSeries('2026-12-28', 'weekly', 2, false)).toEqual(['2026-12-28', '2027-01-04'])
  expect(daysOfSeries('2026-12-28', 'fortnightly', 2, false)).toEqual(['2026-12-28', '2027-01-11'])
  expect(daysOfSeries('2027-01-31', 'monthDay', 3, false)).toEqual(['2027-01-31', '2027-03-31', '2027-05-31'])
  expect(daysOfSeries('2026-11-24', 'monthWeekday', 3, false)).toEqual(['2026-11-24', '2026-12-22', '2027-01-26'])
  expect(daysOfSeries('2026-12-31', 'monthWeekday', 3, false)).toEqual(['2026-12-31', '2027-01-28', '2027-02-25'])
  expect(daysOfSeries('2026-11-24', 'once', 9, false)).toEqual(['2026-11-24'])
  expect(daysOfSeries('2026-11-23', 'daily', 60, true)).toHaveLength(60)
})

test('a series in two rooms: clashes are shown before, refuse all of it or are skipped, and each time has a status of its own', async () => {
  const [free, taken] = [await buildRoom(server), await buildRoom(server, { needAudit: true })]
  await server.ok(insertReservation, wish(taken, { title: '来访', startTime: at(8, '09:30'), endTime: at(8, '09:45') }), { as: berta })
  const shown = await server.ok(previewSeries, series([free, taken]), { as: anna })
  expect([shown.items.length, shown.problems]).toEqual([8, 1])
  expect(shown.items.find((i) => i.problem)).toMatchObject({ roomId: taken, startTime: new Date(at(8, '09:00')).toISOString(), problem: '已被「来访」预约' })
  expect(await server.call(insertSeries, { ...series([free, taken]), onProblem: 'refuse' }, { as: anna })).toMatchObject({ returnCode: CODE.roomTaken, returnMessage: expect.stringContaining(`${dayAfter(today(), 8)} 09:00：已被「来访」预约`) })
  expect(await statesOf(free)).toEqual([])
  const made = await server.ok(insertSeries, { ...series([free, taken]), onProblem: 'skip' }, { as: anna })
  expect(made).toMatchObject({ made: 7, skipped: 1, pending: 3, firstDay: dayAfter(today(), 1) })
  expect(await statesOf(free)).toEqual(['reserved', 'reserved', 'reserved', 'reserved'])
  // One of them alone, then the rest from the third on, in both rooms.
  const list = await server.ok(reservation.list, { roomId: free, page: 1, pageSize: 20, sort: { field: 'startTime', order: 'asc' } }, { as: anna })
  const [, second, third] = list.items
  await server.ok(changeReservationStatus, { reservationId: second?.reservationId ?? '', version: 1, verb: 'cancel' }, { as: anna })
  expect((await server.call(cancelSeries, { reservationId: third?.reservationId ?? '', version: 1 }, { as: berta })).returnCode).toBe(CODE.notFound)
  expect(await server.ok(cancelSeries, { reservationId: third?.reservationId ?? '', version: 1 }, { as: anna })).toMatchObject({ cancelled: 4 })
  expect(await statesOf(free)).toEqual(['reserved', 'cancelled', 'cancelled', 'cancelled'])
  expect(await statesOf(taken)).toEqual(['pending', 'pending', 'cancelled', 'cancelled'])
})

test('bad series: too many, the wrong order, too far ahead', async () => {
  const roomId = await buildRoom(server)
  expect((await server.call(previewSeries, series([roomId], { count: 61 }), { as: anna })).returnCode).toBe(CODE.input)
  expect(await server.call(previewSeries, series([roomId], { endTime: at(1, '08:00') }), { as: anna })).toMatchObject({ data: { fields: [{ path: 'endTime' }] } })
  const far = await server.ok(previewSeries, series([roomId], { repeat: 'monthDay', startTime: at(1, '09:00'), endTime: at(1, '10:00'), count: 24 }), { as: anna })
  expect(far.items.at(-1)?.problem).toBe('最多提前 400 天预约')
})

test('two series over the same rooms in another order at once: one stands, none waits for the other for ever', async () => {
  const rooms = [await buildRoom(server), await buildRoom(server), await buildRoom(server)]
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => server.call(insertSeries, { ...series(i % 2 ? rooms : [...rooms].reverse(), { repeat: 'daily', count: 5 }), onProblem: 'refuse' }, { as: i % 2 ? anna : berta })))
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, ...Array(5).fill(CODE.roomTaken)].sort())
  for (const roomId of rooms) expect(await statesOf(roomId)).toHaveLength(5)
})

test('who finds a room taken waits and hears in the order of coming; a turn that is not used goes to the next', async () => {
  const { db } = server.platform
  const roomId = await buildRoom(server)
  const taken = await server.ok(insertReservation, wish(roomId), { as: anna })
  expect(await server.call(insertRoomWait, wish(roomId, { startTime: at(1, '11:00'), endTime: at(1, '12:00') }), { as: berta })).toMatchObject({ data: { fields: [{ message: '该时段空闲，可以直接预约' }] } })
  const first = await server.ok(insertRoomWait, wish(roomId, { title: '贝塔的会' }), { as: berta })
  const second = await server.ok(insertRoomWait, wish(roomId, { title: '克拉的会', startTime: at(1, '09:30'), endTime: at(1, '10:30') }), { as: clara })
  expect([first.before, second.before]).toEqual([0, 1])
  expect(await server.call(insertRoomWait, wish(roomId), { as: berta })).toMatchObject({ data: { fields: [{ message: '您已在等候该会议室的这个时段' }] } })
  expect((await server.call(cancelRoomWait, { waitId: first.waitId }, { as: clara })).returnCode).toBe(CODE.notFound)
  const told = async (as: Session) => (await server.ok(selectNotificationByPage, {}, { as })).items.filter((n) => n.title === '您等候的会议室已空出').length
  await server.ok(changeReservationStatus, { reservationId: taken.reservationId, version: 1, verb: 'cancel' }, { as: anna })
  expect([await told(berta), await told(clara)]).toEqual([1, 0])
  expect((await server.ok(selectRoomWaits, {}, { as: berta })).items).toMatchObject([{ waitId: first.waitId, waitState: 'told', toldUntil: expect.any(String) }])
  await Promise.all([lapseWaits(server.platform), lapseWaits(server.platform)])
  expect([await told(berta), await told(clara)]).toEqual([1, 0])
  await sql`update room_wait set told_until = now() where wait_id = ${first.waitId}`.execute(db)
  await Promise.all([lapseWaits(server.platform), lapseWaits(server.platform)])
  expect([await told(berta), await told(clara)]).toEqual([1, 1])
  // Whoever books waits no more.
  await server.ok(insertReservation, wish(roomId, { startTime: at(1, '09:30'), endTime: at(1, '10:30') }), { as: clara })
  expect((await server.ok(selectRoomWaits, {}, { as: clara })).items).toEqual([])
  const states = await sql<{ wait_state: string }>`select wait_state from room_wait where room_id = ${roomId} order by wait_id`.execute(db)
  expect(states.rows.map((r) => r.wait_state)).toEqual(['lapsed', 'booked'])
})

test('the page at a room’s door shows its day to everybody and names nobody; another token shows nothing', async () => {
  const roomId = await buildRoom(server, { roomName: '门牌<室>' })
  await server.ok(insertReservation, wish(roomId, { title: '<b>例会</b>' }), { as: anna })
  const { address, picture } = await server.ok(selectRoomDoor, { roomId }, { as: anna })
  expect(picture).toMatch(/^<svg/)
  const token = address.split('/').at(-1) ?? ''
  const page = await fetch(`${server.url}/roomDoor/${token}`)
  expect([page.status, page.headers.get('refresh')]).toEqual([200, '60'])
  expect(await page.text()).toContain('门牌&lt;室&gt;')
  const tomorrow = await doorPage(server.platform, roomId, new Date(at(1, '09:15')))
  expect(tomorrow).toContain('使用中，至 10:00')
  expect(tomorrow).toContain('&lt;b&gt;例会&lt;/b&gt;（已预约）')
  expect(tomorrow).not.toContain('甄安娜')
  for (const wrong of [`${Number(roomId) + 1}${token.slice(token.indexOf('.'))}`, token.slice(0, -1), `${token}x`]) expect((await fetch(`${server.url}/roomDoor/${wrong}`)).status).toBe(404)
})
