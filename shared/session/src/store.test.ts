import { CODE } from '@assoc/contract'
import { selectCurrUserPermits } from '@assoc/contract/rbac/own'
import { loginOutTheUser, queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { api } from '@assoc/http'
import { fakeServer } from '@assoc/http/testing'
import { onBeforeSessionEnd, openSession, sessionStarted, toasts, type SessionStore } from './index'

const config = { title: '', organisation: '', environments: [{ name: 'localhost', origins: ['localhost'] }] }
const leave = jest.fn()
let server: ReturnType<typeof fakeServer>
const opened: SessionStore[] = []
const start = () => {
  const store = openSession(config, leave)
  opened.push(store)
  return store
}

beforeEach(() => {
  jest.useFakeTimers()
  leave.mockReset()
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'capcoMark=; path=/; max-age=0'
  toasts.dismiss()
  server = fakeServer()
})
afterEach(() => {
  server.restore()
  jest.useRealTimers()
})

const signedIn = () => {
  const store = start()
  store.signIn({ userId: '7', token: 'secret' })
  return store
}

test('start reads the record; without the marker cookie it is cleared without a call', () => {
  signedIn()
  expect(start().userInfo).toEqual({ userId: '7', token: 'secret' })
  document.cookie = 'capcoMark=; path=/; max-age=0'
  expect(start().userInfo).toBeNull()
  expect(localStorage.getItem('userInfo')).toBeNull()
  expect(server.sent).toEqual([])
})

test('a record that is no record is none', () => {
  server.on(loginOutTheUser, () => ({}))
  for (const text of ['{', '[]', '{"userId":7}', 'null', '{"userId":"7","token":""}']) {
    document.cookie = 'capcoMark=7; path=/'
    localStorage.setItem('userInfo', text)
    expect(start().signedIn).toBe(false)
  }
})

describe('a start with the marker cookie and no record', () => {
  const half = () => {
    document.cookie = 'capcoMark=7; path=/'
    localStorage.setItem('menuTree', '[]')
  }

  test('runs the logout, and the page waits for its answer', async () => {
    half()
    let answer = () => undefined as void
    server.on(loginOutTheUser, () => new Promise((resolve) => (answer = () => resolve({}))))
    let begun = false
    expect(start().signedIn).toBe(false)
    const waiting = sessionStarted().then(() => (begun = true))
    await jest.advanceTimersByTimeAsync(1_000)
    expect([server.sent.map((s) => [s.path, s.input]), begun]).toEqual([[[loginOutTheUser.path, { userId: '7' }]], false])
    expect([localStorage.getItem('menuTree'), document.cookie]).toEqual([null, ''])
    answer()
    await waiting
    start()
    await sessionStarted()
    // Nothing is left to end, and nobody was sent anywhere.
    expect([server.sent.length, leave.mock.calls.length]).toEqual([1, 0])
  })

  test('goes on after three seconds where the server is away, and says nothing', async () => {
    half()
    server.on(loginOutTheUser, () => {
      throw new Error('away')
    })
    start()
    await sessionStarted()
    expect(toasts.current).toBeNull()
  })

  test('leaves the session of a sign-on at another origin alone', async () => {
    half()
    const environments = [{ ...config.environments[0], ssoDesktop: 'https://sign-on.example/login' }]
    opened.push(openSession({ ...config, environments }, leave))
    await sessionStarted()
    expect([server.sent, document.cookie]).toEqual([[], 'capcoMark=7'])
  })
})

describe('the reason of a session’s end', () => {
  const answers = (code: string, message: string) => server.on(queryMenuListByUserId, { returnCode: code, returnMessage: message })
  const ask = (store: SessionStore) => api(queryMenuListByUserId, { userId: store.userInfo?.userId ?? '7' }).catch(() => undefined)

  test('is the first; late answers and refusals replace neither the cover’s nor the toast’s words', async () => {
    const store = signedIn()
    answers(CODE.sessionEndedElsewhere, '您的账号已在其他设备登录')
    await ask(store)
    answers(CODE.sessionUnknown, '请先登录')
    await ask(store)
    answers(CODE.fault, '系统出错了')
    await ask(store)
    toasts.error('网络连接失败，请重试')
    expect([store.ended?.message, toasts.current?.text]).toEqual(['您的账号已在其他设备登录', '您的账号已在其他设备登录'])
  })

  test('control: while the session stands, a newer error takes the place of an older one', async () => {
    const store = signedIn()
    answers(CODE.fault, '系统出错了')
    await ask(store)
    toasts.error('网络连接失败，请重试')
    expect([store.ended, toasts.current?.text]).toEqual([null, '网络连接失败，请重试'])
  })

  test('no call of the session leaves after it, and a menu that comes late is nobody’s', async () => {
    const store = signedIn()
    let menu = () => undefined as void
    server.on(queryMenuListByUserId, () => new Promise((resolve) => (menu = () => resolve([{ menuId: '1', menuName: '会员', menuPath: '/m', menuLink: '', children: [] }]))))
    server.on(selectCurrUserPermits, () => ['rbac:post:read'])
    const late = store.requestMenu()
    await jest.advanceTimersByTimeAsync(0)
    store.forget()
    menu()
    await late
    expect([store.menuList, store.permitList.size, localStorage.getItem('menuTree')]).toEqual([[], 0, null])
    const sent = server.sent.length
    await ask(store)
    expect(server.sent).toHaveLength(sent)
    // Control: the next sign-in's calls leave.
    store.signIn({ userId: '8', token: 'other' })
    answers(CODE.fault, '系统出错了')
    await ask(store)
    expect(server.sent.at(-1)).toMatchObject({ path: queryMenuListByUserId.path, headers: { authorization: 'other' } })
  })
})

test('sign-out tells the server, clears record, menu and marker, and goes to the login page also when the server is away', async () => {
  const store = signedIn()
  localStorage.setItem('menuTree', '[]')
  server.on(loginOutTheUser, () => {
    throw new Error('away')
  })
  await store.logout()
  expect(server.sent[0]).toMatchObject({ path: loginOutTheUser.path, input: { userId: '7' } })
  expect([localStorage.getItem('userInfo'), localStorage.getItem('menuTree'), document.cookie]).toEqual([null, null, ''])
  expect(leave).toHaveBeenCalledWith('/login')
})

test('many session-invalid answers make one redirect after 3,000 ms, drafts first, with the address and suffix in reback', async () => {
  const store = signedIn()
  localStorage.setItem('anything', 'x')
  const order: string[] = []
  const takeBack = onBeforeSessionEnd(async () => void order.push(`draft while storage holds ${localStorage.getItem('anything')}`))
  server.on(queryMenuListByUserId, { returnCode: CODE.sessionExpired, returnMessage: '登录已过期' })
  server.on(selectCurrUserPermits, { returnCode: CODE.sessionExpired, returnMessage: '登录已过期' })
  await store.requestMenu()
  await jest.advanceTimersByTimeAsync(0)
  expect(order).toEqual(['draft while storage holds x'])
  expect(localStorage.length).toBe(0)
  await jest.advanceTimersByTimeAsync(2_900)
  expect(leave).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(200)
  expect(leave).toHaveBeenCalledTimes(1)
  expect(leave).toHaveBeenCalledWith(`/login?reback=${encodeURIComponent('http://localhost/' + '/manager')}`)
  takeBack()
})

describe('a sign-on that sends people straight back', () => {
  /** A page load without a session, which the guard sends on. */
  const arrive = () => {
    const store = start()
    store.goToSignOn()
    return store
  }
  /** A page load with a record that the server does not know, as where its cookie does not come along. */
  const arriveRefused = async () => {
    const store = signedIn()
    server.on(queryMenuListByUserId, { returnCode: CODE.sessionUnknown, returnMessage: '请先登录' })
    server.on(selectCurrUserPermits, { returnCode: CODE.sessionUnknown, returnMessage: '请先登录' })
    await store.requestMenu()
    await jest.advanceTimersByTimeAsync(3_100)
    return store
  }

  test('is gone to twice; the third time the page stays, and goes again when the person says so', () => {
    expect([arrive(), arrive()].map((s) => s.signOnStopped)).toEqual([false, false])
    const third = arrive()
    expect([third.signOnStopped, leave.mock.calls.length]).toEqual([true, 2])
    third.goToSignOn()
    expect(leave).toHaveBeenCalledTimes(2)
    third.retrySignOn()
    expect([third.signOnStopped, leave.mock.calls.length]).toEqual([false, 3])
  })

  test('is counted over the end of sessions, which clears local storage, and the third end leads nowhere', async () => {
    await arriveRefused()
    arrive()
    expect(leave).toHaveBeenCalledTimes(2)
    const third = await arriveRefused()
    expect([third.signOnStopped, third.ended, third.signedIn, localStorage.length]).toEqual([true, null, false, 0])
    expect(leave).toHaveBeenCalledTimes(2)
  })

  test('is forgotten with the first menu that is read, and after two minutes', async () => {
    arrive()
    arrive()
    const store = signedIn()
    server.on(queryMenuListByUserId, () => [])
    server.on(selectCurrUserPermits, () => [])
    await store.requestMenu()
    expect([arrive(), arrive()].map((s) => s.signOnStopped)).toEqual([false, false])
    jest.advanceTimersByTime(120_000)
    expect(arrive().signOnStopped).toBe(false)
  })
})

test('a telephone signs on at the address for telephones, where there is one', () => {
  const address = (mobile: boolean, ssoMobile: string) => {
    Object.defineProperty(navigator, 'userAgentData', { value: { mobile }, configurable: true })
    const environments = [{ ...config.environments[0], ssoDesktop: 'https://d.example/login', ssoMobile }]
    return openSession({ ...config, environments }, leave).signOnAddress('http://localhost/').split('?')[0]
  }
  expect([address(true, 'https://m.example/login'), address(false, 'https://m.example/login'), address(true, '')]).toEqual(['https://m.example/login', 'https://d.example/login', 'https://d.example/login'])
  Reflect.deleteProperty(navigator, 'userAgentData')
})

test('the menu is asked for once; a failure is kept for the retry and starts no loop', async () => {
  const store = signedIn()
  server.on(queryMenuListByUserId, { returnCode: CODE.fault, returnMessage: '系统出错了' })
  server.on(selectCurrUserPermits, () => [])
  await Promise.all([store.requestMenu(), store.requestMenu()])
  expect(server.sent.filter((s) => s.path === queryMenuListByUserId.path)).toHaveLength(1)
  expect(store.menuError).toBe('系统出错了')
  server.on(queryMenuListByUserId, () => [{ menuId: '1', menuName: '会员', menuPath: '/m', menuLink: '', children: [] }])
  server.on(selectCurrUserPermits, () => ['rbac:post:read'])
  await store.requestMenu()
  expect([store.menuError, store.menuList.length, store.has('rbac:post:read'), store.has('rbac:post:update')]).toEqual([null, 1, true, false])
  expect(JSON.parse(localStorage.getItem('menuTree') ?? '')).toHaveLength(1)
})

test('one toast at a time for 3,000 ms; an error is not hidden by a later success, and all are kept', () => {
  toasts.error('没有保存')
  toasts.success('已保存')
  expect(toasts.current?.text).toBe('没有保存')
  toasts.error('又一个错误')
  expect(toasts.current?.text).toBe('又一个错误')
  jest.advanceTimersByTime(2_999)
  expect(toasts.current).not.toBeNull()
  jest.advanceTimersByTime(1)
  expect(toasts.current).toBeNull()
  expect(toasts.history.slice(0, 3).map((t) => t.text)).toEqual(['又一个错误', '已保存', '没有保存'])
})
