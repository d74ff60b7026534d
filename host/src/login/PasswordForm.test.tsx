import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import { loginTheUser } from '@assoc/contract/rbac/sign-in'
import { fakeServer } from '@assoc/http/testing'
import { openSession, toasts } from '@assoc/session'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { LoginStore } from './login-store'
import { PasswordForm } from './PasswordForm'

const challenge = { challengeId: 'c1', background: 'data:,', piece: 'data:,', width: 320, height: 160, pieceSize: 44, pieceTop: 30 }
const enter = jest.fn()
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  localStorage.clear()
  enter.mockReset()
  toasts.dismiss()
  openSession({ title: '', organisation: '', environments: [{ name: 'localhost', origins: ['localhost'] }] }, () => undefined)
  server = fakeServer()
  server.on(createSlider, () => ({ ...challenge, width: 0 }))
  server.on(checkSlider, () => ({ sliderTicket: 't1' }))
  server.on(loginTheUser, () => ({ userId: '7', token: 'secret', mustChangePassword: false }))
})
afterEach(() => {
  server.restore()
  jest.useRealTimers()
})

async function show() {
  const login = new LoginStore('password', enter)
  await act(async () => {
    render(
      <div className="l-card">
        <PasswordForm login={login} />
      </div>,
    )
  })
  return { login, user: userEvent.setup() }
}
const account = () => screen.getByRole('textbox', { name: '账号' })
const password = () => screen.getByLabelText('密码')
const button = () => screen.getByRole('button', { name: /登 录|正在登录|请等待/ })
const tries = () => server.sent.filter((s) => s.path === loginTheUser.path).map((s) => s.input)

test('account and password let the person in', async () => {
  const { user } = await show()
  await user.type(account(), ' li ')
  await user.type(password(), 'Right#12345{Enter}')
  await waitFor(() => expect(enter).toHaveBeenCalledTimes(1))
  expect(tries()).toHaveLength(1)
  expect(tries()[0]).toMatchObject({ passWord: 'Right#12345' })
})

test('what is missing is said at its field, is read out with it, and gets the focus', async () => {
  const { user } = await show()
  await user.click(button())
  expect(account()).toHaveAccessibleDescription('请填写账号')
  expect(account()).toBeInvalid()
  expect(password()).toBeInvalid()
  await waitFor(() => expect(account()).toHaveFocus())
  expect(tries()).toEqual([])
  await user.type(account(), 'li')
  expect(account()).not.toBeInvalid()
})

test('a refused field of the server stands at its field', async () => {
  server.on(loginTheUser, { returnCode: CODE.input, returnMessage: '输入有误', data: { fields: [{ path: 'loginName', message: '账号过长' }] } })
  const { user } = await show()
  await user.type(account(), 'li')
  await user.type(password(), 'Right#12345{Enter}')
  await waitFor(() => expect(account()).toHaveAccessibleDescription('账号过长'))
  expect(toasts.current).toBeNull()
})

test('wrong credentials are one sentence above the button, no toast; the typed text stays', async () => {
  server.on(loginTheUser, { returnCode: CODE.badCredentials, returnMessage: '账号或密码不正确' })
  const { user } = await show()
  await user.type(account(), 'li')
  await user.type(password(), 'Wrong#12345{Enter}')
  expect(await screen.findByText('账号或密码不正确')).toBeInTheDocument()
  expect([account(), password()].map((e) => (e as HTMLInputElement).value)).toEqual(['li', 'Wrong#12345'])
  expect(toasts.current).toBeNull()
  expect(enter).not.toHaveBeenCalled()
})

test('too many tries lock the button and count down', async () => {
  jest.useFakeTimers()
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
  server.on(loginTheUser, { returnCode: CODE.tooMany, returnMessage: '太频繁', data: { retryAfterSeconds: 20 } })
  await show()
  await user.type(account(), 'li')
  await user.type(password(), 'Wrong#12345{Enter}')
  await act(() => jest.advanceTimersByTimeAsync(10))
  expect(button()).toBeDisabled()
  expect(button()).toHaveTextContent('请等待 20 秒')
  await act(() => jest.advanceTimersByTimeAsync(11_000))
  expect(button()).toHaveTextContent('请等待 9 秒')
  await act(() => jest.advanceTimersByTimeAsync(10_000))
  expect(button()).toBeEnabled()
  expect(button()).toHaveTextContent('登 录')
})

test('the slider is wanted before anything is sent; its ticket serves one try', async () => {
  server.on(createSlider, () => challenge)
  server.on(loginTheUser, { returnCode: CODE.badCredentials, returnMessage: '账号或密码不正确' })
  const { user } = await show()
  await user.type(account(), 'li')
  await user.type(password(), 'Wrong#12345{Enter}')
  expect(await screen.findByText('请先完成滑块验证')).toBeInTheDocument()
  expect(screen.getByRole('slider')).toHaveFocus()
  expect(tries()).toEqual([])
  await user.keyboard('{ArrowRight}{Enter}')
  await screen.findByText('验证通过')
  await user.click(button())
  await screen.findByText('账号或密码不正确')
  expect(tries()).toEqual([{ loginName: 'li', passWord: 'Wrong#12345', sliderTicket: 't1' }])
  expect(await screen.findByRole('slider')).toHaveAttribute('aria-valuenow', '0')
})

test('a press before the server has said whether it asks for the slider waits for it, and signs in once', async () => {
  let say: (value: unknown) => void = () => undefined
  server.on(createSlider, () => new Promise((resolve) => (say = resolve)))
  const { user } = await show()
  await user.type(account(), 'li')
  await user.type(password(), 'Right#12345{Enter}{Enter}')
  expect(tries()).toEqual([])
  await act(async () => say({ ...challenge, width: 0 }))
  await waitFor(() => expect(enter).toHaveBeenCalledTimes(1))
  expect(tries()).toHaveLength(1)
})

test('a ticket that the server no longer knows brings the slider back with a sentence', async () => {
  server.on(createSlider, () => challenge)
  server.on(loginTheUser, { returnCode: CODE.sliderRequired, returnMessage: '请完成滑块验证' })
  const { user } = await show()
  await user.type(account(), 'li')
  await user.type(password(), 'Right#12345')
  act(() => screen.getByRole('slider').focus())
  await user.keyboard('{ArrowRight}{Enter}')
  await screen.findByText('验证通过')
  await user.click(button())
  expect(await screen.findByText('请重新完成滑块验证')).toBeInTheDocument()
  expect(screen.getByRole('slider')).toBeInTheDocument()
})

test('the password can be shown and hidden', async () => {
  const { user } = await show()
  expect(password()).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: '显示密码' }))
  expect(password()).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: '隐藏密码' }))
  expect(password()).toHaveAttribute('type', 'password')
})

test('the other ways in are one click away, and the typed name comes along', async () => {
  const { user, login } = await show()
  await user.click(screen.getByRole('button', { name: '验证码登录' }))
  expect(login.step).toBe('code')
  await user.click(screen.getByRole('button', { name: '忘记密码' }))
  expect(login.step).toBe('forgot')
})
