import { outbox } from '@assoc/contract/platform/outbox'
import { sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'
import { callbackRoutes, addressKey } from '../../areas/message/callback'
import { queueSecret, queueSms } from '../mail/outbox'
import { gatewayPeer, KEY_ID, KEY_SECRET, type SmsPeer } from './testing.peers'

// Text messages of the console itself on their way: outbox, provider, receipt.

const SECRET = 'a-secret-of-this-test-alone-0002'
let peer: SmsPeer
let server: TestServer
beforeAll(async () => {
  peer = await gatewayPeer()
  server = await startTestServer({ env: { SMS_PROVIDER: 'gateway', SMS_ENDPOINT: `${peer.endpoint}/v1`, SMS_KEY_ID: KEY_ID, SMS_KEY_SECRET: KEY_SECRET, SMS_SIGN: '示例协会', SMS_TEMPLATES: 'code=T1' } })
})
afterAll(async () => {
  await server.stop()
  await peer.close()
})
beforeEach(() => void peer.taken.splice(0))

const last = async () => server.platform.db.selectFrom('outbox').selectAll().orderBy('outbox_id', 'desc').limit(1).executeTakeFirstOrThrow()
async function settled(status: string) {
  for (let i = 0; i < 300; i++) {
    const row = await last()
    if (row.outbox_status === status) return row
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the message is ${(await last()).outbox_status}: ${(await last()).error_message}`)
}
const heard = (): { text: string; template: unknown }[] => peer.taken.map(({ body }) => JSON.parse(body) as { text: string; template: unknown })

test('a code that is asked for leaves by the provider with its template and signature, and the outbox keeps neither', async () => {
  expect(await server.call(sendVerificationCode, { mobile: '19900000009', purpose: 'register' }, { as: null })).toMatchObject({ returnCode: '000000' })
  const row = await settled('sent')
  const [said] = heard()
  const code = /验证码 (\d{6})/.exec(said?.text ?? '')?.[1] ?? 'none'
  expect(said).toMatchObject({ text: `【示例协会】您正在注册，验证码 ${code}，5 分钟内有效，请勿告知他人。`, template: { code: 'T1', params: { code } } })
  expect(row).toMatchObject({ template_use: 'code', template_params: { code: '******' }, sealed_content: null, sealed_params: null, provider_ref: 'G1' })
  expect(JSON.stringify(row)).not.toContain(code)
  // Codes that have left are told on no terminal.
  expect(server.platform.recorder.shown).toEqual([])
})

test('a template that staff chose leaves with what stands in its places, in the order of their numbers', async () => {
  const params = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [String(n + 1), `值${n + 1}`]))
  await queueSms(server.platform.db, '19900000008', '【理事会】内容', { template: { code: 'SMS_9', params }, sign: '理事会' })
  await settled('sent')
  expect(heard()).toEqual([expect.objectContaining({ text: '【理事会】内容', sign: '理事会', template: { code: 'SMS_9', params } })])
  expect(Object.keys((heard()[0]?.template as { params: object } | undefined)?.params ?? {})).toEqual(Object.keys(params))
})

test('taken and not answered: it is unknown, and is not said again; a receipt under our own name of it settles it, once', async () => {
  const { db } = server.platform
  peer.next.push('break')
  await queueSms(db, '19900000007', '会议改在周五', { template: null })
  const row = await settled('unknown')
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  await queueSms(db, '19900000006', '在其后', { template: null })
  await settled('sent')
  expect(heard().map((one) => one.text)).toEqual(['【示例协会】会议改在周五', '【示例协会】在其后'])

  const app = Fastify()
  callbackRoutes(app, server.platform, SECRET)
  const tell = (success: boolean) =>
    app.inject({ method: 'POST', url: `/messageCallback/aliyun/${addressKey(SECRET, 'aliyun')}`, payload: [{ phone_number: '19900000007', biz_id: 'B1', out_id: `outbox-${row.outbox_id}`, success, err_code: success ? 'DELIVERED' : 'UNDELIV' }] })
  expect((await tell(true)).json()).toEqual({ code: 0, msg: '成功' })
  await tell(false)
  expect(await server.ok(outbox.list, { outboxStatus: 'delivered' })).toMatchObject({ total: 1, items: [{ outboxId: row.outbox_id, errorMessage: null }] })
  await app.close()
})

test('the provider is busy: the message waits and leaves with its code then; negative control: without the sealed places it leaves without', async () => {
  const { db, encryption } = server.platform
  const code = { to: '19900000005', subject: '', text: '验证码 482913', code: '482913', minutes: 5, use: 'code' } as const
  for (const wiped of [false, true]) {
    peer.taken.splice(0)
    peer.next.push({ status: 429, json: { code: 'busy', message: '限流' } })
    await queueSecret(db, encryption, code)
    for (let i = 0; i < 300 && (await last()).error_message === null; i++) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await last()).toMatchObject({ outbox_status: 'queued', error_message: '暂时未发出，将自动重试：限流（busy）' })
    if (wiped) await db.updateTable('outbox').set({ sealed_params: null }).where('outbox_status', '=', 'queued').execute()
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db)
    await settled('sent')
    expect(heard().at(-1)).toMatchObject({ template: { params: { code: wiped ? '******' : '482913' } } })
  }
})
