import { CODE, type RequestOf } from '@assoc/contract'
import { meetingResource } from '@assoc/contract/meeting/meeting'
import { registration } from '@assoc/contract/meeting/registration'
import { sql } from 'kysely'
import { meetingsFor, type Meetings } from '../../src/areas/meeting/testing'
import { endOffers } from '../../src/areas/meeting/registration/places'
import { placesTaken } from '../../src/areas/meeting/registration/repository'
import { buildCompanies } from '../../src/areas/member/membership/testing'
import { chanceOf } from '../faults/killed-import'
import { startTestServer, type TestServer } from '../harness'

// Places of meetings under many hands: 5,000 tries for 500 places, and 2,000 random actions after each of which the counts are those of the
// rows and the waiting list has kept its order. DEEP_SEED repeats a run's choices; every run prints its own.

const SEED = Number(process.env['DEEP_SEED'] ?? Date.now() % 1_000_000)
const [PLACES, TRIES, HANDS] = [500, 5_000, 40]
const ACTIONS = 2_000

let server: TestServer
let meetings: Meetings
let companies: string[]
beforeAll(async () => {
  console.log(`DEEP_SEED=${SEED}`)
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  meetings = await meetingsFor(server)
  companies = await buildCompanies(server, 4)
})
afterAll(() => server.stop())
const db = () => server.platform.db

/** Does all the work with so many hands at once. */
async function manyHands(work: readonly (() => Promise<unknown>)[], hands: number): Promise<void> {
  const rest = [...work]
  await Promise.all(Array.from({ length: hands }, async () => {
    for (let one = rest.shift(); one; one = rest.shift()) await one()
  }))
}
const countsOf = async (meetId: string): Promise<Record<string, number>> =>
  Object.fromEntries((await sql<{ status: string; n: number }>`select reg_status as status, count(*)::int as n from meeting_registration where meet_id = ${meetId}::bigint group by 1`.execute(db())).rows.map(({ status, n }) => [status, n]))

test('5,000 tries for 500 places: 500 have one, the others wait in the order in which they came, nobody stands twice', async () => {
  const meetId = await meetings.open({ capacity: PLACES })
  const wishes = Array.from({ length: TRIES - TRIES / 10 }, () => meetings.person(meetId))
  // Every tenth try is somebody's second.
  const tries = [...wishes, ...wishes.slice(0, TRIES / 10)]
  const answers = new Map<string, number>()
  await manyHands(tries.map((wish) => async () => {
    const { returnCode } = await server.call(registration.insert, wish, { as: meetings.clerk })
    answers.set(returnCode, (answers.get(returnCode) ?? 0) + 1)
  }), HANDS)
  expect(answers.get(CODE.ok)).toBe(wishes.length)
  expect(await countsOf(meetId)).toEqual({ confirmed: PLACES, waiting: wishes.length - PLACES })
  // Under the lock of the meeting ids are given in the order in which people came.
  const { rows } = await sql<{ last: string; first: string; sorted: boolean }>`select max(register_id) filter (where reg_status = 'confirmed') as last, min(register_id) filter (where reg_status = 'waiting') as first,
    array_agg(register_id order by wait_since, register_id) filter (where wait_since is not null) = array_agg(register_id order by register_id) filter (where wait_since is not null) as sorted from meeting_registration where meet_id = ${meetId}::bigint`.execute(db())
  expect(Number(rows[0]?.last)).toBeLessThan(Number(rows[0]?.first))
  expect(rows[0]?.sorted).toBe(true)
})

interface Row {
  registerId: string
  status: string
  companyId: string | null
  waitSince: Date | null
  version: number
}
const rowsOf = async (meetId: string): Promise<Row[]> =>
  (await sql<Row>`select register_id as "registerId", reg_status as status, company_id as "companyId", wait_since as "waitSince", version from meeting_registration where meet_id = ${meetId}::bigint order by register_id`.execute(db())).rows

const [CAPACITY, LIMIT] = [40, 12]
const TAKES = ['confirmed', 'offered', 'attended']

