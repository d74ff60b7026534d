import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import { registUser, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { selectPasswordRules } from '@assoc/contract/rbac/security'
import { fakeServer } from '@assoc/http/testing'
import { openSession } from '@assoc/session'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { RegisterForm } from './RegisterForm'

const challenge = { challengeId: 'c1', background: 'data:,', piece: 'data:,', width: 320, height: 160, pieceSize: 44, pieceTop: 30 }
let server: ReturnType<typeof fakeServer>
let tickets = 0
beforeEach(async () => {
  openSession({ title: '', organisation: '', environments: [{ name: 'localhost', origins: ['localhost'] }] }, () => undefined)
  server = fakeServer()
  tickets = 0
  server.on(createSlider, () => challenge)
  server.on(checkSlider, () => ({ sliderTicket: `t${(tickets += 1)}` }))
  await act(async () => {
    render(
      <div className="l-card">
        <RegisterForm />
      </div>,
    )
  })
})
afterEach(() => server.restore())

async function slide(): Promise<void> {
  const handle = await screen.findByRole('slider')
  fireEvent.keyDown(handle, { key: 'ArrowRight' })
  fireEvent.keyDown(handle, { key: 'Enter' })
  await screen.findByText('验证通过')
}
const sent = (call: { path: string }) => server.sent.filter((s) => s.path === call.path).map((s) => s.input)
const ask = () => fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))

test('everything that is left out is said at once, each at its field', () => {
  fireEvent.click(screen.getByRole('button', { name: '注 册' }))
  const said = (label: string) => screen.getByLabelText(label)
  expect(said('登录账号')).toHaveAccessibleDescription(/请填写登录账号/)
  expect(said('姓名')).toHaveAccessibleDescription('请填写姓名')
  expect(said('所在公司')).toHaveAccessibleDescription(/请填写所在公司/)
  expect(said('手机号码')).toHaveAccessibleDescription('请填写手机号码')
  expect(said('短信验证码')).toHaveAccessibleDescription('请输入验证码')
  expect(said('密码')).toHaveAccessibleDescription('请填写密码')
  expect(server.sent.filter((s) => s.path !== selectPasswordRules.path && s.path !== createSlider.path)).toEqual([])
})

test('a number that the server refuses is said at the number', async () => {
  fireEvent.change(screen.getByLabelText('手机号码'), { target: { value: '13800000000' } })
  server.on(sendVerificationCode, { returnCode: CODE.input, returnMessage: '输入有误', data: { fields: [{ path: 'mobile', message: '手机号码格式不正确' }] } })
  await slide()
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByText('手机号码格式不正确')).toBeInTheDocument()
})

test('the slider comes before each code: it is asked for, its ticket is sent once, and the code is used with the challenge of its answer', async () => {
  server.on(sendVerificationCode, () => ({ resendAfterSeconds: 60, challenge: 'the-challenge' }))
  fireEvent.change(screen.getByLabelText('手机号码'), { target: { value: '13800001234' } })
  ask()
  expect(await screen.findByText('请先完成滑块验证')).toBeInTheDocument()
  expect(sent(sendVerificationCode)).toEqual([])
  await slide()
  ask()
  await screen.findByRole('button', { name: '60 秒后重发' })
  expect(sent(sendVerificationCode)).toEqual([{ mobile: '13800001234', purpose: 'register', sliderTicket: 't1' }])
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByText('验证通过')).toBeNull()
  for (const [label, value] of [['登录账号', 'newcomer'], ['姓名', '甄新人'], ['所在公司', '子虚电子股份有限公司'], ['短信验证码', '123456'], ['密码', 'Yellow-Boat-19'], ['再次输入', 'Yellow-Boat-19']] as const) fireEvent.change(screen.getByLabelText(label), { target: { value } })
  server.on(registUser, () => ({}))
  fireEvent.click(screen.getByRole('button', { name: '注 册' }))
  await waitFor(() => expect(sent(registUser)).toMatchObject([{ code: '123456', challenge: 'the-challenge' }]))
})

test('a code that was never asked for is said at its field; another one needs another slider', async () => {
  server.on(sendVerificationCode, () => ({ resendAfterSeconds: 0, challenge: 'c' }))
  fireEvent.change(screen.getByLabelText('短信验证码'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: '注 册' }))
  expect(screen.getByLabelText('短信验证码')).toHaveAccessibleDescription('请先获取验证码')
  fireEvent.change(screen.getByLabelText('手机号码'), { target: { value: '13800001234' } })
  await slide()
  ask()
  await waitFor(() => expect(sent(sendVerificationCode)).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled())
  ask()
  expect(await screen.findByText('请先完成滑块验证')).toBeInTheDocument()
  await slide()
  ask()
  await waitFor(() => expect(sent(sendVerificationCode)).toMatchObject([{ sliderTicket: 't1' }, { sliderTicket: 't2' }]))
})

test.each([
  ['kept', '尚未接入短信服务，收不到验证码，请联系系统管理员。', true],
  ['terminal', '尚未接入短信服务，验证码只显示在启动本程序的终端窗口中。', false],
] as const)('where text messages are %s, the form says so before anything is typed', async (sms, sentence, stopped) => {
  cleanup()
  openSession({ title: '', organisation: '', environments: [{ name: 'localhost', origins: ['localhost'] }], sending: { sms, mail: 'live' } }, () => undefined)
  await act(async () => void render(<RegisterForm />))
  expect(screen.getByRole('note')).toHaveTextContent(sentence)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '获取验证码' }).disabled).toBe(stopped)
})
