import { CODE } from '@assoc/contract'
import { dayOf } from '@assoc/contract/core/day'
import { selectNotificationByPage } from '@assoc/contract/platform/workspace'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { changeReservationStatus, insertReservation, selectRoomWeek, updateReservation } from '@assoc/contract/meeting/reservation'
import { reservation, selectRoomUse } from '@assoc/contract/meeting/reservation-record'
import { room } from '@assoc/contract/meeting/room'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { at, BOOKER, buildRoom, wish } from '../testing'
import { stepByClock } from './clock'

let server: TestServer
let anna: Session
let berta: Session
let clerk: Session
beforeAll(async () => {
  server = await startTestServer()
  anna = await server.person({ permits: BOOKER, scopes: { meeting: 'self' }, name: '甄安娜' })
  berta = await server.person({ permits: BOOKER, scopes: { meeting: 'self' }, name: '甄贝塔' })
  clerk = await server.person({ permits: [...BOOKER, 'meeting:reservation:approve', 'meeting:reservation:cancelAny'], scopes: { meeting: 'all' } })
})
afterAll(() => server.stop())

const count = async () => Number((await sql<{ n: string }>`select count(*) as n from room_reservation`.execute(server.platform.db)).rows[0]?.n)

test('a booking stands at once where no approval is needed, and everybody who may read sees it', async () => {
  const roomId = await buildRoom(server)
  const made = await server.ok(insertReservation, wish(roomId), { as: anna })
  expect(made).toMatchObject({ reserveStatus: 'reserved', applicantName: '甄安娜', title: '例会', version: 1, abilities: ['update', 'cancel'] })
  const week = await server.ok(selectRoomWeek, { weekStart: dayOf(new Date()) }, { as: berta })
  expect(week.reservations.find((r) => r.reservationId === made.reservationId)).toMatchObject({ title: '例会', abilities: [] })
})

test('a taken time is refused with its own code and leaves no row; the neighbouring time is free', async () => {
  const roomId = await buildRoom(server)
  await server.ok(insertReservation, wish(roomId), { as: anna })
  const before = await count()
  const clash = await server.call(insertReservation, wish(roomId, { startTime: at(1, '09:45'), endTime: at(1, '10:15') }), { as: berta })
  expect(clash).toMatchObject({ returnCode: CODE.roomTaken, returnMessage: '该会议室在这个时段已被预约，请换一个时间或会议室' })
  expect(await count()).toBe(before)
  await server.ok(insertReservation, wish(roomId, { startTime: at(1, '10:00'), endTime: at(1, '10:15') }), { as: berta })
  await server.ok(insertReservation, wish(await buildRoom(server)), { as: berta })
})

test('broken rules come all at once, at their fields', async () => {
  const roomId = await buildRoom(server, { capacity: 3, openFrom: '09:00', openTo: '12:00' })
  const answer = await server.call(insertReservation, wish(roomId, { startTime: at(1, '08:50'), endTime: at(1, '12:15') }), { as: anna })
  expect(answer.returnCode).toBe(CODE.input)
  expect((answer.data as unknown as { fields: { path: string }[] }).fields.map((f) => f.path).sort()).toEqual(['attendNum', 'endTime', 'startTime'])
  await server.ok(room.change, { roomId, version: 1, verb: 'maintain' })
  expect(await server.call(insertReservation, wish(roomId, { attendNum: 1 }), { as: anna })).toMatchObject({ data: { fields: [{ path: 'roomId', message: '该会议室维护中，暂不能预约' }] } })
})

