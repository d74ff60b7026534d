import { yearNow } from '@assoc/contract/core/day'
import { inArrears } from '@assoc/contract/fee/arrears-filters'
import type { SearchField } from '@assoc/ui'

const SPAN = 6
const years = () => {
  const last = yearNow()
  return Array.from({ length: SPAN }, (_, n) => ({ value: String(last - n), label: `${last - n} 年` }))
}

/** Search fields of what a membership owes; bills whose last day has passed count. */
export const arrearsSearch: SearchField[] = [
  { kind: 'select', name: 'inArrears', label: '是否欠费', options: inArrears.options },
  { kind: 'select', name: 'feeYear', label: '欠费年度', options: years() },
]
