import type { FieldsOf } from '@assoc/contract'
import type { contact as contracts } from '@assoc/contract/member/contact'
import { derivedStep, derivedUpdate, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { contact } from '.'
import * as repository from './secretary.repository'

export interface Secretary {
  name: string
  gender: FieldsOf<typeof contracts>['gender']
  mobile: string
  email: string | null
  startDate: string
}

/**
 * Makes somebody the board secretary among a company's contacts, in the transaction of what has decided it: one who serves and is another
 * person leaves, one who waits is confirmed. The contacts' own rules hold; false when it stood so already.
 */
export async function bringSecretary(action: Action, companyId: string, { name, gender, mobile, email, startDate }: Secretary, reason: string): Promise<boolean> {
  const { runtime } = contact
  const company = await repository.lockForContacts(action.db, companyId)
  const [serving] = await repository.secretariesOf(action.db, companyId, 'serving')
  if (serving?.name === name) {
    if (serving.mobile === mobile) return false
    await derivedUpdate(runtime, action, serving.contactId, serving.version, { mobile })
    return true
  }
  if (serving) await derivedStep(runtime, action, serving.contactId, 'leave', reason)
  const waiting = (await repository.secretariesOf(action.db, companyId, 'pending')).find((one) => one.name === name && one.mobile === mobile)
  // A contact belongs to whom their company belongs.
  const behalf = { ...action, principal: { ...action.principal, userId: company?.createBy ?? action.principal.userId, deptId: company?.deptId ?? action.principal.deptId } }
  const fields = { companyId, name, gender, postType: 'secretary' as const, postName: null, mobile, telephone: null, email, startDate, endDate: null, isPrimary: false, smsOptOut: false, emailOptOut: false, consentDate: null, remark: null }
  const contactId = waiting?.contactId ?? (await insertFields(runtime, behalf, fields))
  await derivedStep(runtime, action, contactId, 'confirm', reason)
  return true
}
