import { CODE, type RequestOf } from '@assoc/contract'
import { instantOf, localTime } from '@assoc/contract/core/day'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { meetingResource, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { registration } from '@assoc/contract/meeting/registration'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { lockMeeting } from '../meeting/repository'
import { stepMeetings } from '../meeting'
import { endOffers, firstStatus, tellCancelled } from './places'
import { placesTaken } from './repository'

const PERMITS = ['meeting:meeting:read', 'meeting:meeting:update', 'meeting:registration:read', 'meeting:registration:update']

let server: TestServer
let planner: Session
let clerk: Session
let deptId: string
let first: string
let other: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  deptId = (await server.platform.db.insertInto('dept').values({ parent_id: null, dept_name: '会务部', sort_no: 1 }).returning('dept_id').executeTakeFirstOrThrow()).dept_id
  ;[first = '', other = ''] = await buildCompanies(server, 2)
  planner = await server.person({ permits: [...PERMITS, 'meeting:registration:audit'], scopes: { meeting: 'all', member: 'all' } })
  clerk = await server.person({ permits: PERMITS, scopes: { meeting: 'all', member: 'all' } })
})
afterAll(() => server.stop())

const db = () => server.platform.db
const inHours = (hours: number) => new Date(Math.round(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString()
type Given = Partial<RequestOf<typeof meetingResource.insert>>

/** A meeting that is open for registrations, approved by somebody else than who planned it. */
async function openMeeting(given: Given = {}): Promise<string> {
  const fields = { ...NEW_MEETING, needAudit: false, meetingName: '测试会议', meetingType: 'seminar' as const, organizerDeptId: deptId, startTime: inHours(72), endTime: inHours(76), address: '一层大厅', ...given }
  const { meetId } = await server.ok(meetingResource.insert, fields, { as: planner })
  await server.ok(meetingResource.change, { meetId, version: 1, verb: 'submit' }, { as: planner })
  await server.ok(meetingResource.change, { meetId, version: 2, verb: 'approve' })
  await server.ok(meetingResource.change, { meetId, version: 3, verb: 'open' }, { as: planner })
  return meetId
}

let people = 0
const person = (meetId: string, companyId: string | null = null): RequestOf<typeof registration.insert> => ({
  meetId, companyId, unitName: companyId ? null : '子虚大学', name: `甄参会${++people}`, gender: 'unknown', postName: '董事', mobile: `1990${String(people).padStart(7, '0')}`, needStay: false, needPickup: false,
})
const register = async (meetId: string, companyId: string | null = null) => (await server.ok(registration.insert, person(meetId, companyId), { as: clerk })).registerId
const read = (registerId: string) => server.ok(registration.read, { registerId }, { as: planner })
const step = async (registerId: string, verb: string, reason: string | null = null, as = planner) => server.call(registration.change, { registerId, version: (await read(registerId)).version, verb, reason }, { as })
const statuses = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await read(id)).regStatus))
const sentTo = async (mobile: string) => (await db().selectFrom('outbox').select('content').where('recipient', '=', mobile).orderBy('outbox_id').execute()).map((row) => row.content)

test('a meeting is approved by somebody else, and who has planned it may not', async () => {
  const both = await server.person({ permits: [...PERMITS, 'meeting:meeting:approve'], scopes: { meeting: 'all' } })
  const { meetId } = await server.ok(meetingResource.insert, { ...NEW_MEETING, meetingName: '本人筹备', meetingType: 'forum', organizerDeptId: deptId, startTime: inHours(30), endTime: inHours(32), address: '三层' }, { as: both })
  await server.ok(meetingResource.change, { meetId, version: 1, verb: 'submit' }, { as: both })
  expect((await server.call(meetingResource.change, { meetId, version: 2, verb: 'approve' }, { as: both })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(meetingResource.change, { meetId, version: 2, verb: 'sendBack' })).returnCode).toBe(CODE.input)
  expect(await server.ok(meetingResource.change, { meetId, version: 2, verb: 'approve' })).toMatchObject({ meetingStatus: 'published' })
  expect((await server.call(registration.insert, person(meetId), { as: clerk })).returnMessage).toBe('该会议尚未开放报名')
})

