import { CODE, type Call } from '@assoc/contract'
import type { ResourceRuntime } from '../../../src/platform/resource/definition'
import { resourceRuntimes } from '../../../src/platform/resource/mount'
import { NOWHERE } from '../world'
import type { Scopes } from './refs'
import type { Walk } from './walk'

// What every resource does with a row that somebody else has changed meanwhile, with many rows, and with a request that comes twice.

/** A version that no row has reached. */
const STALE = 987_654
const REASON = '核对各资源的规则'

export const resources = resourceRuntimes().map((m): [string, ResourceRuntime] => [m.entity.name, m])

/** A verb that the batch call takes of these rows without further input; undefined where each step wants its own. */
function batchVerb({ contract }: ResourceRuntime): string | undefined {
  const { access, status } = contract.definition
  const asksNothing = (verb: string) => contract.batch?.request.safeParse({ verb, ids: [NOWHERE], reason: REASON }).success
  const verbs = [
    ...(access.remove ? ['delete'] : []),
    ...Object.entries(access.actions ?? {}).flatMap(([verb, { single }]) => (single ? [] : [verb])),
    ...(status?.machine.transitions ?? []).flatMap((step) => (step.single ? [] : [step.verb])),
  ]
  return verbs.find(asksNothing)
}

/** Resources whose own rule refuses the change of that row before its version is looked at: rows that nobody may change, or not in their state. */
const changedByRule = new Set<string>()
let changedByVersion = 0

export function resource(m: ResourceRuntime, walk: () => Walk, scopes: () => Scopes): void {
  const { contract, entity, idField } = m
  const staleBody = (call: Call, more: object = {}) => ({ ...walk().body(call), [idField]: walk().world.anyId(entity.name), version: STALE, ...more })
  const send = (call: Call, body: object) => walk().world.send(call, { as: walk().everything, body })

  const { remove, change, update, batch } = contract
  const verb = contract.definition.status?.machine.transitions[0]?.verb
  if (remove || change) {
    test('a row that was changed meanwhile is neither removed nor moved on, and the answer bears it as it is now', async () => {
      for (const [call, more] of [[remove, {}], [change, { verb, reason: REASON, input: undefined }]] as const) {
        if (!call) continue
        const answer = await send(call, staleBody(call, more))
        expect([call.path, answer.returnCode, (answer.data as { current?: Record<string, unknown> } | null)?.current?.[idField]]).toEqual([call.path, CODE.conflict, walk().world.anyId(entity.name)])
      }
      await walk().unchanged()
    })
  }
  if (update) {
    test('a change that was begun from an older version is refused and writes nothing', async () => {
      const { returnCode } = await send(update, staleBody(update))
      if (returnCode === CODE.conflict) changedByVersion += 1
      else changedByRule.add(entity.name)
      expect(returnCode).not.toBe(CODE.ok)
      expect(returnCode).not.toBe(CODE.fault)
      await walk().unchanged()
    })
  }
  if (!batch) return
  const many = batchVerb(m)
  if (!many) return
  test('of many rows those that are not there and those out of reach are told alike; the same request twice is carried out once', async () => {
    const { world, everything, unchanged, settle } = walk()
    const body = { verb: many, ids: [NOWHERE], reason: REASON }
    const absent = await world.send(batch, { as: everything, body, headers: { 'idempotency-key': `batch-${entity.name}` } })
    expect([absent.returnCode, absent.data]).toEqual([CODE.ok, { done: 0, failed: [{ id: NOWHERE, name: '', message: expect.any(String) }], next: null }])
    expect((await world.send(batch, { as: everything, body, headers: { 'idempotency-key': `batch-${entity.name}` } })).data).toEqual(absent.data)
    const other = await world.send(batch, { as: everything, body: { ...body, ids: ['1'] }, headers: { 'idempotency-key': `batch-${entity.name}` } })
    expect(other.returnCode).toBe(CODE.keyReused)
    await settle()
    if (!entity.module) return
    const id = world.anyId(entity.name)
    const outside = await world.send(batch, { as: scopes().nowhere, body: { ...body, ids: [id] } })
    expect(outside.data).toEqual({ done: 0, failed: [{ ...(absent.data as { failed: object[] }).failed[0], id }], next: null })
    await unchanged()
  })
}

/** What is about no single resource. */
export function resourcesAtAll(): void {
  test('most changes are refused by the version alone, and those that a rule refuses before are known', () => {
    expect({ changedByRule: [...changedByRule].sort(), enough: changedByVersion > changedByRule.size }).toEqual({ changedByRule: [], enough: true })
  })
}
