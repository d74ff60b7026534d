import type { Generated, JSONColumnType } from 'kysely'
import type { Id, IdColumn, Instant } from '../../../platform/database/tables'

export type ShareWith = 'none' | 'dept' | 'all'

declare module '../../../platform/database/tables' {
  interface Tables {
    saved_view: {
      view_id: IdColumn
      user_id: Id
      list: string
      title: string
      search: string
      columns: JSONColumnType<object>
      share_with: ShareWith
      create_time: Instant
      update_time: Instant
      version: Generated<number>
    }
  }
}
