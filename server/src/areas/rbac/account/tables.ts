import type { Id } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    account_warning: { user_id: Id; kind: 'unused' | 'password'; since_day: string; warned_day: string; due_day: string | null }
  }
}
