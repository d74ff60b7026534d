import type { Eligibility, RuleOutcome } from '@assoc/contract/expert/declaration'
import type { RuleResult } from '@assoc/contract/expert/eligibility'
import { eligibleRule } from '@assoc/contract/expert/scheme'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { eligibility } from '../scheme/eligibility'
import { readScheme } from '../scheme/repository'
import * as repository from './repository'

/** Whose rules are asked: a person at a company, or the company itself. */
export interface Asked {
  personId: string | null
  companyId: string
}

const outcome = ({ rule, amount, pass, fact }: RuleResult): RuleOutcome => ({ rule, label: amount === null ? eligibleRule.labels[rule] : `${eligibleRule.labels[rule]}：${amount}`, result: pass ? 'pass' : 'fail', note: fact })

/** Each rule of a scheme as it turns out for declarants now, in their order. */
export async function outcomesOf(db: Db, schemeId: string, declarants: readonly Asked[]): Promise<RuleOutcome[][]> {
  const scheme = await readScheme(db, schemeId)
  if (!scheme) throw refuse.notFound()
  return (await eligibility(db, scheme, declarants)).map(({ results }) => results.map(outcome))
}

/** Decides on the rules and keeps what was found; `final` once the period has ended. */
export async function decide(db: Db, declareId: string, schemeId: string, asked: Asked, final: boolean): Promise<{ failed: RuleOutcome[] }> {
  const [rules = []] = await outcomesOf(db, schemeId, [{ personId: asked.personId, companyId: asked.companyId }])
  const found: Eligibility = { decidedAt: new Date().toISOString(), rules }
  const failed = rules.filter(({ result }) => result === 'fail')
  await repository.noteEligibility(db, declareId, found, failed.length > 0 ? 'fail' : 'pass', final)
  return { failed }
}
