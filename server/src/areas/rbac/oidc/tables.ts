import type { Id, Instant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    sign_on_flow: { state_hash: Buffer; cookie_hash: Buffer; nonce: string; verifier: string; reback: string | null; expire_time: Instant }
    sign_on_arrival: { token_hash: Buffer; user_id: Id; login_name: string; id_token: string | null; login_way: WithDefault<'oidc' | 'wecom' | 'dingtalk' | 'feishu'>; expire_time: Instant }
  }
}
