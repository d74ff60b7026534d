import type { ResponseOf } from '@assoc/contract'
import type { previewEvalGrades } from '@assoc/contract/expert/eval-grade'
import { edgesOf, grade, points, problemsOfScale, tiesAtEdges, type Grade, type Scale, type Scored } from '@assoc/contract/expert/grading'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { vetoes } from '../scheme/eligibility'
import { readScheme, type Scheme } from '../scheme/repository'
import { scaleOf, scoresOf, scoresOfYear } from './repository'

/** Scores as evaluations spread them: the same 1,000 each time, between 55 and 99 and thick in the middle. */
const sample = (): Scored[] => Array.from({ length: 1_000 }, (_, i) => ({ id: String(i), score: 5_500 + ((i * 7_919) % 1_500) + ((i * 104_729) % 1_500) + ((i * 1_299_709) % 1_400), vetoed: false }))

/** Scores of a scheme with what its rules of veto say of each. */
export async function scoredOf(db: Db, scheme: Scheme): Promise<(Scored & { veto: string | null })[]> {
  const kept = await scoresOf(db, scheme.schemeId)
  const found = await vetoes(db, scheme, kept)
  return kept.map(({ resultId, score }, i) => ({ id: resultId, score, vetoed: (found[i] ?? null) !== null, veto: found[i] ?? null }))
}

async function scoresFor({ db, input }: Context<typeof previewEvalGrades>, scheme: Scheme): Promise<Scored[]> {
  if (input.source === 'sample') return sample()
  if (input.source === 'results') return scoredOf(db, scheme)
  if (input.source === 'lastYear') return (await scoresOfYear(db, scheme.evalTarget, scheme.evalYear - 1)).map(({ resultId, score }) => ({ id: resultId, score, vetoed: false }))
  return input.scores.map((score, i) => ({ id: String(i), score: Math.round(score * 100), vetoed: false }))
}

/** What a grade takes, in words. */
function ruleOf({ kind }: Scale, one: Grade, i: number, edges: readonly number[], grades: readonly Grade[]): string {
  if (kind === 'score') return i === 0 ? `${points(one.from ?? 0)} 分及以上` : `${points(one.from ?? 0)}–${points((grades[i - 1]?.from ?? 0) - 1)} 分`
  const [from, to] = [edges[i - 1] ?? 0, edges[i]]
  return to === undefined ? '其余全部' : `第 ${from + 1}–${Math.max(to, from)} 名`
}

/** How a scale spreads scores; nothing is written. */
export async function preview(context: Context<typeof previewEvalGrades>): Promise<ResponseOf<typeof previewEvalGrades>> {
  const scheme = await readScheme(context.db, context.input.schemeId)
  if (!scheme) throw refuse.notFound()
  if (context.input.source === 'typed' && context.input.scores.length === 0) throw refuse.field('scores', '请录入得分')
  const scale = await scaleOf(context.db, scheme)
  const scores = await scoresFor(context, scheme)
  const problems = problemsOfScale(scale)
  const unscored = scores.filter(({ score }) => score === null).length
  if (problems.length > 0) return { entries: scores.length, unscored, problems, grades: [], ties: [] }
  const edges = edgesOf(scale, scores.length)
  const places = edges.at(-1) ?? 0
  const byId = new Map(scores.map((one) => [one.id, one.score]))
  const graded = grade(scores, scale)
  return {
    entries: scores.length,
    unscored,
    problems: scale.kind === 'rank' && places > scores.length ? [`名额合计 ${places} 个，超过参评的 ${scores.length} 个`] : [],
    grades: scale.grades.map((one, i) => {
      const own = graded.filter(({ code, rank }) => code === one.code && rank !== null).map(({ id }) => byId.get(id) ?? 0)
      return { code: one.code, name: one.name, rule: ruleOf(scale, one, i, edges, scale.grades), count: graded.filter(({ code }) => code === one.code).length, lowest: own.length > 0 ? own.reduce((a, b) => Math.min(a, b)) : null, highest: own.length > 0 ? own.reduce((a, b) => Math.max(a, b)) : null }
    }),
    ties: tiesAtEdges(scores, scale),
  }
}
