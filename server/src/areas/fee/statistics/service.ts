import { dayAfter, today } from '@assoc/contract/core/day'
import type { selectFeeStat as call } from '@assoc/contract/member/statistics'
import type { Context } from '../../../platform/http/context'
import { placeLabel, UNSAID, YEARS, type Narrowed } from '../../member/api'
import { duesBill } from '../bill'
import { payment } from '../payment'
import { BILLED, billLink, feeStatLink } from './links'
import { feeFigures, INDIVIDUAL, type Age, type PartMoney } from './repository'

const AGES: readonly (Age & { label: string })[] = [
  { key: 'notDue', label: '未到期', from: null, to: 0 },
  { key: 'd90', label: '1–90 天', from: 1, to: 90 },
  { key: 'd180', label: '91–180 天', from: 91, to: 180 },
  { key: 'd365', label: '181–365 天', from: 181, to: 365 },
  { key: 'y2', label: '1–2 年', from: 366, to: 730 },
  { key: 'y3', label: '2–3 年', from: 731, to: 1095 },
  { key: 'more', label: '3 年以上', from: 1096, to: null },
]

/** Dues by year, category, office, age and month; a part opens its bills, or the same page narrowed to it. */
export async function selectFeeStat({ db, principal, input }: Context<typeof call>) {
  const { categoryId, jurisdiction } = input
  const narrowed: Narrowed = { categoryId, jurisdiction }
  const day = today()
  const billYear = input.billYear ?? Number(day.slice(0, 4))
  const found = await feeFigures(db, principal, duesBill.runtime.entity, payment.runtime.entity, { narrowed, firstYear: billYear - YEARS + 1, billYear, ages: AGES, day })
  const part = (p: PartMoney, label: string, more: Narrowed) => ({ key: p.key ?? '', label, count: p.bills, amount: p.payable, paid: p.paid, unpaid: p.unpaid, link: p.key ? feeStatLink({ ...narrowed, ...more }, billYear) : '' })
  const owed = new Map(found.ageing.map((a) => [a.key, a]))
  return {
    billYear,
    years: found.years.map((y) => ({ ...y, link: billLink(narrowed, { billYear: y.year, billStatus: BILLED.join(',') }) })),
    byCategory: found.categories.map((p) => part(p, p.label ?? UNSAID, { categoryId: p.key ?? undefined })),
    byJurisdiction: found.jurisdictions.map((p) => part(p, p.label === INDIVIDUAL ? INDIVIDUAL : placeLabel(p.key), { jurisdiction: p.key ?? undefined })),
    ageing: AGES.map(({ key, label, from, to }) => ({
      key,
      label,
      count: owed.get(key)?.count ?? 0,
      amount: owed.get(key)?.amount ?? 0,
      link: billLink(narrowed, { billStatus: 'due,part', dueDateFrom: to === null ? undefined : dayAfter(day, -to), dueDateTo: from === null ? undefined : dayAfter(day, -from) }),
    })),
    months: found.months,
  }
}
