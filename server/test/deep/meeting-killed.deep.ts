import { CODE, type Call, type Envelope, type RequestOf } from '@assoc/contract'
import { meetingResource, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { registration } from '@assoc/contract/meeting/registration'
import { fillSeats, saveSeatAreas } from '@assoc/contract/meeting/seat'
import { selectCounterSnapshot, syncSignIns } from '@assoc/contract/meeting/sign-offline'
import { selectPersonalQr } from '@assoc/contract/meeting/sign-in'
import { NEW_SESSION, signSession } from '@assoc/contract/meeting/sign-session'
import { chanceOf } from '../faults/killed-import'
import { bundleServer, OwnCluster, ServerProcess } from '../faults/world'

// Work of meetings whose server is killed with -9 again and again while people do not stop: everything happens once or not at all, and nobody is
// told anything twice. DEEP_SEED repeats a run's choices; every run prints its own.

const SEED = Number(process.env['DEEP_SEED'] ?? Date.now() % 1_000_000)
const KILLS = 5
const chance = chanceOf(SEED)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let cluster: OwnCluster
let server: ServerProcess
let headers: Record<string, string>
let deptId: string
beforeAll(async () => {
  console.log(`DEEP_SEED=${SEED}`)
  bundleServer()
  cluster = await OwnCluster.start()
  await start()
  headers = await server.signIn()
  deptId = (await one<{ id: string }>(`insert into dept (parent_id, dept_name, sort_no) values (null, '会务部', 1) returning dept_id as id`)).id
})
afterAll(async () => {
  await server?.kill()
  await cluster?.stop()
})

const one = async <R extends object>(text: string, values: unknown[] = []): Promise<R> => (await cluster.query(text, values))[0] as R
async function start(): Promise<void> {
  // The silence of a killed process is long enough at once.
  await cluster.query("update job_process set seen_time = now() - interval '1 minute'").catch(() => undefined)
  server = await ServerProcess.start(cluster.order({ SERVER_ROLE: 'all' }))
}

let intents = 0
/** Does one thing as a page does it that gives up only when it has an answer: again under the same key, until it is there. */
async function surely<C extends Call>(call: C, input: RequestOf<C>): Promise<Envelope> {
  const key = { 'idempotency-key': `intent-of-a-killed-server-${SEED}-${++intents}` }
  for (;;) {
    try {
      const answer = await server.post(call, input, { ...headers, ...key })
      if (answer.returnCode !== 'S00001' && answer.returnCode !== 'L00001') return answer
    } catch {
      // Killed before it answered, or not there yet.
    }
    await pause(50)
  }
}
const ok = async <T>(answer: Promise<Envelope>): Promise<T> => {
  const { returnCode, returnMessage, data } = await answer
  if (returnCode !== CODE.ok) throw new Error(`${returnCode} ${returnMessage}`)
  return data as T
}

/** Lets work come to its end while its server is killed so many times, `after` each of them. Answers how often it was. */
async function killing(work: Promise<unknown>, after: () => Promise<unknown> = async () => undefined, spread = 400): Promise<number> {
  let over = false
  const finished = work.finally(() => (over = true))
  let kills = 0
  while (!over && kills < KILLS) {
    await pause(40 + chance() * spread)
    if (over) break
    await server.kill()
    kills += 1
    await after()
    await start()
  }
  await finished
  return kills
}
const hands = (work: readonly (() => Promise<unknown>)[], count = 4) => {
  const rest = [...work]
  return Promise.all(Array.from({ length: count }, async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await next()
  }))
}

