import { insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { contact } from '.'
import { holdsContact } from './repository'

export interface Applicant {
  companyId: string
  name: string
  mobile: string
  /** Where it comes from, for whoever verifies it. */
  remark: string
  /** Who looks after the company; whoever does the action when nobody does. */
  userId: string | null
  deptId: string | null
}

/**
 * Writes the person who applied for a company down as its contact 待核实, so that staff can verify and name them; somebody whom
 * the company has already, serving or waiting, stays as they are.
 */
export async function noteApplicant(action: Action, { companyId, name, mobile, remark, userId, deptId }: Applicant): Promise<void> {
  if (await holdsContact(action.db, companyId, mobile)) return
  const principal = { ...action.principal, userId: userId ?? action.principal.userId, deptId: deptId ?? action.principal.deptId }
  await insertFields(contact.runtime, { ...action, principal }, { companyId, name, gender: 'unknown', postType: 'liaison', postName: null, mobile, telephone: null, email: null, startDate: null, endDate: null, isPrimary: false, smsOptOut: false, emailOptOut: false, consentDate: null, remark })
}
