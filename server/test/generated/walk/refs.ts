import { CODE, type Call } from '@assoc/contract'
import { sql } from 'kysely'
import { entityNamed, refsOfCall, type Entity } from '../../../src/platform/access/entities'
import type { Session } from '../../harness'
import { UNCHECKED_IDS } from '../overrides'
import { at, bodyOf, places, withAt } from '../sample'
import { ALL_PERMITS, boundCalls, isOpen, MODULES, NOWHERE, type World } from '../world'
import type { Walk } from './walk'

// Every id of every body: one that is not there and one outside the data scope get the same answer.

const scoped = (name: string | null): Entity | undefined => {
  const entity = name ? entityNamed(name) : undefined
  return entity?.module ? entity : undefined
}
const scopedRefs = (call: Call) => refsOfCall(call).filter((r) => scoped(r.entity))
const concrete = (place: readonly string[]) => place.map((p) => (p === '*' ? '0' : p))
const bodyFor = (call: Call, self: string, choose: (entity: string) => string) => bodyOf(call, { ref: choose, self })

/** People who see little: `nowhere` no row, `head` those of one department, which has one of each entity. */
export interface Scopes {
  nowhere: Session
  head: Session
  /** Ids inside and outside of the department, by entity. */
  split: ReadonlyMap<string, { inside?: string; outside?: string }>
}

export async function scopesOf({ world }: Walk): Promise<Scopes> {
  const { server } = world
  const nowhere = await server.person({ permits: ALL_PERMITS })
  const { dept_id } = await server.platform.db.insertInto('dept').values({ dept_name: '生成部', parent_id: null, leader_id: null, create_by: null }).returning('dept_id').executeTakeFirstOrThrow()
  const head = await server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((m) => [m, 'dept' as const])), deptId: dept_id })
  const split = new Map<string, { inside?: string; outside?: string }>()
  for (const name of new Set(boundCalls.filter((call) => !isOpen(call)).flatMap((call) => scopedRefs(call).map((r) => r.entity ?? '')))) {
    const entity = scoped(name)
    if (!entity) continue
    await bringInside(world, head, entity, dept_id)
    split.set(name, await world.split(entity, head.userId))
  }
  return { nowhere, head, split }
}

/** Gives one row of the entity to the department, so that there is one inside and the others stay outside. */
async function bringInside(world: World, head: Session, entity: Entity, deptId: string): Promise<void> {
  const column = entity.scope?.dept
  if (!column || column === entity.idColumn || (await world.split(entity, head.userId)).inside) return
  if (entity.table === 'declaration_log') {
    // The log has its department from the declarations behind it.
    await sql`update declaration d set dept_id = ${deptId} from declaration_log l where l.declare_id = d.declare_id and l.log_id = ${world.anyId(entity.name)}`.execute(world.server.platform.db)
    return
  }
  await sql`update ${sql.table(entity.table)} set ${sql.ref(column)} = ${deptId}
    where ${sql.ref(entity.idColumn)} = ${world.anyId(entity.name)}`.execute(world.server.platform.db)
}

export function refs(call: Call, walk: () => Walk, scopes: () => Scopes): void {
  const own = refsOfCall(call).filter((r) => r.entity)
  if (isOpen(call) || own.length === 0) return

  test('N00001 for an id that is not there', async () => {
    const { world, everything, body, unchanged } = walk()
    for (const { path } of own) {
      const answer = await world.send(call, { as: everything, body: withAt(body(call), concrete(path), NOWHERE) })
      expect([path.join('.'), answer.returnCode]).toEqual([path.join('.'), CODE.notFound])
    }
    await unchanged()
  })

  if (scopedRefs(call).length === 0) return
  test('the same answer for an id outside the data scope, also when one inside comes with it', async () => {
    const { world, unchanged } = walk()
    const { nowhere, head, split } = scopes()
    const absent = await world.send(call, { as: nowhere, body: bodyFor(call, nowhere.userId, (e) => (scoped(e) ? NOWHERE : world.anyId(e))) })
    const outside = await world.send(call, { as: nowhere, body: bodyFor(call, nowhere.userId, world.anyId) })
    expect(outside.returnCode).toBe(CODE.notFound)
    expect(outside).toEqual(absent)
    const inside = bodyFor(call, head.userId, (e) => split.get(e)?.inside ?? world.anyId(e))
    for (const { path, entity } of scopedRefs(call)) {
      const two = split.get(entity ?? '') ?? {}
      if (!two.inside || !two.outside) throw new Error(`the world has no ${entity} inside and outside of a department`)
      const lists = path.at(-1) === '*'
      const body = lists ? withAt(inside, concrete(path.slice(0, -1)), [two.inside, two.outside]) : withAt(inside, concrete(path), two.outside)
      const answer = await world.send(call, { as: head, body })
      expect([path.join('.'), answer.returnCode]).toEqual([path.join('.'), CODE.notFound])
    }
    await unchanged()
  })
}

/** What is about no single call. */
export function refsAtAll(): void {
  test('each id in a body is checked by its ref, or somebody has said who checks it', () => {
    const unchecked = boundCalls.filter((c) => !isOpen(c)).flatMap((call) => {
      const checked = new Set(refsOfCall(call).map((r) => concrete(r.path).join('.')))
      const body = bodyOf(call, { ref: () => '1', self: '1' })
      return places(body)
        .filter((p) => /^\d+$/.test(String(at(body, p))) && typeof at(body, p) === 'string')
        .map((p) => p.join('.'))
        .filter((p) => /Ids?(\.0)?$/.test(p) && !checked.has(p))
        .map((p) => `${call.path} ${p.replace(/\.0$/, '')}`)
    })
    expect([...new Set(unchecked)].sort()).toEqual(Object.keys(UNCHECKED_IDS).sort())
  })
}
