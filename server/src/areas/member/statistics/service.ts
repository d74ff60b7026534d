import { dayAfter, today } from '@assoc/contract/core/day'
import { jurisdiction as places } from '@assoc/contract/member/jurisdiction'
import { memberKind, memberStatus, STANDING } from '@assoc/contract/member/member'
import type * as calls from '@assoc/contract/member/statistics'
import type { Context } from '../../../platform/http/context'
import { duesBill } from '../../fee/bill'
import { payment } from '../../fee/payment'
import { membership } from '../membership'
import { feeFigures, INDIVIDUAL, type Age, type PartMoney } from './fees.repository'
import { BILLED, billLink, feeStatLink, memberLink, type Narrowed } from './links'
import { memberFigures, type Counted } from './repository'

/** Years that the pages show beside each other, the last one included. */
const YEARS = 10
const UNSAID = '未填写'

const placeLabel = (place: string | null): string => places.labels[place as keyof typeof places.labels] ?? place ?? UNSAID

/** Memberships by status, category, office and arrears, and how they came and went; each slice opens its members. */
export async function selectMemberStat({ db, principal, input }: Context<typeof calls.selectMemberStat>) {
  const { categoryId, jurisdiction } = input
  const narrowed: Narrowed = { categoryId, jurisdiction }
  const year = Number(today().slice(0, 4))
  const found = await memberFigures(db, principal, membership.runtime.entity, narrowed, { from: year - YEARS + 1, to: year })
  const counts = new Map(found.status.map((s) => [s.key, s.count]))
  const kinds = new Map(found.kind.map((k) => [k.key, k.count]))
  const slice = (counted: Counted, label: string, link: string) => ({ key: counted.key ?? '', label, count: counted.count, link })
  const now = found.years.at(-1)
  return {
    standing: STANDING.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0),
    joinedThisYear: now?.joined ?? 0,
    leftThisYear: now?.left ?? 0,
    byStatus: Object.entries(memberStatus.labels).map(([key, label]) => slice({ key, label, count: counts.get(key) ?? 0 }, label, memberLink(narrowed, { memberStatus: key }))),
    byKind: Object.entries(memberKind.labels).map(([key, label]) => slice({ key, label, count: kinds.get(key) ?? 0 }, label, memberLink(narrowed, { memberKind: key }))),
    byCategory: found.category.map((c) => slice(c, c.label ?? UNSAID, memberLink(narrowed, { categoryId: c.key ?? undefined }))),
    // No filter of the list means companies that do not say their office.
    byJurisdiction: found.jurisdiction.map((c) => slice(c, placeLabel(c.key), c.key ? memberLink(narrowed, { jurisdiction: c.key }) : '')),
    byArrears: found.arrears.map((c) => slice(c, `欠费 ${c.key} 年及以上`, memberLink(narrowed, { arrearsYearsMin: c.key ?? undefined }))),
    byYear: found.years.map((y) => ({ ...y, link: memberLink(narrowed, { memberStatus: undefined, joinDateFrom: `${y.year}-01-01`, joinDateTo: `${y.year}-12-31` }) })),
  }
}

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
export async function selectFeeStat({ db, principal, input }: Context<typeof calls.selectFeeStat>) {
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
