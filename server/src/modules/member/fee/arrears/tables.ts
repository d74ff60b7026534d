import type { Id, IdColumn, Instant, WithDefault } from '../../../../platform/database/tables'

declare module '../../../../platform/database/tables' {
  interface Tables {
    unpaid_case: {
      case_id: IdColumn
      member_id: Id
      handle_status: WithDefault<string>
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
    }
  }
}
