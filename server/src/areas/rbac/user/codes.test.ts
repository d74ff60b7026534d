import { CODE } from '@assoc/contract'
import { checkVerificationCode, emailSendVerificationCode, loginByCode, loginTheUser, registUser, resetPassWord, sendVerificationCode, updateUserInfoOnCenter } from '@assoc/contract/rbac/sign-in'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { hashPassword } from '../../../platform/auth/passwords'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let n = 0
const newMobile = () => `199000${String(10000 + ++n)}`

async function account(mobile: string) {
  const { user_id } = await server.platform.db
    .insertInto('sys_user')
    .values({ login_name: `coder${n}`, real_name: '贾验证', type_id: 'staff', mobile, email: `coder${n}@example.com`, password_hash: await hashPassword('Green-Lamp-Thirty') })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return user_id
}

/** The code that was sent last to a target. */
const sentCode = async (target: string): Promise<string | undefined> => /验证码 (\d{6})/.exec(await server.sentTo(target))?.[1]
const forgetQuota = () => server.platform.db.deleteFrom('throttle').execute()
const send = (mobile: string, purpose: 'login' | 'reset' | 'register') => server.call(sendVerificationCode, { mobile, purpose }, { as: null })
/** Has a code sent; answers it with the challenge of the answer. */
async function codeFor(mobile: string, purpose: 'login' | 'reset' | 'register') {
  const { challenge } = await server.ok(sendVerificationCode, { mobile, purpose }, { as: null })
  return { challenge, code: (await sentCode(mobile)) ?? '' }
}
const enter = (target: string, given: { challenge: string; code: string }) => server.call(loginByCode, { target, ...given }, { as: null })
const other = (code: string) => (code === '000000' ? '000001' : '000000')

test('a code signs in once, also under 50 parallel tries', async () => {
  const mobile = newMobile()
  await account(mobile)
  const given = await codeFor(mobile, 'login')
  const tries = await Promise.all(Array.from({ length: 50 }, () => enter(mobile, given)))
  expect(tries.filter((t) => t.returnCode === CODE.ok)).toHaveLength(1)
  expect((await enter(mobile, given)).returnCode).not.toBe(CODE.ok)
})

test('five wrong tries kill a code, also when they come at once', async () => {
  const mobile = newMobile()
  await account(mobile)
  await forgetQuota()
  const given = await codeFor(mobile, 'login')
  await Promise.all(Array.from({ length: 20 }, () => enter(mobile, { ...given, code: other(given.code) })))
  await forgetQuota()
  expect((await enter(mobile, given)).returnCode).toBe(CODE.badVerificationCode)
})

test('a code is bound to purpose, target and challenge, and dies after five minutes', async () => {
  const [mine, theirs] = [newMobile(), newMobile()]
  await account(mine)
  await forgetQuota()
  const given = await codeFor(mine, 'login')
  expect((await server.call(resetPassWord, { target: mine, ...given, newPassWord: 'Silver-Door-41' }, { as: null })).returnCode).toBe(CODE.badVerificationCode)
  expect((await enter(theirs, given)).returnCode).toBe(CODE.badVerificationCode)
  // Whoever has not asked for it cannot use it, nor wear it out.
  for (let i = 0; i < 6; i++) expect((await enter(mine, { challenge: `invented-${i}`, code: given.code })).returnCode).toBe(CODE.badVerificationCode)
  expect((await server.ok(checkVerificationCode, { target: mine, purpose: 'login', ...given }, { as: null })).valid).toBe(true)
  await server.platform.db.updateTable('verification_code').set({ expire_time: new Date(Date.now() - 1000) }).where('target', '=', mine).execute()
  expect((await enter(mine, given)).returnCode).toBe(CODE.badVerificationCode)
})

test('a code is bound to the account it was sent for: a number that has gone to another account opens that one not', async () => {
  const mobile = newMobile()
  const first = await account(mobile)
  await forgetQuota()
  const given = await codeFor(mobile, 'login')
  await server.platform.db.updateTable('sys_user').set({ mobile: null }).where('user_id', '=', first).execute()
  n += 1
  await account(mobile)
  expect((await enter(mobile, given)).returnCode).toBe(CODE.badVerificationCode)
})

test('a code for another number of one’s own is sent to who is signed in alone, and used by them alone', async () => {
  await forgetQuota()
  const [mine, next] = [newMobile(), newMobile()]
  const me = await server.sessionOf(await account(mine))
  n += 1
  const somebody = await server.sessionOf(await account(newMobile()))
  expect((await server.call(sendVerificationCode, { mobile: next, purpose: 'changeMobile' }, { as: null })).returnCode).toBe(CODE.sessionUnknown)
  const { challenge } = await server.ok(sendVerificationCode, { mobile: next, purpose: 'changeMobile' }, { as: me })
  const code = (await sentCode(next)) ?? ''
  const change = (as: typeof me) => server.call(updateUserInfoOnCenter, { userId: as.userId, version: 1, realName: '贾验证', mobile: next, email: null, passWord: 'Green-Lamp-Thirty', mobileChallenge: challenge, mobileCode: code }, { as })
  expect((await change(somebody)).returnCode).toBe(CODE.badVerificationCode)
  expect((await change(me)).returnCode).toBe(CODE.ok)
})

test('nothing tells whether an account exists, and nobody without one gets a message', async () => {
  await forgetQuota()
  const nobody = newMobile()
  expect((await send(nobody, 'login')).data).toEqual({ resendAfterSeconds: 60, challenge: expect.stringMatching(/^[\w-]{43}$/) as string })
  expect(await sentCode(nobody)).toBeUndefined()
  expect((await server.call(emailSendVerificationCode, { email: 'nobody@example.com', purpose: 'reset' }, { as: null })).returnCode).toBe(CODE.ok)
  expect(await server.platform.db.selectFrom('outbox').selectAll().where('recipient', '=', 'nobody@example.com').execute()).toEqual([])
})

