import type { FieldsOf, RowOf } from '@assoc/contract'
import type { contact as contacts } from '@assoc/contract/member/contact'
import type { enterpriseUser } from '@assoc/contract/member/enterprise-user'
import { followingStep, insertFields } from '../../../platform/resource/deeds'
import type { Deed } from '../../../platform/resource/definition'
import { contact } from '../contact'
import * as repository from './repository'

type Certified = RowOf<typeof enterpriseUser>

/**
 * Makes sure that the company has the certified person as a contact who serves, in the certification's own transaction: one
 * who serves already is kept as she is, one who waits is confirmed, otherwise she is written down. What the contacts' own
 * rules refuse refuses the certification.
 */
export async function settleContact(deed: Deed, row: Certified, reason: string): Promise<void> {
  const { mounted } = contact
  const companyId = row.companyId
  const known = await repository.contactOf(deed.db, companyId, row.mobile)
  if (known?.status === 'serving') return
  const contactId = known?.contactId ?? (await insertFields(mounted, await onBehalf(deed, companyId), fieldsOf(row)))
  await followingStep(mounted, deed, contactId, 'confirm', reason)
}

/** A contact belongs to whom her company belongs, whoever certified her. */
async function onBehalf(deed: Deed, companyId: string): Promise<Deed> {
  const company = await repository.lockCompany(deed.db, companyId)
  return { ...deed, who: { ...deed.who, userId: company?.createBy ?? deed.who.userId, deptId: company?.deptId ?? deed.who.deptId } }
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
