import type { Action } from '../../../platform/resource/definition'
import { derivedStep } from '../../../platform/resource/actions'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import type { Certified } from '../../rbac/api'
import { onContactLeft } from '../contact/hooks'
import { onMembershipEnded } from '../membership/hooks'
import { certifiedOf, companyOfMember } from './repository'

/** What a certification says of the login that it makes or links. */
export const certifiedBy = (row: { enterpriseId: string; companyId: string; applicantName: string; mobile: string; postType: string }): Certified => ({
  mobile: row.mobile,
  realName: row.applicantName,
  typeId: row.postType === 'secretary' ? 'secretary' : 'company',
  subject: 'company',
  subjectId: row.companyId,
  capacity: row.postType,
  role: 'COMPANY_USER',
  source: 'enterpriseUser',
  sourceId: row.enterpriseId,
})

/**
 * Certifications end with the office that they stand on: when their contact leaves the company, and when the company's membership ends.
 * Whoever enters that decides nothing about the certification, so it may be the one who entered it as well.
 */
export function endWithOffice(runtime: () => ResourceRuntime): void {
  const cancel = async (action: Action, companyId: string, reason: string, mobile?: string) => {
    for (const id of await certifiedOf(action.db, companyId, mobile)) await derivedStep(runtime(), action, id, 'cancel', reason, true)
  }
  onContactLeft((action, { companyId, mobile }) => cancel(action, companyId, '联系人已离任', mobile))
  onMembershipEnded(async (action, { memberId, how }) => {
    const companyId = await companyOfMember(action.db, memberId)
    if (companyId) await cancel(action, companyId, `会员资格终止：${how}`)
  })
}