test('times that contradict each other are refused at their fields', async () => {
  const answer = await server.call(meetingResource.insert, { ...NEW_MEETING, meetingName: '时间不对', meetingType: 'forum', organizerDeptId: deptId, startTime: inHours(30), endTime: inHours(29), regEnd: inHours(31), onlineUrl: 'http://meet.example' }, { as: planner })
  expect(answer.returnCode).toBe(CODE.input)
  expect((answer.data as unknown as { fields: { path: string }[] }).fields.map((f) => f.path).sort()).toEqual(['endTime', 'onlineUrl', 'regEnd'])
})

test('what somebody must not eat is in the log as filled in and changed, and never what it says', async () => {
  const meetId = await openMeeting()
  const wish = { ...person(meetId), dietNote: '清真' }
  const { registerId } = await server.ok(registration.insert, wish, { as: clerk })
  expect((await read(registerId)).dietNote).toBe('清真')
  const { meetId: _m, ...form } = wish
  await server.ok(registration.update, { ...form, meetId, registerId, version: (await read(registerId)).version, dietNote: '花生过敏' }, { as: clerk })
  const { rows } = await sql<{ text: string }>`select concat(before::text, after::text) as text from audit_log where record_type = 'meetingRegistration' and record_id = ${registerId}::bigint order by audit_id`.execute(db())
  expect(rows.map(({ text }) => text.includes('（内容不记入日志）'))).toEqual([true, true])
  expect(rows.map(({ text }) => text).join()).not.toMatch(/清真|花生/)
})

test('the full meeting puts people on the waiting list, and places that are given up go to them in their order', async () => {
  const meetId = await openMeeting({ capacity: 2, offerHours: 0 })
  const ids = [await register(meetId), await register(meetId), await register(meetId), await register(meetId)]
  expect(await statuses(ids)).toEqual(['confirmed', 'confirmed', 'waiting', 'waiting'])
  expect(await read(ids[3] as string)).toMatchObject({ before: 1 })
  expect(await step(ids[0] as string, 'cancel')).toMatchObject({ returnCode: CODE.ok })
  expect(await statuses(ids)).toEqual(['cancelled', 'confirmed', 'confirmed', 'waiting'])
  const third = await db().selectFrom('meeting_registration').select('mobile').where('register_id', '=', ids[2] as string).executeTakeFirstOrThrow()
  expect(await sentTo(third.mobile)).toEqual([expect.stringContaining('进入候补名单'), expect.stringContaining('您已成功报名')])
  // A raised limit gives on in the same transaction, too.
  const meeting = await server.ok(meetingResource.read, { meetId }, { as: planner })
  const { meetNo: _no, organizerDeptName: _dept, audienceCategoryNames: _names, roomStates: _rooms, taken, waiting, auditing: _auditing, updateTime: _time, meetingStatus: _status, abilities: _abilities, separated: _separated, ...fields } = meeting
  expect([taken, waiting]).toEqual([2, 1])
  await server.ok(meetingResource.update, { ...fields, capacity: 3 } as RequestOf<typeof meetingResource.update>, { as: planner })
  expect(await statuses(ids)).toEqual(['cancelled', 'confirmed', 'confirmed', 'confirmed'])
})

test('whom the limit of a company stops is passed over and keeps their place on the list', async () => {
  const meetId = await openMeeting({ capacity: 3, perCompanyLimit: 2, offerHours: 0 })
  const ids = [await register(meetId, first), await register(meetId), await register(meetId), await register(meetId, first), await register(meetId, first), await register(meetId, other)]
  expect(await statuses(ids)).toEqual(['confirmed', 'confirmed', 'confirmed', 'waiting', 'waiting', 'waiting'])
  await step(ids[1] as string, 'cancel')
  await step(ids[2] as string, 'cancel')
  expect(await statuses(ids)).toEqual(['confirmed', 'cancelled', 'cancelled', 'confirmed', 'waiting', 'confirmed'])
  expect((await server.call(registration.insert, person(meetId, first), { as: clerk })).returnCode).toBe(MEETING_CODE.companyFull)
})