test('an audited room waits for a second person, who is told to do it and tells the applicant', async () => {
  const roomId = await buildRoom(server, { needAudit: true })
  const made = await server.ok(insertReservation, wish(roomId), { as: clerk })
  expect(made).toMatchObject({ reserveStatus: 'pending', abilities: ['update', 'cancel'] })
  const own = await server.call(changeReservationStatus, { reservationId: made.reservationId, version: 1, verb: 'approve' }, { as: clerk })
  expect(own).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“同意”须由其他人办理' })
  expect(await server.ok(selectTodos, {}, { as: clerk })).toEqual([])

  const waiting = await server.ok(insertReservation, wish(roomId, { startTime: at(2, '09:00'), endTime: at(2, '10:00') }), { as: anna })
  expect(await server.ok(selectTodos, {}, { as: clerk })).toMatchObject([{ value: 1 }])
  const { reservationId } = waiting
  expect((await server.call(changeReservationStatus, { reservationId, version: 1, verb: 'approve' }, { as: anna })).returnCode).toBe(CODE.forbidden)
  expect(await server.call(changeReservationStatus, { reservationId, version: 1, verb: 'reject' }, { as: clerk })).toMatchObject({ data: { fields: [{ path: 'reason' }] } })
  expect(await server.ok(changeReservationStatus, { reservationId, version: 1, verb: 'approve' }, { as: clerk })).toEqual({ reserveStatus: 'reserved', version: 2 })
  expect((await server.call(changeReservationStatus, { reservationId, version: 2, verb: 'reject', reason: '迟了' }, { as: clerk })).returnCode).toBe(CODE.badTransition)
  const notices = await server.ok(selectNotificationByPage, {}, { as: anna })
  expect(notices.items[0]?.title).toBe('会议室预约已通过')

  const second = await server.ok(insertReservation, wish(roomId, { startTime: at(3, '09:00'), endTime: at(3, '10:00') }), { as: anna })
  await server.ok(changeReservationStatus, { reservationId: second.reservationId, version: 1, verb: 'reject', reason: '场地布置' }, { as: clerk })
  // What was rejected holds the room no longer.
  await server.ok(insertReservation, wish(roomId, { startTime: at(3, '09:00'), endTime: at(3, '10:00') }), { as: berta })
})

test('a waiting booking is told to those who may approve it, and to nobody else', async () => {
  const { db } = server.platform
  const dept = async (dept_name: string, parent_id: string | null) =>
    (await db.insertInto('dept').values({ dept_name, parent_id, sort_no: 1 }).returning('dept_id').executeTakeFirstOrThrow()).dept_id
  const [upper, other] = [await dept('会务中心', null), await dept('财务中心', null)]
  const lower = await dept('会务一组', upper)
  const permits = [...BOOKER, 'meeting:reservation:approve']
  const applicant = await server.person({ permits, scopes: { meeting: 'all' }, deptId: lower, name: '甄申请' })
  const everywhere = await server.person({ permits, scopes: { meeting: 'all' } })
  const above = await server.person({ permits, scopes: { meeting: 'deptTree' }, deptId: upper })
  const beside = await server.person({ permits, scopes: { meeting: 'dept' }, deptId: lower })
  const elsewhere = await server.person({ permits, scopes: { meeting: 'deptTree' }, deptId: other })
  const ownRows = await server.person({ permits, scopes: { meeting: 'self' }, deptId: lower })
  const noPermit = await server.person({ permits: BOOKER, scopes: { meeting: 'all' } })
  const roomId = await buildRoom(server, { needAudit: true, roomName: '审批厅' })
  await server.ok(insertReservation, wish(roomId, { title: '季度例会' }), { as: applicant })
  const told = async (as: Session) => (await server.ok(selectNotificationByPage, {}, { as })).items.filter((n) => n.content.includes('季度例会'))
  for (const approver of [everywhere, above, beside, clerk]) {
    const [notice] = await told(approver)
    expect(notice).toMatchObject({ title: '有会议室预约待您审批', link: expect.stringMatching(/^\/go\/meeting\/ScheduleMeeting\?day=\d{4}-\d\d-\d\d&record=\d+$/) })
    expect(notice?.content).toContain('甄申请：季度例会，审批厅')
  }
  for (const person of [applicant, elsewhere, ownRows, noPermit]) expect(await told(person)).toEqual([])
  // Where nothing waits, nobody is told.
  await server.ok(insertReservation, wish(await buildRoom(server), { title: '季度例会' }), { as: applicant })
  expect(await told(everywhere)).toHaveLength(1)
})

test('one approves, one rejects, at once: one step is taken', async () => {
  const roomId = await buildRoom(server, { needAudit: true })
  const { reservationId } = await server.ok(insertReservation, wish(roomId), { as: anna })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => server.call(changeReservationStatus, { reservationId, version: 1, verb: i % 2 ? 'approve' : 'reject', reason: '并发' }, { as: clerk })),
  )
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  const steps = await server.platform.db.selectFrom('audit_log').select('verb').where('record_type', '=', 'reservation').where('record_id', '=', reservationId).execute()
  expect(steps).toHaveLength(2)
})

