import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { findAudience } from '../../message/api'

/** The conditions of a named audience as those of a round; refused where it means people whom no company stands for. That it may be used was checked with its id. */
export async function marksOfAudience(db: Db, audienceId: string | null | undefined) {
  const audience = audienceId ? await findAudience(db, audienceId) : undefined
  if (!audience) throw refuse.field('audienceId', '没有这个收件人分组')
  const { contacts, chosen, userGroupIds, extra } = audience
  if (!contacts) throw refuse.field('audienceId', '这个收件人分组没有按条件选择的单位，不能用于发放')
  if (chosen || (userGroupIds ?? []).length > 0 || extra.length > 0) throw refuse.field('audienceId', '这个收件人分组另有选定的人员、用户组或号码，不能用于发放')
  if (contacts.inArrears || contacts.feeYear) throw refuse.field('audienceId', '按会费条件选择的收件人分组不能用于发放')
  return {
    rulePosts: contacts.postTypes,
    ruleRange: contacts.range ?? 'member',
    ruleCategoryIds: contacts.categoryIds,
    ruleBoards: contacts.boards ?? [],
    ruleCompanyTypes: contacts.companyTypes ?? [],
    ruleListStatuses: contacts.listStatuses ?? [],
    ruleIndustries: contacts.csrcIndustries ?? [],
    ruleJurisdictions: contacts.jurisdictions,
  }
}
