import { CODE } from '@assoc/contract'
import { dayAfter, dayOf, instantOf, today } from '@assoc/contract/core/day'
import { lecturer, NEW_LECTURER, NEW_SPEAKER, speaker } from '@assoc/contract/meeting/lecturer'
import { generateList, previewList, USUAL_COLUMNS } from '@assoc/contract/meeting/lists'
import { copyMeeting, meetingResource, NEW_MEETING, selectMeetingClashes, selectMeetingLinks } from '@assoc/contract/meeting/meeting'
import { registration } from '@assoc/contract/meeting/registration'
import { NEW_SESSION, signSession } from '@assoc/contract/meeting/sign-session'
import { downloadFile, uploadFile } from '@assoc/contract/platform/file'
import type { FileItem } from '@assoc/contract'
import { changeReservationStatus } from '@assoc/contract/meeting/reservation'
import { selectPublicMeeting } from '@assoc/contract/meeting/sign-in'
import { selectMeetingStat } from '@assoc/contract/meeting/statistics'
import { sql } from 'kysely'
import { PDFDocument } from '@cantoo/pdf-lib'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { runList } from '../lists'
import { buildRoom, meetingsFor, type Meetings } from '../testing'

let server: TestServer
let meetings: Meetings
let planner: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  meetings = await meetingsFor(server)
  planner = await server.person({ permits: ['meeting:meeting:read', 'meeting:meeting:update', 'meeting:reservation:insert', 'meeting:reservation:read', 'meeting:registration:read', 'meeting:lecturer:read', 'meeting:lecturer:update', 'meeting:speaker:read', 'meeting:speaker:update', 'meeting:stat:read', 'meeting:room:read', 'meeting:signIn:read', 'meeting:signSession:update'], scopes: { meeting: 'all', member: 'all' } })
})
afterAll(() => server.stop())

const db = () => server.platform.db
const on = (day: string, clock: string) => instantOf(`${day} ${clock}:00`)
const line = (roomId: string, day: string, from = '09:00', to = '11:00') => ({ roomId, startTime: on(day, from), endTime: on(day, to) })
const draft = (day: string, given: object = {}) => ({ ...NEW_MEETING, meetingName: `${day.slice(0, 4)}年测试会议`, meetingType: 'forum' as const, organizerDeptId: meetings.deptId, startTime: on(day, '09:00'), endTime: on(day, '11:00'), address: '路演厅', ...given })
const insert = (day: string, given: object = {}) => server.call(meetingResource.insert, draft(day, given) as never, { as: planner })
const read = (meetId: string) => server.ok(meetingResource.read, { meetId }, { as: planner })
const bookings = async (meetId: string) => (await db().selectFrom('room_reservation').select(['reserve_status']).where('meet_id', '=', meetId).orderBy('reservation_id').execute()).map((row) => row.reserve_status)
const NEXT = dayAfter(today(), 40)

test('rooms are booked with the meeting, however far ahead; one that is taken is refused at its line and leaves no meeting', async () => {
  const [roomId, other] = [await buildRoom(server), await buildRoom(server)]
  const { meetId } = (await insert(NEXT, { rooms: [line(roomId, NEXT)] })).data as { meetId: string }
  expect((await read(meetId)).roomStates).toMatch(/09:00–11:00（已预约）$/)
  const refused = await insert(NEXT, { meetingName: '抢同一间', rooms: [line(other, NEXT), line(roomId, NEXT, '10:00', '12:00')] })
  expect(refused).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'rooms.1.roomId', message: expect.stringContaining('已被“') }] } })
  expect((await db().selectFrom('meeting').select('meet_id').where('meeting_name', '=', '抢同一间').execute())).toEqual([])
  expect((await insert(NEXT, { rooms: [line(other, NEXT), line(other, NEXT, '10:00', '12:00')] })).returnMessage).toBe('同一会议室的时段重叠')
  // A line that goes gives its room back, one that stays is booked on.
  const { rooms } = await read(meetId)
  await server.ok(meetingResource.update, { ...draft(NEXT), meetId, version: 1, rooms: [...(rooms ?? []), line(other, NEXT)] } as never, { as: planner })
  await server.ok(meetingResource.update, { ...draft(NEXT), meetId, version: 2, rooms: [line(other, NEXT)] } as never, { as: planner })
  expect(await bookings(meetId)).toEqual(['cancelled', 'reserved'])
  await server.ok(meetingResource.remove, { meetId, version: 3 }, { as: planner })
  expect((await db().selectFrom('room_reservation').select('reserve_status').where('room_id', '=', other).execute()).map((row) => row.reserve_status)).toEqual(['cancelled'])
})

