import type { meetingStatus, meetingType } from '@assoc/contract/meeting/meeting'
import type { GivenAnswer, MeetingOption, MeetingQuestion } from '@assoc/contract/meeting/options'
import type { payStatus, regStatus } from '@assoc/contract/meeting/registration'
import type { ColumnType } from 'kysely'
import type { FileItem } from '@assoc/contract/core/files'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null, Date | string | null>
export type MeetingStatus = z.output<typeof meetingStatus.schema>
export type RegStatus = z.output<typeof regStatus.schema>

declare module '../../../platform/database/tables' {
  interface Tables {
    meeting: {
      meet_id: IdColumn
      meet_no: string
      meeting_name: string
      meeting_type: z.output<typeof meetingType.schema>
      organizer_dept_id: Id
      start_time: Time
      end_time: Time
      address: string | null
      online_url: string | null
      contact_name: string | null
      contact_phone: string | null
      reg_start: OptionalTime
      reg_end: OptionalTime
      change_until: OptionalTime
      capacity: number
      per_company_limit: number
      need_audit: boolean
      count_pending: boolean
      offer_hours: number
      fee_amount: number
      pay_until: OptionalTime
      audience_categories: WithDefault<string[]>
      audience_jurisdictions: WithDefault<string[]>
      detail: ColumnType<unknown, string, string>
      options: ColumnType<MeetingOption[], string | undefined, string>
      questions: ColumnType<MeetingQuestion[], string | undefined, string>
      rooms: ColumnType<{ roomId: string; startTime: string; endTime: string }[], string | undefined, string>
      cover: ColumnType<FileItem[], string | undefined, string>
      meeting_status: WithDefault<MeetingStatus>
      acted_by: WithDefault<string[]>
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    meeting_fee_entry: {
      entry_id: IdColumn
      register_id: Id
      entry_type: 'paid' | 'refunded'
      serial_no: string | null
      receipt_no: string | null
      amount: number
      entry_date: string
      remark: string | null
      create_by: Id | null
      create_time: Instant
    }
    meeting_registration: {
      register_id: IdColumn
      register_no: string
      meet_id: Id
      company_id: Id | null
      unit_name: string | null
      name: string
      gender: string
      post_name: string
      mobile: string
      email: string | null
      need_stay: boolean
      room_type: string | null
      roommate: string | null
      check_in_date: string | null
      check_out_date: string | null
      diet_note: string | null
      arrive_time: OptionalTime
      arrive_no: string | null
      leave_time: OptionalTime
      need_pickup: boolean
      remark: string | null
      option_names: WithDefault<string[]>
      answers: ColumnType<GivenAnswer[], string | undefined, string>
      answer_files: ColumnType<FileItem[], string | undefined, string>
      reg_status: RegStatus
      pay_status: WithDefault<z.output<typeof payStatus.schema>>
      audit_opinion: string | null
      due_amount: WithDefault<number>
      placed_time: OptionalTime
      pay_warned: WithDefault<boolean>
      wait_since: OptionalTime
      offer_until: OptionalTime
      meeting_cancelled: WithDefault<boolean>
      told: WithDefault<boolean>
      qr_version: WithDefault<number>
      dept_id: Id
      acted_by: WithDefault<string[]>
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
