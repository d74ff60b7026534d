import { CODE } from '@assoc/contract'
import { queryMenuListByUserId } from '@assoc/contract/rbac/own'
import * as calls from '@assoc/contract/rbac/second-factor'
import { selectSecurityPolicy, updateSecurityPolicy, type SecurityPolicy } from '@assoc/contract/rbac/security'
import { loginTheUser } from '@assoc/contract/rbac/sign-in'
import type { Call, RequestOf } from '@assoc/contract'
import { sql } from 'kysely'
import { hashPassword } from '../../../platform/auth/passwords'
import { startTestServer, OWN_HEADERS, type Session, type TestServer } from '../../../../test/harness'
import * as repository from './repository'
import { codeAt, newSecret, stepOf } from './totp'

const PASSWORD = 'Blue-Kettle-Seven'
let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => server.stop())
afterEach(() => policy({ secondFactorSensitive: false, secondFactorRoles: [], secondFactorNewDevice: false, trustDays: 30 }))

async function policy(wanted: Partial<SecurityPolicy>) {
  const { updateTime: _t, updateName: _n, ownAddress: _a, virusScan: _s, ...now } = await server.ok(selectSecurityPolicy, {})
  await server.ok(updateSecurityPolicy, { ...now, ...wanted })
}

let n = 0
async function account(permits: string[] = []): Promise<Session & { loginName: string; roleId: string }> {
  const person = await server.person({ permits })
  const loginName = `factor${++n}`
  await server.platform.db.updateTable('sys_user').set({ login_name: loginName, password_hash: passwordHash }).where('user_id', '=', person.userId).execute()
  return { ...person, loginName }
}