test('one’s own booking is cancelled, another’s only with the permit for it and within the scope', async () => {
  const roomId = await buildRoom(server)
  const { reservationId } = await server.ok(insertReservation, wish(roomId), { as: anna })
  // Berta's scope is their own rows: for them it is not there.
  expect((await server.call(changeReservationStatus, { reservationId, version: 1, verb: 'cancel' }, { as: berta })).returnCode).toBe(CODE.notFound)
  const wide = await server.person({ permits: BOOKER, scopes: { meeting: 'all' } })
  expect(await server.call(changeReservationStatus, { reservationId, version: 1, verb: 'cancel' }, { as: wide })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '只能取消本人的预约' })
  expect(await server.ok(changeReservationStatus, { reservationId, version: 1, verb: 'cancel' }, { as: clerk })).toEqual({ reserveStatus: 'cancelled', version: 2 })
  expect((await server.ok(selectNotificationByPage, {}, { as: anna })).items[0]?.title).toBe('会议室预约已被取消')
  const second = await server.ok(insertReservation, wish(roomId), { as: anna })
  expect(await server.ok(changeReservationStatus, { reservationId: second.reservationId, version: 1, verb: 'cancel' }, { as: anna })).toMatchObject({ reserveStatus: 'cancelled' })
})

test('a booking moves with its version; a clash or an old version changes nothing', async () => {
  const [roomId, other] = [await buildRoom(server), await buildRoom(server)]
  const made = await server.ok(insertReservation, wish(roomId), { as: anna })
  await server.ok(insertReservation, wish(other), { as: berta })
  const move = { reservationId: made.reservationId, ...wish(roomId, { startTime: at(1, '09:30'), endTime: at(1, '10:30') }) }
  expect(await server.ok(updateReservation, { ...move, version: 1 }, { as: anna })).toMatchObject({ version: 2, startTime: new Date(move.startTime).toISOString() })
  expect(await server.call(updateReservation, { ...move, version: 1 }, { as: anna })).toMatchObject({ returnCode: CODE.conflict, data: { current: { version: 2 } } })
  expect((await server.call(updateReservation, { ...move, roomId: other, version: 2 }, { as: anna })).returnCode).toBe(CODE.roomTaken)
  expect((await server.call(updateReservation, { ...move, version: 2 }, { as: berta })).returnCode).toBe(CODE.notFound)
  const row = await server.platform.db.selectFrom('room_reservation').select(['version', 'room_id']).where('reservation_id', '=', made.reservationId).executeTakeFirstOrThrow()
  expect(row).toEqual({ version: 2, room_id: roomId })
})

