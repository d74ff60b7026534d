import { yearNow } from '@assoc/contract/core/day'
import type { Action } from '../../../platform/resource/definition'
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
 * up to date; answers its id. `check` runs under the member's lock, before anything is written.
 */
export async function billImported(action: Action, bill: Imported, validate: () => Promise<void>): Promise<string> {
  await lock(action, bill.memberId)
  await validate()
  const billId = await insertImported(action.db, { ...bill, dueDate: `${bill.billYear}-12-31`, userId: action.principal.userId })
  action.audit({ recordType: 'duesBill', recordId: billId, verb: 'insert', after: { billYear: bill.billYear, grossAmount: bill.amount } })
  await refreshArrears(action.db, yearNow(), [bill.memberId])
  return billId
}
