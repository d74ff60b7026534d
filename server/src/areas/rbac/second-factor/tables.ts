import type { Id, IdColumn, Instant, NullableInstant, WithDefault } from '../../../platform/database/tables'
import type { LoginWay } from '../login-log/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    second_factor: {
      user_id: Id
      /** Sealed. */
      secret: string
      last_step: WithDefault<string>
      create_time: Instant
      confirm_time: NullableInstant
    }
    recovery_code: { user_id: Id; print: string; used_time: NullableInstant }
    trusted_device: {
      device_id: IdColumn
      user_id: Id
      token_hash: Buffer
      device: string
      ip: string
      create_time: Instant
      last_used_time: Instant
      expire_time: Instant
    }
    login_challenge: {
      challenge_id: IdColumn
      token_hash: Buffer
      cookie_hash: Buffer
      user_id: Id
      kind: 'verify' | 'enrol' | 'code'
      login_way: LoginWay
      login_name: string
      tries_key: string | null
      /** Sealed. */
      secret: string | null
      /** Sealed. */
      id_token: string | null
      tries: WithDefault<number>
      expire_time: Instant
      used_time: NullableInstant
    }
    session_sign_on: { session_id: Id; id_token: string | null }
  }
}
