import { API_BASE, CODE, needsNoSession, open, visitor, type Call, type Envelope } from '@assoc/contract'
import { optOutByLink } from '@assoc/contract/message/opt-out'
import { selectHallCode, sendSignInCode, signInByMobile } from '@assoc/contract/meeting/sign-in'
import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import { unlockSession } from '@assoc/contract/rbac/lock'
import { loginOutTheUser } from '@assoc/contract/rbac/own'
import * as factor from '@assoc/contract/rbac/second-factor'
import * as signIn from '@assoc/contract/rbac/sign-in'
import { finishSignOn } from '@assoc/contract/rbac/sign-on'
import { redeemHandOver } from '@assoc/contract/rbac/hand-over'
import { sql } from 'kysely'
import { codeAt, newSecret } from '../../src/areas/rbac/second-factor/totp'
import { signInWorld, visitorOf } from '../../src/areas/meeting/sign-in/testing'
import { unsubscribeLink } from '../../src/areas/message/unsubscribe/token'
import { hashPassword } from '../../src/platform/auth/passwords'
import { hashToken, newToken } from '../../src/platform/auth/tokens'
import { handleOpen, type Binding } from '../../src/platform/http/context'
import { Recorder } from '../../src/platform/mail/recorder'
import { prepare } from '../../src/platform/http/execute'
import { asOwner, OWN_HEADERS, startTestServer, type TestServer } from '../harness'
import { bodyOf } from './sample'
import { boundCalls, named, watchWrites, written } from './world'

// Calls of people without a session are carried out as every other: one transaction, one effect a key, a rate, and nothing without the proof.

let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api', SLIDER_CHECK: 'on', TRUST_PROXY: 'on', PUBLIC_URL: 'https://console.example' } })
  // Behind a proxy codes are told on no terminal, and without a provider none is promised.
  Object.assign(server.platform, { recorder: new Recorder(() => undefined) })
  passwordHash = await hashPassword(PASSWORD)
  await watchWrites(server.platform.db)
})
afterAll(() => server.stop())

const PASSWORD = 'Green-Lamp-Thirty'
let n = 0

/** A visitor at an address of their own. */
interface Visit {
  body: Record<string, unknown>
  headers?: Record<string, string>
}
const newAddress = () => `198.51.${100 + Math.floor(++n / 200)}.${(n % 200) + 1}`

async function invoiceAt(address: string): Promise<string> {
  const invoice = newToken()
  await server.platform.db.insertInto('slider_challenge').values({ challenge_id: newToken(), answer: 0, address, ticket_hash: hashToken(invoice), used: true }).execute()
  return invoice
}
async function newPerson() {
  const mobile = `1990002${String(1000 + ++n)}`
  const { user_id: userId } = await server.platform.db.insertInto('sys_user').values({ login_name: `visitor${n}x`, real_name: '贾访客', type_id: 'staff', mobile, password_hash: passwordHash }).returning('user_id').executeTakeFirstOrThrow()
  return { userId, loginName: `visitor${n}x`, mobile }
}
async function codeFor(mobile: string, purpose: 'login' | 'register' | 'reset', address: string) {
  const { challenge } = await server.ok(signIn.sendVerificationCode, { mobile, purpose, sliderTicket: await invoiceAt(address) }, { as: null, headers: { 'x-forwarded-for': address } })
  return { challenge, code: /验证码 (\d{6})/.exec(await server.sentTo(mobile))?.[1] ?? '' }
}
/** Somebody in the hall of a meeting, with a ticket for its session and the number that they are registered by. */
async function atSession(strictSignIn: boolean): Promise<Visit> {
  hall ??= signInWorld(server)
  const world = await hall
  const meetId = await world.buildMeeting()
  const { hall: code } = await server.ok(selectHallCode, { sessionId: await world.buildSession(meetId, { strictSignIn }) })
  const { exchange, headers } = visitorOf(server)
  return { body: { ticket: (await exchange(code)).data.ticket, mobile: (await world.register(meetId)).mobile }, headers }
}
let hall: ReturnType<typeof signInWorld> | undefined
async function challenge(kind: 'verify' | 'enrol', secret: string) {
  const { platform } = server
  const { userId } = await newPerson()
  const [token, cookie] = [newToken(), newToken()]
  const sealed = platform.encryption.encrypt(secret)
  if (kind === 'verify') await sql`insert into second_factor (user_id, secret, confirm_time, last_step) values (${userId}, ${sealed}, now(), 0)`.execute(platform.db)
  await sql`insert into login_challenge (token_hash, cookie_hash, user_id, kind, login_way, login_name, secret, expire_time)
    values (${hashToken(token)}, ${hashToken(cookie)}, ${userId}, ${kind}, 'password', 'visitor', ${kind === 'enrol' ? sealed : null}, now() + interval '10 minutes')`.execute(platform.db)
  return { body: { challenge: token, code: codeAt(secret) }, headers: { cookie: `factor=${cookie}` } }
}

