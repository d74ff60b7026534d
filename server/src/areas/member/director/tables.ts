import type { Id, IdColumn, Instant, Json, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    director_user: {
      director_id: IdColumn
      name: string
      name_initials: WithDefault<string>
      id_card: string
      id_card_sealed: string
      id_card_print: string
      mobile: string
      email: string
      current_unit: string
      professions: string[]
      title_name: string | null
      experience_years: number
      current_seats: number
      is_accounting: boolean
      accounting_qual: string | null
      punished36m: boolean
      resume: Json
      papers: WithDefault<Json>
      paper_slots: WithDefault<Json>
      consent_time: Instant
      remark: string | null
      refused_date: string | null
      pool_status: WithDefault<string>
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
