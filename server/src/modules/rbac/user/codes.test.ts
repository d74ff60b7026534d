import { CODE } from '@assoc/contract'
import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import { checkVerificationCode, emailSendVerificationCode, loginByCode, loginTheUser, registUser, resetPassWord, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
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

/** The code that was sent last to a target, as the outbox keeps it. */
async function sentCode(target: string): Promise<string | undefined> {
  const row = await server.platform.db.selectFrom('outbox').select('content').where('recipient', '=', target).orderBy('outbox_id', 'desc').executeTakeFirst()
  return /验证码 (\d{6})/.exec(row?.content ?? '')?.[1]
}
const forgetQuota = () => server.platform.db.deleteFrom('throttle').execute()
const send = (mobile: string, purpose: 'login' | 'reset' | 'register') => server.call(sendVerificationCode, { mobile, purpose }, { as: null })
const enter = (target: string, code: string) => server.call(loginByCode, { target, code }, { as: null })

test('a code signs in once, also under 50 parallel tries', async () => {
  const mobile = newMobile()
  await account(mobile)
  expect((await send(mobile, 'login')).data).toEqual({ resendAfterSeconds: 60 })
  const code = (await sentCode(mobile)) ?? ''
  const tries = await Promise.all(Array.from({ length: 50 }, () => enter(mobile, code)))
  expect(tries.filter((t) => t.returnCode === CODE.ok)).toHaveLength(1)
  expect((await enter(mobile, code)).returnCode).not.toBe(CODE.ok)
})

test('five wrong tries kill a code, also when they come at once', async () => {
  const mobile = newMobile()
  await account(mobile)
  await forgetQuota()
  await send(mobile, 'login')
  const code = (await sentCode(mobile)) ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  await Promise.all(Array.from({ length: 20 }, () => enter(mobile, wrong)))
  expect((await enter(mobile, code)).returnCode).toBe(CODE.badVerificationCode)
})

test('a code is bound to purpose and target, and dies after five minutes', async () => {
  const [mine, other] = [newMobile(), newMobile()]
  await account(mine)
  await forgetQuota()
  await send(mine, 'login')
  const code = (await sentCode(mine)) ?? ''
  expect((await server.call(resetPassWord, { target: mine, code, newPassWord: 'Silver-Door-41' }, { as: null })).returnCode).toBe(CODE.badVerificationCode)
  expect((await enter(other, code)).returnCode).toBe(CODE.badVerificationCode)
  expect((await server.ok(checkVerificationCode, { target: mine, purpose: 'login', code }, { as: null })).valid).toBe(true)
  await server.platform.db.updateTable('verification_code').set({ expire_time: new Date(Date.now() - 1000) }).where('target', '=', mine).execute()
  expect((await enter(mine, code)).returnCode).toBe(CODE.badVerificationCode)
})

test('nothing tells whether an account exists, and nobody without one gets a message', async () => {
  await forgetQuota()
  const nobody = newMobile()
  expect((await send(nobody, 'login')).data).toEqual({ resendAfterSeconds: 60 })
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
  await send(mobile, 'reset')
  const code = (await sentCode(mobile)) ?? ''
  const weak = await server.call(resetPassWord, { target: mobile, code, newPassWord: 'password12' }, { as: null })
  expect(weak.data).toMatchObject({ fields: [{ path: 'newPassWord' }] })
  expect((await server.call(resetPassWord, { target: mobile, code, newPassWord: 'Silver-Door-41' }, { as: null })).returnCode).toBe(CODE.ok)
  expect((await server.platform.sessions.identify(session.token, session.cookie).catch((e: { code: string }) => e)) as { code?: string }).toMatchObject({ code: CODE.sessionEndedElsewhere })
  const login = await server.call(loginTheUser, { loginName: mobile, passWord: 'Silver-Door-41' }, { as: null })
  expect(login.returnCode).toBe(CODE.ok)
})

test('who registers waits for staff; a taken name is told at its field', async () => {
  await forgetQuota()
  const mobile = newMobile()
  await send(mobile, 'register')
  const body = { loginName: 'newcomer1', realName: '甄新人', typeId: 'director' as const, companyName: '子虚电子股份有限公司', mobile, email: '', passWord: 'Yellow-Boat-19', code: (await sentCode(mobile)) ?? '' }
  expect((await server.call(registUser, { ...body, typeId: 'staff' as never }, { as: null })).data).toMatchObject({ fields: [{ path: 'typeId' }] })
  expect((await server.call(registUser, body, { as: null })).returnCode).toBe(CODE.ok)
  expect((await server.call(loginTheUser, { loginName: 'newcomer1', passWord: 'Yellow-Boat-19' }, { as: null })).returnCode).toBe(CODE.badCredentials)
  const second = newMobile()
  await send(second, 'register')
  const taken = await server.call(registUser, { ...body, mobile: second, code: (await sentCode(second)) ?? '' }, { as: null })
  expect(taken.data).toMatchObject({ fields: [{ path: 'loginName' }] })
})

describe('slider', () => {
  let strict: TestServer
  beforeAll(async () => {
    strict = await startTestServer({ env: { SLIDER_CHECK: 'on' } })
  })
  afterAll(() => strict.stop())

  const track = (x: number) => Array.from({ length: 12 }, (_, i) => ({ t: i * 30, x: Math.round((x * i) / 11) }))
  const answerOf = async (challengeId: string) => (await strict.platform.db.selectFrom('slider_challenge').select('answer').where('challenge_id', '=', challengeId).executeTakeFirstOrThrow()).answer
  const login = (sliderTicket?: string) => strict.call(loginTheUser, { loginName: 'admin', passWord: 'Correct-Horse-27', ...(sliderTicket ? { sliderTicket } : {}) }, { as: null })

  test('without a ticket, with an invented or a used one nobody signs in', async () => {
    expect((await login()).returnCode).toBe(CODE.sliderRequired)
    expect((await login('invented')).returnCode).toBe(CODE.sliderRequired)
    const { challengeId } = await strict.ok(createSlider, {}, { as: null })
    const x = await answerOf(challengeId)
    const { sliderTicket } = await strict.ok(checkSlider, { challengeId, x, track: track(x) }, { as: null })
    expect((await login(sliderTicket)).returnCode).toBe(CODE.ok)
    expect((await login(sliderTicket)).returnCode).toBe(CODE.sliderRequired)
  })

  test('a challenge is used up by one answer, right or wrong; a jump is no track', async () => {
    const first = await strict.ok(createSlider, {}, { as: null })
    const x = await answerOf(first.challengeId)
    expect((await strict.call(checkSlider, { challengeId: first.challengeId, x: x - 40, track: track(x - 40) }, { as: null })).returnCode).toBe(CODE.sliderRequired)
    expect((await strict.call(checkSlider, { challengeId: first.challengeId, x, track: track(x) }, { as: null })).returnCode).toBe(CODE.sliderRequired)
    const second = await strict.ok(createSlider, {}, { as: null })
    const y = await answerOf(second.challengeId)
    expect((await strict.call(checkSlider, { challengeId: second.challengeId, x: y, track: [{ t: 0, x: y }] }, { as: null })).returnCode).toBe(CODE.sliderRequired)
  })
})
