import type { Eligibility, RuleOutcome } from '@assoc/contract/expert/declaration'
import type { Db } from '../../../platform/database/database'
import * as repository from './repository'

export interface Asked {
  schemeId: string
  personId: string | null
  companyId: string
}

/** Each rule of a scheme as it turns out for a declarant now. */
export async function outcomesOf(_db: Db, _asked: Asked): Promise<RuleOutcome[]> {
  return []
}

/** Decides on the rules and keeps what was found; `final` once the period has ended. */
export async function decide(db: Db, declareId: string, asked: Asked, final: boolean): Promise<{ failed: RuleOutcome[] }> {
  const rules = await outcomesOf(db, asked)
  const found: Eligibility = { decidedAt: new Date().toISOString(), rules }
  const failed = rules.filter(({ result }) => result === 'fail')
  await repository.noteEligibility(db, declareId, found, failed.length > 0 ? 'fail' : 'pass', final)
  return { failed }
}