test('one code a minute, five an hour for a number', async () => {
  await forgetQuota()
  const mobile = newMobile()
  await account(mobile)
  expect((await send(mobile, 'login')).returnCode).toBe(CODE.ok)
  const again = await send(mobile, 'login')
  expect(again.returnCode).toBe(CODE.tooMany)
  expect(again.data).toMatchObject({ retryAfterSeconds: expect.any(Number) as number })
  const burst = await Promise.all(Array.from({ length: 10 }, () => send(newMobile(), 'login')))
  expect(burst.every((b) => b.returnCode === CODE.ok)).toBe(true)
})

test('a forgotten password is set with a code; old sessions end', async () => {
  await forgetQuota()
  const mobile = newMobile()
  const userId = await account(mobile)
  const session = await server.sessionOf(userId)
  const given = await codeFor(mobile, 'reset')
  const weak = await server.call(resetPassWord, { target: mobile, ...given, newPassWord: 'password12' }, { as: null })
  expect(weak.data).toMatchObject({ fields: [{ path: 'newPassWord' }] })
  // What the person has typed before they gave up stands in their way no longer.
  for (let i = 0; i < 6; i++) await server.call(loginTheUser, { loginName: mobile, passWord: `Forgotten-Lamp-${i}` }, { as: null })
  expect((await server.call(loginTheUser, { loginName: mobile, passWord: 'Green-Lamp-Thirty' }, { as: null })).returnCode).toBe(CODE.tooMany)
  expect((await server.call(resetPassWord, { target: mobile, ...given, newPassWord: 'Silver-Door-41' }, { as: null })).returnCode).toBe(CODE.ok)
  expect((await server.platform.sessions.identify(session.token, session.cookie).catch((e: { code: string }) => e)) as { code?: string }).toMatchObject({ code: CODE.sessionEndedElsewhere })
  const login = await server.call(loginTheUser, { loginName: mobile, passWord: 'Silver-Door-41' }, { as: null })
  expect(login.returnCode).toBe(CODE.ok)
})

test('who registers waits for staff; a taken name is told at its field', async () => {
  await forgetQuota()
  const mobile = newMobile()
  const body = { loginName: 'newcomer1', realName: '甄新人', typeId: 'director' as const, companyName: '子虚电子股份有限公司', mobile, email: '', passWord: 'Yellow-Boat-19', ...(await codeFor(mobile, 'register')) }
  expect((await server.call(registUser, { ...body, typeId: 'staff' as never }, { as: null })).data).toMatchObject({ fields: [{ path: 'typeId' }] })
  expect((await server.call(registUser, body, { as: null })).returnCode).toBe(CODE.ok)
  expect((await server.call(loginTheUser, { loginName: 'newcomer1', passWord: 'Yellow-Boat-19' }, { as: null })).returnCode).toBe(CODE.badCredentials)
  const second = newMobile()
  const taken = await server.call(registUser, { ...body, mobile: second, ...(await codeFor(second, 'register')) }, { as: null })
  expect(taken.data).toMatchObject({ fields: [{ path: 'loginName' }] })
})

test('no rule that speaks of the person is told to who has not their code', async () => {
  await forgetQuota()
  const mobile = newMobile()
  const loginName = `coder${n}`
  await account(mobile)
  const [given, nobody] = [await codeFor(mobile, 'reset'), newMobile()]
  const { challenge } = await server.ok(sendVerificationCode, { mobile: nobody, purpose: 'reset' }, { as: null })
  const reset = (target: string, newPassWord: string, by: { challenge: string; code: string }) => server.call(resetPassWord, { target, newPassWord, ...by }, { as: null })
  const heard = ({ returnCode, returnMessage, data }: Awaited<ReturnType<typeof reset>>) => [returnCode, returnMessage, data]
  // Their name in the password, their present password, a rule for everybody: with a wrong code it is answered as for nobody.
  for (const password of [`${loginName}-Boat-x`, 'Green-Lamp-Thirty', 'password12']) {
    const wrong = { ...given, code: other(given.code) }
    expect(heard(await reset(mobile, password, wrong))).toEqual(heard(await reset(nobody, password, { challenge, code: '000000' })))
  }
  // With the right one they are told, and the code is still good.
  for (const password of [`${loginName}-Boat-x`, 'Green-Lamp-Thirty']) expect((await reset(mobile, password, given)).data).toMatchObject({ fields: [{ path: 'newPassWord' }] })
  expect((await reset(mobile, 'Silver-Door-41', given)).returnCode).toBe(CODE.ok)
})

test('wrong codes of one account are one count, whether they went to the mobile or to the mail', async () => {
  await forgetQuota()
  const mobile = newMobile()
  const email = `coder${n}@example.com`
  await account(mobile)
  const codes = [{ target: mobile, ...(await codeFor(mobile, 'login')) }]
  const mailed = await server.ok(emailSendVerificationCode, { email, purpose: 'login' }, { as: null })
  codes.push({ target: email, challenge: mailed.challenge, code: (await sentCode(email)) ?? '' })
  for (let i = 0; i < 10; i++) {
    const { target, challenge, code } = codes[i % 2] as (typeof codes)[number]
    expect((await enter(target, { challenge, code: other(code) })).returnCode).toBe(CODE.badVerificationCode)
  }
  for (const { target, ...given } of codes) expect((await enter(target, given)).returnCode).toBe(CODE.tooMany)
})
