import { createPublicKey, verify } from 'node:crypto'
import { splitPersonalCode } from '@assoc/contract/meeting/personal-code'
import { selectCounterSnapshot, syncSignIns } from '@assoc/contract/meeting/sign-offline'
import * as calls from '@assoc/contract/meeting/sign-in'
import { signSession } from '@assoc/contract/meeting/sign-session'
import { sql } from 'kysely'
import pg from 'pg'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { findTry, holdPerson, insertLog } from './entries.repository'
import { inHours, signInWorld } from './testing'

let server: TestServer
let world: Awaited<ReturnType<typeof signInWorld>>
let steward: Session
let meetId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await signInWorld(server)
  steward = await server.person({ permits: ['meeting:signIn:read', 'meeting:signIn:scan'], scopes: { meeting: 'all' } })
  meetId = await world.buildMeeting()
})
afterAll(() => server.stop())
const db = () => server.platform.db

/** A counter that has taken its list so many minutes ago, and what it does then. */
async function openCounter(sessionId: string, minutesAgo = 30) {
  const counterKey = crypto.randomUUID()
  const snapshot = await server.ok(selectCounterSnapshot, { sessionId, counterKey }, { as: steward })
  await sql`update meeting_sign_counter set snapshot_time = now() - make_interval(mins => ${minutesAgo}) where counter_key = ${counterKey}::uuid`.execute(db())
  const scanOf = async (registerId: string, minutes: number) => ({ nonce: crypto.randomUUID(), at: new Date(Date.now() - minutes * 60_000).toISOString(), qr: (await server.ok(calls.selectPersonalQr, { registerId })).qr })
  const send = async (...scans: { nonce: string; at: string; qr?: string | null; registerId?: string | null }[]) => (await server.ok(syncSignIns, { sessionId, counterKey, gate: '东门', unsent: 0, scans }, { as: steward })).results
  return { counterKey, snapshot, scanOf, send }
}
const signed = (sessionId: string, registerId: string) => db().selectFrom('meeting_sign_in').select(['sign_time', 'late']).where('session_id', '=', sessionId).where('register_id', '=', registerId).execute()
const logOf = (sessionId: string) => db().selectFrom('meeting_sign_log').select(['outcome', 'scan_time', 'counter_key', 'reason']).where('session_id', '=', sessionId).orderBy('log_id').execute()
const minutesAgo = (instant: Date | string | undefined) => (instant === undefined ? NaN : Math.round((Date.now() - new Date(instant).getTime()) / 60_000))

test('a counter takes along who is expected, and a key by which it knows codes that were made later', async () => {
  const { registerId, mobile, name } = await world.register(meetId)
  const sessionId = await world.buildSession(meetId)
  const { snapshot } = await openCounter(sessionId)
  expect(snapshot.people.find((one) => one.registerId === registerId)).toMatchObject({ name, expected: true, statusText: '报名成功', mobileEnd: mobile.slice(-4), signTime: null })
  expect(JSON.stringify(snapshot)).not.toContain(mobile)
  expect(Date.parse(snapshot.keepUntil) - Date.parse(snapshot.signTo)).toBe(12 * 3_600_000)
  const later = await world.register(meetId)
  const { qr } = await server.ok(calls.selectPersonalQr, { registerId: later.registerId })
  const code = splitPersonalCode(qr)
  const key = createPublicKey({ key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(snapshot.publicKey, 'base64')]), format: 'der', type: 'spki' })
  expect(code).toMatchObject({ registerId: later.registerId, version: 1 })
  expect(code && verify(null, code.message, key, code.signature)).toBe(true)
  const bad = splitPersonalCode(`${qr.slice(0, 30)}${(Number(qr[30]) + 1) % 10}${qr.slice(31)}`)
  expect(bad && verify(null, bad.message, key, bad.signature)).toBe(false)
})

