import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    report_user: {
      report_user_id: IdColumn
      user_id: string
      report_types: string[]
      company_ids: string[]
      valid_to: string | null
      remark: string | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
