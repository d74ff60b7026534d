import { CODE, type RequestOf } from '@assoc/contract'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { changeOwnRegistration, downloadCalendar, registerForMeeting, selectMeetingToRegister, selectOwnRegistration, selectOwnRegistrations, stepOwnRegistration, transferRegistration, resendNotice } from '@assoc/contract/meeting/own'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { meetingsFor, type Meetings } from '../testing'

let server: TestServer
let meetings: Meetings
let companyId: string
let otherId: string
let company: Session
let person: Session
const OWN = ['meeting:mine:use']
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  ;[companyId = '', otherId = ''] = await buildCompanies(server, 2)
  meetings = await meetingsFor(server)
  company = await server.person({ permits: OWN, scopes: { meeting: 'linked', member: 'linked' } })
  person = await server.person({ permits: OWN, scopes: { meeting: 'self' } })
  await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${company.userId}, 'company', ${companyId}, 'liaison', 'COMPANY_USER', 'enterpriseUser', 1, false)`.execute(server.platform.db)
  await sql`update sys_user set mobile = '19920000001' where user_id = ${person.userId}`.execute(server.platform.db)
})
afterAll(() => server.stop())

const people = (meetId: string, of: string | null, count: number) => Array.from({ length: count }, () => {
  const { meetId: _meet, ...rest } = meetings.person(meetId, of)
  return rest
})
const register = (meetId: string, list: ReturnType<typeof people>, as: Session) => server.ok(registerForMeeting, { meetId, people: list }, { as })

test('a company registers its people in one go: good rows stand, each refused one says why', async () => {
  const meetId = await meetings.open({ perCompanyLimit: 2 })
  const rows = people(meetId, companyId, 3)
  const [foreign] = people(meetId, otherId, 1)
  const { results } = await register(meetId, [rows[0], foreign, { ...rows[1], mobile: rows[0]?.mobile }, rows[1], rows[2]] as typeof rows, company)
  expect(results.map((r) => [r.regStatus, r.code])).toEqual([['confirmed', null], [null, CODE.input], [null, MEETING_CODE.registered], ['confirmed', null], [null, MEETING_CODE.companyFull]])
  expect(results[1]?.fields).toEqual([{ path: 'companyId', message: '只能为本单位人员报名' }])
  // Nothing is left of those that were refused, in the log neither.
  const { rows: logged } = await sql<{ n: number }>`select count(*)::int as n from meeting_registration where meet_id = ${meetId}`.execute(server.platform.db)
  expect(logged[0]?.n).toBe(2)
  expect((await server.ok(selectOwnRegistrations, { part: 'company' }, { as: company })).items.map((row) => row.regStatus)).toEqual(['confirmed', 'confirmed'])
  expect((await server.ok(selectOwnRegistrations, {}, { as: person })).total).toBe(0)
})

test('a person registers themselves, changes and cancels; of others they find nothing', async () => {
  const meetId = await meetings.open()
  const [me] = people(meetId, null, 1)
  const [other] = people(meetId, null, 1)
  expect((await register(meetId, [other as NonNullable<typeof other>], person)).results[0]?.message).toBe('只能为本人报名，手机号码须与账号一致')
  const mine = { ...(me as NonNullable<typeof me>), mobile: '19920000001' }
  const registerId = (await register(meetId, [mine], person)).results[0]?.registerId ?? ''
  const { version } = await server.ok(selectOwnRegistration, { registerId }, { as: person })
  expect((await server.call(changeOwnRegistration, { registerId, version, ...mine, postName: '独立董事' } as RequestOf<typeof changeOwnRegistration>, { as: company })).returnCode).toBe(CODE.notFound)
  await server.ok(changeOwnRegistration, { registerId, version, ...mine, postName: '独立董事' } as RequestOf<typeof changeOwnRegistration>, { as: person })
  await sql`update meeting set change_until = now() - interval '1 minute' where meet_id = ${meetId}`.execute(server.platform.db)
  expect((await server.call(stepOwnRegistration, { registerId, version: version + 1, verb: 'cancel' }, { as: person })).returnMessage).toBe('已过可改报名的时间，不能取消报名，请联系会务组')
  await sql`update meeting set change_until = null where meet_id = ${meetId}`.execute(server.platform.db)
  await server.ok(stepOwnRegistration, { registerId, version: version + 1, verb: 'cancel' }, { as: person })
  expect((await server.ok(selectOwnRegistrations, { ended: true, part: 'attend' }, { as: person })).items[0]?.regStatus).toBe('cancelled')
})

test('the calendar file is one that calendars read: the UID stays, a change counts on, cancelling takes it away', async () => {
  const meetId = await meetings.open({ meetingName: '年会；议程, 一\\二' })
  const [me] = people(meetId, null, 1)
  const registerId = (await register(meetId, [{ ...(me as NonNullable<typeof me>), mobile: '19920000001' }], person)).results[0]?.registerId ?? ''
  const read = async () => {
    const file = await server.file(downloadCalendar, { registerId }, { as: person })
    const calendar = new ICAL.Component(ICAL.parse(file.toString('utf8')) as unknown as string)
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as ICAL.Component)
    return { event, method: calendar.getFirstPropertyValue('method'), status: event.component.getFirstPropertyValue('status') }
  }
  const first = await read()
  const row = await meetings.read(registerId)
  expect([first.event.summary, first.event.startDate.toJSDate().toISOString(), first.method, first.status]).toEqual(['年会；议程, 一\\二', new Date(row.startTime).toISOString(), 'PUBLISH', 'CONFIRMED'])
  await meetings.step(registerId, 'cancel')
  const second = await read()
  expect([second.event.uid, second.method, second.status]).toEqual([first.event.uid, 'CANCEL', 'CANCELLED'])
  expect(second.event.sequence).toBeGreaterThan(first.event.sequence)
})

test('staff hand a registration to a colleague, who hears of it as well as who had it; a notice is sent once more', async () => {
  const meetId = await meetings.open()
  const { results } = await register(meetId, people(meetId, companyId, 1), company)
  const registerId = results[0]?.registerId ?? ''
  const before = await meetings.read(registerId)
  await server.ok(transferRegistration, { registerId, version: before.version, name: '接替人', gender: 'female', postName: '证券事务代表', mobile: '19930000009', email: null }, { as: meetings.planner })
  expect(await meetings.read(registerId)).toMatchObject({ name: '接替人', regStatus: 'confirmed', registerNo: before.registerNo })
  await server.ok(resendNotice, { registerId }, { as: meetings.planner })
  const sent = await server.platform.db.selectFrom('outbox').select('content').where('recipient', '=', '19930000009').execute()
  expect(sent).toHaveLength(2)
})

test('the form knows what is left and for whom one may register; a meeting that is not published is not found', async () => {
  const meetId = await meetings.open({ capacity: 5, options: [{ kind: 'meal', name: '晚宴', places: 2, price: 8_800, perCompany: 0 }] })
  await register(meetId, people(meetId, companyId, 1).map((one) => ({ ...one, optionNames: ['晚宴'] })), company)
  expect(await server.ok(selectMeetingToRegister, { meetId }, { as: company })).toMatchObject({ placesLeft: 4, optionsLeft: { 晚宴: 1 }, closed: null, forAnybody: false, companies: [{ companyId }] })
  await sql`update meeting set meeting_status = 'draft' where meet_id = ${meetId}`.execute(server.platform.db)
  expect((await server.call(selectMeetingToRegister, { meetId }, { as: company })).returnCode).not.toBe(CODE.ok)
})
