import type { ResponseOf } from '@assoc/contract'
import { caseKind } from '@assoc/contract/expert/case-kinds'
import { eligibilityOf, isEligible, vetoOf, type RuleResult } from '@assoc/contract/expert/eligibility'
import type { previewEligibility } from '@assoc/contract/expert/scheme'
import type { JURISDICTIONS } from '@assoc/contract/member/jurisdiction'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { candidatesOf, factsOf, type Declarant } from './facts.repository'
import { readScheme, type Scheme } from './repository'

export interface Eligibility extends Declarant {
  pass: boolean
  results: RuleResult[]
}

/** Whether declarants fulfil the rules of a scheme, rule by rule with the fact behind it, in their order; a few statements however many they are. */
export async function eligibility(db: Db, scheme: Pick<Scheme, 'evalTarget' | 'periodEnd' | 'eligibleRules'>, declarants: readonly Declarant[]): Promise<Eligibility[]> {
  const facts = await factsOf(db, scheme.evalTarget, scheme.periodEnd, declarants)
  return facts.map((one) => {
    const results = eligibilityOf(scheme.eligibleRules, one, scheme.periodEnd)
    return { personId: one.personId, companyId: one.companyId, pass: isEligible(results), results }
  })
}

/** What denies declarants a grade, in their order; null where nothing does. */
export async function vetoes(db: Db, scheme: Pick<Scheme, 'evalTarget' | 'periodEnd' | 'vetoRules'>, declarants: readonly Declarant[]): Promise<(string | null)[]> {
  if (scheme.vetoRules.length === 0) return declarants.map(() => null)
  return (await factsOf(db, scheme.evalTarget, scheme.periodEnd, declarants)).map((one) => vetoOf(scheme.vetoRules, one, scheme.periodEnd, caseKind.labels))
}

type Preview = ResponseOf<typeof previewEligibility>

/** Counts who would qualify today. */
export async function preview({ db, input }: Context<typeof previewEligibility>): Promise<Preview> {
  const scheme = await readScheme(db, input.schemeId)
  if (!scheme) throw refuse.notFound()
  const candidates = await candidatesOf(db, scheme.evalTarget)
  const found = await eligibility(db, scheme, candidates)
  const places = new Map<string | null, Preview['jurisdictions'][number]>()
  found.forEach(({ pass }, i) => {
    const jurisdiction = (candidates[i]?.jurisdiction ?? null) as (typeof JURISDICTIONS)[number] | null
    const place = places.get(jurisdiction) ?? { jurisdiction, candidates: 0, eligible: 0 }
    places.set(jurisdiction, { ...place, candidates: place.candidates + 1, eligible: place.eligible + (pass ? 1 : 0) })
  })
  return {
    candidates: found.length,
    eligible: found.filter(({ pass }) => pass).length,
    jurisdictions: [...places.values()].sort((a, b) => b.candidates - a.candidates || String(a.jurisdiction).localeCompare(String(b.jurisdiction))),
    failed: scheme.eligibleRules.map(({ rule, amount }, i) => ({ rule, amount: amount ?? null, count: found.filter(({ results }) => results[i]?.pass === false).length })),
  }
}
