import { calculateBatch, normalisedUnits, ownFigures, type CountedSheet, type CountingRules } from './calculate'
import { floorDiv, floorRoot, halfUp } from './exact'
import { lengthOfComment, problemsOfSheet, totalOf, type SheetRules } from './sheet-rules'

const DIMENSIONS = [
  { dimName: '选题价值', dimWeight: 20, dimMax: 100 },
  { dimName: '创新性', dimWeight: 25, dimMax: 100, tieOrder: 1 },
  { dimName: '论证与方法', dimWeight: 25, dimMax: 100 },
  { dimName: '实务价值', dimWeight: 20, dimMax: 100 },
  { dimName: '规范性', dimWeight: 10, dimMax: 100 },
]
const WHOLE = [{ dimName: '总评', dimWeight: 100, dimMax: 100 }]
const RULES: CountingRules = { dimensions: WHOLE, trimRule: 'ends', normalisation: 'none', leastValid: 3, spreadLimit: 30, cutKind: 'none', cutValue: null, cutTies: 'all' }
const SHEET: SheetRules = { dimensions: WHOLE, commentBelow: 60, commentFrom: 90 }

let next = 0
/** Sheets of a work by experts 1, 2, 3…; with several dimensions, each has the same score. */
const sheetsOf = (itemId: string, totals: readonly number[], dimensions = WHOLE): CountedSheet[] => totals.map((total, i) => ({ sheetId: String(++next), itemId, expertId: String(i + 1), dimScores: Object.fromEntries(dimensions.map(({ dimName }) => [dimName, total])) }))
const batch = (works: Record<string, readonly number[]>, over: Partial<CountingRules> = {}) => calculateBatch(Object.keys(works), Object.entries(works).flatMap(([itemId, totals]) => sheetsOf(itemId, totals)), { ...RULES, ...over })

test('whole numbers: division, halves and roots', () => {
  expect([floorDiv(-3n, 2n), floorDiv(3n, 2n), floorDiv(-4n, 2n)]).toEqual([-2n, 1n, -2n])
  expect([halfUp({ num: 5n, den: 2n }), halfUp({ num: -5n, den: 2n }), halfUp({ num: 249n, den: 100n })]).toEqual([3n, -2n, 2n])
  for (const n of [0n, 1n, 2n, 3n, 4n, 8n, 9n, 10n ** 30n, 10n ** 30n - 1n, 123_456_789n ** 2n + 1n]) {
    const root = floorRoot(n)
    expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true)
  }
})

test('the total is weighted by full marks and rounded half-up', () => {
  const scores = { 选题价值: 90, 创新性: 88.5, 论证与方法: 91, 实务价值: 80, 规范性: 100 }
  expect(totalOf(scores, DIMENSIONS)).toBe(88.88)
  // 20·0.1/3 + 80·0.7/3 has no end in decimals; 50·12.3/20 + 50·0 does at a half.
  expect(totalOf({ a: 0.1, b: 0.7 }, [{ dimName: 'a', dimWeight: 20, dimMax: 3 }, { dimName: 'b', dimWeight: 80, dimMax: 3 }])).toBe(19.33)
  expect(totalOf({ a: 0.1, b: 0 }, [{ dimName: 'a', dimWeight: 1, dimMax: 20 }, { dimName: 'b', dimWeight: 99, dimMax: 20 }])).toBe(0.01)
  expect(totalOf({ 总评: 100 }, WHOLE)).toBe(100)
  expect(totalOf({ ...scores, 规范性: 100.1 }, DIMENSIONS)).toBeNull()
  expect(totalOf({ 选题价值: 90 }, DIMENSIONS)).toBeNull()
})

test.each([[100.05, '0 至 100'], [100.1, '0 至 100'], [-0, '0 至 100'], [-0.1, '0 至 100'], [88.25, '一位小数'], [Number.NaN, '请填写'], [Number.POSITIVE_INFINITY, '请填写']])('a score of %p is refused', (score, sentence) => {
  const [problem] = problemsOfSheet({ 总评: score }, '', SHEET)
  expect([problem?.path, problem?.message]).toEqual(['dimScores.总评', expect.stringContaining(sentence)])
})

