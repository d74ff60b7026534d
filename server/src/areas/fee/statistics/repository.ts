import { memberKind } from '@assoc/contract/member/member'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { isOwed, type Narrowed } from '../../member/api'

/** Money of bills, in 分. */
export interface Money {
  bills: number
  payable: number
  paid: number
  reduced: number
  unpaid: number
}
export interface YearMoney extends Money {
  year: number
}
export interface PartMoney extends Money {
  key: string | null
  label: string | null
}

/** Rows `t` of money whose member is meant, within the person's data scope. */
function meant(principal: Principal, entity: Entity, { categoryId, jurisdiction }: Narrowed): RawBuilder<SqlBool> {
  const of = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`t.member_id in (select m.member_id from member_public m where ${condition})`
  const all = [withinScope(principal, entity, 't')]
  if (categoryId) all.push(of(sql<SqlBool>`m.category_id = ${categoryId}::bigint`))
  if (jurisdiction) all.push(of(sql<SqlBool>`m.company_id in (select c.company_id from company_public c where not c.deleted and c.jurisdiction = ${jurisdiction})`))
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

const sums = sql`count(*)::int as bills, coalesce(sum(t.payable_amount), 0)::float8 as payable, coalesce(sum(t.paid_amount), 0)::float8 as paid,
  coalesce(sum(t.reduce_amount), 0)::float8 as reduced, coalesce(sum(t.unpaid_amount), 0)::float8 as unpaid`
const standing = sql<SqlBool>`t.bill_status <> 'cancelled'`

/** The years up to one that the page shows, both inside. */
export const years = (principal: Principal, bill: Entity, narrowed: Narrowed, from: number, to: number) =>
  sql<YearMoney>`select t.bill_year as year, ${sums} from dues_bill t where ${standing} and t.bill_year between ${from} and ${to} and ${meant(principal, bill, narrowed)} group by 1 order by 1`

export const categories = (principal: Principal, bill: Entity, narrowed: Narrowed, billYear: number) => sql<PartMoney>`
  select g.category_id as key, g.category_name as label, ${sums} from dues_bill t join member_public m on m.member_id = t.member_id join member_category_public g on g.category_id = m.category_id
  where ${standing} and t.bill_year = ${billYear} and ${meant(principal, bill, narrowed)} group by g.category_id, g.category_name, g.category_level order by g.category_level, g.category_id`

/** What the bills of individuals, who belong to no office, stand under beside the offices. */
export const INDIVIDUAL = memberKind.labels.person
export const jurisdictions = (principal: Principal, bill: Entity, narrowed: Narrowed, billYear: number) => sql<PartMoney>`
  select c.jurisdiction as key, case when m.member_kind = 'person' then ${INDIVIDUAL}::text else c.jurisdiction end as label, ${sums}
  from dues_bill t join member_public m on m.member_id = t.member_id left join company_public c on c.company_id = m.company_id and not c.deleted
  where ${standing} and t.bill_year = ${billYear} and ${meant(principal, bill, narrowed)} group by 1, 2 order by 7 desc, 1, 2`

/** Ages of what is owed: days since the due date, from and to inside; null has no end. */
export interface Age {
  key: string
  from: number | null
  to: number | null
}

/** What is owed by its age on a day. */
export const ageing = (principal: Principal, bill: Entity, narrowed: Narrowed, ages: readonly Age[], day: string) => sql<{ key: string; count: number; amount: number }>`
  select a.key, count(t.due_date)::int as count, coalesce(sum(t.unpaid_amount), 0)::float8 as amount
  from jsonb_to_recordset(${JSON.stringify(ages.map((age, place) => ({ ...age, place })))}::jsonb) as a(key text, "from" int, "to" int, place int)
  left join (select t.due_date, t.unpaid_amount, ${day}::date - t.due_date as age from dues_bill t where ${isOwed('t')} and ${meant(principal, bill, narrowed)}) t
    on (a."from" is null or t.age >= a."from") and (a."to" is null or t.age <= a."to")
  group by a.key, a.place order by a.place`

/** Settled money that came from outside, month by month of the year. */
export const months = (principal: Principal, payment: Entity, narrowed: Narrowed, year: number) => sql<{ month: number; amount: number }>`
  select n as month, coalesce(x.amount, 0)::float8 as amount from generate_series(1, 12) n left join (
    select extract(month from t.pay_date)::int as month, sum(t.amount) as amount from payment t
    where t.pay_status = 'settled' and t.channel <> 'balance' and t.pay_date between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31) and ${meant(principal, payment, narrowed)} group by 1
  ) x on x.month = n order by n`

export interface FeeQuestion {
  narrowed: Narrowed
  /** The first of the years that stand beside each other; the last is the one after the chosen. */
  firstYear: number
  billYear: number
  ages: readonly Age[]
  day: string
}

/** The statements of the page; each is one block of it. */
export async function feeFigures(db: Db, principal: Principal, bill: Entity, payment: Entity, { narrowed, firstYear, billYear, ages, day }: FeeQuestion) {
  const [year, category, jurisdiction, age, month] = await Promise.all([
    years(principal, bill, narrowed, firstYear, billYear + 1).execute(db),
    categories(principal, bill, narrowed, billYear).execute(db),
    jurisdictions(principal, bill, narrowed, billYear).execute(db),
    ageing(principal, bill, narrowed, ages, day).execute(db),
    months(principal, payment, narrowed, billYear).execute(db),
  ])
  return { years: year.rows, categories: category.rows, jurisdictions: jurisdiction.rows, ageing: age.rows, months: month.rows }
}
