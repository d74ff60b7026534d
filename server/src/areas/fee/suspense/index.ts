import * as calls from '@assoc/contract/fee/bank'
import { handle } from '../../../platform/http/context'
import { bookOther, claimSuspense, suggestMembers } from './claim'
import { matchPayment, selectMatchCandidates } from './match'
import { splitSuspense } from './split'
import { suspenseRuntime } from './resource'

export const suspense = {
  runtime: suspenseRuntime.runtime,
  bindings: [
    ...suspenseRuntime.bindings,
    handle(calls.claimSuspense, claimSuspense),
    handle(calls.splitSuspense, splitSuspense),
    handle(calls.suggestMembers, suggestMembers),
    handle(calls.bookOther, bookOther),
    handle(calls.selectMatchCandidates, selectMatchCandidates),
    handle(calls.matchPayment, matchPayment),
  ],
}
