import { CODE } from '@assoc/contract'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { registration } from '@assoc/contract/meeting/registration'
import * as calls from '@assoc/contract/meeting/sign-in'
import { signSession } from '@assoc/contract/meeting/sign-session'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { countOfDevice, insertSignIn } from './entries.repository'
import { findSession, presentCode } from './repository'
import { PEOPLE_OF_DEVICE } from './sign'
import { signInWorld, visitorOf, inHours } from './testing'

let server: TestServer
let world: Awaited<ReturnType<typeof signInWorld>>
let meetId: string
let sessionId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await signInWorld(server)
  meetId = await world.buildMeeting()
  sessionId = await world.buildSession(meetId)
})
afterAll(() => server.stop())
const db = () => server.platform.db
const hall = (id = sessionId) => server.ok(calls.selectHallCode, { sessionId: id })
const logOf = (registerId: string) => db().selectFrom('meeting_sign_log').select(['outcome', 'way', 'code']).where('register_id', '=', registerId).orderBy('log_id').execute()

test('the code of the hall becomes a ticket, the ticket and the registered number a sign-in, once', async () => {
  const { registerId, mobile, name } = await world.register(meetId)
  const visitor = visitorOf(server)
  expect(await visitor.signIn(sessionId, mobile)).toMatchObject({ returnCode: CODE.ok, data: { outcome: 'accepted', name, late: false } })
  expect(await world.status(registerId)).toBe('attended')
  // Typed digits, of any width, from another device.
  const { digits } = await hall()
  const other = visitorOf(server)
  const wide = [...digits].map((d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)).join('')
  const { ticket } = (await other.exchange(wide)).data
  expect((await server.call(calls.signInByMobile, { ticket, mobile }, { as: null, headers: other.headers })).data.outcome).toBe('duplicate')
  expect((await server.call(calls.signInByMobile, { ticket, mobile }, { as: null, headers: visitor.headers })).returnCode).toBe(MEETING_CODE.signTicketOver)
  expect((await logOf(registerId)).map((row) => [row.outcome, row.way])).toEqual([['accepted', 'code'], ['duplicate', 'digits']])
})

test('the present and the previous window are good by the server’s clock, and no other', async () => {
  const session = await findSession(db(), sessionId)
  if (!session) throw new Error('no session')
  const codeAt = (windowsAgo: number) => presentCode(db(), { ...session, now: new Date(session.now.getTime() - windowsAgo * session.refreshSec * 1000) })
  const [previous, before] = [await codeAt(1), await codeAt(2)]
  expect((await visitorOf(server).exchange(previous.digits)).returnCode).toBe(CODE.ok)
  expect(await visitorOf(server).exchange(before.hall)).toMatchObject({ returnCode: MEETING_CODE.signCodeOver, returnMessage: expect.stringContaining('已过期') })
})

test('digits of sessions with one secret are still apart', async () => {
  const twin = await world.buildSession(meetId, { refreshSec: 0 })
  const third = await world.buildSession(meetId, { refreshSec: 0 })
  await sql`update meeting_session set secret = (select secret from meeting_session where session_id = ${twin}::bigint) where session_id = ${third}::bigint`.execute(db())
  const [one, two] = await Promise.all([hall(twin), hall(third)])
  expect(one.digits).not.toBe(two.digits)
  expect(one.secondsLeft).toBeNull()
})

test('each refusal says why, with its code', async () => {
  const elsewhere = await world.buildMeeting()
  const early = await world.buildSession(elsewhere, { signFrom: inHours(1) })
  const { hall: code } = await hall(early)
  const visitor = visitorOf(server)
  expect(await visitor.exchange(code)).toMatchObject({ returnCode: MEETING_CODE.signEarly, returnMessage: expect.stringMatching(/^签到尚未开始，开始时间为 \d{4}-/) })
  expect((await visitor.exchange(code, meetId)).returnCode).toBe(MEETING_CODE.signOtherMeeting)
  await server.ok(signSession.change, { sessionId: early, version: 1, verb: 'openEarly' })
  expect((await visitor.exchange(code)).returnCode).toBe(CODE.ok)
  // Sessions may be set before the meeting is approved.
  await sql`update meeting set meeting_status = 'pending' where meet_id = ${elsewhere}::bigint`.execute(db())
  expect(await visitor.exchange(code)).toMatchObject({ returnCode: MEETING_CODE.signEarly, returnMessage: '会议尚未发布，不能签到' })
  await sql`update meeting set meeting_status = 'open' where meet_id = ${elsewhere}::bigint`.execute(db())
  await server.ok(signSession.change, { sessionId: early, version: 2, verb: 'close' })
  expect(await visitor.exchange(code)).toMatchObject({ returnCode: MEETING_CODE.signEnded, returnMessage: '本场签到已关闭，请联系会务组' })
  expect((await visitor.signIn(sessionId, '19788888888')).returnCode).toBe(MEETING_CODE.signNotRegistered)
  const { registerId, mobile } = await world.register(meetId)
  await server.ok(registration.change, { registerId, version: 1, verb: 'cancel' })
  expect((await visitor.signIn(sessionId, mobile)).returnCode).toBe(MEETING_CODE.signCancelled)
  expect((await logOf(registerId)).map((row) => row.code)).toEqual([MEETING_CODE.signCancelled])
  expect((await visitor.exchange('12345')).returnMessage).toBe('请输入大屏上的 6 位数字')
})

