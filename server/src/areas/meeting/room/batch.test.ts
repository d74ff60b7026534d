import { CODE } from '@assoc/contract'
import { insertReservation } from '@assoc/contract/meeting/reservation'
import { room } from '@assoc/contract/meeting/room'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { buildRoom, wish } from '../testing'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const noted = async (ids: readonly string[]) =>
  (await server.platform.db.selectFrom('audit_log').select(['record_id', 'verb']).where('record_type', '=', 'room').where('record_id', 'in', ids).where('verb', '<>', 'insert').orderBy('audit_id').execute()).map((r) => [r.record_id, r.verb])

test('chosen rooms: one with a booking stays, by name and with the reason; the others are closed, opened again and deleted', async () => {
  const [first, booked, third] = [await buildRoom(server), await buildRoom(server, { roomName: '有约室' }), await buildRoom(server)]
  await server.ok(insertReservation, wish(booked))
  const ids = [first, booked, third]
  const stays = [{ id: booked, name: '有约室', message: expect.stringContaining('还有 1 个未结束的预约') as string }]
  expect(await server.ok(room.batch, { verb: 'close', ids })).toEqual({ done: 2, changed: [first, third].map((id) => ({ id, from: 'available', version: 2 })), failed: stays, next: null })
  expect(await server.ok(room.batch, { verb: 'reopen', ids })).toMatchObject({ done: 2, failed: [{ id: booked, message: '当前状态不允许此操作' }] })
  expect(await server.ok(room.batch, { verb: 'maintain', ids })).toMatchObject({ done: 3, failed: [] })
  expect(await server.ok(room.batch, { verb: 'delete', ids: [...ids, '999999'] })).toMatchObject({ done: 2, failed: [...stays, { id: '999999', name: '', message: '记录不存在，或不在您的数据范围内' }] })
  expect(await noted(ids)).toEqual([
    [first, 'close'], [third, 'close'], [first, 'reopen'], [third, 'reopen'],
    [first, 'maintain'], [booked, 'maintain'], [third, 'maintain'], [first, 'delete'], [third, 'delete'],
  ])
})

test('all 120 that a filter matches, step by step, and no other', async () => {
  const { db } = server.platform
  await sql`insert into meeting_room (room_name, location, capacity, open_from, open_to, search_text)
    select '批量室' || n, '层', 8, '08:00', '18:00', '批量室' || n from generate_series(1, 120) n`.execute(db)
  const other = await buildRoom(server)
  let after: string | null | undefined
  const done: number[] = []
  do {
    const answer = await server.ok(room.batch, { verb: 'maintain', filter: { keyword: '批量室', roomStatus: 'available' }, ...(after ? { after } : {}) })
    done.push(answer.done)
    after = answer.next
  } while (after)
  expect(done).toEqual([50, 50, 20])
  expect((await server.ok(room.list, { keyword: '批量室', roomStatus: 'maintenance' })).total).toBe(120)
  expect(await noted([other])).toEqual([])
})

test('what no room could bear is refused as a whole', async () => {
  const roomId = await buildRoom(server)
  const reader = await server.person({ permits: ['meeting:room:read'] })
  for (const verb of ['close', 'delete']) expect((await server.call(room.batch, { verb, ids: [roomId] }, { as: reader })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(room.batch, { verb: 'explode', ids: [roomId] })).returnCode).toBe(CODE.input)
  expect((await server.call(room.batch, { verb: 'close', filter: { roomStatus: 'x' } })).returnCode).toBe(CODE.input)
  expect(await noted([roomId])).toEqual([])
})
