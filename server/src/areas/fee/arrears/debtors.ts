import type * as calls from '@assoc/contract/fee/arrears'
import { MAX_DEBTORS, unpaidCase } from '@assoc/contract/fee/arrears'
import { duesBill } from '@assoc/contract/fee/bill'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { lookOf } from '../../../platform/resource/actions'
import { parsedFilter } from '../../../platform/resource/batch'
import type { Action, ResourceRuntime } from '../../../platform/resource/definition'
import { idsAfter } from '../../../platform/resource/rows.repository'
import { debtorsOf } from './next-step.repository'

/** Rows that a filter may find. */
const MOST_ROWS = 20_000

/** The members of chosen rows, or of all that a filter finds within the person's data scope, who owe past the last day; of no others. */
export const selectDebtors = (runtimes: Record<'bill' | 'case', () => ResourceRuntime>) => async (context: Context<typeof calls.selectDebtors>) => {
  const { db, principal, platform, input } = context
  const { from, filter } = input
  const runtime = runtimes[from]()
  const action = context as unknown as Action
  const filters = parsedFilter(from === 'bill' ? duesBill.list : unpaidCase.list, filter ?? {})
  const [look, listed] = [await lookOf(runtime, action, filters), await runtime.options.listed?.(platform)]
  const ids = filter ? await idsAfter(db, runtime, principal, { filters, look, listed }, '0', MOST_ROWS) : from === 'bill' ? input.billIds : input.caseIds
  const memberIds = await debtorsOf(db, from, ids)
  if (memberIds.length > MAX_DEBTORS) throw refuse.inUse(`逾期会员有 ${memberIds.length} 个，一次最多 ${MAX_DEBTORS} 个，请用筛选条件分批催缴`)
  return { memberIds, rows: ids.length }
}
