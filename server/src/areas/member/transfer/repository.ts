import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { holding as membersHolding } from '../membership/repository'
import { memberShort, party, partyShort } from '../membership/party.repository'

const DERIVED = ['version', 'update_time', 'update_by', 'search_text', 'short_pinyin', 'arrears_years', 'create_time']

// Versions say whether anything has changed, the kept columns say what. A balance moves with its own version.
const changedKeys = (table: 'member' | 'company', id: string) => sql`
  select x.key from jsonb_each(case jsonb_typeof(t.state_after->${sql.lit(table)}) when 'object' then t.state_after->${sql.lit(table)} else '{}' end) x join ${sql.table(table)} r on r.${sql.ref(`${table}_id`)} = ${sql.ref(id)} where to_jsonb(r)->x.key is distinct from x.value`

/** What a transfer shows of its member; `t` is the transfer. */
export const computed = {
  memberNo: sql`(select m.member_no from member m where m.member_id = t.member_id)`,
  memberName: memberShort,
  changedSince: sql<string[] | null>`(select array(${changedKeys('member', 'm.member_id')} union ${changedKeys('company', 'm.company_id')})
    from member m left join company c on c.company_id = m.company_id where m.member_id = t.member_id and t.transfer_status = 'effective'
      and (m.version <> t.member_version or m.deleted or c.version <> coalesce(t.company_version, c.version)))`,
}

export const filters = {
  effectiveDateFrom: (day: string) => sql<SqlBool>`t.effective_date >= ${day}::date`,
  effectiveDateTo: (day: string) => sql<SqlBool>`t.effective_date <= ${day}::date`,
}

/** Transfers of the members that a keyword finds. */
export const holding = (keyword: string) => sql<SqlBool>`t.member_id = any(array(select m.member_id from member m where not m.deleted and ${membersHolding(keyword, 'm')}))`

export interface Standing {
  /** Null for an individual. */
  companyId: string | null
  memberName: string
  jurisdiction: string | null
  categoryId: string
  categoryName: string
  status: string
  /** 分 */
  balance: number
  joinDate: string
  representativeId: string | null
  liaisonId: string | null
}

/** Where a member stands now, locked until the end of the transaction; undefined when it is deleted. */
export async function standingOf(db: Db, memberId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select m.company_id::text as "companyId", ${partyShort} as "memberName", c.jurisdiction, m.category_id::text as "categoryId", g.category_name as "categoryName",
      m.member_status as status, m.balance::float8 as balance, m.join_date as "joinDate", m.representative_id::text as "representativeId", m.liaison_id::text as "liaisonId"
    from member m ${party} join member_category g on g.category_id = m.category_id
    where m.member_id = ${memberId}::bigint and not m.deleted for update of m`.execute(db)
  return rows[0]
}

/** Name of a company and the number of the member that stands there; undefined when it is deleted. */
export async function successor(db: Db, companyId: string): Promise<{ name: string; memberNo: string | null } | undefined> {
  const { rows } = await sql<{ name: string; memberNo: string | null }>`
    select c.short_name as name, (select m.member_no from member m where m.company_id = c.company_id and not m.deleted
      and m.member_status in ('normal', 'suspended', 'leaving')) as "memberNo" from company c where c.company_id = ${companyId}::bigint and not c.deleted`.execute(db)
  return rows[0]
}

export async function categoryName(db: Db, categoryId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select category_name as name from member_category where category_id = ${categoryId}::bigint`.execute(db)
  return rows[0]?.name ?? ''
}

