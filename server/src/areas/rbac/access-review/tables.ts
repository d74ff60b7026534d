import type { Id, IdColumn, Instant, NullableInstant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    access_review: {
      review_id: IdColumn
      title: string
      review_date: string
      remark: string | null
      review_status: WithDefault<'open' | 'signedOff'>
      create_by: Id | null
      create_time: Instant
      signed_by: Id | null
      signed_time: NullableInstant
      reminded_day: WithDefault<string | null>
      version: WithDefault<number>
    }
    access_review_line: {
      line_id: IdColumn
      review_id: Id
      user_id: Id
      dept_id: Id | null
      role_id: Id
      real_name: string
      login_name: string
      dept_name: string | null
      role_name: string
      expires_at: NullableInstant
      sensitive_count: number
      sensitive_permits: string
      decision: WithDefault<'pending' | 'confirmed' | 'takenBack'>
      decided_by: Id | null
      decided_time: NullableInstant
      decision_reason: string | null
      version: WithDefault<number>
    }
  }
}
