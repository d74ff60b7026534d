import { problemsOfScale } from '@assoc/contract/expert/grading'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { scaleOf } from '../grade/repository'
import { problemsOfIndicators } from '../indicator/problems'
import { questionsOf } from '../indicator/questions'
import { indicatorsOf } from '../indicator/repository'
import { holdScheme, readScheme, type Scheme } from './repository'

async function problemsOf(db: Db, scheme: Scheme): Promise<string[]> {
  return [
    ...(scheme.applyEnd.getTime() <= scheme.now.getTime() ? ['申报截止已过，请先改到以后'] : []),
    ...problemsOfIndicators(await indicatorsOf(db, scheme.schemeId), await questionsOf(db, scheme)),
    ...problemsOfScale(await scaleOf(db, scheme)),
  ]
}

/** What keeps a scheme from being opened, as sentences; none where it has been. */
export async function schemeProblems(db: Db, schemeId: string): Promise<string[]> {
  const scheme = await readScheme(db, schemeId)
  if (!scheme) throw refuse.notFound()
  return scheme.schemeStatus === 'draft' ? problemsOf(db, scheme) : []
}

/** Refuses a scheme that is not whole. It is held from here on, so that nothing of it changes until it has opened. */
export async function requireOpenable(db: Db, schemeId: string): Promise<void> {
  const scheme = await holdScheme(db, schemeId)
  if (!scheme) throw refuse.notFound()
  const problems = await problemsOf(db, scheme)
  if (problems.length > 0) throw refuse.inUse(`不能开放申报：${problems.join('；')}`)
}