test('scores of tenths are taken, others of unknown or missing dimensions are not', () => {
  for (const score of [0, 0.1, 0.3, 33.3, 69.9, 70.1, 89.9]) expect(problemsOfSheet({ 总评: score }, '意见'.repeat(10), SHEET)).toEqual([])
  expect(problemsOfSheet({ 其他: 1 }, null, SHEET).map(({ path }) => path)).toEqual(['dimScores.总评', 'dimScores.其他'])
  expect(problemsOfSheet({}, null, { ...SHEET, dimensions: [{ dimName: 'constructor', dimWeight: 100, dimMax: 10 }] })).toHaveLength(1)
})

test('a comment is wanted below and from the bounds, and blanks do not count', () => {
  const refused = (score: number, comment: string | null) => problemsOfSheet({ 总评: score }, comment, SHEET).map(({ path }) => path)
  expect([refused(59.9, null), refused(60, null), refused(89.9, ''), refused(90, '')]).toEqual([['comment'], [], [], ['comment']])
  expect(refused(90, `${' 　\n'.repeat(30)}好`)).toEqual(['comment'])
  expect(refused(90, '字'.repeat(19))).toEqual(['comment'])
  expect(refused(90, '字'.repeat(20))).toEqual([])
  expect([refused(70, '字'.repeat(1000)), refused(70, '字'.repeat(1001))]).toEqual([[], ['comment']])
  expect(lengthOfComment('\u200b 好\t𠮷\u00a0')).toBe(2)
})

test('samples of the trade: drops, means and places', () => {
  const dimensions = [{ dimName: '甲', dimWeight: 50, dimMax: 100 }, { dimName: '乙', dimWeight: 50, dimMax: 100 }]
  // Totals of hundredths come from two dimensions of tenths.
  const parts = (total: number) => ({ 甲: Math.floor(total * 10) / 10, 乙: Math.ceil(total * 10) / 10 })
  const works = { a: [95, 92.5, 91, 90.7, 88], b: [90, 85, 84.5, 83.25, 80], c: [82, 80, 78] }
  const sheets = Object.entries(works).flatMap(([itemId, totals]) => totals.map((total, i): CountedSheet => ({ sheetId: String(++next), itemId, expertId: String(i), dimScores: parts(total) })))
  const results = calculateBatch(Object.keys(works), sheets, { ...RULES, dimensions })
  expect(results.map(({ sheets: own }) => own.map(({ raw }) => raw).toReversed())).toEqual(Object.values(works))
  expect(results.map(({ dropHigh, dropLow, finalScore, rankNo, validCount }) => [dropHigh, dropLow, finalScore, rankNo, validCount])).toEqual([[95, 88, 91.4, 1, 5], [90, 80, 84.25, 2, 5], [null, null, 80, 3, 3]])
})

test('four sheets are not trimmed, and only one highest and one lowest ever are', () => {
  expect(batch({ a: [90, 80, 70, 60] })[0]).toMatchObject({ dropHigh: null, finalScore: 75 })
  const [result] = batch({ a: [90, 90, 80, 70, 70] })
  expect(result).toMatchObject({ finalScore: 80, dropHigh: 90, dropLow: 70 })
  expect(result?.sheets.map(({ dropped }) => dropped)).toEqual(['low', null, null, null, 'high'])
  expect(batch({ a: [90, 80, 70, 60, 0] }, { trimRule: 'none' })[0]).toMatchObject({ finalScore: 60, dropHigh: null })
})

test('the mean is rounded half-up, not to even', () => {
  expect(batch({ a: [80.1, 80.1, 80.2, 80.1] })[0]?.finalScore).toBe(80.13)
  expect(batch({ a: [80.3, 80.3, 80.4, 80.5] }, { dimensions: WHOLE })[0]?.finalScore).toBe(80.38)
})

test('fewer sheets than are needed give no figure and no place', () => {
  const [lacking, none, whole] = batch({ a: [90, 80], b: [], c: [70, 70, 70] })
  expect(lacking).toMatchObject({ lacking: true, finalScore: null, rankNo: null, rawMean: 85, validCount: 2 })
  expect(none).toMatchObject({ lacking: true, rawMean: null, sheets: [] })
  expect(whole).toMatchObject({ lacking: false, rankNo: 1 })
})

test('a spread above the limit is disputed, one at the limit is not', () => {
  expect(batch({ a: [90, 80, 60], b: [90, 80, 59.9] }).map(({ spread, disputed }) => [spread, disputed])).toEqual([[30, false], [30.1, true]])
})

