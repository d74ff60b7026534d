import { CODE } from '@assoc/contract'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { meetingResource } from '@assoc/contract/meeting/meeting'
import { selectOwnRegistrations } from '@assoc/contract/meeting/own'
import { registration } from '@assoc/contract/meeting/registration'
import * as seatCalls from '@assoc/contract/meeting/seat'
import * as stayCalls from '@assoc/contract/meeting/stay'
import { sql } from 'kysely'
import { pdfText } from '../../../../../scripts/jest/pdf-text.mjs'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { lockMeeting } from '../meeting/repository'
import { giveRoom } from '../stay'
import { meetingsFor, type Meetings } from '../testing'
import { place } from './index'
import { tellSeats } from './notices'
import { lockPlan } from './repository'

let server: TestServer
let meetings: Meetings
let host: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  meetings = await meetingsFor(server)
  host = await server.person({ permits: ['meeting:seat:read', 'meeting:seat:update', 'meeting:stay:read', 'meeting:stay:update', 'meeting:registration:read', 'meeting:mine:use'], scopes: { meeting: 'all', member: 'all' } })
})
afterAll(() => server.stop())

const db = () => server.platform.db
const register = async (meetId: string, given: object = {}) => (await server.ok(registration.insert, { ...meetings.person(meetId), ...given }, { as: meetings.clerk })).registerId
const many = async (meetId: string, count: number, given: object = {}) => {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) ids.push(await register(meetId, given))
  return ids
}
const planOf = (meetId: string) => server.ok(seatCalls.selectSeatPlan, { meetId }, { as: host })
const seat = async (meetId: string, name: string) => (await planOf(meetId)).seats.find((one) => seatCalls.seatName(one) === name)
const areas = (meetId: string, lines: number, seats: number) => server.call(seatCalls.saveSeatAreas, { meetId, areas: [{ area: 'A', kind: 'rows', lines, seats }] }, { as: host })
const put = async (meetId: string, registerId: string, to: { seatId: string; registerId: string | null } | undefined) => server.call(seatCalls.placePerson, { meetId, registerId, seatId: to?.seatId ?? null, expects: to?.registerId ?? null }, { as: host })

test('people are seated, change places, are seen by themselves once it is published, and give their seat up with their place', async () => {
  const meetId = await meetings.open()
  expect((await areas(meetId, 2, 3)).returnCode).toBe(CODE.ok)
  const [one = '', two = ''] = await many(meetId, 2)
  await put(meetId, one, await seat(meetId, 'A-1-1'))
  await put(meetId, two, await seat(meetId, 'A-1-2'))
  await put(meetId, two, await seat(meetId, 'A-1-1'))
  expect([(await seat(meetId, 'A-1-1'))?.registerId, (await seat(meetId, 'A-1-2'))?.registerId]).toEqual([two, one])
  expect((await meetings.read(one)).seatNo).toBe('A-1-2')

  const { mobile } = await db().selectFrom('meeting_registration').select('mobile').where('register_id', '=', one).executeTakeFirstOrThrow()
  await sql`update sys_user set mobile = ${mobile} where user_id = ${host.userId}`.execute(db())
  const own = async () => (await server.ok(selectOwnRegistrations, { part: 'attend' }, { as: host })).items[0]?.seatNo
  expect(await own()).toBeNull()
  await server.ok(seatCalls.publishSeats, { meetId, published: true }, { as: host })
  expect(await own()).toBe('A-1-2')

  expect(await areas(meetId, 1, 1)).toMatchObject({ returnCode: CODE.input, returnMessage: 'A-1-2 等座位已有人，请先移开' })
  await meetings.step(one, 'cancel')
  expect((await seat(meetId, 'A-1-2'))?.registerId).toBeNull()
  expect((await put(meetId, one, await seat(meetId, 'A-1-2'))).returnMessage).toBe('该报名已取消，或没有名额')
  expect(pdfText(await server.file(seatCalls.printSeats, { meetId, format: 'list' }, { as: host }))).toContain('A-1-1')
})

test('who has a seat in a published plan hears of it once, and again when it is another one', async () => {
  const meetId = await meetings.open()
  await areas(meetId, 1, 3)
  const [one = '', two = ''] = await many(meetId, 2)
  const { mobile } = await db().selectFrom('meeting_registration').select('mobile').where('register_id', '=', one).executeTakeFirstOrThrow()
  await sql`update sys_user set mobile = ${mobile} where user_id = ${host.userId}`.execute(db())
  await put(meetId, one, await seat(meetId, 'A-1-1'))
  await put(meetId, two, await seat(meetId, 'A-1-2'))
  const queued = async () => (await sql<{ later: boolean }>`select run_at > now() + interval '4 minutes' as later from graphile_worker.jobs where key = ${`meeting:tell-seats:${meetId}`}`.execute(db())).rows.map(({ later }) => later)
  const told = async () => {
    await tellSeats(server.platform, meetId)
    return (await db().selectFrom('notification').select('content').where('title', 'like', '座位%').where('user_id', '=', host.userId).orderBy('notification_id').execute()).map(({ content }) => content.replace(/（.*）/, ''))
  }
  const publish = (published: boolean) => server.ok(seatCalls.publishSeats, { meetId, published }, { as: host })
  expect([await queued(), await told()]).toEqual([[], []])
  await publish(true)
  expect([await queued(), await told(), await told()]).toEqual([[false], ['您在“测试会议”的座位是 A-1-1。'], ['您在“测试会议”的座位是 A-1-1。']])
  await publish(false)
  await publish(true)
  expect(await told()).toHaveLength(1)
  await put(meetId, one, await seat(meetId, 'A-1-3'))
  expect(await queued()).toEqual([true])
  expect(await told()).toEqual(['您在“测试会议”的座位是 A-1-1。', '您在“测试会议”的座位由 A-1-1 调整为 A-1-3。'])
  // A plan that is hidden tells nothing of what is changed in it.
  await publish(false)
  await put(meetId, one, await seat(meetId, 'A-1-1'))
  expect(await told()).toHaveLength(2)
})

