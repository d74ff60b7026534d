import * as calls from '@assoc/contract/member/bank'
import { handle } from '../../../../platform/http/context'
import { bookOther, claimSuspense, suggestMembers } from './claim'
import { matchPayment, selectMatchCandidates } from './match'
import { suspenseMounted } from './resource'

export const suspense = {
  mounted: suspenseMounted.mounted,
  bindings: [
    ...suspenseMounted.bindings,
    handle(calls.claimSuspense, claimSuspense),
    handle(calls.suggestMembers, suggestMembers),
    handle(calls.bookOther, bookOther),
    handle(calls.selectMatchCandidates, selectMatchCandidates),
    handle(calls.matchPayment, matchPayment),
  ],
}
