import type { ColumnType, Generated } from 'kysely'
import type { z } from 'zod'
import type { boardConclusion, checkAnswer, checkConclusion, checkStatus, CHECK_ITEMS } from '@assoc/contract/expert/independence'
import type { Id, IdColumn, Instant, Json, WithDefault } from '../../../platform/database/tables'

type Of<S extends { schema: z.ZodType }> = z.output<S['schema']>
type Item = (typeof CHECK_ITEMS)[number]
type Items = { [P in Item]: Generated<Of<typeof checkAnswer> | null> } & { [P in Item as P extends `item${infer N}` ? `note${N}` : never]: Generated<string | null> }

interface CheckTable extends Items {
  check_id: IdColumn
  appointment_id: Id
  /** Both repeat what the appointment says; a trigger writes them. */
  company_id: WithDefault<Id>
  pool_id: WithDefault<Id | null>
  check_year: number
  rule_date: string
  sign_file: WithDefault<Json>
  board_conclusion: Generated<Of<typeof boardConclusion> | null>
  board_opinion: Generated<string | null>
  return_reason: Generated<string | null>
  check_status: WithDefault<Of<typeof checkStatus>>
  conclusion: ColumnType<Of<typeof checkConclusion> | null, never, never>
  acted_by: WithDefault<string[]>
  dept_id: Id | null
  update_time: Instant
  version: WithDefault<number>
}

declare module '../../../platform/database/tables' {
  interface Tables {
    independence_check: CheckTable
  }
}
