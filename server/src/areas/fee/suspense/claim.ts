import type * as calls from '@assoc/contract/fee/bank'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import * as bank from '../bank/repository'
import { payFromLine } from '../bank/service'
import { lock } from '../ledger.service'
import * as repository from './repository'
import { suspenseRuntime } from './resource'

/** Gives suspended money to a member; of two who claim at once one is refused, and the money is booked once. */
export async function claimSuspense(context: Context<typeof calls.claimSuspense>) {
  const { db, input } = context
  const action = context as unknown as Action
  // Taken before the number of the payment, as everywhere.
  await lock(action, input.memberId)
  const line = await bank.suspendedLine(db, input.suspenseId)
  if (!line) throw refuse.notFound()
  const version = await bank.lockSuspense(db, input.suspenseId)
  if (version !== input.version) throw refuse.conflict({ ...input, version })
  await derivedStep(suspenseRuntime.runtime, action, input.suspenseId, 'claim', input.reason)
  const paymentId = await payFromLine(action, input.memberId, line)
  await bank.notePayment(db, input.suspenseId, paymentId)
  return { paymentId }
}

/** Puts suspended money down as another business; it leaves the open list, and no member's account is touched. */
export async function bookOther(context: Context<typeof calls.bookOther>) {
  const { db, input, audit } = context
  const { suspenseId, businessType, businessRemark = null } = input
  const version = await bank.lockSuspense(db, suspenseId)
  if (version !== input.version) throw refuse.conflict({ ...input, version })
  await repository.noteBusiness(db, suspenseId, businessType, businessRemark)
  const moved = await derivedStep(suspenseRuntime.runtime, context as unknown as Action, suspenseId, 'bookOther', input.reason)
  audit({ recordType: 'suspense', recordId: suspenseId, verb: 'update', after: { businessType, businessRemark } })
  return { version: moved.version }
}

const SUGGESTIONS = 5

/** Members that could be meant by the payer's name or the purpose, best first, each with what speaks for them. */
export async function suggestMembers({ db, input }: Context<typeof calls.suggestMembers>) {
  const line = await bank.suspendedLine(db, input.suspenseId)
  if (!line) throw refuse.notFound()
  const words = `${line.payerName} ${line.purpose ?? ''}`
  const found = await bank.candidates(db, words, line.payerName, line.amount, SUGGESTIONS)
  return found.map(({ memberId, memberNo, memberName, shortName, stockCode, unpaid }) => {
    const named = words.includes(memberNo) ? '附言含会员编号' : stockCode && words.includes(stockCode) ? '附言含证券代码' : words.includes(shortName) ? '户名或附言含公司简称' : '户名相近'
    return { memberId, memberNo, memberName, why: unpaid === line.amount ? `${named}，欠缴金额一致` : named }
  })
}
