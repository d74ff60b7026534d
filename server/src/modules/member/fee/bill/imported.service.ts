import { yearNow } from '@assoc/contract/core/day'
import type { Deed } from '../../../../platform/resource/definition'
import { refreshArrears } from '../ledger.repository'
import { lock } from '../ledger.service'
import { insertImported } from './run.repository'

interface Imported {
  memberId: string
  billYear: number
  /** 分 */
  amount: number
}

/**
 * Makes the bill of arrears that were kept elsewhere, due on the last day of its year, and brings the member's years of arrears
 * up to date; answers its id. `judge` runs under the member's lock, before anything is written.
 */
export async function billImported(deed: Deed, bill: Imported, judge: () => Promise<void>): Promise<string> {
  await lock(deed, bill.memberId)
  await judge()
  const billId = await insertImported(deed.db, { ...bill, dueDate: `${bill.billYear}-12-31`, userId: deed.who.userId })
  deed.audit({ recordType: 'duesBill', recordId: billId, verb: 'insert', after: { billYear: bill.billYear, grossAmount: bill.amount } })
  await refreshArrears(deed.db, yearNow(), [bill.memberId])
  return billId
}
