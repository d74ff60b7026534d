import { viewLink } from '@assoc/contract'
import type * as home from '@assoc/contract/member/home'
import { memberStatus, STANDING } from '@assoc/contract/member/member'
import type * as calls from '@assoc/contract/member/member'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { rowsOf } from '../../../platform/resource/rows.repository'
import { holdCompany } from '../company/keyword.repository'
import * as repository from './repository'
import { stands, takePlace } from './rules'

export { membersHolding } from './repository'

/** Members that a picker offers. */
const OFFERED = 20

/** Members for pickers, within the person's data scope. */
export async function findMembers(m: ResourceRuntime<typeof calls.memberResource>, { db, principal, input }: Context<typeof calls.findMembers>) {
  const rows = await rowsOf(db, m, principal, { filters: { keyword: input.keyword ?? '' } }, OFFERED, 0)
  return rows.map(({ memberId, memberNo, memberName, categoryId }) => ({ memberId, memberNo, memberName, categoryId }))
}

export async function countMembers(m: ResourceRuntime, { db, principal }: Context<typeof home.countMembers>) {
  const counts = await repository.countStanding(db, principal, m.entity)
  return STANDING.map((status) => ({ label: memberStatus.labels[status], value: counts.get(status) ?? 0, link: viewLink('member/MemberList', { memberStatus: status }) }))
}

/** Takes a member out of the bin with the status it had; what was free for it then must be free still. */
export async function restoreMember(action: Context<typeof calls.restoreMember>) {
  const { db, input, audit } = action
  const member = await repository.lockMember(db, input.memberId)
  if (!member?.deleted) throw refuse.notFound()
  if (member.company_id && !(await holdCompany(db, member.company_id))) throw refuse.inUse('所属公司已删除，不能恢复该会员')
  if (stands(member.member_status)) await takePlace(db, member.category_id, member.member_id)
  if (!(await repository.restore(db, input.memberId, input.version))) throw refuse.conflict({ version: member.version })
  audit({ recordType: 'member', recordId: input.memberId, verb: 'restore' })
  return {}
}
