import type { ColumnType } from 'kysely'
import type { z } from 'zod'
import type { appointStatus, committee, roleType } from '@assoc/contract/expert/appointment'
import type { education } from '@assoc/contract/expert/director-base'
import type { attendWay, dutyType } from '@assoc/contract/expert/duty'
import type { expertField, expertStatus, tieKind } from '@assoc/contract/expert/expert'
import type { warningKind, warningStatus } from '@assoc/contract/expert/seat-warning'
import type { Id, IdColumn, Instant, Json, WithDefault } from '../../platform/database/tables'

type Of<S extends { schema: z.ZodType }> = z.output<S['schema']>

/** Columns that every list of this area has. */
interface Kept {
  dept_id: Id | null
  create_by: Id | null
  create_time: Instant
  update_time: Instant
  version: WithDefault<number>
}
type Grams = ColumnType<string[], never, never>

interface ExpertTable extends Kept {
  expert_id: IdColumn
  expert_no: string
  name: string
  name_initials: WithDefault<string>
  unit: string
  title_name: string | null
  fields: Of<typeof expertField>[]
  mobile: string
  email: string
  id_card: string | null
  id_card_sealed: string | null
  id_card_print: string | null
  bank_card: string | null
  bank_card_sealed: string | null
  bank_card_print: string | null
  related_companies: WithDefault<Json>
  user_id: WithDefault<Id | null>
  account_locked: WithDefault<boolean>
  term_end: string
  remark: string | null
  /** As they have stated of themselves last. */
  availability: WithDefault<'full' | 'limited' | 'none' | null>
  work_capacity: WithDefault<number | null>
  statement_year: WithDefault<number | null>
  expert_status: WithDefault<Of<typeof expertStatus>>
  acted_by: WithDefault<string[]>
  search_grams: Grams
}

interface ExpertTieTable {
  tie_id: IdColumn
  expert_id: Id
  tie_kind: Of<typeof tieKind>
  company_id: Id | null
  unit: string | null
  since: string | null
  until: string | null
  note: string | null
}

interface DirectorBaseTable extends Kept {
  person_id: IdColumn
  name: string
  name_initials: WithDefault<string>
  id_card: string
  id_card_sealed: string
  id_card_print: string
  gender: 'unknown' | 'male' | 'female'
  birth_date: string
  mobile: string
  email: string | null
  education: Of<typeof education> | null
  pool_id: Id | null
  remark: string | null
  search_grams: Grams
}

interface AppointmentTable extends Kept {
  appointment_id: IdColumn
  person_id: Id
  company_id: Id
  role_type: Of<typeof roleType>
  committees: Of<typeof committee>[] | null
  chairs: Of<typeof committee>[] | null
  first_date: string
  term_start: string
  term_end: string
  leave_date: string | null
  allowance: number | null
  /** Repeats the person's, by a trigger. */
  pool_id: WithDefault<Id | null>
  remark: string | null
  appoint_status: WithDefault<Of<typeof appointStatus>>
}

interface DutyTable extends Kept {
  duty_id: IdColumn
  appointment_id: Id
  /** Both repeat the appointment's, by a trigger. */
  company_id: WithDefault<Id>
  pool_id: WithDefault<Id | null>
  duty_type: Of<typeof dutyType>
  duty_date: string
  attend_way: Of<typeof attendWay> | null
  duty_days: number
  duty_note: string
  proof: WithDefault<Json>
}

interface WarningTable extends Omit<Kept, 'create_by'> {
  warning_id: IdColumn
  warning_kind: Of<typeof warningKind>
  person_id: Id | null
  company_id: Id | null
  appointment_id: Id | null
  /** Whom and what it is about, so that one fact has one warning. */
  fact_key: string
  detail: string
  found_date: string
  closed_date: string | null
  warning_status: WithDefault<Of<typeof warningStatus>>
}

declare module '../../platform/database/tables' {
  interface Tables {
    expert: ExpertTable
    expert_tie: ExpertTieTable
    director_base: DirectorBaseTable
    director_appointment: AppointmentTable
    director_duty: DutyTable
    seat_warning: WarningTable
  }
}