const inHours = (hours: number) => new Date(Math.round(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString()
let count = 0
async function buildMeeting(given: Partial<RequestOf<typeof meetingResource.insert>> = {}): Promise<string> {
  const { meetId } = await ok<{ meetId: string }>(surely(meetingResource.insert, { ...NEW_MEETING, needAudit: false, offerHours: 0, meetingName: `受试会议${++count}`, meetingType: 'seminar', organizerDeptId: deptId, startTime: inHours(48), endTime: inHours(52), address: '一层大厅', ...given }))
  await cluster.query(`update meeting set meeting_status = 'open' where meet_id = $1`, [meetId])
  return meetId
}
/** Registers many by a statement. */
const people = (meetId: string, many: number, status: string) =>
  cluster.query<{ id: string }>(
    `insert into meeting_registration (register_no, meet_id, unit_name, name, gender, post_name, mobile, need_stay, need_pickup, reg_status, dept_id, wait_since)
     select 'K' || $1 || '-' || $3 || n, $1::bigint, '子虚大学', '众' || n, 'unknown', '董事', '1' || (840000000 + $1::bigint * 3000 + n + case $3 when 'waiting' then 1500 else 0 end)::text || '0', false, false, $3, $4::bigint, case when $3 = 'waiting' then now() end
     from generate_series(1, $2::int) n returning register_id as id`,
    [meetId, many, status, deptId],
  )
/** Registrations whose rows, audit rows or notices of one kind are not one. */
const notOnce = (meetId: string, verb: string, subject: string | null, among: string) =>
  cluster.query(
    `select register_id, audits, notices from (select r.register_id, (select count(*)::int from audit_log a where a.record_type = 'meetingRegistration' and a.record_id = r.register_id and a.verb = $2) as audits,
       (select count(*)::int from outbox o where $3::text is not null and o.recipient = r.mobile and o.content like '%' || $3 || '%') as notices
     from meeting_registration r where r.meet_id = $1 and r.reg_status = $4) found where audits <> 1 or ($3 is not null and notices <> 1)`,
    [meetId, verb, subject, among],
  )
const statuses = async (meetId: string) => Object.fromEntries((await cluster.query<{ status: string; n: number }>(`select reg_status as status, count(*)::int as n from meeting_registration where meet_id = $1 group by 1`, [meetId])).map(({ status, n }) => [status, n]))

test('registrations: each number once, with one audit row and one notice, places neither too many nor too few', async () => {
  const meetId = await buildMeeting({ capacity: 100 })
  const wishes = Array.from({ length: 160 }, (_, n) => ({ meetId, companyId: null, unitName: '子虚大学', name: `甄受试${n}`, gender: 'unknown' as const, postName: '董事', mobile: `1985${String(n).padStart(7, '0')}`, needStay: false, needPickup: false }))
  const codes: string[] = []
  expect(await killing(hands(wishes.map((wish) => async () => codes.push((await surely(registration.insert, wish)).returnCode))))).toBeGreaterThan(1)
  expect(codes).toEqual(Array(wishes.length).fill(CODE.ok))
  expect(await statuses(meetId)).toEqual({ confirmed: 100, waiting: 60 })
  expect(await notOnce(meetId, 'insert', '成功报名', 'confirmed')).toEqual([])
  expect(await notOnce(meetId, 'insert', '已进入候补', 'waiting')).toEqual([])
})

test('promotion: who cancels frees one place, which one person gets and hears of once', async () => {
  const meetId = await buildMeeting({ capacity: 80 })
  const leaving = await people(meetId, 80, 'confirmed')
  await people(meetId, 60, 'waiting')
  const codes: string[] = []
  expect(await killing(hands(leaving.map(({ id }) => async () => codes.push((await surely(registration.change, { registerId: id, version: 1, verb: 'cancel' })).returnCode))))).toBeGreaterThan(1)
  expect(codes).toEqual(Array(leaving.length).fill(CODE.ok))
  expect(await statuses(meetId)).toEqual({ cancelled: 80, confirmed: 60 })
  expect(await notOnce(meetId, 'admit', '成功报名', 'confirmed')).toEqual([])
  expect(await notOnce(meetId, 'cancel', null, 'cancelled')).toEqual([])
})

/** Cancels a meeting of so many and waits until all of them count as told, killing meanwhile. */
async function cancelMeeting(many: number, after?: (meetId: string) => Promise<unknown>): Promise<string> {
  const meetId = await buildMeeting()
  await people(meetId, many, 'confirmed')
  const { version } = await one<{ version: number }>(`select version from meeting where meet_id = $1`, [meetId])
  const told = async () => (await one<{ n: number }>(`select count(*)::int as n from meeting_registration where meet_id = $1 and told`, [meetId])).n
  const work = (async () => {
    await ok(surely(meetingResource.change, { meetId, version, verb: 'cancel', reason: '台风' }))
    while ((await told()) < many) await pause(20)
  })()
  expect(await killing(work, after ? () => after(meetId) : undefined, 200)).toBeGreaterThan(0)
  return meetId
}

test('a meeting that is cancelled tells each of its 1,200 people once', async () => {
  const meetId = await cancelMeeting(1_200)
  expect(await statuses(meetId)).toEqual({ cancelled: 1_200 })
  expect(await notOnce(meetId, 'cancel', '已取消', 'cancelled')).toEqual([])
})

test('the test would notice people who were told and not noted', async () => {
  let forgotten = 0
  const meetId = await cancelMeeting(1_200, async (id) => {
    forgotten += (await cluster.query(`update meeting_registration set told = false where meet_id = $1 and told returning 1 as n`, [id])).length
  })
  // Where no kill fell between two parts there was nothing to forget, and the control has shown nothing.
  expect(forgotten).toBeGreaterThan(0)
  expect(await notOnce(meetId, 'cancel', '已取消', 'cancelled')).not.toEqual([])
})

test('a batch of decisions: each row is decided on once', async () => {
  const meetId = await buildMeeting({ needAudit: true, capacity: 0 })
  const pending = await people(meetId, 300, 'pending')
  const parts = Array.from({ length: 30 }, (_, n) => pending.slice(10 * n, 10 * n + 10).map(({ id }) => id))
  expect(await killing(hands(parts.map((ids) => () => ok(surely(registration.batch as Call, { verb: 'approve', ids } as never)))))).toBeGreaterThan(0)
  expect(await statuses(meetId)).toEqual({ confirmed: 300 })
  expect(await notOnce(meetId, 'approve', '成功报名', 'confirmed')).toEqual([])
})

test('seating by rule: everybody or nobody at each kill, in the end everybody once', async () => {
  const meetId = await buildMeeting()
  await people(meetId, 1_000, 'confirmed')
  await ok(surely(saveSeatAreas, { meetId, areas: [{ area: 'A', kind: 'rows', lines: 25, seats: 40 }] }))
  const seated = async () => (await one<{ n: number }>(`select count(register_id)::int as n from meeting_seat where meet_id = $1`, [meetId])).n
  const found: number[] = []
  const fills = (async () => {
    for (let n = 0; n < 6; n++) await ok(surely(fillSeats, { meetId, byRank: true, companyTogether: true, jurisdictionBlocks: false, keepSeated: false }))
  })()
  expect(await killing(fills, async () => found.push(await seated()), 600)).toBeGreaterThan(0)
  expect(found.filter((n) => n !== 0 && n !== 1_000)).toEqual([])
  expect(await seated()).toBe(1_000)
})

test('what a counter scanned without a connection: each once by its nonce, at its time', async () => {
  const meetId = await buildMeeting({ startTime: inHours(2), endTime: inHours(6) })
  const guests = await people(meetId, 150, 'confirmed')
  const { sessionId } = await ok<{ sessionId: string }>(surely(signSession.insert, { ...NEW_SESSION, meetId, sessionName: '全体会议', signFrom: inHours(-2), signTo: inHours(4) }))
  const counterKey = crypto.randomUUID()
  await ok(surely(selectCounterSnapshot, { sessionId, counterKey }))
  await cluster.query(`update meeting_sign_counter set snapshot_time = now() - interval '1 hour'`)
  const at = new Date(Date.now() - 1_800_000).toISOString()
  const scans: { nonce: string; at: string; qr: string }[] = []
  for (const { id } of guests) scans.push({ nonce: crypto.randomUUID(), at, qr: (await ok<{ qr: string }>(surely(selectPersonalQr, { registerId: id }))).qr })
  // Parts overlap: a counter that was closed in the middle sends again what it does not know to have arrived.
  const parts = Array.from({ length: 29 }, (_, n) => scans.slice(5 * n, 5 * n + 10))
  const sends = parts.map((part) => async () => {
    // The counter's own key is another with each try: the nonce alone has to do.
    for (let tries = 0; tries < 2; tries++) await ok(surely(syncSignIns, { sessionId, counterKey, unsent: 0, scans: part }))
  })
  expect(await killing(hands(sends, 3), undefined, 250)).toBeGreaterThan(0)
  const { rows, people: signed, times } = await one<{ rows: number; people: number; times: number }>(`select count(*)::int as rows, count(distinct register_id)::int as people, count(distinct sign_time)::int as times from meeting_sign_in where session_id = $1`, [sessionId])
  expect({ rows, signed, times }).toEqual({ rows: 150, signed: 150, times: 1 })
  expect(await one(`select count(*)::int as n, count(distinct nonce)::int as nonces from meeting_sign_log where session_id = $1`, [sessionId])).toEqual({ n: 150, nonces: 150 })
  expect(await notOnce(meetId, 'attend', null, 'attended')).toEqual([])
})
