import type { ResponseOf } from '@assoc/contract'
import { DECLARANTS_MOST, type beginDeclaration, type selectOpenSchemes } from '@assoc/contract/expert/declaration-begin'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { nextNumber } from '../../../platform/numbers/numbers'
import type { Db } from '../../../platform/database/database'
import { insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { addOwnedTask, extendOwnedRound, openOwnedRound } from '../../form/api'
import { outcomesOf } from './eligibility'
import * as repository from './repository'
import { declarationRuntime, DECLARATIONS } from './resource'

type Declarant = repository.Declarant

const isSame = (one: Pick<Declarant, 'personId' | 'companyId'>, other: Pick<Declarant, 'personId' | 'companyId'>) => one.personId === other.personId && (one.personId !== null || one.companyId === other.companyId)

/** What somebody may declare now, and how the rules turn out for each of those that they act for. */
export async function selectSchemes({ db, principal }: Context<typeof selectOpenSchemes>): Promise<ResponseOf<typeof selectOpenSchemes>> {
  const schemes = await repository.openSchemes(db)
  const open = await repository.ownOpen(db, principal, schemes.map(({ schemeId }) => schemeId))
  const shown: ResponseOf<typeof selectOpenSchemes>['schemes'] = []
  for (const scheme of schemes) {
    const own = (await repository.ownDeclarants(db, principal, scheme.evalTarget)).slice(0, DECLARANTS_MOST)
    const rules = await outcomesOf(db, scheme.schemeId, own)
    const declarants = own.map((one, i) => {
      const held = open.find((other) => other.schemeId === scheme.schemeId && isSame(one, other))
      return { personId: one.personId, companyId: one.companyId, name: one.personName ?? one.companyName, companyName: one.companyName, declareId: held?.declareId ?? null, rules: rules[i] ?? [] }
    })
    shown.push({ schemeId: scheme.schemeId, schemeName: scheme.schemeName, evalTarget: scheme.evalTarget, periodEnd: scheme.periodEnd, applyEnd: scheme.applyEnd.toISOString(), declarants })
  }
  return { schemes: shown }
}

/** The round of a scheme's declarations; opened with the first of them. */
async function roundFor(db: Db, scheme: repository.Scheme): Promise<string> {
  const known = await repository.roundOf(db, scheme.schemeId)
  if (known) {
    await extendOwnedRound(db, known, scheme.applyEnd)
    return known
  }
  // Two that begin at once: the second waits here and finds it.
  await repository.holdScheme(db, scheme.schemeId)
  const made = await repository.roundOf(db, scheme.schemeId)
  if (made) return made
  const { schemeName, templateId, versionNo, applyStart, applyEnd, deptId } = scheme
  const roundId = await openOwnedRound(db, { kind: DECLARATIONS, name: `${schemeName}申报`, templateId, versionNo, startTime: applyStart, endTime: applyEnd, deptId })
  await repository.noteRound(db, scheme.schemeId, roundId)
  return roundId
}

/** Begins a declaration of somebody whom the caller acts for; one of each declarant under a scheme stands open. */
export async function begin(context: Context<typeof beginDeclaration>): Promise<ResponseOf<typeof beginDeclaration>> {
  const { db, principal, input } = context
  const scheme = await repository.schemeOf(db, input.schemeId)
  if (!scheme || scheme.schemeStatus === 'draft') throw refuse.notFound()
  if (!scheme.open) throw refuse.inUse('现在不在申报时间内，不能开始申报')
  const asked = { personId: input.personId ?? null, companyId: input.companyId }
  const declarant = (await repository.ownDeclarants(db, principal, scheme.evalTarget)).find((one) => one.personId === asked.personId && one.companyId === asked.companyId)
  if (!declarant) throw refuse.notFound()
  const roundId = await roundFor(db, scheme)
  const declareId = await insertFields(declarationRuntime, context as unknown as Action, {
    promiseFlag: false, stampedScan: [], attachments: [],
    declareNo: await nextNumber(db, 'SB', `${scheme.schemeYear}-`),
    schemeId: scheme.schemeId, personId: declarant.personId, companyId: declarant.companyId, jurisdiction: declarant.jurisdiction as never,
    poolId: declarant.poolId, deptId: scheme.deptId,
  } as never)
  const { taskId, answerId } = await addOwnedTask(db, { roundId, ownerId: declareId, subject: declarant.personId, companyId: declarant.companyId, fillerPersonId: declarant.poolId })
  await repository.noteAnswer(db, declareId, answerId)
  return { declareId, taskId }
}
