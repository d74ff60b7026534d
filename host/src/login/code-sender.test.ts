import { CODE } from '@assoc/contract'
import { checkVerificationCode } from '@assoc/contract/rbac/sign-in'
import { fakeServer } from '@assoc/http/testing'
import { runInAction } from 'mobx'
import { CodeSender } from './code-sender'

let server: ReturnType<typeof fakeServer>
beforeEach(() => void (server = fakeServer()))
afterEach(() => server.restore())

test('a whole code is checked with what it was asked for; what cannot be told now is no fault of the code', async () => {
  const sender = new CodeSender('reset')
  expect([await sender.check('13800000000', '123456'), server.sent]).toEqual(['', []])
  runInAction(() => (sender.challenge = 'asked-for'))
  expect([await sender.check('13800000000', '12345'), server.sent]).toEqual(['', []])
  server.on(checkVerificationCode, ({ code }: { code: string }) => ({ valid: code === '123456' }))
  expect(await sender.check('13800000000', '123456')).toBe('')
  expect(await sender.check('13800000000', '654321')).toBe('验证码不正确或已失效')
  expect(server.sent[0]?.input).toEqual({ target: '13800000000', purpose: 'reset', challenge: 'asked-for', code: '123456' })
  server.on(checkVerificationCode, { returnCode: CODE.tooMany, returnMessage: '次数过多' })
  expect(await sender.check('13800000000', '654321')).toBe('')
})
