import { CODE } from '@assoc/contract'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { registration } from '@assoc/contract/meeting/registration'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { lockMeeting } from '../meeting/repository'
import { meetingsFor, type Meetings } from '../testing'
import { endOffers, requirePlace } from './places'

let server: TestServer
let meetings: Meetings
let companyId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  meetings = await meetingsFor(server)
  ;[companyId = ''] = await buildCompanies(server, 1)
})
afterAll(() => server.stop())
const db = () => server.platform.db
const register = async (meetId: string, company: string | null = null) => (await server.ok(registration.insert, meetings.person(meetId, company), { as: meetings.clerk })).registerId
const statusOf = async (registerId: string) => (await meetings.read(registerId)).regStatus
const statusesOf = async (meetId: string) =>
  Object.fromEntries((await sql<{ status: string; n: number }>`select reg_status as status, count(*)::int as n from meeting_registration where meet_id = ${meetId}::bigint group by 1`.execute(db())).rows.map(({ status, n }) => [status, n]))

const LIMIT = 3
const TRIES = 15

test('of many of one company who register at once as many get a place as it may have', async () => {
  const meetId = await meetings.open({ perCompanyLimit: LIMIT })
  const answers = await Promise.all(Array.from({ length: TRIES }, () => server.call(registration.insert, meetings.person(meetId, companyId), { as: meetings.clerk })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(LIMIT)
  expect(answers.filter((a) => a.returnCode === MEETING_CODE.companyFull)).toHaveLength(TRIES - LIMIT)
})

test('negative control: without the lock on the meeting a company has more than it may', async () => {
  const meetId = await meetings.open({ perCompanyLimit: 1 })
  const meeting = await db().transaction().execute((tx) => lockMeeting(tx, meetId))
  if (!meeting) throw new Error('no meeting')
  await Promise.all(Array.from({ length: 4 }, (_, i) => db().transaction().execute(async (tx) => {
    await requirePlace(tx, meeting, '0', { companyId, optionNames: [] })
    await sql`select pg_sleep(0.2)`.execute(tx)
    await sql`insert into meeting_registration (register_no, meet_id, company_id, name, gender, post_name, mobile, need_stay, need_pickup, reg_status, dept_id) values (${`RACE${i}`}, ${meetId}, ${companyId}, '对照', 'unknown', '无', ${`1982000000${i}`}, false, false, 'confirmed', ${meetings.deptId})`.execute(tx)
  })))
  expect((await statusesOf(meetId))['confirmed']).toBeGreaterThan(1)
})

const ROUNDS = 8
test('an offer that is accepted in the moment in which it ends is one of both, and its place is one person’s', async () => {
  let accepted = 0
  for (let round = 0; round < ROUNDS; round++) {
    const meetId = await meetings.open({ capacity: 1, offerHours: 24 })
    const [first, second, third] = [await register(meetId), await register(meetId), await register(meetId)]
    await meetings.step(first, 'cancel')
    const { version } = await meetings.read(second)
    // The first has time enough whatever the machine does, the last has none; those between meet the end.
    const left = round === 0 ? 3_600_000 : round === ROUNDS - 1 ? -1 : 12 * round
    await sql`update meeting_registration set offer_until = clock_timestamp() + make_interval(secs => ${left / 1000}::float8) where register_id = ${second}::bigint`.execute(db())
    const [answer] = await Promise.all([server.call(registration.change, { registerId: second, version, verb: 'accept' }, { as: meetings.clerk }), endOffers(server.platform), endOffers(server.platform)])
    // What had not ended when the clock looked ends with its next turn.
    await endOffers(server.platform)
    const took = answer.returnCode === CODE.ok
    if (took) accepted += 1
    expect([await statusOf(second), await statusOf(third)]).toEqual(took ? ['confirmed', 'waiting'] : [expect.stringMatching(/^(cancelled|offered)$/), expect.stringMatching(/^(offered|waiting)$/)])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from meeting_registration where meet_id = ${meetId}::bigint and reg_status in ('confirmed', 'offered')`.execute(db())
    expect(rows[0]?.n).toBe(1)
  }
  expect([accepted > 0, accepted < ROUNDS]).toEqual([true, true])
})

const MANY = 50
test('when fifty cancel at once the fifty who wait longest get their places, in their order', async () => {
  const meetId = await meetings.open({ capacity: MANY, offerHours: 0 })
  await sql`insert into meeting_registration (register_no, meet_id, unit_name, name, gender, post_name, mobile, need_stay, need_pickup, reg_status, dept_id, wait_since, create_by)
    select 'MANY' || n, ${meetId}::bigint, '子虚大学', '众' || n, 'unknown', '董事', '1983' || lpad(n::text, 7, '0'), false, false, case when n <= ${MANY} then 'confirmed' else 'waiting' end, ${meetings.deptId}::bigint,
      case when n > ${MANY} then now() - make_interval(secs => 1000 - n) end, ${meetings.clerk.userId}::bigint from generate_series(1, ${2 * MANY + 5}::int) n`.execute(db())
  const { rows: leaving } = await sql<{ registerId: string }>`select register_id as "registerId" from meeting_registration where meet_id = ${meetId}::bigint and reg_status = 'confirmed'`.execute(db())
  const answers = await Promise.all(leaving.map(({ registerId }) => server.call(registration.change, { registerId, version: 1, verb: 'cancel' }, { as: meetings.planner })))
  expect(answers.map((a) => a.returnCode)).toEqual(Array(MANY).fill(CODE.ok))
  expect(await statusesOf(meetId)).toEqual({ cancelled: MANY, confirmed: MANY, waiting: 5 })
  const { rows: admitted } = await sql<{ n: number }>`select substr(r.register_no, 5)::int as n from audit_log a join meeting_registration r on a.record_id = r.register_id where a.record_type = 'meetingRegistration' and a.verb = 'admit' and r.meet_id = ${meetId}::bigint order by a.audit_id`.execute(db())
  expect(admitted.map(({ n }) => n)).toEqual(Array.from({ length: MANY }, (_, i) => MANY + 1 + i))
})