test('what was approved keeps its time, also for a mover who may approve: nobody approves what they changed; where none is needed it stands', async () => {
  const [audited, free] = [await buildRoom(server, { needAudit: true }), await buildRoom(server)]
  const made = await server.ok(insertReservation, wish(audited), { as: anna })
  await server.ok(changeReservationStatus, { reservationId: made.reservationId, version: 1, verb: 'approve' }, { as: clerk })
  const body = { reservationId: made.reservationId, version: 2, ...wish(audited, { title: '改名' }) }
  expect(await server.ok(updateReservation, body, { as: anna })).toMatchObject({ title: '改名', reserveStatus: 'reserved', version: 3 })
  const later = { ...body, version: 3, endTime: at(1, '10:30') }
  expect(await server.call(updateReservation, later, { as: anna })).toMatchObject({ returnCode: CODE.badTransition, returnMessage: expect.stringContaining('取消后重新预约') })
  expect(await server.call(updateReservation, later, { as: clerk })).toMatchObject({ returnCode: CODE.badTransition })
  // A waiting one may be moved for somebody else; then another approves it.
  const asked = await server.ok(insertReservation, wish(audited, { startTime: at(5, '09:00'), endTime: at(5, '10:00') }), { as: anna })
  expect(await server.ok(updateReservation, { reservationId: asked.reservationId, version: 1, ...wish(audited, { startTime: at(5, '10:00'), endTime: at(5, '11:00') }) }, { as: clerk })).toMatchObject({ reserveStatus: 'pending', abilities: ['update', 'cancel'], separated: ['approve', 'reject'] })
  expect(await server.call(changeReservationStatus, { reservationId: asked.reservationId, version: 2, verb: 'approve' }, { as: clerk })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“同意”须由其他人办理' })
  const waiting = await server.ok(insertReservation, wish(audited, { startTime: at(4, '09:00'), endTime: at(4, '10:00') }), { as: anna })
  const moved = await server.ok(updateReservation, { reservationId: waiting.reservationId, version: 1, ...wish(free) }, { as: anna })
  expect(moved).toMatchObject({ reserveStatus: 'reserved', roomId: free })
})

const noShow = async (value: number) => {
  await sql`insert into setting (key, value) values ('param/meeting.noShowMinutes', ${JSON.stringify(value)}::jsonb) on conflict (key) do update set value = excluded.value`.execute(server.platform.db)
  await server.platform.revocations.announce(server.platform.db, { kind: 'all' })
}

test('the clock starts and ends reservations once, and turns down what nobody approved', async () => {
  const { db } = server.platform
  await noShow(0)
  const [free, audited] = [await buildRoom(server), await buildRoom(server, { needAudit: true })]
  const begun = await server.ok(insertReservation, wish(free), { as: anna })
  const over = await server.ok(insertReservation, wish(free, { startTime: at(2, '09:00'), endTime: at(2, '10:00') }), { as: anna })
  const forgotten = await server.ok(insertReservation, wish(audited), { as: anna })
  const future = await server.ok(insertReservation, wish(free, { startTime: at(3, '09:00'), endTime: at(3, '10:00') }), { as: anna })
  const shift = (id: string, from: string, to: string) => sql`update room_reservation set start_time = now() + ${from}::interval, end_time = now() + ${to}::interval where reservation_id = ${id}`.execute(db)
  await shift(begun.reservationId, '-5 minutes', '20 minutes')
  await shift(over.reservationId, '-50 minutes', '-6 minutes')
  await shift(forgotten.reservationId, '-5 minutes', '20 minutes')
  await Promise.all([stepByClock(server.platform), stepByClock(server.platform)])
  const rows = await db
    .selectFrom('room_reservation')
    .select(['reservation_id', 'reserve_status', 'version'])
    .where('reservation_id', 'in', [begun, over, forgotten, future].map((r) => r.reservationId))
    .orderBy('reservation_id')
    .execute()
  expect(rows.map((r) => [r.reserve_status, r.version])).toEqual([['inUse', 2], ['finished', 3], ['rejected', 2], ['reserved', 1]])
  const move = await server.call(updateReservation, { reservationId: begun.reservationId, version: 2, ...wish(free) }, { as: anna })
  expect(move.returnCode).toBe(CODE.badTransition)
  const log = await db.selectFrom('audit_log').select(['user_name', 'title']).where('record_type', '=', 'reservation').where('record_id', '=', over.reservationId).where('verb', '=', 'clock').orderBy('audit_id').execute()
  expect(log).toEqual([{ user_name: '系统', title: '预约开始' }, { user_name: '系统', title: '预约结束' }])
})

test('who does not confirm that they are there loses the room, is asked before and told after; who does keeps it', async () => {
  const { db } = server.platform
  await noShow(15)
  const roomId = await buildRoom(server)
  const book = async (day: number, as: Session) => (await server.ok(insertReservation, wish(roomId, { startTime: at(day, '09:00'), endTime: at(day, '10:00'), title: `到场${day}` }), { as })).reservationId
  const [absent, late, present, early] = [await book(1, anna), await book(2, anna), await book(3, berta), await book(4, berta)]
  const shift = (id: string, from: number) => sql`update room_reservation set start_time = now() + make_interval(mins => ${from}), end_time = now() + make_interval(mins => ${from + 2}) where reservation_id = ${id}`.execute(db)
  await shift(absent, -16)
  await shift(late, -14)
  await shift(present, -10)
  await stepByClock(server.platform)
  expect((await server.ok(selectNotificationByPage, {}, { as: anna })).items.filter((n) => n.content.startsWith('到场1：')).map((n) => n.title).sort()).toEqual(['会议室预约已释放'])
  expect((await server.ok(selectNotificationByPage, {}, { as: anna })).items.filter((n) => n.content.startsWith('到场2：')).map((n) => n.title)).toEqual(['请确认会议室到场'])
  const confirm = (reservationId: string, as: Session) => server.call(changeReservationStatus, { reservationId, version: 1, verb: 'confirm' }, { as })
  expect(await confirm(present, clerk)).toMatchObject({ returnCode: CODE.ok, data: { reserveStatus: 'inUse' } })
  expect(await confirm(early, berta)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '开始前 15 分钟起可以确认到场' })
  expect(await server.call(reservation.change, { reservationId: late, version: 1, verb: 'release' }, { as: clerk })).toMatchObject({ returnCode: CODE.forbidden })
  await shift(late, -30)
  await sql`update room_reservation set start_time = now() - interval '20 minutes', end_time = now() - interval '1 minute' where reservation_id = ${present}`.execute(db)
  await Promise.all([stepByClock(server.platform), stepByClock(server.platform)])
  const list = await server.ok(reservation.list, { roomId, page: 1, pageSize: 20, sort: { field: 'startTime', order: 'asc' } }, { as: clerk })
  expect(Object.fromEntries(list.items.map((r) => [r.reservationId, r.reserveStatus]))).toEqual({ [absent]: 'released', [late]: 'released', [present]: 'finished', [early]: 'reserved' })
  const [first] = list.items.filter((r) => r.presentTime)
  expect(first?.reservationId).toBe(present)
  // What was given up holds the room no longer; Berta sees their own rows alone.
  expect((await server.ok(reservation.list, { roomId, page: 1, pageSize: 20 }, { as: berta })).total).toBe(2)
  const use = async (as: Session) => (await server.ok(selectRoomUse, { startDateFrom: dayOf(new Date(Date.now() - 86_400_000)), startDateTo: dayOf(at(4, '09:00')) }, { as })).items.find((r) => r.roomId === roomId)
  expect(await use(clerk)).toMatchObject({ bookings: 4, used: 1, noShows: 2, cancelled: 0, usedMinutes: 19 })
  expect(await use(berta)).toMatchObject({ bookings: 2, used: 1, noShows: 0 })
})

