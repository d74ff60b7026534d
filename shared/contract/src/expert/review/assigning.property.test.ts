import fc from 'fast-check'
import { assignExperts, barrierOf, pairKey, type AssigningInput } from './assigning'

const FIELDS = ['law', 'finance', 'accounting']
const input: fc.Arbitrary<AssigningInput> = fc
  .record({
    items: fc.array(fc.record({ fields: fc.subarray(FIELDS, { maxLength: 2 }), needed: fc.integer({ min: 0, max: 4 }) }), { maxLength: 12 }),
    experts: fc.array(fc.record({ fields: fc.subarray(FIELDS), load: fc.integer({ min: 0, max: 3 }) }), { maxLength: 9 }),
    loadLimit: fc.integer({ min: 1, max: 6 }),
    cut: fc.array(fc.tuple(fc.nat(11), fc.nat(8), fc.boolean()), { maxLength: 30 }),
  })
  .map(({ items, experts, loadLimit, cut }) => ({
    items: items.map((item, i) => ({ ...item, itemId: String(i + 7) })),
    experts: experts.map((expert, e) => ({ ...expert, expertId: String(e + 95) })),
    loadLimit,
    ties: new Set(cut.filter(([, , tie]) => tie).map(([i, e]) => pairKey(String(i + 7), String(e + 95)))),
    taken: new Set(cut.filter(([, , tie]) => !tie).map(([i, e]) => pairKey(String(i + 7), String(e + 95)))),
  }))

/** Most pairs that there can be, found by paths that are tried one after the other: another way to the same number. */
function mostPairs({ items, experts, loadLimit, ...known }: AssigningInput): number {
  const slots = items.flatMap((item) => Array.from({ length: item.needed }, () => item))
  const places = experts.flatMap((expert) => Array.from({ length: Math.max(0, loadLimit - expert.load) }, () => expert))
  // An expert takes a work once: the edge between them has room for one.
  const flow = new Map<string, number>()
  const used = { items: new Map<string, number>(), experts: new Map<string, number>() }
  const push = (itemId: string, seen: Set<string>): boolean => {
    const item = items.find((one) => one.itemId === itemId)
    for (const expert of experts) {
      const key = pairKey(itemId, expert.expertId)
      if (!item || seen.has(expert.expertId) || flow.get(key) || barrierOf(item, expert, known) !== null) continue
      seen.add(expert.expertId)
      const room = places.filter((one) => one === expert).length - (used.experts.get(expert.expertId) ?? 0)
      if (room > 0) {
        flow.set(key, 1)
        used.experts.set(expert.expertId, (used.experts.get(expert.expertId) ?? 0) + 1)
        return true
      }
      for (const other of items) {
        if (!flow.get(pairKey(other.itemId, expert.expertId)) || !push(other.itemId, seen)) continue
        flow.set(pairKey(other.itemId, expert.expertId), 0)
        flow.set(key, 1)
        return true
      }
    }
    return false
  }
  return slots.filter(({ itemId }) => push(itemId, new Set())).length
}

test('nobody beyond the limit or across a barrier, as many as there can be, and what is lacking is told', () => {
  fc.assert(
    fc.property(input, (given) => {
      const { pairs, gaps } = assignExperts(given)
      const loads = new Map(given.experts.map(({ expertId, load }) => [expertId, load]))
      for (const { itemId, expertId } of pairs) {
        const [item, expert] = [given.items.find((one) => one.itemId === itemId), given.experts.find((one) => one.expertId === expertId)]
        if (!item || !expert) throw new Error('a pair of nobody')
        expect(barrierOf(item, expert, given)).toBeNull()
        loads.set(expertId, (loads.get(expertId) ?? 0) + 1)
      }
      expect(new Set(pairs.map((one) => pairKey(one.itemId, one.expertId))).size).toBe(pairs.length)
      for (const { expertId, load } of given.experts) expect(loads.get(expertId)).toBeLessThanOrEqual(Math.max(load, given.loadLimit))
      for (const { itemId, needed } of given.items) {
        const has = pairs.filter((one) => one.itemId === itemId).length
        expect(has + (gaps.find((gap) => gap.itemId === itemId)?.missing ?? 0)).toBe(needed)
      }
      expect(pairs).toHaveLength(mostPairs(given))
    }),
    { numRuns: 150 },
  )
})

test('loads are even: no hand-over from one expert to another would make them more so', () => {
  fc.assert(
    fc.property(input, (given) => {
      const { pairs } = assignExperts(given)
      const load = (expertId: string) => (given.experts.find((one) => one.expertId === expertId)?.load ?? 0) + pairs.filter((one) => one.expertId === expertId).length
      for (const { itemId, expertId } of pairs) {
        const item = given.items.find((one) => one.itemId === itemId)
        for (const other of given.experts) {
          const free = item && barrierOf(item, other, given) === null && !pairs.some((one) => one.itemId === itemId && one.expertId === other.expertId) && load(other.expertId) < given.loadLimit
          if (free) expect(load(expertId) - load(other.expertId)).toBeLessThanOrEqual(1)
        }
      }
    }),
    { numRuns: 150 },
  )
})

test('the order of what comes in changes nothing', () => {
  fc.assert(fc.property(input, (given) => expect(assignExperts({ ...given, items: [...given.items].reverse(), experts: [...given.experts].reverse() })).toEqual(assignExperts(given))), { numRuns: 60 })
})

test('500 works by 60 experts: five each and none above the others by more than one', () => {
  const items = Array.from({ length: 500 }, (_, i) => ({ itemId: String(i + 1), fields: i % 3 === 0 ? ['law'] : [], needed: 5 }))
  const experts = Array.from({ length: 60 }, (_, e) => ({ expertId: String(e + 1), fields: e % 2 === 0 ? ['law'] : ['finance'], load: 0 }))
  const ties = new Set(items.flatMap(({ itemId }, i) => [pairKey(itemId, String((i % 60) + 1)), pairKey(itemId, String(((i * 7) % 60) + 1))]))
  const { pairs, gaps } = assignExperts({ items, experts, loadLimit: 100, ties, taken: new Set() })
  expect([pairs.length, gaps]).toEqual([2500, []])
  const loads = experts.map(({ expertId }) => pairs.filter((one) => one.expertId === expertId).length)
  expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1)
})
