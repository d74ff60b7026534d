import { codeNoticeOf, messageNoticeOf } from './sending'

test.each<[NonNullable<Parameters<typeof codeNoticeOf>[0]> | undefined, ('sms' | 'mail')[], object | null]>([
  [undefined, ['sms'], null],
  [{ sms: 'live', mail: 'kept' }, ['sms'], null],
  [{ sms: 'live', mail: 'live' }, ['sms', 'mail'], null],
  [{ sms: 'kept', mail: 'live' }, ['sms'], { text: '尚未接入短信服务，收不到验证码，请联系系统管理员。', stopped: true }],
  [{ sms: 'kept', mail: 'live' }, ['sms', 'mail'], { text: '尚未接入短信服务，请用邮箱接收验证码。', stopped: false }],
  [{ sms: 'live', mail: 'kept' }, ['sms', 'mail'], { text: '尚未接入邮件服务，请用手机接收验证码。', stopped: false }],
  [{ sms: 'kept', mail: 'kept' }, ['sms', 'mail'], { text: '尚未接入短信服务和邮件服务，收不到验证码，请联系系统管理员。', stopped: true }],
  [{ sms: 'terminal', mail: 'terminal' }, ['sms', 'mail'], { text: '尚未接入短信服务和邮件服务，验证码只显示在启动本程序的终端窗口中。', stopped: false }],
  [{ sms: 'terminal', mail: 'live' }, ['sms'], { text: '尚未接入短信服务，验证码只显示在启动本程序的终端窗口中。', stopped: false }],
])('where %j is set up, a code by %j is announced with %j', (sending, channels, notice) => {
  expect(codeNoticeOf(sending, channels)).toEqual(notice)
})

test('a message that will not leave is said to stay, one that leaves is not', () => {
  expect(messageNoticeOf({ sms: 'terminal', mail: 'live' }, 'sms')).toContain('不会实际发出')
  expect(messageNoticeOf({ sms: 'terminal', mail: 'live' }, 'mail')).toBeNull()
})