test('many that wait are decided on at once, each for itself, and never by who has booked', async () => {
  const roomId = await buildRoom(server, { needAudit: true })
  const ids: string[] = []
  for (const [day, as] of [[6, anna], [7, berta], [8, clerk]] as const) ids.push((await server.ok(insertReservation, wish(roomId, { startTime: at(day, '09:00'), endTime: at(day, '10:00') }), { as })).reservationId)
  const answer = await server.ok(reservation.batch, { verb: 'reject', ids, reason: '布置会场' }, { as: clerk })
  expect(answer).toMatchObject({ done: 2, failed: [{ id: ids[2], message: expect.stringContaining('须由其他人办理') }] })
  expect(await server.ok(reservation.read, { reservationId: ids[0] as string }, { as: anna })).toMatchObject({ reserveStatus: 'rejected', rejectReason: '布置会场' })
  expect((await server.ok(selectNotificationByPage, {}, { as: anna })).items[0]).toMatchObject({ title: '会议室预约未通过', content: expect.stringContaining('布置会场') })
})

test('week, clock and to-do read by index', async () => {
  const { db } = server.platform
  const roomId = await buildRoom(server)
  await sql`insert into room_reservation (room_id, title, start_time, end_time, attend_num, applicant_id, reserve_status)
    select ${roomId}, '旧会', t, t + interval '15 minutes', 1, ${anna.userId}, 'finished'
    from generate_series(now() - interval '500 days', now() - interval '300 days', interval '15 minutes') t`.execute(db)
  await sql`analyze room_reservation`.execute(db)
  const plans = [
    sql`explain select * from room_reservation where start_time >= now() - interval '3 days' and start_time < now() + interval '4 days' and reserve_status in ('pending', 'reserved', 'inUse', 'finished') order by start_time, reservation_id`,
    sql`explain select count(*) from room_reservation where reserve_status = 'pending' and applicant_id <> 1`,
    sql`explain select * from room_reservation where reserve_status = 'reserved' and start_time <= now()`,
    sql`explain select * from room_reservation where reserve_status = 'inUse' and end_time <= now()`,
    sql`explain select count(*) from room_reservation where room_id = ${roomId} and end_time > now() and reserve_status in ('pending', 'reserved', 'inUse')`,
  ]
  for (const plan of plans) expect(JSON.stringify((await plan.execute(db)).rows)).not.toContain('Seq Scan')
})
