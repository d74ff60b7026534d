import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { selectPasswordRules } from '@assoc/contract/rbac/security'
import { fakeServer } from '@assoc/http/testing'
import { openSession } from '@assoc/session'
import { fireEvent, render, screen } from '@testing-library/react'
import { RegisterForm } from './RegisterForm'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  openSession({ title: '', organisation: '', environments: [{ name: 'localhost', origins: ['localhost'] }] }, () => undefined)
  server = fakeServer()
  render(<RegisterForm />)
})
afterEach(() => server.restore())

test('everything that is left out is said at once, each at its field', () => {
  fireEvent.click(screen.getByRole('button', { name: '注 册' }))
  const said = (label: string) => screen.getByLabelText(label)
  expect(said('登录账号')).toHaveAccessibleDescription(/请填写登录账号/)
  expect(said('姓名')).toHaveAccessibleDescription('请填写姓名')
  expect(said('所在公司')).toHaveAccessibleDescription(/请填写所在公司/)
  expect(said('手机号码')).toHaveAccessibleDescription('请填写手机号码')
  expect(said('短信验证码')).toHaveAccessibleDescription('请输入验证码')
  expect(said('密码')).toHaveAccessibleDescription('请填写密码')
  expect(server.sent.filter((s) => s.path !== selectPasswordRules.path)).toEqual([])
})

test('a number that the server refuses is said at the number', async () => {
  fireEvent.change(screen.getByLabelText('手机号码'), { target: { value: '13800000000' } })
  server.on(sendVerificationCode, { returnCode: CODE.input, returnMessage: '输入有误', data: { fields: [{ path: 'mobile', message: '手机号码格式不正确' }] } })
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByText('手机号码格式不正确')).toBeInTheDocument()
})
