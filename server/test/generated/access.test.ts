import { CODE } from '@assoc/contract'
import { savePreference } from '@assoc/contract/platform/workspace'
import { refsOfCall } from '../../src/platform/access/entities'
import type { Session } from '../harness'
import { bodyOf, withAt } from './sample'
import { ALL_PERMITS, boundCalls, buildWorld, isOpen, MODULES, named, type World } from './world'

// One test for every call that needs a session, however many there will be.
let world: World
let nobody: Session
let other: Session
let everything: Session
beforeAll(async () => {
  world = await buildWorld()
  nobody = await world.server.person()
  other = await world.server.person()
  everything = await world.server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((m) => [m, 'all' as const])) })
})
afterAll(() => world.stop())

const guarded = boundCalls.filter((c) => !isOpen(c))
const permitted = guarded.filter((c) => c.access.kind === 'permit')
const ids = (self: string) => ({ ref: world.anyId, self })

test.each(named(guarded))('%s without a session is answered 000010', async (_path, call) => {
  const before = await world.fingerprint()
  const body = bodyOf(call, ids(nobody.userId))
  const halves: (Session | null)[] = [null, { ...everything, token: '' }, { ...everything, cookie: '' }, { ...everything, cookie: other.cookie }, { ...everything, token: 'x'.repeat(43) }]
  for (const as of halves) expect((await world.send(call, { as, body })).returnCode).toBe(CODE.sessionUnknown)
  expect(await world.fingerprint()).toEqual(before)
})

test.each(named(permitted))('%s is refused to a person without permits, and that is noted', async (path, call) => {
  const before = await world.fingerprint()
  const noted = await world.audits(path, 'refused')
  const answer = await world.send(call, { as: nobody, body: bodyOf(call, ids(nobody.userId)) })
  expect(answer.returnCode).toBe(CODE.forbidden)
  expect(await world.audits(path, 'refused')).toBe(noted + 1)
  expect(await world.fingerprint()).toEqual(before)
})

test('every built-in role is refused each call whose permit it lacks', async () => {
  const { db } = world.server.platform
  const roles = await db.selectFrom('role').select(['role_id', 'role_code']).where('built_in', '=', true).execute()
  const granted = await db
    .selectFrom('role_permit')
    .innerJoin('permit', 'permit.permit_id', 'role_permit.permit_id')
    .select(['role_id', 'permit_code'])
    .execute()
  expect(roles.length).toBeGreaterThan(5)
  const wrong: string[] = []
  const before = new Map<string, Session>()
  for (const { role_id, role_code } of roles) {
    const holder = await world.server.person()
    await db.updateTable('user_role').set({ role_id }).where('user_id', '=', holder.userId).execute()
    before.set(role_code, await world.server.sessionOf(holder.userId))
  }
  const state = await world.fingerprint()
  for (const { role_id, role_code } of roles) {
    const has = new Set(granted.filter((g) => g.role_id === role_id).map((g) => g.permit_code))
    const as = before.get(role_code) ?? null
    for (const call of permitted) {
      if (call.access.kind !== 'permit' || has.has(call.access.code)) continue
      const { returnCode } = await world.send(call, { as, body: bodyOf(call, ids(as?.userId ?? '')) })
      if (returnCode !== CODE.forbidden) wrong.push(`${role_code} ${call.path} ${returnCode}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await world.fingerprint()).toEqual(state)
})

const selfCalls = guarded.filter((c) => refsOfCall(c).some((r) => r.entity === null))

test.each(named(selfCalls))('%s with another person’s userId is refused, noted, and changes nothing', async (path, call) => {
  const before = await world.fingerprint()
  for (const { path: place, entity } of refsOfCall(call)) {
    if (entity) continue
    const noted = await world.audits(path, 'otherSelf')
    const body = withAt(bodyOf(call, ids(everything.userId)), place, other.userId)
    expect((await world.send(call, { as: everything, body })).returnCode).toBe(CODE.forbidden)
    expect(await world.audits(path, 'otherSelf')).toBe(noted + 1)
  }
  expect(await world.fingerprint()).toEqual(before)
})

// Control: were everything refused for another reason, the tests above would say nothing.
// What reads a file is refused without one.
test.each(named(guarded.filter((c) => !c.write && !c.blob && !c.multipart)))('%s lets a person with all permits in', async (_path, call) => {
  const answer = await world.send(call, { as: everything, body: bodyOf(call, ids(everything.userId)) })
  expect([CODE.ok, CODE.notFound]).toContain(answer.returnCode)
})

test('control: what is carried out shows in the fingerprint, be it a new, a changed or a deleted row', async () => {
  let state = await world.fingerprint()
  for (const value of ['new', 'changed', null]) {
    await world.server.ok(savePreference, { key: 'home', value }, { as: everything })
    const next = await world.fingerprint()
    expect(next).not.toEqual(state)
    state = next
  }
})
