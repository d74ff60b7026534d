import { sql, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { actorName } from '../../../platform/identity/people'
import { membersFound } from '../found.repository'
import { isOwed, party, partyName } from '../../member/api'

const ofBill = (column: string) => sql`(select b.${sql.ref(column)} from dues_bill b where b.bill_id = t.bill_id)`

/** What a row of arrears tells of its member and bill; `t` is the row. */
export const computed = {
  memberName: sql`(select ${partyName} from member_public m ${party} where m.member_id = t.member_id)`,
  billNo: ofBill('bill_no'),
  billStatus: ofBill('bill_status'),
  unpaidAmount: sql`(select case when ${isOwed('b')} then b.unpaid_amount else 0 end from dues_bill b where b.bill_id = t.bill_id)::float8`,
  importAmount: sql`t.import_amount::float8`,
  operator: actorName('t.create_by'),
}

/** Rows of the members that a keyword finds, by the index of the member. */
export const found = (keyword: string) => membersFound(keyword)

/** A member that a row of a file may mean. */
export interface Candidate {
  memberId: string
  memberNo: string
  companyName: string
  stockCode: string | null
  creditCode: string | null
  /** The membership still stands. */
  standing: boolean
  deptId: string | null
}

const BY = {
  creditCode: (text: string) => sql<SqlBool>`c.credit_code = ${text.toUpperCase()} and not c.deleted`,
  memberNo: (text: string) => sql<SqlBool>`m.member_no = ${text.toUpperCase()}`,
  stockCode: (text: string) => sql<SqlBool>`c.stock_code = ${text} and not c.deleted`,
}
export type Key = keyof typeof BY

/** Members within the person's scope that a code or number means; several where a company has joined anew. */
export async function membersBy(db: Db, principal: Principal, entity: Entity, key: Key, text: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select m.member_id as "memberId", m.member_no as "memberNo", ${partyName} as "companyName", c.stock_code as "stockCode", c.credit_code as "creditCode",
      m.member_status in ('normal', 'suspended', 'leaving') as standing, m.dept_id as "deptId"
    from member_public m ${party}
    where not m.deleted and ${BY[key](text)} and ${withinScope(principal, entity, 'm')} order by m.member_id desc limit 20`.execute(db)
  return rows
}

/** Whether a bill of the member and year stands, and whether an import brought it. */
export async function billOf(db: Db, memberId: string, year: number): Promise<{ billNo: string; imported: boolean } | undefined> {
  const { rows } = await sql<{ billNo: string; imported: boolean }>`
    select bill_no as "billNo", source = 'imported' as imported from dues_bill
    where member_id = ${memberId}::bigint and bill_year = ${year} and bill_status <> 'cancelled'`.execute(db)
  return rows[0]
}

const DEMO = 12

/** Arrears of two early years for some members of the demo association, each with its bill. */
export async function seedDemo(db: Db): Promise<void> {
  await sql`
    with chosen as (
      select m.member_id, m.member_no, m.dept_id, c.company_name, c.credit_code, c.stock_code, 2020 + (row_number() over (order by m.member_id) % 2)::int as year
      from member_public m join company_public c on c.company_id = m.company_id
      where not m.deleted and m.member_status = 'normal' and m.join_date < '2019-01-01' and m.arrears_years = 0 order by m.member_id limit ${DEMO}
    ), billed as (
      insert into dues_bill (bill_no, member_id, bill_year, source, gross_amount, due_date, dept_id, create_time, update_time)
      select 'HF' || year || regexp_replace(member_no, '\\D', '', 'g'), member_id, year, 'imported', 2000000, make_date(year, 12, 31), dept_id, now() - interval '60 days', now() - interval '60 days'
      from chosen order by member_id returning bill_id, member_id)
    insert into unpaid_import (member_id, bill_id, member_no, stock_code, company_name, credit_code, import_year, import_amount, remark, dept_id, create_time)
    select c.member_id, b.bill_id, c.member_no, c.stock_code, c.company_name, c.credit_code, c.year, 2000000, '纸质台账移交', c.dept_id, now() - interval '60 days'
    from chosen c join billed b on b.member_id = c.member_id order by c.member_id`.execute(db)
}
