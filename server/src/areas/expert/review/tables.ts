import type { ColumnType } from 'kysely'
import type { z } from 'zod'
import type { expertField } from '@assoc/contract/expert/expert'
import type { assignStatus, batchStatus, cutKind, cutTies, normalisation, recuseSource, recuseStatus, recuseType, resultStatus, reviewKind, reviewStage, seeOthers, sheetStatus, trimRule } from '@assoc/contract/expert/review/kinds'
import type { Id, IdColumn, Instant, Json, NullableInstant, WithDefault } from '../../../platform/database/tables'

type Of<S extends { schema: z.ZodType }> = z.output<S['schema']>
type Grams = ColumnType<string[], never, never>

interface Kept {
  dept_id: Id | null
  create_by: Id | null
  create_time: Instant
  update_time: Instant
  version: WithDefault<number>
}

interface WorkTable extends Kept {
  work_id: IdColumn
  work_no: string
  title: string
  title_initials: WithDefault<string>
  summary: string | null
  company_id: Id | null
  files: WithDefault<Json>
  remark: string | null
  search_grams: Grams
}

interface WorkAuthorTable {
  author_id: IdColumn
  work_id: Id
  position: number
  name: string
  unit: string | null
  mobile: string | null
  id_card: string | null
  mobile_print: string | null
  id_card_print: string | null
  company_id: Id | null
}

interface WorkFileTable {
  work_id: Id
  file_id: Id
  blind_file_id: Id
  position: number
}

interface BatchTable extends Kept {
  batch_id: IdColumn
  batch_name: string
  review_kind: Of<typeof reviewKind>
  review_stage: Of<typeof reviewStage>
  previous_id: Id | null
  start_time: Instant
  end_time: Instant
  confirm_days: WithDefault<number>
  experts_per_item: WithDefault<number>
  load_limit: WithDefault<number>
  dimensions: Json
  trim_rule: WithDefault<Of<typeof trimRule>>
  normalisation: WithDefault<Of<typeof normalisation>>
  least_valid: WithDefault<number>
  spread_limit: WithDefault<number>
  comment_below: WithDefault<number>
  comment_from: WithDefault<number>
  see_others: WithDefault<Of<typeof seeOthers>>
  blind_flag: WithDefault<boolean>
  cut_kind: WithDefault<Of<typeof cutKind>>
  cut_value: number | null
  cut_ties: WithDefault<Of<typeof cutTies>>
  calibration_item_id: Id | null
  remark: string | null
  frozen_time: NullableInstant
  result_hash: string | null
  stale_time: NullableInstant
  batch_status: WithDefault<Of<typeof batchStatus>>
  acted_by: WithDefault<string[]>
  search_grams: Grams
}

interface ItemTable extends Omit<Kept, 'dept_id' | 'create_by'> {
  item_id: IdColumn
  batch_id: Id
  reviewable: string
  object_id: Id
  item_no: number
  title: string
  fields: WithDefault<Of<typeof expertField>[]>
  search_grams: Grams
}

interface AssignmentTable extends Omit<Kept, 'dept_id'> {
  assignment_id: IdColumn
  batch_id: Id
  item_id: Id
  expert_id: Id
  assign_status: WithDefault<Of<typeof assignStatus>>
  confirm_by: NullableInstant
  reason: string | null
}

interface RecusalTable extends Kept {
  recusal_id: IdColumn
  batch_id: Id
  item_id: Id
  expert_id: Id
  recuse_type: Of<typeof recuseType>
  recuse_source: Of<typeof recuseSource>
  detail: string
  fact_key: string
  recuse_status: WithDefault<Of<typeof recuseStatus>>
  acted_by: WithDefault<string[]>
}

interface SheetTable extends Omit<Kept, 'dept_id' | 'create_by'> {
  sheet_id: IdColumn
  assignment_id: Id
  batch_id: Id
  item_id: Id
  expert_id: Id
  dim_scores: WithDefault<Json>
  total_score: number | null
  comment: string | null
  sheet_status: WithDefault<Of<typeof sheetStatus>>
  opened_time: NullableInstant
  submit_time: NullableInstant
  reason: string | null
  acted_by: WithDefault<string[]>
}

interface SheetVersionTable {
  version_id: IdColumn
  sheet_id: Id
  version_no: number
  dim_scores: Json
  comment: string | null
  stale: WithDefault<boolean>
  written_by: Id | null
  write_time: Instant
}

interface ResultTable extends Kept {
  result_id: IdColumn
  batch_id: Id
  item_id: Id
  valid_count: WithDefault<number>
  raw_mean: number | null
  drop_high: number | null
  drop_low: number | null
  final_score: number | null
  spread: number | null
  rank_no: number | null
  in_cut: boolean | null
  detail: WithDefault<Json>
  result_status: WithDefault<Of<typeof resultStatus>>
  upheld_for: string | null
  acted_by: WithDefault<string[]>
}

declare module '../../../platform/database/tables' {
  interface Tables {
    review_work: WorkTable
    review_work_author: WorkAuthorTable
    review_work_file: WorkFileTable
    review_batch: BatchTable
    review_item: ItemTable
    review_assignment: AssignmentTable
    review_recusal: RecusalTable
    review_sheet: SheetTable
    review_sheet_version: SheetVersionTable
    review_result: ResultTable
  }
}