/** Which of the people are written down at a company. */
export async function peopleAt(db: Db, companyId: string, contactIds: readonly (string | null)[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select contact_id::text as id from contact where company_id = ${companyId}::bigint and contact_id = any(${contactIds.filter(Boolean)}::bigint[])`.execute(db)
  return new Set(rows.map((r) => r.id))
}

/** A record's columns by name, for comparing; those that follow from others are left out. */
export type Columns = Record<string, unknown>
export interface State {
  member: Columns
  /** Of a transfer that writes the company. */
  company: Columns | null
  memberVersion: number
  companyVersion: number | null
}

/** Member and, where it matters, company as they are now. */
export async function stateOf(db: Db, memberId: string, withCompany: boolean): Promise<State> {
  const { rows } = await sql<State>`
    select to_jsonb(m) - ${DERIVED}::text[] as member, m.version as "memberVersion",
      case when ${withCompany} then to_jsonb(c) - ${DERIVED}::text[] end as company, case when ${withCompany} then c.version end as "companyVersion"
    from member m left join company c on c.company_id = m.company_id where m.member_id = ${memberId}::bigint`.execute(db)
  return rows[0] as State
}

/** Keeps what stood before a transfer and what it left. */
export const keepStates = (db: Db, transferId: string, before: State, after: State, fromText: string) =>
  sql`update member_transfer set state_before = ${JSON.stringify(before)}::jsonb, state_after = ${JSON.stringify(after)}::jsonb, from_text = ${fromText},
    member_version = ${after.memberVersion}, company_version = ${after.companyVersion} where transfer_id = ${transferId}::bigint`.execute(db)

export async function keptStates(db: Db, transferId: string): Promise<{ before: State; after: State }> {
  const { rows } = await sql<{ before: State; after: State }>`select state_before as before, state_after as after from member_transfer where transfer_id = ${transferId}::bigint`.execute(db)
  return rows[0] as { before: State; after: State }
}

export const noteApprover = (db: Db, transferId: string, userId: string) => sql`update member_transfer set approve_by = ${userId}::bigint where transfer_id = ${transferId}::bigint`.execute(db)

export interface Due {
  transferId: string
  memberNo: string
  createBy: string | null
  approveBy: string | null
}

/** Approved transfers whose day has come, the earliest first; at most 500. */
export async function dueOn(db: Db, day: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select t.transfer_id as "transferId", m.member_no as "memberNo", t.create_by as "createBy", t.approve_by as "approveBy"
    from member_transfer t join member m using (member_id) where t.transfer_status = 'approved' and t.effective_date <= ${day}::date
    order by t.effective_date, t.transfer_id limit 500`.execute(db)
  return rows
}

/** Transfers of the demo: each kind, in each status that a clerk meets. */
export async function insertDemo(db: Db): Promise<void> {
  await sql`
    with chosen as (
      select m.member_id, m.company_id, m.category_id, m.dept_id, m.create_by, c.jurisdiction, c.short_name, g.category_name, row_number() over (order by m.member_id) as n
      from member m join company c using (company_id) join member_category g using (category_id)
      where m.member_status = 'normal' and not m.deleted and g.category_name = '会员单位' and not exists (select 1 from member_withdraw w where w.member_id = m.member_id) order by m.member_id limit 60),
    target as (select company_id, short_name, row_number() over (order by company_id desc) as n from company where not deleted and company_type = 'listed'
      and not exists (select 1 from member m where m.company_id = company.company_id) order by company_id desc limit 10),
    higher as (select category_id, category_name from member_category where category_name = '理事单位')
    insert into member_transfer (member_id, transfer_type, to_company_id, to_jurisdiction, to_category_id, effective_date, carry_balance, remark, from_text, to_text, transfer_status, dept_id, create_by, create_time, update_time)
    select x.member_id, v.kind, case v.kind when 'succession' then y.company_id end, case v.kind when 'jurisdiction' then v.place end, case v.kind when 'category' then h.category_id end,
      case v.kind when 'category' then (date_trunc('year', now()) + interval '1 year')::date else (now() - x.n * interval '1 day')::date + v.ahead end, v.kind = 'succession', v.why,
      case v.kind when 'succession' then x.short_name when 'jurisdiction' then coalesce(x.jurisdiction, '—') else x.category_name end,
      case v.kind when 'succession' then y.short_name when 'jurisdiction' then v.place else h.category_name end, v.status, x.dept_id, x.create_by, now() - x.n * interval '7 hours', now() - x.n * interval '7 hours'
    from chosen x join (values (3, 'category', null, 0, '理事会换届增补', 'pending'), (8, 'jurisdiction', '广东', 40, '注册地迁至广州', 'pending'), (14, 'succession', null, 10, '吸收合并后由新主体承继', 'pending'),
      (19, 'category', null, 0, '增补理事单位', 'approved'), (25, 'jurisdiction', '浙江', 5, '注册地迁至杭州', 'returned'), (31, 'succession', null, 0, '更名重组', 'draft'), (40, 'jurisdiction', '上海', 0, '材料不符', 'rejected'), (47, 'category', null, 0, '单位撤回申请', 'withdrawn'))
      as v(at, kind, place, ahead, why, status) on v.at = x.n cross join higher h left join target y on y.n = x.n % 10 + 1`.execute(db)
}

/** Whether a member has a transfer that is not settled. */
export async function hasOpen(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from member_transfer where member_id = ${memberId}::bigint and transfer_status in ('draft', 'pending', 'returned', 'approved')`.execute(db)
  return rows.length > 0
}
