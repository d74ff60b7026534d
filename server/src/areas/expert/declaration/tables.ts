import type { declareStatus, ruleResult } from '@assoc/contract/expert/declaration-status'
import type { Generated } from 'kysely'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, Json, NullableInstant, NullableJson, WithDefault } from '../../../platform/database/tables'

interface DeclarationTable {
  declare_id: IdColumn
  declare_no: string
  scheme_id: Id
  person_id: Id | null
  pool_id: Id | null
  company_id: Id
  jurisdiction: string | null
  answer_id: Id | null
  eligible_detail: NullableJson
  eligible_result: z.output<typeof ruleResult.schema> | null
  eligible_final: NullableInstant
  promise_flag: WithDefault<boolean>
  self_score: number | null
  stamped_scan: WithDefault<Json>
  attachments: WithDefault<Json>
  final_score: number | null
  grade: string | null
  return_reason: string | null
  correction_due: NullableInstant
  submit_time: NullableInstant
  declare_status: WithDefault<z.output<typeof declareStatus.schema>>
  acted_by: WithDefault<string[]>
  dept_id: Id | null
  create_by: Id | null
  create_time: Instant
  update_time: Instant
  version: Generated<number>
}

/** What happened to declarations, as the audit log has it. */
interface DeclarationLogView {
  log_id: Id
  declare_id: Id
  declare_no: string
  scheme_id: Id
  person_id: Id | null
  pool_id: Id | null
  company_id: Id
  jurisdiction: string | null
  dept_id: Id | null
  action: string
  verb: string | null
  reason: string | null
  before: NullableJson
  after: NullableJson
  operator_name: string
  operate_ip: string
  operate_time: Instant
}

declare module '../../../platform/database/tables' {
  interface Tables {
    declaration: DeclarationTable
    declaration_round: { scheme_id: Id; round_id: Id }
    declaration_log: DeclarationLogView
  }
}
