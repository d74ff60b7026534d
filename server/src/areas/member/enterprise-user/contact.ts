import type { FieldsOf, RowOf } from '@assoc/contract'
import type { contact as contacts } from '@assoc/contract/member/contact'
import type { enterpriseUser } from '@assoc/contract/member/enterprise-user'
import { derivedStep, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { contact } from '../contact'
import * as repository from './repository'

type Certified = RowOf<typeof enterpriseUser>

/**
 * Makes sure that the company has the certified person as a contact who serves, in the certification's own transaction: one
 * who serves already is kept as they are, one who waits is confirmed, otherwise they are written down. What the contacts' own
 * rules refuse refuses the certification.
 */
export async function settleContact(action: Action, row: Certified, reason: string): Promise<void> {
  const { runtime } = contact
  const companyId = row.companyId
  const known = await repository.contactOf(action.db, companyId, row.mobile)
  if (known?.status === 'serving') return
  const contactId = known?.contactId ?? (await insertFields(runtime, await onBehalf(action, companyId), fieldsOf(row)))
  await derivedStep(runtime, action, contactId, 'confirm', reason)
}

/** A contact belongs to whom their company belongs, whoever certified them. */
async function onBehalf(action: Action, companyId: string): Promise<Action> {
  const company = await repository.lockCompany(action.db, companyId)
  return { ...action, principal: { ...action.principal, userId: company?.createBy ?? action.principal.userId, deptId: company?.deptId ?? action.principal.deptId } }
}

const fieldsOf = (row: Certified): FieldsOf<typeof contacts> => ({
  companyId: row.companyId,
  name: row.applicantName,
  gender: 'unknown',
  postType: row.postType,
  postName: null,
  mobile: row.mobile,
  telephone: null,
  email: null,
  startDate: null,
  endDate: null,
  isPrimary: false,
  smsOptOut: false,
  emailOptOut: false,
  consentDate: null,
  remark: null,
})
