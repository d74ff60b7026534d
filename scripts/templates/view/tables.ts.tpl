import type { ColumnType } from 'kysely'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

interface __Entity__Table {
  __snake___id: IdColumn
  __snake___name: string
  remark: string | null
  search_text: WithDefault<string>
  search_grams: ColumnType<string[], never, never>
  dept_id: Id | null
  create_by: Id | null
  create_time: Instant
  update_time: Instant
  version: WithDefault<number>
}

declare module '../../../platform/database/tables' {
  interface Tables {
    __table__: __Entity__Table
  }
}
