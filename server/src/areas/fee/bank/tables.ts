import type { Id, IdColumn, Instant, Json, NullableInstant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    bank_batch: {
      batch_id: IdColumn
      file_name: string
      header: Json
      problems: Json
      total: number
      batch_status: WithDefault<string>
      create_by: Id
      create_time: Instant
      confirm_time: NullableInstant
    }
  }
}