test('what a counter sends counts once by its nonce, however often and at how many at once it is sent', async () => {
  const sessionId = await world.buildSession(meetId)
  const counter = await openCounter(sessionId)
  const people = await Promise.all(Array.from({ length: 5 }, () => world.register(meetId)))
  const scans = await Promise.all(people.map(({ registerId }, n) => counter.scanOf(registerId, 20 - n)))
  const answers = await Promise.all(Array.from({ length: 4 }, () => counter.send(...scans)))
  for (const results of answers) expect(results.map((one) => one.outcome)).toEqual(Array(5).fill('accepted'))
  expect((await logOf(sessionId)).map((row) => row.outcome)).toEqual(Array(5).fill('accepted'))
  for (const [n, { registerId }] of people.entries()) {
    const rows = await signed(sessionId, registerId)
    expect([rows.length, minutesAgo(rows[0]?.sign_time)]).toEqual([1, 20 - n])
    expect(await world.status(registerId)).toBe('attended')
  }
  // The connection broke after the server had it, and the counter sends it again in another company.
  expect((await counter.send(...scans.slice(0, 2))).map((one) => one.outcome)).toEqual(['accepted', 'accepted'])
  expect(await logOf(sessionId)).toHaveLength(5)
  expect((await server.ok(calls.selectCounters, { sessionId })).counters).toMatchObject([{ counterKey: counter.counterKey, gate: '东门', unsent: 0 }])
})

test('somebody at two counters that know nothing of each other has one sign-in, with the earlier time, and both rows stay', async () => {
  const sessionId = await world.buildSession(meetId, { lateFrom: inHours(-0.2) })
  const [one, other] = [await openCounter(sessionId), await openCounter(sessionId)]
  const [first, second] = [await world.register(meetId), await world.register(meetId)]
  // The later scan arrives first, then the earlier one; and the other way round.
  await one.send(await one.scanOf(first.registerId, 5))
  expect((await signed(sessionId, first.registerId))[0]?.late).toBe(true)
  expect(await other.send(await other.scanOf(first.registerId, 25))).toMatchObject([{ outcome: 'duplicate' }])
  await other.send(await other.scanOf(second.registerId, 25))
  await one.send(await one.scanOf(second.registerId, 5))
  for (const { registerId } of [first, second]) {
    const rows = await signed(sessionId, registerId)
    expect(rows.map((row) => [minutesAgo(row.sign_time), row.late])).toEqual([[25, false]])
  }
  expect((await logOf(sessionId)).map((row) => [row.outcome, row.counter_key])).toEqual([
    ['accepted', one.counterKey], ['duplicate', other.counterKey], ['accepted', other.counterKey], ['duplicate', one.counterKey],
  ])
})

const MANY = 8
test('of many counters that send one person at once the earliest counts', async () => {
  const sessionId = await world.buildSession(meetId)
  const { registerId } = await world.register(meetId)
  const counters = await Promise.all(Array.from({ length: MANY }, () => openCounter(sessionId)))
  const scans = await Promise.all(counters.map((counter, n) => counter.scanOf(registerId, 3 * (n + 1))))
  await Promise.all(counters.map((counter, n) => counter.send(scans[n] as (typeof scans)[number])))
  expect((await signed(sessionId, registerId)).map((row) => minutesAgo(row.sign_time))).toEqual([3 * MANY])
  expect((await logOf(sessionId)).map((row) => row.outcome).sort()).toEqual(['accepted', ...Array<string>(MANY - 1).fill('duplicate')])
})

test('negative control: counters that look first and write then, holding nothing, sign one person in many times and not at the earliest', async () => {
  const owner = new pg.Client({ connectionString: server.databaseUrl })
  await owner.connect()
  await owner.query('create table counter_control (at int); grant all on counter_control to public')
  try {
    await Promise.all(Array.from({ length: MANY }, (_, n) => db().transaction().execute(async (tx) => {
      const { rows } = await sql`select 1 from counter_control`.execute(tx)
      await sql`select pg_sleep(0.2)`.execute(tx)
      if (rows.length === 0) await sql`insert into counter_control values (${n})`.execute(tx)
      else await sql`update counter_control set at = least(at, ${n})`.execute(tx)
    })))
    const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from counter_control')
    expect(rows[0]?.n).toBeGreaterThan(1)
  } finally {
    await owner.query('drop table counter_control')
    await owner.end()
  }
})

test('a counter’s wrong clock moves nobody out of the time in which it had its list', async () => {
  const sessionId = await world.buildSession(meetId)
  const counter = await openCounter(sessionId, 15)
  const [ahead, behind, unknown] = [await world.register(meetId), await world.register(meetId), await world.register(meetId)]
  await counter.send(await counter.scanOf(ahead.registerId, -600), await counter.scanOf(behind.registerId, 600))
  expect(minutesAgo((await signed(sessionId, ahead.registerId))[0]?.sign_time)).toBe(0)
  expect(minutesAgo((await signed(sessionId, behind.registerId))[0]?.sign_time)).toBe(15)
  // A counter that never took a list has no time of before.
  const { nonce, at, qr } = await counter.scanOf(unknown.registerId, 10)
  await server.ok(syncSignIns, { sessionId, counterKey: crypto.randomUUID(), unsent: 0, scans: [{ nonce, at, qr }] }, { as: steward })
  expect(minutesAgo((await signed(sessionId, unknown.registerId))[0]?.sign_time)).toBe(0)
})

