import { sql } from 'kysely'
import type { GivenRule, VetoRule } from '@assoc/contract/expert/eligibility'
import type { EvalTarget } from '@assoc/contract/expert/scheme'
import type { Db } from '../../../platform/database/database'
import { formName } from '../../form/api'
import './tables'

export const computed = { formName: formName('t.template_id') }

export interface Scheme {
  schemeId: string
  schemeName: string
  schemeStatus: string
  evalTarget: EvalTarget
  evalYear: number
  periodEnd: string
  applyEnd: Date
  templateId: string
  versionNo: number
  eligibleRules: GivenRule[]
  vetoRules: VetoRule[]
  gradeScale: 'rank' | 'score'
  quotaKind: 'count' | 'percent' | null
  tieRule: 'in' | 'out' | null
  now: Date
}

const scheme = (db: Db, schemeId: string) =>
  db
    .selectFrom('eval_scheme')
    .select([
      'scheme_id as schemeId', 'scheme_name as schemeName', 'scheme_status as schemeStatus', 'eval_target as evalTarget', 'scheme_year as evalYear', 'period_end as periodEnd', 'apply_end as applyEnd', 'template_id as templateId', 'version_no as versionNo',
      'eligible_rules as eligibleRules', 'veto_rules as vetoRules', 'grade_scale as gradeScale', 'quota_kind as quotaKind', 'tie_rule as tieRule', sql<Date>`now()`.as('now'),
    ])
    .where('scheme_id', '=', schemeId)

export const readScheme = (db: Db, schemeId: string) => scheme(db, schemeId).executeTakeFirst() as Promise<Scheme | undefined>
/** The scheme, held to the end of the transaction: neither parts nor results change meanwhile. */
export const holdScheme = (db: Db, schemeId: string) => scheme(db, schemeId).forUpdate().executeTakeFirst() as Promise<Scheme | undefined>
/** The scheme, whose status stays as it is to the end of the transaction. */
export const shareScheme = (db: Db, schemeId: string) => scheme(db, schemeId).forShare().executeTakeFirst() as Promise<Scheme | undefined>

/** Name and status of a row's scheme, within statements of its parts. */
export const ofScheme = {
  schemeName: sql<string>`(select s.scheme_name from eval_scheme s where s.scheme_id = t.scheme_id)`,
  schemeStatus: sql<string>`(select s.scheme_status from eval_scheme s where s.scheme_id = t.scheme_id)`,
}

/** Copies the grades of a scheme into another one; answers how many. */
export async function copyGrades(db: Db, fromId: string, toId: string, by: { deptId: string | null; userId: string }): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into eval_grade (scheme_id, grade_order, grade_code, grade_name, quota, low_score, remark, dept_id, create_by)
    select ${toId}::bigint, grade_order, grade_code, grade_name, quota, low_score, remark, ${by.deptId}::bigint, ${by.userId}::bigint from eval_grade where scheme_id = ${fromId}::bigint order by grade_order, grade_id`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
