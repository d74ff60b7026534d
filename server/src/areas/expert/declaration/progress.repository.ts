import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { declareStatus } from '@assoc/contract/expert/declaration-status'
import type { EvalTarget } from '@assoc/contract/expert/scheme'
import type { jurisdiction } from '@assoc/contract/member/jurisdiction'
import type { z } from 'zod'
import { scopeOf } from '../../../platform/access/entities'
import { moduleScopeOf, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { declarants, isOwn } from './repository'
import '../scheme/tables'
import './tables'

const within = scopeOf('declaration')

export interface ProgressScheme {
  schemeId: string
  schemeName: string
  evalTarget: EvalTarget
  schemeStatus: 'draft' | 'applying' | 'reviewing' | 'scoring' | 'publicity' | 'published' | 'ended'
  schemeYear: number
  periodStart: string
  periodEnd: string
  applyStart: Date
  applyEnd: Date
  deptId: string | null
}

export async function progressScheme(db: Db, schemeId: string): Promise<ProgressScheme | undefined> {
  const { rows } = await sql<ProgressScheme>`select s.scheme_id as "schemeId", s.scheme_name as "schemeName", s.eval_target as "evalTarget", s.scheme_status as "schemeStatus", s.scheme_year as "schemeYear",
    s.period_start::text as "periodStart", s.period_end::text as "periodEnd", s.apply_start as "applyStart", s.apply_end as "applyEnd", s.dept_id as "deptId" from eval_scheme s where s.scheme_id = ${schemeId}::bigint and s.scheme_status <> 'draft'`.execute(db)
  return rows[0]
}

/** Those whom a scheme asks as far as somebody's data scope of declarations reaches, as a condition on `x`; null where it reaches none. */
export function reachedBy(principal: Principal, { deptId }: Pick<ProgressScheme, 'deptId'>): RawBuilder<SqlBool> | null {
  const holder = principal.behalf ?? principal
  const scope = moduleScopeOf(holder, 'declaration')
  if (scope.all || (deptId !== null && scope.deptIds.includes(deptId))) return sql<SqlBool>`true`
  const parts = [
    ...(scope.jurisdictions.length > 0 ? [sql<SqlBool>`x.jurisdiction = any(${scope.jurisdictions}::text[])`] : []),
    ...(scope.linked ? [isOwn(holder, 'x')] : []),
  ]
  return parts.length === 0 ? null : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

/** Whether somebody whom a scheme asks has a declaration that stands open under it. */
const begun = (schemeId: string) => sql<SqlBool>`exists (select 1 from declaration d where d.scheme_id = ${schemeId}::bigint and d.declare_status not in ('withdrawn', 'disqualified')
  and (q."personId" is not null and d.person_id = q."personId" or q."personId" is null and d.person_id is null and d.company_id = q."companyId"))`

export async function countAsked(db: Db, { schemeId, evalTarget }: ProgressScheme, reached: RawBuilder<SqlBool>, companyId: string | null): Promise<{ asked: number; begun: number }> {
  const narrowed = companyId === null ? reached : sql<SqlBool>`${reached} and x.company_id = ${companyId}::bigint`
  const { rows } = await sql<{ asked: number; begun: number }>`select count(*)::int as asked, (count(*) filter (where ${begun(schemeId)}))::int as begun from (${declarants(evalTarget, narrowed)}) q`.execute(db)
  return rows[0] ?? { asked: 0, begun: 0 }
}

export interface Undeclared {
  personId: string | null
  companyId: string
  name: string
  companyName: string
  stockCode: string | null
  jurisdiction: string | null
}

/** A page of those who have not begun, by their names. */
export async function undeclaredOf(db: Db, { schemeId, evalTarget }: ProgressScheme, reached: RawBuilder<SqlBool>, keyword: string | null, limit: number, offset: number): Promise<{ total: number; items: Undeclared[] }> {
  const like = keyword ? contains(keyword.trim()) : null
  const missing = sql`from (${declarants(evalTarget, reached)}) q join company_public c on c.company_id = q."companyId"
    where not ${begun(schemeId)}${like === null ? sql`` : sql` and (q."personName" ilike ${like} or c.company_name ilike ${like} or c.short_name ilike ${like} or c.stock_code ilike ${like})`}`
  const { rows } = await sql<Undeclared>`select q."personId", q."companyId", coalesce(q."personName", q."companyName") as name, q."companyName", c.stock_code as "stockCode", q.jurisdiction ${missing}
    order by coalesce(q."personName", q."companyName"), q."personId", q."companyId" limit ${limit} offset ${offset}`.execute(db)
  const total = await sql<{ n: number }>`select count(*)::int as n ${missing}`.execute(db)
  return { items: rows, total: total.rows[0]?.n ?? 0 }
}

/** How many declarations of a jurisdiction stand in a status. */
export interface StateCount {
  declareStatus: z.output<typeof declareStatus.schema>
  jurisdiction: z.output<typeof jurisdiction.schema> | null
  n: number
}

export async function statesOf(db: Db, principal: Principal, schemeId: string, companyId: string | null): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`select t.declare_status as "declareStatus", t.jurisdiction, count(*)::int as n from declaration t
    where t.scheme_id = ${schemeId}::bigint and (${companyId}::bigint is null or t.company_id = ${companyId}::bigint) and ${within(principal, 't')} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export const companyCalled = async (db: Db, companyId: string): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`select c.company_name as name from company_public c where c.company_id = ${companyId}::bigint`.execute(db)
  return rows[0]?.name ?? null
}
