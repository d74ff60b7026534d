import { CODE, type Call, type FieldError } from '@assoc/contract'
import type { Session } from '../harness'
import { bodyOf, places, withAt } from './sample'
import { ALL_PERMITS, boundCalls, buildWorld, isOpen, MODULES, named, type World } from './world'

// What does not have the form of the contract is refused before anything is done with it.
let world: World
let anna: Session
beforeAll(async () => {
  world = await buildWorld()
  anna = await world.server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((m) => [m, 'all' as const])) })
})
afterAll(() => world.stop())

const asFor = (call: Call) => (isOpen(call) ? null : anna)
const body = (call: Call) => bodyOf(call, { ref: world.anyId, self: anna.userId })
const fieldsOf = (data: unknown) => ((data as { fields?: FieldError[] } | null)?.fields ?? []).map((f) => f.path)

test.each(named(boundCalls))('a valid body of %s is known', (_path, call) => {
  const result = call.request.safeParse(body(call))
  expect(result.error?.issues ?? []).toEqual([])
})

test.each(named(boundCalls))('%s refuses a field that it does not know, and names it', async (_path, call) => {
  const before = await world.fingerprint()
  for (const extra of ['isAdmin', 'createBy', 'password_hash']) {
    const answer = await world.send(call, { as: asFor(call), body: { ...body(call), [extra]: 1 } })
    expect([answer.returnCode, fieldsOf(answer.data)]).toEqual([CODE.input, [extra]])
  }
  expect(await world.fingerprint()).toEqual(before)
})

const WRONG: unknown[] = [true, 1.5, -1, 'no such value \u0000', [], [[1]], {}, { $ne: 1 }, null, 1e300, '1 or 1=1']

test.each(named(boundCalls))('%s refuses wrong types in every field, and names the field', async (_path, call) => {
  const before = await world.fingerprint()
  const valid = body(call)
  const untested: string[] = []
  for (const [i, place] of places(valid).entries()) {
    const wrong = WRONG.map((value) => withAt(valid, place, value)).filter((candidate) => !call.request.safeParse(candidate).success)
    if (wrong.length === 0) untested.push(place.join('.'))
    // The schema is the one that the server checks with; two of what it refuses go over the wire, other ones for each field.
    for (const candidate of [wrong[i % wrong.length], wrong[(i + 4) % wrong.length]].filter((one, k, both) => one !== undefined && both.indexOf(one) === k)) {
      const answer = await world.send(call, { as: asFor(call), body: candidate })
      expect(answer.returnCode).toBe(CODE.input)
      expect(fieldsOf(answer.data).length).toBeGreaterThan(0)
    }
  }
  // Only what is kept as given may be anything.
  expect(untested.filter((p) => !['value', 'content'].includes(p))).toEqual([])
  expect(await world.fingerprint()).toEqual(before)
})

test.each(named(boundCalls))('%s refuses names of the prototype', async (_path, call) => {
  const before = await world.fingerprint()
  const rest = JSON.stringify(body(call)).slice(1)
  const join = rest === '}' ? '' : ','
  for (const evil of ['"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"isAdmin":true}}', '"zz":{"__proto__":{"isAdmin":true}}', '"zz":[{"constructor":{"prototype":{}}}]']) {
    const answer = await world.send(call, { as: asFor(call), raw: `{${evil}${join}${rest}` })
    expect([answer.status, answer.returnCode]).toEqual([400, CODE.input])
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  expect(await world.fingerprint()).toEqual(before)
})

test.each(named(boundCalls))('%s refuses what is no object', async (_path, call) => {
  const before = await world.fingerprint()
  for (const raw of ['[]', '"text"', '1', '[{}]']) {
    const answer = await world.send(call, { as: asFor(call), raw })
    expect([raw, answer.returnCode]).toEqual([raw, CODE.input])
  }
  for (const raw of ['{', '', '{"a":}', '{}{}']) {
    const answer = await world.send(call, { as: asFor(call), raw })
    expect([raw, answer.returnCode]).toEqual([raw, CODE.input])
  }
  expect(await world.fingerprint()).toEqual(before)
})
