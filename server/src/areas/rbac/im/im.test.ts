import { CODE, type Call, type RequestOf, type ResponseOf } from '@assoc/contract'
import { selectConnectors, testConnector } from '@assoc/contract/rbac/connector'
import { answerImOffer, beginImBinding, imKind, removeImBinding, selectOwnIm, type ImKind } from '@assoc/contract/rbac/im'
import { loginTheUser } from '@assoc/contract/rbac/sign-in'
import { finishSignOn } from '@assoc/contract/rbac/sign-on'
import { sql } from 'kysely'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { imFromEnv, imProvidersOf } from '../../../platform/im/options'
import { sendIm } from '../../../platform/im/send'
import { imPeer, IM_SECRET, type ImPeer } from '../../../platform/im/testing.peers'
import { tellTodos } from '../../../platform/im/todos'
import type { todosOf } from '../../../platform/workspace/todos'
import { notify } from '../../../platform/notifications/notify'
import { runTest } from '../connector/service'

const PASSWORD = 'Correct-Horse-27'
const PUBLIC = 'https://console.example'
let peer: ImPeer
let server: TestServer
beforeAll(async () => {
  peer = await imPeer()
  server = await startTestServer({ env: { ...peer.env, PUBLIC_URL: PUBLIC, SERVER_ROLE: 'api' } })
})
afterAll(async () => {
  await server.stop()
  await peer.close()
})
beforeEach(async () => {
  peer.sent.length = 0
  peer.next.length = 0
  await sql`delete from im_binding`.execute(server.platform.db)
  await sql`delete from im_message`.execute(server.platform.db)
  await sql`delete from throttle`.execute(server.platform.db)
})

/** A browser that keeps its cookies and follows nothing by itself. */
class Browser {
  readonly jar = new Map<string, string>()