test('equals are told apart by dimensions in their order, then by the raw mean, and else share a place', () => {
  const dimensions = [{ dimName: '甲', dimWeight: 50, dimMax: 100, tieOrder: 2 }, { dimName: '乙', dimWeight: 50, dimMax: 100, tieOrder: 1 }]
  const work = (itemId: string, scores: [number, number][]) => scores.map(([甲, 乙], i): CountedSheet => ({ sheetId: String(++next), itemId, expertId: String(i), dimScores: { 甲, 乙 } }))
  const same: [number, number][] = [[80, 80], [80, 80], [80, 80]]
  const results = calculateBatch(['a', 'b', 'c', 'd', 'e'], [...work('a', same), ...work('b', [[78, 82], [80, 80], [80, 80]]), ...work('c', same), ...work('d', [[82, 78], [80, 80], [80, 80]]), ...work('e', [[70, 70], [70, 70], [70, 70]])], { ...RULES, dimensions })
  expect(Object.fromEntries(results.map(({ itemId, rankNo }) => [itemId, rankNo]))).toEqual({ b: 1, a: 2, c: 2, d: 4, e: 5 })
  // Equal after trimming; the raw mean knows of the dropped ones.
  expect(batch({ a: [90, 80, 80, 80, 79], b: [91, 80, 80, 80, 79] }).map(({ rankNo }) => rankNo)).toEqual([2, 1])
})

test('a tie at place 200 goes on or stays out by the rule that was chosen', () => {
  const works = Object.fromEntries(Array.from({ length: 205 }, (_, i) => [`w${i}`, Array.from({ length: 3 }, () => (i < 198 ? 90 - i * 0.1 : i < 202 ? 60 : 50 - i * 0.1))]))
  const ins = (cutTies: 'all' | 'none') => batch(works, { cutKind: 'first', cutValue: 200, cutTies }).filter(({ inCut }) => inCut).length
  expect([ins('all'), ins('none')]).toEqual([202, 198])
  const ranks = batch(works).map(({ rankNo }) => rankNo)
  expect(ranks.slice(196, 204)).toEqual([197, 198, 199, 199, 199, 199, 203, 204])
  expect(batch({ a: [80, 80, 80], b: [79.9, 80, 80] }, { cutKind: 'score', cutValue: 80 }).map(({ inCut }) => inCut)).toEqual([true, false])
})

test('normalisation leaves experts with few sheets or equal scores as they are, and stays within 0 and 100', () => {
  const score = (n: number, expert: number): number => (expert === 1 ? 95 - n * 0.5 : expert === 2 ? 40 + n * 7 : 70)
  const sheets = Array.from({ length: 7 }, (_, n) => [1, 2, 3].map((expert): CountedSheet => ({ sheetId: String(++next), itemId: `w${n}`, expertId: String(expert), dimScores: { 总评: score(n, expert) } }))).flat()
  const few: CountedSheet[] = Array.from({ length: 4 }, (_, n) => ({ sheetId: String(++next), itemId: `w${n}`, expertId: '4', dimScores: { 总评: n * 30 } }))
  const results = calculateBatch(Array.from({ length: 7 }, (_, n) => `w${n}`), [...sheets, ...few], { ...RULES, normalisation: 'expert', trimRule: 'none' })
  const of = (expertId: string) => results.flatMap((result) => result.sheets.filter((sheet) => sheet.expertId === expertId))
  expect(of('3').every(({ unadjusted, counted }) => unadjusted && counted === 70)).toBe(true)
  expect(of('4').map(({ unadjusted, counted, raw }) => unadjusted && counted === raw)).toEqual([true, true, true, true])
  // Who is strict and who is mild give the same once each is measured by their own mean and spread: the order of theirs is opposite.
  const mild = of('1').map(({ counted }) => counted)
  const strict = of('2').map(({ counted }) => counted)
  expect(of('1').some(({ unadjusted }) => unadjusted)).toBe(false)
  for (const [i, value] of mild.entries()) expect(value).toBeCloseTo(strict[6 - i] ?? 0, 3)
  const wide = { count: 5n, sum: 25_000n, square: 5n * 5n * 4_000n ** 2n }
  const narrow = { count: 5n, sum: 40_000n, square: 5n * 5n }
  expect([normalisedUnits(9_000n, wide, narrow), normalisedUnits(7_000n, wide, narrow)]).toEqual([1_000_000n, 0n])
})

test('an expert sees their own mean and deviation', () => {
  expect(ownFigures([])).toBeNull()
  expect(ownFigures([80])).toEqual({ mean: 80, deviation: 0 })
  expect(ownFigures([70, 80, 90])).toEqual({ mean: 80, deviation: 8.16 })
})
