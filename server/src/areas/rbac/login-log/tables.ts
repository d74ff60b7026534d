import type { Id, IdColumn, Instant } from '../../../platform/database/tables'

export type LoginWay = 'password' | 'code' | 'oidc' | 'handOver' | 'wecom' | 'dingtalk' | 'feishu'
export type LoginResult = 'success' | 'wrongPassword' | 'wrongCode' | 'locked' | 'disabled' | 'pending' | 'unknown' | 'expired'

declare module '../../../platform/database/tables' {
  interface Tables {
    login_log: {
      login_log_id: IdColumn
      login_time: Instant
      user_id: Id | null
      login_name: string
      login_way: LoginWay
      login_result: LoginResult
      ip: string
      device: string
    }
  }
}
