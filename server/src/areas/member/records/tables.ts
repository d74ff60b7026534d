import type { IdColumn, Json, WithDefault } from '../../../platform/database/tables'

type InUse = WithDefault<'enabled' | 'disabled'>

declare module '../../../platform/database/tables' {
  interface Tables {
    data_item: {
      data_item_id: IdColumn
      item_name: string
      biz_type: string
      required_flag: WithDefault<boolean>
      file_exts: string[]
      max_size_mb: number
      sort_no: WithDefault<number>
      remark: string | null
      data_item_status: InUse
      version: WithDefault<number>
    }
    industry: {
      industry_id: IdColumn
      scheme: string
      industry_code: string
      industry_name: string
      parent_code: string | null
      remark: string | null
      version: WithDefault<number>
    }
    indicator: {
      indicator_id: IdColumn
      indicator_code: string
      indicator_name: string
      unit: string | null
      value_type: string
      weight: string | null
      remark: string | null
      indicator_status: InUse
      version: WithDefault<number>
    }
    contact_qr_code: {
      qr_code_id: IdColumn
      qr_title: string
      qr_scene: string
      image: Json
      remark: string | null
      qr_status: InUse
      version: WithDefault<number>
    }
  }
}