test('what clashes is told: a booking that was taken back or waits, and a meeting of the same audience at the time', async () => {
  const [roomId, audited] = [await buildRoom(server), await buildRoom(server, { needAudit: true })]
  const day = dayAfter(today(), 41)
  const { meetId } = (await insert(day, { capacity: 50, audienceJurisdictions: ['北京'], rooms: [line(roomId, day), line(audited, day)] })).data as { meetId: string }
  const same = (await insert(day, { meetingName: '同时的会', audienceJurisdictions: ['北京', '上海'] })).data as { meetId: string }
  await insert(day, { meetingName: '他处的会', audienceJurisdictions: ['西藏'] })
  await sql`update meeting set meeting_status = 'published' where meet_id <> ${meetId}`.execute(db())
  const { reservation_id: reservationId } = await db().selectFrom('room_reservation').select('reservation_id').where('meet_id', '=', meetId).where('room_id', '=', roomId).executeTakeFirstOrThrow()
  await server.ok(changeReservationStatus, { reservationId, version: 1, verb: 'cancel' }, { as: planner })
  const found = await server.ok(selectMeetingClashes, { meetId }, { as: planner })
  expect(found.rooms).toEqual([expect.stringContaining('的预约已被取消'), expect.stringContaining('还在待审批'), expect.stringContaining('最多容纳 10 人')])
  expect(found.meetings.map((one) => one.meetId)).toEqual([same.meetId])
})

test('a copy lies on another day with everything but people, and names the rooms that it does not get', async () => {
  const [roomId, taken] = [await buildRoom(server), await buildRoom(server)]
  const [day, to] = [dayAfter(today(), 30), dayAfter(today(), 394)]
  const { meetId } = (await insert(day, { regEnd: on(day, '08:00'), options: [{ kind: 'meal', name: '午餐', places: 0, price: 0, perCompany: 0 }], rooms: [line(taken, day), line(roomId, day)] })).data as { meetId: string }
  await insert(to, { meetingName: '先订的会', rooms: [line(taken, to)] })
  const made = await server.ok(copyMeeting, { meetId, startDate: to }, { as: planner })
  expect(made.missedRooms).toEqual([expect.stringContaining('已被“先订的会”预约')])
  const copied = await read(made.meetId)
  expect(copied).toMatchObject({ meetingStatus: 'draft', meetingName: `${to.slice(0, 4)}年测试会议`, taken: 0, options: [{ name: '午餐' }] })
  expect([copied.startTime, copied.regEnd].map((at) => dayOf(at as string))).toEqual([to, to])
  expect(copied.rooms).toEqual([{ roomId, startTime: on(to, '09:00'), endTime: on(to, '11:00') }])
  expect((await server.call(copyMeeting, { meetId, startDate: today() }, { as: planner })).returnMessage).toBe('新的开始日期须晚于今天')
  expect((await server.ok(selectMeetingLinks, { meetId }, { as: planner })).details).toMatch(new RegExp(`/meetingDetails\\?meetID=${meetId}$`))
})

