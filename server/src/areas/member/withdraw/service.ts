import type { Action } from '../../../platform/resource/definition'
import { insertFields } from '../../../platform/resource/actions'
import { lockMember } from '../membership/repository'
import { withdraw } from '.'
import { openCase } from './repository'

export interface Ending {
  memberId: string
  withdrawType: 'expelled' | 'lapsed'
  reason: string
  decisionNo: string
  remark: string | null
}

/**
 * Opens the case in which a membership ends because of what another area decided, in the department that looks after the member;
 * one that is open already stands for it. Answers the case and whether it is new; no case where the membership has ended before.
 */
export async function openEnding(action: Action, ending: Ending, deptId: string | null): Promise<{ withdrawId: string | null; opened: boolean }> {
  const member = await lockMember(action.db, ending.memberId)
  const standing = await openCase(action.db, ending.memberId)
  if (standing) return { withdrawId: standing, opened: false }
  if (member?.member_status !== 'normal' && member?.member_status !== 'suspended') return { withdrawId: null, opened: false }
  const theirs = { ...action, principal: { ...action.principal, deptId: deptId ?? action.principal.deptId } }
  return { withdrawId: await insertFields(withdraw.runtime, theirs, { ...ending, applyLetter: [], certReturned: false }), opened: true }
}
