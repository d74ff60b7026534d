import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

type Channel = 'sms' | 'mail'

declare module '../../../platform/database/tables' {
  interface Tables {
    form_remind_plan: { round_id: Id; days: number[]; channel: Channel; template_id: Id | null; post_types: WithDefault<string[]>; sender_id: Id; gone_to: string; update_time: Instant }
    form_reminded: { round_id: Id; company_id: Id | null; user_id: Id | null; moment: string }
    form_remind_run: { run_id: IdColumn; round_id: Id; moment: string; channel: Channel; respondent_count: number; message_id: Id | null; problem: string | null; sender_id: Id; run_day: string; create_time: Instant }
  }
}