test('by rule everybody is seated with a reason, locked seats stay and blocked ones are left free', async () => {
  const meetId = await meetings.open()
  await areas(meetId, 2, 3)
  const ids = await many(meetId, 5)
  await put(meetId, ids[4] as string, await seat(meetId, 'A-2-3'))
  await server.ok(seatCalls.stateSeats, { meetId, seatIds: [(await seat(meetId, 'A-2-3'))?.seatId as string], state: 'locked' }, { as: host })
  await server.ok(seatCalls.stateSeats, { meetId, seatIds: [(await seat(meetId, 'A-1-1'))?.seatId as string], state: 'blocked' }, { as: host })
  const rules = { meetId, byRank: true, companyTogether: true, jurisdictionBlocks: false, keepSeated: false }
  expect(await server.ok(seatCalls.fillSeats, rules, { as: host })).toEqual({ seated: 4, left: [] })
  const { seats } = await planOf(meetId)
  expect(seats.map((one) => [seatCalls.seatName(one), one.registerId])).toEqual([['A-1-1', null], ['A-1-2', ids[0]], ['A-1-3', ids[1]], ['A-2-1', ids[2]], ['A-2-2', ids[3]], ['A-2-3', ids[4]]])
  expect(seats[1]?.reason).toBe('无会员类别')
  expect((await put(meetId, ids[0] as string, seats[5])).returnMessage).toBe('A-2-3 已锁定，请先解锁')
  expect((await put(meetId, ids[0] as string, seats[0])).returnMessage).toBe('A-1-1 已停用')
})

test('of many who want one seat at once one gets it, and the others are told', async () => {
  const meetId = await meetings.open()
  await areas(meetId, 1, 1)
  const ids = await many(meetId, 6)
  const wanted = await seat(meetId, 'A-1-1')
  const answers = await Promise.all(ids.map((id) => put(meetId, id, wanted)))
  expect(answers.filter(({ returnCode }) => returnCode === CODE.ok)).toHaveLength(1)
  expect(answers.filter(({ returnCode }) => returnCode === MEETING_CODE.seatTaken)).toHaveLength(5)
})

