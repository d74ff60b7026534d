import type { Generated } from 'kysely'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

/** What the list answers and sorts by, and what bounds it; see 0100_member.sql. */
export interface CompanyTable {
  company_id: IdColumn
  company_name: string
  short_name: string
  short_pinyin: WithDefault<string>
  company_type: string
  stock_code: string | null
  stock_code_b: string | null
  old_stock_code: string | null
  former_names: string | null
  exchange: string | null
  board: string | null
  credit_code: string | null
  list_date: string | null
  total_shares: string | null
  jurisdiction: string | null
  csrc_industry: string | null
  sw_industry: string | null
  legal_rep: string | null
  reg_address: string | null
  office_address: string | null
  company_phone: string | null
  company_email: string | null
  controller_type: string | null
  list_status: WithDefault<string>
  remark: string | null
  search_text: WithDefault<string>
  /** 股份有限公司 and the like, empty where the name ends otherwise. */
  name_tail: Generated<string>
  /** pending where a listed company's short name stands in for its full one. */
  name_state: Generated<'full' | 'pending'>
  deleted: Generated<boolean>
  dept_id: Id | null
  create_by: Id | null
  create_time: Instant
  update_by: Id | null
  update_time: Instant
  version: WithDefault<number>
}

declare module '../../../platform/database/tables' {
  interface Tables {
    company: CompanyTable
    company_gram: { gram: string; company_id: Id }
  }
}
