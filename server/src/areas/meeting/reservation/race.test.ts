import { CODE } from '@assoc/contract'
import { insertReservation, updateReservation } from '@assoc/contract/meeting/reservation'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import { at, buildRoom, wish } from '../testing'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const BOOKINGS = 50

async function bookAtOnce(roomId: string): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: BOOKINGS }, () => server.call(insertReservation, wish(roomId))))
  return answers.map((a) => a.returnCode)
}

const standing = async (roomId: string) =>
  Number((await sql<{ n: string }>`select count(*) as n from room_reservation where room_id = ${roomId} and reserve_status = 'reserved'`.execute(server.platform.db)).rows[0]?.n)

test('of 50 bookings of one hour at once exactly one stands, and each of the others hears why', async () => {
  const roomId = await buildRoom(server)
  const codes = await bookAtOnce(roomId)
  expect(codes.filter((c) => c === CODE.ok)).toHaveLength(1)
  expect(codes.filter((c) => c === CODE.roomTaken)).toHaveLength(BOOKINGS - 1)
  expect(await standing(roomId)).toBe(1)
})

test('bookings that are moved onto one hour at once do not meet there either', async () => {
  const [target, elsewhere] = [await buildRoom(server), await buildRoom(server)]
  const made = []
  for (let hour = 0; hour < 20; hour++) {
    const clock = String(hour).padStart(2, '0')
    made.push(await server.ok(insertReservation, wish(elsewhere, { startTime: at(2, `${clock}:00`), endTime: at(2, `${clock}:45`) })))
  }
  const codes = await Promise.all(made.map(async (r) => (await server.call(updateReservation, { reservationId: r.reservationId, version: 1, ...wish(target) })).returnCode))
  expect(codes.filter((c) => c === CODE.ok)).toHaveLength(1)
  expect(codes.filter((c) => c === CODE.roomTaken)).toHaveLength(19)
})

// Last, for it breaks this file's database.
test('negative control: without the constraint the same room is sold many times', async () => {
  await asOwner(server.platform.db, sql`alter table room_reservation drop constraint room_reservation_no_overlap`)
  const roomId = await buildRoom(server)
  await bookAtOnce(roomId)
  expect(await standing(roomId)).toBeGreaterThan(1)
})
