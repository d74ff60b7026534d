import { allCalls } from '@assoc/contract/all'
import { z } from 'zod'
import { places, sample, withAt } from '../../../test/generated/sample'
import { answerCheck } from './answer-schema'

// The quick check of answers must never let through what the contract's schema refuses or strips.
const ids = { ref: () => '7', self: '7' }
const NONE = 'refused'
const textOf = (make: () => unknown): string => {
  try {
    return JSON.stringify(make() ?? null)
  } catch {
    return NONE
  }
}
/** As JSON, whatever the order of fields: that of the row is as good as that of the schema. */
const sorted = (text: string): unknown => (text === NONE ? NONE : JSON.parse(text))

const WRONG: unknown[] = [null, undefined, 0, -1, 1.5, NaN, Infinity, true, '', 'no such value', '12', 'x1', [], [[1]], {}, { secret: 1 }, new Date(0), 1n]

test('is of one mind with the schema of every call, for good answers and for what is wrong in them', () => {
  let compared = 0
  const calls = new Map(allCalls.filter((c) => !c.blob).map((call) => [call.response, call]))
  for (const call of calls.values()) {
    const check = answerCheck(call.response)
    const good = sample(call.response, ids)
    const candidates = [good, ...WRONG]
    // Each place gets some of them, and places beside each other different ones.
    for (const [i, place] of places(good).entries()) {
      for (let k = 0; k < 4; k += 1) candidates.push(withAt(good, place, WRONG[(4 * i + k) % WRONG.length]))
      candidates.push(withAt(good, [...place.slice(0, -1), 'passwordHash'], 'secret'))
    }
    for (const candidate of candidates) {
      const by = { check: sorted(textOf(() => check(candidate))), schema: sorted(textOf(() => call.response.parse(candidate))) }
      if (JSON.stringify(by.check) !== JSON.stringify(by.schema)) expect([call.path, candidate, by.check]).toEqual([call.path, candidate, by.schema])
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(20_000)
})

const row = z.object({ id: z.string().regex(/^\d+$/), name: z.string().nullable(), n: z.int().min(1).optional() })

test('what is as the contract has it goes out as it is, without a copy', () => {
  const page = { items: [{ id: '1', name: null, n: 3 }, { id: '2', name: 'a' }] }
  expect(answerCheck(z.object({ items: z.array(row) }))(page)).toBe(page)
})

test('a column that the contract does not list is stripped, however deep, and nothing else is touched', () => {
  const page = { items: [{ id: '1', name: 'a' }, { id: '2', name: 'b', password_hash: 'secret' }], total: 2 }
  const check = answerCheck(z.object({ items: z.array(row), total: z.int() }))
  expect(check(page)).toEqual({ items: [{ id: '1', name: 'a' }, { id: '2', name: 'b' }], total: 2 })
  expect(page.items[1]).toHaveProperty('password_hash')
})

test('an object that words itself is left to the schema', () => {
  class Row {
    id = '1'
    name = 'a'
    toJSON() {
      return { secret: 1 }
    }
  }
  expect(JSON.stringify(answerCheck(row)(new Row()))).toBe('{"id":"1","name":"a"}')
})

test('an answer that the contract does not allow says where', () => {
  expect(() => answerCheck(z.object({ items: z.array(row) }))({ items: [{ id: 'x', name: 'a' }] })).toThrow(/items/)
})
