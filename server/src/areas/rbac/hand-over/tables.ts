import type { Id, Instant } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    session_hand_over: { code_hash: Buffer; session_id: Id; origin: string; challenge: string; expire_time: Instant }
    session_handed: { session_id: Id; first_id: Id }
  }
}
