import type { RowOf } from '@assoc/contract'
import type { trialAccount } from '@assoc/contract/member/trial-account'
import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { TRIAL_DAYS, TRIAL_OTHER_VERBS, trialStatus } from '@assoc/contract/member/trial-account'
import type { Principal } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'

type Row = RowOf<typeof trialAccount>

/** The instant at which a last day is over. */
export const endOf = (day: string): string => instantOf(dayAfter(day, 1))

/** Actions that this person does not have on this trial, with the sentence that tells them why. */
export function may(_who: Principal, row: Row, verb: string): true | string {
  if (verb === 'expire') return '试用在结束日期之后自动到期'
  if (TRIAL_OTHER_VERBS.includes(verb)) return '请使用“开通”或“延期”办理'
  if (verb === 'update') return row.trialStatus === 'pending' || `${trialStatus.labels[row.trialStatus as 'running']}的试用不能修改`
  return true
}

export function validateDates({ startDate: start, endDate: end }: Pick<Row, 'startDate' | 'endDate'>): void {
  if (start < today()) throw refuse.field('startDate', '开始日期不能早于今天')
  if (end < start) throw refuse.field('endDate', '结束日期不能早于开始日期')
  // Both days count: of 30 days from the 1st the 30th is the last.
  const last = dayAfter(start, TRIAL_DAYS - 1)
  if (end > last) throw refuse.field('endDate', `试用最长 ${TRIAL_DAYS} 天，最晚为 ${last}`)
}

/** A trial is opened within its days. */
export function validateOpening(row: Row): void {
  const [start, end] = [row.startDate, row.endDate]
  if (today() < start) throw refuse.inUse(`试用从 ${start} 开始，届时才能开通`)
  if (today() > end) throw refuse.inUse('结束日期已过，请先修改申请的日期')
}

/** Once, and by at most as many days as a trial lasts. */
export function validateExtension(row: Row, endDate: string): void {
  if (row.extended) throw refuse.inUse('该试用已延期过一次，只能转为正式')
  const before = row.endDate
  const last = dayAfter(before, TRIAL_DAYS)
  if (last < today()) throw refuse.inUse(`试用到期已超过 ${TRIAL_DAYS} 天，不能再延期，只能转为正式`)
  if (endDate < today() || endDate <= before) throw refuse.field('endDate', '新的结束日期须晚于原结束日期，且不早于今天')
  if (endDate > last) throw refuse.field('endDate', `最多延长 ${TRIAL_DAYS} 天，最晚为 ${last}`)
}
