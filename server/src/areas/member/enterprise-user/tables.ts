import type { Id, IdColumn, Instant, Json, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    enterprise_user: {
      enterprise_id: IdColumn
      applicant_name: string
      mobile: string
      company_id: Id
      credit_code: string
      post_type: string
      auth_letter: Json
      license_file: Json
      remark: string | null
      certify_status: WithDefault<string>
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
