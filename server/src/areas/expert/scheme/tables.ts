import type { z } from 'zod'
import type { caseKind } from '@assoc/contract/expert/case-kinds'
import type { resultStatus } from '@assoc/contract/expert/grade-result'
import type { caseSubject } from '@assoc/contract/expert/integrity-case'
import type { noticeStatus, objectionStatus } from '@assoc/contract/expert/notice'
import type { evalTarget, gradeScale, quotaKind, schemeStatus, tieRule } from '@assoc/contract/expert/scheme'
import type { ColumnType } from 'kysely'
import type { Id, IdColumn, Instant, Json, NullableInstant, WithDefault } from '../../../platform/database/tables'

type Of<S extends { schema: z.ZodType }> = z.output<S['schema']>

interface Kept {
  dept_id: Id | null
  create_by: Id | null
  create_time: Instant
  update_time: Instant
  version: WithDefault<number>
}
type Grams = ColumnType<string[], never, never>

interface SchemeTable extends Kept {
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
  eligible_rules: Json
  veto_rules: Json
  grade_scale: Of<typeof gradeScale>
  quota_kind: Of<typeof quotaKind> | null
  tie_rule: Of<typeof tieRule> | null
  remark: string | null
  open_time: NullableInstant
  scheme_status: WithDefault<Of<typeof schemeStatus>>
  search_grams: Grams
}

interface CaseTable extends Kept {
  case_id: IdColumn
  case_subject: Of<typeof caseSubject>
  company_id: Id | null
  person_id: Id | null
  case_kind: Of<typeof caseKind>
  case_date: string
  source: string
  doc_no: string | null
  note: string | null
}

interface IndicatorTable extends Kept {
  indicator_id: IdColumn
  scheme_id: Id
  standard_no: number
  standard_name: string
  indicator_code: string
  indicator_name: string
  indicator_score: number
  bonus_flag: boolean
  dimension_name: string
  question_keys: WithDefault<string[]>
  note: string | null
  search_grams: Grams
}

interface GradeTable extends Kept {
  grade_id: IdColumn
  scheme_id: Id
  grade_order: number
  grade_code: string
  grade_name: string
  quota: number | null
  low_score: number | null
  remark: string | null
  search_grams: Grams
}

interface NoticeTable extends Kept {
  notice_id: IdColumn
  scheme_id: Id
  notice_title: string
  start_time: NullableInstant
  end_time: Instant
  publish_time: NullableInstant
  contact_way: string
  foreword: string | null
  result_count: WithDefault<number>
  result_hash: string | null
  notice_status: WithDefault<Of<typeof noticeStatus>>
  acted_by: WithDefault<string[]>
  search_grams: Grams
}

interface ResultTable extends Kept {
  result_id: IdColumn
  scheme_id: Id | null
  notice_id: Id | null
  eval_target: Of<typeof evalTarget>
  eval_year: number
  company_id: Id
  person_id: Id | null
  score: number | null
  rank_no: number | null
  grade_code: string | null
  veto_reason: string | null
  remark: string | null
  publish_time: NullableInstant
  cancel_reason: string | null
  result_status: WithDefault<Of<typeof resultStatus>>
  acted_by: WithDefault<string[]>
}

interface ObjectionTable extends Kept {
  objection_id: IdColumn
  notice_id: Id
  result_id: Id
  objector_name: string
  contact_mobile: string | null
  content: string
  proof: WithDefault<Json>
  handler_id: Id
  handle_before: string
  opinion: string | null
  revised_score: number | null
  close_time: NullableInstant
  objection_status: WithDefault<Of<typeof objectionStatus>>
  acted_by: WithDefault<string[]>
}

declare module '../../../platform/database/tables' {
  interface Tables {
    eval_scheme: SchemeTable
    eval_indicator: IndicatorTable
    eval_grade: GradeTable
    eval_notice: NoticeTable
    eval_grade_result: ResultTable
    eval_objection: ObjectionTable
    integrity_case: CaseTable
  }
}
