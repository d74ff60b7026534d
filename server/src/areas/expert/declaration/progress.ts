import type { ResponseOf } from '@assoc/contract'
import type { selectSchemeProgress, selectUndeclaredByPage } from '@assoc/contract/expert/declaration-progress'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './progress.repository'
import type { StateCount } from './progress.repository'

type Progress = ResponseOf<typeof selectSchemeProgress>

/** Statuses of declarations that have been handed in, and of those that passed both reviews. */
const SUBMITTED: ReadonlySet<string> = new Set(['submitted', 'reviewing', 'returned', 'rechecking', 'scoring', 'publicity', 'published'])
const PASSED: ReadonlySet<string> = new Set(['scoring', 'publicity', 'published'])

/** A scheme that has opened, and how far the caller sees of those whom it asks. */
async function reached({ db, principal }: Pick<Context<typeof selectSchemeProgress>, 'db' | 'principal'>, schemeId: string) {
  const scheme = await repository.progressScheme(db, schemeId)
  const reach = scheme && repository.reachedBy(principal, scheme)
  if (!scheme || !reach) throw refuse.notFound()
  return { scheme, reach }
}

export async function selectProgress({ db, principal, input }: Context<typeof selectSchemeProgress>): Promise<Progress> {
  const { scheme, reach } = await reached({ db, principal }, input.schemeId)
  const companyId = input.companyId ?? null
  const counted = await repository.countAsked(db, scheme, reach, companyId)
  const states = new Map<StateCount['declareStatus'], number>()
  const places = new Map<StateCount['jurisdiction'], Progress['jurisdictions'][number]>()
  for (const { declareStatus, jurisdiction, n } of await repository.statesOf(db, principal, input.schemeId, companyId)) {
    states.set(declareStatus, (states.get(declareStatus) ?? 0) + n)
    const place = places.get(jurisdiction) ?? { jurisdiction, n: 0, submitted: 0, passed: 0 }
    place.n += n
    if (SUBMITTED.has(declareStatus)) place.submitted += n
    if (PASSED.has(declareStatus)) place.passed += n
    places.set(jurisdiction, place)
  }
  const { deptId: _, ...shown } = scheme
  return {
    ...shown,
    applyStart: scheme.applyStart.toISOString(),
    applyEnd: scheme.applyEnd.toISOString(),
    companyName: companyId === null ? null : await repository.companyCalled(db, companyId),
    ...counted,
    states: [...states].map(([declareStatus, n]) => ({ declareStatus, n })),
    jurisdictions: [...places.values()],
  }
}

export async function selectUndeclared({ db, principal, input }: Context<typeof selectUndeclaredByPage>): Promise<ResponseOf<typeof selectUndeclaredByPage>> {
  const { scheme, reach } = await reached({ db, principal }, input.schemeId)
  const { total, items } = await repository.undeclaredOf(db, scheme, reach, input.keyword ?? null, input.pageSize, (input.page - 1) * input.pageSize)
  return { total, items: items as ResponseOf<typeof selectUndeclaredByPage>['items'] }
}
