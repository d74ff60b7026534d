import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { DeliveryFailed, DeliveryRefused, DeliveryUnknown, ProviderUnavailable } from '../mail/delivery'
import { aliyunRequest, aliyunSms } from './aliyun'
import { gatewaySms } from './gateway'
import { smsFromEnv, smsProviderOf, type SmsOptions } from './options'
import type { SmsProvider, TextMessage } from './sms'
import { tencentRequest, tencentSms } from './tencent'
import { aliyunPeer, gatewayPeer, KEY_ID, KEY_SECRET, tencentPeer, type Reply, type SmsPeer } from './testing.peers'

// What the adapters say to providers, and what they make of the answers.

test('a call to Alibaba Cloud is signed as the example of its rules', () => {
  const { headers } = aliyunRequest({
    endpoint: 'https://ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    keyId: 'YourAccessKeyId',
    keySecret: 'YourAccessKeySecret',
    at: new Date('2023-10-26T10:22:32Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  })
  expect(headers['authorization']).toMatch(/^ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/)
})

test('a call to Tencent Cloud is signed as the example of its rules', () => {
  const { headers } = tencentRequest({
    endpoint: 'https://cvm.tencentcloudapi.com',
    service: 'cvm',
    action: 'DescribeInstances',
    version: '2017-03-12',
    region: 'ap-guangzhou',
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    keyId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
    keySecret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
    at: new Date(1551113065_000),
  })
  expect(headers['authorization']).toBe('TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168')
})

const PEERS = { aliyun: aliyunPeer, tencent: tencentPeer, gateway: gatewayPeer }
const MAKERS = { aliyun: aliyunSms, tencent: tencentSms, gateway: gatewaySms }
type Name = keyof typeof PEERS
const NAMES = Object.keys(PEERS) as Name[]

const message: TextMessage = { id: 'outbox-7', to: '19900000001', text: '【示例协会】您的验证码为 123456', sign: null, template: { code: 'SMS_1', params: { code: '123 4*6+~' } } }
const peers: SmsPeer[] = []
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close()
})

const optionsOf = (provider: Name, endpoint: string, more: Partial<SmsOptions> = {}): SmsOptions => ({ provider, endpoint, billing: endpoint, keyId: KEY_ID, keySecret: KEY_SECRET, sign: '示例协会', appId: '1400000001', region: 'ap-guangzhou', templates: new Map([['code', 'SMS_1']]), ...more })
async function begin(name: Name, more: Partial<SmsOptions> = {}, patience?: number): Promise<{ peer: SmsPeer; sms: SmsProvider }> {
  const peer = await PEERS[name]()
  peers.push(peer)
  return { peer, sms: MAKERS[name](optionsOf(name, peer.endpoint, more), patience) }
}
const errorOf = async (sms: SmsProvider, given = message): Promise<DeliveryFailed> => {
  const answer = await sms.send(given).catch((error: unknown) => error)
  if (!(answer instanceof DeliveryFailed)) throw new Error(`no such error: ${JSON.stringify(answer)}`)
  return answer
}
const kindOf = (error: DeliveryFailed) => (error instanceof DeliveryUnknown ? 'unknown' : error instanceof ProviderUnavailable ? 'unavailable' : error instanceof DeliveryRefused ? (error.addressee ? 'addressee' : 'refused') : 'later')

test.each(NAMES)('%s takes a signed message with its signature, template and our name of it', async (name) => {
  const { peer, sms } = await begin(name)
  const { ref } = await sms.send(message)
  const [heard] = peer.taken
  const said = { aliyun: () => Object.fromEntries(heard?.url.searchParams ?? []), tencent: () => JSON.parse(heard?.body ?? '') as object, gateway: () => JSON.parse(heard?.body ?? '') as object }[name]()
  expect({ ref, said }).toEqual(
    {
      aliyun: { ref: '90061954546781^0', said: { PhoneNumbers: '19900000001', SignName: '示例协会', TemplateCode: 'SMS_1', TemplateParam: '{"code":"123 4*6+~"}', OutId: 'outbox-7' } },
      tencent: { ref: '5000:1', said: { PhoneNumberSet: ['+8619900000001'], SmsSdkAppId: '1400000001', SignName: '示例协会', TemplateId: 'SMS_1', TemplateParamSet: ['123 4*6+~'], SessionContext: 'outbox-7' } },
      gateway: { ref: 'G1', said: { id: 'outbox-7', to: '19900000001', text: '【示例协会】您的验证码为 123456', sign: '示例协会', template: { code: 'SMS_1', params: { code: '123 4*6+~' } } } },
    }[name],
  )
})

test.each(NAMES)('%s refuses a wrong key: nothing is taken, and the message may wait', async (name) => {
  const { peer, sms } = await begin(name, { keySecret: 'another' })
  expect(kindOf(await errorOf(sms))).toBe('unavailable')
  expect(peer.taken).toEqual([])
})

test.each(NAMES)('%s takes a message and does not answer, or breaks off: nobody knows, and it is not said twice', async (name) => {
  const { peer, sms } = await begin(name, {}, 200)
  for (const reply of ['hang', 'break'] as const) {
    peer.next.push(reply)
    expect(kindOf(await errorOf(sms))).toBe('unknown')
  }
  expect(peer.taken).toHaveLength(2)
})

test.each(NAMES)('%s is away: nothing was handed over', async (name) => {
  const { peer, sms } = await begin(name)
  await peer.close()
  expect(kindOf(await errorOf(sms))).toBe('unavailable')
})

const ali = (Code: string): Reply => ({ json: { Code, Message: '说明' } })
const tcOne = (Code: string): Reply => ({ json: { Response: { SendStatusSet: [{ SerialNo: '', Code, Message: '说明' }] } } })
const tcAll = (Code: string): Reply => ({ json: { Response: { Error: { Code, Message: '说明' } } } })
const gate = (status: number, more: object = {}): Reply => ({ status, json: { code: 'c', message: '说明', ...more } })

test.each<[Name, Reply, string]>([
  ['aliyun', ali('isv.MOBILE_NUMBER_ILLEGAL'), 'addressee'],
  ['aliyun', ali('isv.INVALID_PARAMETERS'), 'refused'],
  ['aliyun', ali('isv.BUSINESS_LIMIT_CONTROL'), 'later'],
  ['aliyun', ali('Throttling.User'), 'unavailable'],
  ['aliyun', ali('isv.AMOUNT_NOT_ENOUGH'), 'unavailable'],
  ['aliyun', ali('isv.SMS_TEMPLATE_ILLEGAL'), 'unavailable'],
  ['aliyun', ali('isp.SYSTEM_ERROR'), 'unknown'],
  ['aliyun', { status: 502, json: [] }, 'unknown'],
  ['tencent', tcOne('FailedOperation.PhoneNumberInBlacklist'), 'addressee'],
  ['tencent', tcOne('FailedOperation.ContainSensitiveWord'), 'refused'],
  ['tencent', tcOne('LimitExceeded.PhoneNumberThirtySecondLimit'), 'later'],
  ['tencent', tcOne('FailedOperation.InsufficientBalanceInSmsPackage'), 'unavailable'],
  ['tencent', tcAll('RequestLimitExceeded'), 'unavailable'],
  ['tencent', tcAll('InternalError.RequestTimeException'), 'unknown'],
  ['tencent', { status: 502, json: [] }, 'unknown'],
  ['gateway', gate(422, { addressee: true }), 'addressee'],
  ['gateway', gate(400), 'refused'],
  ['gateway', gate(429, { addressee: true }), 'later'],
  ['gateway', gate(429), 'unavailable'],
  ['gateway', gate(402), 'unavailable'],
  ['gateway', gate(503), 'unavailable'],
  ['gateway', gate(500), 'unknown'],
])('%s answers %j: %s', async (name, reply, kind) => {
  const { peer, sms } = await begin(name)
  peer.next.push(reply)
  expect(kindOf(await errorOf(sms))).toBe(kind)
})

test('who sends by template alone refuses a text without one, before anything is said', async () => {
  for (const name of ['aliyun', 'tencent'] as const) {
    const { peer, sms } = await begin(name)
    expect(kindOf(await errorOf(sms, { ...message, template: null }))).toBe('refused')
    expect(peer.taken).toEqual([])
    expect([sms.sends('code'), sms.sends('reset'), sms.templateOf('code')]).toEqual([true, false, 'SMS_1'])
  }
  expect(gatewaySms(optionsOf('gateway', 'http://127.0.0.1:1')).sends('reset')).toBe(true)
})

test('each tells what is left to be spent; a gateway that keeps no account of it does not', async () => {
  const told = await Promise.all(NAMES.map(async (name) => (await begin(name)).sms.balance()))
  expect(told).toEqual([{ amount: 1234.5, unit: '元' }, { amount: 600, unit: '条' }, { amount: 321, unit: '条' }])
  const { peer, sms } = await begin('gateway')
  peer.next.push({ status: 404, json: {} })
  expect(await sms.balance()).toBeNull()
})

test('an answer without end is not read to its end, nor is a way elsewhere followed', async () => {
  const server = http.createServer((req, res) => {
    if (req.url?.startsWith('/away')) return void res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    res.writeHead(200)
    const piece = Buffer.alloc(16_384, 'x')
    const write = (): void => void (!res.destroyed && (res.write(piece) ? setImmediate(write) : res.once('drain', write)))
    write()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await gatewaySms(optionsOf('gateway', at)).send(message)).toEqual({ ref: 'outbox-7' })
  expect(kindOf(await errorOf(gatewaySms(optionsOf('gateway', `${at}/away`))))).toBe('unknown')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const KEYS = { SMS_KEY_ID: 'k', SMS_KEY_SECRET: 's' }
test.each<[string, Record<string, string>]>([
  ['is not known', { SMS_PROVIDER: 'pigeon', ...KEYS }],
  ['needs SMS_KEY_ID', { SMS_PROVIDER: 'gateway', SMS_ENDPOINT: 'https://sms.example.com' }],
  ['needs SMS_SIGN', { SMS_PROVIDER: 'aliyun', ...KEYS, SMS_TEMPLATES: 'code=SMS_1' }],
  ['sends by template alone', { SMS_PROVIDER: 'aliyun', ...KEYS, SMS_SIGN: '示例', SMS_TEMPLATES: 'reset=SMS_1' }],
  ['SMS_TEMPLATES has greeting=1', { SMS_PROVIDER: 'aliyun', ...KEYS, SMS_SIGN: '示例', SMS_TEMPLATES: 'greeting=1' }],
  ['needs SMS_APP_ID', { SMS_PROVIDER: 'tencent', ...KEYS, SMS_SIGN: '示例', SMS_TEMPLATES: 'code=1' }],
  ['must begin with https', { SMS_PROVIDER: 'gateway', ...KEYS, SMS_ENDPOINT: 'http://sms.example.com' }],
  ['is no address', { SMS_PROVIDER: 'gateway', ...KEYS }],
])('a configuration that cannot work says so: %s', (sentence, env) => {
  expect(() => smsFromEnv(env)).toThrow(sentence)
})

test('the environment chooses the provider; without one nothing leaves', () => {
  const labels = [{}, { SMS_PROVIDER: 'aliyun', ...KEYS, SMS_SIGN: '【示例】', SMS_TEMPLATES: 'code=SMS_1, reset=SMS_2' }, { SMS_PROVIDER: 'tencent', ...KEYS, SMS_SIGN: '示例', SMS_APP_ID: '1', SMS_TEMPLATES: 'code=1' }, { SMS_PROVIDER: 'gateway', ...KEYS, SMS_ENDPOINT: 'http://127.0.0.1:9/' }]
    .map((env) => smsProviderOf(smsFromEnv(env)))
    .map(({ label, live }) => [label, live])
  expect(labels).toEqual([['未接入', false], ['阿里云短信', true], ['腾讯云短信', true], ['短信网关', true]])
  expect(smsFromEnv({ SMS_PROVIDER: 'aliyun', ...KEYS, SMS_SIGN: '【示例】', SMS_TEMPLATES: 'code=SMS_1, reset=SMS_2' })).toMatchObject({ sign: '示例', templates: new Map([['code', 'SMS_1'], ['reset', 'SMS_2']]) })
})
