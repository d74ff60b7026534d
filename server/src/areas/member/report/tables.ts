import type { Id, IdColumn, Instant, Json, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    company_report: {
      report_id: IdColumn
      company_id: Id
      report_year: number
      report_type: string
      title: string
      paper: Json
      indicator_values: Json
      indicator_text: string | null
      publish_date: string | null
      remark: string | null
      report_status: WithDefault<string>
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
