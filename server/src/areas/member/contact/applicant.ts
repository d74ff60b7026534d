import type { FieldsOf } from '@assoc/contract'
import type { contact as contract } from '@assoc/contract/member/contact'
import { refuse } from '../../../platform/errors'
import { derivedStep, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { contact } from '.'
import { contactWith } from './repository'

export interface Applicant {
  companyId: string
  name: string
  mobile: string
  /** Where it comes from, for whoever verifies it. */
  remark: string
  /** Who looks after the company; whoever does the action when nobody does. */
  userId: string | null
  deptId: string | null
  /** 会员联络员 when left out. */
  postType?: FieldsOf<typeof contract>['postType'] | undefined
}

/**
 * Writes the person who applied for a company down as its contact 待核实, so that staff can verify and name them; somebody whom
 * the company has already, serving or waiting, stays as they are.
 */
export async function noteApplicant(action: Action, applicant: Applicant): Promise<void> {
  if (!(await contactWith(action.db, applicant.companyId, applicant.mobile))) await insertContact(action, applicant)
}

/**
 * The contact of a company with this number, in office: one that it has, confirmed where they wait, or a new one. With `at` the name must be
 * the one that stands there, and a refusal says so at that field.
 */
export async function serveAs(action: Action, applicant: Applicant, at?: string): Promise<string> {
  const known = await contactWith(action.db, applicant.companyId, applicant.mobile)
  if (known && at && known.name !== applicant.name) throw refuse.field(at, `该手机号码在公司联系人中登记为「${known.name}」，请核对姓名和号码`)
  const contactId = known?.contactId ?? (await insertContact(action, applicant))
  if (known?.status !== 'serving') await derivedStep(contact.runtime, action, contactId, 'confirm', applicant.remark)
  return contactId
}

function insertContact(action: Action, { companyId, name, mobile, remark, userId, deptId, postType = 'liaison' }: Applicant): Promise<string> {
  const principal = { ...action.principal, userId: userId ?? action.principal.userId, deptId: deptId ?? action.principal.deptId }
  return insertFields(contact.runtime, { ...action, principal }, { companyId, name, gender: 'unknown', postType, postName: null, mobile, telephone: null, email: null, startDate: null, endDate: null, isPrimary: false, smsOptOut: false, emailOptOut: false, consentDate: null, remark })
}
