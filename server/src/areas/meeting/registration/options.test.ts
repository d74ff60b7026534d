import { CODE, type RequestOf } from '@assoc/contract'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import type { MeetingOption } from '@assoc/contract/meeting/options'
import { registration } from '@assoc/contract/meeting/registration'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { lockMeeting } from '../meeting/repository'
import { meetingsFor, type Meetings } from '../testing'
import { firstStatus } from './places'
import { optionsTaken } from './repository'

let server: TestServer
let meetings: Meetings
let companyId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  ;[companyId = ''] = await buildCompanies(server, 1)
  meetings = await meetingsFor(server)
})
afterAll(() => server.stop())

const option = (name: string, given: Partial<MeetingOption> = {}): MeetingOption => ({ kind: 'meal', name, places: 0, price: 0, perCompany: 0, ...given })
const ask = (wish: RequestOf<typeof registration.insert>) => server.call(registration.insert, wish, { as: meetings.clerk })
const fieldsOf = (data: unknown) => (data as { fields: { path: string; message: string }[] }).fields

test('options that are full, at the company’s limit or not there are refused, each with its sentence', async () => {
  const meetId = await meetings.open({ options: [option('晚宴', { places: 2, perCompany: 1 }), option('大床房', { kind: 'room' }), option('双床房', { kind: 'room' })] })
  expect((await ask({ ...meetings.person(meetId, companyId), optionNames: ['晚宴'] })).returnCode).toBe(CODE.ok)
  expect(await ask({ ...meetings.person(meetId, companyId), optionNames: ['晚宴'] })).toMatchObject({ returnCode: MEETING_CODE.optionCompanyFull, returnMessage: '“晚宴”每单位限 1 人，该单位已满' })
  const second = (await server.ok(registration.insert, { ...meetings.person(meetId), optionNames: ['晚宴'] }, { as: meetings.clerk })).registerId
  const third = (await server.ok(registration.insert, meetings.person(meetId), { as: meetings.clerk })).registerId
  expect(await ask({ ...meetings.person(meetId), optionNames: ['晚宴'] })).toMatchObject({ returnCode: MEETING_CODE.optionFull, returnMessage: '“晚宴”的名额（2 人）已满，请改选其他项目' })
  const write = async (registerId: string, optionNames: string[]) => {
    const { registerId: id, version, meetId: of, name, gender, postName, needStay, needPickup, unitName } = await meetings.read(registerId)
    return server.call(registration.update, { registerId: id, version, meetId: of, companyId: null, unitName: unitName ?? null, name, gender, postName, needStay, needPickup, optionNames } as RequestOf<typeof registration.update>, { as: meetings.clerk })
  }
  expect((await write(third, ['晚宴'])).returnCode).toBe(MEETING_CODE.optionFull)
  expect((await write(second, [])).returnCode).toBe(CODE.ok)
  expect((await write(third, ['晚宴'])).returnCode).toBe(CODE.ok)
  expect(fieldsOf((await ask({ ...meetings.person(meetId), optionNames: ['夜游'] })).data)).toEqual([expect.objectContaining({ path: 'optionNames', message: '本次会议没有“夜游”这一项目' })])
  expect(fieldsOf((await ask({ ...meetings.person(meetId), optionNames: ['大床房', '双床房'] })).data)[0]?.message).toBe('房型只能选择一项')
})

test('the waiting list passes over whom an option’s limit stops, and serves them when the option is free again', async () => {
  const meetId = await meetings.open({ capacity: 2, offerHours: 0, options: [option('考察', { kind: 'tour', places: 1 })] })
  const at = async (optionNames: string[]) => (await server.ok(registration.insert, { ...meetings.person(meetId), optionNames }, { as: meetings.clerk })).registerId
  const [touring, plain] = [await at(['考察']), await at([])]
  await sql`update meeting set options = jsonb_set(options, '{0,places}', '0') where meet_id = ${meetId}`.execute(server.platform.db)
  const [stopped, next] = [await at(['考察']), await at([])]
  await sql`update meeting set options = jsonb_set(options, '{0,places}', '1') where meet_id = ${meetId}`.execute(server.platform.db)
  await meetings.step(plain, 'cancel')
  expect([(await meetings.read(stopped)).regStatus, (await meetings.read(next)).regStatus]).toEqual(['waiting', 'confirmed'])
  await meetings.step(touring, 'cancel')
  expect((await meetings.read(stopped)).regStatus).toBe('confirmed')
})

