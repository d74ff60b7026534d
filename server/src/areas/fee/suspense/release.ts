import { derivedStep } from '../../../platform/resource/actions'
import type { Action, ResourceRuntime } from '../../../platform/resource/definition'
import * as bank from '../bank/repository'

/**
 * The line of a payment that was reversed or given back is free again, and its money waits in 待认领款项: as the item that it was
 * claimed from, or as a new one. A payment without a line leaves nothing. The member is locked by then.
 */
export async function releaseLine(runtime: ResourceRuntime, action: Action, paymentId: string, reason: string | null): Promise<void> {
  const line = await bank.lineOfPayment(action.db, paymentId)
  if (!line) return
  await bank.unlinkLine(action.db, line.lineId)
  action.audit({ recordType: 'bankLine', recordId: line.lineId, verb: 'unmatch', reason, before: { matchResult: line.matchResult, paymentId }, after: { matchResult: 'none', paymentId: null } })
  if (line.suspenseId) {
    await derivedStep(runtime, action, line.suspenseId, 'reopen', reason)
    await bank.notePayment(action.db, line.suspenseId, null)
    return
  }
  const [suspenseId = null] = await bank.suspend(action.db, [line.lineId])
  action.audit({ recordType: 'suspense', recordId: suspenseId, verb: 'insert', reason, after: { lineId: line.lineId, suspenseStatus: 'open' } })
}
