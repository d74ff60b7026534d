import { difference } from '../../../platform/audit/audit'
import type { Action } from '../../../platform/resource/definition'
import { rewriteMembership, type Placement } from './repository'
import { requireCompany } from './rules'

/**
 * Puts a membership under another company or category, or back, for an action of another part that has checked it; its version moves
 * and the log tells what changed. Refused by constraint when the company has a standing member already.
 */
export async function moveMembership({ db, audit }: Pick<Action, 'db' | 'audit'>, memberId: string, to: Partial<Placement>, reason: string): Promise<void> {
  if (to.companyId) await requireCompany(db, to.companyId)
  const { before, after } = await rewriteMembership(db, memberId, to)
  audit({ recordType: 'member', recordId: memberId, verb: 'update', reason, ...difference({ ...before }, { ...after }) })
}
