import { assignStatus, sheetStatus } from '@assoc/contract/expert/review/kinds'
import type { Action } from '../../../../platform/resource/definition'
import { markStale } from '../batch/repository'
import { stepTo } from '../steps'
import * as repository from './repository'

/** Whether an expert has handed a sheet in that counts: what was scored is struck by people, never by the system alone. */
export const hasScored = ({ sheetStatus: status }: repository.Standing): boolean => status === 'submitted'

/**
 * Ends what an expert has to do with a work, and strikes what they have scored; results that counted it are out of date from then on. The
 * batch is held by whoever calls.
 */
export async function recuse({ db, audit }: Pick<Action, 'db' | 'audit'>, itemId: string, expertId: string, reason: string): Promise<void> {
  const standing = await repository.holdStanding(db, itemId, expertId)
  if (!standing) return
  const { assignmentId, batchId, assignStatus: assigned, sheetId, sheetStatus: sheet } = standing
  if (assigned === 'waiting' || assigned === 'accepted') {
    const to = stepTo(assignStatus, 'recuse', assigned)
    await repository.moveAssignment(db, assignmentId, assigned, to, reason)
    audit({ recordType: 'reviewAssignment', recordId: assignmentId, verb: 'recuse', reason, before: { assignStatus: assigned }, after: { assignStatus: to } })
  }
  if (sheetId && (sheet === 'pending' || sheet === 'draft' || sheet === 'submitted')) {
    const verb = sheet === 'submitted' ? 'strike' : 'recuse'
    const to = stepTo(sheetStatus, verb, sheet)
    await repository.moveSheet(db, sheetId, sheet, to, reason)
    audit({ recordType: 'reviewSheet', recordId: sheetId, verb, reason, before: { sheetStatus: sheet }, after: { sheetStatus: to } })
    if (sheet === 'submitted') await markStale(db, batchId)
  }
}
