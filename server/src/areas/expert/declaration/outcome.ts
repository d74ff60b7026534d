import { declareStatus } from '@assoc/contract/expert/declaration-status'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import * as repository from './outcome.repository'

// What the results of a scheme do to its declarations, in the transaction that shows, publishes or cancels them: all at once, each with its
// line in the log.

const STEPS = { announce: ['scoring', 'publicity'], publish: ['publicity', 'published'] } as const
type Acting = Pick<Action, 'db' | 'audit'>

/** Declarations of a scheme follow its notice: on show with it, published with it. One that nobody has scored stands in the way. */
export async function onNoticeStep({ db, audit }: Acting, schemeId: string, verb: keyof typeof STEPS): Promise<void> {
  const [from, to] = STEPS[verb]
  if (declareStatus.find(verb, from)?.to !== to) throw refuse.badTransition()
  if (verb === 'announce') {
    const missing = await repository.withoutResult(db, schemeId)
    if (missing > 0) throw refuse.inUse(`还有 ${missing} 件申报没有评审得分，不能公示`)
  }
  for (const declareId of await repository.takeOn(db, schemeId, from, to)) audit({ recordType: 'declaration', recordId: declareId, verb, before: { declareStatus: from }, after: { declareStatus: to } })
}

/** A result that is taken back takes the declaration with it. */
export async function onResultEnded({ db, audit }: Acting, resultId: string, reason: string | null): Promise<void> {
  const shown = await repository.shownDeclaration(db, resultId)
  if (!shown) return
  if (declareStatus.find('disqualify', shown.declareStatus)?.to !== 'disqualified') throw refuse.badTransition()
  await repository.disqualify(db, shown.declareId)
  audit({ recordType: 'declaration', recordId: shown.declareId, verb: 'disqualify', reason, before: { declareStatus: shown.declareStatus }, after: { declareStatus: 'disqualified' } })
}
