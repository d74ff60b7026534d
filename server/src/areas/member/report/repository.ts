import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { companiesHolding } from '../company/keyword.repository'

export const computed = {
  companyName: sql<string>`(select c.short_name from company c where c.company_id = t.company_id)`,
  stockCode: sql<string | null>`(select c.stock_code from company c where c.company_id = t.company_id)`,
}

/** Reports whose title or whose company holds the keyword; each half is found by its own index. */
export const holding = (keyword: string) => {
  const { grams, exact } = gramsOfKeyword(keyword)
  const text = exact ? sql`` : sql` and r.title ilike ${contains(keyword.trim())}`
  return sql<SqlBool>`t.report_id = any(array(
    select r.report_id from company_report r where r.search_grams @> ${grams}::text[]${text}
    union select r.report_id from company_report r where r.company_id = any(array(${companiesHolding(keyword)}))))`
}

export const setPublished = (db: Db, reportId: string, day: string) =>
  db.updateTable('company_report').set({ publish_date: day }).where('report_id', '=', reportId).where('publish_date', 'is', null).execute()

/** Keeps the figures of a report with name, unit and type of their indicators. */
export const keepFigures = (db: Db, reportId: string, figures: readonly object[]) =>
  db.updateTable('company_report').set({ indicator_values: JSON.stringify(figures) }).where('report_id', '=', reportId).execute()

/** Reports of one company for its page. */
export const reportsOf = async (db: Db, principal: Principal, entity: Entity, companyId: string, limit: number) =>
  (
    await sql<{ title: string; report_year: number; report_type: string; report_status: string; total: string }>`
      select t.title, t.report_year, t.report_type, t.report_status, count(*) over () as total from company_report t
      where t.company_id = ${companyId}::bigint and ${withinScope(principal, entity, 't')} order by t.report_year desc, t.report_id desc limit ${limit}`.execute(db)
  ).rows

interface DemoReport {
  company_id: string
  report_year: number
  report_type: string
  title: string
  publish_date: string | null
  indicator_values: string
  indicator_text: string | null
  report_status: string
  dept_id: string | null
  create_by: string | null
}

/** Lays down one report of the demo association, still without its document; answers its id. */
export const seedReport = async (db: Db, report: DemoReport): Promise<string> =>
  (await db.insertInto('company_report').values({ ...report, paper: '[]', remark: null }).returning('report_id').executeTakeFirstOrThrow()).report_id

export const setDocument = (db: Db, reportId: string, paper: object) => db.updateTable('company_report').set({ paper: JSON.stringify([paper]) }).where('report_id', '=', reportId).execute()
