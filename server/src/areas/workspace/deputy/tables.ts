import type { Id, IdColumn, Instant, NullableInstant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    inbox_deputy: {
      deputy_id: IdColumn
      user_id: Id
      deputy_user_id: Id
      from_time: Date | string
      to_time: Date | string
      kinds: WithDefault<string[]>
      reason: string | null
      end_time: NullableInstant
      create_by: Id | null
      create_time: Instant
    }
  }
}