test('negative control: without the lock on the plan two are told that the seat is theirs', async () => {
  const meetId = await meetings.open()
  await areas(meetId, 1, 1)
  const [one = '', two = ''] = await many(meetId, 2)
  const seatId = (await seat(meetId, 'A-1-1'))?.seatId as string
  const seated = await Promise.all([one, two].map((registerId) => db().transaction().execute(async (tx) => {
    const now = await tx.selectFrom('meeting_seat').select('register_id').where('seat_id', '=', seatId).executeTakeFirstOrThrow()
    await sql`select pg_sleep(0.2)`.execute(tx)
    if (now.register_id) return false
    await tx.updateTable('meeting_seat').set({ register_id: registerId }).where('seat_id', '=', seatId).execute()
    return true
  })))
  expect(seated).toEqual([true, true])
  // With it the second finds the first.
  await sql`update meeting_seat set register_id = null where seat_id = ${seatId}`.execute(db())
  const locked = await Promise.allSettled([one, two].map((registerId) => db().transaction().execute(async (tx) => {
    await lockPlan(tx, meetId)
    return place(tx, { meetId, registerId, seatId, expects: null })
  })))
  expect(locked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

const STAY = { needStay: true, roomType: 'twinShared', checkInDate: '2026-12-01', checkOutDate: '2026-12-03', gender: 'male' }
const stock = (meetId: string, rooms: number, roomType = 'twinShared') => server.call(stayCalls.saveStayStock, { meetId, stock: ['2026-12-01', '2026-12-02'].map((night) => ({ hotel: '子虚宾馆', roomType, night, rooms })) as never }, { as: host })
const stayOf = (meetId: string) => server.ok(stayCalls.selectStayPlan, { meetId }, { as: host })

test('sharers are paired, whoever is left over is named, and stock goes down by night', async () => {
  const meetId = await meetings.open()
  await stock(meetId, 2)
  const first = await register(meetId, { ...STAY, name: '甲', roommate: '丙' })
  await register(meetId, { ...STAY, name: '乙' })
  await register(meetId, { ...STAY, name: '丙', roommate: '甲' })
  await register(meetId, { ...STAY, name: '丁', gender: 'unknown' })
  await register(meetId, { ...STAY, name: '戊', roomType: 'king' })
  const { placed, left } = await server.ok(stayCalls.arrangeStay, { meetId }, { as: host })
  expect([placed, left]).toEqual([2, [{ name: '乙', why: '没有同性别且日期重叠的合住人' }, { name: '丁', why: '未填性别，不能自动合住' }, { name: '戊', why: '没有酒店备有大床房' }]])
  const plan = await stayOf(meetId)
  expect(plan.guests.find(({ name }) => name === '甲')).toMatchObject({ hotel: '子虚宾馆', mates: ['丙'], reason: '双方互选' })
  expect(plan.stock.map(({ night, used }) => [night, used])).toEqual([['2026-12-01', 1], ['2026-12-02', 1]])
  expect((await stock(meetId, 0)).returnMessage).toContain('已安排 1 间')
  // Whoever leaves the meeting leaves the room; the other one is seen to sleep alone.
  await meetings.step(first, 'cancel')
  expect((await stayOf(meetId)).guests.find(({ name }) => name === '丙')).toMatchObject({ mates: [], hotel: '子虚宾馆' })
  // Who comes later takes the free bed.
  expect((await server.ok(stayCalls.arrangeStay, { meetId }, { as: host })).placed).toBe(2)
  expect((await stayOf(meetId)).guests.find(({ name }) => name === '丙')?.mates).toEqual(['乙'])
  const text = pdfText(await server.file(stayCalls.exportStay, { meetId, format: 'pdf' }, { as: host }))
  expect(text).toContain('子虚宾馆')
})

test('a night that has one room left is given once; without the lock it is oversold', async () => {
  const meetId = await meetings.open()
  await stock(meetId, 1, 'king')
  const ids = await many(meetId, 5, { ...STAY, roomType: 'king' })
  const answers = await Promise.all(ids.map((registerId) => server.call(stayCalls.placeGuest, { meetId, registerId, hotel: '子虚宾馆' }, { as: host })))
  expect(answers.map(({ returnCode }) => returnCode).sort()).toEqual([CODE.ok, ...Array<string>(4).fill(MEETING_CODE.roomNightFull)].sort())
  expect(answers.find(({ returnCode }) => returnCode !== CODE.ok)?.returnMessage).toBe('子虚宾馆 大床房 2026-12-01 已满')

  // Negative control: the same without holding the meeting, with a pause between looking and taking.
  const room = { hotel: '子虚宾馆', roomType: 'king' as const, checkIn: '2026-12-01', checkOut: '2026-12-03', reason: '对照', roomNo: null }
  await db().deleteFrom('meeting_stay').where('meet_id', '=', meetId).execute()
  await asOwner(db(), sql`create function slow_stay() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$`)
  await asOwner(db(), sql`create trigger slow_stay before insert on meeting_stay for each row execute function slow_stay()`)
  const rush = (locks: boolean) => Promise.allSettled(ids.slice(0, 3).map((id) => db().transaction().execute(async (tx) => {
    if (locks) await lockMeeting(tx, meetId)
    return giveRoom(tx, meetId, room, [id])
  })))
  expect((await rush(false)).filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(1)
  await db().deleteFrom('meeting_stay').where('meet_id', '=', meetId).execute()
  expect((await rush(true)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('meals are counted by day, pick-ups stand by hour and train, and diet notes go with the archive', async () => {
  const option = (name: string, day: string) => ({ kind: 'meal' as const, name, day, places: 0, price: 0, perCompany: 0 })
  const meetId = await meetings.open({ options: [option('午餐二', '2026-12-02'), option('午餐一', '2026-12-01')] })
  const id = await register(meetId, { optionNames: ['午餐一', '午餐二'], dietNote: '不吃牛肉', needPickup: true, arriveTime: '2026-12-01T01:20:00Z', arriveNo: 'G101' })
  await register(meetId, { optionNames: ['午餐一'], needPickup: true, arriveTime: '2026-12-01T01:50:00Z', arriveNo: 'G101' })
  const found = await server.ok(stayCalls.selectCatering, { meetId }, { as: host })
  expect(found.meals).toEqual([{ day: '2026-12-01', name: '午餐一', people: 2 }, { day: '2026-12-02', name: '午餐二', people: 1 }])
  expect(found.diets).toMatchObject([{ dietNote: '不吃牛肉', meals: ['午餐二', '午餐一'] }])
  expect(found.pickups).toMatchObject([{ hour: '2026-12-01 09:00', arriveNo: 'G101', people: [{}, {}] }])
  await sql`update meeting set meeting_status = 'ended' where meet_id = ${meetId}`.execute(db())
  const { version } = await server.ok(meetingResource.read, { meetId }, { as: meetings.planner })
  await server.ok(meetingResource.change, { meetId, version, verb: 'archive' }, { as: meetings.planner })
  expect((await meetings.read(id)).dietNote).toBeNull()
  expect((await areas(meetId, 1, 1)).returnMessage).toBe('会议已归档，座位不能再改')
})
