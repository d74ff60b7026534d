import type { ColumnType } from 'kysely'
import type { Id, IdColumn, Instant, Json, NullableInstant, NullableJson, WithDefault } from '../../platform/database/tables'

export type Channel = 'sms' | 'mail'
export type RecipientStatus = 'queued' | 'sending' | 'submitted' | 'delivered' | 'failed' | 'kept' | 'skipped' | 'unknown'

/** JSON that stands there empty when nothing is given. */
type WithDefaultJson = ColumnType<unknown, string | undefined, string>

export interface MessageTable {
  message_id: IdColumn
  channel: Channel
  msg_no: string
  msg_kind: 'notice' | 'promotion'
  subject: WithDefault<string>
  content: string
  rich: NullableJson
  attachments: WithDefaultJson
  template_id: Id | null
  template_code: WithDefault<string | null>
  part_price: WithDefault<number>
  audience: Json
  sign_name: string | null
  schedule_time: NullableInstant
  quota_month: string | null
  part_count: WithDefault<number>
  msg_status: WithDefault<string>
  dept_id: Id | null
  create_by: Id | null
  submit_by: WithDefault<Id | null>
  automatic: WithDefault<boolean>
  alone_time: NullableInstant
  acted_by: WithDefault<string[]>
  held_reason: WithDefault<string | null>
  held_code: WithDefault<string | null>
  held_until: NullableInstant
  held_tries: WithDefault<number>
  create_time: Instant
  update_time: Instant
  version: WithDefault<number>
}

declare module '../../platform/database/tables' {
  interface Tables {
    message: MessageTable
    message_recipient: {
      recipient_id: IdColumn
      message_id: Id
      target: string
      name: WithDefault<string>
      company_name: string | null
      contact_id: Id | null
      facts: Json
      parts: WithDefault<number>
      recipient_status: RecipientStatus
      reason: string | null
      fail_code: WithDefault<string | null>
      provider_ref: WithDefault<string | null>
      submit_time: NullableInstant
      bounces: WithDefault<number>
      deferrals: WithDefault<number>
      retry_time: NullableInstant
      update_time: Instant
    }
    message_audience: {
      audience_id: IdColumn
      audience_name: string
      sharing: WithDefault<'self' | 'dept' | 'all'>
      remark: string | null
      audience: Json
      summary: string
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    message_callback: {
      digest: string
      taken_time: Instant
    }
    message_template: {
      template_id: IdColumn
      channel: Channel
      template_name: string
      subject: string | null
      template_content: string
      rich_content: NullableJson
      provider_code: string | null
      remark: string | null
      template_status: WithDefault<'enabled' | 'disabled'>
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    sms_quota: {
      quota_id: IdColumn
      dept_id: Id
      sign_name: string
      monthly_parts: number
      remark: string | null
      sign_status: WithDefault<'enabled' | 'disabled'>
      version: WithDefault<number>
    }
    opt_out: {
      opt_out_id: IdColumn
      channel: Channel
      address: string
      source: WithDefault<'staff' | 'link' | 'reply' | 'bounce'>
      remark: string | null
      opt_out_time: Instant
      create_by: Id | null
      version: WithDefault<number>
    }
  }
}
