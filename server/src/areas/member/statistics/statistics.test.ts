import { yearNow } from '@assoc/contract/core/day'
import { duesBill } from '@assoc/contract/fee/bill'
import { memberResource } from '@assoc/contract/member/member'
import { payment } from '@assoc/contract/fee/payment'
import { selectFeeStat, selectMemberStat } from '@assoc/contract/member/statistics'
import { sql, type RawBuilder } from 'kysely'
import { startTestServer, vacuumed, type TestServer } from '../../../../test/harness'
import { duesBill as billModule } from '../../fee/bill'
import { payment as paymentModule } from '../../fee/payment'
import { membership } from '../membership'
import * as fees from '../../fee/statistics/repository'
import * as members from './repository'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const LISTS: Record<string, 'memberStatus' | 'billStatus' | null> = { memberStatus: 'memberStatus', billStatus: 'billStatus' }
/** What a link asks of its list, as the page would send it. */
const questionOf = (link: string) =>
  Object.fromEntries([...new URLSearchParams(link.slice(link.indexOf('?') + 1))].map(([name, value]) => [name, LISTS[name] ? value.split(',') : /^\d{1,4}$/.test(value) && name !== 'categoryId' ? Number(value) : value]))

/** Rows that the list behind a link has, and the unpaid sum of bills. */
async function behind(link: string): Promise<number> {
  const list = link.startsWith('/go/member/MemberList?') ? memberResource.list : link.startsWith('/go/member/DuesBill?') ? duesBill.list : null
  if (!list) throw new Error(`no list behind ${link}`)
  return (await server.ok(list as typeof memberResource.list, { ...questionOf(link), pageSize: 1 } as never)).total
}

const narrowings = async () => {
  const { rows } = await sql<{ categoryId: string; jurisdiction: string }>`
    select m.category_id as "categoryId", c.jurisdiction from member m join company c using (company_id)
    where not m.deleted and c.jurisdiction is not null group by 1, 2 order by count(*) desc limit 1`.execute(server.platform.db)
  const [most] = rows
  return [{}, { categoryId: most?.categoryId }, { jurisdiction: most?.jurisdiction }, most ?? {}] as never[]
}

test('every slice of the memberships opens a list with exactly as many, narrowed or not', async () => {
  let looked = 0
  for (const narrowed of await narrowings()) {
    const stat = await server.ok(selectMemberStat, narrowed)
    const slices = [...stat.byStatus, ...stat.byKind, ...stat.byCategory, ...stat.byJurisdiction, ...stat.byArrears, ...stat.byYear.map((y) => ({ key: String(y.year), count: y.joined, link: y.link }))]
    for (const { key, count, link } of slices) {
      // Companies that name no office have no list of their own.
      if (key === '') expect(link).toBe('')
      else expect([link, await behind(link)]).toEqual([link, count])
      looked += 1
    }
    const sum = (list: { count: number }[]) => list.reduce((all, { count }) => all + count, 0)
    expect([sum(stat.byCategory), sum(stat.byKind), sum(stat.byStatus.slice(0, 3))]).toEqual([stat.standing, stat.standing, stat.standing])
    // Individuals belong to no office.
    expect(sum(stat.byJurisdiction)).toBe(stat.byKind[0]?.count)
    expect(stat.byYear).toHaveLength(10)
    expect(stat.byYear.at(-1)).toMatchObject({ year: yearNow(), joined: stat.joinedThisYear, left: stat.leftThisYear })
  }
  expect(looked).toBeGreaterThan(80)
})

test('every year and age of the dues opens a list with exactly as many; a category or an office opens the same figures narrowed to it', async () => {
  const stat = await server.ok(selectFeeStat, { billYear: yearNow() })
  for (const { year, bills, link } of stat.years) expect([year, await behind(link)]).toEqual([year, bills])
  for (const { key, count, link } of stat.ageing) expect([key, await behind(link)]).toEqual([key, count])
  expect(stat.ageing.map((a) => a.label)).toEqual(['未到期', '1–90 天', '91–180 天', '181–365 天', '1–2 年', '2–3 年', '3 年以上'])
  const open = await server.ok(duesBill.list, { billStatus: ['due', 'part'], pageSize: 1 })
  expect(stat.ageing.reduce((sum, a) => sum + a.count, 0)).toBe(open.total)
  const year = stat.years.find((y) => y.year === yearNow())
  for (const parts of [stat.byCategory, stat.byJurisdiction]) {
    const sum = (name: 'count' | 'amount' | 'paid' | 'unpaid') => parts.reduce((all, p) => all + (p[name] ?? 0), 0)
    expect([sum('count'), sum('amount'), sum('paid'), sum('unpaid')]).toEqual([year?.bills, year?.payable, year?.paid, year?.unpaid])
    for (const part of parts.filter((p) => p.key).slice(0, 5)) {
      expect(part.link).toContain('/go/member/FeeStat?')
      const narrowed = await server.ok(selectFeeStat, questionOf(part.link) as never)
      expect(narrowed.years.find((y) => y.year === yearNow())).toMatchObject({ bills: part.count, payable: part.amount, paid: part.paid, unpaid: part.unpaid })
      for (const { year, bills, link } of narrowed.years) expect([link, await behind(link)]).toEqual([link.replace(/billYear=\d+/, `billYear=${year}`), bills])
      for (const { count, link } of narrowed.ageing) expect([link, await behind(link)]).toEqual([link, count])
    }
  }
})

