import { CODE } from '@assoc/contract'
import { selectOwnSessions } from '@assoc/contract/platform/session'
import { updateParameter } from '@assoc/contract/rbac/param'
import { endRoleView, loginOutTheUser, queryMenuListByUserId, queryUserCenterByUserId, selectCurrUserPermits } from '@assoc/contract/rbac/own'
import { ROLE_VIEW_MINUTES, startRoleView } from '@assoc/contract/rbac/rights'
import { sql } from 'kysely'
import type { Session } from '../harness'
import { bodyOf } from './sample'
import { ALL_PERMITS, boundCalls, buildWorld, isOpen, MODULES, named, type World } from './world'

// The console looked at as a role: one test for every call, however many there will be.
let world: World
let viewer: Session & { roleId: string }
beforeAll(async () => {
  world = await buildWorld()
  viewer = await everything()
  // As a role that has every right there is: what is refused is refused for the viewing alone.
  await world.server.ok(startRoleView, { roleId: viewer.roleId }, { as: viewer })
})
afterAll(() => world.stop())

const everything = () => world.server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((m) => [m, 'all' as const])) })
const guarded = boundCalls.filter((c) => !isOpen(c))
const closed = guarded.filter((c) => (c.write || c.blob || c.reveals) && !c.duringRoleView)
const ids = () => ({ ref: world.anyId, self: viewer.userId })

test('the calls that go through are those that read, and the one that ends it', () => {
  expect(guarded.filter((c) => c.duringRoleView).map((c) => c.path)).toEqual([endRoleView.path])
  // Whatever gives plain text of personal data says so.
  expect(guarded.filter((c) => c.access.kind === 'permit' && c.access.code === 'pi:plain:view' && !c.reveals).map((c) => c.path)).toEqual([])
  expect(closed.length).toBeGreaterThan(150)
})

test.each(named(closed))('%s is refused while the console is looked at as a role', async (path, call) => {
  const before = await world.fingerprint()
  const noted = await world.audits(path, 'refused')
  const answer = await world.send(call, { as: viewer, body: bodyOf(call, ids()) })
  expect(answer).toMatchObject({ returnCode: CODE.roleView, returnMessage: expect.stringContaining('请先结束角色查看') })
  expect(await world.fingerprint()).toEqual(before)
  expect(await world.audits(path, 'refused')).toBe(noted + (call.ownSettings ? 0 : 1))
})

test.each(named(guarded.filter((c) => !closed.includes(c) && !c.duringRoleView)))('%s reads as always', async (_path, call) => {
  const before = await world.fingerprint()
  const answer = await world.send(call, { as: viewer, body: bodyOf(call, ids()) })
  expect([CODE.roleView, CODE.fault, CODE.sessionUnknown]).not.toContain(answer.returnCode)
  expect(await world.fingerprint()).toEqual(before)
})

test('menus, permits and scopes are those of the role, within the own ones; the person in the log stays the same', async () => {
  const { server } = world
  const actor = await everything()
  const { rows } = await sql<{ role_id: string }>`select role_id from role where role_code = 'MEMBER_OP'`.execute(server.platform.db)
  const roleId = rows[0]?.role_id ?? ''
  const permitsOf = async (as: Session) => (await server.ok(selectCurrUserPermits, { userId: as.userId, systemId: 2 }, { as })).sort()
  const menuOf = (as: Session) => server.ok(queryMenuListByUserId, { userId: as.userId }, { as })
  const holder = await server.person()
  await server.platform.db.updateTable('user_role').set({ role_id: roleId }).where('user_id', '=', holder.userId).execute()
  const real = await server.sessionOf(holder.userId)
  const began = Date.now()
  const { until } = await server.ok(startRoleView, { roleId }, { as: actor })
  expect(Math.abs(Date.parse(until) - began - ROLE_VIEW_MINUTES * 60_000)).toBeLessThan(60_000)
  expect(await permitsOf(actor)).toEqual(await permitsOf(real))
  expect(await menuOf(actor)).toEqual(await menuOf(real))
  expect(await server.ok(queryUserCenterByUserId, { userId: actor.userId }, { as: actor })).toMatchObject({ userId: actor.userId, roleView: { roleName: '会员经办', until } })
  const principal = await server.platform.sessions.identify(actor.token, actor.cookie)
  expect([principal.userId, principal.scopes['member']?.self, principal.scopes['member']?.all]).toEqual([actor.userId, true, false])
  // Another session of the same person is the person's own.
  const other = await server.sessionOf(actor.userId)
  expect((await permitsOf(other)).length).toBe(ALL_PERMITS.length)
  // A view in a view would hide which the first one was.
  expect((await server.call(startRoleView, { roleId }, { as: actor })).returnCode).toBe(CODE.roleView)

  await server.ok(endRoleView, {}, { as: actor })
  expect((await permitsOf(actor)).length).toBe(ALL_PERMITS.length)
  const log = await server.platform.db.selectFrom('audit_log').select(['user_id', 'verb']).where('record_type', '=', 'role').where('record_id', '=', roleId).orderBy('audit_id').execute()
  expect(log).toEqual(['viewAs', 'refused', 'endViewAs'].map((verb) => ({ user_id: actor.userId, verb })))
  expect((await server.call(updateParameter, { paramKey: 'meeting.daysAhead', value: 31, version: 0 }, { as: actor })).returnCode).toBe(CODE.ok)
})