test('a device signs in three people a session', async () => {
  const visitor = visitorOf(server)
  const people = await Promise.all(Array.from({ length: 5 }, () => world.register(meetId)))
  for (const { mobile } of people.slice(0, 2)) expect((await visitor.signIn(sessionId, mobile)).returnCode).toBe(CODE.ok)
  const rest = await Promise.all(people.slice(2).map(({ mobile }) => visitor.signIn(sessionId, mobile)))
  expect(rest.filter((r) => r.returnCode === CODE.ok && r.data.outcome === 'accepted')).toHaveLength(1)
  expect(rest.filter((r) => r.returnCode === MEETING_CODE.signDeviceFull || r.data.code === MEETING_CODE.signDeviceFull)).toHaveLength(2)
})

test('negative control: where others of its device do not wait, each finds room for their person', async () => {
  const id = await world.buildSession(meetId)
  const people = await Promise.all(Array.from({ length: 5 }, () => world.register(meetId)))
  const rush = async (holds: boolean) => {
    const device = crypto.getRandomValues(Buffer.alloc(16))
    const looked = async (tx: Parameters<typeof countOfDevice>[0]) =>
      (await sql<{ n: number }>`select count(distinct register_id)::int as n from meeting_sign_in where session_id = ${id}::bigint and device = ${device}`.execute(tx)).rows[0]?.n ?? 0
    const signed = await Promise.all(people.map(({ registerId }) => db().transaction().execute(async (tx) => {
      const n = await (holds ? countOfDevice(tx, id, device) : looked(tx))
      await sql`select pg_sleep(0.1)`.execute(tx)
      return n < PEOPLE_OF_DEVICE && (await insertSignIn(tx, { session_id: id, register_id: registerId, late: false, forced: false, way: 'code', gate: null, device, operator_id: null })) !== undefined
    })))
    await sql`delete from meeting_sign_in where session_id = ${id}::bigint`.execute(db())
    return signed.filter(Boolean).length
  }
  expect(await rush(false)).toBeGreaterThan(PEOPLE_OF_DEVICE)
  expect(await rush(true)).toBe(PEOPLE_OF_DEVICE)
})