test('the sums of a year are those of its bills, and what came in is what was settled from outside', async () => {
  const { db } = server.platform
  const stat = await server.ok(selectFeeStat, {})
  expect(stat.billYear).toBe(yearNow())
  const { rows } = await sql<{ payable: number; paid: number; reduced: number; unpaid: number }>`select sum(gross_amount - reduce_amount)::float8 as payable, sum(paid_amount)::float8 as paid, sum(reduce_amount)::float8 as reduced, sum(unpaid_amount)::float8 as unpaid
    from dues_bill where bill_year = ${yearNow()} and bill_status <> 'cancelled'`.execute(db)
  expect(stat.years.find((y) => y.year === yearNow())).toMatchObject(rows[0] ?? {})
  const came = await sql<{ sum: number }>`select sum(amount)::float8 as sum from payment where pay_status = 'settled' and channel <> 'balance' and extract(year from pay_date) = ${yearNow()}`.execute(db)
  expect(stat.months.reduce((sum, m) => sum + m.amount, 0)).toBe(came.rows[0]?.sum)
  expect((await server.ok(payment.list, { payStatus: 'settled', pageSize: 1 })).total).toBeGreaterThan(0)
})

test('figures stay within the data scope: of nothing there is nothing', async () => {
  const nobody = await server.person({ permits: ['member:stat:read', 'fee:stat:read'], scopes: { member: 'self', fee: 'self' } })
  const stat = await server.ok(selectMemberStat, {}, { as: nobody })
  expect([stat.standing, stat.byCategory, stat.byArrears.map((a) => a.count)]).toEqual([0, [], [0, 0, 0]])
  const dues = await server.ok(selectFeeStat, {}, { as: nobody })
  expect([dues.years, dues.ageing.every((a) => a.count === 0), dues.months.every((m) => m.amount === 0)]).toEqual([[], true, true])
})

test('no block of the dues reads its table through, with 40,000 bills and 20,000 payments; members in arrears are found by their index', async () => {
  const { db, sessions } = server.platform
  await sql`with c as (insert into company (company_name, short_name, company_type, search_text) select '统计' || n, '统计' || n, 'other', '' from generate_series(1, 20000) n returning company_id)
    insert into member (member_no, company_id, category_id, join_date) select 'S' || company_id, company_id, (select min(category_id) from member_category), '2001-01-01' from c`.execute(db)
  await sql`insert into dues_bill (bill_no, member_id, bill_year, source, gross_amount, paid_amount, bill_status, due_date) select 'S' || member_id || '-' || y, member_id, y, 'imported', 100, 100, 'paid', make_date(y, 12, 31) from member cross join generate_series(2001, 2002) y where member_no like 'S%'`.execute(db)
  await sql`insert into payment (pay_no, member_id, pay_date, amount, channel, payer_name, allocated_amount, balance_amount, pay_status) select 'S' || member_id, member_id, '2002-01-01', 1, 'online', '统计', 1, 0, 'settled' from member where member_no like 'S%'`.execute(db)
  await vacuumed(db, 'member', 'dues_bill', 'payment', 'company')
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  const plan = async (statement: RawBuilder<unknown>) => (await sql<Record<string, string>>`explain ${statement}`.execute(db)).rows.map((r) => r['QUERY PLAN']).join('\n')
  const [m, b, p, year] = [membership.runtime.entity, billModule.runtime.entity, paymentModule.runtime.entity, yearNow()]
  const ages = [{ key: 'x', from: 1, to: 90 }]
  expect(await plan(members.byArrears(principal, m, {}))).not.toMatch(/Seq Scan on member m/)
  for (const statement of [fees.years(principal, b, {}, year - 9, year), fees.categories(principal, b, {}, year), fees.jurisdictions(principal, b, {}, year), fees.ageing(principal, b, {}, ages, '2026-01-01')]) expect(await plan(statement)).not.toMatch(/Seq Scan on dues_bill t/)
  expect(await plan(fees.months(principal, p, {}, year))).not.toMatch(/Seq Scan on payment t/)
})
