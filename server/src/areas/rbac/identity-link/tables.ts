import type { Generated } from 'kysely'
import type { IdColumn, Instant, NullableInstant } from '../../../platform/database/tables'

export type Subject = 'company' | 'person' | 'expert'
export type OutsiderRole = 'COMPANY_USER' | 'PERSON' | 'EXPERT' | 'MERCHANT'

declare module '../../../platform/database/tables' {
  interface Tables {
    identity_link: {
      link_id: IdColumn
      user_id: string
      subject: Subject
      subject_id: string
      capacity: string
      role_code: OutsiderRole
      source: string
      source_id: string
      account_made: boolean
      begin_time: Instant
      begin_by: string | null
      end_time: NullableInstant
      end_by: Generated<string | null>
      end_reason: Generated<string | null>
    }
  }
}
