import { changeRequest } from '@assoc/contract/member/change-request'
import { demand } from '@assoc/contract/member/demand'
import { joinApply } from '@assoc/contract/member/join-apply'
import { memberArchive } from '@assoc/contract/member/archive'
import { memberWithdraw } from '@assoc/contract/member/withdraw'
import { sql } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { changesAbout } from '../change-request/repository'

// What was asked for and decided about a company and its members, newest first.

const APPLY = scopeOf(joinApply)
const WITHDRAW = scopeOf(memberWithdraw)
const ARCHIVE = scopeOf(memberArchive)
const DEMAND = scopeOf(demand)
const CHANGE = scopeOf(changeRequest)

const members = (companyId: string) => sql`any(array(select member_id from member where company_id = ${companyId}::bigint))`

export const appliesOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ apply_no: string; category: string; approve_date: string | null; apply_status: string; total: number }>`
      select t.apply_no, g.category_name as category, t.approve_date, t.apply_status, count(*) over ()::int as total
      from join_apply t join member_category g on g.category_id = t.apply_category_id
      where t.credit_code = (select credit_code from company where company_id = ${companyId}::bigint) and ${APPLY(principal, 't')}
      order by t.apply_id desc limit ${limit}`.execute(db)
  ).rows

/** The credit code that a company's applications are found by. */
export async function creditCodeOf(db: Db, companyId: string): Promise<string> {
  const { rows } = await sql<{ code: string | null }>`select credit_code as code from company where company_id = ${companyId}::bigint`.execute(db)
  return rows[0]?.code ?? ''
}

export const withdrawalsOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ member_no: string; withdraw_type: string; reason: string; withdraw_status: string; total: number }>`
      select m.member_no, t.withdraw_type, t.reason, t.withdraw_status, count(*) over ()::int as total
      from member_withdraw t join member m using (member_id)
      where t.member_id = ${members(companyId)} and ${WITHDRAW(principal, 't')} order by t.withdraw_id desc limit ${limit}`.execute(db)
  ).rows

export const archivesOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ archive_no: string; archive_type: string; title: string; retention: string; archive_status: string; total: number }>`
      select t.archive_no, t.archive_type, t.title, t.retention, t.archive_status, count(*) over ()::int as total
      from member_archive t where t.member_id = ${members(companyId)} and ${ARCHIVE(principal, 't')} order by t.archive_id desc limit ${limit}`.execute(db)
  ).rows

export const demandsOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ demand_no: string; demand_type: string; demand_count: number; deadline: string; demand_status: string; total: number }>`
      select t.demand_no, t.demand_type, t.demand_count, t.deadline, t.demand_status, count(*) over ()::int as total
      from demand t where t.company_id = ${companyId}::bigint and ${DEMAND(principal, 't')} order by t.demand_id desc limit ${limit}`.execute(db)
  ).rows

/** Requests for changes of the company and of what is its own. */
export const changesOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ change_no: string; target_name: string; field_label: string; old_text: string | null; new_text: string | null; change_status: string; total: number }>`
      select t.change_no, t.target_name, t.field_label, t.old_text, t.new_text, t.change_status, count(*) over ()::int as total
      from change_request t where ${changesAbout(companyId)} and ${CHANGE(principal, 't')} order by t.change_id desc limit ${limit}`.execute(db)
  ).rows
