import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { isOverdue, isOwed, party, partyName } from '../../member/api'

/** Members that a year's run bills: standing ones who had joined by its end. */
const joinedBy = (year: number) => sql<SqlBool>`not m.deleted and m.member_status in ('normal', 'suspended') and m.join_date <= make_date(${year}::int, 12, 31)`
/** Those of them within the person's scope. */
const billable = (principal: Principal, entity: Entity, year: number) => sql<SqlBool>`
  ${joinedBy(year)} and ${withinScope(principal, entity, 'm')}`

/**
 * The standard of a member `m` with company `c`: of their category the enacted ones of the greatest year up to the bill's, and
 * of these the one whose band holds the company's shares. An individual has no shares: theirs is the one without a band.
 */
const standardFor = (year: RawBuilder<unknown>) => sql`
  left join lateral (
    select s.standard_id, s.amount from fee_standard s
    where s.category_id = m.category_id and s.standard_status = 'active'
      and s.effective_year = (select max(y.effective_year) from fee_standard y
        where y.category_id = m.category_id and y.standard_status = 'active' and y.effective_year <= ${year})
      and (s.share_from is null or c.total_shares >= s.share_from) and (s.share_to is null or c.total_shares < s.share_to)
    order by s.standard_id limit 1
  ) s on true`

const billed = (year: number) => sql<SqlBool>`exists (select 1 from dues_bill b where b.member_id = m.member_id and b.bill_year = ${year} and b.bill_status <> 'cancelled')`

export interface Preview {
  toBill: number
  amount: number
  billedAlready: number
  withoutStandard: number
}

export async function previewOf(db: Db, principal: Principal, entity: Entity, year: number): Promise<Preview> {
  const { rows } = await sql<Preview>`
    select count(*) filter (where not billed and standard_id is not null)::int as "toBill",
      coalesce(sum(amount) filter (where not billed), 0)::float8 as amount,
      count(*) filter (where billed)::int as "billedAlready",
      count(*) filter (where not billed and standard_id is null)::int as "withoutStandard"
    from (select s.standard_id, s.amount, ${billed(year)} as billed
      from member_public m ${party} ${standardFor(sql`${year}::int`)} where ${billable(principal, entity, year)}) x`.execute(db)
  return rows[0] ?? { toBill: 0, amount: 0, billedAlready: 0, withoutStandard: 0 }
}

export interface Replaced {
  categoryName: string
  /** 分; null for members that have no standard yet. */
  oldAmount: number | null
  /** 分 */
  newAmount: number
  members: number
}

/**
 * Members that the run would bill by a standard which one that waits for its enacting replaces, by category and price: whoever
 * starts the run now bills the old price. `limit` prices at most.
 */
export async function replacedBy(db: Db, principal: Principal, entity: Entity, year: number, limit: number): Promise<Replaced[]> {
  const { rows } = await sql<Replaced>`
    select g.category_name as "categoryName", s.amount::float8 as "oldAmount", p.amount::float8 as "newAmount", count(*)::int as members
    from member_public m ${party} ${standardFor(sql`${year}::int`)}
    join lateral (
      select f.amount from fee_standard f
      where f.category_id = m.category_id and f.standard_status = 'pending' and f.effective_year <= ${year}::int
        and f.effective_year >= coalesce((select a.effective_year from fee_standard a where a.standard_id = s.standard_id), f.effective_year)
        and (f.share_from is null or c.total_shares >= f.share_from) and (f.share_to is null or c.total_shares < f.share_to)
      order by f.effective_year desc, f.standard_id desc limit 1
    ) p on true
    join member_category_public g on g.category_id = m.category_id
    where ${billable(principal, entity, year)} and not ${billed(year)}
    group by 1, 2, 3 order by 1, 2, 3 limit ${limit}`.execute(db)
  return rows
}

export interface Problem {
  memberId: string
  memberNo: string
  memberName: string
  message: string
}

const problem = (year: number) => sql`
    select m.member_id as "memberId", m.member_no as "memberNo", ${partyName} as "memberName",
      case when not exists (select 1 from fee_standard f where f.category_id = m.category_id and f.standard_status = 'active' and f.effective_year <= ${year})
        then (select category_name from member_category_public g where g.category_id = m.category_id) || '没有生效的会费标准'
        when m.member_kind = 'person' then '该类别的会费标准按总股本分档，不适用于个人会员'
        when c.total_shares is null then '公司没有填写总股本，不能确定股本档次' else '公司总股本不在任何股本档次内' end as message
    from member_public m ${party} ${standardFor(sql`${year}::int`)}`