test('an offer that nobody answers goes to the next; one that is accepted stands', async () => {
  const meetId = await openMeeting({ capacity: 1, offerHours: 24 })
  const ids = [await register(meetId), await register(meetId), await register(meetId)]
  await step(ids[0] as string, 'cancel')
  expect(await statuses(ids)).toEqual(['cancelled', 'offered', 'waiting'])
  await endOffers(server.platform)
  expect(await statuses(ids)).toEqual(['cancelled', 'offered', 'waiting'])
  await sql`update meeting_registration set offer_until = now() - interval '1 minute' where register_id = ${ids[1]}`.execute(db())
  expect((await step(ids[1] as string, 'accept')).returnMessage).toBe('候补名额已过确认时间')
  await endOffers(server.platform)
  expect(await statuses(ids)).toEqual(['cancelled', 'cancelled', 'offered'])
  expect((await step(ids[2] as string, 'accept', null, clerk)).returnCode).toBe(CODE.ok)
  expect(await statuses(ids)).toEqual(['cancelled', 'cancelled', 'confirmed'])
})

test('what waits for a decision is decided by another, and only while there is a place', async () => {
  const meetId = await openMeeting({ capacity: 1, needAudit: true, countPending: false })
  const ids = [await register(meetId), await register(meetId)]
  expect(await statuses(ids)).toEqual(['pending', 'pending'])
  expect((await step(ids[0] as string, 'approve')).returnCode).toBe(CODE.ok)
  expect(await step(ids[1] as string, 'approve')).toMatchObject({ returnCode: MEETING_CODE.full, returnMessage: '名额已满（1 人），可以转为候补' })
  expect((await step(ids[1] as string, 'wait', '名额已满')).returnCode).toBe(CODE.ok)
  expect(await read(ids[1] as string)).toMatchObject({ regStatus: 'waiting', auditOpinion: '名额已满', before: 0 })
})

test('a number registers once a meeting, again after it has cancelled, and hears where its first stands', async () => {
  const meetId = await openMeeting()
  const wish = person(meetId)
  const { registerId } = await server.ok(registration.insert, wish, { as: clerk })
  const { registerNo } = await read(registerId)
  expect(registerNo).toMatch(/^BM\d{12}$/)
  expect(await server.call(registration.insert, wish, { as: clerk })).toMatchObject({ returnCode: MEETING_CODE.registered, returnMessage: `该手机号码已报名本次会议（${registerNo}，报名成功）` })
  await step(registerId, 'cancel')
  expect((await server.call(registration.insert, wish, { as: clerk })).returnCode).toBe(CODE.ok)
})

test('each meeting that takes nobody says why', async () => {
  const late = await openMeeting()
  const to = async (meetId: string, values: Record<string, unknown>) => db().updateTable('meeting').set(values).where('meet_id', '=', meetId).execute()
  await to(late, { reg_end: new Date(Date.now() - 60_000) })
  expect(await server.call(registration.insert, person(late), { as: clerk })).toMatchObject({ returnCode: MEETING_CODE.closed, returnMessage: '该会议报名已截止' })
  // Who decides on registrations adds somebody after the closing all the same.
  expect((await server.call(registration.insert, person(late), { as: planner })).returnCode).toBe(CODE.ok)
  await to(late, { meeting_status: 'ended' })
  expect((await server.call(registration.insert, person(late), { as: planner })).returnMessage).toBe('该会议已结束')
  const elsewhere = await openMeeting({ audienceJurisdictions: ['西藏'] })
  expect((await server.call(registration.insert, person(elsewhere, first), { as: clerk })).returnCode).toBe(MEETING_CODE.notInvited)
})

test('a meeting that is cancelled cancels everybody and tells each of them once; paid fees are to be given back', async () => {
  const meetId = await openMeeting({ feeAmount: 50_000 })
  const ids = [await register(meetId), await register(meetId)]
  expect((await read(ids[0] as string)).payStatus).toBe('unpaid')
  await sql`update meeting_registration set pay_status = 'paid' where register_id = ${ids[1]}`.execute(db())
  await server.ok(meetingResource.change, { meetId, version: 4, verb: 'cancel', reason: '场地停电' }, { as: planner })
  expect(await Promise.all(ids.map(async (id) => [(await read(id)).regStatus, (await read(id)).payStatus]))).toEqual([['cancelled', 'none'], ['cancelled', 'toRefund']])
  await tellCancelled(server.platform, meetId, '场地停电')
  await tellCancelled(server.platform, meetId, '场地停电')
  const { mobile } = await db().selectFrom('meeting_registration').select('mobile').where('register_id', '=', ids[0] as string).executeTakeFirstOrThrow()
  expect((await sentTo(mobile)).filter((text) => text.includes('已取消'))).toHaveLength(1)
})