/** What must hold of a meeting at any time, as sentences of what does not. */
async function wrongOf(meetId: string): Promise<string[]> {
  const rows = await rowsOf(meetId)
  const [{ capacity }] = (await sql<{ capacity: number }>`select capacity from meeting where meet_id = ${meetId}::bigint`.execute(db())).rows as [{ capacity: number }]
  const taken = rows.filter(({ status }) => TAKES.includes(status))
  const wrong: string[] = []
  const { taken: counted, waiting } = await server.ok(meetingResource.read, { meetId }, { as: meetings.planner })
  if (counted !== taken.length) wrong.push(`the meeting counts ${counted}, the rows ${taken.length}`)
  const waits = rows.filter(({ status }) => status === 'waiting')
  const told = rows.filter(({ status }) => status === 'waiting' || status === 'offered').length
  if (waiting !== waits.length && waiting !== told) wrong.push(`the meeting counts ${waiting} who wait, the rows ${waits.length}`)
  if ((await placesTaken(db(), meetId, null)).taken !== taken.length) wrong.push('the places taken are not those of the rows')
  const ofCompany = (companyId: string | null) => taken.filter((row) => row.companyId === companyId).length
  for (const companyId of companies) if (ofCompany(companyId) > LIMIT) wrong.push(`company ${companyId} has ${ofCompany(companyId)} places`)
  const free = capacity - taken.length
  const eligible = waits.filter(({ companyId }) => companyId === null || ofCompany(companyId) < LIMIT)
  if (free > 0 && eligible.length > 0) wrong.push(`${free} places are free and ${eligible.length} wait who may have one`)
  return wrong
}

test('2,000 random actions of many people: never a place too many, counts are those of the rows, the waiting list keeps its order', async () => {
  const chance = chanceOf(SEED)
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(chance() * of.length)]
  const meetId = await meetings.open({ capacity: CAPACITY, perCompanyLimit: LIMIT, offerHours: 24 })
  let largest = CAPACITY
  const step = (row: Row | undefined, verb: string) => (row ? server.call(registration.change, { registerId: row.registerId, version: row.version, verb }, { as: meetings.planner }) : Promise.resolve())
  const register = () => server.call(registration.insert, meetings.person(meetId, chance() < 0.7 ? (pick(companies) ?? null) : null) as RequestOf<typeof registration.insert>, { as: meetings.clerk })
  const act = async (): Promise<unknown> => {
    const rows = await rowsOf(meetId)
    const of = (...statuses: string[]) => pick(rows.filter(({ status }) => statuses.includes(status)))
    const what = chance()
    if (what < 0.45) return register()
    if (what < 0.7) return step(of('confirmed'), 'cancel')
    if (what < 0.8) return step(of('offered'), 'accept')
    if (what < 0.86) return step(of('waiting', 'offered'), 'cancel')
    if (what < 0.92) {
      const late = of('offered')
      if (late) await sql`update meeting_registration set offer_until = now() - interval '1 second' where register_id = ${late.registerId}::bigint`.execute(db())
      return endOffers(server.platform)
    }
    if (what < 0.96) return meetings.change(meetId, { capacity: (largest = largest + 1) })
    // A version of before, as a page that was open for a while sends it.
    const old = of('confirmed', 'waiting')
    return step(old && { ...old, version: old.version - 1 }, 'cancel')
  }
  for (let done = 0; done < ACTIONS; ) {
    // Some alone, some at once.
    const together = chance() < 0.5 ? 1 : 1 + Math.floor(chance() * 8)
    await Promise.all(Array.from({ length: together }, act))
    done += together
    expect([done, await wrongOf(meetId)]).toEqual([done, []])
  }
  // Whoever was given a place had waited longest of those whom their company's limit did not stop: told by the log, in its order.
  const { rows: given } = await sql<{ id: string; since: Date; companyId: string | null; at: string; verb: string }>`
    select r.register_id as id, r.wait_since as since, r.company_id as "companyId", a.audit_id as at, a.verb from audit_log a join meeting_registration r on r.register_id = a.record_id
    where a.record_type = 'meetingRegistration' and a.verb in ('offer', 'admit') and r.meet_id = ${meetId}::bigint and r.company_id is null order by a.audit_id`.execute(db())
  expect(given.length).toBeGreaterThan(20)
  const order = given.map(({ since }) => since.getTime())
  expect(order).toEqual([...order].sort((a, b) => a - b))
  console.log(JSON.stringify({ ...(await countsOf(meetId)), given: given.length }))
})