test('questions are asked on the server: what must be answered, what is no number and no choice', async () => {
  const meetId = await meetings.open({ questions: [{ question: '衣服尺码', kind: 'choice', choices: 'M|L|XL', required: true }, { question: '随行人数', kind: 'number', choices: null, required: false }] })
  const answering = async (answers: { question: string; answer: string | null }[]) => ask({ ...meetings.person(meetId), answers })
  expect(fieldsOf((await answering([])).data)[0]?.message).toBe('请回答“衣服尺码”')
  expect(fieldsOf((await answering([{ question: '衣服尺码', answer: 'S' }, { question: '随行人数', answer: '两个' }])).data)[0]?.message).toBe('“衣服尺码”须从给出的选项中选择；“随行人数”须为数字')
  const { registerId } = await server.ok(registration.insert, { ...meetings.person(meetId), answers: [{ question: '衣服尺码', answer: 'L' }] }, { as: meetings.clerk })
  expect((await meetings.read(registerId)).answers).toEqual([{ question: '衣服尺码', answer: 'L' }])
})

test('an option that somebody has chosen keeps its name and price; others may go', async () => {
  const options = [option('自助午餐', { price: 5_000 }), option('夜游', { kind: 'tour' })]
  const meetId = await meetings.open({ options })
  await server.ok(registration.insert, { ...meetings.person(meetId), optionNames: ['自助午餐'] }, { as: meetings.clerk })
  const to = (wanted: MeetingOption[]) => meetings.change(meetId, { options: wanted })
  expect(fieldsOf((await to([option('自助午餐', { price: 6_000 })])).data)[0]?.message).toBe('“自助午餐”已有人选择，名称、类别和价格不能修改，也不能删除')
  expect((await to([option('自助午餐', { price: 5_000, places: 20 })])).returnCode).toBe(CODE.ok)
})

const SEATS = 4
const TRIES = 20

test('of many who choose the last places of an option at once as many get one as there are', async () => {
  const meetId = await meetings.open({ options: [option('1 号车', { kind: 'bus', places: SEATS })] })
  const answers = await Promise.all(Array.from({ length: TRIES }, () => ask({ ...meetings.person(meetId), optionNames: ['1 号车'] })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(SEATS)
  expect(answers.filter((a) => a.returnCode === MEETING_CODE.optionFull)).toHaveLength(TRIES - SEATS)
})

test('negative control: without the lock on the meeting an option is sold beyond its places', async () => {
  const meetId = await meetings.open({ options: [option('1 号车', { kind: 'bus', places: 1 })] })
  const { db } = server.platform
  const meeting = await db.transaction().execute((tx) => lockMeeting(tx, meetId))
  if (!meeting) throw new Error('no meeting')
  await Promise.all(Array.from({ length: 4 }, (_, i) => db.transaction().execute(async (tx) => {
    const status = await firstStatus(tx, meeting, { companyId: null, optionNames: ['1 号车'] })
    await sql`select pg_sleep(0.2)`.execute(tx)
    await sql`insert into meeting_registration (register_no, meet_id, unit_name, name, gender, post_name, mobile, need_stay, need_pickup, reg_status, dept_id, option_names) values (${`OPTION${i}`}, ${meetId}, '对照', '对照', 'unknown', '无', ${`1981000000${i}`}, false, false, ${status}, ${meeting.organizerDeptId}, ${['1 号车']})`.execute(tx)
  })))
  expect((await optionsTaken(db, meetId, ['1 号车'], null, null)).get('1 号车')?.taken).toBeGreaterThan(1)
})
