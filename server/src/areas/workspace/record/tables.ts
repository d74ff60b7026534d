import type { Id, IdColumn, Instant, NullableInstant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    record_note: {
      note_id: IdColumn
      record_type: string
      record_id: Id
      content: string
      mentioned: WithDefault<Id[]>
      create_by: Id
      create_time: Instant
      withdraw_time: NullableInstant
    }
    record_copy: {
      copy_id: IdColumn
      record_type: string
      record_id: Id
      user_id: Id
      create_by: Id | null
      create_time: Instant
      read_time: NullableInstant
    }
  }
}