test('a copy has the cover with bytes of its own and the sessions on its days, whose codes are others, and takes them along when it is deleted', async () => {
  const [day, to] = [dayAfter(today(), 20), dayAfter(today(), 27)]
  const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('封面')])
  const uploaded = (await server.upload(uploadFile, { purpose: 'meeting.cover' }, { name: '封面.png', bytes: PNG }, planner)).data as FileItem
  const { meetId } = (await insert(day, { cover: [uploaded] })).data as { meetId: string }
  const morning = { ...NEW_SESSION, meetId, sessionName: '上午场', signFrom: on(day, '08:00'), lateFrom: on(day, '09:10'), signTo: on(day, '10:00'), gates: '东门、西门' }
  await server.ok(signSession.insert, morning, { as: planner })
  await server.ok(signSession.insert, { ...morning, sessionName: '前夜报到', signFrom: on(dayAfter(day, -1), '18:00'), lateFrom: null, signTo: on(dayAfter(day, -1), '21:00') }, { as: planner })
  const made = await server.ok(copyMeeting, { meetId, startDate: to }, { as: planner })
  expect([made.missedRooms, made.missedSessions]).toEqual([[], []])
  const { cover } = await read(made.meetId)
  expect(cover).toEqual([{ ...uploaded, fileId: expect.not.stringMatching(new RegExp(`^${uploaded.fileId}$`)) }])
  expect(await server.file(downloadFile, { fileId: cover?.[0]?.fileId ?? '' }, { as: planner })).toEqual(PNG)
  const sessionsOf = async (id: string) => (await server.ok(signSession.list, { meetId: id, sort: { field: 'signFrom', order: 'asc' } }, { as: planner })).items
  expect(await sessionsOf(made.meetId)).toMatchObject([
    { sessionName: '前夜报到', signFrom: on(dayAfter(to, -1), '18:00'), lateFrom: null, sessionStatus: 'planned' },
    { sessionName: '上午场', signFrom: on(to, '08:00'), lateFrom: on(to, '09:10'), signTo: on(to, '10:00'), gates: '东门、西门', refreshSec: NEW_SESSION.refreshSec },
  ])
  const secrets = await db().selectFrom('meeting_session').select('secret').where('meet_id', 'in', [meetId, made.meetId]).execute()
  expect(new Set(secrets.map(({ secret }) => secret.toString('hex'))).size).toBe(4)
  // The first keeps its cover when the copy lets go of its own.
  await server.ok(meetingResource.remove, { meetId: made.meetId, version: 1 }, { as: planner })
  expect([await db().selectFrom('meeting_session').select('session_id').where('meet_id', '=', made.meetId).execute(), (await sessionsOf(meetId)).length, await server.file(downloadFile, { fileId: uploaded.fileId }, { as: planner })]).toEqual([[], 2, PNG])

  const other = await server.person({ permits: ['meeting:meeting:read', 'meeting:meeting:update'], scopes: { meeting: 'all' } })
  expect((await server.ok(copyMeeting, { meetId, startDate: to }, { as: other })).missedSessions).toEqual(['前夜报到（没有维护签到场次的权限）', '上午场（没有维护签到场次的权限）'])
})

test('a registration that has ended hinders submitting, and mine are mine', async () => {
  const { meetId } = (await insert(NEXT, { meetingName: '截止已过' })).data as { meetId: string }
  await sql`update meeting set reg_end = now() - interval '1 hour' where meet_id = ${meetId}`.execute(db())
  expect(await server.call(meetingResource.change, { meetId, version: 1, verb: 'submit' }, { as: planner })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'regEnd', message: '报名截止时间已过，请先修改' }] } })
  await meetings.open({ meetingName: '别人的会' })
  const names = (await server.ok(meetingResource.list, { makerId: planner.userId, pageSize: 100 }, { as: planner })).items.map((row) => row.meetingName)
  expect([names.includes('截止已过'), names.includes('别人的会')]).toEqual([true, false])
  expect((await server.call(meetingResource.list, { makerId: meetings.planner.userId }, { as: planner })).returnCode).not.toBe(CODE.ok)
})

test('a fee is taxed as labour, once a meeting and lecturer, and who speaks stands on the public page', async () => {
  const meetId = await meetings.open()
  const { lecturerId } = await server.ok(lecturer.insert, { ...NEW_LECTURER, lecturerName: '虞构成', unitPost: '某大学教授' } as never, { as: planner })
  const talk = { ...NEW_SPEAKER, meetId, lecturerId, topic: '履职要点', fee: 3_000_000 }
  const { speakerId } = await server.ok(speaker.insert, talk as never, { as: planner })
  expect(await server.ok(speaker.read, { speakerId }, { as: planner })).toMatchObject({ tax: 520_000, net: 2_480_000, lecturerName: '虞构成' })
  expect((await server.call(speaker.insert, { ...talk, topic: '第二场' } as never, { as: planner })).returnMessage).toContain('合并计税')
  await server.ok(speaker.insert, { ...talk, topic: '圆桌', fee: 0, shown: false } as never, { as: planner })
  expect((await server.call(speaker.insert, { ...talk, topic: '外籍', fee: 0, nonResident: true, handTax: 0 } as never, { as: planner })).returnMessage).toContain('登记为居民个人')
  expect((await server.ok(selectPublicMeeting, { meetId })).speakers).toEqual([{ name: '虞构成', unitPost: '某大学教授', topic: '履职要点', talkTime: null }])
  await server.ok(lecturer.change, { lecturerId, version: 1, verb: 'stop' }, { as: planner })
  expect((await server.call(speaker.insert, { ...talk, topic: '再讲', fee: 0 } as never, { as: planner })).returnMessage).toBe('该讲师已停用')
  expect((await server.call(lecturer.remove, { lecturerId, version: 2 }, { as: planner })).returnCode).toBe(CODE.inUse)
})

