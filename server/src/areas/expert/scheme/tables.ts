import type { z } from 'zod'
import type { evalTarget, gradeScale, quotaKind, schemeStatus, tieRule } from '@assoc/contract/expert/scheme'
import type { ColumnType } from 'kysely'
import type { Id, IdColumn, Instant, Json, WithDefault } from '../../../platform/database/tables'

type Of<S extends { schema: z.ZodType }> = z.output<S['schema']>

interface SchemeTable {
  scheme_id: IdColumn
  scheme_name: string
  eval_target: Of<typeof evalTarget>
  period_start: string
  period_end: string
  scheme_year: ColumnType<number, never, never>
  apply_start: Instant
  apply_end: Instant
  template_id: Id
  version_no: number
  eligible_rules: WithDefault<Json>
  veto_rules: WithDefault<Json>
  grade_scale: Of<typeof gradeScale>
  quota_kind: Of<typeof quotaKind> | null
  tie_rule: Of<typeof tieRule> | null
  remark: string | null
  open_time: Instant | null
  scheme_status: WithDefault<Of<typeof schemeStatus>>
  dept_id: Id | null
  create_by: Id | null
  create_time: Instant
  update_time: Instant
  version: WithDefault<number>
  search_grams: ColumnType<string[], never, never>
}

declare module '../../../platform/database/tables' {
  interface Tables {
    eval_scheme: SchemeTable
  }
}
