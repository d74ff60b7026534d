import { CODE } from '@assoc/contract'
import { selectConnectors, testConnector, TESTS_PER_HOUR, type ConnectorKind } from '@assoc/contract/rbac/connector'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { warnOfBalance } from '../../../platform/connectors/balance'
import { presetParameter } from '../../../platform/settings/settings'
import { gatewayPeer, KEY_ID, KEY_SECRET, type SmsPeer } from '../../../platform/sms/testing.peers'

let peer: SmsPeer
let server: TestServer
let keeper: Session
beforeAll(async () => {
  peer = await gatewayPeer()
  server = await startTestServer({
    env: { SMS_PROVIDER: 'gateway', SMS_ENDPOINT: peer.endpoint, SMS_KEY_ID: KEY_ID, SMS_KEY_SECRET: KEY_SECRET, SMS_SIGN: '示例协会', OIDC_ISSUER: 'https://sign-on.example.com', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'a-secret-that-is-not-shown' },
  })
  keeper = await server.person({ permits: ['rbac:connector:read', 'rbac:connector:test'] })
})
afterAll(async () => {
  await server.stop()
  await peer.close()
})
beforeEach(async () => {
  await asOwner(server.platform.db, sql`truncate connector_status`)
  await sql`delete from throttle where key like 'connector:%'`.execute(server.platform.db)
})

const shown = async (kind: ConnectorKind, as = keeper) => (await server.ok(selectConnectors, {}, { as })).items.find((c) => c.kind === kind)
async function tested(kind: ConnectorKind) {
  for (let i = 0; i < 300; i++) {
    const found = await shown(kind)
    if (found?.test && found.test.state !== 'running') return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the test came to no end')
}
const giveMobile = (mobile: string | null) => sql`update sys_user set mobile = ${mobile} where user_id = ${keeper.userId}`.execute(server.platform.db)

test('what is set is shown, and no secret', async () => {
  const { items } = await server.ok(selectConnectors, {}, { as: keeper })
  expect(items.map(({ kind, state }) => [kind, state])).toEqual([['mail', 'off'], ['sms', 'on'], ['files', 'local'], ['releases', 'local'], ['signOn', 'on'], ['invoices', 'off'], ['wecom', 'off'], ['dingtalk', 'off'], ['feishu', 'off']])
  const told = JSON.stringify(items)
  expect(told).toContain('示例协会')
  expect(told).toContain('sign-on.example.com')
  for (const secret of [KEY_SECRET, KEY_ID, 'a-secret-that-is-not-shown']) expect(told).not.toContain(secret)
})

test('a text message to oneself: it goes to the own number alone, is noted, and tells what is left', async () => {
  await giveMobile(null)
  expect(await shown('sms')).toMatchObject({ trial: null, obstacle: '您没有登记手机号码，请先在个人中心填写' })
  expect((await server.call(testConnector, { kind: 'sms' }, { as: keeper })).returnCode).toBe(CODE.inUse)
  await giveMobile('19900000021')
  expect(await shown('sms')).toMatchObject({ trial: expect.stringContaining('199****0021'), obstacle: null })
  await server.ok(testConnector, { kind: 'sms' }, { as: keeper })
  const after = await tested('sms')
  expect(after).toMatchObject({ goodTime: expect.any(String), badTime: null, test: { state: 'good', result: '服务商已接收，请查看您的手机；余额 321 条' } })
  expect(peer.taken.filter(({ method }) => method === 'POST').map(({ body }) => (JSON.parse(body) as { to: string }).to)).toEqual(['19900000021'])
  const noted = await server.platform.db.selectFrom('audit_log').select(['user_id', 'verb', 'reason']).where('record_type', '=', 'connector').execute()
  expect(noted).toEqual([{ user_id: keeper.userId, verb: 'test', reason: '短信' }])
})

test('a test that fails says why, and the failure stands at the connector', async () => {
  peer.next.push({ status: 401, json: { code: 'noKey', message: '密钥已停用' } })
  await server.ok(testConnector, { kind: 'sms' }, { as: keeper })
  expect(await tested('sms')).toMatchObject({ goodTime: null, badTime: expect.any(String), badReason: '密钥已停用（noKey）', test: { state: 'bad', result: '密钥已停用（noKey）' } })
})

test('files are written and read back; what brings back other bytes fails', async () => {
  await server.ok(testConnector, { kind: 'files' }, { as: keeper })
  expect(await tested('files')).toMatchObject({ test: { state: 'good', result: '写入、读回、删除均成功' } })
  const { files } = server.platform
  const wrong = Object.assign(Object.create(files) as typeof files, { put: (bytes: Buffer) => files.put(Buffer.from(bytes).fill(0)) })
  Object.assign(server.platform, { files: wrong })
  await server.ok(testConnector, { kind: 'files' }, { as: keeper })
  expect(await tested('files')).toMatchObject({ test: { state: 'bad', result: '读回的内容与写入的不一致' } })
  Object.assign(server.platform, { files })
})

test('what is not set has no test; one test of a connector at a time, and not without end', async () => {
  for (const kind of ['mail', 'invoices'] as const) expect((await server.call(testConnector, { kind }, { as: keeper })).returnCode).toBe(CODE.inUse)
  await sql`insert into connector_status (kind, test_by, test_asked) values ('releases', ${keeper.userId}, now())`.execute(server.platform.db)
  expect(await server.call(testConnector, { kind: 'releases' }, { as: keeper })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '该连接正在测试，请稍候' })
  // One whose process died is not waited for.
  await sql`update connector_status set test_asked = now() - interval '4 minutes'`.execute(server.platform.db)
  expect((await shown('releases'))?.test).toMatchObject({ state: 'lost' })
  await server.ok(testConnector, { kind: 'releases' }, { as: keeper })
  await tested('releases')
  for (let n = 0; n < TESTS_PER_HOUR.person; n++) await server.call(testConnector, { kind: 'releases' }, { as: keeper })
  expect((await server.call(testConnector, { kind: 'releases' }, { as: keeper })).returnCode).toBe(CODE.tooMany)
})

test('who may not, does not', async () => {
  const reader = await server.person({ permits: ['rbac:connector:read'] })
  expect((await server.call(testConnector, { kind: 'files' }, { as: reader })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(selectConnectors, {}, { as: await server.person() })).returnCode).toBe(CODE.forbidden)
})

test('below the line those who look after connectors are told what is left; above it, or with no line, nobody is', async () => {
  const { db, settings } = server.platform
  const told = async () => (await db.selectFrom('notification').select('content').where('user_id', '=', keeper.userId).where('title', '=', '短信余额不足').execute()).map((n) => n.content)
  // The peer has 321 left, the line is 200 at first.
  expect(await warnOfBalance(server.platform)).toBe(false)
  await presetParameter(db, 'message.smsBalanceMin', 322)
  Object.assign(settings, { parameters: null })
  expect(await warnOfBalance(server.platform)).toBe(true)
  expect(await told()).toEqual(['短信网关的余额为 321 条，低于提醒线 322，请及时充值，以免验证码和通知发不出去。'])
  peer.next.push({ status: 500, json: {} })
  expect(await warnOfBalance(server.platform)).toBe(false)
  expect(await told()).toHaveLength(1)
})
