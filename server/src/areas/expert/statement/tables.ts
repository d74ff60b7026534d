import type { Id, IdColumn, Instant, NullableInstant } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    expert_statement: { statement_id: IdColumn; expert_id: Id; statement_year: number; task_id: Id; answer_id: Id; applied_time: NullableInstant; dept_id: Id | null; create_by: Id | null; create_time: Instant }
  }
}
