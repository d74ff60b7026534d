import { edgesOf, grade, problemsOfScale, tiesAtEdges, type Scale, type Scored } from './grading'

const byRank = (over: Partial<Scale> = {}): Scale => ({ kind: 'rank', quotaKind: 'count', tieRule: 'in', grades: [{ code: '5A', quota: 20_000, from: null }, { code: '4A', quota: 30_000, from: null }, { code: '未评级', quota: null, from: null }], ...over })
const byScore: Scale = { kind: 'score', quotaKind: null, tieRule: null, grades: [{ code: 'A', quota: null, from: 9_000 }, { code: 'B', quota: null, from: 8_000 }, { code: 'C', quota: null, from: 6_000 }, { code: 'D', quota: null, from: 0 }] }
const scored = (scores: readonly number[]): Scored[] => scores.map((score, i) => ({ id: String(i), score, vetoed: false }))
/** 600 entries from 99.99 downwards; places 199 to 202 have the same score. */
const tied = scored(Array.from({ length: 600 }, (_, i) => (i >= 198 && i <= 201 ? 9_801 : 9_999 - i)))
const count = (scale: Scale, scores: readonly Scored[]) => grade(scores, scale).reduce<Record<string, number>>((all, { code }) => ({ ...all, [code]: (all[code] ?? 0) + 1 }), {})

test('the tie at place 200: all of the equal scores are within or none, as was chosen before, and the next edge stays', () => {
  expect(count(byRank(), tied)).toEqual({ '5A': 202, '4A': 298, 未评级: 100 })
  expect(count(byRank({ tieRule: 'out' }), tied)).toEqual({ '5A': 198, '4A': 302, 未评级: 100 })
  expect(tiesAtEdges(tied, byRank())).toEqual([{ edge: 200, score: 9_801, first: 199, last: 202 }])
  // Without a tie the rule says nothing.
  const plain = scored(Array.from({ length: 600 }, (_, i) => 9_999 - i))
  expect([count(byRank(), plain), tiesAtEdges(plain, byRank())]).toEqual([count(byRank({ tieRule: 'out' }), plain), []])
})

test('equal scores share a place, the places behind are skipped, and whoever is vetoed or not scored has none', () => {
  const scores: Scored[] = [...scored([9_000, 9_500, 9_500, 8_000]), { id: 'v', score: 9_900, vetoed: true }, { id: 'n', score: null, vetoed: false }]
  expect(grade(scores, byScore)).toEqual([
    { id: '0', rank: 3, code: 'A' }, { id: '1', rank: 1, code: 'A' }, { id: '2', rank: 1, code: 'A' }, { id: '3', rank: 4, code: 'B' }, { id: 'v', rank: null, code: 'D' }, { id: 'n', rank: null, code: 'D' },
  ])
})

test('bands meet without gap or overlap at a hundredth of a point', () => {
  expect(grade(scored([10_000, 9_000, 8_999, 8_000, 7_999, 6_000, 5_999, 0]), byScore).map(({ code }) => code)).toEqual(['A', 'A', 'B', 'B', 'C', 'C', 'D', 'D'])
})

test('percentages of all entries are rounded down from their sum, and a quota above the entries is not exhausted', () => {
  const percent = byRank({ quotaKind: 'percent', grades: [{ code: '5A', quota: 1_050, from: null }, { code: '4A', quota: 1_050, from: null }, { code: '未评级', quota: null, from: null }] })
  expect(edgesOf(percent, 1_723)).toEqual([180, 361])
  expect(count(byRank(), scored([90, 80, 70]))).toEqual({ '5A': 3 })
})

test.each([
  ['no last grade for all others', byRank({ grades: [{ code: '5A', quota: 100, from: null }, { code: '4A', quota: 100, from: null }] }), '为其余全部'],
  ['a grade without quota', byRank({ grades: [{ code: '5A', quota: null, from: null }, { code: '未评级', quota: null, from: null }] }), '未填名额'],
  ['more than all', byRank({ quotaKind: 'percent', grades: [{ code: '5A', quota: 10_001, from: null }, { code: '未评级', quota: null, from: null }] }), '不能超过 100%'],
  ['half a place', byRank({ grades: [{ code: '5A', quota: 150, from: null }, { code: '未评级', quota: null, from: null }] }), '须为整数'],
  ['bands that overlap', { ...byScore, grades: [{ code: 'A', quota: null, from: 8_000 }, { code: 'B', quota: null, from: 9_000 }, { code: 'D', quota: null, from: 0 }] }, '须低于等级 A'],
  ['a gap at the bottom', { ...byScore, grades: byScore.grades.slice(0, 3) }, '须为 0'],
  ['a single grade', byRank({ grades: [{ code: '未评级', quota: null, from: null }] }), '至少有两个'],
] as const)('%s is refused with a sentence', (_what, scale, sentence) => {
  expect(problemsOfScale(scale).join()).toContain(sentence)
})
test('the usual scales have no problem', () => expect([problemsOfScale(byRank()), problemsOfScale(byScore)]).toEqual([[], []]))
