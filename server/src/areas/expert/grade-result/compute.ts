import { grade, problemsOfScale } from '@assoc/contract/expert/grading'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { scoredOf } from '../grade/preview'
import { scaleOf } from '../grade/repository'
import { holdScheme, shareScheme, type Scheme } from '../scheme/repository'
import { putScores, writeGrades } from './repository'

export interface Computed {
  graded: number
  vetoed: number
  unscored: number
}

/** Ranks and grades the results of a scheme that is being scored; the scheme is held. */
export async function computeGrades(db: Db, schemeId: string): Promise<Computed & { scheme: Scheme }> {
  const scheme = await holdScheme(db, schemeId)
  if (!scheme) throw refuse.notFound()
  if (scheme.schemeStatus !== 'scoring') throw refuse.inUse('只有评分中的方案可以计算等级')
  const scale = await scaleOf(db, scheme)
  const problems = problemsOfScale(scale)
  if (problems.length > 0) throw refuse.inUse(problems.join('；'))
  const scored = await scoredOf(db, scheme)
  const veto = new Map(scored.map((one) => [one.id, one.veto]))
  await writeGrades(db, grade(scored, scale).map(({ id, rank, code }) => ({ resultId: id, rank, code, veto: veto.get(id) ?? null })))
  return { scheme, graded: scored.length, vetoed: scored.filter(({ vetoed }) => vetoed).length, unscored: scored.filter(({ score, vetoed }) => score === null && !vetoed).length }
}

/**
 * Takes over scores that were computed elsewhere, such as those of a review, in hundredths of a point. Refused unless the scheme is being
 * scored; it stays so until the transaction ends.
 */
export async function enterScores(db: Db, schemeId: string, scores: readonly { personId: string | null; companyId: string; score: number | null }[], by: { deptId: string | null; userId: string | null }): Promise<void> {
  const scheme = await shareScheme(db, schemeId)
  if (scheme?.schemeStatus !== 'scoring') throw refuse.inUse('方案不在评分中')
  await putScores(db, schemeId, scores, by)
}