/** What each writing call of visitors is made with so that it is carried out. A new call shows up in the tests until it stands here. */
const VISITS: Record<string, (address: string) => Promise<Visit>> = {
  [createSlider.path]: async () => ({ body: {} }),
  [checkSlider.path]: async (address) => {
    const challengeId = newToken()
    await server.platform.db.insertInto('slider_challenge').values({ challenge_id: challengeId, answer: 100, address, ticket_hash: null }).execute()
    return { body: { challengeId, x: 100, track: Array.from({ length: 12 }, (_, i) => ({ t: i * 30, x: Math.round((100 * i) / 11) })) } }
  },
  [signIn.loginTheUser.path]: async (address) => ({ body: { loginName: (await newPerson()).loginName, passWord: PASSWORD, sliderTicket: await invoiceAt(address) } }),
  [signIn.loginByCode.path]: async (address) => {
    const { mobile } = await newPerson()
    return { body: { target: mobile, ...(await codeFor(mobile, 'login', address)) } }
  },
  [signIn.registUser.path]: async (address) => {
    const mobile = `1990003${String(1000 + ++n)}`
    return { body: { loginName: `newcomer${n}`, realName: '甄新人', typeId: 'director', companyName: '子虚电子股份有限公司', mobile, email: '', passWord: 'Yellow-Boat-19', ...(await codeFor(mobile, 'register', address)) } }
  },
  [signIn.resetPassWord.path]: async (address) => {
    const { mobile } = await newPerson()
    return { body: { target: mobile, newPassWord: 'Silver-Door-41', ...(await codeFor(mobile, 'reset', address)) } }
  },
  [signIn.sendVerificationCode.path]: async (address) => ({ body: { mobile: `1990004${String(1000 + ++n)}`, purpose: 'register', sliderTicket: await invoiceAt(address) } }),
  [signIn.emailSendVerificationCode.path]: async (address) => ({ body: { email: `visitor${++n}@example.com`, purpose: 'register', sliderTicket: await invoiceAt(address) } }),
  [factor.verifySecondFactor.path]: () => challenge('verify', newSecret()),
  [factor.enrolAtSignIn.path]: () => challenge('enrol', newSecret()),
  [finishSignOn.path]: async () => {
    const token = newToken()
    await sql`insert into sign_on_arrival (token_hash, user_id, login_name, expire_time) values (${hashToken(token)}, ${(await newPerson()).userId}, 'visitor', now() + interval '2 minutes')`.execute(server.platform.db)
    return { body: {}, headers: { cookie: `arrival=${token}` } }
  },
  [redeemHandOver.path]: async () => {
    const { token } = await server.sessionOf((await newPerson()).userId)
    const [code, verifier] = [newToken(), newToken()]
    await sql`insert into session_hand_over (code_hash, session_id, origin, challenge, expire_time)
      select ${hashToken(code)}, session_id, 'https://pages.example', ${hashToken(verifier).toString('base64url')}, now() + interval '1 minute' from session where token_hash = ${hashToken(token)}`.execute(server.platform.db)
    return { body: { code, verifier }, headers: { origin: 'https://pages.example' } }
  },
  [sendSignInCode.path]: () => atSession(true),
  [signInByMobile.path]: () => atSession(false),
  [loginOutTheUser.path]: async () => {
    const { token, cookie } = await server.sessionOf((await newPerson()).userId)
    return { body: {}, headers: { authorization: token, cookie: `sid=${cookie}` } }
  },
  [unlockSession.path]: async () => {
    const { userId } = await newPerson()
    const { token, cookie } = await server.sessionOf(userId)
    await sql`update sys_user set password_hash = (select password_hash from sys_user where user_id = ${server.admin.userId}) where user_id = ${userId}`.execute(server.platform.db)
    await sql`update session set lock_time = now() where token_hash = ${hashToken(token)}`.execute(server.platform.db)
    return { body: { passWord: 'Correct-Horse-27' }, headers: { authorization: token, cookie: `sid=${cookie}` } }
  },
  [optOutByLink.path]: async () => {
    const { rows } = await sql<{ message: string; recipient: string }>`with m as (insert into message (channel, msg_no, msg_kind, content, audience) values ('mail', ${`GEN${++n}`}, 'promotion', '生成', '{}') returning message_id)
      insert into message_recipient (message_id, target, recipient_status) select message_id, ${`reader${n}@example.com`}, 'submitted' from m returning message_id as message, recipient_id as recipient`.execute(server.platform.db)
    const link = unsubscribeLink(server.platform, rows[0]?.message ?? '', rows[0]?.recipient ?? '')
    return { body: { token: link?.split('/').at(-1) ?? '' } }
  },
}

