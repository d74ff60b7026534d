import { CODE } from '@assoc/contract'
import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import { emailSendVerificationCode, loginTheUser, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { networkOf } from '../../../platform/auth/throttle'
import { Recorder } from '../../../platform/mail/recorder'
import { hashToken, newToken } from '../../../platform/auth/tokens'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SLIDER_CHECK: 'on', TRUST_PROXY: 'on' } })
  // Behind a proxy codes are told on no terminal, and without a provider none is promised.
  Object.assign(server.platform, { recorder: new Recorder(() => undefined) })
})
afterAll(() => server.stop())

const track = (x: number) => Array.from({ length: 12 }, (_, i) => ({ t: i * 30, x: Math.round((x * i) / 11) }))
const answerOf = async (challengeId: string) => (await server.platform.db.selectFrom('slider_challenge').select('answer').where('challenge_id', '=', challengeId).executeTakeFirstOrThrow()).answer
const login = (sliderTicket?: string) => server.call(loginTheUser, { loginName: 'admin', passWord: 'Correct-Horse-27', ...(sliderTicket ? { sliderTicket } : {}) }, { as: null })

test('without a ticket, with an invented or a used one nobody signs in', async () => {
  expect((await login()).returnCode).toBe(CODE.sliderRequired)
  expect((await login('invented')).returnCode).toBe(CODE.sliderRequired)
  const { challengeId } = await server.ok(createSlider, {}, { as: null })
  const x = await answerOf(challengeId)
  const { sliderTicket } = await server.ok(checkSlider, { challengeId, x, track: track(x) }, { as: null })
  expect((await login(sliderTicket)).returnCode).toBe(CODE.ok)
  expect((await login(sliderTicket)).returnCode).toBe(CODE.sliderRequired)
})

test('a challenge is used up by one answer, right or wrong; a jump is no track', async () => {
  const first = await server.ok(createSlider, {}, { as: null })
  const x = await answerOf(first.challengeId)
  expect((await server.call(checkSlider, { challengeId: first.challengeId, x: x - 40, track: track(x - 40) }, { as: null })).returnCode).toBe(CODE.sliderRequired)
  expect((await server.call(checkSlider, { challengeId: first.challengeId, x, track: track(x) }, { as: null })).returnCode).toBe(CODE.sliderRequired)
  const second = await server.ok(createSlider, {}, { as: null })
  const y = await answerOf(second.challengeId)
  expect((await server.call(checkSlider, { challengeId: second.challengeId, x: y, track: [{ t: 0, x: y }] }, { as: null })).returnCode).toBe(CODE.sliderRequired)
})

/** A ticket as somebody at this address has earned it. */
async function ticketAt(address: string): Promise<string> {
  const ticket = newToken()
  await server.platform.db.insertInto('slider_challenge').values({ challenge_id: newToken(), answer: 0, address, ticket_hash: hashToken(ticket), used: true }).execute()
  return ticket
}
const at = (address: string) => ({ as: null, headers: { 'x-forwarded-for': address } })
let n = 0
const newMobile = () => `199001${String(10000 + ++n)}`
const sendFrom = (address: string, sliderTicket: string | undefined, mobile = newMobile()) => server.call(sendVerificationCode, { mobile, purpose: 'register', ...(sliderTicket ? { sliderTicket } : {}) }, at(address))
const triesOf = async (key: string) => (await server.platform.db.selectFrom('throttle').select('count').where('key', '=', key).executeTakeFirst())?.count ?? 0

test.each(['login', 'register', 'reset'] as const)('no code for %s is sent without a fresh ticket of this address, by text or by mail; 50 at once with one ticket send one', async (purpose) => {
  const here = '198.51.100.7'
  const bySms = (sliderTicket?: string) => server.call(sendVerificationCode, { mobile: newMobile(), purpose, ...(sliderTicket ? { sliderTicket } : {}) }, at(here))
  const byMail = (sliderTicket?: string) => server.call(emailSendVerificationCode, { email: `code${++n}@example.com`, purpose, ...(sliderTicket ? { sliderTicket } : {}) }, at(here))
  const elsewhere = await ticketAt('198.51.100.8')
  for (const send of [bySms, byMail]) {
    for (const ticket of [undefined, 'invented', elsewhere]) expect((await send(ticket)).returnCode).toBe(CODE.sliderRequired)
    const ticket = await ticketAt(here)
    expect((await send(ticket)).returnCode).toBe(CODE.ok)
    expect((await send(ticket)).returnCode).toBe(CODE.sliderRequired)
  }
  const shared = await ticketAt(here)
  const answers = await Promise.all(Array.from({ length: 50 }, () => bySms(shared)))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
})

test('one address cannot use up what is left for everybody, nor one number', async () => {
  const before = await triesOf('code:all')
  const flood = '203.0.113.9'
  for (let i = 0; i < 75; i++) await sendFrom(flood, await ticketAt(flood))
  expect((await sendFrom(flood, await ticketAt(flood))).returnCode).toBe(CODE.tooMany)
  // Sixty of an hour have passed; the others have not come as far as the budget of all.
  expect((await triesOf('code:all')) - before).toBe(60)
  const mobile = newMobile()
  const between = await triesOf('code:all')
  for (let i = 0; i < 20; i++) await sendFrom(`203.0.114.${i}`, await ticketAt(`203.0.114.${i}`), mobile)
  expect((await triesOf('code:all')) - between).toBe(1)
  expect((await sendFrom('203.0.113.10', await ticketAt('203.0.113.10'))).returnCode).toBe(CODE.ok)
})

test('addresses of one IPv6 network count as one', () => {
  expect(['2001:db8:0:7::1', '2001:db8:0:7:ffff::9', '2001:0db8::7:0:0:0:2'].map(networkOf)).toEqual(Array(3).fill('2001:db8:0:7::/64'))
  expect(networkOf('2001:db8:0:8::1')).toBe('2001:db8:0:8::/64')
  expect(['192.0.2.7', '::ffff:192.0.2.7', '::1', 'fe80::1%eth0'].map(networkOf)).toEqual(['192.0.2.7', '192.0.2.7', '0:0:0:0::/64', 'fe80:0:0:0::/64'])
})