  async go(address: string, init: RequestInit = {}) {
    const headers = { ...(init.headers as Record<string, string>), cookie: [...this.jar].map(([k, v]) => `${k}=${v}`).join('; ') }
    const response = await fetch(address.replace(PUBLIC, server.url), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) this.jar.set(name, value)
      else this.jar.delete(name)
    }
    return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() }
  }

  async call<C extends Call>(call: C, input: RequestOf<C>, token = '') {
    const { text } = await this.go(`${server.url}/capcoapi${call.path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...OWN_HEADERS, ...(token ? { authorization: token } : {}) }, body: JSON.stringify(input) })
    return JSON.parse(text) as { returnCode: string; returnMessage: string; data: ResponseOf<C> }
  }

  /** Scans a QR code with somebody's phone, from the login page. */
  async scan(kind: ImKind, person: Parameters<ImPeer['scan']>[1], query = '') {
    const { location } = await this.go(`${server.url}/sso/im/${kind}/start${query}`)
    const back = peer.scan(location, person)
    return { back, arrived: await this.go(back) }
  }

  async signIn(loginName: string): Promise<string> {
    return (await this.call(loginTheUser, { loginName, passWord: PASSWORD })).data.token
  }
}

let n = 0
/** An account with a password, of the administrator's hash. */
async function account(): Promise<{ loginName: string; userId: string }> {
  const loginName = `messenger${++n}`
  const { rows } = await sql<{ user_id: string }>`insert into sys_user (login_name, real_name, type_id, account_status, must_change_password, password_hash, password_time)
    select ${loginName}, '贾信', 'staff', 'normal', false, password_hash, now() from sys_user where user_id = ${server.admin.userId} returning user_id::text`.execute(server.platform.db)
  return { loginName, userId: rows[0]?.user_id ?? '' }
}
const boundTo = async (userId: string) => (await server.platform.db.selectFrom('im_binding').select(['kind', 'external_id']).where('user_id', '=', userId).orderBy('kind').execute()).map((b) => `${b.kind}:${b.external_id}`)
const bindHere = (userId: string, kind: ImKind, id: string) => sql`insert into im_binding (user_id, kind, external_id, address, shown_name) values (${userId}, ${kind}, ${id}, ${id}, ${id})`.execute(server.platform.db)

test.each([['wecom', 'u1'], ['dingtalk', 'union-u2'], ['feishu', 'ou-u3']] as const)('%s: bound in the console with the password, then a session by QR alone', async (kind, external) => {
  const { loginName, userId } = await account()
  const [office, phone] = [new Browser(), { id: external.replace(/^.*-/, ''), name: '贾信的账号' }]
  const token = await office.signIn(loginName)
  expect(await office.call(beginImBinding, { kind, passWord: 'wrong-Horse-27' }, token)).toMatchObject({ returnCode: CODE.input })
  const { data } = await office.call(beginImBinding, { kind, passWord: PASSWORD }, token)
  const back = peer.scan(data.address, phone)
  expect(await office.go(back)).toMatchObject({ status: 302, location: '/go/rbac/PersonalCenter?part=im' })
  expect(await boundTo(userId)).toEqual([`${kind}:${external}`])
  const noted = await server.platform.db.selectFrom('audit_log').select('verb').where('record_type', '=', 'user').where('record_id', '=', userId).execute()
  expect(noted).toEqual([{ verb: 'bindIm' }])
  // Good once.
  expect((await office.go(back)).status).toBe(400)

  const other = new Browser()
  const { arrived } = await other.scan(kind, phone, `?reback=${encodeURIComponent(`${server.url}/fee`)}`)
  expect([arrived.status, arrived.location]).toEqual([302, `/login?sso=1&reback=${encodeURIComponent(`${server.url}/fee`)}`])
  expect(await other.call(finishSignOn, {})).toMatchObject({ returnCode: CODE.ok, data: { userId } })
  expect((await other.call(finishSignOn, {})).returnCode).toBe(CODE.challengeEnded)
  const log = await server.platform.db.selectFrom('login_log').select('login_way').where('user_id', '=', userId).where('login_result', '=', 'success').orderBy('login_log_id', 'desc').executeTakeFirst()
  expect(log?.login_way).toBe(kind)
  // A disabled account is not let in, whoever is bound to it.
  await sql`update sys_user set account_status = 'disabled' where user_id = ${userId}`.execute(server.platform.db)
  expect((await new Browser().scan(kind, phone)).arrived).toMatchObject({ status: 403, text: expect.stringContaining('已停用') })
})

test('who is bound to nobody is never matched by a name: they sign in with their password, and may then bind', async () => {
  const { loginName, userId } = await account()
  const browser = new Browser()
  // The same name and number as the account.
  const { arrived } = await browser.scan('wecom', { id: loginName, name: '贾信' })
  expect([arrived.status, arrived.location]).toEqual([302, '/login?bind=wecom'])
  expect((await browser.call(finishSignOn, {})).returnCode).toBe(CODE.challengeEnded)
  const token = await browser.signIn(loginName)
  expect((await browser.call(selectOwnIm, {}, token)).data.offer).toEqual({ kind: 'wecom', shownName: loginName })
  // Another browser has no such offer, whoever signs in there.
  const stranger = new Browser()
  expect((await stranger.call(selectOwnIm, {}, await stranger.signIn(loginName))).data.offer).toBeNull()
  // Nor has a session that was open before it came: it proves nothing about who scanned.
  const early = new Browser()
  const before = await early.signIn(loginName)
  await early.scan('wecom', { id: 'w9', name: '' })
  expect((await early.call(selectOwnIm, {}, before)).data.offer).toBeNull()
  expect((await early.call(answerImOffer, { accept: true }, before)).returnCode).toBe(CODE.inUse)

  expect((await browser.call(answerImOffer, { accept: true }, token)).returnCode).toBe(CODE.ok)
  expect(await boundTo(userId)).toEqual([`wecom:${loginName}`])
  expect((await browser.call(answerImOffer, { accept: true }, token)).returnCode).toBe(CODE.inUse)
  // Let go: nothing is bound.
  const other = new Browser()
  await other.scan('feishu', { id: 'f1', name: '' })
  const { loginName: second, userId: secondId } = await account()
  const secondToken = await other.signIn(second)
  expect((await other.call(answerImOffer, { accept: false }, secondToken)).returnCode).toBe(CODE.ok)
  expect(await boundTo(secondId)).toEqual([])
  // An account of a messenger is one person's.
  await other.scan('wecom', { id: loginName, name: '' })
  const begun = (await other.call(beginImBinding, { kind: 'wecom', passWord: PASSWORD }, secondToken)).data
  expect(await other.go(peer.scan(begun.address, { id: loginName, name: '' }))).toMatchObject({ status: 409, text: expect.stringContaining('已绑定其他账号') })
})

test('a return is taken from its own browser and with its own state alone, and not of an ended session', async () => {
  const { loginName, userId } = await account()
  await bindHere(userId, 'feishu', 'ou-x1')
  const [one, two] = [new Browser(), new Browser()]
  const mine = peer.scan((await one.go(`${server.url}/sso/im/feishu/start`)).location, { id: 'x1', name: '' })
  await two.go(`${server.url}/sso/im/feishu/start`)
  expect((await two.go(mine)).status).toBe(400)
  const forged = new URL(mine)
  forged.searchParams.set('state', 'A'.repeat(43))
  expect((await one.go(forged.href)).status).toBe(400)
  // A state of another messenger.
  expect((await one.go(mine.replace('/feishu/', '/wecom/'))).status).toBe(400)
  expect((await one.go(mine)).location).toBe('/login?sso=1')
  // Too late.
  const late = peer.scan((await one.go(`${server.url}/sso/im/feishu/start`)).location, { id: 'x1', name: '' })
  await sql`update im_flow set expire_time = now() - interval '1 second'`.execute(server.platform.db)
  expect((await one.go(late)).status).toBe(400)
  // A code that was given for another way: the verifier does not fit.
  const begun = await one.go(`${server.url}/sso/im/feishu/start`)
  const elsewhere = new URL(begun.location)
  elsewhere.searchParams.set('code_challenge', 'B'.repeat(43))
  expect(await one.go(peer.scan(elsewhere.href, { id: 'x1', name: '' }))).toMatchObject({ status: 400, text: expect.stringContaining('没有确认您的身份') })

  const token = await two.signIn(loginName)
  const { data } = await two.call(beginImBinding, { kind: 'dingtalk', passWord: PASSWORD }, token)
  await sql`update session set end_time = now(), end_reason = 'logout' where user_id = ${userId}`.execute(server.platform.db)
  expect(await two.go(peer.scan(data.address, { id: 'x2', name: '' }))).toMatchObject({ status: 400, text: expect.stringContaining('登录已经结束') })
  expect(await boundTo(userId)).toEqual(['feishu:ou-x1'])
})

test.each(['wecom', 'dingtalk'] as const)('%s: somebody outside of the organisation is told so and offered nothing', async (kind) => {
  const browser = new Browser()
  const { arrived } = await browser.scan(kind, { id: 'stranger', name: '路人', member: false })
  expect([arrived.status, arrived.text]).toEqual([403, expect.stringContaining('不是本单位的成员')])
  expect([...browser.jar.keys()].some((name) => name.includes('offer'))).toBe(false)
})

const waiting = async () => (await sql<{ id: string; status: string; reason: string | null }>`select im_message_id::text as id, message_status as status, error_message as reason from im_message order by 1`.execute(server.platform.db)).rows
async function sendAll(): Promise<void> {
  for (const { id, status } of await waiting()) if (status === 'waiting') await sendIm(server.platform, id)
}
const worker = async (): Promise<Session> => server.person({ permits: ['rbac:connector:read', 'rbac:connector:test'] })

test('a notice goes to each messenger that is bound, once; a token that has ended is fetched anew; none to who has bound none', async () => {
  const [{ userId }, nobody] = [await account(), await worker()]
  for (const kind of imKind.keys) await bindHere(userId, kind, `${kind}-7`)
  const { db } = server.platform
  await notify(db, userId, { title: '有会议室预约待您审批', content: '第一会议室', link: '/go/rbac/MyMessage' })
  await notify(db, nobody.userId, { title: '别人的', content: '', link: '' })
  expect(await waiting()).toHaveLength(3)
  await sendAll()
  expect(peer.sent.map(({ kind, to }) => [kind, to]).sort()).toEqual([['dingtalk', 'dingtalk-7'], ['feishu', 'feishu-7'], ['wecom', 'wecom-7']])
  for (const { text } of peer.sent) expect([text.includes('有会议室预约待您审批'), text.includes(`${PUBLIC}/go/rbac/MyMessage`)]).toEqual([true, true])
  await sendAll()
  expect(peer.sent).toHaveLength(3)

  const before = peer.tokens
  peer.endTokens()
  await notify(db, userId, { title: '再来一条', content: '', link: '' })
  await sendAll()
  expect([peer.sent.length, peer.tokens - before]).toEqual([6, 3])
})

test('what the messenger refuses for good ends; what is away stays for the next try and stands at the connector; an ended binding gets nothing', async () => {
  const { userId } = await account()
  await bindHere(userId, 'wecom', 'w1')
  const { db } = server.platform
  peer.next.push({ json: { errcode: 0, errmsg: 'ok', invaliduser: 'w1' } })
  await notify(db, userId, { title: '不可见', content: '', link: '' })
  await sendAll()
  expect(await waiting()).toMatchObject([{ status: 'failed', reason: expect.stringContaining('不在应用的可见范围内') }])
  peer.next.push({ json: { errcode: 45009, errmsg: 'api freq out of limit' } })
  await notify(db, userId, { title: '太忙', content: '', link: '' })
  await expect(sendAll()).rejects.toThrow('45009')
  expect((await waiting()).map((m) => m.status)).toEqual(['failed', 'waiting'])
  const { bad_reason } = await db.selectFrom('connector_status').select('bad_reason').where('kind', '=', 'wecom').executeTakeFirstOrThrow()
  expect(bad_reason).toContain('45009')
  await sql`delete from im_binding`.execute(db)
  await sendAll()
  expect((await waiting()).map((m) => m.reason)).toEqual([expect.anything(), '已解除绑定'])
  expect(peer.sent).toEqual([])
})

test('to-dos are told when more have come to wait, and not again', async () => {
  const [keeper, shut] = [await worker(), await account()]
  await bindHere(keeper.userId, 'wecom', 'k1')
  await bindHere(shut.userId, 'wecom', 'k2')
  await sql`update sys_user set account_status = 'disabled' where user_id = ${shut.userId}`.execute(server.platform.db)
  let bills = 0
  const waitingFor: typeof todosOf = async (_db, { permits }) => {
    // As themselves, with the rights that they have.
    expect([...permits].sort()).toEqual(['rbac:connector:read', 'rbac:connector:test'])
    return bills === 0 ? [] : [{ label: '待审批的开票申请', value: bills, link: '/go/member/InvoiceApply' }, { label: '待确认的红票', value: 1, link: '/go/member/RedFlush' }]
  }
  const told: number[] = []
  for (const next of [0, 2, 2, 3, 1, 2]) {
    bills = next
    told.push(await tellTodos(server.platform, waitingFor))
  }
  expect(told).toEqual([0, 1, 0, 1, 0, 1])
  await sendAll()
  expect(peer.sent.map(({ to, text }) => [to, JSON.parse(text).textcard.title, JSON.parse(text).textcard.description])).toEqual([
    ['k1', '您有 3 项待办', '待审批的开票申请：2\n待确认的红票：1'],
    ['k1', '您有 4 项待办', '待审批的开票申请：3'],
    ['k1', '您有 3 项待办', '待审批的开票申请：2'],
  ])
})

test('系统管理 / 连接 shows each without a secret and tests it on oneself, once bound', async () => {
  const keeper = await worker()
  const row = async (kind: ImKind) => (await server.ok(selectConnectors, {}, { as: keeper })).items.find((c) => c.kind === kind)
  expect(await row('dingtalk')).toMatchObject({ state: 'on', trial: null, obstacle: '您没有绑定钉钉，请先在个人中心绑定' })
  expect(JSON.stringify((await server.ok(selectConnectors, {}, { as: keeper })).items)).not.toContain(IM_SECRET)
  expect((await server.call(testConnector, { kind: 'dingtalk' }, { as: keeper })).returnCode).toBe(CODE.inUse)
  await bindHere(keeper.userId, 'dingtalk', 'd1')
  await server.ok(testConnector, { kind: 'dingtalk' }, { as: keeper })
  await runTest(server.platform, { kind: 'dingtalk', userId: keeper.userId })
  expect(await row('dingtalk')).toMatchObject({ test: { state: 'good', result: '钉钉已接收，请查看您的消息' } })
  expect(peer.sent).toMatchObject([{ kind: 'dingtalk', to: 'd1' }])
  await server.ok(removeImBinding, { kind: 'dingtalk' }, { as: keeper })
  expect((await server.call(removeImBinding, { kind: 'dingtalk' }, { as: keeper })).returnCode).toBe(CODE.notFound)
})

test('a wrong secret fails; the configuration refuses halves and unsafe addresses', async () => {
  const wrong = imProvidersOf(imFromEnv({ ...peer.env, WECOM_SECRET: 'x', DINGTALK_CLIENT_SECRET: 'x', FEISHU_APP_SECRET: 'x' }))
  for (const provider of wrong.values()) await expect(provider.send({ id: 'm', to: 'u', title: '测', text: '', url: '' })).rejects.toThrow(/40001|invalidClientIdOrSecret|10014/)
  expect(peer.sent).toEqual([])
  expect(imFromEnv({})).toEqual({})
  for (const bad of [{ WECOM_CORP_ID: 'x' }, { WECOM_AGENT_ID: 'abc' }, { DINGTALK_CLIENT_SECRET: '' }, { FEISHU_ENDPOINT: 'http://open.example' }, { FEISHU_APP_SECRET_FILE: '/nowhere' }]) expect(() => imFromEnv({ ...(Object.keys(bad)[0] === 'WECOM_CORP_ID' ? {} : peer.env), ...bad })).toThrow()
})