const visited = boundCalls.filter((c) => c.access.kind === 'visitor')
// Files are not kept for retries: giving one out again changes nothing, which is proven where the file is.
const writing = visited.filter((c) => c.write && !c.blob)
const proving = visited.filter((c) => c.access.kind === 'visitor' && c.access.proof !== 'none')

async function send(call: Call, address: string, { body, headers }: Visit, key?: string): Promise<Envelope & { retryAfter: string | null }> {
  const response = await server.raw(`${API_BASE}${call.path}`, {
    method: 'POST',
    as: null,
    headers: { ...OWN_HEADERS, 'content-type': 'application/json', 'x-forwarded-for': address, ...(key ? { 'idempotency-key': key } : {}), ...headers },
    body: JSON.stringify(body),
  })
  return { ...((await response.json()) as Envelope), retryAfter: response.headers.get('retry-after') }
}
const visit = (call: Call, address: string): Promise<Visit> => VISITS[call.path]?.(address) ?? Promise.reject(new Error(`${call.path} has no visit`))

/** All that a call has left behind; what the checking of a proof counts or uses up is left out where it is asked for what the call itself did. */
const PROOFS = ['slider_challenge', 'verification_code', 'login_challenge', 'sign_on_arrival', 'session_hand_over']
async function state({ proofs = true } = {}): Promise<Record<string, string>> {
  const { rows } = await sql<{ sessions: string; audits: string }>`select (select count(*) from session where end_time is null) as sessions, (select count(*) from audit_log where code = '000000') as audits`.execute(server.platform.db)
  const found: Record<string, string> = { ...(await written(server.platform.db)), ...rows[0] }
  return Object.fromEntries(Object.entries(found).filter(([name]) => proofs || !PROOFS.includes(name)))
}
/** The answer to a retry: the first one's, or that it is not kept. */
const again = (call: Call, first: Envelope): Partial<Envelope> => (call.secretAnswer ? { returnCode: CODE.answerNotKept, data: null } : { returnCode: CODE.ok, data: first.data })

test('every writing call of visitors is visited here, and none is merely open', () => {
  expect(Object.keys(VISITS).sort()).toEqual(writing.map((c) => c.path).sort())
  expect(boundCalls.filter((c) => c.access.kind === 'open' && c.write).map((c) => c.path)).toEqual([])
})

test('the server does not start with an open call that writes, takes files, or checks no proof', () => {
  const handler: Binding['handler'] = async () => ({})
  const of = (over: Partial<Call>) => () => prepare({ call: { ...createSlider, ...over } as Call, handler })
  expect(of({ access: open('read by everybody'), write: true })).toThrow('is open and writes')
  expect(of({ access: open('read by everybody'), write: false, multipart: true })).toThrow('takes files')
  expect(of({ access: visitor({ proof: 'code', rate: { max: 1, seconds: 1 } }) })).toThrow('judges none')
  expect(of({ access: open('read by everybody'), write: false })).not.toThrow()
  expect(() => handleOpen(createSlider, async () => ({}) as never)).toThrow('is not open')
  expect(visited.every(needsNoSession)).toBe(true)
})

test.each(named(writing))('%s: a retry under its key has the answer of the first and no second effect', async (_path, call) => {
  const [address, key] = [newAddress(), newToken()]
  const given = await visit(call, address)
  const before = await state()
  const first = await send(call, address, given, key)
  expect(first).toMatchObject({ returnCode: CODE.ok })
  const after = await state()
  expect(after).not.toEqual(before)
  expect(await send(call, address, given, key)).toMatchObject(again(call, first))
  const other = otherBody(call, given)
  if (other) expect((await send(call, address, other, key)).returnCode).toBe(CODE.keyReused)
  expect(await state()).toEqual(after)
  // Without the key, or under another one, what can be done once is refused.
  if (call.access.kind === 'visitor' && call.access.proof !== 'none' && !MORE_THAN_ONCE.includes(call.path)) expect((await send(call, address, given, newToken())).returnCode).not.toBe(CODE.ok)
})
/** Who comes a second time is told that it is done. */
const MORE_THAN_ONCE = [optOutByLink.path, signInByMobile.path]

