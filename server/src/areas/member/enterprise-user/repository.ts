import { sql, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { linkColumns } from '../../rbac/api'
import { companiesHolding } from '../company/keyword.repository'

const ofCompany = (column: string) => sql<string | null>`(select c.${sql.ref(column)} from company c where c.company_id = t.company_id)`
export const computed = { companyName: ofCompany('short_name'), stockCode: ofCompany('stock_code'), ...linkColumns('enterpriseUser', 't.enterprise_id') }

/** Certifications that stand for a company, of one mobile or of everybody. */
export async function certifiedOf(db: Db, companyId: string, mobile?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select enterprise_id as id from enterprise_user
    where company_id = ${companyId}::bigint and certify_status = 'certified' ${mobile === undefined ? sql`` : sql`and mobile = ${mobile}`} order by enterprise_id`.execute(db)
  return rows.map((r) => r.id)
}

/** People who are certified. */
export const certifiedUsers = async (db: Db) =>
  (
    await sql<{ enterpriseId: string; companyId: string; applicantName: string; mobile: string; postType: string }>`
      select enterprise_id::text as "enterpriseId", company_id::text as "companyId", applicant_name as "applicantName", mobile, post_type as "postType" from enterprise_user where certify_status = 'certified' order by enterprise_id`.execute(db)
  ).rows

/** People in the directors' pool. */
export const pooledDirectors = async (db: Db) =>
  (
    await sql<{ directorId: string; name: string; mobile: string }>`select director_id::text as "directorId", name, mobile from director_user where pool_status in ('listed', 'suspended') order by director_id`.execute(db)
  ).rows

/** The company of a member; undefined for an individual. */
export const companyOfMember = async (db: Db, memberId: string): Promise<string | undefined> =>
  (await sql<{ id: string }>`select company_id as id from member where member_id = ${memberId}::bigint and company_id is not null`.execute(db)).rows[0]?.id

/** People whose own name holds the keyword, or whose company does; each half by its own index. */
export function holding(keyword: string) {
  const { grams, exact } = gramsOfKeyword(keyword)
  const text = exact ? sql`` : sql` and e.applicant_name ilike ${contains(keyword.trim())}`
  return sql<SqlBool>`t.enterprise_id = any(array(
    select e.enterprise_id from enterprise_user e where e.search_grams @> ${grams}::text[]${text}
    union select e.enterprise_id from enterprise_user e where e.company_id = any(array(${companiesHolding(keyword)}))))`
}

export interface CompanyFacts {
  creditCode: string | null
  deptId: string | null
  createBy: string | null
}

/** Code and keepers of a company; its row is held until the transaction ends, so that the code stays what was compared. */
export const lockCompany = (db: Db, companyId: string): Promise<CompanyFacts | undefined> =>
  db
    .selectFrom('company')
    .select(['credit_code as creditCode', 'dept_id as deptId', 'create_by as createBy'])
    .where('company_id', '=', companyId)
    .forShare()
    .executeTakeFirst()

/** The contact of a company with this number, one who serves before one who waits to be confirmed. */
export async function contactOf(db: Db, companyId: string, mobile: string): Promise<{ contactId: string; status: string } | undefined> {
  const { rows } = await sql<{ contactId: string; status: string }>`
    select contact_id as "contactId", contact_status as status from contact
    where company_id = ${companyId}::bigint and mobile = ${mobile} and contact_status in ('serving', 'pending')
    order by contact_status = 'serving' desc, contact_id limit 1`.execute(db)
  return rows[0]
}

/** People who act or wait to act for one company, for its page. */
export const actingFor = async (db: Db, principal: Principal, entity: Entity, companyId: string, limit: number) =>
  (
    await sql<{ name: string; post: string; status: string; total: string }>`
      select t.applicant_name as name, t.post_type as post, t.certify_status as status, count(*) over () as total from enterprise_user t
      where t.company_id = ${companyId}::bigint and t.certify_status in ('pending', 'certified') and ${withinScope(principal, entity, 't')} order by t.enterprise_id desc limit ${limit}`.execute(db)
  ).rows

export interface DemoContact {
  company_id: string
  credit_code: string
  name: string
  mobile: string
  post_type: string
  dept_id: string | null
  create_by: string | null
}

/** People who serve at companies of the demo association that have a credit code. */
export const demoContacts = async (db: Db, count: number): Promise<DemoContact[]> =>
  (
    await sql<DemoContact>`select c.company_id, c.credit_code, k.name, k.mobile, k.post_type, c.dept_id, c.create_by from contact k join company c using (company_id)
      where k.contact_status = 'serving' and k.post_type in ('secretary', 'affairs', 'liaison', 'feeContact') and c.credit_code is not null and not c.deleted order by k.contact_id limit ${count}`.execute(db)
  ).rows

/** Lays down one application of the demo association, still without documents; answers its id. */
export async function seedEnterprise(db: Db, { name, ...contact }: DemoContact, status: string): Promise<string> {
  const row = { ...contact, applicant_name: name, auth_letter: '[]', license_file: '[]', remark: null, certify_status: status }
  return (await db.insertInto('enterprise_user').values(row).returning('enterprise_id').executeTakeFirstOrThrow()).enterprise_id
}