test('the clock opens, closes, begins and ends a meeting; who did not come is absent', async () => {
  const meetId = await openMeeting()
  const [came, stayed] = [await register(meetId), await register(meetId)]
  expect((await step(came, 'attend')).returnMessage).toMatch(/^签到从 .* 开始$/)
  await sql`update meeting set start_time = now() - interval '2 hours', end_time = now() + interval '1 hour' where meet_id = ${meetId}`.execute(db())
  await stepMeetings(server.platform)
  expect((await server.ok(meetingResource.read, { meetId })).meetingStatus).toBe('running')
  expect((await step(came, 'attend')).returnCode).toBe(CODE.ok)
  expect((await step(stayed, 'cancel')).returnMessage).toBe('会议已开始，不能取消报名')
  await sql`update meeting set end_time = now() - interval '1 minute' where meet_id = ${meetId}`.execute(db())
  await stepMeetings(server.platform)
  expect((await server.ok(meetingResource.read, { meetId })).meetingStatus).toBe('ended')
  expect(await statuses([came, stayed])).toEqual(['attended', 'absent'])
})

const PLACES = 12
const TRIES = 40

test('of many who register at once as many get a place as there are, and none twice', async () => {
  const meetId = await openMeeting({ capacity: PLACES })
  const wishes = Array.from({ length: TRIES }, () => person(meetId))
  const answers = await Promise.all([...wishes, ...wishes.slice(0, 10)].map((wish) => server.call(registration.insert, wish, { as: clerk })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(TRIES)
  expect(answers.filter((a) => a.returnCode === MEETING_CODE.registered)).toHaveLength(10)
  const { items } = await server.ok(registration.list, { meetId, pageSize: 100 }, { as: planner })
  expect(items.filter((row) => row.regStatus === 'confirmed')).toHaveLength(PLACES)
  expect(items.filter((row) => row.regStatus === 'waiting')).toHaveLength(TRIES - PLACES)
  // Ten of those with a place leave at once: ten who waited get theirs.
  const leaving = items.filter((row) => row.regStatus === 'confirmed').slice(0, 10)
  await Promise.all(leaving.map((row) => step(row.registerId, 'cancel')))
  expect((await placesTaken(db(), meetId, null)).taken).toBe(PLACES)
})

test('negative control: without the lock on the meeting places are sold twice', async () => {
  const meetId = await openMeeting({ capacity: 1 })
  const meeting = await db().transaction().execute((tx) => lockMeeting(tx, meetId))
  if (!meeting) throw new Error('no meeting')
  const found = await Promise.all(Array.from({ length: 5 }, (_, i) => db().transaction().execute(async (tx) => {
    const status = await firstStatus(tx, meeting, { companyId: null, optionNames: [] })
    await sql`select pg_sleep(0.2)`.execute(tx)
    await sql`insert into meeting_registration (register_no, meet_id, unit_name, name, gender, post_name, mobile, need_stay, need_pickup, reg_status, dept_id) values (${`CONTROL${i}`}, ${meetId}, '对照', '对照', 'unknown', '无', ${`1980000000${i}`}, false, false, ${status}, ${deptId})`.execute(tx)
    return status
  })))
  expect(found.filter((status) => status === 'confirmed').length).toBeGreaterThan(1)
})

test('a day of a meeting is a day in Shanghai', async () => {
  const day = localTime(inHours(72)).slice(0, 10)
  const meetId = await openMeeting({ startTime: instantOf(`${day} 00:30:00`), endTime: instantOf(`${day} 02:00:00`) })
  const { items } = await server.ok(meetingResource.list, { startDateFrom: day, startDateTo: day, pageSize: 100 }, { as: planner })
  expect(items.map((m) => m.meetId)).toContain(meetId)
})