/** The visit with another text in one of its fields; none where the call has no field. */
function otherBody(call: Call, given: Visit): Visit | undefined {
  const others: Record<string, unknown> = { loginName: 'somebodyelse', code: '000000', mobile: '19900099999', email: 'else@example.com', x: 101, token: 'another' }
  const field = Object.keys(others).find((name) => name in given.body)
  const body = field && { ...given.body, [field]: others[field] }
  if (!body) return undefined
  expect([call.path, call.request.safeParse(body).success]).toEqual([call.path, true])
  return { ...given, body }
}

test.each(named(writing))('%s: four at once under one key are carried out once', async (_path, call) => {
  const [address, key] = [newAddress(), newToken()]
  const given = await visit(call, address)
  const answers: Envelope[] = []
  const together = await auditsOf(async () => void answers.push(...(await Promise.all(Array.from({ length: 4 }, () => send(call, address, given, key))))))
  const done = answers.filter((a) => a.returnCode === CODE.ok)
  expect(answers.map((a) => a.returnCode)).toEqual(answers.map((a) => (a.returnCode === CODE.ok ? CODE.ok : CODE.answerNotKept)))
  expect(new Set(done.map((a) => JSON.stringify(a.data))).size).toBe(1)
  if (call.secretAnswer) expect(done).toHaveLength(1)
  const elsewhere = newAddress()
  const one = await visit(call, elsewhere)
  const alone = await auditsOf(async () => void (await send(call, elsewhere, one)))
  expect([together, alone > 0]).toEqual([alone, !call.ownSettings])
})
/** Audit rows that something has left. */
async function auditsOf(work: () => Promise<void>): Promise<number> {
  const before = Number((await state())['audits'])
  await work()
  return Number((await state())['audits']) - before
}

test.each(named(writing.filter((c) => !c.ownSettings)))('%s: what fails at its last statement leaves nothing, and its retry is carried out', async (path, call) => {
  const { db } = server.platform
  const [address, key] = [newAddress(), newToken()]
  const given = await visit(call, address)
  const before = await state({ proofs: false })
  await asOwner(db, sql`create or replace function test_fail() returns trigger language plpgsql as 'begin if new.code = ''000000'' then raise exception ''made to fail''; end if; return new; end'`)
  await asOwner(db, sql`create trigger test_fail before insert on audit_log for each row execute function test_fail()`)
  try {
    expect([path, (await send(call, address, given, key)).returnCode]).toEqual([path, CODE.fault])
  } finally {
    await asOwner(db, sql`drop trigger test_fail on audit_log`)
  }
  expect(await state({ proofs: false })).toEqual(before)
  // A proof that was used up for this request is good for its retry, and for nothing else.
  if (call.access.kind === 'visitor' && ['code', 'slider'].includes(call.access.proof)) expect((await send(call, address, given, newToken())).returnCode).not.toBe(CODE.ok)
  expect((await send(call, address, given, key)).returnCode).toBe(CODE.ok)
})

test.each(named(proving))('%s: without its proof it is refused and changes nothing', async (_path, call) => {
  const before = await state({ proofs: false })
  const answer = await send(call, newAddress(), { body: bodyOf(call, { ref: () => '1', self: '1' }) }, newToken())
  // The check of a code says no as its answer.
  if (answer.returnCode === CODE.ok) expect(answer.data).toEqual({ valid: false })
  expect(await state({ proofs: false })).toEqual(before)
})

test.each(named(visited))('%s: a network is refused above its rate, and no other', async (path, call) => {
  if (call.access.kind !== 'visitor') throw new Error('not a visitor')
  const [flooded, other] = [newAddress(), newAddress()]
  const body = { body: bodyOf(call, { ref: () => '1', self: '1' }) }
  const { max } = call.access.rate
  await server.platform.db.insertInto('throttle').values({ key: `visit:${path}:${flooded}`, count: max - 1, window_start: new Date(), locked_until: null }).execute()
  expect((await send(call, flooded, body)).returnCode).not.toBe(CODE.tooMany)
  const refused = await send(call, flooded, body)
  expect([refused.returnCode, Number(refused.retryAfter) > 0]).toEqual([CODE.tooMany, true])
  expect((await send(call, other, body)).returnCode).not.toBe(CODE.tooMany)
})