test('one code on four devices, and two counters at once, sign a person in once', async () => {
  const { registerId, mobile } = await world.register(meetId)
  const answers = await Promise.all(Array.from({ length: 4 }, () => visitorOf(server).signIn(sessionId, mobile)))
  expect(answers.map((a) => a.data.outcome).sort()).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate'])
  const second = await world.register(meetId)
  const counters = await Promise.all([1, 2].map(() => server.ok(calls.signInFor, { sessionId, registerId: second.registerId, gate: '东门' })))
  expect(counters.map((a) => a.outcome).sort()).toEqual(['accepted', 'duplicate'])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from meeting_sign_in where register_id = any(${[registerId, second.registerId]}::bigint[])`.execute(db())
  expect(rows[0]?.n).toBe(2)
  // The same try, sent twice because its answer was lost.
  const third = await world.register(meetId)
  const nonce = crypto.randomUUID()
  const sent = await Promise.all([1, 2].map(() => server.ok(calls.signInFor, { sessionId, registerId: third.registerId, nonce })))
  expect(sent.map((a) => a.outcome)).toContain('accepted')
  expect(await server.ok(calls.signInFor, { sessionId, registerId: third.registerId, nonce })).toMatchObject({ outcome: 'accepted' })
})

test('negative control: without the held row and the unique index a person signs in twice', async () => {
  const { registerId } = await world.register(meetId)
  await asControl(async (table) => {
    await Promise.all(Array.from({ length: 4 }, () => db().transaction().execute(async (tx) => {
      const { rows } = await sql`select 1 from ${sql.table(table)} where register_id = ${registerId}::bigint`.execute(tx)
      await sql`select pg_sleep(0.2)`.execute(tx)
      if (rows.length === 0) await sql`insert into ${sql.table(table)} (session_id, register_id) values (${sessionId}::bigint, ${registerId}::bigint)`.execute(tx)
    })))
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db())
    expect(rows[0]?.n).toBeGreaterThan(1)
  })
})

async function asControl(run: (table: string) => Promise<void>): Promise<void> {
  const pg = await import('pg')
  const owner = new pg.default.Client({ connectionString: server.databaseUrl })
  await owner.connect()
  await owner.query('create table sign_in_control (session_id bigint, register_id bigint); grant all on sign_in_control to public')
  try {
    await run('sign_in_control')
  } finally {
    await owner.query('drop table sign_in_control')
    await owner.end()
  }
}

test('a personal code signs in its person alone, until it is replaced', async () => {
  const { registerId, name } = await world.register(meetId)
  const { qr } = await server.ok(calls.selectPersonalQr, { registerId })
  expect(qr).toMatch(/^\d{175}$/)
  const steward = await server.person({ permits: ['meeting:signIn:read', 'meeting:signIn:scan'], scopes: { meeting: 'all' } })
  const scan = (text: string, id = sessionId) => server.ok(calls.scanSignIn, { sessionId: id, qr: text, gate: '西门' }, { as: steward })
  expect((await scan(`${qr.slice(0, 100)}${(Number(qr[100]) + 1) % 10}${qr.slice(101)}`)).code).toBe(MEETING_CODE.signQrInvalid)
  expect((await scan(qr.slice(0, 150))).code).toBe(MEETING_CODE.signQrInvalid)
  const elsewhere = await world.buildSession(await world.buildMeeting())
  expect((await scan(qr, elsewhere)).code).toBe(MEETING_CODE.signOtherMeeting)
  expect(await scan(qr)).toMatchObject({ outcome: 'accepted', name })
  // Validity is asked before doubles: a replaced code does not tell that its person is there.
  await server.ok(calls.renewPersonalQr, { registerId })
  expect(await scan(qr)).toMatchObject({ outcome: 'refused', message: '该个人签到码已更换，请出示最新的签到码' })
  expect((await server.call(calls.signInFor, { sessionId, registerId }, { as: steward })).returnCode).toBe(CODE.forbidden)
})

test('who is signed in by force has a reason, and with the last sign-in revoked the registration stands as before', async () => {
  const closed = await world.buildSession(meetId, { signFrom: inHours(-3), signTo: inHours(-2 + 5) })
  await sql`update meeting_session set sign_to = now() - interval '1 minute' where session_id = ${closed}::bigint`.execute(db())
  const { registerId } = await world.register(meetId)
  expect((await server.ok(calls.signInFor, { sessionId: closed, registerId })).code).toBe(MEETING_CODE.signEnded)
  expect((await server.call(calls.signInFor, { sessionId: closed, registerId, forced: true })).returnMessage).toBe('请填写特批原因')
  expect((await server.ok(calls.signInFor, { sessionId: closed, registerId, forced: true, reason: '航班延误' })).outcome).toBe('forced')
  expect((await server.ok(calls.signInFor, { sessionId, registerId })).outcome).toBe('accepted')
  await server.ok(calls.revokeSignIn, { sessionId, registerId, reason: '签错人' })
  expect(await world.status(registerId)).toBe('attended')
  await server.ok(calls.revokeSignIn, { sessionId: closed, registerId, reason: '签错人' })
  expect(await world.status(registerId)).toBe('confirmed')
  expect((await logOf(registerId)).map((row) => row.outcome)).toEqual(['refused', 'forced', 'accepted', 'revoked', 'revoked'])
  await expect(sql`delete from meeting_sign_log where register_id = ${registerId}::bigint`.execute(db())).rejects.toThrow(/permission denied/)
  await expect(sql`update meeting_sign_log set outcome = 'accepted'`.execute(db())).rejects.toThrow(/permission denied/)
})

test('who comes without a registration is taken within the limits, or beyond them with a reason', async () => {
  const full = await world.buildMeeting({ capacity: 1 })
  const id = await world.buildSession(full)
  const come = { sessionId: id, companyId: null, unitName: '乌有研究院', name: '吴预约', postName: '研究员', mobile: '19766660001' }
  expect((await server.ok(calls.signInWalkIn, come)).outcome).toBe('accepted')
  expect((await server.call(calls.signInWalkIn, come)).returnCode).toBe(MEETING_CODE.registered)
  const late = { ...come, name: '吴名额', mobile: '19766660002' }
  expect((await server.call(calls.signInWalkIn, late)).returnCode).toBe(MEETING_CODE.full)
  expect((await server.call(calls.signInWalkIn, { ...late, beyond: true })).returnMessage).toBe('请填写超出名额的原因')
  const { registerId } = await server.ok(calls.signInWalkIn, { ...late, beyond: true, reason: '主讲嘉宾' })
  const { rows } = await sql<{ reason: string }>`select reason from audit_log where record_type = 'meetingRegistration' and record_id = ${registerId} and verb = 'insert'`.execute(db())
  expect(rows[0]?.reason).toBe('现场登记，超出名额：主讲嘉宾')
})

test('a strict session asks for a code that is sent to the number', async () => {
  const strict = await world.buildSession(meetId, { strictSignIn: true })
  const { mobile } = await world.register(meetId)
  const visitor = visitorOf(server)
  const { ticket } = (await visitor.exchange((await hall(strict)).hall)).data
  const as = { as: null, headers: visitor.headers }
  expect((await server.call(calls.signInByMobile, { ticket, mobile }, as)).returnMessage).toBe('请填写短信验证码')
  await server.ok(calls.sendSignInCode, { ticket, mobile }, as)
  const code = /\d{6}/.exec(await server.sentTo(mobile))?.[0] ?? ''
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect((await server.call(calls.signInByMobile, { ticket, mobile, code: wrong }, as)).returnCode).toBe(CODE.badVerificationCode)
  expect((await server.ok(calls.signInByMobile, { ticket, mobile, code }, as)).outcome).toBe('accepted')
  // Nothing is sent to a number that is not registered, and the answer is the same.
  await server.ok(calls.sendSignInCode, { ticket, mobile: '19799999999' }, as)
  expect(await db().selectFrom('outbox').select('outbox_id').where('recipient', '=', '19799999999').execute()).toEqual([])
})

test('the table of a session finds people by name, pinyin and last digits, and is printed', async () => {
  const own = await world.buildMeeting()
  const id = await world.buildSession(own, { lateFrom: inHours(-0.5) })
  const [came, stayed] = [await world.register(own), await world.register(own)]
  await server.ok(calls.signInFor, { sessionId: id, registerId: came.registerId, gate: '东门' })
  const find = async (keyword: string | null, state: 'late' | 'missing' | null = null) => (await server.ok(calls.selectSignTable, { sessionId: id, keyword, state })).items.map((row) => [row.registerId, row.state])
  expect(await find(null)).toEqual([[came.registerId, 'late'], [stayed.registerId, 'missing']])
  expect(await find(null, 'missing')).toEqual([[stayed.registerId, 'missing']])
  expect(await find('zqd')).toHaveLength(2)
  expect(await find('zhenqian')).toHaveLength(2)
  expect(await find(came.mobile.slice(-4))).toEqual([[came.registerId, 'late']])
  expect(await server.ok(calls.selectSignSummary, { sessionId: id })).toMatchObject({ registered: 2, arrived: 1, late: 1, missing: 1, gates: [{ gate: '东门', arrived: 1 }], last: [{ name: '甄**' }] })
  expect((await server.file(calls.exportSignTable, { sessionId: id, format: 'pdf' })).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await server.file(calls.exportSignTable, { sessionId: id, format: 'xlsx' })).subarray(0, 2).toString()).toBe('PK')
})

test('the public page tells names by their first character, and nothing of a draft', async () => {
  const own = await world.buildMeeting({ capacity: 10 })
  await world.register(own)
  expect(await server.ok(calls.selectPublicMeeting, { meetId: own }, { as: null })).toMatchObject({ placesLeft: 9, registered: 1, names: ['甄**'] })
  await sql`update meeting set meeting_status = 'draft' where meet_id = ${own}::bigint`.execute(db())
  expect((await server.call(calls.selectPublicMeeting, { meetId: own }, { as: null })).returnCode).toBe(CODE.notFound)
})

test('wrong digits are counted, right ones never; the QR code of the hall is always let through', async () => {
  await sql`delete from throttle`.execute(db())
  const { hall: code, digits } = await hall()
  const guess = String((Number(digits) + 500_000) % 1_000_000).padStart(6, '0')
  const visitor = visitorOf(server)
  for (let i = 0; i < 30; i += 1) expect((await visitorOf(server).exchange(digits)).returnCode).toBe(CODE.ok)
  const answers = []
  for (let i = 0; i < 10; i += 1) answers.push((await visitor.exchange(guess)).returnCode)
  expect(answers).toEqual([...Array<string>(8).fill(MEETING_CODE.signCodeWrong), CODE.tooMany, CODE.tooMany])
  expect((await visitor.exchange(digits)).returnCode).toBe(CODE.tooMany)
  expect((await visitor.exchange(code)).returnCode).toBe(CODE.ok)
  // Another device of the same hall types its digits all the same.
  expect((await visitorOf(server).exchange(digits)).returnCode).toBe(CODE.ok)
})
