import { CODE, type Call } from '@assoc/contract'
import { sql } from 'kysely'
import { entityNamed, refsOfCall, type Entity } from '../../src/platform/access/entities'
import type { Session } from '../harness'
import { UNCHECKED_IDS } from './overrides'
import { at, bodyOf, places, withAt } from './sample'
import { ALL_PERMITS, boundCalls, buildWorld, isOpen, MODULES, named, NOWHERE, type World } from './world'

// Every id of every body: one that is not there and one outside the data scope get the same answer.
let world: World
let everywhere: Session
let nowhere: Session
let head: Session
const split = new Map<string, { inside?: string; outside?: string }>()

const withRefs = boundCalls.filter((c) => !isOpen(c) && refsOfCall(c).some((r) => r.entity))
const scoped = (name: string | null): Entity | undefined => {
  const entity = name ? entityNamed(name) : undefined
  return entity?.module ? entity : undefined
}
const scopedRefs = (call: Call) => refsOfCall(call).filter((r) => scoped(r.entity))
const concrete = (place: readonly string[]) => place.map((p) => (p === '*' ? '0' : p))

beforeAll(async () => {
  world = await buildWorld()
  const { server } = world
  const { db } = server.platform
  const scopes = (scope: 'all' | 'dept') => Object.fromEntries(MODULES.map((m) => [m, scope]))
  everywhere = await server.person({ permits: ALL_PERMITS, scopes: scopes('all') })
  nowhere = await server.person({ permits: ALL_PERMITS })
  const { dept_id } = await db.insertInto('dept').values({ dept_name: '生成部', parent_id: null, leader_id: null, create_by: null }).returning('dept_id').executeTakeFirstOrThrow()
  head = await server.person({ permits: ALL_PERMITS, scopes: scopes('dept'), deptId: dept_id })
  for (const name of new Set(withRefs.flatMap((c) => scopedRefs(c).map((r) => r.entity ?? '')))) {
    const entity = scoped(name)
    if (!entity) continue
    await bringInside(entity, dept_id)
    split.set(name, await world.split(entity, head.userId))
  }
})
afterAll(() => world.stop())

/** Gives one row of the entity to the department, so that there is one inside and the others stay outside. */
async function bringInside(entity: Entity, deptId: string): Promise<void> {
  const column = entity.scope?.dept
  if (!column || column === entity.idColumn || (await world.split(entity, head.userId)).inside) return
  await sql`update ${sql.table(entity.table)} set ${sql.ref(column)} = ${deptId}
    where ${sql.ref(entity.idColumn)} = ${world.anyId(entity.name)}`.execute(world.server.platform.db)
}

const bodyFor = (call: Call, self: string, choose: (entity: string) => string) => bodyOf(call, { ref: choose, self })

test.each(named(withRefs))('%s answers N00001 for an id that is not there', async (_path, call) => {
  const before = await world.fingerprint()
  const body = bodyFor(call, everywhere.userId, world.anyId)
  for (const { path, entity } of refsOfCall(call)) {
    if (!entity) continue
    const answer = await world.send(call, { as: everywhere, body: withAt(body, concrete(path), NOWHERE) })
    expect([path.join('.'), answer.returnCode]).toEqual([path.join('.'), CODE.notFound])
  }
  expect(await world.fingerprint()).toEqual(before)
})

test.each(named(withRefs.filter((c) => scopedRefs(c).length > 0)))('%s answers the same for an id outside the data scope', async (_path, call) => {
  const before = await world.fingerprint()
  const absent = await world.send(call, { as: nowhere, body: bodyFor(call, nowhere.userId, (e) => (scoped(e) ? NOWHERE : world.anyId(e))) })
  const outside = await world.send(call, { as: nowhere, body: bodyFor(call, nowhere.userId, world.anyId) })
  expect(outside.returnCode).toBe(CODE.notFound)
  expect(outside).toEqual(absent)
  expect(await world.fingerprint()).toEqual(before)
})

test.each(named(withRefs.filter((c) => scopedRefs(c).length > 0)))('%s refuses ids inside and outside that come together', async (_path, call) => {
  const inside = bodyFor(call, head.userId, (e) => split.get(e)?.inside ?? world.anyId(e))
  const before = await world.fingerprint()
  for (const { path, entity } of scopedRefs(call)) {
    const { inside: own, outside } = split.get(entity ?? '') ?? {}
    if (!own || !outside) throw new Error(`the world has no ${entity} inside and outside of a department`)
    const lists = path.at(-1) === '*'
    const body = lists ? withAt(inside, concrete(path.slice(0, -1)), [own, outside]) : withAt(inside, concrete(path), outside)
    const answer = await world.send(call, { as: head, body })
    expect([path.join('.'), answer.returnCode]).toEqual([path.join('.'), CODE.notFound])
  }
  expect(await world.fingerprint()).toEqual(before)
})

test('each id in a body is checked by its ref, or somebody has said who checks it', () => {
  const unchecked = boundCalls.filter((c) => !isOpen(c)).flatMap((call) => {
    const refs = new Set(refsOfCall(call).map((r) => concrete(r.path).join('.')))
    const body = bodyOf(call, { ref: () => '1', self: '1' })
    return places(body)
      .filter((p) => /^\d+$/.test(String(at(body, p))) && typeof at(body, p) === 'string')
      .map((p) => p.join('.'))
      .filter((p) => /Ids?(\.0)?$/.test(p) && !refs.has(p))
      .map((p) => `${call.path} ${p.replace(/\.0$/, '')}`)
  })
  expect([...new Set(unchecked)].sort()).toEqual(Object.keys(UNCHECKED_IDS).sort())
})
