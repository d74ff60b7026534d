import type { ImKind } from '@assoc/contract/rbac/im'
import type { Id, IdColumn, Instant, Json, NullableInstant, WithDefault } from '../database/tables'

declare module '../database/tables' {
  interface Tables {
    im_binding: { user_id: Id; kind: ImKind; external_id: string; address: string; shown_name: string; bind_time: Instant; last_used_time: NullableInstant; told: WithDefault<Json> }
    im_flow: { state_hash: Buffer; cookie_hash: Buffer; kind: ImKind; verifier: string; session_id: Id | null; reback: string | null; expire_time: Instant }
    im_offer: { token_hash: Buffer; kind: ImKind; external_id: string; address: string; shown_name: string; create_time: Instant; expire_time: Instant }
    im_message: { im_message_id: IdColumn; user_id: Id; kind: ImKind; title: string; content: string; link: string; message_status: WithDefault<'waiting' | 'sent' | 'failed'>; error_message: string | null; create_time: Instant; end_time: NullableInstant }
  }
}
