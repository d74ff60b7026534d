import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    trial_account: {
      trial_id: IdColumn
      account_name: string
      org_name: string
      applicant_name: string
      mobile: string
      menu_ids: string[]
      start_date: string
      end_date: string
      extended: WithDefault<boolean>
      remark: string | null
      user_id: WithDefault<string | null>
      role_id: WithDefault<string | null>
      trial_status: WithDefault<string>
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
