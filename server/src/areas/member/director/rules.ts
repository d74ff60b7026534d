import type { RowOf, Transition } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { type directorUser, EXPERIENCE_YEARS, REFUSED_MONTHS, SEATS } from '@assoc/contract/member/director'
import type { Principal } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import type { Action, Inserted } from '../../../platform/resource/definition'

type Row = RowOf<typeof directorUser>
type Fields = Inserted<typeof directorUser>

/** Letters of the opinion on somebody who was punished: a word is no manual review. */
const REVIEW_LETTERS = 10

/** First day on which somebody who was not taken may apply again; the month's last day where the month is shorter. */
export function againFrom(refusedDate: string): string {
  const [year = 0, month = 1, day = 1] = refusedDate.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + REFUSED_MONTHS + 1, 0))
  return new Date(Date.UTC(year, month - 1 + REFUSED_MONTHS, Math.min(day, last.getUTCDate()))).toISOString().slice(0, 10)
}

/** Actions that this person does not have on this record, with the sentence that tells them why. */
export function may(_who: Principal, row: Row, verb: string): true | string {
  const status = row.poolStatus
  if (verb === 'submit' && status === 'refused') {
    const from = againFrom(row.refusedDate ?? today())
    return from <= today() || `不予入库满 ${REFUSED_MONTHS} 个月后才能重新提交，最早为 ${from}`
  }
  if (verb !== 'update' || status === 'pending' || status === 'returned') return true
  if (status === 'listed' || status === 'suspended') return '已入库的资料不能修改，请先出库，再重新提交审核'
  return '请先重新提交，待审核期间可以修改'
}

/** What a record says must agree with itself; `row` is what stands already. */
export function validateFields(fields: Partial<Fields>, row: Partial<Row> = {}): void {
  const all = { ...row, ...fields }
  const errors = [
    ...(all.isAccounting === true && !all.accountingQual ? [{ path: 'accountingQual', message: '会计专业人士须选择会计专业条件' }] : []),
    ...(all.isAccounting === false && all.accountingQual ? [{ path: 'accountingQual', message: '不是会计专业人士的，不填会计专业条件' }] : []),
  ]
  if (errors.length > 0) throw refuse.input(errors)
}

/** What somebody must bring to be taken into the pool. */
export function validatePass({ input }: Action, row: Row, step: Transition<string>): void {
  if (step.verb !== 'pass') return
  const years = row.experienceYears
  const seats = row.currentSeats
  if (years < EXPERIENCE_YEARS) throw refuse.inUse(`相关工作年限为 ${years} 年，不满 ${EXPERIENCE_YEARS} 年，不能入库`)
  if (seats > SEATS) throw refuse.inUse(`现任境内上市公司 ${seats} 家，超过 ${SEATS} 家，不能入库`)
  const opinion = [...((input as { reason?: string | null }).reason ?? '').trim()]
  if (row.punished36m && opinion.length < REVIEW_LETTERS) throw refuse.field('reason', `近 36 个月受过处罚的须人工复核，请写明意见（至少 ${REVIEW_LETTERS} 个字）`)
}