test('what was scanned before the session was closed is good, what was scanned before a sign-in was taken back does not bring it back', async () => {
  const sessionId = await world.buildSession(meetId)
  const counter = await openCounter(sessionId)
  const [before, after, back] = [await world.register(meetId), await world.register(meetId), await world.register(meetId)]
  const scan = await counter.scanOf(back.registerId, 10)
  await server.ok(calls.signInFor, { sessionId, registerId: back.registerId })
  await server.ok(calls.revokeSignIn, { sessionId, registerId: back.registerId, reason: '签错人' })
  expect(await counter.send(scan)).toMatchObject([{ outcome: 'refused', message: expect.stringContaining('撤销') }])
  await server.ok(signSession.change, { sessionId, version: 1, verb: 'close' })
  await sql`update meeting_session set closed_time = now() - interval '5 minutes' where session_id = ${sessionId}::bigint`.execute(db())
  const results = await counter.send(await counter.scanOf(before.registerId, 10), await counter.scanOf(after.registerId, 1))
  expect(results.map((one) => [one.outcome, one.message])).toEqual([['accepted', '签到成功'], ['refused', '本场签到已关闭，请联系会务组']])
})

test('a counter sends codes alone where its person may only scan; each refusal is kept and stops nobody', async () => {
  const sessionId = await world.buildSession(meetId)
  const counter = await openCounter(sessionId)
  const [good, replaced, named] = [await world.register(meetId), await world.register(meetId), await world.register(meetId)]
  const elsewhere = await world.register(await world.buildMeeting())
  const scans = [await counter.scanOf(replaced.registerId, 9), await counter.scanOf(elsewhere.registerId, 8), await counter.scanOf(good.registerId, 7)]
  await server.ok(calls.renewPersonalQr, { registerId: replaced.registerId })
  const at = new Date().toISOString()
  const results = await counter.send(...scans, { nonce: crypto.randomUUID(), at, registerId: named.registerId }, { nonce: crypto.randomUUID(), at, qr: '1' })
  const told = new Map(results.map((one) => [one.nonce, one]))
  expect(scans.map(({ nonce }) => told.get(nonce)?.message)).toEqual(['该个人签到码已更换，请出示最新的签到码', '这是另一场会议的报名，不能在本场签到', '签到成功'])
  expect((await logOf(sessionId)).map((row) => row.outcome).sort()).toEqual(['accepted', 'refused', 'refused', 'refused', 'refused'])
  const managed = await server.ok(syncSignIns, { sessionId, counterKey: crypto.randomUUID(), unsent: 0, scans: [{ nonce: crypto.randomUUID(), at, registerId: named.registerId }, { nonce: crypto.randomUUID(), at, registerId: elsewhere.registerId }] })
  expect(managed.results.map((one) => one.outcome)).toEqual(['accepted', 'refused'])
})

// Last, for the database goes on without the index.
test('negative control: without the held registration and the unique index what is sent several times at once counts several times', async () => {
  const sessionId = await world.buildSession(meetId)
  const { registerId } = await world.register(meetId)
  await asOwner(db(), sql`drop index meeting_sign_log_nonce`)
  const rush = async (holds: boolean) => {
    const nonce = crypto.randomUUID()
    await Promise.all(Array.from({ length: 4 }, () => db().transaction().execute(async (tx) => {
      if (holds) await holdPerson(tx, registerId)
      const known = await findTry(tx, sessionId, nonce)
      await sql`select pg_sleep(0.1)`.execute(tx)
      if (!known) await insertLog(tx, { session_id: sessionId, register_id: registerId, outcome: 'accepted', code: null, reason: null, way: 'scan', gate: null, device: null, operator_id: null, nonce })
    })))
    return (await db().selectFrom('meeting_sign_log').select('log_id').where('nonce', '=', nonce).execute()).length
  }
  expect(await rush(false)).toBeGreaterThan(1)
  expect(await rush(true)).toBe(1)
})
