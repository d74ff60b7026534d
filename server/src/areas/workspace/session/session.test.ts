import { CODE } from '@assoc/contract'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { endOwnSessions, getDraftKey, selectOwnSessions } from '@assoc/contract/platform/session'
import { onlineSession } from '@assoc/contract/rbac/online-session'
import { hashToken } from '../../../platform/auth/tokens'
import type { Session } from '../../../../test/harness'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const permits = ['rbac:session:read', 'rbac:session:kick']

async function idOf(session: Session): Promise<string> {
  const row = await server.platform.db.selectFrom('session').select('session_id').where('token_hash', '=', hashToken(session.token)).executeTakeFirstOrThrow()
  return row.session_id
}

test('the list shows live sessions with names, and which one is one’s own', async () => {
  const anna = await server.person({ name: '甄在线' })
  const gone = await server.person({ name: '甄离线' })
  await server.platform.db.updateTable('session').set({ end_time: new Date(), end_reason: 'logout' }).where('session_id', '=', await idOf(gone)).execute()
  const found = await server.ok(onlineSession.list, { keyword: '甄在线' })
  expect(found).toMatchObject({ total: 1, items: [{ realName: '甄在线', userId: anna.userId, loginIp: '127.0.0.1', current: false }] })
  expect(await server.ok(onlineSession.list, { keyword: '甄离线' })).toMatchObject({ total: 0 })
  await server.platform.db.updateTable('session').set({ last_seen_time: new Date(Date.now() - 3_600_000) }).where('session_id', '=', await idOf(anna)).execute()
  expect(await server.ok(onlineSession.list, { keyword: '甄在线' })).toMatchObject({ total: 0 })
  const own = (await server.ok(onlineSession.list, { pageSize: 200 })).items.filter((s) => s.current)
  expect(own.map((s) => s.userId)).toEqual([server.admin.userId])
})

test('a kick bites on the very next call and is noted for each session', async () => {
  const anna = await server.person()
  const second = await server.sessionOf(anna.userId)
  const ids = [await idOf(anna), await idOf(second)]
  expect(await server.ok(selectPreferences, {}, { as: anna })).toEqual({})
  expect(await server.ok(onlineSession.batch, { verb: 'kick', ids })).toMatchObject({ done: 2, failed: [] })
  for (const session of [anna, second]) expect((await server.call(selectPreferences, {}, { as: session })).returnCode).toBe(CODE.sessionEndedElsewhere)
  const noted = await server.platform.db.selectFrom('audit_log').select(['record_id', 'verb']).where('record_type', '=', 'onlineSession').where('record_id', 'in', ids).execute()
  expect(noted.map((n) => n.record_id).sort()).toEqual(ids.sort())
  expect((await server.ok(onlineSession.batch, { verb: 'kick', ids })).failed.map((f) => f.message)).toEqual(['会话已结束', '会话已结束'])
})

test('sessions outside the data scope are not seen and not ended, neither by their id nor by a filter', async () => {
  const { db } = server.platform
  const depts = await db.insertInto('dept').values([{ dept_name: '甲部' }, { dept_name: '乙部' }]).returning('dept_id').execute()
  const [here, there] = depts.map((d) => d.dept_id)
  if (!here || !there) throw new Error('two departments')
  const head = await server.person({ permits, scopes: { rbac: 'dept' }, deptId: here })
  const [mine, other] = [await server.person({ deptId: here }), await server.person({ deptId: there })]
  const seen = await server.ok(onlineSession.list, { pageSize: 200 }, { as: head })
  expect(seen.items.map((s) => s.userId).sort()).toEqual([head.userId, mine.userId].sort())
  expect(await server.ok(onlineSession.batch, { verb: 'kick', ids: [await idOf(other)] }, { as: head })).toMatchObject({ done: 0, failed: [{ name: '' }] })
  expect((await server.call(onlineSession.read, { sessionId: await idOf(other) }, { as: head })).returnCode).toBe(CODE.notFound)
  // All that are listed but one's own.
  expect(await server.ok(onlineSession.batch, { verb: 'kick', filter: {} }, { as: head })).toMatchObject({ done: 1, failed: [{ id: await idOf(head), message: '本机会话请使用退出登录' }] })
  expect((await server.call(selectPreferences, {}, { as: mine })).returnCode).toBe(CODE.sessionEndedElsewhere)
  await server.ok(selectPreferences, {}, { as: other })
  await server.ok(selectPreferences, {}, { as: head })
  expect((await server.call(onlineSession.batch, { verb: 'kick', filter: {} }, { as: await server.person({ permits: permits.slice(0, 1), scopes: { rbac: 'all' } }) })).returnCode).toBe(CODE.forbidden)
  const nobody = await server.person({ permits })
  expect(await server.ok(onlineSession.list, {}, { as: nobody })).toMatchObject({ total: 0 })
  expect(await server.ok(onlineSession.batch, { verb: 'kick', ids: [await idOf(other)] }, { as: nobody })).toMatchObject({ done: 0 })
})

test('a person ends their own other sessions, never another’s', async () => {
  const anna = await server.person()
  const [second, third] = [await server.sessionOf(anna.userId), await server.sessionOf(anna.userId)]
  const berta = await server.person()
  const own = await server.ok(selectOwnSessions, {}, { as: anna })
  expect(own).toHaveLength(3)
  expect(own.filter((s) => s.current).map((s) => s.sessionId)).toEqual([await idOf(anna)])
  expect((await server.call(endOwnSessions, { sessionIds: [await idOf(berta)] }, { as: anna })).returnCode).toBe(CODE.notFound)
  expect((await server.call(endOwnSessions, { sessionIds: [await idOf(anna)] }, { as: anna })).returnCode).toBe(CODE.input)
  expect(await server.ok(endOwnSessions, { sessionIds: [await idOf(second)] }, { as: anna })).toEqual({ ended: 1 })
  expect(await server.ok(endOwnSessions, {}, { as: anna })).toEqual({ ended: 1 })
  expect((await server.call(selectPreferences, {}, { as: third })).returnCode).toBe(CODE.sessionEndedElsewhere)
  await server.ok(selectPreferences, {}, { as: anna })
  await server.ok(selectPreferences, {}, { as: berta })
})

test('the draft key is 256 bits, the same for a person in every session, another for everybody else', async () => {
  const anna = await server.person()
  const second = await server.sessionOf(anna.userId)
  const [a, b, c] = [await server.ok(getDraftKey, {}, { as: anna }), await server.ok(getDraftKey, {}, { as: second }), await server.ok(getDraftKey, {}, { as: await server.person() })]
  expect(Buffer.from(a.key, 'base64')).toHaveLength(32)
  expect(a).toEqual(b)
  expect(a).not.toEqual(c)
})
