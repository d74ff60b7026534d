import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    reminder_rule: {
      rule_id: IdColumn
      rule_name: string
      timing: 'before' | 'after'
      days: number
      channel: 'sms' | 'mail'
      template_id: Id
      post_types: WithDefault<string[]>
      rule_status: WithDefault<'disabled' | 'enabled'>
      sender_id: WithDefault<Id | null>
      gone_to: WithDefault<string | null>
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    reminder_run: {
      run_id: IdColumn
      rule_id: Id
      run_day: string
      member_count: number
      unpaid_total: WithDefault<string>
      message_id: Id | null
      problem: string | null
      create_time: Instant
    }
  }
}
