import { CODE } from '@assoc/contract'
import { createHandOver } from '@assoc/contract/rbac/hand-over'
import { fakeServer } from '@assoc/http/testing'
import { openSession } from '@assoc/session'
import { handOver } from './hand-over'
import { handOverRequest } from './hand-over-request'

const REBACK = 'https://console.example/companyList/manager'
const CHALLENGE = 'd'.repeat(43)
const query = (fields: Record<string, string>) => `?${new URLSearchParams(fields).toString()}`

let server: ReturnType<typeof fakeServer>
const leave = jest.fn()
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  leave.mockReset()
  server = fakeServer()
})
afterEach(() => server.restore())

const open = () => {
  const session = openSession({ title: '', organisation: '', environments: [] }, leave)
  session.signIn({ userId: '7', token: 'secret' })
  return session
}

test('the request of another console is kept over the way to the organisation’s own sign-on, which brings back reback alone', () => {
  expect(handOverRequest(query({ reback: REBACK }))).toBeNull()
  expect(handOverRequest(query({ reback: REBACK, challenge: CHALLENGE }))).toEqual({ reback: REBACK, challenge: CHALLENGE })
  expect(handOverRequest(query({ sso: '1', reback: REBACK }))).toEqual({ reback: REBACK, challenge: CHALLENGE })
  expect(handOverRequest(query({ reback: `${REBACK}2` }))).toBeNull()
  for (const fields of [{ challenge: CHALLENGE }, { reback: REBACK, challenge: 'short' }]) expect(handOverRequest(query(fields as unknown as Record<string, string>))).toBeNull()
})

test('the person goes where the server says, with the code; an origin that it refuses is left to its redirect', async () => {
  server.on(createHandOver, () => ({ address: 'https://console.example/companyList#signOnCode=x' }))
  expect(await handOver(open(), { reback: REBACK, challenge: CHALLENGE }, '/sso/return')).toBe('https://console.example/companyList#signOnCode=x')
  expect(server.sent.at(-1)).toMatchObject({ path: createHandOver.path, input: { reback: REBACK, challenge: CHALLENGE } })
  server.on(createHandOver, { returnCode: CODE.input, returnMessage: '返回地址不在允许登录的范围内' })
  expect(await handOver(open(), { reback: REBACK, challenge: CHALLENGE }, '/sso/return')).toBe('/sso/return')
})

test('who was signed in here in name only is asked, and sent nowhere', async () => {
  jest.useFakeTimers()
  server.on(createHandOver, { returnCode: CODE.sessionExpired, returnMessage: '登录已过期' })
  const session = open()
  expect(await handOver(session, { reback: REBACK, challenge: CHALLENGE }, '/sso/return')).toBeNull()
  await jest.advanceTimersByTimeAsync(4_000)
  expect([session.signedIn, session.ended, session.leaving, localStorage.getItem('userInfo')]).toEqual([false, null, false, null])
  expect(leave).not.toHaveBeenCalled()
  jest.useRealTimers()
})
