import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    demand: {
      demand_id: IdColumn
      demand_no: string
      company_id: Id
      demand_type: string
      professions: string[]
      demand_count: number
      allowance: string | null
      deadline: string
      description: string
      contact_name: string
      contact_mobile: string
      remark: string | null
      director_ids: WithDefault<string[]>
      demand_status: WithDefault<string>
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
