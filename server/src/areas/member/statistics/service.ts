import { today } from '@assoc/contract/core/day'
import { memberKind, memberStatus, STANDING } from '@assoc/contract/member/member'
import type * as calls from '@assoc/contract/member/statistics'
import type { Context } from '../../../platform/http/context'
import { membership } from '../membership'
import { placeLabel, UNSAID, YEARS } from './labels'
import { memberLink, type Narrowed } from './links'
import { memberFigures, type Counted } from './repository'


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
