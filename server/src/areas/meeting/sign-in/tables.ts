import type { signOutcome, signWay } from '@assoc/contract/meeting/sign-in'
import type { sessionStatus } from '@assoc/contract/meeting/sign-session'
import type { ColumnType, Generated } from 'kysely'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null, Date | string | null>
export type SignWay = z.output<typeof signWay.schema>
export type SignOutcome = z.output<typeof signOutcome.schema>

declare module '../../../platform/database/tables' {
  interface Tables {
    meeting_session: {
      session_id: IdColumn
      meet_id: Id
      session_name: string
      sign_from: Time
      late_from: OptionalTime
      sign_to: Time
      refresh_sec: number
      strict_sign_in: boolean
      gates: string | null
      secret: Buffer
      session_status: WithDefault<z.output<typeof sessionStatus.schema>>
      closed_time: OptionalTime
      dept_id: Id
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    meeting_sign_code: { session_id: Id; window_no: string; digits: string; hall: string; good: string }
    meeting_sign_in: {
      sign_id: IdColumn
      session_id: Id
      register_id: Id
      sign_time: Generated<Date>
      late: boolean
      forced: WithDefault<boolean>
      way: SignWay
      gate: string | null
      device: Buffer | null
      operator_id: Id | null
      revoked_time: OptionalTime
      revoked_by: Id | null
      revoke_reason: string | null
    }
    meeting_sign_log: {
      log_id: IdColumn
      session_id: Id | null
      register_id: Id | null
      outcome: SignOutcome
      code: string | null
      reason: string | null
      way: SignWay
      gate: string | null
      device: Buffer | null
      operator_id: Id | null
      nonce: string | null
      log_time: Generated<Date>
      scan_time: OptionalTime
      counter_key: string | null
    }
    meeting_sign_counter: { session_id: Id; counter_key: string; gate: string | null; user_id: Id; unsent: number; last_contact: Generated<Date>; snapshot_time: OptionalTime }
  }
}