test('it ends after its time, with the permit, and with the session; nothing of it outlives that', async () => {
  const { server } = world
  const { db } = server.platform
  const [late, lost, gone] = [await everything(), await everything(), await everything()]
  for (const person of [late, lost, gone]) await server.ok(startRoleView, { roleId: person.roleId }, { as: person })
  const viewing = async (as: Session) => (await server.ok(queryUserCenterByUserId, { userId: as.userId }, { as })).roleView !== null
  expect([await viewing(late), await viewing(lost)]).toEqual([true, true])
  await sql`update session set view_until = now() - interval '1 second' where user_id = ${late.userId}`.execute(db)
  await sql`delete from role_permit where role_id = ${lost.roleId} and permit_id = (select permit_id from permit where permit_code = 'rbac:role:preview')`.execute(db)
  await server.platform.revocations.announce(db, { kind: 'all' })
  for (let tries = 0; tries < 100 && ((await viewing(late)) || (await viewing(lost))); tries++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect([await viewing(late), await viewing(lost)]).toEqual([false, false])
  await server.ok(loginOutTheUser, { userId: gone.userId }, { as: gone })
  expect((await server.call(selectOwnSessions, {}, { as: gone })).returnCode).toBe(CODE.sessionUnknown)
  expect(await viewing(await server.sessionOf(gone.userId))).toBe(false)
})

test('only a role that the caller could give, only one in use, and never more than the own rights', async () => {
  const { server } = world
  const { db } = server.platform
  const small = await server.person({ permits: ['rbac:role:preview', 'rbac:role:read'], scopes: { rbac: 'dept' }, deptId: world.anyId('dept') })
  expect(await server.call(startRoleView, { roleId: viewer.roleId }, { as: small })).toMatchObject({ returnCode: CODE.cannotGrant })
  await server.ok(startRoleView, { roleId: small.roleId }, { as: small })
  // What the role is given afterwards does not reach who looks.
  await sql`insert into role_permit (role_id, permit_id) select ${small.roleId}::bigint, permit_id from permit where permit_code = 'rbac:param:read' and system_id = 2`.execute(db)
  const wide = await server.person({ permits: ['rbac:role:read'], scopes: { rbac: 'all' } })
  await sql`update session set view_role_id = ${wide.roleId} where user_id = ${small.userId}`.execute(db)
  await sql`delete from role_permit where role_id = ${small.roleId} and permit_id = (select permit_id from permit where permit_code = 'rbac:role:read' and system_id = 2)`.execute(db)
  const fresh = await server.platform.db.selectFrom('session').select('session_id').where('user_id', '=', small.userId).executeTakeFirstOrThrow()
  await server.platform.revocations.announce(db, { kind: 'session', id: fresh.session_id })
  for (let tries = 0; tries < 100; tries++) {
    const principal = await server.platform.sessions.identify(small.token, small.cookie)
    if (principal.roleView?.roleId === wide.roleId) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const principal = await server.platform.sessions.identify(small.token, small.cookie)
  expect([principal.roleView?.roleId, [...principal.permits], principal.scopes['rbac']?.all]).toEqual([wide.roleId, [], false])
  await sql`update role set role_status = 'disabled' where role_id = ${wide.roleId}`.execute(db)
  expect((await server.call(startRoleView, { roleId: wide.roleId }, { as: await everything() })).returnCode).toBe(CODE.inUse)
})
