import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    unpaid_case: {
      case_id: IdColumn
      member_id: Id
      handle_status: WithDefault<string>
      unpaid_years: WithDefault<number[]>
      unpaid_total: WithDefault<string>
      conclusion: string | null
      decision_no: string | null
      conclude_reason: string | null
      withdraw_id: Id | null
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    dunning: {
      dunning_id: IdColumn
      member_id: Id
      dunning_way: string
      dunning_note: string
      unpaid_total: WithDefault<string>
      dept_id: Id | null
      create_by: Id | null
      dunning_time: Instant
      /** The message that it was sent with. */
      message_id: WithDefault<string | null>
    }
  }
}
