import type { Id, IdColumn, Instant, Json, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    member_archive: {
      archive_id: IdColumn
      archive_no: string
      member_id: Id
      archive_type: string
      title: string
      papers: Json
      retention: string
      remark: string | null
      archive_date: string | null
      asked_by: Id | null
      acted_by: WithDefault<string[]>
      archive_status: WithDefault<string>
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
