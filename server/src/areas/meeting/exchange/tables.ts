import type { applyStatus } from '@assoc/contract/meeting/exchange-apply'
import type { exchangeStatus, exchangeType } from '@assoc/contract/meeting/exchange'
import type { FileItem } from '@assoc/contract/core/files'
import type { ColumnType } from 'kysely'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type ExchangeStatus = z.output<typeof exchangeStatus.schema>
export type ApplyStatus = z.output<typeof applyStatus.schema>

declare module '../../../platform/database/tables' {
  interface Tables {
    study_exchange: {
      exchange_id: IdColumn
      exchange_name: string
      exchange_type: z.output<typeof exchangeType.schema>
      host_unit: string
      place: string
      start_date: string
      end_date: string
      apply_end: OptionalTime
      quota: number
      per_company_limit: number
      fee_amount: number
      credit_hours: number
      contact_name: string | null
      contact_phone: string | null
      intro: string | null
      summary_file: ColumnType<FileItem[], string | undefined, string>
      exchange_status: WithDefault<ExchangeStatus>
      dept_id: Id | null
      acted_by: WithDefault<string[]>
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    exchange_apply: {
      apply_id: IdColumn
      exchange_id: Id
      company_id: Id | null
      unit_name: string | null
      name: string
      post_name: string
      mobile: string
      email: string | null
      passport_no: string | null
      passport_sealed: WithDefault<string | null>
      passport_print: WithDefault<string | null>
      insure_flag: boolean
      remark: string | null
      apply_status: WithDefault<ApplyStatus>
      audit_opinion: WithDefault<string | null>
      wait_since: OptionalTime
      exchange_cancelled: WithDefault<boolean>
      told: WithDefault<boolean>
      dept_id: Id | null
      acted_by: WithDefault<string[]>
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
