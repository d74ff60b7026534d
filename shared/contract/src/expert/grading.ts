// How scores become grades (domain E3). Pure, and whole numbers alone: scores are counted in hundredths of a point.

/** A score to be graded; `vetoed` says that a rule of the scheme denies it a grade. */
export interface Scored {
  id: string
  /** Hundredths of a point; null where nobody has scored it. */
  score: number | null
  vetoed: boolean
}

export interface Graded {
  id: string
  /** Place among those that are not vetoed; equal scores share one, and the places behind are skipped. */
  rank: number | null
  code: string
}

/** A grade of a scale, the best one first. */
export interface Grade {
  code: string
  /** Places of it: a number, or hundredths of a percent of all entries. Null for all others. */
  quota: number | null
  /** From how many hundredths of a point on. */
  from: number | null
}

export interface Scale {
  kind: 'rank' | 'score'
  quotaKind: 'count' | 'percent' | null
  tieRule: 'in' | 'out' | null
  grades: readonly Grade[]
}

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000

/** What is wrong with a scale, as sentences; none when it grades every score exactly once. */
export function problemsOfScale({ kind, quotaKind, grades }: Scale): string[] {
  const last = grades.at(-1)
  if (grades.length < 2 || !last) return ['等级至少有两个']
  return kind === 'score' ? problemsOfBands(grades, last) : problemsOfQuotas(grades, last, quotaKind)
}

function problemsOfBands(grades: readonly Grade[], last: Grade): string[] {
  const missing = grades.filter(({ from }) => from === null).map(({ code }) => `等级 ${code} 未填最低分`)
  if (missing.length > 0) return missing
  const problems = last.from === 0 ? [] : [`最后一个等级 ${last.code} 的最低分须为 0，否则低于 ${points(last.from ?? 0)} 分的没有等级`]
  grades.slice(1).forEach((grade, i) => {
    const before = grades[i]
    if (before && (grade.from ?? 0) >= (before.from ?? 0)) problems.push(`等级 ${grade.code} 的最低分须低于等级 ${before.code}`)
  })
  return problems
}

function problemsOfQuotas(grades: readonly Grade[], last: Grade, quotaKind: Scale['quotaKind']): string[] {
  const problems = grades.slice(0, -1).filter(({ quota }) => quota === null).map(({ code }) => `等级 ${code} 未填名额`)
  if (last.quota !== null) problems.push(`最后一个等级 ${last.code} 为其余全部，不填名额`)
  const sum = grades.reduce((total, { quota }) => total + (quota ?? 0), 0)
  if (quotaKind === 'percent' && sum > WHOLE) problems.push(`名额比例合计为 ${points(sum)}%，不能超过 100%`)
  if (quotaKind === 'count' && grades.some(({ quota }) => quota !== null && quota % 100 !== 0)) problems.push('按个数的名额须为整数')
  return problems
}

/** Hundredths as they are read. */
export const points = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** Places by which each grade but the last ends, counted from the first one; percentages of all entries are rounded down. */
export function edgesOf({ grades, quotaKind }: Scale, entries: number): number[] {
  let sum = 0
  return grades.slice(0, -1).map(({ quota }) => {
    sum += quota ?? 0
    return quotaKind === 'percent' ? Math.floor((sum * entries) / WHOLE) : Math.floor(sum / 100)
  })
}

/** Grades scores by a scale without problems; answers them in the order that they came in. */
export function grade(scores: readonly Scored[], scale: Scale): Graded[] {
  const last = scale.grades.at(-1)
  if (!last) throw new Error('a scale has grades')
  const counted = scores.filter((one): one is Scored & { score: number } => one.score !== null && !one.vetoed).sort((a, b) => b.score - a.score)
  const places = placesOf(counted)
  const edges = edgesOf(scale, scores.length)
  return scores.map(({ id, score, vetoed }) => {
    const place = score === null || vetoed ? undefined : places.get(score)
    if (!place || score === null) return { id, rank: null, code: last.code }
    return { id, rank: place.first, code: (scale.kind === 'score' ? byScore(score, scale) : byPlace(place, edges, scale)).code }
  })
}

interface Place {
  first: number
  last: number
}

/** First and last place of each score. */
function placesOf(sorted: readonly { score: number }[]): Map<number, Place> {
  const places = new Map<number, Place>()
  sorted.forEach(({ score }, i) => {
    const held = places.get(score)
    if (held) held.last = i + 1
    else places.set(score, { first: i + 1, last: i + 1 })
  })
  return places
}

const byScore = (score: number, { grades }: Scale): Grade => grades.find(({ from }) => from !== null && score >= from) ?? (grades.at(-1) as Grade)

/** Equal scores have one grade: across an edge all of them are within, or none, as the scheme has said before. */
function byPlace({ first, last }: Place, edges: readonly number[], { grades, tieRule }: Scale): Grade {
  const i = edges.findIndex((edge) => (tieRule === 'in' ? first : last) <= edge)
  return grades[i < 0 ? grades.length - 1 : i] as Grade
}

/** Scores that lie across the edge of a quota, for whoever looks at a distribution: how many places it has, and how many equal scores there are. */
export function tiesAtEdges(scores: readonly Scored[], scale: Scale): { edge: number; score: number; first: number; last: number }[] {
  if (scale.kind === 'score') return []
  const counted = scores.filter((one): one is Scored & { score: number } => one.score !== null && !one.vetoed).sort((a, b) => b.score - a.score)
  const places = placesOf(counted)
  return [...new Set(edgesOf(scale, scores.length))].flatMap((edge) => {
    const at = counted[edge - 1]
    const place = at && places.get(at.score)
    return at && place && place.last > edge ? [{ edge, score: at.score, ...place }] : []
  })
}
