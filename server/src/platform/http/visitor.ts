import { CODE, type Call } from '@assoc/contract'
import { countTry, networkOf } from '../auth/throttle'
import { Refusal } from '../errors'
import type { Platform } from '../platform'
import type { Binding, VisitorContext } from './context'

// Calls of people without a session: counted by their network, their proof checked before anything changes.

/** User under whose id the idempotency keys of visitors stand; no account has it. */
export const VISITOR_ID = '0'

/** Refuses to start what would let a visitor write past transaction, key and audit, or send large bodies before anybody knows who they are. */
export function requireSafeAccess({ call, prove }: Binding): void {
  const { access } = call
  if (access.kind !== 'open' && access.kind !== 'visitor') return
  if (call.multipart) throw new Error(`${call.path} is open and takes files`)
  if (access.kind === 'open' && call.write) throw new Error(`${call.path} is open and writes: give it access: visitor({ proof, rate })`)
  if (access.kind === 'visitor' && access.proof !== 'none' && !prove) throw new Error(`${call.path} says that visitors bring a ${access.proof} and judges none`)
}

export const isByLink = ({ access }: Call): boolean => access.kind === 'visitor' && access.proof === 'link'

/** Counts a call of a visitor's network; refuses above the rate that the contract names. */
export async function countVisit(platform: Platform, { path, access }: Call, ip: string): Promise<void> {
  if (access.kind !== 'visitor') return
  await countTry(platform.db, `visit:${path}:${networkOf(ip)}`, { max: access.rate.max, windowSeconds: access.rate.seconds })
}

/**
 * Checks the proof of a visitor, outside of any transaction: a wrong try counts although its call is refused. Answers what the
 * handler is given, or an answer when there is nothing to do.
 */
export const validateVisit = async ({ prove }: Binding, context: VisitorContext<Call>): Promise<unknown> => prove?.(context)

/** What a retry is told whose first answer was a secret. */
export const answerNotKept = ({ access }: Call): Refusal =>
  new Refusal(CODE.answerNotKept, access.kind === 'visitor' ? '此操作已经完成，结果不会再次显示。如未看到，请重新操作一次。' : '此操作已经完成。结果含有保密内容，没有留存，也不会再次显示；如未看到，请重新读取或重置。')
