import { hiddenCells, hiddenOf, hiddenOfSeveral } from './suppression'

/** All ways of putting a number of answers into so many choices. */
function* waysOf(total: number, choices: number): Generator<number[]> {
  if (choices === 1) return yield [total]
  for (let first = 0; first <= total; first += 1) for (const rest of waysOf(total - first, choices - 1)) yield [first, ...rest]
}
const shownAs = (counts: readonly number[], hidden: readonly boolean[]): string => counts.map((count, i) => (hidden[i] ? '*' : count)).join(' ')

/** What somebody learns who knows how figures are hidden: counts under five that are the same in every set that would be shown alike. */
function learned(sets: readonly number[][], hide: (counts: number[]) => boolean[]): number {
  const alike = new Map<string, number[][]>()
  for (const counts of sets) {
    const shown = shownAs(counts, hide(counts))
    alike.set(shown, [...(alike.get(shown) ?? []), counts])
  }
  const isLearned = (group: number[][], i: number) => {
    const [first = 0] = group.map((counts) => counts[i] ?? 0)
    return first > 0 && first < 5 && group.every((counts) => counts[i] === first)
  }
  return [...alike.values()].reduce((sum, group) => sum + (group[0] ?? []).filter((_count, i) => isLearned(group, i)).length, 0)
}

test('no count under five follows from what is shown, also for those who know how it is hidden', () => {
  for (const [total, choices] of [[5, 2], [5, 4], [9, 3], [12, 4], [19, 3], [20, 3], [21, 3], [22, 3], [26, 3], [16, 4], [21, 4], [14, 5]] as const) expect([total, choices, learned([...waysOf(total, choices)], hiddenOf)]).toEqual([total, choices, 0])
})

test('negative control: without a second hidden count it follows', () => {
  expect(learned([...waysOf(20, 3)], (counts) => counts.map((count) => count > 0 && count < 5))).toBeGreaterThan(0)
})

test('counts that are large enough stay', () => {
  expect(hiddenOf([10, 0, 7])).toEqual([false, false, false])
  expect(hiddenOf([10, 2, 7])).toEqual([true, true, false])
  expect(hiddenOf([30, 2, 3, 9])).toEqual([true, true, true, false])
  expect(hiddenOf([18, 2])).toEqual([true, true])
  // Those who chose nothing, and those who chose it not, are figures too.
  expect(hiddenOfSeveral([20, 17, 8, 0], 20)).toEqual([true, true, false, false])
  expect(hiddenOfSeveral([3, 4, 12], 20)).toEqual([true, true, false])
})

/** Everything that sums and differences of shown cells and of the totals of their sides say: small ones among it. */
function smallSums(cells: readonly number[][], hidden: readonly boolean[][]): number {
  const rows = cells.map((row, i) => ({ row, gone: hidden[i] ?? [] }))
  const rest = rows.map(({ row, gone }) => row.filter((_cell, j) => gone[j]).reduce((a, b) => a + b, 0))
  const shown = rows.flatMap(({ row, gone }) => row.filter((_cell, j) => !gone[j]))
  const columns = (cells[0] ?? []).map((_one, j) => cells.reduce((sum, row, i) => sum + (hidden[i]?.[j] ? (row[j] ?? 0) : 0), 0))
  const partly = rest.filter((_sum, i) => rows[i]?.gone.includes(false))
  const partlyColumns = columns.filter((_sum, j) => hidden.some((row) => row[j] === false))
  return [...shown, ...partly, ...partlyColumns].filter((count) => count > 0 && count < 5).length
}

test('nothing that can be reckoned from a cross table and its totals is under five', () => {
  let seed = 7
  const chance = (most: number) => (seed = (seed * 48271) % 2147483647) % most
  let shown = 0
  for (let n = 0; n < 3000; n += 1) {
    const cells = Array.from({ length: 2 + chance(3) }, () => Array.from({ length: 2 + chance(3) }, () => 0)).map((row, _i, all) => (all[0] as number[]).map(() => (chance(3) === 0 ? chance(9) : 5 + chance(30))))
    const [rows, columns] = [cells.map((row) => row.reduce((a, b) => a + b, 0)), (cells[0] ?? []).map((_one, j) => cells.reduce((sum, row) => sum + (row[j] ?? 0), 0))]
    const total = rows.reduce((a, b) => a + b, 0)
    const hidden = hiddenCells(cells, { hidden: hiddenOf(rows), several: false, counts: rows }, { hidden: hiddenOf(columns), several: false, counts: columns }, total)
    expect(smallSums(cells, hidden)).toBe(0)
    shown += hidden.flat().filter((one) => !one).length
  }
  expect(shown).toBeGreaterThan(1000)
})

test('where several can be chosen, those who chose both, either or neither are all large enough', () => {
  const side = (counts: number[]) => ({ hidden: hiddenOfSeveral(counts, 40), several: true, counts })
  expect(hiddenCells([[10, 12], [6, 20]], side([20, 25]), side([16, 32]), 40)).toEqual([[false, false], [true, true]])
  const cells = [[3, 17, 0], [9, 11, 0]]
  const columns = { hidden: [false, false, false], several: false, counts: [12, 28, 0] }
  expect(hiddenCells(cells, side([20, 20]), columns, 40)).toEqual([[true, true, true], [true, true, true]].map((row, i) => (i === 0 ? row : hiddenCells([cells[1] ?? []], side([20]), columns, 40)[0])))
})
