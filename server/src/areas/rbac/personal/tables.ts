import type { Id, IdColumn, Instant, Json, NullableInstant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    personal_request: {
      request_id: IdColumn
      request_no: string
      record_type: string
      record_id: Id
      subject: string
      own: WithDefault<boolean>
      reason: string
      request_status: WithDefault<'pending' | 'done' | 'rejected' | 'withdrawn'>
      create_by: Id
      create_time: Instant
      decide_by: Id | null
      decide_time: NullableInstant
      decide_reason: string | null
      acted_by: WithDefault<string[]>
      version: WithDefault<number>
    }
    erasure: {
      erasure_id: IdColumn
      erasure_no: string
      cause: 'request' | 'refused'
      request_id: Id | null
      records: string
      refs: Json
      lines: Json
      erased_rows: number
      kept_rows: number
      file_count: number
      erase_by: Id | null
      erase_time: Instant
    }
  }
}