test('figures count places and what became of them, and each one’s link is a filter of the list that shows just these', async () => {
  const meetId = await meetings.open({ meetingType: 'supervisors' })
  const ids: string[] = []
  for (let i = 0; i < 4; i += 1) ids.push((await server.ok(registration.insert, meetings.person(meetId), { as: meetings.clerk })).registerId)
  await sql`update meeting_registration set reg_status = case register_id when ${ids[0]}::bigint then 'attended' when ${ids[1]}::bigint then 'absent' when ${ids[2]}::bigint then 'cancelled' else reg_status end where meet_id = ${meetId}`.execute(db())
  const { rows, total } = await server.ok(selectMeetingStat, { by: 'type' }, { as: planner })
  const row = rows.find(({ key }) => key === 'supervisors')
  // No rate before it is over: most of those who will come have not come yet.
  expect(row).toMatchObject({ label: '监事会', meetings: 1, registered: 3, attended: 1, absent: 1, rate: null })
  expect(total.registered).toBeGreaterThanOrEqual(3)
  const filter = new URLSearchParams(row?.links.absent.split('?')[1])
  const { items } = await server.ok(registration.list, { meetingType: [filter.get('meetingType') as 'supervisors'], regStatus: [filter.get('regStatus') as 'absent'] }, { as: planner })
  expect(items.map(({ registerId }) => registerId)).toEqual([ids[1]])
  const years = await server.ok(selectMeetingStat, { by: 'year', meetingType: 'supervisors' }, { as: planner })
  expect(years.rows).toHaveLength(1)
  await sql`update meeting set meeting_status = 'ended' where meet_id = ${meetId}`.execute(db())
  expect((await server.ok(selectMeetingStat, { by: 'type', meetingType: 'supervisors' }, { as: planner })).total.rate).toBe(33.3)
})

test('a list masks numbers for who may not see them; badges bear a sheet each, and above 200 people it is a job', async () => {
  const meetId = await meetings.open()
  for (let i = 0; i < 3; i += 1) await server.ok(registration.insert, { ...meetings.person(meetId), remark: '=1+1' }, { as: meetings.clerk })
  const asked = { meetId, columns: [...USUAL_COLUMNS], order: 'name' as const, masks: ['mobile' as const], statuses: ['confirmed' as const] }
  const shown = await server.ok(previewList, { ...asked, masks: [] }, { as: planner })
  expect([shown.total, shown.rows[0]?.[6]]).toEqual([3, expect.stringMatching(/^199\*{4}\d{4}$/)])
  expect((await server.call(generateList, { ...asked, masks: [], format: 'xlsx' }, { as: planner })).returnMessage).toContain('没有查看手机号码明文的权限')
  expect((await server.file(generateList, { ...asked, format: 'xlsx' }, { as: planner })).subarray(0, 2).toString()).toBe('PK')
  expect((await server.call(generateList, { ...asked, format: 'pdf' }, { as: planner })).returnMessage).toContain('最多 12 列')
  const badges = await PDFDocument.load(await server.file(generateList, { ...asked, format: 'badges' }, { as: planner }))
  expect([badges.getPageCount(), Math.round(badges.getPage(0).getWidth() / (72 / 25.4)), Math.round(badges.getPage(0).getHeight() / (72 / 25.4))]).toEqual([3, 90, 130])
  expect((await PDFDocument.load(await server.file(generateList, { ...asked, format: 'sheets' }, { as: planner }))).getPageCount()).toBe(1)

  await sql`insert into meeting_registration (register_no, meet_id, unit_name, name, gender, post_name, mobile, need_stay, need_pickup, reg_status, dept_id)
    select 'JOB' || n, ${meetId}::bigint, '子虚', '众人' || n, 'unknown', '无', (18800000000 + n)::text, false, false, 'confirmed', ${meetings.deptId}::bigint from generate_series(1, 200) n`.execute(db())
  const answer = await server.call(generateList, { ...asked, format: 'sheets' }, { as: planner })
  expect(answer.returnCode).toBe(CODE.silent)
  const { workId } = answer.data as unknown as { workId: string }
  await runList({ workId }, server.platform)
  expect(await db().selectFrom('work').select(['work_status', 'done_rows']).where('work_id', '=', workId).executeTakeFirst()).toEqual({ work_status: 'done', done_rows: 203 })
})
