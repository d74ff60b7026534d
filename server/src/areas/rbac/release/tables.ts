import type { Generated } from 'kysely'
import type { Id, IdColumn, Instant } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    session_release: { session_id: Id; remote: string; version: string }
    release_failure: { remote: string; version: string; day: string; failures: Generated<number>; last_time: Instant; last_message: string }
    release_switch: {
      switch_id: IdColumn
      serial: number
      remote: string
      version: string
      action: 'switch' | 'canary' | 'endCanary'
      audience: Generated<string>
      reason: string
      user_id: Id
      user_name: string
      switch_time: Instant
    }
  }
}