/** Members of the run that no standard fits, with the reason, up to `limit`. */
export async function problemsOf(db: Db, principal: Principal, entity: Entity, year: number, limit: number): Promise<Problem[]> {
  const { rows } = await sql<Problem>`${problem(year)}
    where ${billable(principal, entity, year)} and s.standard_id is null and not ${billed(year)} order by m.member_no limit ${limit}`.execute(db)
  return rows
}

/** Why a member has no bill of a year; undefined when they have one, or a standard fits. */
export async function unbilled(db: Db, memberId: string, year: number): Promise<Problem | undefined> {
  const { rows } = await sql<Problem>`${problem(year)} where m.member_id = ${memberId}::bigint and s.standard_id is null and not ${billed(year)}`.execute(db)
  return rows[0]
}

/** A member that the year's run would bill now, where others have their bills of that year already; undefined otherwise. */
export async function passedOver(db: Db, memberId: string, year: number): Promise<Pick<Problem, 'memberNo' | 'memberName'> | undefined> {
  const { rows } = await sql<Pick<Problem, 'memberNo' | 'memberName'>>`select m.member_no as "memberNo", ${partyName} as "memberName"
    from member_public m ${party} where m.member_id = ${memberId}::bigint and ${joinedBy(year)} and not ${billed(year)}
      and exists (select 1 from dues_bill o where o.bill_year = ${year} and o.bill_status <> 'cancelled')`.execute(db)
  return rows[0]
}

const insert = sql`insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, due_date, dept_id, create_by)`
/** HF, the year and the digits of the member's number; a bill that follows a cancelled one says the how manieth it is. */
const billNo = (year: RawBuilder<unknown>) => sql`'HF' || ${year} || regexp_replace(m.member_no, '\\D', '', 'g') ||
  coalesce((select '-' || (count(*) + 1) from dues_bill o where o.member_id = m.member_id and o.bill_year = ${year} having count(*) > 0), '')`
// The unique index of standing bills decides, whoever comes first.
const once = sql`on conflict (member_id, bill_year) where bill_status <> 'cancelled' do nothing returning bill_id`

/** Members of the run after an id: how many the step takes, and its last id. */
export async function stepAfter(db: Db, principal: Principal, entity: Entity, year: number, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select m.member_id as id from member_public m where ${billable(principal, entity, year)} and m.member_id > ${after}::bigint order by m.member_id limit ${limit}`.execute(db)
  return rows.map((r) => r.id)
}

/** Bills those of the members that have none and that a standard fits; answers how many. */
export async function billMembers(db: Db, memberIds: readonly string[], year: number, dueDate: string, userId: string): Promise<number> {
  const { rows } = await sql`${insert}
    select ${billNo(sql`${year}::int`)}, m.member_id, ${year}::int, s.standard_id, s.amount, ${dueDate}::date, m.dept_id, ${userId}::bigint
    from member_public m ${party} ${standardFor(sql`${year}::int`)}
    where m.member_id = any(${[...memberIds]}::bigint[]) and s.standard_id is not null and not ${billed(year)} order by m.member_id ${once}`.execute(db)
  return rows.length
}

export interface ImportedBill {
  memberId: string
  billYear: number
  /** 分 */
  amount: number
  dueDate: string
  userId: string
}

/** Makes the bill of a year before the house kept bills, without a standard; its index refuses a second one. Answers its id. */
export async function insertImported(db: Db, { memberId, billYear, amount, dueDate, userId }: ImportedBill): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into dues_bill (bill_no, member_id, bill_year, source, gross_amount, due_date, dept_id, create_by)
    select ${billNo(sql`${billYear}::int`)}, m.member_id, ${billYear}::int, 'imported', ${amount}::bigint, ${dueDate}::date, m.dept_id, ${userId}::bigint
    from member_public m where m.member_id = ${memberId}::bigint returning bill_id as id`.execute(db)
  return rows[0]?.id ?? ''
}

/** Whether anything of money hangs on a member: a bill that stands, a payment, anything that ever moved its balance. */
export async function hasMoney(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select 1 from dues_bill where member_id = ${memberId}::bigint and bill_status <> 'cancelled')
    or exists (select 1 from payment where member_id = ${memberId}::bigint) or exists (select 1 from balance_entry where member_id = ${memberId}::bigint) as has`.execute(db)
  return rows[0]?.has ?? false
}

export async function countDues(db: Db, principal: Principal, entity: Entity, year: number): Promise<{ open: number; overdue: number }> {
  const { rows } = await sql<{ open: number; overdue: number }>`
    select count(*) filter (where t.bill_year = ${year})::int as open,
      count(*) filter (where ${isOverdue('t')})::int as overdue
    from dues_bill t where ${isOwed('t')} and ${withinScope(principal, entity, 't')}`.execute(db)
  return rows[0] ?? { open: 0, overdue: 0 }
}
