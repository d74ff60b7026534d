import { viewLink, type ViewQuery, type ConsoleLink } from '@assoc/contract'
import { STANDING } from '@assoc/contract/member/member'

/** Narrowing of a page of figures, as its calls take it. */
export interface Narrowed {
  categoryId?: string | undefined
  jurisdiction?: string | undefined
}

/** Members of a status, the standing ones when none is said. */
export const memberLink = (narrowed: Narrowed, question: ViewQuery = {}): ConsoleLink =>
  viewLink('member/MemberList', { memberStatus: STANDING.join(','), ...narrowed, ...question })
