import type { Id, IdColumn, Instant, NullableInstant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    maintenance_run: {
      run_id: IdColumn
      job_code: string
      run_status: WithDefault<'queued' | 'running' | 'done' | 'failed' | 'skipped'>
      user_id: Id
      user_name: string
      reason: string
      rows_touched: string | number | null
      result: string | null
      create_time: Instant
      start_time: NullableInstant
      finish_time: NullableInstant
    }
  }
}
