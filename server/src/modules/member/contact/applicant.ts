import { insertFields } from '../../../platform/resource/deeds'
import type { Deed } from '../../../platform/resource/definition'
import { contact } from '.'
import { holdsContact } from './repository'

export interface Applicant {
  companyId: string
  name: string
  mobile: string
  /** Where it comes from, for whoever verifies it. */
  remark: string
  /** Who looks after the company; whoever does the deed when nobody does. */
  userId: string | null
  deptId: string | null
}

/**
 * Writes the person who applied for a company down as its contact 待核实, so that staff can verify and name her; somebody whom
 * the company has already, serving or waiting, stays as she is.
 */
export async function noteApplicant(deed: Deed, { companyId, name, mobile, remark, userId, deptId }: Applicant): Promise<void> {
  if (await holdsContact(deed.db, companyId, mobile)) return
  const who = { ...deed.who, userId: userId ?? deed.who.userId, deptId: deptId ?? deed.who.deptId }
  await insertFields(contact.mounted, { ...deed, who }, { companyId, name, gender: 'unknown', postType: 'liaison', postName: null, mobile, telephone: null, email: null, startDate: null, endDate: null, isPrimary: false, smsOptOut: false, emailOptOut: false, consentDate: null, remark })
}
