import type { Id, IdColumn, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    dict: {
      dict_id: IdColumn
      dict_code: string
      dict_name: string
      remark: string | null
      built_in: WithDefault<boolean>
      dict_status: WithDefault<'enabled' | 'disabled'>
      version: WithDefault<number>
    }
    dict_item: {
      dict_item_id: IdColumn
      dict_id: Id
      item_value: string
      item_label: string
      sort_no: WithDefault<number>
      remark: string | null
      item_status: WithDefault<'enabled' | 'disabled'>
      version: WithDefault<number>
    }
  }
}
