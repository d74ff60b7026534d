import { followingStep } from '../../../../platform/resource/deeds'
import type { Deed, Mounted } from '../../../../platform/resource/definition'
import * as bank from '../bank/repository'

/**
 * The line of a payment that was reversed or given back is free again, and its money waits in 待认领款项: as the item that it was
 * claimed from, or as a new one. A payment without a line leaves nothing. The member is locked by then.
 */
export async function releaseLine(mounted: Mounted, deed: Deed, paymentId: string, reason: string | null): Promise<void> {
  const line = await bank.lineOfPayment(deed.db, paymentId)
  if (!line) return
  await bank.unlinkLine(deed.db, line.lineId)
  deed.audit({ recordType: 'bankLine', recordId: line.lineId, verb: 'unmatch', reason, before: { matchResult: line.matchResult, paymentId }, after: { matchResult: 'none', paymentId: null } })
  if (line.suspenseId) {
    await followingStep(mounted, deed, line.suspenseId, 'reopen', reason)
    await bank.notePayment(deed.db, line.suspenseId, null)
    return
  }
  const [suspenseId = null] = await bank.suspend(deed.db, [line.lineId])
  deed.audit({ recordType: 'suspense', recordId: suspenseId, verb: 'insert', reason, after: { lineId: line.lineId, suspenseStatus: 'open' } })
}
