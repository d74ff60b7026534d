import { CODE } from '@assoc/contract'
import { dayOf } from '@assoc/contract/core/day'
import { changeReservationStatus, insertReservation, selectRoomWeek } from '@assoc/contract/meeting/reservation'
import { room } from '@assoc/contract/meeting/room'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { explainRows } from '../../../platform/resource/rows.repository'
import { buildRoom, wish } from '../testing'
import { room as roomResource } from '.'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const fields = { roomName: '第一会议室', location: '三层东', capacity: 16, equipment: ['projector' as const], openFrom: '08:00', openTo: '18:00', needAudit: false, remark: null }

test('a room is made, found by name, place and initials, changed and deleted; its name is free again', async () => {
  const { roomId } = await server.ok(room.insert, fields)
  for (const keyword of ['第一', '会议室', '三层东', 'DYHYS', 'dy', '一']) {
    expect((await server.ok(room.list, { keyword })).items.map((r) => r.roomId)).toContain(roomId)
  }
  for (const keyword of ['第二', '%', '_', '会议东']) expect((await server.ok(room.list, { keyword })).total).toBe(0)
  expect((await server.ok(room.list, { keyword: '第一' })).items[0]).toEqual({
    roomId, ...fields, openHours: '08:00–18:00', roomStatus: 'available', version: 1, abilities: ['update', 'maintain', 'close', 'delete'],
  })
  expect(await server.call(room.insert, fields)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'roomName', message: '该会议室名称已被使用' }] } })
  expect(await server.ok(room.update, { roomId, version: 1, ...fields, capacity: 20 })).toEqual({ version: 2 })
  const late = await server.call(room.update, { roomId, version: 1, ...fields, capacity: 30 })
  expect(late).toMatchObject({ returnCode: CODE.conflict, data: { current: { capacity: 20, version: 2 } } })
  expect((await server.call(room.remove, { roomId, version: 1 })).returnCode).toBe(CODE.conflict)
  await server.ok(room.remove, { roomId, version: 2 })
  expect((await server.call(room.update, { roomId, version: 3, ...fields })).returnCode).toBe(CODE.notFound)
  const again = await server.ok(room.insert, fields)
  await server.ok(room.remove, { roomId: again.roomId, version: 1 })
  const audit = await server.platform.db.selectFrom('audit_log').select(['verb', 'before', 'after']).where('record_type', '=', 'room').where('record_id', '=', roomId).orderBy('audit_id').execute()
  expect(audit.map((a) => a.verb)).toEqual(['insert', 'update', 'delete'])
  expect(audit[1]).toMatchObject({ before: { capacity: 16 }, after: { capacity: 20 } })
})

test('the status moves along its machine only', async () => {
  const roomId = await buildRoom(server)
  expect((await server.call(room.change, { roomId, version: 1, verb: 'reopen' })).returnCode).toBe(CODE.badTransition)
  expect(await server.ok(room.change, { roomId, version: 1, verb: 'maintain' })).toEqual({ roomStatus: 'maintenance', version: 2 })
  expect((await server.call(room.change, { roomId, version: 1, verb: 'reopen' })).returnCode).toBe(CODE.conflict)
  expect(await server.ok(room.change, { roomId, version: 2, verb: 'reopen' })).toEqual({ roomStatus: 'available', version: 3 })
  expect((await server.ok(room.list, { roomStatus: 'maintenance' })).total).toBe(0)
})

test('of many who change the status at once, one succeeds', async () => {
  const roomId = await buildRoom(server)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => server.call(room.change, { roomId, version: 1, verb: i % 2 ? 'maintain' : 'close' })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(answers.filter((a) => a.returnCode === CODE.conflict)).toHaveLength(19)
})

test('a room with reservations to come is neither closed nor deleted', async () => {
  const roomId = await buildRoom(server)
  const { reservationId } = await server.ok(insertReservation, wish(roomId))
  for (const refused of [await server.call(room.change, { roomId, version: 1, verb: 'close' }), await server.call(room.remove, { roomId, version: 1 })]) {
    expect(refused).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('还有 1 个未结束的预约') })
  }
  await server.ok(changeReservationStatus, { reservationId, version: 1, verb: 'cancel' })
  await server.ok(room.change, { roomId, version: 1, verb: 'close' })
  const week = await server.ok(selectRoomWeek, { weekStart: dayOf(new Date()) })
  expect(week.rooms.map((r) => r.roomId)).not.toContain(roomId)
})

test('who may only read gets no verbs', async () => {
  const reader = await server.person({ permits: ['meeting:room:read'] })
  await buildRoom(server)
  const { items } = await server.ok(room.list, {}, { as: reader })
  expect(items.length).toBeGreaterThan(0)
  expect(items.every((r) => r.abilities.length === 0)).toBe(true)
})

test('no search or order of the list reads the rooms through', async () => {
  const { db, sessions } = server.platform
  await sql`insert into meeting_room (room_name, location, capacity, open_from, open_to, search_text)
    select '室' || n, '层', n % 900 + 1, '08:00', '18:00', case when n % 5000 = 0 then '罕见' else '室' || n end from generate_series(1, 20000) n`.execute(db)
  await sql`analyze meeting_room`.execute(db)
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const [filters, sort] of [
    [{}, undefined], [{}, { field: 'roomName', order: 'desc' }], [{}, { field: 'capacity', order: 'asc' }], [{}, { field: 'capacity', order: 'desc' }],
    [{ keyword: '罕见' }, undefined], [{ keyword: '室1999' }, undefined], [{ roomStatus: 'maintenance' }, undefined],
  ] as const) {
    const plan = await explainRows(db, roomResource.runtime, principal, { filters, sort })
    // All rooms are counted by reading them; a page of them is not.
    expect(Object.keys(filters).length > 0 ? plan : plan.split('\n\n')[0]).not.toContain('Seq Scan')
  }
})
