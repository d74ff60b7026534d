import type { Generated } from 'kysely'
import type { Id, IdColumn, Instant, Json, NullableInstant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    stock_list_batch: {
      batch_id: IdColumn
      file_name: string
      batch_status: WithDefault<'checked' | 'importing' | 'done' | 'partly' | 'cancelled'>
      header: string[]
      total_rows: number
      written_rows: Generated<number>
      create_by: Id
      create_time: Instant
      confirm_time: NullableInstant
    }
    stock_list_row: {
      row_id: IdColumn
      batch_id: Id
      row_no: number
      board_text: string | null
      stock_code: string | null
      short_name: string | null
      company_name: string | null
      list_date: string | null
      total_shares: string | null
      industry_text: string | null
      sw_text: string | null
      match_result: 'insert' | 'update' | 'same' | 'codeChange' | 'conflict' | 'invalid'
      error_message: string | null
      row_status: WithDefault<'pending' | 'written' | 'ignored'>
      company_id: Id | null
      skipped: WithDefault<boolean>
      chosen_company_id: WithDefault<Id | null>
      cells: Json
    }
  }
}