/** A browser: keeps the cookies that it is given, as one by each address. */
function browser() {
  const jar = new Map<string, string>()
  return {
    jar,
    async send<C extends Call>(call: C, input: RequestOf<C>) {
      const response = await fetch(`${server.url}/capcoapi${call.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...OWN_HEADERS, cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') },
        body: JSON.stringify(input),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        expect(line).toMatch(/HttpOnly; SameSite=Lax/i)
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return (await response.json()) as { returnCode: string; returnMessage: string; data: Record<string, unknown> & { challenge: string; kind: string; token: string } }
    },
  }
}
const signIn = (b: ReturnType<typeof browser>, loginName: string) => b.send(loginTheUser, { loginName, passWord: PASSWORD })

/** Sets a factor up in the personal centre; answers its secret and the recovery codes. */
async function enrolled(person: Session) {
  const begun = await server.ok(calls.beginSecondFactor, { passWord: PASSWORD }, { as: person })
  const secret = begun.secret.replaceAll(' ', '')
  const { recoveryCodes } = await server.ok(calls.confirmSecondFactor, { code: codeAt(secret) }, { as: person })
  return { secret, recoveryCodes, picture: begun.picture }
}

/** The code of the step after the present one: later than the one that confirmed, and good for a minute, whenever a step ends. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000)

test('the codes are those of RFC 6238, appendix B', () => {
  // Its eight digits end with the six that authenticators show; the key is its ASCII "12345678901234567890" in base32.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const vectors: [number, string][] = [[59, '94287082'], [1111111109, '07081804'], [1111111111, '14050471'], [1234567890, '89005924'], [2000000000, '69279037'], [20000000000, '65353130']]
  for (const [seconds, eight] of vectors) {
    expect(codeAt(secret, seconds * 1000)).toBe(eight.slice(2))
    expect(stepOf(secret, eight.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30))
  }
  const at = 1_700_000_010_000
  const step = Math.floor(at / 30_000)
  expect([-1, 0, 1].map((d) => stepOf(secret, codeAt(secret, at + d * 30_000), at))).toEqual([step - 1, step, step + 1])
  expect([-2, 2].map((d) => stepOf(secret, codeAt(secret, at + d * 30_000), at))).toEqual([null, null])
})

test('of 50 tries with one time step at once exactly one goes through; the control without the condition lets all through', async () => {
  const { db } = server.platform
  const { userId } = await account()
  await repository.storePending(db, userId, server.platform.encryption.encrypt(newSecret()))
  const tries = await Promise.all(Array.from({ length: 50 }, () => repository.useStep(db, userId, 1000)))
  expect(tries.filter(Boolean)).toHaveLength(1)
  expect(await repository.useStep(db, userId, 999)).toBe(false)
  const careless = await Promise.all(
    Array.from({ length: 50 }, () => db.updateTable('second_factor').set({ last_step: '1001' }).where('user_id', '=', userId).returning('user_id').executeTakeFirst()),
  )
  expect(careless.filter(Boolean)).toHaveLength(50)
})

test('who has a factor gets no session by the password alone; the code opens one, once', async () => {
  const person = await account()
  const { secret, picture } = await enrolled(person)
  expect(picture).toMatch(/^<svg /)
  // Nothing of the secret is readable where it is stored.
  const { secret: stored } = await server.platform.db.selectFrom('second_factor').select('secret').where('user_id', '=', person.userId).executeTakeFirstOrThrow()
  expect(stored).not.toContain(secret)
  const b = browser()
  const first = await signIn(b, person.loginName)
  expect([first.returnCode, first.data.kind, first.data.token, b.jar.has('sid')]).toEqual([CODE.secondFactor, 'verify', undefined, false])
  // Another browser with the same challenge but without its cookie is nobody.
  expect((await browser().send(calls.verifySecondFactor, { challenge: first.data.challenge, code: nextCode(secret) })).returnCode).toBe(CODE.challengeEnded)
  const code = nextCode(secret)
  const done = await b.send(calls.verifySecondFactor, { challenge: first.data.challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect([done.returnCode, b.jar.has('factor')]).toEqual([CODE.ok, false])
  const session = { userId: person.userId, token: done.data.token, cookie: b.jar.get('sid') ?? '' }
  expect((await server.call(queryMenuListByUserId, { userId: person.userId }, { as: session })).returnCode).toBe(CODE.ok)
  // The challenge is used up, and so is the code, for another challenge too.
  expect((await b.send(calls.verifySecondFactor, { challenge: first.data.challenge, code })).returnCode).toBe(CODE.challengeEnded)
  const again = await signIn(b, person.loginName)
  expect((await b.send(calls.verifySecondFactor, { challenge: again.data.challenge, code })).returnCode).toBe(CODE.input)
  const log = await server.platform.db.selectFrom('login_log').select('login_result').where('user_id', '=', person.userId).orderBy('login_log_id').execute()
  expect(log.map((row) => row.login_result)).toEqual(['success', 'wrongCode'])
})

test('50 parallel answers with one right code, each to a challenge of its own, open one session', async () => {
  const person = await account()
  const { secret } = await enrolled(person)
  const waiting = await Promise.all(Array.from({ length: 50 }, async () => {
    const b = browser()
    return { b, challenge: (await signIn(b, person.loginName)).data.challenge }
  }))
  const code = nextCode(secret)
  const answers = await Promise.all(waiting.map(({ b, challenge }) => b.send(calls.verifySecondFactor, { challenge, code })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
})

test('five wrong codes shut the account’s second step, on fresh challenges and for the right code too; the password step stays open', async () => {
  const person = await account()
  const { secret } = await enrolled(person)
  const [one, two] = [browser(), browser()]
  const near = [-1, 0, 1, 2].map((d) => codeAt(secret, Date.now() + d * 30_000))
  const wrong = ['000000', '000001', '000002', '000003', '000004'].find((code) => !near.includes(code)) ?? ''
  const first = await signIn(one, person.loginName)
  for (let i = 0; i < 5; i++) expect((await one.send(calls.verifySecondFactor, { challenge: first.data.challenge, code: wrong })).returnCode).toBe(CODE.input)
  const second = await signIn(two, person.loginName)
  expect(second.returnCode).toBe(CODE.secondFactor)
  expect((await two.send(calls.verifySecondFactor, { challenge: second.data.challenge, code: nextCode(secret) })).returnCode).toBe(CODE.tooMany)
  await server.platform.db.deleteFrom('throttle').execute()
  // The first challenge has taken its five tries, whatever the account's count says.
  expect((await one.send(calls.verifySecondFactor, { challenge: first.data.challenge, code: nextCode(secret) })).returnCode).toBe(CODE.challengeEnded)
  expect((await two.send(calls.verifySecondFactor, { challenge: second.data.challenge, code: nextCode(secret) })).returnCode).toBe(CODE.ok)
})

test('a challenge ends after ten minutes, and with the account', async () => {
  const person = await account()
  const { secret } = await enrolled(person)
  const b = browser()
  const late = await signIn(b, person.loginName)
  await sql`update login_challenge set expire_time = now() where user_id = ${person.userId}`.execute(server.platform.db)
  expect((await b.send(calls.verifySecondFactor, { challenge: late.data.challenge, code: nextCode(secret) })).returnCode).toBe(CODE.challengeEnded)
  const { data } = await signIn(b, person.loginName)
  await server.platform.db.updateTable('sys_user').set({ account_status: 'disabled' }).where('user_id', '=', person.userId).execute()
  expect((await b.send(calls.verifySecondFactor, { challenge: data.challenge, code: nextCode(secret) })).returnCode).toBe(CODE.challengeEnded)
})

test('a recovery code lets in once, is stored as a print, and new ones end the old', async () => {
  const person = await account()
  const { secret, recoveryCodes } = await enrolled(person)
  expect(new Set(recoveryCodes).size).toBe(10)
  const { rows } = await sql<{ print: string }>`select print from recovery_code where user_id = ${person.userId}`.execute(server.platform.db)
  for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
  const enter = async (code: string) => {
    const b = browser()
    const { data } = await signIn(b, person.loginName)
    return b.send(calls.verifySecondFactor, { challenge: data.challenge, code })
  }
  const [one = '', two = ''] = recoveryCodes
  expect((await enter(one.toLowerCase())).data['recoveryLeft']).toBe(9)
  expect((await enter(one)).returnCode).toBe(CODE.input)
  const fresh = await server.ok(calls.renewRecoveryCodes, { passWord: PASSWORD, code: nextCode(secret) }, { as: person })
  expect((await enter(two)).returnCode).toBe(CODE.input)
  expect((await enter(fresh.recoveryCodes[0] ?? '')).returnCode).toBe(CODE.ok)
})

test('setting up and taking away want the password and a code; answers with secrets are not kept under the key', async () => {
  const person = await account()
  const wrong = await server.call(calls.beginSecondFactor, { passWord: 'Wrong-Kettle-Seven' }, { as: person })
  expect(wrong.data).toMatchObject({ fields: [{ path: 'passWord' }] })
  const begun = await server.ok(calls.beginSecondFactor, { passWord: PASSWORD }, { as: person, key: 'begin-the-factor-1' })
  const again = await server.call(calls.beginSecondFactor, { passWord: PASSWORD }, { as: person, key: 'begin-the-factor-1' })
  expect([again.returnCode, JSON.stringify(again)]).toEqual([CODE.answerNotKept, expect.not.stringContaining(begun.secret)])
  const { rows } = await sql<{ kept: string }>`select coalesce(string_agg(response, ''), '') as kept from idempotency where user_id = ${person.userId}`.execute(server.platform.db)
  expect(rows[0]?.kept).toBe('')
  // Not proven yet: signing in asks for nothing.
  expect((await signIn(browser(), person.loginName)).returnCode).toBe(CODE.ok)
  const secret = begun.secret.replaceAll(' ', '')
  await server.ok(calls.confirmSecondFactor, { code: codeAt(secret) }, { as: person })
  expect((await server.call(calls.beginSecondFactor, { passWord: PASSWORD }, { as: person })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(calls.removeSecondFactor, { passWord: PASSWORD, code: codeAt(newSecret()) }, { as: person })).data).toMatchObject({ fields: [{ path: 'code' }] })
  await server.ok(calls.removeSecondFactor, { passWord: PASSWORD, code: nextCode(secret) }, { as: person })
  expect((await signIn(browser(), person.loginName)).returnCode).toBe(CODE.ok)
  const verbs = await server.platform.db.selectFrom('audit_log').select('verb').where('record_type', '=', 'secondFactor').where('record_id', '=', person.userId).orderBy('audit_id').execute()
  expect(verbs.map((v) => v.verb)).toEqual(['begin', 'enable', 'remove'])
})

test('the policy makes holders of sensitive permits, and holders of named roles, enrol before they get a session; nobody else', async () => {
  const plain = await account(['rbac:dict:read'])
  const sensitive = await account(['rbac:user:resetPassword'])
  const codeOf = async (loginName: string) => (await signIn(browser(), loginName)).returnCode
  await policy({ secondFactorSensitive: true })
  expect([await codeOf(plain.loginName), await codeOf(sensitive.loginName)]).toEqual([CODE.ok, CODE.secondFactor])
  await policy({ secondFactorSensitive: false, secondFactorRoles: [plain.roleId] })
  expect([await codeOf(plain.loginName), await codeOf(sensitive.loginName)]).toEqual([CODE.secondFactor, CODE.ok])

  const b = browser()
  const { data } = await signIn(b, plain.loginName)
  expect([data.kind, data['trustDays']]).toEqual(['enrol', 0])
  const shown = await b.send(calls.selectChallengeSecret, { challenge: data.challenge })
  const secret = String(shown.data['secret']).replaceAll(' ', '')
  expect((await browser().send(calls.selectChallengeSecret, { challenge: data.challenge })).returnCode).toBe(CODE.challengeEnded)
  expect((await b.send(calls.verifySecondFactor, { challenge: data.challenge, code: nextCode(secret) })).returnCode).toBe(CODE.challengeEnded)
  expect((await b.send(calls.enrolAtSignIn, { challenge: data.challenge, code: codeAt(newSecret()) })).returnCode).toBe(CODE.input)
  const done = await b.send(calls.enrolAtSignIn, { challenge: data.challenge, code: codeAt(secret), trustDevice: true })
  expect([done.returnCode, done.data['recoveryCodes']]).toEqual([CODE.ok, expect.arrayContaining([expect.stringMatching(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)])])
  // Asked of this role at every sign-in: the browser is not remembered, and the factor cannot be taken away.
  expect(b.jar.has('device')).toBe(false)
  expect((await signIn(b, plain.loginName)).data.kind).toBe('verify')
  const session = { userId: plain.userId, token: done.data.token, cookie: b.jar.get('sid') ?? '' }
  expect((await server.call(calls.removeSecondFactor, { passWord: PASSWORD, code: nextCode(secret) }, { as: session })).returnCode).toBe(CODE.forbidden)
})

test('an enrolment that another browser has finished meanwhile is not replaced by who knows the password alone', async () => {
  const person = await account()
  await policy({ secondFactorRoles: [person.roleId] })
  const [own, thief] = [browser(), browser()]
  const [a, b] = [(await signIn(own, person.loginName)).data.challenge, (await signIn(thief, person.loginName)).data.challenge]
  const secretOf = async (principal: typeof own, challenge: string) => String((await principal.send(calls.selectChallengeSecret, { challenge })).data['secret']).replaceAll(' ', '')
  const [mine, theirs] = [await secretOf(own, a), await secretOf(thief, b)]
  expect((await own.send(calls.enrolAtSignIn, { challenge: a, code: codeAt(mine) })).returnCode).toBe(CODE.ok)
  expect((await thief.send(calls.enrolAtSignIn, { challenge: b, code: codeAt(theirs) })).returnCode).toBe(CODE.challengeEnded)
})

test('new devices are asked, remembered ones are not until they are revoked, run out or belong to somebody else', async () => {
  const person = await account()
  const { secret, recoveryCodes } = await enrolled(person)
  await policy({ secondFactorNewDevice: true, trustDays: 7 })
  const b = browser()
  const { data } = await signIn(b, person.loginName)
  expect(data['trustDays']).toBe(7)
  expect((await b.send(calls.verifySecondFactor, { challenge: data.challenge, code: nextCode(secret), trustDevice: true })).returnCode).toBe(CODE.ok)
  expect((await signIn(b, person.loginName)).returnCode).toBe(CODE.ok)
  expect((await signIn(browser(), person.loginName)).returnCode).toBe(CODE.secondFactor)
  // The cookie of one person says nothing of another on the same browser.
  const other = await account()
  expect((await signIn(b, other.loginName)).data.kind).toBe('enrol')

  const session = await server.sessionOf(person.userId)
  const { devices, required } = await server.ok(calls.selectOwnSecondFactor, {}, { as: session, headers: { cookie: `sid=${session.cookie}; device=${b.jar.get('device')}` } })
  expect([required, devices.length, devices[0]?.current]).toEqual([true, 1, true])
  const deviceId = devices[0]?.deviceId ?? ''
  expect((await server.call(calls.revokeTrustedDevice, { deviceId }, { as: await server.sessionOf(other.userId) })).returnCode).toBe(CODE.notFound)
  await server.ok(calls.revokeTrustedDevice, { deviceId }, { as: session })
  const asked = await signIn(b, person.loginName)
  expect(asked.returnCode).toBe(CODE.secondFactor)
  await b.send(calls.verifySecondFactor, { challenge: asked.data.challenge, code: recoveryCodes[0] ?? '', trustDevice: true })
  expect((await signIn(b, person.loginName)).returnCode).toBe(CODE.ok)
  await sql`update trusted_device set expire_time = now() where user_id = ${person.userId}`.execute(server.platform.db)
  expect((await signIn(b, person.loginName)).returnCode).toBe(CODE.secondFactor)
})

test('on a new device who has no authenticator types a code that was sent to them: one of this challenge, once, and not on a remembered device', async () => {
  const person = await account()
  const mobile = `1991235${String(n).padStart(4, '0')}`
  await server.platform.db.updateTable('sys_user').set({ mobile }).where('user_id', '=', person.userId).execute()
  await policy({ secondFactorNewDevice: true, trustDays: 7 })
  /** The code of the newest message; the server sends nothing by itself in this test, so that it stands sealed in the outbox. */
  const sentCode = async () => {
    const row = await server.platform.db.selectFrom('outbox').select(['sealed_content', 'content']).where('recipient', '=', mobile).orderBy('outbox_id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(row.content).not.toMatch(/\d{6}/)
    return /验证码 (\d{6})/.exec(server.platform.encryption.decrypt(row.sealed_content ?? ''))?.[1] ?? ''
  }
  const b = browser()
  const first = await signIn(b, person.loginName)
  expect(first.data).toMatchObject({ kind: 'code', sentTo: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` })
  const old = await sentCode()
  const { data } = await signIn(b, person.loginName)
  const code = await sentCode()
  if (old !== code) expect((await b.send(calls.verifySecondFactor, { challenge: data.challenge, code: old })).returnCode).toBe(CODE.input)
  // Another browser has not this one's cookie.
  expect((await browser().send(calls.verifySecondFactor, { challenge: data.challenge, code })).returnCode).toBe(CODE.challengeEnded)
  const answers = await Promise.all([1, 2, 3].map(() => b.send(calls.verifySecondFactor, { challenge: data.challenge, code, trustDevice: true })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await server.platform.db.selectFrom('login_challenge').select('challenge_id').where('user_id', '=', person.userId).where('kind', '=', 'code').where('used_time', 'is not', null).execute()).toHaveLength(1)
  const fresh = browser()
  const last = await signIn(fresh, person.loginName)
  expect((await fresh.send(calls.verifySecondFactor, { challenge: last.data.challenge, code: await sentCode(), trustDevice: true })).returnCode).toBe(CODE.ok)
  expect((await signIn(fresh, person.loginName)).returnCode).toBe(CODE.ok)
})
