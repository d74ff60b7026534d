import { CODE } from '@assoc/contract'
import { loginOutTheUser } from '@assoc/contract/rbac/own'
import { ApiError } from '@assoc/http'
import { fakeServer } from '@assoc/http/testing'
import { openSession, session } from '@assoc/session'
import { Countdown } from './countdown'
import { FormStore, fieldErrors } from './form-store'
import { LoginStore } from './login-store'

const config = { title: '', organisation: '', environments: [{ name: 'localhost', origins: ['localhost'] }] }
const answer = { userId: '7', token: 'secret', mustChangePassword: false }
const leave = jest.fn()
const enter = jest.fn()

beforeEach(() => {
  jest.useFakeTimers()
  localStorage.clear()
  document.cookie = 'capcoMark=; path=/; max-age=0'
  leave.mockReset()
  enter.mockReset()
  openSession(config, leave)
})
afterEach(() => jest.useRealTimers())

test('who may come in is let in: the record is kept and the page is left once', async () => {
  const login = new LoginStore('password', enter)
  await login.arrived(answer, 'Typed#12345', 'li')
  expect(session().userInfo).toEqual({ userId: '7', token: 'secret' })
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual({ userId: '7', token: 'secret' })
  expect(enter).toHaveBeenCalledTimes(1)
})

test('who must change the password is not let in, and a reload does not take them for signed in', async () => {
  const login = new LoginStore('password', enter)
  await login.arrived({ ...answer, mustChangePassword: true }, 'Typed#12345', 'li')
  expect([login.step, login.pending?.oldPassWord, login.pending?.loginName]).toEqual(['forced', 'Typed#12345', 'li'])
  expect(enter).not.toHaveBeenCalled()
  expect(localStorage.getItem('userInfo')).toBeNull()
  expect(document.cookie).not.toContain('capcoMark=7')
  login.letIn(login.pending?.record ?? { userId: '', token: '' })
  expect(localStorage.getItem('userInfo')).toContain('secret')
  expect(enter).toHaveBeenCalledTimes(1)
})

test('giving up the forced change ends the session at the server and asks for the password again', async () => {
  const server = fakeServer()
  server.on(loginOutTheUser, () => ({}))
  const login = new LoginStore('password', enter)
  await login.arrived({ ...answer, mustChangePassword: true }, 'Typed#12345', 'li')
  await login.abandon()
  expect(server.sent).toMatchObject([{ path: loginOutTheUser.path, input: { userId: '7' } }])
  expect([login.step, login.pending, session().signedIn]).toEqual(['password', null, false])
  server.restore()
})

test('the step, its notice and the typed name are kept over steps', () => {
  const login = new LoginStore('password', enter)
  login.rememberName('li')
  login.show('forgot', '请先验证')
  expect([login.step, login.notice, login.lastName]).toEqual(['forgot', '请先验证', 'li'])
  login.show('password')
  expect([login.notice, login.lastName]).toEqual(['', 'li'])
})

describe('countdown', () => {
  test('counts whole seconds by the clock, ends at zero and starts anew', () => {
    const countdown = new Countdown()
    countdown.start(2.4)
    expect(countdown.seconds).toBe(3)
    jest.advanceTimersByTime(1_000)
    expect(countdown.seconds).toBe(2)
    // A sleeping tab: the clock goes on, timers do not.
    jest.setSystemTime(Date.now() + 60_000)
    jest.advanceTimersByTime(500)
    expect(countdown.seconds).toBe(0)
    countdown.start(5)
    expect(countdown.seconds).toBe(5)
    countdown.stop()
    jest.advanceTimersByTime(2_000)
    expect(countdown.seconds).toBe(0)
  })
})

describe('form store', () => {
  const form = () => new FormStore<'loginName' | 'code'>({ loginName: 'li', code: '' })
  const refused = (code: string, message: string, data: unknown = null) => async () => {
    throw new ApiError(code, message, data)
  }

  test('errors of the check stop the work', async () => {
    const f = form()
    const work = jest.fn(async () => undefined)
    expect(await f.submit({ code: '请填写验证码' }, work)).toBe(false)
    expect([f.errors.code, work.mock.calls.length]).toEqual(['请填写验证码', 0])
    f.set('code', '123456')
    expect(f.errors.code).toBe('')
    expect(await f.submit({ code: '' }, work)).toBe(true)
  })

  test('refused fields stand at their fields, those the form does not have above the button', async () => {
    const f = form()
    await f.submit({}, refused(CODE.input, '输入有误', { fields: [{ path: 'loginName', message: '账号过长' }, { path: 'sliderTicket', message: '滑块已失效' }] }))
    expect([f.errors, f.message, f.busy]).toEqual([{ loginName: '账号过长' }, '滑块已失效', false])
  })

  test('any other refusal is the sentence of the form; a lost network has its own', async () => {
    const f = form()
    await f.submit({}, refused(CODE.badCredentials, '账号或密码不正确'))
    expect(f.message).toBe('账号或密码不正确')
    await f.submit({}, async () => {
      throw new TypeError('Network Error')
    })
    expect(f.message).toBe('网络连接不成功，请检查网络后重试')
  })

  test('too many tries lock the form for as long as the server says', async () => {
    const f = form()
    await f.submit({}, refused(CODE.tooMany, '太频繁', { retryAfterSeconds: 30 }))
    expect([f.locked, f.lock.seconds, f.message]).toEqual([true, 30, ''])
    const work = jest.fn(async () => undefined)
    expect(await f.submit({}, work)).toBe(false)
    jest.advanceTimersByTime(30_500)
    expect(f.locked).toBe(false)
    expect(await f.submit({}, work)).toBe(true)
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('a second click while the first is on its way does nothing', async () => {
    const f = form()
    let finish = () => undefined as void
    const first = f.submit({}, () => new Promise<void>((resolve) => (finish = resolve)))
    expect(f.busy).toBe(true)
    expect(await f.submit({}, async () => undefined)).toBe(false)
    finish()
    expect(await first).toBe(true)
  })

  test('the first sentence of each field is taken, under the name that the form has for it', () => {
    const schema = { safeParse: () => ({ success: false, error: { issues: [{ path: ['mobile'], message: '一' }, { path: ['mobile'], message: '二' }, { path: ['code', 0], message: '三' }] } }) }
    expect(fieldErrors<'target' | 'code'>(schema, {}, { mobile: 'target' })).toEqual({ target: '一', code: '三' })
  })
})
