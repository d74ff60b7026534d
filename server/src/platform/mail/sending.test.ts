import { CODE } from '@assoc/contract'
import { sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { startTestServer } from '../../../test/harness'
import { gatewaySms } from '../sms/gateway'
import { RecordingSms } from '../sms/sms'
import { tencentSms } from '../sms/tencent'
import { Recorder } from './recorder'
import { requireSending, sendingOf } from './sending'

const options = { provider: 'tencent', endpoint: 'http://127.0.0.1:1', billing: '', keyId: 'k', keySecret: 's', sign: '示例', appId: '1', region: '', templates: new Map([['code', '1']] as const) } as const
const [told, silent] = [new Recorder(() => undefined), new Recorder(null)]

test.each([
  [new RecordingSms(), told, 'terminal'],
  [new RecordingSms(), silent, 'kept'],
  [gatewaySms(options), silent, 'live'],
])('%# text messages are said to be what becomes of them', (sms, recorder, wanted) => {
  expect(sendingOf({ mail: null, sms, recorder })).toEqual({ sms: wanted, mail: recorder === told ? 'terminal' : 'kept' })
})

test('a code that nobody would get is refused; a text without its template as well', () => {
  expect(() => requireSending({ mail: null, sms: new RecordingSms(), recorder: silent }, '19900000001', 'code')).toThrow('尚未接入短信服务')
  expect(() => requireSending({ mail: null, sms: gatewaySms(options), recorder: silent }, 'a@example.com', 'code')).toThrow('尚未接入邮件服务')
  expect(() => requireSending({ mail: null, sms: tencentSms(options), recorder: silent }, '19900000001', 'apply')).toThrow('还没有登记这种短信的模板')
  expect(() => requireSending({ mail: null, sms: tencentSms(options), recorder: silent }, '19900000001', 'code')).not.toThrow()
  expect(() => requireSending({ mail: null, sms: new RecordingSms(), recorder: told }, '19900000001', 'code')).not.toThrow()
})

test('asking for a code says so, and makes none', async () => {
  const server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const ask = () => server.call(sendVerificationCode, { mobile: '19900000001', purpose: 'register' }, { as: null })
  Object.assign(server.platform, { recorder: silent })
  expect(await ask()).toMatchObject({ returnCode: CODE.inUse, returnMessage: '尚未接入短信服务，收不到验证码，请联系系统管理员' })
  const made = async () => (await server.platform.db.selectFrom('verification_code').select('target').execute()).length
  expect(await made()).toBe(0)
  Object.assign(server.platform, { recorder: told })
  expect((await ask()).returnCode).toBe(CODE.ok)
  expect(await made()).toBe(1)
  await server.stop()
})
